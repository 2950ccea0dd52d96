import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { annotationsOf, publish } from '../../src/report/publish.ts'
import { Sink } from '../../src/report/sink.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import {
  conflict,
  current,
  FAILED,
  kept,
  leftOut,
  orphan,
  reported,
  row,
  send,
  SHOWN,
  TOKEN_REJECTED,
  type Given
} from './results.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const before = { ...process.env }

beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'temp'))
  process.env['GITHUB_OUTPUT'] = join(folder.path, 'output')
  process.env['GITHUB_STEP_SUMMARY'] = join(folder.path, 'summary')
  await writeFile(join(folder.path, 'summary'), '')
})

afterAll(async () => {
  process.env = before
  await folder[Symbol.asyncDispose]()
})

/** What a job shows and passes on. */
async function published(run: Given, temp = join(folder.path, 'temp')) {
  await writeFile(join(folder.path, 'output'), '')
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const failure = await publish(reported(run), new Sink([]), { RUNNER_TEMP: temp })
    const log = write.mock.calls.map(([text]) => String(text).trimEnd())
    const text = await readFile(join(folder.path, 'output'), 'utf8')
    const found = [...text.matchAll(/^(.*)<<(.*)\n(.*)\n\2$/gm)]
    const outputs: Record<string, string> = Object.fromEntries(
      found.map(([, name = '', , value = '']) => [name, value])
    )
    return { failure, log, outputs }
  } finally {
    jest.restoreAllMocks()
  }
}

describe('the log', () => {
  test('begins with what happened and what to do, and names what is missing', async () => {
    const decisions = [current('a'), conflict('b', { isRed: false }), current('c'), leftOut('d'), leftOut('e')]
    const { log, failure } = await published({ decisions, states: { a: SHOWN } })
    expect(log.filter((line) => !line.startsWith('::'))).toEqual([
      expect.stringMatching(/^Runbook Sync: 1 runbook delivered; 3 are not: docs\/d\.md, .* Save it as UTF-8\.$/),
      '  refused   2 files  The file is not UTF-8. Save it as UTF-8.  docs/d.md, docs/e.md',
      expect.stringMatching(/^ {2}refused {3}docs\/b\.md {2}“b” Somebody edited its entry in the assistant\. To keep/),
      '  upserted  docs/a.md  “a”',
      '3 refused, 1 delivered, 1 unchanged; 5 files selected at commit ccccccc.',
      'The knowledge base had 3 entries: 3 current.'
    ])
    expect(failure).toMatch(/^1 runbook delivered; 3 are not: .* Save it as UTF-8\.$/)
  })

  test('of a wrong token has nothing but the error', async () => {
    const { log, failure } = await published({ ended: TOKEN_REJECTED })
    expect(log).toEqual([])
    expect(failure).toBe('The service rejects the token (HTTP 401). Choose Rotate in Settings → Access Tokens.')
  })
})

describe('outputs', () => {
  const saved = { path: 'docs/a.md', name: 'a', file: '/tmp/s/docs/a.md', folder: '/tmp/s', content: '' }
  const all = [current('a'), kept('b'), conflict('c', { isRed: false }), orphan('d'), send('e')]
  test.each<{ name: string; run: Given; expected: Readonly<Record<string, string>> }>([
    {
      name: 'count the branch',
      run: { decisions: all, states: { a: SHOWN, e: FAILED }, saved: [saved] },
      expected: {
        upserted: '1',
        failed: '2',
        edits: '2',
        orphaned: '1',
        'token-rejected': 'false',
        overwritten: '/tmp/s'
      }
    },
    {
      name: 'are empty if nothing is known',
      run: { ended: TOKEN_REJECTED },
      expected: { upserted: '0', failed: '', edits: '', orphaned: '', 'token-rejected': 'true', overwritten: '' }
    }
  ])('$name', async ({ run, expected }) => {
    const { report = '', summary = '', ...outputs } = (await published(run)).outputs
    expect(outputs).toEqual(expected)
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ version: 1 })
    expect(await readFile(summary, 'utf8')).toMatch(/^## /)
  })

  test('that cannot be written do not hide the rest', async () => {
    const { failure, log } = await published({ decisions: [leftOut('a')] }, join(folder.path, 'missing'))
    expect(failure).toMatch(/^1 runbook is not delivered/)
    expect(log.join('\n')).toMatch(/^::warning::The report could not be written: .*ENOENT/m)
    expect(await readFile(join(folder.path, 'summary'), 'utf8')).toContain('The file is not UTF-8')
  })
})

describe('annotations', () => {
  const many = Array.from({ length: 20 }, (_, at) => `${at}`)
  test.each<{ name: string; run: Given; expected: readonly string[] }>([
    {
      name: 'an error for each red file, first those with a line',
      run: { decisions: [send('a'), leftOut('b'), leftOut('c', { line: 3 })], states: { a: FAILED } },
      expected: ['error docs/c.md:3', 'error docs/a.md', 'error docs/b.md']
    },
    {
      name: 'a warning for each other file that needs a person, in every run',
      run: { decisions: [kept('a'), conflict('b', { isRed: false })] },
      expected: ['warning docs/b.md', 'warning docs/a.md']
    },
    {
      name: 'a warning where a plan would replace a text',
      run: { mode: 'plan', decisions: [send('a', 'replaces', [row('a')]), send('b')] },
      expected: ['warning docs/a.md']
    },
    {
      name: 'what concerns the run first, then edits that were pulled',
      run: {
        notices: [{ level: 'warning', message: 'All.' }],
        pulled: [
          { path: 'a.md', file: 'a.md', kind: 'changed', reason: '' },
          { path: 'b.md', file: '', kind: 'left out', reason: 'Why.' }
        ]
      },
      expected: ['warning', 'warning b.md', 'notice a.md']
    },
    {
      name: 'nine errors: the tenth is the failure',
      run: { decisions: many.map((name) => leftOut(name)) },
      expected: Array<string>(9).fill(expect.stringMatching(/^error/) as unknown as string)
    },
    {
      name: 'ten warnings, of which the tenth sums up',
      run: { decisions: many.map(kept) },
      expected: [...Array<string>(9).fill(expect.stringMatching(/^warning docs/) as unknown as string), 'warning']
    }
  ])('$name', ({ run, expected }) => {
    const shown = annotationsOf(reported(run)).map(({ level, path, line }) => {
      return [level, line === null ? path : `${path ?? ''}:${line}`].filter((part) => part !== null).join(' ')
    })
    expect(shown).toEqual(expected)
  })
})
