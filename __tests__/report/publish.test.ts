import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { Edge } from '../../src/report/edge.ts'
import { publish } from '../../src/report/publish.ts'
import type { Result } from '../../src/report/result.ts'
import { ACTION } from '../../src/report/vocabulary.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { conflict, DUPLICATE, entry, FAILED, INVENTORY, kept, LATIN, resultOf, runbook, STORED } from './results.ts'

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
async function published(run: Partial<Result>) {
  await writeFile(join(folder.path, 'output'), '')
  const temp = join(folder.path, 'temp')
  await mkdir(temp, { recursive: true })
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const failure = await publish(resultOf(run), new Edge(ACTION, []), { RUNNER_TEMP: temp })
    const lines = write.mock.calls.map(([text]) => String(text).trimEnd())
    const outputs = await readFile(join(folder.path, 'output'), 'utf8')
    return {
      failure,
      log: lines.filter((line) => !line.startsWith('::')),
      warnings: lines.filter((line) => line.startsWith('::warning')),
      outputs: Object.fromEntries(
        [...outputs.matchAll(/^(.*)<<(.*)\n(.*)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value])
      ) as Readonly<Record<string, string>>
    }
  } finally {
    jest.restoreAllMocks()
  }
}

const ENDED = new ActionError(
  'token-rejected',
  'The service rejects the token (HTTP 401): expired on 1 Nov.',
  'Rotate it.'
)

describe('the log', () => {
  test.each<{ name: string; run: Partial<Result>; log: readonly string[]; failure: string | undefined }>([
    {
      name: 'of a green run begins with what happened and what to do',
      run: {
        items: [
          runbook('a', { ...STORED, reason: 'A new entry.' }),
          kept('b'),
          runbook('c', { ...LATIN, isWaiting: true })
        ],
        inventory: { ...INVENTORY, entries: 3, current: 1, elsewhere: 2 }
      },
      log: [
        'Runbook Sync: 1 runbook delivered. 1 entry was edited in the assistant. Bring the edit into the file, or discard it.',
        '  kept      docs/b.md  “b” Somebody edited the entry in the assistant; the edit stays. Bring the edit into the file with `runbook-sync pull`.',
        '  upserted  docs/a.md  “a” A new entry.',
        '1 kept, 1 upserted; 3 files selected at commit ccccccc.',
        'Also waiting on the branch, and not changed here: 1 refused.',
        'Before this run the knowledge base had 1 entry: 1 current; 2 of other repositories.'
      ],
      failure: undefined
    },
    {
      name: 'has one line for each cause, and groups names with the advice first',
      run: {
        items: [
          ...['a', 'b', 'c', 'd'].map((name) => runbook(`${name}/Summary`, { ...DUPLICATE, name: 'Summary' })),
          ...['e', 'f'].map((name) => runbook(`${name}/Overview`, { ...DUPLICATE, name: 'Overview' })),
          ...Array.from({ length: 12 }, (_, at) => runbook(`latin ${at + 10}`, LATIN))
        ]
      },
      log: [
        'Runbook Sync: 18 runbooks were not delivered: 6 files with the name of another, 12 files to correct. The reasons below say what to do.',
        "  refused   6 files share 2 names. Before the first sync, set `entry-name: '{dir}: {title}'`: later it would make new entries for all runbooks. Otherwise, give each file a `title` of its own in the front matter.",
        '            “Summary”: 4 files (docs/a/Summary.md, docs/b/Summary.md, docs/c/Summary.md and 1 more)',
        '            “Overview”: 2 files (docs/e/Overview.md, docs/f/Overview.md)',
        `  refused   12 files  The file is not UTF-8. Save it as UTF-8.  ${Array.from({ length: 10 }, (_, at) => `docs/latin ${at + 10}.md`).join(', ')} and 2 more`,
        '18 refused; 18 files selected at commit ccccccc.'
      ],
      failure:
        '18 runbooks were not delivered. docs/latin 10.md, docs/latin 11.md, docs/latin 12.md and 9 more: The file is not UTF-8. ' +
        'Several files have one name: “Summary”: 4 files (docs/a/Summary.md, docs/b/Summary.md, docs/c/Summary.md and 1 more), ' +
        "“Overview”: 2 files (docs/e/Overview.md, docs/f/Overview.md). Before the first sync, set `entry-name: '{dir}: {title}'`: later it " +
        'would make new entries for all runbooks. Otherwise, give each file a `title` of its own in the front matter. docs/latin 10.md, ' +
        'docs/latin 11.md, docs/latin 12.md and 9 more: Save it as UTF-8.'
    },
    {
      name: 'of a wrong token has nothing but the error',
      run: { ended: ENDED, head: '' },
      log: [],
      failure: 'The service rejects the token (HTTP 401): expired on 1 Nov. Rotate it.'
    },
    {
      name: 'of a run that ended counts what it explains',
      run: { ended: ENDED, items: [runbook('a', { kind: 'send' }), runbook('b', { kind: 'send' })] },
      log: [
        'Runbook Sync: The service rejects the token (HTTP 401): expired on 1 Nov. 2 runbooks were not delivered. Rotate it.',
        '  pending   2 files  Not sent, because the run ended.',
        '2 pending; 2 files selected at commit ccccccc.'
      ],
      failure: 'The service rejects the token (HTTP 401): expired on 1 Nov. 2 runbooks were not delivered. Rotate it.'
    }
  ])('$name', async ({ run, log, failure }) => {
    expect(await published(run)).toMatchObject({ log, failure })
  })
})

