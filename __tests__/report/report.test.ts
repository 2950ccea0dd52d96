import { expect, jest, test } from '@jest/globals'
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
  const summary = summaryOf(report)
  expect(summary).toMatch(/30 runbooks would not be delivered: [^]*the sync after the merge fails[^]*<details>/)
  expect(summary).toContain('> Warning 19.\n>\n> And 20 more.')
})

test('a summary with more rows and files than it shows says how many', () => {
  const report = new Report({})
  for (let at = 0; at < 2005; at++) report.record({ path: `${at}.md`, outcome: 'unchanged', reason: '' })
  for (let at = 0; at < 205; at++) report.diagnose({ level: 'warning', message: 'No file.', path: `${at}.md` })
  const summary = summaryOf(report)
  expect(summary).toContain('\n5 more rows: see the JSON report.')
  expect(summary).toContain('\n- and 5 more\n')
})

test('the log tells the progress every five seconds', () => {
  jest.useFakeTimers()
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const report = new Report({})
    for (let second = 1; second <= 11; second++) {
      jest.advanceTimersByTime(1000)
      report.record({ path: `${second}.md`, outcome: 'upserted', reason: '' })
    }
    expect(write.mock.calls.map(([line]) => line)).toEqual(['5 upserted so far\n', '10 upserted so far\n'])
  } finally {
    write.mockRestore()
    jest.useRealTimers()
  }
})
