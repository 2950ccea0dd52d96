import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFile, readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { parse } from 'yaml'
import type { JobResult } from '../../testing/runner/runner.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving, type Behaviour, type MisbehavingService } from '../support/misbehaving-service.ts'
import type { Item } from '../../testing/github/commit.ts'
import { expectSafe, inertLines } from './safe.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'

/** Whatever a runner, a terminal or a browser might obey. */
const PAYLOADS = [
  '::error::pwned',
  '\n::error::pwned',
  '\r::warning::pwned',
  '\r\n  ::notice file=x,line=1::pwned',
  '\u2028::error::pwned\u2029',
  '\u0085::error::pwned',
  '\u000b::error::pwned\u000c',
  '##[error]pwned',
  'text ##[set-env name=PATH;]pwned',
  '::stop-commands::pwned',
  '::add-mask::o',
  '::set-output name=report::pwned',
  '::debug::pwned',
  '%0A::error::pwned',
  '\u001b[2J\u001b]8;;https://evil.example\u0007pwned',
  '\u009b31mpwned\u0000',
  '\u202edenwp\u2066\u2069\u200f',
  'pwned\nEOF\npwned=1\nghadelimiter_x'
] as const

/** Git has no NUL in a path, no system more than 255 bytes in a name. */
function nameOf(payload: string): string {
  return payload.replaceAll('\0', '').replaceAll('/', '|')
}

let environment: TestEnvironment
let service: MisbehavingService

beforeAll(async () => {
  const files = PAYLOADS.flatMap((payload, at): (readonly [string, Item])[] => [
    [`docs/runbooks/${nameOf(payload)}.md`, `# Name ${at}\n\n[x](${payload.replace(/\s/g, '')}.md)\n`],
    [`docs/runbooks/h${at}.md`, `# ${payload.replace(/[\r\n]/g, ' ')}\n\n${payload}\n`],
    [`docs/runbooks/t${at}.md`, `---\ntitle: ${JSON.stringify(payload)}\n---\n${payload}\n`],
    [`docs/runbooks/k${at}.md`, `---\n${JSON.stringify(payload)}: 1\n${JSON.stringify(payload)}: 2\n---\n${payload}\n`],
    [`docs/runbooks/v${at}.md`, `---\ndraft: ${JSON.stringify(payload)}\n---\n${payload}\n`],
    [`docs/runbooks/b${at}.md`, Buffer.concat([Buffer.from(payload), Buffer.from([0xff])])]
  ])
  const links = PAYLOADS.map((payload): readonly [string, Item] => [
    `docs/runbooks/${nameOf(payload)}-link.md`,
    { mode: '120000', content: nameOf(payload) }
  ])
  environment = await TestEnvironment.with(Object.fromEntries([...files, ...links]))
  service = await startMisbehaving(say(200))
}, 60_000)

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})

/** Answers with a payload in everything that may hold text, another one each time. */
function hostile(status: number): Behaviour {
  return (request, reply) => {
    const payload = PAYLOADS[request.nth % PAYLOADS.length] ?? ''
    const body = { detail: payload, message: payload, items: [{ id: payload, name: payload, content: payload }] }
    return say(request.path === LIST_PATH ? 200 : status, JSON.stringify(body), {
      'x-hostile': encodeURIComponent(payload),
      location: `https://evil.example/${payload.replace(/[^\x20-\x7e]/g, '')}`
    })(request, reply)
  }
}

function expectInert(job: JobResult): void {
  expectSafe(job, environment.token)
  expect(job.commands.filter(({ data }) => data.trimStart().startsWith('pwned'))).toEqual([])
  // Debug lines are checked to the letter by `expectSafe`.
  expect(job.commands.filter(({ name }) => !/^(add-mask|error|warning|notice|debug)$/.test(name))).toEqual([])
  // eslint-disable-next-line no-control-regex
  expect(job.summary).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|::|##\[/)
}

