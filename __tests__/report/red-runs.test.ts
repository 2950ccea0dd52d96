import { expect, test } from '@jest/globals'
import { LIST_PATH, type FaultRule } from '../../service/service.ts'
import { HINTS, networkError, RequestError, triedError } from '../../src/knowledge/failures.ts'
import { annotationsOf } from '../../src/report/publish.ts'
import type { Outcome, RunOptions, World, WorldOptions } from '../sync/world.ts'
import { startWorlds, writesFail } from '../sync/worlds.ts'

// What an engineer reads at night, of each cause of a red run that somebody has met: from what the service answers, to the first
// line, the next step, and the annotations of files.

const worldOf = await startWorlds()

const [DISK, DNS] = ['docs/disk.md', 'docs/dns.md']
const fileOf = (title: string, text = 'First.'): string => `# ${title}\n\n${text}\n`
const BRANCH = { [DISK]: fileOf('Disk full'), [DNS]: fileOf('DNS') }
const CHANGE = { [DISK]: fileOf('Disk full', 'Second.') }
const NOTHING_SENT = 'Nothing was sent in this run; the assistant has what it had.'
const NEW_RUN = 'start a new run (Run workflow, a push, or the command again)'
const BY_HAND = '`gh workflow run runbooks.yml --repo github.example/harbour/handbook` starts a run by hand.'
const AGAIN = '`gh run rerun 1 --repo github.example/harbour/handbook` repeats this run.'
const SECRET = 'as the secret that the workflow gives to `token` (for the command line, as RUNBOOK_SYNC_TOKEN)'
const WORKFLOW =
  /The workflow: https:\/\/github\.example\/harbour\/handbook\/blob\/\w+\/\.github\/workflows\/runbooks\.yml\./
const ROTATE = 'In the workspace of the runbooks, choose Rotate in Settings → Access Tokens of the assistant'
const ADDRESS =
  'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.'
const NETWORK =
  'Check `base-url`, and that the network of this machine reaches it (firewall, VPN, `https_proxy`, `no_proxy`).'

const listFails = (status: number, message: string, more: FaultRule = {}): readonly FaultRule[] => [
  { path: LIST_PATH, status, body: JSON.stringify({ message }), ...more }
]
const host = { host: 'assistant.example', peer: 'assistant.example' }
const LATE = new RequestError('service-failing', 'The service gave no complete answer within 30 s.', HINTS.works)
/** What no request on this machine can meet. */
const throwing = (error: RequestError): RunOptions => ({
  onRequest: () => {
    throw error
  }
})

interface Case {
  readonly cause: string
  /** Of the service, when the run begins. */
  readonly faults?: WorldOptions['faults']
  readonly run?: (world: World) => Promise<Outcome>
  readonly first: string | RegExp
  readonly next: readonly (string | RegExp)[]
  /** Of files: the path, and what their annotation says. The run itself has one error, with the first line and the next step. */
  readonly annotations?: readonly string[]
}

const push = async (world: World, options: RunOptions = {}): Promise<Outcome> =>
  world.push(CHANGE, { inputsByHand: ['on-conflict'], ...options })

const SIX = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`docs/${name}.md`, fileOf(`Title ${name}`)])
)

