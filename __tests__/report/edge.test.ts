import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { ActionError } from '../../src/errors.ts'
import { Edge } from '../../src/report/edge.ts'
import { debugLog, logListener } from '../../src/report/job-log.ts'
import { Journal, type JournalEvent } from '../../src/report/journal.ts'
import { jsonOf } from '../../src/report/json-report.ts'
import { Progress } from '../../src/report/progress.ts'
import { publish } from '../../src/report/publish.ts'
import type { Result } from '../../src/report/result.ts'
import { ACTION, COMMAND_LINE } from '../../src/report/vocabulary.ts'
import { Secret } from '../../src/secret.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import {
  conflict,
  DUPLICATE,
  entry,
  FAILED,
  INVENTORY,
  kept,
  LATIN,
  printed,
  resultOf,
  runbook,
  sentOf,
  STORED
} from './results.ts'

// What a run leaves has no token and nothing active, also of hostile files, services and people.

const TOKENS = ['rbs_3f9c+A1b2/C3d4=E5&x<y>', 'ghs_16C7e42F292c6912E7710c838347Ae178B4a']
const FORMS = TOKENS.flatMap((token) => new Secret(token).forms())
const HOSTILE = [
  ...['::error::pwned', '##[error]pwned', '<img src=x onerror=pwned>', '[x](javascript:pwned)', '`|', '</details>'],
  ...['\u202e\u2028\u001b[31m\u009b', '@pwned', 'https://pwned.example', '⟦job⟧', '\n::error::pwned\r::error::pwned']
].join(' ')

/** These words are from this program, or were checked when they were read. */
const OURS = new Set(['mode', 'kind', 'state', 'level', 'about', 'cause', 'origin', 'head', 'serverUrl'])

/** A value in which each string of others holds everything hostile. Strings stay different. */
function poisoned<Value>(value: Value, key = ''): Value {
  if (typeof value === 'string') {
    // The start of a line is the worst place.
    return (OURS.has(key) ? value : `::error::${value} ${TOKENS.join(' ')} ${FORMS.join(' ')} ${HOSTILE}`) as Value
  }
  if (value instanceof ActionError) {
    const { kind, message, hint, headline = '' } = value
    const cause = Object.assign(new Error(poisoned('cause')), { stack: poisoned('Error: at x') })
    const options = { headline: poisoned(headline), cause }
    return new ActionError(kind, poisoned(message), poisoned(hint), options) as Value
  }
  if (Array.isArray(value)) return value.map((item: unknown) => poisoned(item, key)) as Value
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned<unknown>(item, name)])) as Value
}

const DIFFERENCE = ['@@ -1 +1 @@', '-Mine.', '+Ours.', ' Both.']
const ENDED = new ActionError('defect', 'An unexpected error.', 'Report it.', { headline: 'an error' })
const EVERYTHING: Partial<Result> = {
  head: 'c'.repeat(40),
  selected: 9,
  inventory: { ...INVENTORY, entries: 60, current: 3, elsewhere: 5, names: ['One', 'Two'] },
  items: [
    runbook('sent', STORED),
    runbook('failed', FAILED),
    runbook('latin', { ...LATIN, line: 3 }),
    runbook('latin 2', LATIN),
    runbook('same', { ...DUPLICATE, name: 'Same' }),
    runbook('same 2', { ...DUPLICATE, name: 'Same' }),
    conflict('edited'),
    { ...kept('kept'), decision: { ...kept('kept').decision, difference: DIFFERENCE } },
    runbook('waits', { ...LATIN, isWaiting: true }),
    runbook('open', { kind: 'send', texts: [{ origin: 'by hand', content: 'Theirs.' }] }),
    runbook('draft', { kind: 'skipped', reason: 'draft: true' }),
    entry('gone', { kind: 'orphaned', now: { path: 'docs/b.md', name: 'b' } }),
    entry('not retired', { kind: 'retire', state: 'failed', error: ENDED })
  ],
  notices: [
    { level: 'warning', message: 'A warning.' },
    { level: 'notice', message: 'A notice.', path: 'docs/a.md', line: 4 }
  ],
  pulled: [
    { path: 'docs/a.md', file: 'docs/a.md.edited', kind: 'beside', reason: 'It is not UTF-8.' },
    { path: '', file: '', kind: 'left out', reason: 'It has no path.' }
  ],
  saved: [{ path: 'docs/a.md', name: 'a', file: '/tmp/saved/docs/a.md', folder: '/tmp/saved' }]
}

