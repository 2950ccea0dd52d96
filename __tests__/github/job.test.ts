import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJob, type Job } from '../../src/github/job.ts'
import { pullRequestEvent, pushEvent } from '../../testing/events.ts'

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string]
const ZEROS = '0'.repeat(40)
const repository = 'harbour/handbook'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'job-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

const environment = (): Record<string, string> => ({
  GITHUB_EVENT_NAME: 'push',
  GITHUB_EVENT_PATH: join(folder, 'event.json'),
  GITHUB_REPOSITORY: repository,
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SHA: B,
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_API_URL: 'https://api.github.com',
  GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/runbooks.yml@refs/heads/main`,
  GITHUB_RUN_NUMBER: '42',
  GITHUB_WORKSPACE: '/home/runner/work/handbook'
})

async function read(event: unknown, env: Record<string, string | undefined> = {}): Promise<Job> {
  await writeFile(join(folder, 'event.json'), typeof event === 'string' ? event : JSON.stringify(event))
  return readJob({ ...environment(), ...env })
}

test('a push, whole', async () => {
  const { payload } = pushEvent({ repository, ref: 'refs/heads/main', before: A, after: B })
  expect(await read(payload)).toEqual({
    trigger: { kind: 'push', before: A, after: B, deleted: false },
    repository,
    ref: 'refs/heads/main',
    sha: B,
    defaultBranch: 'main',
    serverUrl: 'https://github.com',
    apiUrl: 'https://api.github.com',
    workflowPath: '.github/workflows/runbooks.yml',
    runNumber: 42,
    workspace: '/home/runner/work/handbook'
  })
})

describe('what started the job', () => {
  const pull = pullRequestEvent({ repository, number: 7, base: A, head: B, merge: C }).payload

  test.each<[name: string, event: string, payload: unknown, trigger: Job['trigger']]>([
    [
      'the first push of a branch',
      'push',
      { before: ZEROS, after: B },
      { kind: 'push', before: undefined, after: B, deleted: false }
    ],
    [
      'the first push of a SHA-256 branch',
      'push',
      { before: '0'.repeat(64), after: 'd'.repeat(64) },
      { kind: 'push', before: undefined, after: 'd'.repeat(64), deleted: false }
    ],
    ['a push without `before`', 'push', {}, { kind: 'push', before: undefined, after: B, deleted: false }],
    [
      'a push whose `before` is no commit',
      'push',
      { before: '--upload-pack=x' },
      { kind: 'push', before: undefined, after: B, deleted: false }
    ],
    [
      'a push whose `before` is an object',
      'push',
      { before: { a: 1 } },
      { kind: 'push', before: undefined, after: B, deleted: false }
    ],
    [
      'a deleted branch',
      'push',
      { before: A, after: ZEROS, deleted: true },
      { kind: 'push', before: A, after: B, deleted: true }
    ],
    [
      'another branch that was deleted, of which only the event tells',
      'push',
      { ref: 'refs/heads/merged', before: A, after: ZEROS, deleted: true },
      { kind: 'push', before: undefined, after: B, deleted: false }
    ],
    ['a list instead of an event', 'push', [], { kind: 'push', before: undefined, after: B, deleted: false }],
    ['null instead of an event', 'push', null, { kind: 'push', before: undefined, after: B, deleted: false }],
    ['a pull request', 'pull_request', pull, { kind: 'pull-request', base: A, head: B }],
    ['a review', 'pull_request_review', pull, { kind: 'pull-request', base: A, head: B }],
    ['a comment in a review', 'pull_request_review_comment', pull, { kind: 'pull-request', base: A, head: B }],
    ['a pull request without commits', 'pull_request', { pull_request: 7 }, { kind: 'other', name: 'pull_request' }],
    [
      'a merge group',
      'merge_group',
      { merge_group: { base_sha: A, head_sha: C } },
      { kind: 'merge-group', base: A, head: C }
    ],
    ['pull_request_target', 'pull_request_target', pull, { kind: 'untrusted', name: 'pull_request_target' }],
    ['workflow_run', 'workflow_run', {}, { kind: 'untrusted', name: 'workflow_run' }],
    ['a schedule', 'schedule', { schedule: '17 4 * * 1' }, { kind: 'other', name: 'schedule' }],
    ['a run by hand', 'workflow_dispatch', { inputs: {} }, { kind: 'other', name: 'workflow_dispatch' }],
    ['another program', 'repository_dispatch', { client_payload: {} }, { kind: 'other', name: 'repository_dispatch' }]
  ])('%s', async (_, event, payload, trigger) => {
    expect((await read(payload, { GITHUB_EVENT_NAME: event })).trigger).toEqual(trigger)
  })
})

describe('details', () => {
  test.each<[name: string, env: Record<string, string>, expected: Partial<Job>]>([
    ['no default branch in the event', {}, { defaultBranch: undefined }],
    [
      'a GHES server',
      { GITHUB_SERVER_URL: 'https://git.example.com/', GITHUB_API_URL: 'https://git.example.com/api/v3/' },
      { serverUrl: 'https://git.example.com', apiUrl: 'https://git.example.com/api/v3' }
    ],
    [
      'no addresses',
      { GITHUB_SERVER_URL: '', GITHUB_API_URL: '' },
      { serverUrl: 'https://github.com', apiUrl: 'https://api.github.com' }
    ],
    [
      'a workflow of another repository',
      { GITHUB_WORKFLOW_REF: 'other/central/.github/workflows/x.yml@refs/heads/main' },
      { workflowPath: undefined }
    ],
    [
      'a workflow with an at sign',
      { GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/a@b.yml@refs/heads/c@d` },
      { workflowPath: '.github/workflows/a@b.yml' }
    ],
    [
      'a repository in other letters',
      { GITHUB_WORKFLOW_REF: 'Harbour/Handbook/.github/workflows/x.yml@refs/heads/main' },
      { workflowPath: '.github/workflows/x.yml' }
    ],
    ['no workflow', { GITHUB_WORKFLOW_REF: '' }, { workflowPath: undefined }],
    ['no run number', { GITHUB_RUN_NUMBER: '' }, { runNumber: undefined }],
    ['a run number that is none', { GITHUB_RUN_NUMBER: '1e999' }, { runNumber: undefined }]
  ])('%s', async (_, env, expected) => {
    expect(await read({}, env)).toMatchObject(expected)
  })
})

