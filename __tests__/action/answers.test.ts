import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Project } from '../../testing/project.ts'
import type { JobResult, RunningJob } from '../../testing/runner/runner.ts'
import { elsewhere, key, localhost } from '../support/certificates.ts'
import { DISK, deliveredHandbook, disk, pathOf, runbook } from '../support/handbook.ts'
import { inTurn, list, say, startMisbehaving, type Behaviour, type Received } from '../support/misbehaving-service.ts'
import { reportOf, reported } from '../support/report.ts'
import { ACTIVE, expectSafe } from '../support/safe.ts'

// What a process prints about answers, and how it ends. `__tests__/knowledge` has what becomes of each answer.

jest.setTimeout(60_000)

/** Has what is written differently in a URL, in base64, in JSON and in HTML. Its base64 ends with padding. */
const TOKEN = 'rsp_A1+b2/C3=d4%E5"f6\\g7&h8<i9>j0'

/** What the service has accepted, and its list shows. */
const stored: Received['body'][] = []
const ok: Behaviour = (request, reply) => {
  stored.push(request.body)
  say(200)(request, reply)
}

/** What would do something in a log or a summary, or shows the token. */
const HOSTILE: readonly Behaviour[] = [
  // Otherwise some of the others would end the run.
  ok,
  say(422, '{"detail":"\\n::error::pwned\\r\\n##[stop-commands]pwned"}'),
  say(422, '{"detail":"<img src=x onerror=pwned()> [a](https://evil.example) `x` | y"}'),
  say(422, JSON.stringify({ detail: 'a\u001b[2J\u0085\u202eb\u2028c\u200b' })),
  say(422, JSON.stringify({ detail: `You sent Bearer ${TOKEN} to us` })),
  say(422, `You sent ${TOKEN.replaceAll('', '\u200b')}`, { 'content-type': 'text/plain' }),
  say(403, `<html><title>${TOKEN}</title><body onload=pwned()>`, { 'content-type': 'text/html' }),
  say(302, '', { location: 'https://evil.example/::error::pwned##[error]pwned' }),
  say(302, '', { location: `https://evil.example/${encodeURIComponent(TOKEN)}/x?ticket=s3cr3t` })
]

/** One for each answer. */
const FEW = HOSTILE.length
const TITLES = Array.from({ length: FEW }, (_, at) => `Few ${at}`)

const project = await Project.create()
await project.commit(Object.fromEntries(TITLES.map((title) => [pathOf(title), runbook(title)])))
await project.pushed()
const service = await startMisbehaving(ok)

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await project[Symbol.asyncDispose]()
})

beforeEach(() => {
  service.requests.length = 0
  service.behave = ok
  stored.length = 0
  service.list = showing
})

const showing: Behaviour = (request, reply) => list(...stored)(request, reply)

async function run(
  behave: Behaviour,
  inputs: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {}
): Promise<JobResult> {
  service.behave = behave
  const job = await project.run({ inputs: { token: TOKEN, 'base-url': service.url, ...inputs }, env })
  expectSafe(job, TOKEN)
  return job
}

function unmasked({ stdout }: JobResult): string {
  return stdout.replace(/^::add-mask::.*$/gm, '')
}

