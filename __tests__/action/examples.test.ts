import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'

/** The scripts of the examples run on what a run of the Action leaves. */

const NAME = '<!channel> <https://evil.example|x>'
const EDIT = 'Edited.\r# Heading @team\n</details>\n\n- [x](https://evil.example)\n'

let environment: TestEnvironment
let job: JobResult
let temp: string

beforeAll(async () => {
  environment = await TestEnvironment.with({
    'docs/runbooks/<!here>.md': `---\ntitle: "${NAME}"\n---\nText.\n`,
    'docs/runbooks/edited.md': '# Edited\n\nText.\n'
  })
  temp = await mkdtemp(join(environment.folder, 'temp-'))
  await using service = await startMisbehaving((request, reply) => {
    const list = JSON.stringify([{ id: 1, name: 'Edited', content: EDIT }])
    const isRefused = request.body.name === NAME
    const detail = JSON.stringify({ detail: '<!everyone> & <https://evil.example|x>' })
    return say(isRefused ? 422 : 200, request.path === LIST_PATH ? list : detail)(request, reply)
  })
  service.list = undefined
  job = await environment.run({ 'base-url': service.url }, { env: { RUNNER_TEMP: temp } })
})

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

/**
 * Runs the scripts of an example as GitHub does, in a folder of its own.
 *
 * @param program replaced by one that keeps its standard input in a file of its name.
 */
async function runScripts(example: string, program: string, env: Readonly<Record<string, string>>): Promise<string> {
  interface Workflow {
    readonly jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }>
  }
  const { jobs } = parse(await readFile(`examples/${example}`, 'utf8')) as Workflow
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  const folder = env['FOLDER'] ?? (await mkdtemp(join(temp, 'example-')))
  const bin = join(temp, `bin-${program}`)
  await mkdir(bin)
  await writeFile(join(bin, program), `#!/bin/sh\ncat > '${join(bin, 'input')}'\n`, { mode: 0o755 })
  for (const script of scripts) {
    const { status, stderr } = spawnSync('bash', ['--norc', '-e', '-c', script], {
      cwd: folder,
      env: { ...env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, RUNNER_TEMP: temp },
      encoding: 'utf8',
      input: ''
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  }
  return folder
}

test('notify-chat.yml: neither a title, a path nor an answer mentions or links in the chat', async () => {
  const env = {
    REPORT: job.outputs['report'] ?? '',
    WEBHOOK: 'https://chat.example',
    RUN: 'https://github.example/run'
  }
  await runScripts('notify-chat.yml', 'curl', env)
  const { text } = JSON.parse(await readFile(join(temp, 'bin-curl', 'input'), 'utf8')) as { text: string }
  expect(text).toContain('• docs/runbooks/&lt;!here&gt;.md: ')
  expect(text).toContain('“&lt;!everyone&gt; &amp; &lt;https://evil.example|x&gt;”')
  expect(text).not.toMatch(/[<>]/)
  expect(text).toMatch(/\nhttps:\/\/github\.example\/run$/)
})

test('keep-manual-edits.yml: nothing of an edited text is Markdown in the issue', async () => {
  const folder = await runScripts('keep-manual-edits.yml', 'gh', {
    FOLDER: job.outputs['overwritten'] ?? '',
    GITHUB_WORKSPACE: environment.workspace,
    RUN: 'https://github.example/run'
  })
  const body = await readFile(join(folder, 'body.md'), 'utf8')
  const [, difference = ''] = body.split('\n\n    ')
  expect(difference).toContain('-Edited.')
  expect(difference).toContain('+Text.')
  expect(`    ${difference}`.split(/\r\n?|\n/).filter((line) => line !== '' && !line.startsWith('    '))).toEqual([])
})
