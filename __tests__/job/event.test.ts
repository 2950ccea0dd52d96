import { describe, expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importGitHub, readJob, type Job } from '../../src/job/event.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const [SHA, BEFORE] = ['1'.repeat(40), 'b'.repeat(40)]
const ENV = {
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SHA: SHA,
  GITHUB_EVENT_NAME: 'push',
  RUNNER_TEMP: '/tmp'
}

function jobOf(payload: unknown, env: Readonly<Record<string, string>> = {}): Job {
  const { serverUrl = 'https://github.com', ...variables } = env
  const context = { payload, serverUrl, runId: 1, runNumber: 1, runAttempt: 1 }
  return readJob(context as unknown as Parameters<typeof readJob>[0], { ...ENV, ...variables })
}

describe('what started a job:', () => {
  const pull = { head: { sha: SHA }, base: { ref: 'release' } }
  const group = { base_sha: BEFORE, head_sha: SHA, base_ref: 'refs/heads/main' }
  const push = { kind: 'push', before: undefined, deleted: false } as const

  test.each<{ what: string; event: string; payload: unknown; trigger: Job['trigger'] }>([
    { what: 'a push', event: 'push', payload: { before: BEFORE }, trigger: { ...push, before: BEFORE } },
    { what: 'a new branch', event: 'push', payload: { before: '0'.repeat(40) }, trigger: push },
    { what: 'an option for Git as `before`', event: 'push', payload: { before: '--output=/tmp/x' }, trigger: push },
    {
      what: 'a deleted branch',
      event: 'push',
      payload: { before: BEFORE, deleted: true },
      trigger: { ...push, before: BEFORE, deleted: true }
    },
    {
      what: 'another branch that was deleted',
      event: 'push',
      payload: { ref: 'refs/heads/x', before: BEFORE, deleted: true },
      trigger: push
    },
    {
      what: 'values of other types',
      event: 'push',
      payload: JSON.parse('{"before": 7, "deleted": "no", "__proto__": {"deleted": true}}'),
      trigger: push
    },
    {
      what: 'a pull request',
      event: 'pull_request',
      payload: { pull_request: pull },
      trigger: { kind: 'pull-request', into: 'release' }
    },
    {
      what: 'a review',
      event: 'pull_request_review',
      payload: { pull_request: pull },
      trigger: { kind: 'pull-request', into: 'release' }
    },
    {
      what: 'a merge group',
      event: 'merge_group',
      payload: { merge_group: group },
      trigger: { kind: 'merge-group', base: BEFORE, into: 'main' }
    }
  ])('$what', ({ event, payload, trigger }) => {
    expect(jobOf(payload, { GITHUB_EVENT_NAME: event }).trigger).toEqual(trigger)
  })

  test.each<{ event: string; writesIn: string[]; payload?: object }>([
    { event: 'schedule', writesIn: ['auto', 'sync'] },
    { event: 'workflow_dispatch', writesIn: ['auto', 'sync'] },
    { event: 'repository_dispatch', writesIn: ['auto', 'sync'] },
    { event: 'release', writesIn: ['sync'] },
    { event: 'create', writesIn: ['sync'] },
    { event: 'deployment', writesIn: ['sync'] },
    { event: 'pull_request', writesIn: [] },
    { event: 'merge_group', writesIn: [] },
    { event: 'pull_request_target', writesIn: [], payload: { pull_request: pull } },
    ...[
      'workflow_run',
      'issue_comment',
      'issues',
      'fork',
      'watch',
      'discussion',
      'discussion_comment',
      'gollum',
      'label',
      'milestone',
      'public',
      'status',
      'check_run',
      'check_suite',
      'delete',
      'deployment_status',
      'page_build',
      'registry_package',
      'branch_protection_rule',
      'constructor',
      'an_event_of_next_year'
    ].map((event) => ({ event, writesIn: [] }))
  ])('$event, without commits of its own, writes in the modes $writesIn', ({ event, writesIn, payload = {} }) => {
    expect(jobOf(payload, { GITHUB_EVENT_NAME: event }).trigger).toEqual({ kind: 'other', name: event, writesIn })
  })
})

test.each<{ what: string; payload: unknown; env?: Record<string, string>; expected: Partial<Job> }>([
  { what: 'a person', payload: { sender: { type: 'User' } }, expected: { isStartedByBot: false } },
  { what: 'another workflow', payload: { sender: { type: 'Bot' } }, expected: { isStartedByBot: true } }
])('$what', ({ payload, env, expected }) => {
  expect(jobOf(payload, env)).toMatchObject(expected)
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