/** The events of a run that comes to `result`. */
function tellEvents(result: Result, tell: (event: JournalEvent) => void): void {
  const journal = new Journal(tell)
  journal.notice({ level: 'progress', message: result.notices[0]?.message ?? '' })
  journal.sending(result.items.length)
  for (const text of result.saved) journal.saved(text)
  for (const { decision, error } of result.items) {
    const state = error === undefined ? ({ is: 'waiting', since: 0 } as const) : ({ is: 'failed', error } as const)
    journal.answered(sentOf(decision.name ?? '', state))
  }
}

function expectNoToken(what: string, text: string): void {
  for (const form of FORMS) expect({ what, form: text.includes(form) ? form : '' }).toEqual({ what, form: '' })
}

/** `text` has no token, and nothing that a terminal, a browser or the runner obeys. */
function expectInert(what: string, text: string): void {
  expectNoToken(what, text)
  // eslint-disable-next-line no-control-regex
  const active = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u.exec(
    text.replaceAll('\u001b[2K', '')
  )
  expect({ what, active }).toEqual({ what, active: null })
  // The runner finds the old form anywhere, and takes a step's `cat` for the new one.
  expect({ what, command: /##\[.*/.exec(text)?.[0] }).toEqual({ what, command: undefined })
}

/** The lines of a log have no command but ours, each of which has one line of inert text. */
function expectInertLog(log: string): void {
  const foreign = log
    .split(/[\r\n]/)
    .map((line) => /^::(?:error|warning|notice|debug|set-output)(?: [^:]*)?::(.*)$/.exec(line)?.[1] ?? line)
    .filter((line) => /^\s*::/.test(line))
  expect(foreign).toEqual([])
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const before = { ...process.env }

// `@actions/core` remembers the first file of the summary.
beforeAll(async () => {
  folder = await temporaryFolder()
  for (const name of ['output', 'summary']) await writeFile(join(folder.path, name), '')
  process.env['GITHUB_OUTPUT'] = join(folder.path, 'output')
  process.env['GITHUB_STEP_SUMMARY'] = join(folder.path, 'summary')
  process.env['RUNNER_DEBUG'] = '1'
})

afterAll(async () => {
  process.env = before
  await folder[Symbol.asyncDispose]()
})

/** What a run of the Action leaves. */
async function runOfAction(result: Result): Promise<Readonly<Record<string, string>>> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  jest.spyOn(performance, 'now').mockImplementation(() => write.mock.calls.length * 1e9)
  try {
    const edge = new Edge(ACTION, TOKENS)
    await writeFile(join(folder.path, 'output'), '')
    await writeFile(join(folder.path, 'summary'), '')
    const temp = join(folder.path, 'temp', String(Math.random()))
    await mkdir(temp, { recursive: true })
    debugLog(edge)(result.notices[0]?.message ?? '')
    tellEvents(result, logListener(edge))
    const failure = (await publish(result, edge, { RUNNER_TEMP: temp })) ?? ''
    const [written = ''] = await readdir(temp)
    const read = (...names: readonly string[]) => readFile(join(...names), 'utf8')
    return {
      log: write.mock.calls.map(([text]) => String(text)).join(''),
      failure,
      outputs: await read(folder.path, 'output'),
      summary: await read(folder.path, 'summary'),
      'summary.md': await read(temp, written, 'summary.md'),
      'report.json': await read(temp, written, 'report.json')
    }
  } finally {
    jest.restoreAllMocks()
  }
}

/** What a command prints. */
function runOfCommand(result: Result, isTTY: boolean): Readonly<Record<string, string>> {
  jest.useFakeTimers()
  const stderr = Object.assign(new PassThrough({ highWaterMark: 2 ** 30 }), { isTTY, columns: 5000 })
  jest.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as never)
  try {
    const edge = new Edge(COMMAND_LINE, TOKENS)
    {
      using progress = new Progress(edge)
      progress.tell({ kind: 'notice', notice: { level: 'progress', message: result.notices[0]?.message ?? '' } })
      jest.advanceTimersByTime(10_000)
      tellEvents(result, progress.tell)
      jest.advanceTimersByTime(10_000)
    }
    return {
      trace: edge.trace(result.ended).join('\n'),
      // A terminal clears its line.
      progress: String(stderr.read()).replaceAll('\r\u001b[2K', '\n'),
      report: printed(result, edge),
      json: jsonOf(result, edge)
    }
  } finally {
    jest.useRealTimers()
    jest.restoreAllMocks()
  }
}

describe('nothing of others is active, and no token is left', () => {
  const cases = [
    { name: 'a sync', run: {} },
    { name: 'a sync of a public repository', run: { showsTexts: false } },
    { name: 'a sync that ended', run: { ended: ENDED } },
    { name: 'a plan', run: { mode: 'plan' } },
    { name: 'a pull', run: { mode: 'pull' } }
  ] as const

  test.each(cases)('by the Action: $name', async ({ run }) => {
    const result = poisoned(resultOf({ ...EVERYTHING, ...run }))
    const { outputs = '', ...left } = await runOfAction(result)
    // A step gets the exact path of a folder, which nobody prints.
    expectNoToken('outputs', outputs)
    for (const [what, text] of Object.entries(left)) expectInert(what, text)
    for (const what of ['log', 'summary.md', 'report.json', 'failure']) expectInertLog(left[what] ?? '')
    expect(JSON.stringify(left)).toContain('pwned')
    const html = micromark(left['summary.md'] ?? '', {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()]
    })
    const tags = html.match(/<[^>]*>/g) ?? []
    expect(tags.filter((tag) => /^<(?:img|script)|href="(?!https:\/\/github\.com\/)/i.test(tag))).toEqual([])
    expect(tags.length).toBeGreaterThan(50)
  })

  test.each(cases)('by the command line: $name', ({ run }) => {
    const result = poisoned(resultOf({ ...EVERYTHING, ...run }))
    for (const isTTY of [true, false]) {
      for (const [what, text] of Object.entries(runOfCommand(result, isTTY))) {
        expectInert(what, text)
        expectInertLog(text)
      }
    }
  })
})

test('JSON stays JSON if an escape stands before a token', () => {
  const [token = ''] = TOKENS
  const json = new Edge(COMMAND_LINE, [token]).json({ name: `a\\${token}` })
  expect(JSON.parse(json)).toEqual({ name: expect.stringMatching(/^a\\?\*\*\*$/) })
})

describe('nothing goes around the edge:', () => {
  const texts = readdirSync('src/report').map((file) => ({
    file,
    text: readFileSync(join('src/report', file), 'utf8')
  }))
  const filesWith = (form: RegExp): string[] => texts.filter(({ text }) => form.test(text)).map(({ file }) => file)

  test.each<{ name: string; form: RegExp; files: readonly string[] }>([
    { name: 'who escapes', form: /from '\.\/escape\.ts'/, files: ['edge.ts', 'json-report.ts', 'markup.ts'] },
    { name: 'who takes tokens out', form: /\.redact\(/, files: ['edge.ts', 'job-log.ts', 'shown.ts'] },
    {
      name: 'who writes to the log',
      form: /from '@actions\/core'/,
      files: ['annotations.ts', 'job-log.ts', 'publish.ts']
    },
    { name: 'who writes to a terminal', form: /\.write\(/, files: ['progress.ts', 'publish.ts', 'terminal.ts'] }
  ])('$name', ({ form, files }) => {
    expect(filesWith(form)).toEqual(files)
  })

  test('all lines of the log pass it', () => {
    const calls = texts.flatMap(
      ({ text }) => text.match(/core(?:\.(?:info|debug|warning|error|notice)|\[level\])\([^)]{0,20}/g) ?? []
    )
    expect(calls.length).toBeGreaterThan(5)
    // `trace` has made the line.
    expect(calls.filter((call) => !/\((?:edge\.line\(|line$)/.test(call))).toEqual([])
  })
})
