import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dispatchEvent, pushEvent } from '../../testing/events.ts'
import { filesOf, git } from '../../testing/git.ts'
import { startGitHubApi, type GitHubApi, type WorkflowRun } from '../../testing/github-api.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/leftovers.ts'
import { HostedRepository } from '../../testing/repository.ts'
import { Workflow } from '../../testing/workflow.ts'

let folder: TemporaryFolder
let hosted: HostedRepository
let first = ''
let second = ''

beforeAll(async () => {
  folder = await temporaryFolder()
  hosted = await HostedRepository.create(folder.path)
  const clone = await hosted.clone()
  await clone.write('docs/a.md', '# A\n')
  await clone.write('docs/tab\there "ü".md', 'no line break at the end')
  first = await clone.commit('Add two')
  await clone.rename('docs/a.md', 'docs/deep/b.md')
  second = await clone.commit('Move one')
  await clone.push()
})

afterAll(async () => {
  await folder[Symbol.asyncDispose]()
  expect(existsSync(folder.path)).toBe(false)
})

describe('a hosted repository', () => {
  test('has what was pushed, with the same ids every time', async () => {
    expect(await hosted.head()).toBe(second)
    expect(await hosted.head('elsewhere')).toBeUndefined()
    expect(first).toBe('ae9517e5a3d4bd18301c864a32ecd175f2593d98')
    expect(Object.fromEntries(await filesOf(hosted.folder, second))).toEqual({
      'docs/deep/b.md': Buffer.from('# A\n'),
      'docs/tab\there "ü".md': Buffer.from('no line break at the end')
    })
  })

  test('is checked out at one commit, on the branch', async () => {
    const workspace = await hosted.checkout(
      pushEvent({ repository: hosted.name, ref: 'refs/heads/main', after: first })
    )
    expect(await readFile(join(workspace, 'docs/a.md'), 'utf8')).toBe('# A\n')
    expect(await git(workspace, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/main')
    expect(await git(workspace, ['rev-list', '--all'])).toBe(first)
    // What the Action does for a base that is not here.
    await git(workspace, ['fetch', '--quiet', '--depth=1', 'origin', second])
    expect(await git(workspace, ['cat-file', '-t', second])).toBe('commit')
  })

  test.each([
    ['below the workspace', { folder: 'handbook' }, 'handbook', 1],
    ['with its history', { depth: 0 }, '.', 2]
  ])('is checked out %s', async (_, options, place, commits) => {
    const event = pushEvent({ repository: hosted.name, ref: 'refs/heads/main', after: second })
    const checkout = join(await hosted.checkout(event, options), place)
    expect(await git(checkout, ['rev-list', '--count', 'HEAD'])).toBe(String(commits))
  })

  test('is checked out detached for what is no branch', async () => {
    const event = { name: 'pull_request', ref: 'refs/pull/7/merge', sha: second, payload: {} }
    const workspace = await hosted.checkout(event)
    expect(await git(workspace, ['rev-parse', 'HEAD'])).toBe(second)
    await expect(git(workspace, ['symbolic-ref', 'HEAD'])).rejects.toThrow('not a symbolic ref')
  })
})

describe('the API', () => {
  async function ask(
    api: GitHubApi,
    path: string,
    headers = { authorization: 'Bearer t' }
  ): Promise<[number, unknown]> {
    const response = await fetch(`${api.url}/repos/harbour/handbook${path}`, { headers })
    return [response.status, await response.json()]
  }

  test('knows the repository and its branches', async () => {
    await using api = await startGitHubApi(hosted)
    expect(await ask(api, '')).toEqual([200, expect.objectContaining({ default_branch: 'main' })])
    const head = [200, { ref: 'refs/heads/main', object: { type: 'commit', sha: second } }]
    expect(await ask(api, '/git/ref/heads/main')).toEqual(head)
    expect(await ask(api, '/git/ref/heads%2Fmain')).toEqual(head)
    expect(await ask(api, '/git/ref/heads/no')).toEqual([404, expect.objectContaining({ message: 'Not Found' })])
    expect(await ask(api, '/elsewhere')).toEqual([404, expect.anything()])
    expect(api.requests.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404])
  })

  test('needs a token, and can forbid', async () => {
    await using api = await startGitHubApi(hosted)
    expect((await fetch(`${api.url}/repos/harbour/handbook`)).status).toBe(401)
    api.forbid(true)
    expect((await ask(api, ''))[0]).toBe(403)
    api.forbid(false)
    expect((await ask(api, ''))[0]).toBe(200)
  })

  const run = { workflow: 'runbooks.yml', event: 'push', branch: 'main', sha: 'a', conclusion: 'success' } as const
  const runs: WorkflowRun[] = [
    { ...run, number: 1 },
    { ...run, number: 2, conclusion: 'failure' },
    { ...run, number: 3, branch: 'june' },
    { ...run, number: 4, event: 'schedule' },
    { ...run, number: 5 },
    { ...run, number: 6, conclusion: null },
    { ...run, number: 7, workflow: 'other.yml' }
  ]

  test.each([
    ['all of them, newest first', 'runbooks.yml', '', [6, 5, 4, 3, 2, 1]],
    ['by conclusion', 'runbooks.yml', 'status=success', [5, 4, 3, 1]],
    ['by status', 'runbooks.yml', 'status=in_progress', [6]],
    ['by branch, event and status', 'runbooks.yml', 'branch=main&event=push&status=success', [5, 1]],
    ['by pages', 'runbooks.yml', 'per_page=2&page=2', [4, 3]],
    ['of another workflow', 'other.yml', '', [7]]
  ])('lists runs: %s', async (_, workflow, query, numbers) => {
    await using api = await startGitHubApi(hosted)
    api.runs.push(...runs)
    const [status, body] = await ask(api, `/actions/workflows/${workflow}/runs?${query}`)
    expect(status).toBe(200)
    expect((body as { workflow_runs: { run_number: number }[] }).workflow_runs.map((each) => each.run_number)).toEqual(
      numbers
    )
  })
})

describe('a workflow', () => {
  async function standIn(script: string): Promise<string> {
    const clone = await hosted.clone()
    await clone.write('action.yml', 'name: A\ndescription: B\ninputs: { code: { default: "0" } }\nruns: { using: node24, main: main.cjs }\n')
    await clone.write('main.cjs', script)
    return clone.folder
  }

  test('numbers its runs and tells the API how they ended', async () => {
    await using api = await startGitHubApi(hosted)
    const action = await standIn(
      'process.exitCode = Number(process.env.INPUT_CODE); console.log(process.env.GITHUB_RUN_NUMBER, process.cwd())'
    )
    const workflow = new Workflow(hosted, api, { action })
    const event = dispatchEvent({ repository: hosted.name, ref: 'refs/heads/main', sha: second })
    const good = await workflow.run(event)
    const bad = await workflow.run(event, { inputs: { code: '1' } })
    expect([good.exitCode, bad.exitCode]).toEqual([0, 1])
    expect([good.stdout[0], bad.stdout[0]]).toEqual(['1', '2'])
    expect(existsSync(good.stdout.slice(2).trim())).toBe(false)
    expect(api.runs).toEqual([
      {
        workflow: 'runbooks.yml',
        number: 1,
        event: 'workflow_dispatch',
        branch: 'main',
        sha: second,
        conclusion: 'success',
        began: expect.any(Date),
        ended: expect.any(Date)
      },
      expect.objectContaining({ number: 2, conclusion: 'failure' })
    ])
  })

  test('repeats a run under its number', async () => {
    await using api = await startGitHubApi(hosted)
    const action = await standIn(
      'const { GITHUB_RUN_NUMBER, GITHUB_RUN_ATTEMPT, GITHUB_SHA, INPUT_CODE } = process.env\n' +
        'console.log(GITHUB_RUN_NUMBER, GITHUB_RUN_ATTEMPT, GITHUB_SHA); process.exitCode = Number(INPUT_CODE)'
    )
    const workflow = new Workflow(hosted, api, { action })
    await workflow.run(pushEvent({ repository: hosted.name, ref: 'refs/heads/main', after: first }), {
      inputs: { code: '1' }
    })
    await workflow.run(pushEvent({ repository: hosted.name, ref: 'refs/heads/main', before: first, after: second }))
    expect((await workflow.rerun(1)).stdout).toBe(`1 2 ${first}\n`)
    expect(api.runs).toMatchObject([{ conclusion: 'success' }, { conclusion: 'success' }])
    await expect(workflow.rerun(3)).rejects.toThrow('no run 3')
  })

  test('a run is in progress until its job has ended', async () => {
    await using api = await startGitHubApi(hosted)
    const workflow = new Workflow(hosted, api, { action: await standIn('setInterval(() => {}, 1000)') })
    const job = await workflow.start(pushEvent({ repository: hosted.name, ref: 'refs/heads/main', after: second }))
    expect(api.runs).toMatchObject([{ event: 'push', conclusion: null }])
    job.cancel()
    expect(await job.result).toMatchObject({ conclusion: 'cancelled' })
    expect(api.runs).toMatchObject([{ conclusion: 'cancelled' }])
  })
})
