import { expect } from '@jest/globals'
import { Secret } from '../../src/secret.ts'
import type { Project, RunOptions } from '../../testing/project.ts'
import { linesOf, parseCommand } from '../../testing/runner/protocol.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { reportOf } from './report.ts'

/**
 * The commands that the Action issues. Debug lines are what became of each request, and those of @actions/glob about the
 * folder that it lists where there is no Git.
 */
const EXPECTED =
  /^::(?:add-mask|error|warning|notice)(?: (?:(?:title|file|line)=[^\r\n:,]*,?)+)?::|^::debug::(?=\w+ '(?:true|false)'$|Search path '|POST \/\S+: [\w ]+ after \d+ ms$)/
/** What a terminal or a browser executes: C0 but the line feed, C1, line separators, bidirectional controls. */
// eslint-disable-next-line no-control-regex
export const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u
const STACK = /^\s*at (?:async )?(?:[\w.<>$[\] ]+ \(.+:\d+:\d+\)|(?:file|node):.+:\d+:\d+)/m

/**
 * What holds for every run: a report that conforms to its schema, nothing on stderr, no form of a secret outside the
 * masks, no stack trace, no workflow command of somebody else, one error for the whole run, and a message and a hint in
 * sentences.
 */
export function expectSafe(job: JobResult, ...secrets: readonly string[]): void {
  const { success, firstLine, nextStep } = reportOf(job)
  expect(job.stderr).toBe('')
  expect(activeLines(job.stdout)).toEqual([])
  const report = JSON.stringify(job.report)
  const outputs = JSON.stringify(job.outputs)
  for (const text of [job.stdout, job.summary, report, outputs]) {
    expect(text).not.toMatch(STACK)
    expect(text).not.toMatch(/\[object Object\]|\bundefined\b|\bNaN\b|unexpected error/)
  }
  // The runner masks the log and the summary; here it had nothing to mask. Asterisks of the summary are entities.
  expect(job.summary).not.toContain('***')
  const unmasked = job.stdout.replace(/^::add-mask::.*$/gm, '')
  for (const form of secrets.flatMap((secret) => new Secret(secret).forms())) {
    for (const text of [unmasked, job.summary, report, outputs]) expect(text).not.toContain(form)
  }
  expect({ success, exitCode: job.exitCode }).toEqual({ success, exitCode: success ? 0 : 1 })
  for (const text of success ? [] : [firstLine, nextStep]) {
    expect(text).toMatch(/[.)]$/)
    expect(text.replace(/`[^`]*`|“[^”]*”/g, 'x')).not.toMatch(/\.[”’]?\.|\s{2}/)
  }
  const verdicts = job.commands.filter(({ name, properties }) => name === 'error' && properties['file'] === undefined)
  expect(verdicts).toHaveLength(success ? 0 : 1)
}

/** A run of the workflow, of the last push unless `options` say otherwise. What holds for every run is checked. */
export async function runSafely(project: Project, options: RunOptions = {}, ...secrets: string[]): Promise<JobResult> {
  const job = await project.run(options)
  expectSafe(job, project.token, ...secrets)
  return job
}

/** The lines of stdout that are neither plain text nor an expected command. */
export function activeLines(stdout: string): string[] {
  // The runner ends a line at a carriage return, too.
  return linesOf(stdout).filter((line) => {
    const expected = EXPECTED.exec(line)?.[0]
    const isActive = (text: string): boolean => /^\s*::|##\[/.test(text) || ACTIVE.test(text)
    if (expected === undefined) return parseCommand(line) !== undefined || isActive(line)
    if (expected === '::add-mask::') return false
    const { data = '' } = parseCommand(line) ?? {}
    return isActive(data) || data.includes('\n')
  })
}
