import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH, UPSERT_PATH } from '../../service/service.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { deliveredProject } from '../support/handbook.ts'
import { say, startMisbehaving, type Behaviour, type Received } from '../support/misbehaving-service.ts'
import { reportOf } from '../support/report.ts'
import { activeLines, runSafely } from '../support/safe.ts'

// What others control, through a whole process. `__tests__/report/hostile.test.ts` has each form of a token and of a command.

const DISK = 'docs/runbooks/disk.md'
const project = await deliveredProject({ [DISK]: '# Disk full\n\nText.\n' })
const first = project.head

afterEach(async () => {
  project.service.faults.set([])
  await project.reset(first)
})

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

/** Everything that a job leaves to read; the runner removes the masks. */
const leftBy = ({ stdout, summary, outputs, report, overwritten }: JobResult): string =>
  [stdout.replace(/^::add-mask::.*$/gm, ''), summary, JSON.stringify([outputs, report, [...overwritten]])].join('\n')

describe('the token in every string that others control is in nothing that a run leaves:', () => {
  // A name of a file may hold it, too.
  const TOKEN = 'oap_A1b2C3d4E5f6g7H8i9J0'
  const FILES = {
    [DISK]: `---\ntitle: "Disk ${TOKEN}"\n${TOKEN}: x\n---\n${TOKEN}\n`,
    [`docs/runbooks/${TOKEN}.md`]: `---\ntitle: [${TOKEN}\n---\nText.\n`,
    [`docs/runbooks/${TOKEN}/one.md`]: `# Same ${TOKEN}\n\n[a](${TOKEN}.md)\n`,
    [`docs/runbooks/${TOKEN}/two.md`]: `# Same ${TOKEN}\n`,
    'docs/runbooks/edited.md': '# Edited\n\nText.\n'
  }

  /** A list with entries by hand, orphans of this branch, and entries of other repositories. */
  const list =
    (serverUrl: string, stored: readonly Received['body'][]): Behaviour =>
    (request, reply) => {
      const line = (repository: string, path: string): string =>
        `Source: [${path}](${serverUrl}/${repository}/blob/main/${path}) (version 0123456789ab of 0123456789ab)`
      const rows = [
        {
          name: `Orphan ${TOKEN}`,
          content: `${line('harbour/handbook', `docs/runbooks/gone-${TOKEN}.md`)}\n\nText.\n`
        },
        { name: `Elsewhere ${TOKEN}`, content: `${line(`other/${TOKEN}`, 'a.md')}\n\n${TOKEN}\n` },
        { name: `By hand ${TOKEN}`, content: TOKEN },
        { name: `Disk ${TOKEN}`, content: `By hand, with ${TOKEN}.` },
        { name: 'Edited', content: `${line('harbour/handbook', 'docs/runbooks/edited.md')}\n\nEdited: ${TOKEN}.\n` }
      ]
      const shown = new Map([...rows, ...stored].map(({ name = '', content = '' }) => [name, content]))
      const all = Array.from(shown, ([name, content], id) => ({ id, name, content }))
      const items = request.body.page_num === 1 ? all : []
      say(200, JSON.stringify({ items }), { 'x-request-id': TOKEN })(request, reply)
    }

  const echo = JSON.stringify({ detail: `Token ${TOKEN} may not.`, [TOKEN]: [TOKEN], message: TOKEN })

  test.each<{
    run: string
    inputs: Readonly<Record<string, string>>
    upsert?: Behaviour
    rejected?: Behaviour
    says: RegExp
  }>([
    { run: 'a plan', inputs: { mode: 'plan' }, says: /would/ },
    { run: 'a sync', inputs: {}, says: /not delivered|are not:/ },
    { run: 'a sync that replaces', inputs: { 'on-conflict': 'replace', removed: 'retire' }, says: /saved/ },
    {
      run: 'a sync that is refused',
      inputs: { 'on-conflict': 'replace' },
      upsert: say(422, echo, { 'x-request-id': TOKEN }),
      says: /HTTP 422/
    },
    { run: 'a pull', inputs: { mode: 'pull' }, says: /left out/ },
    { run: 'a run with a rejected token', inputs: {}, rejected: say(401, echo), says: /HTTP 401/ }
  ])('$run', async ({ run, inputs, upsert, rejected, says }) => {
    await project.commit(FILES)
    const workspace = await project.repository.checkout(await project.pushed())
    const temp = join(project.folder, `temp of ${run}`)
    await mkdir(temp)
    const stored: Received['body'][] = []
    const store: Behaviour = (request, reply) => {
      stored.push(request.body)
      say(200)(request, reply)
    }
    await using service = await startMisbehaving(upsert ?? store)
    service.list = rejected ?? list(project.github.url, stored)
    const job = await project.dispatch({
      workspace,
      inputs: { 'base-url': service.url, token: TOKEN, ...inputs },
      env: { RUNNER_DEBUG: '1', RUNNER_TEMP: temp }
    })
    expect(activeLines(job.stdout)).toEqual([])
    expect(leftBy(job)).not.toContain(TOKEN)
    expect(job.log + job.summary).toMatch(says)
    // The report, saved texts, and the summary before the runner masks it.
    const files = (await readdir(temp, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['report.json', 'summary.md']))
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name)
      // The checkout's objects are what others have pushed.
      if (!path.includes('.git')) expect([path, await readFile(path, 'utf8')].join('\n')).not.toContain(TOKEN)
    }
    const edits = execFileSync('git', ['diff'], { cwd: workspace, encoding: 'utf8' })
    expect(edits).not.toMatch(RegExp(`^\\+.*${TOKEN}`, 'm'))
  })
})

