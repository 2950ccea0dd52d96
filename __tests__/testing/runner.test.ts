import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACTION_FOLDER, readActionMetadata } from '../../testing/runner/action-metadata.ts'
import { pullRequestEvent, pushEvent } from '../../testing/github/events.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { runAction, startAction, type JobOptions } from '../../testing/runner/runner.ts'

const ACTION_YML = `
name: Stand-in
description: Runs a script.
inputs:
  file name: { default: a.md }
  dry-run: { default: false }
  token: { required: true }
  github-token:
    default: \${{ github.token }}
runs:
  using: node24
  main: main.js
`

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-test-'))
  await writeFile(join(folder, 'action.yml'), ACTION_YML)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function optionsFor(script: string, options: Partial<JobOptions> = {}): Promise<JobOptions> {
  await writeFile(join(folder, 'main.js'), `import * as fs from 'node:fs'\nconst { env } = process\n${script}`)
  const repository = 'harbour/handbook'
  const event = pushEvent({ repository, ref: 'refs/heads/docs/june', before: '1'.repeat(40), after: '2'.repeat(40) })
  return { inputs: {}, event, workspace: folder, repository, action: folder, ...options }
}

async function environmentOf(options: Partial<JobOptions> = {}): Promise<Record<string, string>> {
  const { stdout } = await runAction(await optionsFor('console.log(JSON.stringify(env))', options))
  return JSON.parse(stdout) as Record<string, string>
}

describe('action.yml', () => {
  test('of this project is one that GitHub loads', async () => {
    expect((await readActionMetadata(ACTION_FOLDER)).inputs['github-token']).toBe('${{ github.token }}')
  })

  test.each([
    [
      'an expression without a meaning in a description',
      'from ${{ secrets.X }}',
      "Unrecognized named-value: 'secrets'"
    ],
    ['an empty expression', '${{ }}', 'An expression was expected'],
    ['a list where text belongs', '[a]', 'A sequence was not expected']
  ])('with %s is refused', async (_, description, message) => {
    await using refused = await temporaryFolder()
    const yaml = ACTION_YML.replace('Runs a script.', description)
    await writeFile(join(refused.path, 'action.yml'), yaml)
    const options = { ...(await optionsFor('')), action: refused.path }
    await expect(runAction(options)).rejects.toThrow(message)
  })
})

describe('the environment', () => {
  test('has every input, given or not', async () => {
    const env = await environmentOf({ inputs: { token: 't', 'dry-run': '' }, githubToken: 'ghs_1' })
    const inputs = Object.entries(env).filter(([name]) => name.startsWith('INPUT_'))
    expect(Object.fromEntries(inputs)).toEqual({
      INPUT_FILE_NAME: 'a.md',
      'INPUT_DRY-RUN': '',
      INPUT_TOKEN: 't',
      'INPUT_GITHUB-TOKEN': 'ghs_1'
    })
  })

  test('refuses an input that the Action does not have', async () => {
    await expect(environmentOf({ inputs: { fles: 'x' } })).rejects.toThrow('no input `fles`')
  })

  test('describes the event', async () => {
    expect(
      await environmentOf({ apiUrl: 'http://127.0.0.1:1', runNumber: 7, workflow: '.github/workflows/x.yml' })
    ).toMatchObject({
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: 'http://127.0.0.1:1',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REF: 'refs/heads/docs/june',
      GITHUB_REF_NAME: 'docs/june',
      GITHUB_REF_TYPE: 'branch',
      GITHUB_REPOSITORY: 'harbour/handbook',
      GITHUB_RUN_NUMBER: '7',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_SHA: '2'.repeat(40),
      GITHUB_WORKFLOW_REF: 'harbour/handbook/.github/workflows/x.yml@refs/heads/docs/june',
      GITHUB_WORKSPACE: folder
    })
  })

  test('has nothing of the developer but PATH', async () => {
    process.env['RUNBOOK_SYNC_LEAK'] = 'x'
    process.env['GIT_DIR'] = '/nowhere'
    try {
      const env = await environmentOf({ env: { ADDED: 'yes', CI: undefined } })
      expect(env).toMatchObject({ PATH: process.env['PATH'], ADDED: 'yes' })
      expect(Object.keys(env)).not.toContain('CI')
      expect(
        Object.keys(env)
          .filter((name) => !/^(INPUT|GITHUB|RUNNER)_/.test(name))
          .sort()
      ).toEqual(['ADDED', 'GIT_CONFIG_NOSYSTEM', 'HOME', 'LANG', 'PATH'])
      expect(env['HOME']).not.toBe(process.env['HOME'])
    } finally {
      delete process.env['RUNBOOK_SYNC_LEAK']
      delete process.env['GIT_DIR']
    }
  })

  test('points to the event file', async () => {
    const { stdout } = await runAction(await optionsFor('console.log(fs.readFileSync(env.GITHUB_EVENT_PATH, "utf8"))'))
    expect(JSON.parse(stdout)).toMatchObject({
      ref: 'refs/heads/docs/june',
      before: '1'.repeat(40),
      after: '2'.repeat(40),
      deleted: false,
      repository: { full_name: 'harbour/handbook', default_branch: 'main' }
    })
  })

  test('of a pull request is that of its merge', async () => {
    const [base, head, merge] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string]
    const event = pullRequestEvent({ repository: 'harbour/handbook', number: 7, base, head, merge })
    expect(await environmentOf({ event })).toMatchObject({
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_REF: 'refs/pull/7/merge',
      GITHUB_REF_NAME: '7/merge',
      GITHUB_SHA: merge,
      GITHUB_BASE_REF: 'main'
    })
  })
})

