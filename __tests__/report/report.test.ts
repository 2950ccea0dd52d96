import { expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { OUTCOMES, type Outcome } from '../../src/report/outcome.ts'
import { Report } from '../../src/report/report.ts'
import { summaryOf } from '../../src/report/summary.ts'

test('the same diagnostic of two ranges is reported once', () => {
  const report = new Report({})
  for (let range = 1; range <= 2; range++)
    report.diagnose({ level: 'warning', message: 'No file.', path: 'a.md', line: 2 })
  expect(report.diagnostics).toHaveLength(1)
})

test('a summary that is cut ends its folded part before it says so', () => {
  const report = new Report({})
  for (let at = 0; at < 2000; at++) {
    report.record({ path: `${at}.md`, outcome: 'refused', reason: 'x'.repeat(600) })
  }
  expect(summaryOf(report)).toMatch(/<details>\n[^]*x \|\n\n<\/details>\n\nThe rest is left out[^\n]*\n$/)
})

/** A run with two runbooks of each outcome, and two diagnostics of each level. */
function everything(): Report {
  const report = new Report({ GITHUB_REPOSITORY: 'harbour/handbook', GITHUB_SERVER_URL: 'https://github.com' })
  report.mode = 'sync'
  report.range = { kind: 'range', base: 'b'.repeat(40), tip: 'c'.repeat(40), reason: 'Changes since run 7.' }
  for (const outcome of Object.keys(OUTCOMES) as Outcome[]) {
    report.record({ path: `docs/${outcome} 1.md`, name: `${outcome} 1`, outcome, reason: 'It is so.', attempts: 2 })
    const why = { reason: 'This is why.', hint: 'Do this.', line: 3 }
    report.record({ path: `docs/${outcome} (2).md`, name: `${outcome} 2`, outcome, ...why })
  }
  for (const level of ['warning', 'notice'] as const) {
    report.diagnose({ level, message: `A ${level} about everything.` })
    report.diagnose({ level, message: `A ${level} about a line.`, path: 'docs/a.md', line: 4 })
  }
  return report
}

test('summary and annotations of everything', () => {
  const report = everything()
  expect(summaryOf(report)).toMatchSnapshot()
  expect(annotationsOf(report)).toMatchSnapshot()
  report.failure = new ActionError('unreachable', 'Nothing listens.', 'Start it.')
  expect(summaryOf(report).split('\n\n')[1]).toMatchSnapshot()
})

test('a long report: nine annotations of a level, the last for the rest, and folded tables', () => {
  const report = new Report({})
  report.mode = 'plan'
  for (let at = 10; at < 40; at++) {
    report.record({ path: `${at}.md`, outcome: 'refused', reason: 'This is why.', ...(at === 39 && { line: 2 }) })
    report.diagnose({ level: 'warning', message: `Warning ${at}.` })
  }
  const annotations = annotationsOf(report)
  expect(annotations.map(({ level }) => level).join(' ')).toBe(`${'error '.repeat(9)}${'warning '.repeat(9)}`.trim())
  expect(annotations[0]?.message).toBe('39.md:2: This is why.')
  expect(annotations.at(-1)?.message).toBe('22 more warnings: see the job summary.')
  expect(summaryOf(report)).toMatch(
    /30 runbooks would not be delivered: [^]*the sync after the merge fails[^]*<details>/
  )
})
