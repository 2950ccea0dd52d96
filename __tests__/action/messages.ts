import { afterAll } from '@jest/globals'
import type { JobResult } from '../../testing/runner/runner.ts'
import { reportOf } from './report.ts'

const messages: { readonly row: string; readonly message: string; readonly remedy: string }[] = []

/** Keeps what a person is told in a case, so that all of it can be read in one go: `SHOW_MESSAGES=1 npm test -- …`. */
export function keepMessages(row: string, job: JobResult): void {
  const { failure, runbooks } = reportOf(job)
  if (failure !== null) messages.push({ row, message: failure.message, remedy: failure.remedy })
  const undelivered = runbooks.find(({ outcome }) => outcome === 'failed' || outcome === 'refused')
  if (undelivered !== undefined) {
    messages.push({ row: `${row}, the runbook`, message: undelivered.reason, remedy: undelivered.remedy ?? '' })
  }
  for (const { level, message } of job.annotations) {
    if (level !== 'error') messages.push({ row: `${row}, a ${level}`, message, remedy: '' })
  }
}

/** Prints them at the end of the file, where asked to. */
export function printMessages(section: string): void {
  afterAll(() => {
    if (process.env['SHOW_MESSAGES'] === undefined) return
    const lines = messages.map(({ row, message, remedy }) => `* ${row}\n    ${message}\n    → ${remedy}\n`)
    process.stdout.write(`\n== ${section}\n\n${lines.join('\n')}`)
  })
}