describe('the result', () => {
  test('holds what the step left behind', async () => {
    const result = await runAction(
      await optionsFor(`
        console.log('::add-mask::s3cret')
        console.log('token s3cret')
        console.error('::warning file=a.md::careful')
        fs.writeFileSync(env.RUNNER_TEMP + '/report.json', '{"version":1}')
        fs.appendFileSync(env.GITHUB_OUTPUT, 'upserted=3\\nreport<<X\\n' + env.RUNNER_TEMP + '/report.json\\nX\\n')
        fs.appendFileSync(env.GITHUB_STEP_SUMMARY, '# s3cret\\n')
        process.exitCode = 3`)
    )
    expect(result).toMatchObject({
      conclusion: 'failure',
      exitCode: 3,
      signal: null,
      stdout: '::add-mask::s3cret\ntoken s3cret\n',
      stderr: '::warning file=a.md::careful\n',
      annotations: [{ level: 'warning', message: 'careful', file: 'a.md' }],
      masks: ['s3cret'],
      outputs: { upserted: '3' },
      summary: '# ***\n',
      report: { version: 1 }
    })
    // Two streams have no order between them.
    expect(result.log.split('\n').sort()).toEqual(['', 'Warning: careful', 'token ***'])
    expect(existsSync(result.outputs['report'] ?? '')).toBe(false)
  })

  test('has no summary where it is over 1 MiB', async () => {
    const { summary, annotations } = await runAction(
      await optionsFor('fs.writeFileSync(env.GITHUB_STEP_SUMMARY, "x".repeat(1024 * 1024 + 1))')
    )
    expect(summary).toBe('')
    expect(annotations).toMatchObject([{ level: 'error', message: expect.stringContaining('1025k') }])
  })
})

describe('interference', () => {
  test('cancelling sends SIGINT first', async () => {
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const script = `
      const waiting = setInterval(() => {}, 1000)
      process.once('SIGINT', () => { console.log('cancelled'); clearInterval(waiting); process.exitCode = 1 })
      await fetch('http://127.0.0.1:${port}')`
    const job = startAction(await optionsFor(script))
    await once(server, 'request')
    server.close()
    job.cancel()
    expect(await job.result).toMatchObject({ conclusion: 'cancelled', exitCode: 1, stdout: 'cancelled\n' })
  })

  test('a job that takes too long is cancelled', async () => {
    const result = await runAction(await optionsFor('setInterval(() => {}, 1000)', { timeout: 200 }))
    expect(result).toMatchObject({ conclusion: 'cancelled', exitCode: null, signal: 'SIGINT' })
  })
})
