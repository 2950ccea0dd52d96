import { describe, expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importGitHub, readJob, type Job } from '../../src/job/event.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const [SHA, BEFORE] = ['1'.repeat(40), 'b'.repeat(40)]
const ENV = {
  ...{ GITHUB_REPOSITORY: 'o/r', GITHUB_REF: 'refs/heads/main', GITHUB_SHA: SHA, GITHUB_EVENT_NAME: 'push' },
  ...{ GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/sync.yml@refs/heads/main', RUNNER_TEMP: '/tmp' }
}

function jobOf(payload: unknown, env: Readonly<Record<string, string>> = {}): Job {
  const { serverUrl = 'https://github.com', ...variables } = env
  const context = { payload, serverUrl, runId: 1, runNumber: 1, runAttempt: 1 }
  return readJob(context as unknown as Parameters<typeof readJob>[0], { ...ENV, ...variables })
}

describe('what started a job:', () => {
  const pull = { head: { sha: SHA }, base: { ref: 'release' } }

  test.each<[string, event: string, payload: unknown, trigger: string]>([
    ['a push', 'push', { before: BEFORE }, `push before ${BEFORE}`],
    ['a forced push', 'push', { before: BEFORE, forced: true }, `push before ${BEFORE} forced`],
    ['a new branch', 'push', { before: '0'.repeat(40) }, 'push'],
    ['a push with an option for Git before it', 'push', { before: '--output=/tmp/x' }, 'push'],
    ['a deleted branch', 'push', { before: BEFORE, deleted: true }, `push before ${BEFORE} deleted`],
    ['another branch that was deleted', 'push', { ref: 'refs/heads/x', before: BEFORE, deleted: true }, 'push'],
    ['other types', 'push', JSON.parse('{"before": 7, "deleted": "no", "__proto__": {"deleted": true}}'), 'push'],
    ['a pull request', 'pull_request', { pull_request: pull }, `pull-request into release`],
    ['a review', 'pull_request_review', { pull_request: pull }, `pull-request into release`],
    ['a pull request without a head', 'pull_request', {}, 'untrusted name pull_request'],
    [
      'a merge group',
      'merge_group',
      { merge_group: { base_sha: BEFORE, head_sha: SHA, base_ref: 'refs/heads/main' } },
      `merge-group base ${BEFORE} into main`
    ],
    ['pull_request_target', 'pull_request_target', { pull_request: pull }, 'untrusted name pull_request_target'],
    ['a merge group without commits', 'merge_group', {}, 'untrusted name merge_group'],
    ['workflow_run', 'workflow_run', {}, 'untrusted name workflow_run'],
    ['a run by hand', 'workflow_dispatch', {}, 'other name workflow_dispatch']
  ])('%s', (_, event, payload, expected) => {
    const { kind, ...rest } = jobOf(payload, { GITHUB_EVENT_NAME: event }).trigger
    const said = Object.entries(rest as Record<string, string | boolean | undefined>)
      .filter(([, value]) => value !== false && value !== undefined)
      .map(([key, value]) => (value === true ? key : `${key} ${value}`))
    expect([kind, ...said].join(' ')).toBe(expected)
  })
})

test.each<[string, payload: unknown, event: string, defaultBranch: string | undefined, isPrivate: boolean]>([
  ['a private repository', { repository: { default_branch: 'trunk', private: true } }, 'push', 'trunk', true],
  ['a public one', { repository: { default_branch: 'trunk', private: false } }, 'push', 'trunk', false],
  ['a schedule, whose event has no repository', {}, 'schedule', 'main', false],
  ['a repository that is a list', { repository: [] }, 'push', undefined, false]
])('%s', (_, payload, event, defaultBranch, isPrivate) => {
  expect(jobOf(payload, { GITHUB_EVENT_NAME: event })).toMatchObject({ defaultBranch, isPrivate })
})

test.each([
  ['GITHUB_EVENT_NAME', ''],
  ['GITHUB_REPOSITORY', '../../evil'],
  ['GITHUB_SHA', 'HEAD'],
  ['GITHUB_REF', '--upload-pack=x'],
  ['RUNNER_TEMP', ''],
  ['serverUrl', 'ext::sh -c id'],
  ['serverUrl', 'http://evil.example'],
  ['serverUrl', 'https://robin@evil.example'],
  ['serverUrl', 'https://:secret@evil.example']
])('%s=%j: an error that names the variable', (name, value) => {
  const variable = name === 'serverUrl' ? 'GITHUB_SERVER_URL' : name
  expect(() => jobOf({}, { [name]: value })).toThrow(
    new RegExp(`environment variable ${variable} (is missing|cannot be)`)
  )
})

test.each([
  ['missing', undefined, {}, /GITHUB_EVENT_PATH.*cannot be read/],
  ['empty', '', {}, /GITHUB_EVENT_PATH.*is empty/],
  ['for another address of GitHub', '{}', { GITHUB_API_URL: 'http://evil.example' }, /GITHUB_API_URL cannot be used/]
])('an event file that is %s: a clear error', async (_, content, env, says) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'event.json')
  if (content !== undefined) await writeFile(path, content)
  await expect(importGitHub({ GITHUB_EVENT_PATH: path, ...env })).rejects.toThrow(says)
})