describe('a repository and a service that are hostile in every place', () => {
  test.each([
    ['all is accepted', 200],
    ['all is refused', 422],
    ['all is forbidden', 403],
    ['the token is rejected', 401],
    ['all is redirected', 302],
    ['the service fails', 500]
  ])('%s: the log is inert', async (_, status) => {
    service.behave = hostile(status)
    const inputs = { 'base-url': service.url, concurrency: '1', retries: '0', verify: 'true' }
    expectInert(await environment.run(inputs))
  })

  test.each([
    ['a command', '::error::pwned'],
    ['an old command', '##[error]pwned'],
    ['a line break and a command', '\n::error::pwned'],
    ['what a terminal obeys', '\u001b[2J\u009b\u202e\u2028pwned']
  ])(
    'runbooks that are refused and have %s in path and title: annotations and verdict are inert',
    async (_, payload) => {
      // So few that each has an annotation, and the verdict names them all.
      // No name has a control character, so that one in a title is another refusal.
      const title = `Rival ${payload.replace(/\p{Cc}/gu, '')}`
      const rival = `---\ntitle: ${JSON.stringify(title)}\n---\nText.\n`
      await using rivals = await TestEnvironment.with({
        [`docs/runbooks/${payload}.md`]: rival,
        [`docs/runbooks/${payload}/${payload}.md`]: rival
      })
      const job = await rivals.run()
      expectInert(job)
      expect(job.outputs['refused']).toBe('2')
      const told = job.commands.filter(({ name }) => name === 'error').map(({ data }) => data)
      expect(told).toHaveLength(3)
      for (const data of told) expect(data).toContain('pwned')
      expect(job.summary.match(/pwned/g)?.length).toBeGreaterThan(2)
    }
  )

  test('a plan: the log is inert', async () => {
    expectInert(await environment.run({ mode: 'plan', token: '', 'base-url': '' }))
  })

  test('names from paths: the log is inert', async () => {
    service.behave = hostile(200)
    expectInert(await environment.run({ name: '{path} {stem} {dir}', 'base-url': service.url }))
  })

  test('with step debug: nothing more is obeyed', async () => {
    service.behave = hostile(422)
    const env = { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true', NODE_DEBUG: undefined }
    const job = await environment.run({ 'base-url': service.url, concurrency: '1', retries: '0' }, { env })
    expectInert(job)
    expect(job.stdout).toMatch(/^::debug::POST \/\S+: 422 after \d+ ms, attempt 1$/m)
  })

  test('the outputs are those of action.yml, and no others', async () => {
    service.behave = hostile(200)
    const job = await environment.run({ 'base-url': service.url })
    const { outputs } = parse(await readFile('action.yml', 'utf8')) as { outputs: Record<string, unknown> }
    expect(Object.keys(job.outputs).sort()).toEqual(Object.keys(outputs).sort())
    expect(job.outputs['report']).toMatch(/report\.json$/)
  })
})

describe('the tests of the log', () => {
  test.each([
    '::error::pwned\u2028',
    '  ::error::pwned',
    '::set-output name=x::y',
    'text ##[error]pwned',
    '::error file=a::b::c',
    'a\u001b[2J',
    'a\rb\u009b',
    '\u202ex',
    '::debug::a file name'
  ])('see %j', (line) => {
    expect(inertLines(`good\n${line}\ngood\n`)).toHaveLength(1)
  })

  test('let pass what is meant', () => {
    expect(inertLines('::error title=Runbook refused,file=a%3A.md,line=3::It has no text.\nplain : : text\n')).toEqual(
      []
    )
  })
})

describe('the sources', () => {
  /** Programs of their own, which are not in the bundle and print for a person. */
  const PROGRAMS = ['service', 'rehearsal']

  async function sources(): Promise<(readonly [path: string, text: string])[]> {
    const paths = (await readdir('src', { recursive: true }))
      .map((path) => path.split(sep).join('/'))
      .filter((path) => path.endsWith('.ts') && !PROGRAMS.includes(path.split('/')[0] ?? ''))
    return Promise.all(paths.map(async (path) => [path, await readFile(join('src', path), 'utf8')] as const))
  }

  test('only main, inputs and report know the runner’s toolkit, each for its own purpose', async () => {
    const imports = (await sources()).flatMap(([path, text]) =>
      [...text.matchAll(/import (?:type )?(\{[^}]*\}) from '\.\.?\/core\.ts'/g)].map(([, names = '']) => [path, names])
    )
    expect(Object.fromEntries(imports)).toEqual({
      'main.ts': '{ setFailed }',
      'inputs.ts': '{ getInput, setSecret }',
      'report/report.ts': '{ debug, error, info, isDebug, notice, setOutput, summary, warning }'
    })
    const mentioning = async (pattern: RegExp): Promise<string[]> =>
      (await sources())
        .filter(([, text]) => pattern.test(text))
        .map(([path]) => path)
        .sort()
    expect(await mentioning(/['"/]core\.ts['"]/)).toEqual(['inputs.ts', 'main.ts', 'report/report.ts'])
    expect(await mentioning(/['"/]@actions\/core/)).toEqual(['core.ts'])
  })

  test('none writes to stdout or stderr itself, nor hands them to a child process', async () => {
    const writes =
      /\bconsole\s*(?:\.\s*[a-z]|\[)|process\s*\.\s*(?:stdout|stderr)|\bstdio: '?inherit|process\.(?:emitWarning|report)|\bfs\.write(?:Sync)?\(\s*[12]\b|\/dev\/std(?:out|err)/
    const writing = (await sources()).filter(([, text]) => writes.test(text)).map(([path]) => path)
    // What `info` is.
    expect(writing).toEqual(['core.ts'])
  })

  test('everything that report hands to the toolkit has gone through inert.ts', async () => {
    const text = await readFile('src/report/report.ts', 'utf8')
    // The calls of the toolkit; `say` is one of three of them, with what annotationsOf made.
    const calls = [
      ...text.matchAll(/(?<![.\w])(?:info|debug|error|notice|warning|say)\(([^()]*(?:\([^()]*\))?[^()]*)\)/g)
    ]
      .map(([, given = '']) => given.trim())
      .filter((given) => !given.includes(':'))
    expect(calls.length).toBeGreaterThan(3)
    for (const given of calls) expect(given).toMatch(/^forLog\(|^message, properties$|^why$/)
  })
})