test('hostile answers: nothing is active in summary and log, and the token is in neither', async () => {
  const job = await run(inTurn(...HOSTILE))
  expect(job.outputs).toMatchObject({ upserted: '1', failed: String(FEW - 1) })
  expect(service.requests).toHaveLength(FEW)
  for (const text of [unmasked(job), job.summary, JSON.stringify(job.report)]) {
    expect(text).not.toMatch(/s3cr3t|onload|rsp_A1|d4%|E5.{0,3}f6|h8.{0,6}i9/i)
  }
  expect(job.summary).not.toMatch(/<img|\]\(https:\/\/evil|::|##\[/)
  expect(job.summary.replaceAll('\n', '')).not.toMatch(ACTIVE)
  expect(job.commands.filter(({ data }) => data.startsWith('pwned'))).toEqual([])
})

test('a list with hostile names and texts: nothing of it is active, and everything is delivered', async () => {
  await using handbook = await deliveredHandbook()
  const names = ['::error::pwned', '</details><img src=x onerror=pwned()>', `\u202e\u001b[2J${TOKEN}`]
  for (const name of names) handbook.paste(name, '::error::pwned\n\n</details>\n')
  const job = await handbook.push({ [DISK]: disk('Second.') })
  expectSafe(job, handbook.token)
  await handbook.expectEqual(job)
  expect(job.log).toContain('3 written by hand')
  expect(job.summary).not.toMatch(/<img|::error/)
})

test('401 in the middle: the run stops, and what was not delivered is named', async () => {
  const upserted = 1
  const job = await run(inTurn(ok, say(401)))
  const { kind, message = '', hint } = reportOf(job).failure ?? {}
  expect({ kind, hint }).toEqual({
    kind: 'token-rejected',
    hint: expect.stringContaining('Settings → Access Tokens')
  })
  const missing = FEW - upserted
  expect(job.outputs).toMatchObject({ 'token-rejected': 'true', upserted: `${upserted}`, failed: `${missing}` })
  const isPending = (title: string): boolean => reported(job, pathOf(title)).outcome === 'pending'
  expect(TITLES.filter(isPending)).toHaveLength(missing)
  expect(message).toContain(`${missing} are not`)
  expect(job.summary).toContain(`| ❌ ${missing} files |`)
})

test('a token that is expired: the run says so, and how to rotate it', async () => {
  await using handbook = await deliveredHandbook()
  handbook.service.clock.advance(31 * 24 * 60 * 60 * 1000)
  const job = await handbook.push({ [DISK]: disk('Second.') })
  expectSafe(job, handbook.token)
  expect(reportOf(job).failure).toMatchObject({
    kind: 'token-rejected',
    hint: expect.stringMatching(/Rotate in Settings → Access Tokens/)
  })
})

describe('a certificate', () => {
  test.each([
    { what: 'for another host: not retried, and the token is not sent', cert: elsewhere, requests: 0 },
    { what: 'of an authority in NODE_EXTRA_CA_CERTS: delivered', cert: localhost, requests: FEW }
  ])('$what', async ({ cert, requests }) => {
    await using secure = await startMisbehaving(ok, { key, cert })
    secure.list = showing
    const file = join(project.folder, 'authority.pem')
    await writeFile(file, cert)
    const job = await run(ok, { 'base-url': secure.url }, { NODE_EXTRA_CA_CERTS: file })
    expect(secure.requests).toHaveLength(requests)
    expect(job.outputs).toMatchObject({ upserted: `${requests}` })
    if (requests > 0) return
    expect(reportOf(job).failure).toMatchObject({
      message: expect.stringMatching(/is for another host/),
      hint: expect.stringMatching(/^Check the host in `base-url`/)
    })
  })
})

describe('a cancellation', () => {
  async function expectCancelled(job: RunningJob, upserted: number): Promise<JobResult> {
    const result = await job.result
    expectSafe(result, TOKEN)
    expect(reportOf(result).failure?.kind).toBe('cancelled')
    expect(result.outputs).toMatchObject({ upserted: `${upserted}`, failed: `${FEW - upserted}` })
    expect(result.summary).toContain('cancelled')
    return result
  }

  test('requests in flight end, nothing else is sent, the report is written, red', async () => {
    const held: (() => void)[] = []
    service.behave = (request, reply) => {
      if (request.nth === 1) return ok(request, reply)
      held.push(() => ok(request, reply))
      if (held.length < FEW - 1) return undefined
      job.signal('SIGTERM')
      // Longer than a signal takes, shorter than a cancelled run waits.
      return setTimeout(() => {
        for (const answer of held) answer()
      }, 500)
    }
    const job = await project.start({ inputs: { token: TOKEN, 'base-url': service.url } })
    await expectCancelled(job, 1)
    expect(service.requests).toHaveLength(FEW)
  })

  test('while it waits for the list to show what was sent: no defect, and nothing more is sent', async () => {
    let lists = 0
    service.list = (request, reply) => {
      if (service.requests.length === 1 && ++lists === 2) job.signal('SIGINT')
      list()(request, reply)
    }
    const job = await project.start({ inputs: { token: TOKEN, 'base-url': service.url } })
    const result = await expectCancelled(job, 0)
    expect(service.requests).toHaveLength(1)
    const sent = reportOf(result).runbooks.filter(({ reason }) => reason === 'Sent, not confirmed.')
    expect(sent).toHaveLength(1)
  })
})
