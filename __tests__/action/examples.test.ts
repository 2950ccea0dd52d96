import { afterAll, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { TEMPORARY } from '../../testing/temporary-files.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'

interface Workflow {
  readonly jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }>
}

const temp = await mkdtemp(join(TEMPORARY, 'examples-'))
afterAll(() => rm(temp, { recursive: true }))

/** What notify-chat.yml posts about a report. */
async function posted(report: string): Promise<string> {
  const { jobs } = parse(await readFile('examples/notify-chat.yml', 'utf8')) as Workflow
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  expect(scripts).toHaveLength(1)
  await writeFile(join(temp, 'curl'), `#!/bin/sh\ncat > '${join(temp, 'input')}'\n`, { mode: 0o755 })
  const env = {
    REPORT: report,
    WEBHOOK: 'https://chat.example',
    RUN: 'https://github.example/run',
    PATH: `${temp}:${process.env['PATH'] ?? ''}`
  }
  const { status, stderr } = spawnSync('bash', ['--norc', '-e', '-c', ...scripts], { env, encoding: 'utf8', input: '' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return (JSON.parse(await readFile(join(temp, 'input'), 'utf8')) as { text: string }).text
}

const NAME = '<!channel> <https://evil.example|x>'

test('notify-chat.yml: neither a title, a path nor an answer mentions or links in the chat', async () => {
  await using environment = await TestEnvironment.with({
    'docs/runbooks/<!here>.md': `---\ntitle: "${NAME}"\n---\nText.\n`
  })
  const detail = JSON.stringify({ detail: '<!everyone> & <https://evil.example|x>' })
  await using service = await startMisbehaving(say(422, detail))
  const { outputs } = await environment.run({ 'base-url': service.url }, { env: { RUNNER_TEMP: temp } })
  const text = await posted(outputs['report'] ?? '')
  expect(text).toContain('• docs/runbooks/&lt;!here&gt;.md: ')
  expect(text).toContain('“&lt;!everyone&gt; &amp; &lt;https://evil.example|x&gt;”')
  expect(text).not.toMatch(/[<>]/)
  expect(text).toMatch(/\nhttps:\/\/github\.example\/run$/)
})

test('notify-chat.yml: one line for each reason', async () => {
  const pending = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, outcome: 'pending', reason: 'The run ended.' }))
  const runbooks = [...pending, { path: 'f', outcome: 'refused', reason: 'Not UTF-8.' }, { path: 'g', outcome: 'kept' }]
  const report = join(temp, 'many.json')
  await writeFile(report, JSON.stringify({ failure: { message: 'Rejected.', hint: 'Rotate it.' }, runbooks }))
  expect((await posted(report)).split('\n')).toEqual([
    ...['Rejected.', 'Rotate it.', '• f: Not UTF-8.', '• a, b, c and 2 more: The run ended.'],
    'https://github.example/run'
  ])
})
