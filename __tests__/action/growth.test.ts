import { afterAll, expect, jest, test } from '@jest/globals'
import { Project, type Changes } from '../../testing/project.ts'
import { outcomesOf, reported, reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

/**
 * Inputs for which the work once grew with the square of their size, and took minutes: the run ends in the time of a test.
 * `__tests__/runbook/runbook.test.ts` has more Markdown.
 */
jest.setTimeout(90_000)

const DELIVERED: Readonly<Record<string, string>> = {
  'a link that is not closed': `# A\n\n[a](b${' '.repeat(900_000)}`,
  'table rows': `# C\n\n${'|a|\n|-|\n'.repeat(100_000)}`,
  'quoted front matter': `---\nx: "${'\\"'.repeat(7_900)}"\n---\n# D\n`
}
/** Entries that somebody wrote, under the names of runbooks. */
const BY_HAND: Readonly<Record<string, string>> = {
  'blanks in a line': `x${' '.repeat(150_000)}x`,
  'combining characters': `a${'\u0301\u0323'.repeat(150_000)}`,
  'beginnings of source lines': 'Source: [\u2028'.repeat(50_000)
}
const REFUSED: Readonly<Record<string, string>> = {
  anchors: Array.from({ length: 1500 }, (_, at) => `k${at}: &a${at} 1`).join('\n'),
  brackets: `x: ${'['.repeat(16_000)}`
}
const MANY = 1000
/** Paths of 1 MB in all. */
const LONG = Array<string>(4).fill('x'.repeat(240)).join('/')

const numbered = (count: number, file: (at: number) => [string, string]): Changes =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => file(at)))

const project = await Project.create()
afterAll(async () => {
  await project[Symbol.asyncDispose]()
})
await project.commit({
  ...Object.fromEntries(
    Object.entries(DELIVERED).map(([kind, text]) => [`docs/runbooks/${kind}.md`, `${text}\n\n[a](../../README.md)\n`])
  ),
  ...Object.fromEntries(
    Object.keys(BY_HAND).map((kind) => [`docs/runbooks/${kind}.md`, `# ${kind}\n\nx${' '.repeat(150_000)}x\n`])
  ),
  ...Object.fromEntries(
    Object.entries(REFUSED).map(([kind, yaml]) => [`docs/runbooks/${kind}.md`, `---\n${yaml}\n---\nText.\n`])
  ),
  ...numbered(2000, (at) => [`docs/same/${at}.md`, '# One title\n\nText.\n']),
  ...numbered(MANY, (at) => [`docs/many/${LONG}/${at}.md`, `# Number ${at}\n\n${at}.\n`])
})
await project.pushed()

test('files and entries that repeat one token are read, and delivered or refused', async () => {
  for (const [name, content] of Object.entries(BY_HAND)) project.paste(name, content)
  const job = await runSafely(project, { inputs: { files: 'docs/runbooks' } })
  const upserted = Object.keys(DELIVERED).map((kind) => `upserted docs/runbooks/${kind}.md`)
  const refused = Object.keys({ ...BY_HAND, ...REFUSED }).map((kind) => `refused docs/runbooks/${kind}.md`)
  expect(outcomesOf(job)).toEqual([...upserted, ...refused].sort())
})

test('2,000 files with one name: the report of each has a bounded length, and the log and the summary have one', async () => {
  const job = await runSafely(project, { inputs: { files: 'docs/same' } })
  expect(reportOf(job).totals).toMatchObject({ refused: 2000, upserted: 0 })
  expect(reported(job, 'docs/same/7.md').reason).toMatch(
    /^docs\/same\/.* and 1,99\d more have the same name “One title”, so one entry/
  )
  expect(JSON.stringify(job.report).length / 2000).toBeLessThan(600)
  expect(job.stdout.length).toBeLessThan(200_000)
  expect(job.summary.length).toBeLessThan(100_000)
  expect(job.summary).toMatch(/and 1,990 more \|.* have the same name “One title”/)
})

test('1,000 files in a push, with paths of 1 MB, are delivered', async () => {
  const job = await runSafely(project, { inputs: { files: 'docs/many' } })
  expect(job.outputs).toMatchObject({ upserted: String(MANY), failed: '0' })
  const expected = numbered(MANY, (at) => [`Number ${at}`, `# Number ${at}\n\n${at}.\n`])
  expect(project.texts()).toMatchObject(expected)
  expect(reportOf(job).runbooks.filter(({ outcome }) => outcome === 'upserted')).toHaveLength(MANY)
  expect(job.log).toMatch(/and [\d,]+ more lines: see the summary/)
  expect(job.summary).toMatch(/more: see the JSON|rest is left out/)
})
