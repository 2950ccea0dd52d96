import { expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'

interface Workflow {
  readonly jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }>
}

const NAME = '<!channel> <https://evil.example|x>'

test('notify-chat.yml: neither a title, a path nor an answer mentions or links in the chat', async () => {
  await using environment = await TestEnvironment.with({
    'docs/runbooks/<!here>.md': `---\ntitle: "${NAME}"\n---\nText.\n`
  })
  const temp = await mkdtemp(join(environment.folder, 'temp-'))
  const detail = JSON.stringify({ detail: '<!everyone> & <https://evil.example|x>' })
  await using service = await startMisbehaving(say(422, detail))
  const { outputs } = await environment.run({ 'base-url': service.url }, { env: { RUNNER_TEMP: temp } })

  const { jobs } = parse(await readFile('examples/notify-chat.yml', 'utf8')) as Workflow
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  expect(scripts).toHaveLength(1)
  await writeFile(join(temp, 'curl'), `#!/bin/sh\ncat > '${join(temp, 'input')}'\n`, { mode: 0o755 })
  const env = {
    REPORT: outputs['report'] ?? '',
    WEBHOOK: 'https://chat.example',
    RUN: 'https://github.example/run',
    PATH: `${temp}:${process.env['PATH'] ?? ''}`
  }
  const { status, stderr } = spawnSync('bash', ['--norc', '-e', '-c', ...scripts], { env, encoding: 'utf8', input: '' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { text } = JSON.parse(await readFile(join(temp, 'input'), 'utf8')) as { text: string }
  expect(text).toContain('• docs/runbooks/&lt;!here&gt;.md: ')
  expect(text).toContain('“&lt;!everyone&gt; &amp; &lt;https://evil.example|x&gt;”')
  expect(text).not.toMatch(/[<>]/)
  expect(text).toMatch(/\nhttps:\/\/github\.example\/run$/)
})
