import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { git } from '../../testing/git.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

// Shell scripts of workflows that nothing else runs, with a `gh` that answers as it is told.

interface Workflow {
  readonly jobs: Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
}

interface Ended {
  readonly code: number
  readonly stdout: string
}

/** A program that runs the step with this name, in a folder, as the runner does. */
async function stepOf(file: string, name: string, answerOfGh: string, temp: string) {
  const { jobs } = parse(await readFile(file, 'utf8')) as Workflow
  const script = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .find((step) => step.name === name)?.run
  if (script === undefined) throw new Error(`${file} has no step "${name}"`)
  const bin = join(temp, 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'gh'), `#!/bin/sh\n${answerOfGh}\n`, { mode: 0o755 })
  return (cwd: string, variables: Readonly<Record<string, string>>): Promise<Ended> => {
    const env = { GIT_CONFIG_GLOBAL: '/dev/null', PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...variables }
    return new Promise((resolve) => {
      execFile('bash', ['--norc', '-eo', 'pipefail', '-c', script], { cwd, env }, (error, stdout) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout })
      })
    })
  }
}

const RELEASE = '.github/workflows/release.yml'

test.each<{ history: string; releases: string[]; pointsTo: (string | undefined)[]; isLatest: boolean }>([
  {
    history: 'a higher version, by number, and a patch',
    releases: ['v1.2.0', 'v1.10.0', 'v1.10.1'],
    pointsTo: ['v1.2.0', 'v1.10.0', 'v1.10.1'],
    isLatest: true
  },
  {
    history: 'a patch of an older minor version',
    releases: ['v1.2.0', 'v1.1.9'],
    pointsTo: ['v1.2.0', 'v1.2.0'],
    isLatest: false
  },
  { history: 'another major version', releases: ['v1.2.0', 'v2.0.0'], pointsTo: ['v1.2.0', 'v1.2.0'], isLatest: true },
  {
    history: 'a version of an older major version',
    releases: ['v2.0.0', 'v1.3.0'],
    pointsTo: [undefined, 'v1.3.0'],
    isLatest: false
  },
  { history: 'a version below 1.0.0', releases: ['v0.9.0'], pointsTo: [undefined], isLatest: true }
])('the tag v1 after $history', async ({ releases, pointsTo, isLatest }) => {
  await using folder = await temporaryFolder()
  const compare = await stepOf(RELEASE, 'Compare with the other releases', 'exit 1', folder.path)
  const move = await stepOf(RELEASE, 'Move the tag of the major version', 'exit 0', folder.path)
  const hosted = await HostedRepository.create(folder.path)
  const clone = await hosted.clone()
  const names = new Map<string, string>()
  const found: (string | undefined)[] = []
  let outputs = ''
  for (const tag of releases) {
    names.set(await clone.commit(tag), tag)
    await clone.git(['tag', '--annotate', '--message', tag, tag])
    await clone.git(['push', '--quiet', 'origin', 'HEAD:refs/heads/main', `refs/tags/${tag}`])
    const output = join(folder.path, tag)
    expect(await compare(clone.folder, { GITHUB_REF_NAME: tag, GITHUB_OUTPUT: output })).toMatchObject({ code: 0 })
    outputs = await readFile(output, 'utf8')
    // The condition of the step.
    if (outputs.includes('newest-of-major=true') && !tag.startsWith('v0.'))
      expect(await move(clone.folder, { GITHUB_REF_NAME: tag })).toMatchObject({ code: 0 })
    found.push(names.get(await git(hosted.folder, ['for-each-ref', '--format=%(objectname)', 'refs/tags/v1'])))
  }
  expect(found).toEqual(pointsTo)
  expect(outputs).toContain(`latest=${isLatest}\n`)
  expect(outputs).not.toContain('published')
})

test('a release that is published is not made again', async () => {
  await using folder = await temporaryFolder()
  const output = join(folder.path, 'output')
  const compare = await stepOf(RELEASE, 'Compare with the other releases', 'echo published=true', folder.path)
  await compare(folder.path, { GITHUB_REF_NAME: 'v1.0.0', GITHUB_OUTPUT: output })
  expect(await readFile(output, 'utf8')).toContain('published=true')
})

/** What a step of the example with a pull request answers. */
async function runStep(name: string, answerOfGh: string, report: object = {}): Promise<Ended> {
  await using folder = await temporaryFolder()
  const REPORT = join(folder.path, 'report.json')
  await writeFile(REPORT, JSON.stringify(report))
  const run = await stepOf('examples/edits-as-pull-request.yml', name, answerOfGh, folder.path)
  return await run(folder.path, { GITHUB_REPOSITORY: 'acme/ops', REPORT })
}

test.each([
  { repository: 'a private repository', isPrivate: 'echo true', code: 0, says: /^$/ },
  { repository: 'a public repository', isPrivate: 'echo false', code: 1, says: /^::error::This repository is public/ },
  { repository: 'a repository that GitHub does not show', isPrivate: 'exit 1', code: 1, says: /^::error::/ }
])('edits-as-pull-request.yml in $repository', async ({ isPrivate, code, says }) => {
  const ended = await runStep('Stop in a public repository', isPrivate)
  expect(ended).toEqual({ code, stdout: expect.stringMatching(says) })
})

test.each([
  { what: 'a pull without edits', report: { success: true, pulled: [] }, code: 0 },
  { what: 'an edit beside its file', report: { success: false, pulled: [{ kind: 'beside' }] }, code: 0 },
  { what: 'an edit that no file can have', report: { success: false, pulled: [{ kind: 'left out' }] }, code: 1 },
  { what: 'a token that is rejected', report: { success: false, pulled: [] }, code: 1 }
])('edits-as-pull-request.yml after $what: exit code $code', async ({ report, code }) => {
  expect(await runStep('Stop if it failed for another reason', 'exit 1', report)).toMatchObject({ code })
})
