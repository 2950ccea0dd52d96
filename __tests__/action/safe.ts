import { expect } from '@jest/globals'
import { parseCommand } from '../../testing/runner/commands.ts'
import { LineCutter } from '../../testing/runner/job-log.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { reportOf } from './report.ts'

/**
 * The commands that the Action means, as it writes them; outputs and the summary go into files. The debug lines are what
 * became of each request, and those of @actions/glob, which the Action uses where there is no Git: what it searches, by
 * the workflow's own patterns.
 */
const OURS =
  /^::(?:add-mask|error|warning|notice)(?: (?:(?:title|file|line)=[^\r\n:,]*,?)+)?::|^::debug::(?=\w+ '(?:true|false)'$|Search path '|POST \/\S+: [\w ]+ after \d+ ms, attempt \d+$)/
/** What a terminal or a browser would obey: C0 but the line feed, C1, line separators, bidirectional controls. */
// eslint-disable-next-line no-control-regex
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u
const STACK = /^\s*at (?:async )?(?:[\w.<>$[\] ]+ \(.+:\d+:\d+\)|(?:file|node):.+:\d+:\d+)/m

/**
 * What holds for every run, whatever it was given: a report was written, nothing went to stderr, no secret is anywhere but
 * in the masks, no stack trace, no workflow command but those that the Action means, and every message of a failure is
 * one that a person can act on.
 */
export function expectSafe(job: JobResult, ...secrets: readonly string[]): void {
  expect(job.stderr).toBe('')
  expect(inertLines(job.stdout)).toEqual([])
  const report = JSON.stringify(reportOf(job))
  const outputs = JSON.stringify(job.outputs)
  for (const text of [job.stdout, job.summary, report, outputs]) {
    expect(text).not.toMatch(STACK)
    expect(text).not.toMatch(/\[object Object\]|\bundefined\b|\bNaN\b/)
  }
  // The runner masks; here it must have had nothing to mask. The summary's own asterisks are written as entities.
  expect(job.summary).not.toContain('***')
  const unmasked = job.stdout.replace(/^::add-mask::.*$/gm, '')
  for (const secret of secrets.flatMap(formsOf)) {
    for (const text of [unmasked, job.stderr, job.summary, report, outputs]) expect(text).not.toContain(secret)
  }
  const { success, failure } = reportOf(job)
  expect({ success, exitCode: job.exitCode }).toEqual({ success, exitCode: success ? 0 : 1 })
  if (failure !== null) {
    for (const text of [failure.message, failure.remedy]) {
      expect(text).toMatch(/[.)]$/)
      expect(text.replace(/`[^`]*`|“[^”]*”/g, 'x')).not.toMatch(/\.[”’]?\.|\s{2}/)
    }
  }
  // One verdict, not one error after another.
  const verdicts = job.commands.filter(({ name, properties }) => name === 'error' && properties['file'] === undefined)
  expect(verdicts.length).toBe(success ? 0 : 1)
}

/** The lines of stdout that are neither plain text nor a command of ours. */
export function inertLines(stdout: string): string[] {
  const cutter = new LineCutter()
  // The runner reads lines, and ends one at a carriage return, too.
  return [...cutter.cut(stdout), ...cutter.rest()].filter((line) => {
    const ours = OURS.exec(line)?.[0]
    if (ours === undefined) {
      return parseCommand(line) !== undefined || /^\s*::|##\[/.test(line) || ACTIVE.test(line)
    }
    if (ours === '::add-mask::') return false
    const { data = '' } = parseCommand(line) ?? {}
    return /::|##\[/.test(data) || ACTIVE.test(data) || data.includes('\n')
  })
}

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret.toWellFormed()), Buffer.from(secret).toString('base64')]
}
