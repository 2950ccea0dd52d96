import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { findBase } from '../../src/changes/base.ts'
import type { Job } from '../../src/job/event.ts'
import { settingsOf, type Settings } from '../../src/changes/settings.ts'
import { readInputs } from '../../src/job/inputs.ts'

// What makes a run a full sync because it differs from the run that delivered last.

const GIVEN: Readonly<Record<string, string>> = { token: 'rsp_one', 'base-url': 'https://a.example' }
const JOB = { repository: 'acme/handbook', serverUrl: 'https://github.example', workflow: 'sync.yml' } as Job

function settings(given = GIVEN, job = JOB, ref = 'refs/heads/main', source: 'Git' | 'disk' = 'Git'): Settings {
  const inputs = readInputs(
    (name) => given[name] ?? '',
    () => undefined
  )
  return settingsOf(inputs, job, ref, source)
}

/** Why a run is a full sync after one that has delivered with other settings. */
function reasonOf(own: Settings): string | undefined {
  const payload = {
    ...settings(),
    access: settings().access ?? '',
    full: false,
    run: 1,
    attempt: 1,
    number: 1,
    key: 'k'
  }
  const times = { createdAt: 0, endedAt: 1000 }
  const record = { commit: 'c', ...times, succeeded: true, refused: 0, listShows: undefined, payload }
  return findBase({ kind: 'records', records: [record] }, own).whyFull
}

const INPUTS: readonly (readonly [input: string, value: string, reason: string | undefined])[] = [
  ['token', 'rsp_two', 'the token or `base-url` changed'],
  ['base-url', 'https://b.example', 'the token or `base-url` changed'],
  ['files', 'docs/*.md', 'the input `files` changed'],
  ['root', 'handbook', 'the input `root` changed'],
  ['mode', 'sync', undefined],
  ['environment', 'staging', undefined],
  ['entry-name', '{path}', 'the input `entry-name` changed'],
  ['front-matter', 'owner', 'the input `front-matter` changed'],
  ['links', 'keep', 'the input `links` changed'],
  ['removed', 'retire', undefined],
  ['on-conflict', 'replace', undefined],
  ['confirm-within', '1', undefined],
  ['concurrency', '1', undefined],
  ['timeout', '1', undefined],
  ['retries', '1', undefined],
  ['max-bytes', '1', 'the input `max-bytes` changed'],
  ['token-expires-on', '2027-02-01', undefined],
  ['github-token', 'ghs_two', undefined]
]

test.each(INPUTS)('another value of the input %s', (input, value, reason) => {
  expect(reasonOf(settings({ ...GIVEN, [input]: value }))).toBe(reason)
})

test('these are the inputs of action.yml', async () => {
  const { inputs } = parse(await readFile('action.yml', 'utf8')) as { inputs: object }
  expect(INPUTS.map(([input]) => input)).toEqual(Object.keys(inputs))
})

test.each<[string, Settings, string]>([
  ['repository', settings(GIVEN, { ...JOB, repository: 'acme/ops' }), 'the repository has another name'],
  ['server', settings(GIVEN, { ...JOB, serverUrl: 'https://b.example' }), 'the server has another name'],
  ['branch', settings(GIVEN, JOB, 'refs/heads/x'), 'another workflow or branch delivers to this environment'],
  ['source', settings(GIVEN, JOB, 'refs/heads/main', 'disk'), 'Git and the disk take turns as the source']
])('another %s', (_, own, reason) => {
  expect(reasonOf(own)).toBe(reason)
})
