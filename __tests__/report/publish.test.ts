import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { annotationsOf, publish } from '../../src/report/publish.ts'
import { Sink } from '../../src/report/sink.ts'
import type { Decision } from '../../src/sync/decide.ts'
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
  shared,
  SHOWN,
  TOKEN_REJECTED,
  type Given
} from './results.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const before = { ...process.env }

beforeAll(async () => {
  folder = await temporaryFolder()
  process.env['GITHUB_OUTPUT'] = join(folder.path, 'output')
  process.env['GITHUB_STEP_SUMMARY'] = join(folder.path, 'summary')
  await writeFile(join(folder.path, 'summary'), '')
})

afterAll(async () => {
  process.env = before
  await folder[Symbol.asyncDispose]()
})

/** What a job shows and passes on. */
async function published(run: Given) {
  await writeFile(join(folder.path, 'output'), '')
  const temp = join(folder.path, 'temp')
  await mkdir(temp, { recursive: true })
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const failure = await publish(reported(run), new Sink([]), { RUNNER_TEMP: temp })
    const lines = write.mock.calls.map(([text]) => String(text).trimEnd())
    const outputs = await readFile(join(folder.path, 'output'), 'utf8')
    return {
      failure,
      log: lines.filter((line) => !line.startsWith('::')),
      outputs: Object.fromEntries(
        [...outputs.matchAll(/^(.*)<<(.*)\n(.*)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value])
      ) as Readonly<Record<string, string>>
    }
  } finally {
    jest.restoreAllMocks()
  }
}

describe('the log', () => {
  test.each<{ name: string; run: Given; log: readonly unknown[]; failure: string | undefined }>([
    {
      name: 'of a green run begins with what happened and what to do, and names what is missing',
      run: {
        decisions: [current('a'), conflict('b', { isRed: false }), current('c')],
        states: { a: SHOWN }
      },
      log: [
        expect.stringMatching(
          /^Runbook Sync: 1 runbook delivered; 1 is not: docs\/b\.md \(somebody edited its entry\)\. To keep the text, /
        ),
        expect.stringMatching(
          /^ {2}refused {3}docs\/b\.md {2}“b” Somebody edited its entry in the assistant\. To keep/
        ),
        '  upserted  docs/a.md  “a”',
        '1 refused, 1 delivered, 1 unchanged; 3 files selected at commit ccccccc.',
        'The knowledge base had 3 entries: 3 current.'
      ],
      failure: undefined
    },
    {
      name: 'has one line for files of which the same is to be said',
      run: {
        decisions: [
          ...Array.from({ length: 12 }, (_, at) => leftOut(`latin ${at + 10}`)),
          ...shared('Summary', ['a', 'b'])
        ],
        inventory: undefined
      },
      log: [
        expect.stringMatching(
          /^Runbook Sync: 14 runbooks are not delivered: a\/Summary\.md, b\/Summary\.md \(same name\), /
        ),
        expect.stringMatching(/^ {2}refused {3}2 files {2}a\/Summary\.md, b\/Summary\.md have the same name “Summary”/),
        `  refused   12 files  The file is not UTF-8. Save it as UTF-8.  ${Array.from({ length: 10 }, (_, at) => `docs/latin ${at + 10}.md`).join(', ')} and 2 more`,
        '14 refused; 14 files selected at commit ccccccc.'
      ],
      failure: expect.stringMatching(/^14 runbooks are not delivered: .*Save it as UTF-8\.$/) as unknown as string
    },
    {
      name: 'of a wrong token has nothing but the error',
      run: { ended: TOKEN_REJECTED },
      log: [],
      failure: 'The service rejects the token (HTTP 401). Choose Rotate in Settings → Access Tokens.'
    },
    {
      name: 'of a run that ended counts what it explains',
      run: { ended: TOKEN_REJECTED, decisions: [send('a'), send('b')], inventory: undefined },
      log: [
        'Runbook Sync: The service rejects the token (HTTP 401). 2 runbooks not sent. Choose Rotate in Settings → Access Tokens.',
        '  pending   2 files  Not sent, because the run ended.  docs/a.md, docs/b.md',
        '2 pending; 2 files selected at commit ccccccc.'
      ],
      failure:
        'The service rejects the token (HTTP 401). 2 runbooks not sent. Choose Rotate in Settings → Access Tokens.'
    }
  ])('$name', async ({ run, log, failure }) => {
    expect(await published(run)).toMatchObject({ log, failure })
  })
})

describe('outputs', () => {
  const saved = { path: 'docs/a.md', name: 'a', file: '/tmp/s/docs/a.md', folder: '/tmp/s', content: '' }
  test.each<{ name: string; run: Given; expected: Readonly<Record<string, string>> }>([
    {
      name: 'count the branch',
      run: {
        decisions: [current('a'), kept('b'), conflict('c', { isRed: false }), orphan('d'), send('e')],
        states: { a: SHOWN, e: FAILED },
        saved: [saved]
      },
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
})

test('what cannot be written does not hide the rest', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const temp = join(folder.path, 'missing', 'folder')
    const failure = await publish(reported({ decisions: [leftOut('a')] }), new Sink([]), { RUNNER_TEMP: temp })
    expect(failure).toMatch(/^1 runbook is not delivered/)
    const log = write.mock.calls.map(([text]) => String(text)).join('')
    expect(log).toMatch(/^::warning::The report could not be written: .*ENOENT/m)
    expect(await readFile(join(folder.path, 'summary'), 'utf8')).toContain('The file is not UTF-8')
  } finally {
    jest.restoreAllMocks()
  }
})

describe('annotations', () => {
  const warning = (path: string | undefined, message: string) => {
    return { level: 'warning', message, ...(path !== undefined && { path }) } as const
  }
  test.each<{ name: string; run: Given; expected: readonly string[] }>([
    {
      name: 'an error for each red file, first those with a line',
      run: { decisions: [send('a'), leftOut('b'), leftOut('c', { line: 3 }), send('d')], states: { a: FAILED } },
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
      name: 'what concerns the run first',
      run: { notices: [warning('a.md', 'One.'), warning('a.md', 'Two.'), warning(undefined, 'All.')] },
      expected: ['warning', 'warning a.md', 'warning a.md']
    },
    {
      name: 'a pull, a saved text',
      run: {
        pulled: [
          { path: 'a.md', file: 'a.md', kind: 'changed', reason: '' },
          { path: 'b.md', file: '', kind: 'left out', reason: 'Why.' }
        ],
        saved: [{ path: 'c.md', name: 'c', file: '/tmp/s/c.md', folder: '/tmp/s', content: '' }]
      },
      expected: ['warning b.md', 'warning c.md', 'notice a.md']
    }
  ])('$name', ({ run, expected }) => {
    const shown = annotationsOf(reported(run)).map(({ level, path, line }) => {
      const place = line === null ? path : `${path ?? ''}:${line}`
      return [level, place].filter((part) => part !== null).join(' ')
    })
    expect(shown).toEqual(expected)
  })

  test('at most ten of a level, of which the tenth sums up; of the errors it is the failure', () => {
    const many = (make: (name: string) => Decision) => Array.from({ length: 20 }, (_, at) => make(`${at}`))
    expect(annotationsOf(reported({ decisions: many((name) => leftOut(name)) }))).toHaveLength(9)
    const warnings = annotationsOf(reported({ decisions: many(kept) }))
    expect(warnings).toHaveLength(10)
    expect(warnings.at(-1)?.message).toBe('11 more warnings: see the job summary.')
  })
})
