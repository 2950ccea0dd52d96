import { expect, jest, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { Findings } from '../../src/report/findings.ts'
import { OUTCOMES, type EntryOutcome, type Outcome, type RunbookOutcome } from '../../src/report/outcome.ts'
import { logObserver } from '../../src/report/publish.ts'
import { summaryOf } from '../../src/report/summary.ts'

const NOWHERE = { repository: '', serverUrl: 'https://github.com' }
test('the same diagnostic of two rounds is reported once', () => {
  const findings = new Findings(NOWHERE)
  for (let round = 1; round <= 2; round++)
    findings.diagnose({ level: 'warning', message: 'No file.', path: 'a.md', line: 2 })
  expect(findings.diagnostics).toHaveLength(1)
})

test('a summary that is cut ends its folded part before it says so', () => {
  const findings = new Findings(NOWHERE)
  for (let at = 0; at < 2000; at++) {
    findings.setRunbook({ path: `${at}.md`, outcome: 'upserted', reason: 'x'.repeat(600) })
  }
  expect(summaryOf(findings)).toMatch(/<details>\n[^]*x \|\n\n<\/details>\n\nThe rest is left out[^\n]*\n$/)
})

/** A run with two runbooks of each outcome, and two diagnostics of each level. */
function everything(): Findings {
  const findings = new Findings({ repository: 'harbour/handbook', serverUrl: 'https://github.com' })
  findings.mode = 'sync'
  findings.range = {
    kind: 'range',
    base: 'b'.repeat(40),
    tip: 'c'.repeat(40),
    reason: 'Changes since the last delivery.'
  }
  for (const outcome of Object.keys(OUTCOMES) as Outcome[]) {
    const why = { reason: 'This is why.', hint: 'Do this.', line: 3 }
    const first = { path: `docs/${outcome} 1.md`, name: `${outcome} 1`, outcome, reason: 'It is so.', attempts: 2 }
    for (const one of [first, { path: `docs/${outcome} (2).md`, name: `${outcome} 2`, outcome, ...why }]) {
      if (outcome === 'orphaned' || outcome === 'retired') findings.setEntry(one as EntryOutcome)
      else findings.setRunbook(one as RunbookOutcome)
    }
  }
  for (const level of ['warning', 'notice'] as const) {
    findings.diagnose({ level, message: `A ${level} about everything.` })
    findings.diagnose({ level, message: `A ${level} about a line.`, path: 'docs/a.md', line: 4 })
  }
  return findings
}

test('summary and annotations of everything', () => {
  const findings = everything()
  expect(summaryOf(findings)).toMatchSnapshot()
  expect(annotationsOf(findings)).toMatchSnapshot()
  findings.failure = new ActionError('unreachable', 'Nothing listens.', 'Start it.')
  expect(summaryOf(findings).split('\n\n')[1]).toMatchSnapshot()
})

test('a long report: nine annotations of a level, the last for the rest, and no folded problem', () => {
  const findings = new Findings(NOWHERE)
  findings.mode = 'plan'
  for (let at = 10; at < 40; at++) {
    findings.setRunbook({ path: `${at}.md`, outcome: 'refused', reason: 'This is why.', ...(at === 39 && { line: 2 }) })
    findings.diagnose({ level: 'warning', message: `Warning ${at}.` })
  }
  const annotations = annotationsOf(findings)
  expect(annotations.map(({ level }) => level).join(' ')).toBe(`${'error '.repeat(9)}${'warning '.repeat(9)}`.trim())
  expect(annotations[0]?.message).toBe('39.md:2: This is why.')
  expect(annotations.at(-1)?.message).toBe('22 more warnings: see the job summary.')
  const summary = summaryOf(findings)
  expect(summary).toMatch(/30 runbooks would not be delivered: [^]*the next sync fails/)
  expect(summary).not.toContain('<details>')
  expect(summary).toContain('> Warning 19.\n>\n> And 20 more: see the JSON report.')
})

test('the log tells the progress every five seconds', () => {
  jest.useFakeTimers()
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const findings = new Findings(NOWHERE, logObserver())
    for (let second = 1; second <= 11; second++) {
      jest.advanceTimersByTime(1000)
      findings.setRunbook({ path: `${second}.md`, outcome: 'upserted', reason: '' })
    }
    expect(write.mock.calls.map(([line]) => line)).toEqual(['5 upserted so far\n', '10 upserted so far\n'])
  } finally {
    write.mockRestore()
    jest.useRealTimers()
  }
})
