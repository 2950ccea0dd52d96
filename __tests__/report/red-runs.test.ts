import { expect, test } from '@jest/globals'
import { LIST_PATH, type FaultRule } from '../../service/service.ts'
import { networkError } from '../../src/knowledge/failures.ts'
import { annotationsOf } from '../../src/report/publish.ts'
import type { Outcome, RunOptions, World } from '../sync/world.ts'
import { startWorlds, writesFail } from '../sync/worlds.ts'

// What an engineer reads at night, of causes of a red run that somebody has met: from what the service answers, to the first line,
// the next step, and the annotations of files.

const worldOf = await startWorlds()

const fileOf = (title: string, text = 'First.'): string => `# ${title}\n\n${text}\n`
const BRANCH = { 'docs/disk.md': fileOf('Disk full'), 'docs/dns.md': fileOf('DNS') }
const SIX = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`docs/${at}.md`, fileOf(`Title ${at}`)]))

const NOTHING_SENT = 'Nothing was sent in this run; the assistant has what it had.'
const NEW_RUN = 'start a new run (Run workflow, a push, or the command again)'
const BY_HAND = '`gh workflow run runbooks.yml --repo github.example/harbour/handbook` starts a run by hand.'
const AGAIN = '`gh run rerun 1 --repo github.example/harbour/handbook` repeats this run.'
const SECRET = 'as the secret that the workflow gives to `token` (for the command line, as RUNBOOK_SYNC_TOKEN)'
const WORKFLOW =
  /The workflow: https:\/\/github\.example\/harbour\/handbook\/blob\/\w+\/\.github\/workflows\/runbooks\.yml\./
const ROTATE = 'In the workspace of the runbooks, choose Rotate in Settings → Access Tokens of the assistant'
const ADDRESS = 'it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.'
const NETWORK = 'that the network of this machine reaches it (firewall, VPN, `https_proxy`, `no_proxy`).'

const listFails = (status: number, message: string, more: FaultRule = {}): readonly FaultRule[] => [
  { path: LIST_PATH, status, body: JSON.stringify({ message }), ...more }
]

const push = async (world: World, options: RunOptions = {}): Promise<Outcome> =>
  world.push({ 'docs/disk.md': fileOf('Disk full', 'Second.') }, { inputsByHand: ['on-conflict'], ...options })

/** What no request on this machine can meet. */
const HOSTS = { host: 'assistant.example', peer: 'assistant.example' }
const unreachable = (code: string) => async (world: World) =>
  push(world, { onRequest: () => Promise.reject(networkError({ code }, HOSTS)) })

interface Case {
  readonly cause: string
  /** Of the service, when the run begins. */
  readonly faults?: readonly FaultRule[]
  readonly run?: (world: World) => Promise<Outcome>
  readonly first: string | RegExp
  readonly next: readonly (string | RegExp)[]
  /** The only one of a file. The run itself has one error, with the first line and the next step. */
  readonly annotation?: string
}

test.each<Case>([
  {
    cause: 'an expired token',
    faults: listFails(401, 'The access token is expired'),
    first: `The service rejects the token (HTTP 401): “The access token is expired”. ${NOTHING_SENT}`,
    next: [`${ROTATE}. Store the new value ${SECRET}, and repeat the run.`, WORKFLOW, AGAIN]
  },
  {
    cause: 'a first sync into another workspace',
    run: (world) => {
      world.service.removeEntries()
      return push(world)
    },
    first: 'This workspace has no entry of harbour/handbook, so nothing was sent.',
    next: ['right workspace? If so, start the workflow by hand (Run workflow, or `sync --yes`)', BY_HAND]
  },
  {
    cause: '403 on six writes',
    faults: writesFail({ status: 403, body: '{"message":"no rights"}' }),
    run: (world) => world.push(SIX),
    first:
      'The service has accepted none of 6 entries that were sent. The token has no permission for this request (HTTP 403): “no rights”. ' +
      '6 runbooks are not delivered: docs/1.md, docs/2.md, docs/3.md (the service answered HTTP 403) and 3 more.',
    next: ['A token works only in the workspace in which it was created', SECRET, WORKFLOW, AGAIN]
  },
  {
    cause: 'a wrong address',
    faults: listFails(404, 'Not Found'),
    first:
      /^There is no such API at http:.*\/personal\/v1\/knowledge\/list \(HTTP 404\): “Not Found”\. Nothing was sent /,
    next: [`Check \`base-url\`: ${ADDRESS}`, BY_HAND]
  },
  {
    cause: '429 for an hour',
    faults: listFails(429, 'slow down', { retry_after: 3600 }),
    first: `The service asks to wait 60 minutes before the next request (Retry-After); a run waits ten minutes at most. ${NOTHING_SENT}`,
    next: [`After that time, ${NEW_RUN}: it delivers what is pending.`, BY_HAND]
  },
  {
    cause: 'TLS',
    run: unreachable('CERT_HAS_EXPIRED'),
    first: /^No secure connection to assistant.example is possible \(CERT_HAS_EXPIRED\)\. The token was not sent\. /,
    next: ['Check the scheme, host and port of `base-url`, and the certificate of the service', BY_HAND]
  },
  {
    cause: 'DNS',
    run: unreachable('ENOTFOUND'),
    first: `The name of assistant.example cannot be resolved. ${NOTHING_SENT}`,
    next: [`Check \`base-url\`, and ${NETWORK}`, BY_HAND]
  },
  {
    cause: '503 on writes',
    faults: writesFail({ status: 503, body: '{"message":"maintenance"}' }),
    first: '1 runbook is not delivered: docs/disk.md (the service answered HTTP 503).',
    next: [`When the service works, ${NEW_RUN}. If it does not, tell the people who run it.`, BY_HAND]
  },
  {
    cause: 'an entry that the service rejects',
    faults: writesFail({ status: 422, body: '{"message":"forbidden word"}' }),
    first: '1 runbook is not delivered: docs/disk.md (the service answered HTTP 422).',
    next: ['Correct the runbook by what the service says'],
    annotation: 'docs/disk.md: The service rejects the request (HTTP 422): “forbidden word”.'
  },
  {
    cause: 'an empty secret',
    run: (world) => push(world, { inputs: { token: '' } }),
    first: `Input \`token\` is empty: no secret has this name, or the job may not read it. ${NOTHING_SENT}`,
    next: ['Compare the name of the secret that the workflow gives to `token`', WORKFLOW, AGAIN]
  }
])('what a red run says, and what to do: $cause', async ({ faults, run = push, first, next, annotation }) => {
  const world = worldOf()
  expect(await world.push(BRANCH)).toMatchObject({ isGreen: true })
  if (faults !== undefined) world.becomes({ faults })
  const { report } = await run(world)
  expect(report.success).toBe(false)
  expect([report.firstLine]).toEqual([typeof first === 'string' ? first : expect.stringMatching(first)])
  for (const part of next) expect(report.nextStep).toMatch(part)
  const errors = annotationsOf(report).filter(({ level }) => level === 'error')
  const shown = errors.map(({ path, message }) => `${path ?? ''}: ${message}`)
  expect(shown).toEqual(annotation === undefined ? [] : [expect.stringContaining(annotation)])
})