test.each<Case>([
  {
    cause: 'an expired token',
    faults: listFails(401, 'The access token is expired'),
    first: `The service rejects the token (HTTP 401): “The access token is expired”. ${NOTHING_SENT}`,
    next: [`${ROTATE}. Store the new value ${SECRET}, and repeat the run.`, WORKFLOW, AGAIN]
  },
  {
    cause: 'a token of another workspace',
    faults: listFails(401, 'Invalid token'),
    first: `The service rejects the token (HTTP 401): “Invalid token”. ${NOTHING_SENT}`,
    next: [
      `${ROTATE} if the token is listed as expired, else Create Token. Store the new value ${SECRET}`,
      WORKFLOW,
      AGAIN
    ]
  },
  {
    cause: 'a first sync into another workspace',
    run: (world) => {
      world.service.removeEntries()
      return push(world)
    },
    first: 'This workspace has no entry of harbour/handbook, so nothing was sent.',
    next: [
      'Is the token of the right workspace? If so, start the workflow by hand (Run workflow, or `sync --yes`)',
      BY_HAND
    ]
  },
  {
    cause: '403 on the list',
    faults: listFails(403, 'no rights'),
    first: `The token has no permission for this request (HTTP 403): “no rights”. ${NOTHING_SENT}`,
    next: ['A token works only in the workspace in which it was created', SECRET, WORKFLOW, AGAIN]
  },
  {
    cause: '403 on six writes',
    faults: writesFail({ status: 403, body: '{"message":"no rights"}' }),
    run: (world) => world.push(SIX, { inputsByHand: [] }),
    first:
      'The service has accepted none of 6 entries that were sent. The token has no permission for this request (HTTP 403): “no rights”. ' +
      '6 runbooks are not delivered: docs/a.md, docs/b.md, docs/c.md (the service answered HTTP 403) and 3 more.',
    next: ['A token works only in the workspace in which it was created', WORKFLOW, AGAIN]
  },
  {
    cause: 'a wrong address',
    faults: listFails(404, 'Not Found'),
    first:
      /^There is no such API at http:.*\/personal\/v1\/knowledge\/list \(HTTP 404\): “Not Found”\. Nothing was sent in this run; /,
    next: [ADDRESS, BY_HAND]
  },
  {
    cause: '429 for an hour',
    faults: listFails(429, 'slow down', { retry_after: 3600 }),
    first:
      'The service asks to wait 60 minutes before the next request (Retry-After); a run waits ten minutes at most. ' +
      NOTHING_SENT,
    next: [`After that time, ${NEW_RUN}: it delivers what is pending.`, BY_HAND]
  },
  {
    cause: 'TLS',
    run: (world) => push(world, throwing(networkError({ code: 'CERT_HAS_EXPIRED' }, host))),
    first: `No secure connection to assistant.example is possible (CERT_HAS_EXPIRED). The token was not sent. ${NOTHING_SENT}`,
    next: ['Check the scheme, host and port of `base-url`, and the certificate of the service', BY_HAND]
  },
  {
    cause: 'DNS',
    run: (world) => push(world, throwing(networkError({ code: 'ENOTFOUND' }, host))),
    first: `The name of assistant.example cannot be resolved. ${NOTHING_SENT}`,
    next: [NETWORK, BY_HAND]
  },
  {
    cause: 'a service that does not answer',
    run: (world) => push(world, throwing(triedError(LATE, 8, 291_000))),
    first: `The service gave no complete answer within 30 s. It was tried 8 times in 4 min 51 s. ${NOTHING_SENT}`,
    next: [`When the service works, ${NEW_RUN}. If it does not, tell the people who run it.`, BY_HAND]
  },
  {
    cause: '503 on writes',
    faults: writesFail({ status: 503, body: '{"message":"maintenance"}' }),
    first: '1 runbook is not delivered: docs/disk.md (the service answered HTTP 503).',
    next: [`When the service works, ${NEW_RUN}.`, BY_HAND]
  },
  {
    cause: 'an entry that the service rejects',
    faults: writesFail({ status: 422, body: '{"message":"forbidden word"}' }),
    first: '1 runbook is not delivered: docs/disk.md (the service answered HTTP 422).',
    next: ['Correct the runbook by what the service says'],
    annotations: ['docs/disk.md: The service rejects the request (HTTP 422): “forbidden word”.']
  },
  {
    cause: 'a conflict',
    run: (world) => {
      world.edit('Disk full', (content) => `${content}\nCall Sam.\n`)
      return push(world)
    },
    first: '1 runbook is not delivered: docs/disk.md (somebody edited its entry in the assistant).',
    next: [
      'bring it into the file with `runbook-sync pull`',
      '`runbook-sync sync --replace docs/disk.md` (https://github.com/runbook-sync/runbook-sync/blob/main/docs/command-line.md)',
      '`gh workflow run runbooks.yml --repo github.example/harbour/handbook -f on-conflict=replace`'
    ],
    annotations: ['docs/disk.md: Somebody edited its entry in the assistant, and the file has changed since.']
  },
  {
    cause: 'two files of one title',
    run: (world) => world.push({ 'docs/copy.md': fileOf('DNS') }),
    first: '2 runbooks are not delivered: docs/copy.md, docs/dns.md (duplicate name).',
    next: ['Give docs/copy.md a `title` of its own in the front matter.', '`!docs/copy.md`'],
    annotations: [
      'docs/copy.md: docs/copy.md, docs/dns.md have the same name “DNS”',
      'docs/dns.md: docs/copy.md, docs/dns.md have the same name “DNS”'
    ]
  },
  {
    cause: 'an empty secret',
    run: (world) => push(world, { inputs: { token: '' } }),
    first: `Input \`token\` is empty: no secret has this name, or the job may not read it. ${NOTHING_SENT}`,
    next: ['Compare the name of the secret that the workflow gives to `token`', WORKFLOW, AGAIN]
  }
])('what a red run says, and what to do: $cause', async ({ faults, run = push, first, next, annotations = [] }) => {
  const world = worldOf()
  expect(await world.push(BRANCH)).toMatchObject({ isGreen: true })
  if (faults !== undefined) world.becomes({ faults })
  const { report } = await run(world)
  expect(report.success).toBe(false)
  if (typeof first === 'string') expect(report.firstLine).toBe(first)
  else expect(report.firstLine).toMatch(first)
  for (const part of next) {
    if (typeof part === 'string') expect(report.nextStep).toContain(part)
    else expect(report.nextStep).toMatch(part)
  }
  const errors = annotationsOf(report).filter(({ level }) => level === 'error')
  const shown = errors.map(({ path, message }) => `${path ?? ''}: ${message}`)
  expect(shown).toEqual(annotations.map((each) => expect.stringContaining(each)))
})
