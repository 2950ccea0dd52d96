import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { git } from '../../testing/git.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

// Shell scripts of workflows that nothing else runs, with a `gh` that answers as it is told.

interface Job {
  readonly steps: readonly { readonly name?: string; readonly run?: string }[]
}

/** A program that runs the step with this name, in a folder, as the runner does. */
async function stepOf(file: string, name: string, answerOfGh: string, temp: string) {
  const { jobs } = parse(await readFile(file, 'utf8')) as { readonly jobs: Record<string, Job> }
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const script = steps.find((step) => step.name === name)?.run
  if (script === undefined) throw new Error(`${file} has no step "${name}"`)
  const bin = join(temp, 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'gh'), `#!/bin/sh\n${answerOfGh}\n`, { mode: 0o755 })
  return (cwd: string, variables: Readonly<Record<string, string>>): Promise<{ readonly code: number }> => {
    const env = { GIT_CONFIG_GLOBAL: '/dev/null', PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...variables }
    return new Promise((resolve) => {
      execFile('bash', ['--norc', '-eo', 'pipefail', '-c', script], { cwd, env }, (error) => {
        resolve({ code: error === null ? 0 : Number(error.code) })
      })
    })
  }
}

const RELEASE = '.github/workflows/release.yml'

test.each<[string, releases: string, pointsTo: string, isLatest: boolean]>([
  ['a higher version, by number, and a patch', 'v1.2.0 v1.10.0 v1.10.1', 'v1.2.0 v1.10.0 v1.10.1', true],
  ['a patch of an older minor version', 'v1.2.0 v1.1.9', 'v1.2.0 v1.2.0', false],
  ['a version of an older major version', 'v2.0.0 v1.3.0', 'none v1.3.0', false]
])('the tag v1 after %s', async (_, releases, pointsTo, isLatest) => {
  await using folder = await temporaryFolder()
  const compare = await stepOf(RELEASE, 'Compare with the other releases', 'exit 1', folder.path)
  const move = await stepOf(RELEASE, 'Move the tag of the major version', 'exit 0', folder.path)
  const hosted = await HostedRepository.create(folder.path)
  const clone = join(folder.path, 'clone')
  await git(folder.path, ['clone', '--quiet', hosted.folder, clone])
  const names = new Map<string, string>()
  const found: string[] = []
  let outputs = ''
  for (const tag of releases.split(' ')) {
    await git(clone, ['commit', '--quiet', '--allow-empty', '--message', tag])
    names.set(await git(clone, ['rev-parse', 'HEAD']), tag)
    await git(clone, ['tag', '--annotate', '--message', tag, tag])
    await git(clone, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main', `refs/tags/${tag}`])
    const output = join(folder.path, tag)
    expect(await compare(clone, { GITHUB_REF_NAME: tag, GITHUB_OUTPUT: output })).toMatchObject({ code: 0 })
    outputs = await readFile(output, 'utf8')
    // The condition of the step.
    if (outputs.includes('newest-of-major=true'))
      expect(await move(clone, { GITHUB_REF_NAME: tag })).toMatchObject({ code: 0 })
    const v1 = await git(hosted.folder, ['for-each-ref', '--format=%(objectname)', 'refs/tags/v1'])
    found.push(names.get(v1) ?? 'none')
  }
  expect(found.join(' ')).toBe(pointsTo)
  expect(outputs).toContain(`latest=${isLatest}\n`)
  expect(outputs).not.toContain('published')
})

test('a release that is published is not made again', async () => {
  await using folder = await temporaryFolder()
  const GITHUB_OUTPUT = join(folder.path, 'output')
  const compare = await stepOf(RELEASE, 'Compare with the other releases', 'echo published=true', folder.path)
  await compare(folder.path, { GITHUB_REF_NAME: 'v1.0.0', GITHUB_OUTPUT })
  expect(await readFile(GITHUB_OUTPUT, 'utf8')).toContain('published=true')
})

const [PUBLIC, FAILED] = ['Stop in a public repository', 'Stop if it failed for another reason']

test.each([
  { what: 'in a private repository', step: PUBLIC, isPrivate: true, report: {}, code: 0 },
  { what: 'in a public repository', step: PUBLIC, isPrivate: false, report: {}, code: 1 },
  { what: 'after a pull without edits', step: FAILED, report: { success: true, pulled: [] }, code: 0 },
  { what: 'after an edit beside its file', step: FAILED, report: { pulled: [{ kind: 'beside' }] }, code: 0 },
  { what: 'after a token that is rejected', step: FAILED, report: { pulled: [] }, code: 1 }
])('edits-as-pull-request.yml $what: exit code $code', async ({ step, isPrivate, report, code }) => {
  await using folder = await temporaryFolder()
  const REPORT = join(folder.path, 'report.json')
  await writeFile(REPORT, JSON.stringify({ success: false, ...report }))
  const run = await stepOf('examples/edits-as-pull-request.yml', step, `echo ${isPrivate}`, folder.path)
  expect(await run(folder.path, { GITHUB_REPOSITORY: 'acme/ops', REPORT })).toMatchObject({ code })
})

const ISSUE = 'examples/red-run-issue.yml'

test.each([
  ['a next step', { firstLine: 'Not `sent`:\n a.', nextStep: 'Split $(it).' }, 'Not `sent`: a. Split $(it).'],
  ['no next step', { firstLine: 'Not sent.', nextStep: null }, 'Not sent.']
])('red-run-issue.yml reads the first line with %s', async (_, report, line) => {
  await using folder = await temporaryFolder()
  const [REPORT, GITHUB_OUTPUT] = [join(folder.path, 'report.json'), join(folder.path, 'output')]
  await writeFile(REPORT, JSON.stringify(report))
  const run = await stepOf(ISSUE, 'Read the first line', 'exit 1', folder.path)
  expect(await run(folder.path, { REPORT, GITHUB_OUTPUT })).toMatchObject({ code: 0 })
  expect(await readFile(GITHUB_OUTPUT, 'utf8')).toBe(`first-line=${line}\n`)
})

test.each([
  { what: 'opens an issue', open: '', does: 'issue create --title Title --body', says: 'Not `sent` to @all.' },
  { what: 'comments on the one that is open', open: '7', does: 'issue comment 7 --body', says: 'Not `sent` to @all.' },
  { what: 'says that there is no report', open: '', does: 'issue create --title Title --body', says: '' }
])('red-run-issue.yml $what', async ({ open, does, says }) => {
  await using folder = await temporaryFolder()
  const gh = `[ "$2" = list ] && echo '${open}' || printf '%s' "$*" > done`
  const run = await stepOf(ISSUE, 'Open an issue, or comment on it', gh, folder.path)
  const variables = { RUN: 'https://a.example/1', FIRST_LINE: says, TITLE: 'Title' }
  expect(await run(folder.path, variables)).toMatchObject({ code: 0 })
  expect(await readFile(join(folder.path, 'done'), 'utf8')).toBe(
    `${does} Runbook Sync has failed: https://a.example/1\n\n    ${says || 'The log of the run says why.'}`
  )
})
