import { afterAll, expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pushEvent } from '../../testing/github/events.ts'
import { inputVariables, readActionMetadata } from '../../testing/runner/action-metadata.ts'
import { runAction } from '../../testing/runner/runner.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const ACTION_YML = 'name: A\ndescription: B\ninputs: { dry-run: { default: "false" } }\n'
const RUNS = 'runs: { using: node24, main: main.cjs }\n'

const folder = await temporaryFolder()
afterAll(async () => folder[Symbol.asyncDispose]())

/** Runs a script as an Action, in a process. */
async function run(script: string) {
  await writeFile(join(folder.path, 'action.yml'), ACTION_YML + RUNS)
  await writeFile(join(folder.path, 'main.cjs'), script)
  const repository = 'harbour/handbook'
  const event = pushEvent({ repository, ref: 'refs/heads/main', after: '2'.repeat(40) })
  return runAction({ inputs: {}, event, workspace: folder.path, repository, action: folder.path })
}

test('an action.yml that GitHub does not load is refused, and an input that the Action does not have', async () => {
  await writeFile(join(folder.path, 'action.yml'), ACTION_YML.replace('B', '${{ secrets.X }}') + RUNS)
  await expect(readActionMetadata(folder.path)).rejects.toThrow("Unrecognized named-value: 'secrets'")
  expect(() => inputVariables({ main: '', inputs: { files: '' } }, { fles: 'x' }, '')).toThrow('no input `fles`')
})

test('the environment has nothing of the developer but PATH and the cache of compiled code', async () => {
  process.env['RUNBOOK_SYNC_LEAK'] = 'x'
  try {
    const { stdout } = await run('console.log(JSON.stringify(Object.keys(process.env)))')
    const others = (JSON.parse(stdout) as string[]).filter((name) => !/^(INPUT|GITHUB|RUNNER)_/.test(name))
    expect(others.sort()).toEqual(['CI', 'GIT_CONFIG_NOSYSTEM', 'HOME', 'LANG', 'NODE_COMPILE_CACHE', 'PATH'])
  } finally {
    delete process.env['RUNBOOK_SYNC_LEAK']
  }
})

test('a summary over 1 MiB is none', async () => {
  const script = 'require("fs").writeFileSync(process.env.GITHUB_STEP_SUMMARY, "x".repeat(1024 * 1024 + 1))'
  const { summary, annotations } = await run(script)
  expect(summary).toBe('')
  expect(annotations).toMatchObject([{ level: 'error', message: expect.stringContaining('1025k') }])
})
