import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { Failure } from '../../src/failures.ts'
import { JobLog, LineCutter } from '../../testing/job-log.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { forLog, forMarkdown } from '../../src/report/inert.ts'
import { jsonOf } from '../../src/report/json.ts'
import { Report } from '../../src/report/report.ts'
import { summaryOf } from '../../src/report/summary.ts'
import { OUTCOMES, type View } from '../../src/report/view.ts'
import { fuzz } from '../support/fuzz.ts'
import { hostilePath, hostileText, INVISIBLE } from '../support/hostile.ts'

const COMMIT = '8d0e7b1a2c3d4e5f60718293a4b5c6d7e8f90a1b'

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })
const outcome = fc
  .record({
    path: hostilePath,
    name: optional(hostileText),
    outcome: fc.constantFrom(...OUTCOMES),
    reason: hostileText,
    remedy: optional(hostileText),
    line: optional(fc.nat()),
    attempts: fc.nat(9)
  })
  .map(withoutUndefined)
const notice = fc
  .record({
    level: fc.constantFrom('notice', 'warning'),
    message: hostileText,
    path: optional(hostilePath),
    line: optional(fc.nat())
  } as const)
  .map(withoutUndefined)
const view: fc.Arbitrary<View> = fc.record({
  mode: fc.constantFrom('sync', 'plan', 'check', undefined),
  removed: fc.constantFrom('report', 'retire'),
  repository: fc.constantFrom('harbour/handbook', ''),
  serverUrl: fc.constant('https://github.com'),
  range: optional(
    fc.record({
      kind: fc.constantFrom('changed', 'whole', 'nothing'),
      base: fc.constant(COMMIT),
      head: fc.constant(COMMIT),
      reason: hostileText
    } as const)
  ),
  outcomes: fc.array(outcome, { maxLength: 30 }),
  notices: fc.array(notice, { maxLength: 12 }),
  failure: optional(
    fc.tuple(hostileText, hostileText).map(([message, remedy]) => new Failure('service-failing', message, remedy))
  )
})

/** For a property that may be absent, but not `undefined`. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never
}

describe('one text', () => {
  test('is one line of the log, and no command to the runner', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, other) => {
        const line = forLog(text)
        expect(line).not.toMatch(INVISIBLE)
        expect(line).not.toContain('\n')
        expect(line.isWellFormed()).toBe(true)
        // Wherever it is put: also two of them, one after the other.
        const log = new JobLog()
        for (const whole of [line, `  ${line}`, `upserted ${line}`, `${line} (${forLog(other)})`]) log.add(whole)
        expect(log.commands).toEqual([])
      }),
      fuzz(600)
    )
  })

  test('is text in Markdown: nothing of it is markup, a tag, a link or the end of a cell', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const marked = forMarkdown(text)
        expect(marked.replace(/&#\d+;/g, '')).not.toMatch(/[<>|`*[\]\\~@&]|:\S|\bwww\./i)
        expect(marked).not.toMatch(INVISIBLE)
        expect(marked).not.toContain('\n')
      }),
      fuzz(600)
    )
  })
})

describe('whatever a run came to', () => {
  test('the summary is within its size, has our own tags alone, and as many cells in a row as its table has columns', () => {
    const ours = /<\/?(?:details|summary|code)>|<br> →/g
    fc.assert(
      fc.property(view, (each) => {
        const summary = summaryOf(each)
        expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024)
        expect(summary).not.toMatch(INVISIBLE)
        expect(summary.replace(ours, '')).not.toContain('<')
        // Code that stays open would swallow what follows.
        expect(summary.match(/<code>/g)?.length).toBe(summary.match(/<\/code>/g)?.length)
        const tables = summary.split(/\n\n+/).filter((block) => block.startsWith('| runbook |'))
        const rows = tables.flatMap((table) => {
          const [head = '', rule = '', ...body] = table.trimEnd().split('\n')
          for (const line of [rule, ...body]) expect(line.split('|')).toHaveLength(head.split('|').length)
          return body
        })
        expect(rows).toHaveLength(each.outcomes.length)
        // Every link is to a page of this repository.
        for (const [, target = ''] of summary.matchAll(/\]\(([^)]*)\)/g)) {
          expect(target).toMatch(
            new RegExp(`^https://github\\.com/harbour/handbook/(?:blob/${COMMIT}/|commit/${COMMIT}$)[^\\s<>"']*$`)
          )
        }
      }),
      fuzz(80)
    )
  })

  test('the JSON report says it all, exactly', () => {
    fc.assert(
      fc.property(view, (each) => {
        const report = JSON.parse(jsonOf(each)) as { runbooks: { path: string; name: string | null; reason: string }[] }
        expect(report.runbooks.map(({ path, name, reason }) => ({ path, name, reason }))).toEqual(
          each.outcomes.map(({ path, name = null, reason }) => ({ path, name, reason }))
        )
      }),
      fuzz(80)
    )
  })

  test('there are at most ten annotations of a level, each short enough', () => {
    fc.assert(
      fc.property(view, (each) => {
        const annotations = annotationsOf(each)
        for (const level of ['error', 'warning', 'notice'] as const) {
          expect(annotations.filter((annotation) => annotation.level === level).length).toBeLessThanOrEqual(10)
        }
        for (const { message } of annotations) expect(message.length).toBeLessThanOrEqual(2000)
      }),
      fuzz(80)
    )
  })
})

describe('what a runner reads of a report', () => {
  let folder: string
  const written: string[] = []
  const before = { ...process.env }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runbook-sync-fuzz-'))
    process.env['GITHUB_OUTPUT'] = join(folder, 'output')
    process.env['GITHUB_STEP_SUMMARY'] = join(folder, 'summary')
    await writeFile(join(folder, 'output'), '')
    await writeFile(join(folder, 'summary'), '')
    jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  })
  afterAll(async () => {
    jest.restoreAllMocks()
    process.env = before
    await rm(folder, { recursive: true })
  })

  test('is our annotations and no other command, each on the file that it is about', async () => {
    await fc.assert(
      fc.asyncProperty(view, async (each) => {
        written.length = 0
        const report = new Report({ RUNNER_TEMP: folder, GITHUB_REPOSITORY: each.repository })
        report.begin(each.mode ?? 'sync', each.removed, each.notices)
        report.planned(each.outcomes, each.outcomes.length)
        if (each.failure !== undefined) report.fail(each.failure)
        const failed = await report.write()
        if (failed !== undefined) report.info(failed)

        const log = new JobLog()
        const cutter = new LineCutter()
        for (const line of [...cutter.cut(written.join('')), ...cutter.rest()]) log.add(line)
        const names = new Set(log.commands.map(({ name }) => name))
        expect([...names].filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([])
        const kept = new Map(each.outcomes.map((one) => [`${one.path}\0${one.name ?? ''}`, one]))
        const expected = annotationsOf({ ...each, mode: each.mode ?? 'sync', outcomes: [...kept.values()] })
        expect(log.annotations.map(({ level, message, file }) => ({ level, message, file }))).toEqual(
          expected.map(({ level, message, file }) => ({ level, message, file }))
        )
        expect(log.text).not.toMatch(INVISIBLE)
        // Outputs are counts, commits and a path: nothing of others.
        expect(await readFile(join(folder, 'output'), 'utf8')).not.toMatch(/error|script|evil/)
      }),
      fuzz(40)
    )
  })
})