describe('outputs', () => {
  const saved = { path: 'docs/a.md', name: 'a', file: '/tmp/s/docs/a.md', folder: '/tmp/s' }
  test.each<{ name: string; run: Partial<Result>; expected: Readonly<Record<string, string>> }>([
    {
      name: 'of a green run',
      run: { items: [runbook('a', STORED), kept('b'), entry('c', { kind: 'orphaned' })], saved: [saved] },
      expected: {
        upserted: '1',
        failed: '0',
        edits: '1',
        orphaned: '1',
        'token-rejected': 'false',
        overwritten: '/tmp/s'
      }
    },
    {
      name: 'failed is everything that should have been delivered, and was not',
      run: {
        items: [
          runbook('a', FAILED),
          runbook('b', { kind: 'send' }),
          runbook('c', LATIN),
          conflict('d'),
          runbook('e', { ...LATIN, isWaiting: true })
        ]
      },
      expected: {
        upserted: '0',
        failed: '4',
        edits: '1',
        orphaned: '0',
        'token-rejected': 'false',
        overwritten: ''
      }
    },
    {
      name: 'of a rejected token',
      run: { ended: ENDED },
      expected: {
        upserted: '0',
        failed: '0',
        edits: '0',
        orphaned: '0',
        'token-rejected': 'true',
        overwritten: ''
      }
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
    expect(
      await publish(resultOf({ items: [runbook('a', LATIN)] }), new Edge(ACTION, []), { RUNNER_TEMP: temp })
    ).toMatch(/^1 runbook was not delivered/)
    const log = write.mock.calls.map(([text]) => String(text)).join('')
    expect(log).toMatch(/^::warning::The report could not be written: .*ENOENT/m)
    expect(await readFile(join(folder.path, 'summary'), 'utf8')).toContain('1 runbook was not delivered')
  } finally {
    jest.restoreAllMocks()
  }
})

describe('a token that expires', () => {
  test.each<{ name: string; days: number; run?: Partial<Result>; warning: string | undefined }>([
    { name: 'in 15 days', days: 14.5, warning: undefined },
    { name: 'in 14 days', days: 14, warning: '::warning::The token expires on 2026-11-20, in 14 days ' },
    { name: 'tomorrow', days: 0.5, warning: '::warning::The token expires on 2026-11-20, in 1 day ' },
    { name: 'today', days: 0, warning: '::warning::The token expired on 2026-11-20 ' },
    {
      name: 'today, and the list could be read',
      days: 0,
      run: { inventory: INVENTORY },
      warning: '::warning::The date in the workflow is past (`token-expires-on: 2026-11-20`), yet the token works: '
    }
  ])('$name', async ({ days, run, warning }) => {
    const tokenExpiresOn = new Date('2026-11-20')
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate'],
      now: tokenExpiresOn.getTime() - days * 24 * 60 * 60 * 1000
    })
    try {
      const { warnings } = await published({ ...run, tokenExpiresOn })
      expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)])
    } finally {
      jest.useRealTimers()
    }
  })
})
