import { expect, test } from '@jest/globals'
import type { ErrorKind } from '../../src/errors.ts'
import { commandByHand, sayStart, type Started } from '../../src/report/start.ts'

const REPOSITORY = { repository: 'acme/ops', serverUrl: 'https://github.com' }
const JOB: Started = { ...REPOSITORY, workflow: 'runbooks.yml', runId: 4711, inputsByHand: ['on-conflict'] }
const SERVER = { serverUrl: 'https://git.acme.example' }
const LAPTOP = { workflow: '', runId: undefined, inputsByHand: undefined }
const byHandAt = (place: string): string => `\`gh workflow run runbooks.yml --repo ${place}\` starts a run by hand.`
const BY_HAND = byHandAt('acme/ops')
const AGAIN = '`gh run rerun 4711 --repo acme/ops` repeats this run.'

test.each<{ name: string; kind: ErrorKind; job?: Partial<Started>; says: string }>([
  { name: 'a service that fails', kind: 'service-failing', says: BY_HAND },
  { name: 'a token that is rejected', kind: 'token-rejected', says: AGAIN },
  { name: 'a text that is rejected', kind: 'entry-rejected', says: '' },
  { name: 'a workflow that nobody can start', kind: 'service-failing', job: { inputsByHand: undefined }, says: '' },
  { name: 'a laptop', kind: 'token-rejected', job: LAPTOP, says: '' },
  { name: 'Enterprise Server', kind: 'unreachable', job: SERVER, says: byHandAt('git.acme.example/acme/ops') }
])('how to start a run after: $name', ({ kind, job, says }) => {
  expect(sayStart(kind, { ...JOB, ...job })).toBe(says)
})

test.each<{ name: string; job?: Partial<Started>; command: string | undefined }>([
  { name: 'it has', command: 'gh workflow run runbooks.yml --repo acme/ops -f on-conflict=replace' },
  { name: 'it does not have', job: { inputsByHand: ['reason'] }, command: undefined },
  { name: 'is not known', job: { inputsByHand: undefined }, command: undefined }
])('a command with an input that $name', ({ job, command }) => {
  expect(commandByHand({ ...JOB, ...job }, { name: 'on-conflict', value: 'replace' })).toBe(command)
})
