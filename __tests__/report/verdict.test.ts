import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { Edge } from '../../src/report/edge.ts'
import type { Result } from '../../src/report/result.ts'
import { showResult } from '../../src/report/shown.ts'
import { ACTION } from '../../src/report/vocabulary.ts'
import { verdictOf } from '../../src/report/verdict.ts'
import { conflict, DUPLICATE, entry, FAILED, INVENTORY, kept, LATIN, resultOf, runbook, STORED } from './results.ts'

const REJECTED_TOKEN = new ActionError(
  'token-rejected',
  'The service rejects the token (HTTP 401): expired on 1 Nov.',
  'Rotate it.'
)
const edge = new Edge(ACTION, [])

/** The verdict in the words of the Action. */
function verdictIn(run: Partial<Result>) {
  const verdict = verdictOf(showResult(resultOf(run), edge))
  return verdict && { kind: verdict.kind, message: edge.say(verdict.message), hint: edge.say(verdict.hint) }
}

const UNREACHABLE = new ActionError('unreachable', 'Nothing listens.', 'Start it.')

describe('a run is green', () => {
  test.each<{ name: string; run: Partial<Result> }>([
    { name: 'if there was nothing to do', run: {} },
    { name: 'if everything was stored', run: { items: [runbook('a', STORED)] } },
    { name: 'if an edit stays', run: { items: [kept('a')] } },
    { name: 'if an entry is orphaned', run: { items: [entry('a', { kind: 'orphaned' })] } },
    { name: 'if what is refused waits on the branch', run: { items: [runbook('a', { ...LATIN, isWaiting: true })] } },
    { name: 'if it only plans', run: { mode: 'plan', items: [runbook('a', { kind: 'send' })] } }
  ])('$name', ({ run }) => {
    expect(verdictOf(resultOf(run))).toBeUndefined()
  })
})

const many = Array.from({ length: 7 }, (_, at) => runbook(`file ${at}`, LATIN))
const two = [runbook('payments/a', { ...DUPLICATE, name: 'Summary' }), runbook('b', { ...DUPLICATE, name: 'summary' })]

