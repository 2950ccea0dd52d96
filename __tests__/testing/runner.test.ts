import { afterAll, describe, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pushEvent } from '../../testing/github/events.ts'
import { ACTION_FOLDER, readActionMetadata } from '../../testing/runner/action-metadata.ts'
import { runAction, type JobOptions } from '../../testing/runner/runner.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

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

const folder = await temporaryFolder()
await writeFile(join(folder.path, 'action.yml'), ACTION_YML)
await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }')

afterAll(async () => {
  await folder[Symbol.asyncDispose]()
})

async function optionsFor(script: string, options: Partial<JobOptions> = {}): Promise<JobOptions> {
  await writeFile(join(folder.path, 'main.js'), `import * as fs from 'node:fs'\nconst { env } = process\n${script}`)
  const repository = 'harbour/handbook'
  const event = pushEvent({ repository, ref: 'refs/heads/docs/june', before: '1'.repeat(40), after: '2'.repeat(40) })
  return { inputs: {}, event, workspace: folder.path, repository, action: folder.path, ...options }
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
    ['an unknown name in an expression', '${{ secrets.X }}', "Unrecognized named-value: 'secrets'"],
    ['a list where text belongs', '[a]', 'A sequence was not expected']
  ])('with %s is refused', async (_, description, message) => {
    await using refused = await temporaryFolder()
    await writeFile(join(refused.path, 'action.yml'), ACTION_YML.replace('Runs a script.', description))
    await expect(runAction({ ...(await optionsFor('')), action: refused.path })).rejects.toThrow(message)
  })
})

describe('the environment', () => {
  test('has every input, and refuses one that the Action does not have', async () => {
    const env = await environmentOf({ inputs: { token: 't', 'dry-run': '' }, githubToken: 'ghs_1' })
    expect(env).toMatchObject({
      INPUT_FILE_NAME: 'a.md',
      'INPUT_DRY-RUN': '',
      INPUT_TOKEN: 't',
      'INPUT_GITHUB-TOKEN': 'ghs_1'
    })
    await expect(environmentOf({ inputs: { fles: 'x' } })).rejects.toThrow('no input `fles`')
  })

  test('describes the event, and has nothing of the developer but PATH and the cache of compiled code', async () => {
    process.env['RUNBOOK_SYNC_LEAK'] = 'x'
    try {
      const env = await environmentOf({ runNumber: 7, env: { ADDED: 'yes', CI: undefined } })
      expect(env).toMatchObject({
        GITHUB_EVENT_NAME: 'push',
        GITHUB_REF: 'refs/heads/docs/june',
        GITHUB_REF_NAME: 'docs/june',
        GITHUB_RUN_NUMBER: '7',
        GITHUB_SHA: '2'.repeat(40),
        GITHUB_WORKFLOW_REF: 'harbour/handbook/.github/workflows/runbooks.yml@refs/heads/docs/june',
        GITHUB_WORKSPACE: folder.path
      })
      const others = Object.keys(env).filter((name) => !/^(INPUT|GITHUB|RUNNER)_/.test(name))
      expect(others.sort()).toEqual(['ADDED', 'GIT_CONFIG_NOSYSTEM', 'HOME', 'LANG', 'NODE_COMPILE_CACHE', 'PATH'])
    } finally {
      delete process.env['RUNBOOK_SYNC_LEAK']
    }
  })
})

describe('the result', () => {
  test('has what the step wrote', async () => {
    const result = await runAction(
      await optionsFor(`
        console.log('::add-mask::s3cret')
        console.log('token s3cret', JSON.parse(fs.readFileSync(env.GITHUB_EVENT_PATH, 'utf8')).before)
        console.error('::warning file=a.md::careful')
        fs.writeFileSync(env.RUNNER_TEMP + '/report.json', '{"version":1}')
        fs.appendFileSync(env.GITHUB_OUTPUT, 'upserted=3\\nreport<<X\\n' + env.RUNNER_TEMP + '/report.json\\nX\\n')
        fs.appendFileSync(env.GITHUB_STEP_SUMMARY, '# s3cret\\n')
        process.exitCode = 3`)
    )
    expect(result).toMatchObject({
      conclusion: 'failure',
      exitCode: 3,
      stdout: `::add-mask::s3cret\ntoken s3cret ${'1'.repeat(40)}\n`,
      annotations: [{ level: 'warning', message: 'careful', file: 'a.md' }],
      outputs: { upserted: '3' },
      summary: '# ***\n',
      report: { version: 1 }
    })
    expect(existsSync(result.outputs['report'] ?? '')).toBe(false)
  })

  test('has no summary over 1 MiB', async () => {
    const script = 'fs.writeFileSync(env.GITHUB_STEP_SUMMARY, "x".repeat(1024 * 1024 + 1))'
    const { summary, annotations } = await runAction(await optionsFor(script))
    expect(summary).toBe('')
    expect(annotations).toMatchObject([{ level: 'error', message: expect.stringContaining('1025k') }])
  })
})
