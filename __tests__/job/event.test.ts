import { expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importGitHub, readJob, type Job } from '../../src/job/event.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const [SHA, BEFORE] = ['1'.repeat(40), 'b'.repeat(40)]

const ENV = { GITHUB_EVENT_NAME: 'push', GITHUB_REPOSITORY: 'o/r', GITHUB_REF: 'refs/heads/main', GITHUB_SHA: SHA }
const PLACES = { GITHUB_SERVER_URL: 'https://github.com', RUNNER_TEMP: '/tmp' }

function jobOf(payload: unknown, changes: Readonly<Record<string, string>> = {}): Job {
  const env = { ...ENV, ...PLACES, ...changes }
  const context = { payload, serverUrl: env.GITHUB_SERVER_URL, runId: 1, runNumber: 1, runAttempt: 1 }
  return readJob(context as unknown as Parameters<typeof readJob>[0], env)
}

const push = { kind: 'push', before: undefined, deleted: false } as const
const pull = { kind: 'proposal', what: 'a pull request', parent: undefined, into: 'release' } as const
const group = { kind: 'proposal', what: 'a merge group', parent: BEFORE, into: 'main' } as const
const other = (name: string, mayWrite = true) => ({ kind: 'other', name, mayWrite }) as const

const PULL = { pull_request: { base: { ref: 'release' } } }
const GROUP = { merge_group: { base_sha: BEFORE, base_ref: 'refs/heads/main' } }
const OURS = ['schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'create', 'deployment']
/** Anybody can start these, or GitHub may add them. */
const FOREIGN = ['pull_request_target', 'workflow_run', 'issue_comment', 'fork', 'constructor', 'an_event_of_next_year']

test.each<{ what: string; event?: string; payload?: object; trigger: Job['trigger'] }>([
  { what: 'a push', payload: { before: BEFORE }, trigger: { ...push, before: BEFORE } },
  { what: 'a new branch', payload: { before: '0'.repeat(40) }, trigger: push },
  { what: 'an option for Git as `before`', payload: { before: '--output=/tmp/x' }, trigger: push },
  { what: 'a deleted branch', payload: { deleted: true }, trigger: { ...push, deleted: true } },
  { what: 'another deleted branch', payload: { ref: 'refs/heads/x', deleted: true }, trigger: other('push') },
  { what: 'a pull request', event: 'pull_request', payload: PULL, trigger: pull },
  { what: 'a review', event: 'pull_request_review', payload: PULL, trigger: pull },
  { what: 'a merge group', event: 'merge_group', payload: GROUP, trigger: group },
  ...OURS.map((event) => ({ what: event, event, trigger: other(event) })),
  ...FOREIGN.map((event) => ({ what: event, event, trigger: other(event, false) }))
])('what started a job: $what', ({ event = 'push', payload = {}, trigger }) => {
  expect(jobOf(payload, { GITHUB_EVENT_NAME: event }).trigger).toEqual(trigger)
})

const PRIVATE = { repository: { default_branch: 'trunk', private: true } }

test.each<{ what: string; payload: object; event?: string; expected: Partial<Job> }>([
  { what: 'a person', payload: { sender: { type: 'User' } }, expected: { isStartedByBot: false } },
  { what: 'another workflow', payload: { sender: { type: 'Bot' } }, expected: { isStartedByBot: true } },
  { what: 'a private repository', payload: PRIVATE, expected: { defaultBranch: 'trunk', isPrivate: true } },
  { what: 'a public one', payload: { repository: { private: false } }, expected: { isPrivate: false } },
  // Its event has no repository.
  { what: 'a schedule', payload: {}, event: 'schedule', expected: { defaultBranch: 'main', isPrivate: false } }
])('a job of $what', ({ payload, event = 'push', expected }) => {
  expect(jobOf(payload, { GITHUB_EVENT_NAME: event })).toMatchObject(expected)
})

test.each([
  { ref: 'o/r/.github/workflows/runbooks.yml@refs/heads/main', expected: 'runbooks.yml' },
  { ref: 'o/r/.github/workflows/a`b.yml@refs/heads/main', expected: '' },
  { ref: '', expected: '' }
])('the workflow that a person can start again: $ref', ({ ref, expected }) => {
  expect(jobOf({}, { GITHUB_WORKFLOW_REF: ref }).workflow).toBe(expected)
})

test.each([
  ['GITHUB_EVENT_NAME', ''],
  ['GITHUB_REPOSITORY', '../../evil'],
  ['GITHUB_SHA', 'HEAD'],
  ['GITHUB_REF', '--upload-pack=x'],
  ['RUNNER_TEMP', ''],
  ['GITHUB_SERVER_URL', 'ext::sh -c id'],
  ['GITHUB_SERVER_URL', 'http://ghe.example'],
  ['GITHUB_SERVER_URL', 'https://robin@ghe.example']
])('%s=%j: an error that names the variable', (name, value) => {
  expect(() => jobOf({}, { [name]: value })).toThrow(new RegExp(`environment variable ${name} (is missing|cannot be)`))
})

test.each([
  { what: 'missing', content: undefined, says: /GITHUB_EVENT_PATH.*ENOENT/ },
  { what: 'no JSON', content: '::error::x', says: /GITHUB_EVENT_PATH.*cannot be read as JSON/ },
  { what: 'for another address of GitHub', content: '{}', api: 'http://ghe.example', says: /GITHUB_API_URL cannot be/ }
])('an event file that is $what: a clear error', async ({ content, api, says }) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'event.json')
  if (content !== undefined) await writeFile(path, content)
  await expect(importGitHub({ GITHUB_EVENT_PATH: path, GITHUB_API_URL: api })).rejects.toThrow(says)
})
