import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { openGitHub, type GitHub } from '../../src/github/github.ts'
import type { Job } from '../../src/github/job.ts'
import { Secret } from '../../src/secret.ts'

const TOKEN = 'ghs_0123456789abcdefghij'
const commit = (number: number): string => Math.abs(number).toString(16).padStart(40, '0')

let server: Server
let requests: string[]
/** What the server does; each test puts its own in place. */
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  requests = []
  answer = (_, response) => response.writeHead(404).end('{}')
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  jest.restoreAllMocks()
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
})

function open(job: Partial<Job> = {}, { token }: { token?: Secret } = { token: new Secret(TOKEN) }): GitHub {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const whole: Job = {
    trigger: { kind: 'other', name: 'schedule' },
    repository: 'harbour/handbook',
    ref: 'refs/heads/main',
    sha: commit(1),
    defaultBranch: 'main',
    serverUrl: url,
    apiUrl: url,
    workflowPath: '.github/workflows/runbooks.yml',
    runNumber: 42,
    workspace: '/work',
    ...job
  }
  return openGitHub(whole, token)
}

function json(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** A list of runs as GitHub pages it. */
function runs(list: readonly (readonly [number: number, conclusion: string | null])[]): typeof answer {
  return (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))]
    const workflow_runs = list
      .map(([run_number, conclusion]) => ({ run_number, conclusion, head_sha: commit(run_number) }))
      .slice((page - 1) * size, page * size)
    json(response, { total_count: list.length, workflow_runs })
  }
}

describe('the last successful push', () => {
  test('is the newest with a number below ours; the others are those after it', async () => {
    answer = runs([
      [44, 'success'],
      [42, null],
      [41, 'cancelled'],
      [40, 'failure'],
      [39, 'success'],
      [38, 'success']
    ])
    expect(await open().lastSuccessfulPush('main')).toEqual({
      kind: 'found',
      value: { number: 39, commit: commit(39), since: [commit(41), commit(40)] }
    })
    expect(requests).toEqual([
      '/repos/harbour/handbook/actions/workflows/runbooks.yml/runs?branch=main&event=push&exclude_pull_requests=true&per_page=50&page=1'
    ])
  })

  test('brings along earlier runs that outlasted its beginning, however they ended', async () => {
    const run = (run_number: number, conclusion: string | null, run_started_at: string, updated_at: string) => ({
      run_number,
      conclusion,
      head_sha: commit(run_number),
      run_started_at: `2026-11-20T${run_started_at}:00Z`,
      updated_at: `2026-11-20T${updated_at}:00Z`
    })
    answer = (_, response) => {
      json(response, {
        workflow_runs: [
          run(41, 'failure', '10:20', '10:21'),
          run(40, 'success', '10:10', '10:12'),
          run(39, 'failure', '10:00', '10:11'),
          run(38, null, '09:50', '10:30'),
          run(37, 'cancelled', '09:40', '09:41'),
          run(36, 'success', '09:30', '10:40')
        ]
      })
    }
    expect(await open().lastSuccessfulPush('main')).toEqual({
      kind: 'found',
      value: { number: 40, commit: commit(40), since: [41, 39, 38, 36].map(commit) }
    })
  })

  test('is found whatever the order of the list', async () => {
    answer = runs([
      [3, 'success'],
      [40, 'success'],
      [41, 'failure']
    ])
    expect(await open().lastSuccessfulPush('main')).toMatchObject({ value: { number: 40, since: [commit(41)] } })
  })

  test('is found for a run that was repeated long after', async () => {
    answer = runs(Array.from({ length: 500 }, (_, index) => [542 - index, 'success'] as const))
    expect(await open({ runNumber: 100 }).lastSuccessfulPush('main')).toMatchObject({ value: { number: 99 } })
    expect(requests).toHaveLength(9)
  })

  test.each<[name: string, list: (readonly [number, string])[]]>([
    ['there are no runs', []],
    ['none has succeeded', [[41, 'failure']]],
    ['only later ones have', [[43, 'success']]],
    ['a whole page has failed', Array.from({ length: 50 }, (_, index) => [41 - index, 'failure'] as const)]
  ])('is none where %s', async (_, list) => {
    answer = runs(list)
    expect(await open().lastSuccessfulPush('main')).toEqual({ kind: 'none' })
  })

  test('asks no further than GitHub lists', async () => {
    answer = (_, response) => {
      json(response, { workflow_runs: Array.from({ length: 50 }, () => ({ run_number: 99, head_sha: commit(9) })) })
    }
    expect(await open().lastSuccessfulPush('main')).toEqual({ kind: 'none' })
    expect(requests).toHaveLength(20)
  })

  test.each<[name: string, job: Partial<Job>]>([
    ['workflow', { workflowPath: undefined }],
    ['run', { runNumber: undefined }]
  ])('is unknown where the %s is', async (_, job) => {
    expect(await open(job).lastSuccessfulPush('main')).toMatchObject({ kind: 'unknown' })
    expect(requests).toEqual([])
  })
})