describe('refused, naming what cannot be used', () => {
  test.each<[variable: string, value: string]>([
    ['GITHUB_EVENT_NAME', ''],
    ['GITHUB_EVENT_NAME', 'push\n::error::x'],
    ['GITHUB_EVENT_PATH', ''],
    ['GITHUB_REPOSITORY', ''],
    ['GITHUB_REPOSITORY', 'harbour'],
    ['GITHUB_REPOSITORY', 'harbour/handbook/../other'],
    ['GITHUB_REF', ''],
    ['GITHUB_REF', 'main'],
    ['GITHUB_REF', 'refs/heads/a b'],
    ['GITHUB_SHA', ''],
    ['GITHUB_SHA', 'HEAD'],
    ['GITHUB_SHA', 'a'.repeat(41)],
    ['GITHUB_SERVER_URL', 'file:///etc'],
    ['GITHUB_SERVER_URL', 'https://user:secret@github.com'],
    ['GITHUB_API_URL', 'api.github.com']
  ])('%s: %j', async (variable, value) => {
    const refused = read({}, { [variable]: value })
    await expect(refused).rejects.toMatchObject({ kind: 'event', message: expect.stringContaining(variable) })
    if (value !== '') await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(value) })
  })

  test.each<[name: string, prepare: (path: string) => unknown, problem: string]>([
    ['missing', () => undefined, 'cannot be read'],
    ['empty', (path) => writeFile(path, ''), 'is empty'],
    ['not JSON', (path) => writeFile(path, '{"before": "SECRET'), 'is not JSON'],
    ['cut off', (path) => writeFile(path, '{"a":'), 'is not JSON'],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), 'is not a file'],
    ['a folder', (path) => execFileSync('mkdir', [path]), 'is not a file'],
    [
      'larger than any event',
      (path) => writeFile(path, '').then(() => truncate(path, 64 * 1024 * 1024)),
      'is larger than any event'
    ]
  ])('an event file that is %s', async (name, prepare, problem) => {
    const path = join(folder, `event-${name}`)
    await prepare(path)
    await expect(readJob({ ...environment(), GITHUB_EVENT_PATH: path })).rejects.toMatchObject({
      kind: 'event',
      message: expect.stringMatching(new RegExp(`GITHUB_EVENT_PATH.*${problem}`)),
      remedy: expect.stringContaining('run the job again')
    })
  })

  test('a device that never ends is not read', async () => {
    await expect(readJob({ ...environment(), GITHUB_EVENT_PATH: '/dev/zero' })).rejects.toMatchObject({ kind: 'event' })
  })

  test('deep nesting and a `__proto__` are harmless', async () => {
    const { trigger } = await read(`{"__proto__":{"deleted":true},"x":${'['.repeat(5000)}${']'.repeat(5000)}}`)
    expect(trigger).toMatchObject({ kind: 'push', deleted: false })
    expect(({} as Record<string, unknown>)['deleted']).toBeUndefined()
  })
})
