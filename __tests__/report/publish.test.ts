import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { ActionError, type ErrorKind } from '../../src/errors.ts'
import { annotationsOf } from '../../src/report/publish.ts'
import { conflict, current, kept, misnamed, orphan, planned, refused, row } from './decisions.ts'
import { FAILED, SHOWN, TOKEN_REJECTED } from './decisions.ts'
import { many, RED_SYNC, reported, WHERE, type Given } from './results.ts'
import { published, useStep } from './step.ts'

useStep()

const failedBy = (kind: ErrorKind) => ({ ...FAILED, error: new ActionError(kind, 'The service says no.', 'Ask.') })

/** The outputs in a file of GitHub's. */
function outputsOf(text: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(/^(.*)<<(.*)\n(.*)\n\2$/gm)]
  return Object.fromEntries(found.map(([, name = '', , value = '']) => [name, value]))
}

test('the log begins with what happened, and names what is missing; the annotation of each file says what to do', async () => {
  const { log, failure = '' } = await published(reported(RED_SYNC))
  expect(log.split('\n').slice(0, 4)).toEqual([
    WHERE,
    `Runbook Sync: ${failure}`,
    'refused   2 files  It is empty.  docs/b.md, docs/c.md',
    'kept      docs/d.md  “d” Somebody edited its entry in the assistant; the edit stays.'
  ])
  expect(failure).toMatch(/^1 runbook delivered; 2 runbooks are not delivered: .* any more: docs\/e\.md\.$/)
  expect(log).toMatch(/^::error .*docs\/b\.md: It is empty\. Fill it\.$/m)
  expect(log).toMatch(/^::warning .*docs\/d\.md: Somebody edited its entry .*; the edit stays\. To keep /m)
  expect(log.match(/Fill it|--replace/g)).toHaveLength(3)
})

const EMPTY_FILE = [refused('a', { kind: 'skipped', reason: 'empty', hint: 'Fill it.' })]
const BROKEN = { level: 'warning', path: 'README.md', line: 3, message: 'It is broken.' } as const

test.each<{ name: string; run: Given; says: string }>([
  {
    name: 'a skipped file',
    run: { decisions: EMPTY_FILE },
    says: 'file=docs/a.md::docs/a.md: Skipped: empty. Fill it.'
  },
  { name: 'a notice', run: { notices: [BROKEN] }, says: 'file=README.md,line=3::README.md:3: It is broken.' }
])('an annotation names its file in its text: $name', async ({ run, says }) => {
  const { log } = await published(reported(run))
  expect(log.split('\n').filter((line) => line.startsWith('::'))).toEqual([`::warning ${says}`])
})

test('outputs count the branch, and files have the report and the summary', async () => {
  const elsewhere = conflict('g', { cause: 'another source' })
  const decisions = [current('a'), kept('b'), conflict('c'), elsewhere, orphan('d'), misnamed('f'), planned('e')]
  const run = { decisions, unchanged: ['c'], states: { a: SHOWN, e: FAILED } }
  const left = await published(reported(run))
  const { report = '', summary = '', ...outputs } = outputsOf(left.outputs)
  const counted = { upserted: '1', failed: '3', edits: '3', orphaned: '2', overdue: '0', 'token-rejected': 'false' }
  expect(outputs).toEqual(counted)
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ version: 1 })
  expect(await readFile(summary, 'utf8')).toBe(left.summary)
})

test('a wrong token leaves nothing but where it was sent, the error, and outputs that are empty', async () => {
  const { log, outputs, failure } = await published(reported({ ended: TOKEN_REJECTED }))
  expect(log.trim()).toBe(WHERE)
  expect(failure).toMatch(/^The token is rejected\. .* Rotate it\.$/)
  const expected = { upserted: '0', failed: '', edits: '', orphaned: '', overdue: '', 'token-rejected': 'true' }
  expect(outputsOf(outputs)).toMatchObject(expected)
})

test('a service that stores nothing is said once, with what to do', async () => {
  const states = { a: failedBy('forbidden'), b: failedBy('forbidden') }
  const { log, failure, summary } = await published(reported({ decisions: [planned('a'), planned('b')], states }))
  expect(failure).toBe('2 runbooks are not delivered: docs/a.md, docs/b.md (not stored). Ask.')
  expect(log).not.toContain('::error')
  expect(summary).toMatch(/> \[!CAUTION\]\n> 2 runbooks .*\n>\n> Ask\.\n[^]*docs\/a\.md.*docs\/b\.md/)
})

test('files that cannot be written do not hide the rest', async () => {
  const { failure, log, summary } = await published(reported({ decisions: [refused('a')] }), { temp: '/missing' })
  expect(failure).toMatch(/^1 runbook is not delivered/)
  expect(log).toMatch(/^::warning::The report could not be written: .*ENOENT/m)
  expect(summary).toContain('It is empty')
})

const PULLED = [
  { path: 'a.md', file: 'a.md', kind: 'changed', reason: '' },
  { path: 'b.md', file: '', kind: 'not pulled', reason: 'Why.' }
] as const
const TWENTY = many(20)
const nine = (start: RegExp): string[] => Array<string>(9).fill(expect.stringMatching(start) as unknown as string)
const OF_SERVICE = ['forbidden', 'wrong-address', 'rate-limited', 'service-failing', 'unreachable'] as const

test.each<{ name: string; run: Given; expected: readonly string[] }>([
  {
    name: 'an error for each red file that is not pending, first those with a line',
    run: { decisions: [planned('a'), refused('b'), refused('c', { line: 3 }), planned('d')], states: { a: FAILED } },
    expected: ['error docs/c.md:3', 'error docs/a.md', 'error docs/b.md']
  },
  {
    name: 'no file for an answer that says nothing of its text',
    run: {
      decisions: [...OF_SERVICE.map((kind) => planned(kind)), planned('f')],
      states: { ...Object.fromEntries(OF_SERVICE.map((kind) => [kind, failedBy(kind)])), f: FAILED }
    },
    expected: ['error docs/f.md']
  },
  {
    name: 'a warning for each other row that needs a person, in every run, or a look',
    run: { decisions: [kept('a'), conflict('b'), orphan('c')], unchanged: ['b'] },
    expected: ['warning docs/b.md', 'warning docs/a.md', 'warning docs/c.md']
  },
  {
    name: 'a warning where a plan would replace a text',
    run: { mode: 'plan', decisions: [planned('a', 'replaces', [row('a')]), planned('b')] },
    expected: ['warning docs/a.md']
  },
  { name: 'none for an empty file of before', run: { decisions: EMPTY_FILE, unchanged: ['a'] }, expected: [] },
  {
    name: 'what concerns the run first, then edits that were pulled',
    run: { notices: [{ level: 'warning', message: 'All.' }], pulled: PULLED },
    expected: ['warning', 'warning b.md', 'notice a.md']
  },
  { name: 'nine errors', run: { decisions: TWENTY.map((name) => refused(name)) }, expected: nine(/^error/) },
  {
    name: 'ten warnings, the last of more',
    run: { decisions: TWENTY.map(kept) },
    expected: [...nine(/^warning docs/), 'warning']
  }
])('annotations: $name', ({ run, expected }) => {
  const shown = annotationsOf(reported(run)).map(({ level, path, line }) => {
    return [level, line === null ? path : `${path ?? ''}:${line}`].filter((part) => part !== null).join(' ')
  })
  expect(shown).toEqual(expected)
})