describe('branches', () => {
  test('a head, of a branch with slashes', async () => {
    answer = (_, response) => {
      json(response, { ref: 'refs/heads/docs/new', object: { type: 'commit', sha: commit(7) } })
    }
    expect(await open().branchHead('docs/new #1')).toEqual({ kind: 'found', value: commit(7) })
    expect(requests.map(decodeURIComponent)).toEqual(['/repos/harbour/handbook/git/ref/heads/docs/new #1'])
  })

  test('a branch that is not there', async () => {
    answer = (_, response) => {
      json(response, { message: 'Not Found' }, 404)
    }
    expect(await open().branchHead('gone')).toEqual({ kind: 'none' })
  })

  test('the default one', async () => {
    answer = (_, response) => {
      json(response, { default_branch: 'trunk' })
    }
    expect(await open().defaultBranch()).toEqual({ kind: 'found', value: 'trunk' })
  })
})

test('asks what octokit would ask', async () => {
  const methods: (string | undefined)[] = []
  answer = (request, response) => {
    methods.push(request.method)
    json(response, { workflow_runs: [], object: { sha: commit(7) }, default_branch: 'main' })
  }
  const github = open()
  await github.lastSuccessfulPush('docs/new #1')
  await github.branchHead('docs/new #1')
  await github.defaultBranch()
  const ours = requests.splice(0)

  const { rest } = getOctokit(TOKEN, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const [owner, repo, branch] = ['harbour', 'handbook', 'docs/new #1']
  await rest.actions.listWorkflowRuns({
    owner,
    repo,
    workflow_id: 'runbooks.yml',
    branch,
    event: 'push',
    exclude_pull_requests: true,
    per_page: 50,
    page: 1
  })
  await rest.git.getRef({ owner, repo, ref: `heads/${branch}` })
  await rest.repos.get({ owner, repo })

  const meaning = (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    return [decodeURIComponent(pathname), Object.fromEntries(searchParams)]
  }
  expect(ours.map(meaning)).toEqual(requests.map(meaning))
  expect(methods).toEqual(Array.from({ length: 6 }, () => 'GET'))
})

describe('a packed answer', () => {
  const packed = (body: Buffer): void => {
    answer = (request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip')
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
    }
  }
  const json = JSON.stringify({ object: { sha: commit(7) } })
  const head = gzipSync(json)

  test('is unpacked', async () => {
    packed(head)
    expect(await open().branchHead('main')).toEqual({ kind: 'found', value: commit(7) })
  })

  test.each<[name: string, body: Buffer]>([
    ['is damaged', head.subarray(0, -8)],
    ['is none', Buffer.from('{}')],
    ['is a hundred megabytes', gzipSync(json + ' '.repeat(100 * 1024 * 1024))]
  ])('that %s is of no form', async (_, body) => {
    packed(body)
    expect(await open().branchHead('main')).toEqual({ kind: 'unknown', why: expect.stringContaining('unknown form') })
  })
})

describe('no answer', () => {
  test.each<[name: string, status: number, headers: Record<string, string>, why: RegExp]>([
    ['a permission is missing', 403, {}, /lacks the permission `actions: read` \(GitHub answered HTTP 403\)/],
    ['nothing is shown', 404, {}, /lacks the permission `actions: read` \(GitHub answered HTTP 404\)/],
    ['the token is not accepted', 401, {}, /does not accept the `github-token`/],
    ['the rate limit is used up', 403, { 'x-ratelimit-remaining': '0' }, /rate limit is used up/],
    ['there are too many requests', 429, {}, /rate limit is used up/],
    [
      'the repository was renamed',
      301,
      { location: '/repositories/7' },
      /renamed or moved \(GitHub answered HTTP 301\)/
    ],
    ['something else is wrong', 422, {}, /HTTP 422/]
  ])('because %s: said at once', async (_, status, headers, why) => {
    answer = (_request, response) => {
      json(response, { message: `no, ${TOKEN}` }, status, headers)
    }
    expect(await open().lastSuccessfulPush('main')).toEqual({ kind: 'unknown', why: expect.stringMatching(why) })
    expect(requests).toHaveLength(1)
  })

  test('without a token nobody is asked', async () => {
    const github = open({}, {})
    const unknown = { kind: 'unknown', why: expect.stringContaining('`github-token`') }
    expect(await github.branchHead('main')).toEqual(unknown)
    expect(await github.lastSuccessfulPush('main')).toEqual(unknown)
    expect(await github.defaultBranch()).toEqual(unknown)
    expect(requests).toEqual([])
  })

  test.each<[name: string, body: string]>([
    ['HTML', '<html></html>'],
    ['null', 'null'],
    ['a number', '7'],
    ['another object', '{"workflow_runs": {}, "object": {"sha": "--upload-pack=x"}, "default_branch": ""}'],
    ['runs that are none', '{"workflow_runs": [null]}'],
    ['a run without a commit', '{"workflow_runs": [{"run_number": 1, "conclusion": "success", "head_sha": "main"}]}']
  ])('of a form that GitHub does not have: %s', async (_, body) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    const github = open()
    const unknown = { kind: 'unknown', why: expect.stringContaining('unknown form') }
    expect(await github.lastSuccessfulPush('main')).toEqual(unknown)
    expect(await github.branchHead('main')).toEqual(unknown)
    expect(await github.defaultBranch()).toEqual(unknown)
  })

  test('a fault that passes is waited for', async () => {
    answer = (_, response) => {
      if (requests.length === 1) response.writeHead(502).end('bad gateway')
      else if (requests.length === 2) response.destroy()
      else json(response, { object: { sha: commit(7) } })
    }
    expect(await open().branchHead('main')).toEqual({ kind: 'found', value: commit(7) })
    expect(requests).toHaveLength(3)
  })

  test('a fault that stays is not waited for any longer', async () => {
    answer = (_, response) => response.writeHead(503).end()
    expect(await open().branchHead('main')).toEqual({ kind: 'unknown', why: 'GitHub answered HTTP 503' })
    expect(requests).toHaveLength(3)
  })

  test('one that does not end is given up', async () => {
    answer = (_, response) => {
      const more = (): void => {
        while (response.write(' '.repeat(1024 * 1024)));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more)
      more()
    }
    expect(await open().branchHead('main')).toEqual({ kind: 'unknown', why: expect.stringContaining('unknown form') })
    expect(requests).toHaveLength(1)
  })

  test('nobody there', async () => {
    expect(await open({ apiUrl: 'http://127.0.0.1:1' }).branchHead('main')).toEqual({
      kind: 'unknown',
      why: expect.stringContaining('cannot be reached')
    })
  })

  test('a server that never answers is given up', async () => {
    answer = () => undefined
    expect(await open().branchHead('main')).toEqual({
      kind: 'unknown',
      why: expect.stringContaining('did not answer in 10 seconds')
    })
    expect(requests).toHaveLength(1)
  })
})

test('nothing is printed and the token is never shown', async () => {
  const printed = [
    jest.spyOn(process.stdout, 'write').mockReturnValue(true),
    jest.spyOn(process.stderr, 'write').mockReturnValue(true),
    ...(['log', 'warn', 'error', 'info', 'debug'] as const).map((level) =>
      jest.spyOn(console, level).mockReturnValue(undefined)
    )
  ]
  const seen: (string | undefined)[] = []
  answer = (request, response) => {
    seen.push(request.headers.authorization)
    json(response, { message: TOKEN }, 403, { deprecation: 'true', sunset: 'tomorrow' })
  }
  const answers = [await open().branchHead('main'), await open().lastSuccessfulPush('main')]
  expect(seen).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`])
  expect(JSON.stringify(answers)).not.toContain(TOKEN)
  for (const print of printed) expect(print).not.toHaveBeenCalled()
})
