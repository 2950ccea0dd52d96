import { afterAll, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { UPSERT_PATH } from '../../service/service.ts'
import { Project } from '../../testing/project.ts'
import { TEMPORARY } from '../../testing/temporary-files.ts'

interface WorkflowFile {
  readonly jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }>
}

const temp = await mkdtemp(join(TEMPORARY, 'examples-'))
afterAll(() => rm(temp, { recursive: true }))

/** What notify-chat.yml posts about a report. */
async function posted(report: unknown): Promise<string> {
  const { jobs } = parse(await readFile('examples/notify-chat.yml', 'utf8')) as WorkflowFile
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  expect(scripts).toHaveLength(1)
  await writeFile(join(temp, 'curl'), `#!/bin/sh\ncat > '${join(temp, 'input')}'\n`, { mode: 0o755 })
  await writeFile(join(temp, 'report.json'), JSON.stringify(report))
  const env = {
    REPORT: join(temp, 'report.json'),
    WEBHOOK: 'https://chat.example',
    RUN: 'https://github.example/run',
    PATH: `${temp}:${process.env['PATH'] ?? ''}`
  }
  const finished = spawnSync('bash', ['--norc', '-e', '-c', ...scripts], { env, encoding: 'utf8', input: '' })
  expect(finished).toMatchObject({ status: 0, stderr: '' })
  return (JSON.parse(await readFile(join(temp, 'input'), 'utf8')) as { text: string }).text
}

const NAME = '<!channel> <https://evil.example|x>'

test('notify-chat.yml: no title, path or answer mentions or links in the chat, and what waits is left out', async () => {
  await using project = await Project.create()
  await project.pushInVain({ 'docs/runbooks/waits.md': 'Not UTF-8: \0' })
  const body = JSON.stringify({ detail: '<!everyone> & <https://evil.example|x>' })
  project.service.faults.set([{ path: UPSERT_PATH, status: 422, body }])
  const { report } = await project.push({ 'docs/runbooks/<!here>.md': `---\ntitle: "${NAME}"\n---\nText.\n` })
  const text = await posted(report)
  expect(text).toContain('• docs/runbooks/&lt;!here&gt;.md: ')
  expect(text).toContain('“&lt;!everyone&gt; &amp; &lt;https://evil.example|x&gt;”')
  expect(text).not.toMatch(/[<>]/)
  expect(text).not.toContain('waits.md')
  expect(text).toMatch(/\nhttps:\/\/github\.example\/run$/)
})

test('notify-chat.yml: one line for each reason', async () => {
  const pending = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, outcome: 'pending', reason: 'The run ended.' }))
  const runbooks = [...pending, { path: 'f', outcome: 'refused', reason: 'Not UTF-8.' }, { path: 'g', outcome: 'kept' }]
  const text = await posted({ failure: { message: 'Rejected.', hint: 'Rotate it.' }, runbooks })
  expect(text.split('\n')).toEqual([
    'Rejected.',
    'Rotate it.',
    '• f: Not UTF-8.',
    '• a, b, c and 2 more: The run ended.',
    'https://github.example/run'
  ])
})
