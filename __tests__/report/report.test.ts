import { expect, test } from '@jest/globals'
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