describe('a run is red', () => {
  test.each<{ name: string; run: Partial<Result>; kind?: string; message: string; hint: string }>([
    {
      name: 'if something ended it: that is all it says',
      run: { ended: REJECTED_TOKEN },
      kind: 'token-rejected',
      message: 'The service rejects the token (HTTP 401): expired on 1 Nov.',
      hint: 'Rotate it.'
    },
    {
      name: 'if something ended it before all was sent: without a path',
      run: { ended: UNREACHABLE, items: [runbook('a', { kind: 'send' }), runbook('b', LATIN)] },
      kind: 'unreachable',
      message: 'Nothing listens. 2 runbooks were not delivered.',
      hint: 'Start it.'
    },
    {
      name: 'if a file is refused',
      run: { items: [runbook('a', LATIN), runbook('b', STORED)] },
      message: '1 runbook was not delivered: docs/a.md. The file is not UTF-8.',
      hint: 'Save it as UTF-8.'
    },
    {
      name: 'if many files are refused for one reason',
      run: { items: many },
      message:
        '7 runbooks were not delivered: docs/file 0.md, docs/file 1.md, docs/file 2.md, docs/file 3.md, docs/file 4.md and 2 more. ' +
        'The file is not UTF-8.',
      hint: 'Save it as UTF-8.'
    },
    {
      name: 'if an entry failed',
      run: { items: [runbook('a', FAILED)] },
      message: '1 runbook was not delivered: docs/a.md. The service rejects the request (HTTP 400).',
      hint: 'Correct it. The next run delivers what is missing.'
    },
    {
      name: 'for several causes: each reason and each hint once',
      run: {
        items: [...many, runbook('x', FAILED), conflict('d'), conflict('e'), runbook('y', { ...LATIN, reason: 'NUL.' })]
      },
      message:
        '11 runbooks were not delivered. docs/x.md: The service rejects the request (HTTP 400). docs/d.md, docs/e.md: Somebody ' +
        'edited the entry in the assistant. docs/file 0.md, docs/file 1.md, docs/file 2.md and 4 more: The file is not UTF-8. ' +
        '1 more runbook: see the report.',
      hint:
        'docs/x.md: Correct it. docs/d.md, docs/e.md: Pull it, or replace it. docs/file 0.md, docs/file 1.md, docs/file 2.md and 5 ' +
        'more: Save it as UTF-8. The next run delivers what is missing.'
    },
    {
      name: 'if files share a name, before the first sync: the advice stands first',
      run: { items: [...two, runbook('c', LATIN)] },
      message:
        '3 runbooks were not delivered. docs/c.md: The file is not UTF-8. Several files have one name: “summary”: 2 files ' +
        '(docs/b.md, docs/payments/a.md).',
      hint:
        "Before the first sync, set `entry-name: '{dir}: {title}'`: later it would make new entries for all runbooks. Otherwise, give each file a " +
        '`title` of its own in the front matter. docs/c.md: Save it as UTF-8.'
    },
    {
      name: 'in a plan, of what a sync would refuse',
      run: { mode: 'plan', items: [runbook('a', LATIN)] },
      message: '1 runbook would not be delivered: docs/a.md. The file is not UTF-8.',
      hint: 'Save it as UTF-8. Correct this first, or the next sync fails.'
    },
    {
      name: 'if pull leaves an edit out',
      run: { mode: 'pull', pulled: [{ path: 'docs/a.md', file: '', kind: 'left out', reason: 'The edit has a NUL.' }] },
      message: '1 left out. docs/a.md: The edit has a NUL.',
      hint: 'Correct the entry in the assistant, then pull again.'
    },
    {
      name: 'if pull writes an edit beside its file',
      run: {
        mode: 'pull',
        pulled: [
          { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' },
          {
            path: 'docs/b.md',
            file: 'docs/b.md.edited',
            kind: 'beside',
            reason: 'Not in the file: it was written by hand.'
          }
        ]
      },
      message: '1 file changed, 1 edit beside its file. docs/b.md: Not in the file: it was written by hand.',
      hint: 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
    }
  ])('$name', ({ run, kind = 'incomplete', message, hint }) => {
    expect(verdictIn(run)).toMatchObject({ kind, message, hint })
  })
})

describe('names become unique', () => {
  const template = /^Before the first sync, set `entry-name: '([^']*)'`:/
  const names = (...paths: readonly string[]) => paths.map((path) => runbook(path, { ...DUPLICATE, name: 'Summary' }))
  test.each<{ name: string; run: Partial<Result>; advised: string | undefined }>([
    { name: 'by the folder', run: { items: names('a/x', 'b/x', 'c/x') }, advised: '{dir}: {title}' },
    {
      name: 'by the path if a folder has two of them',
      run: { items: names('a/x', 'a/y', 'b/x') },
      advised: '{path}: {title}'
    },
    {
      name: 'by the folder although the knowledge base has entries of others',
      run: { items: names('a/x', 'b/x'), inventory: { ...INVENTORY, entries: 272, elsewhere: 272 } },
      advised: '{dir}: {title}'
    },
    {
      name: 'by titles if the list shows entries of this branch',
      run: { items: names('a/x', 'b/x'), inventory: { ...INVENTORY, entries: 1, differing: 1 } },
      advised: undefined
    },
    { name: 'by titles if an entry is kept', run: { items: [...names('a/x', 'b/x'), kept('c')] }, advised: undefined },
    {
      name: 'by titles if the run has delivered the others',
      run: { items: [...names('a/x', 'b/x'), runbook('c', STORED)] },
      advised: undefined
    }
  ])('$name', ({ run, advised }) => {
    const { hint = '' } = verdictIn(run) ?? {}
    expect(template.exec(hint)?.[1]).toBe(advised)
    if (advised === undefined)
      expect(hint).toMatch(/^Give each file a `title` of its own in the front matter\. Another/)
  })
})

test('a file that waits on the branch is counted with the new file that took its name, which stands first', () => {
  const items = [
    runbook('a', { ...DUPLICATE, name: 'Summary', isWaiting: true }),
    runbook('new', { ...DUPLICATE, name: 'Summary' })
  ]
  expect(verdictIn({ mode: 'plan', items })?.message).toBe(
    '1 runbook would not be delivered. Several files have one name: “Summary”: 2 files (docs/new.md, docs/a.md).'
  )
})

test('four files with one name are three and a number', () => {
  const items = ['a', 'b', 'c', 'd'].map((name) => runbook(name, { ...DUPLICATE, name: 'Summary' }))
  expect(verdictIn({ items })?.message).toMatch(
    /“Summary”: 4 files \(docs\/a\.md, docs\/b\.md, docs\/c\.md and 1 more\)\.$/
  )
})

test('a name that only files share which wait on the branch is no cause', () => {
  const waiting = { ...DUPLICATE, name: 'Overview', isWaiting: true }
  const items = [runbook('a', waiting), runbook('b', waiting), runbook('c', LATIN)]
  expect(verdictIn({ items })?.message).toBe('1 runbook was not delivered: docs/c.md. The file is not UTF-8.')
})