describe('nothing of others is a command of the runner', () => {
  test('the body of a 429, which the log shows while the run waits', async () => {
    const body = JSON.stringify({ detail: '\n##[error]PWN\n::error::PWN' })
    project.service.faults.set([{ path: UPSERT_PATH, times: 1, status: 429, retry_after: 1, body }])
    await project.commit({ [DISK]: '# Disk full\n\nChanged.\n' })
    const job = await runSafely(project, { event: await project.pushed() })
    expect(job.exitCode).toBe(0)
    expect(job.log).toMatch(/[Ww]aiting .*PWN/)
    expect(job.commands.filter(({ data }) => data.includes('PWN'))).toEqual([])
  })

  test('a path with a line feed, in the trace of a pull that fails in debug mode', async () => {
    const path = 'docs/runbooks/a\n::error::PWN\n##[error]PWN.md'
    await using project = await deliveredProject({ [path]: '# A\n\nText.\n' })
    const { event } = project
    project.edit('A', (content) => content.replace('Text', 'Edited text'))
    const workspace = await project.repository.checkout(event)
    // Nothing can be written there.
    await rm(join(workspace, path))
    await mkdir(join(workspace, path))
    const job = await runSafely(project, {
      event,
      workspace,
      inputs: { mode: 'pull' },
      env: { RUNNER_DEBUG: '1' }
    })
    expect(job.log).toContain('PWN')
    expect(job.commands.filter(({ name, data }) => name === 'error' && data.startsWith('PWN'))).toEqual([])
  })
})

test('a token that is longer than an HTTP server reads: no defect, and no part of it is printed', async () => {
  const token = Array.from({ length: 40_000 }, (_, at) => 'abcdefghij'[at % 10]).join('')
  project.service.faults.set([{ path: LIST_PATH, status: 401, body: '{"detail":"Unknown token."}' }])
  const job = await project.dispatch({ inputs: { token } })
  expect(reportOf(job).failure?.message).toMatch(/HTTP 431/)
  expect(leftBy(job)).not.toMatch(/u\{61\}|regular expression|unexpected error|abcdefghij/i)
})
