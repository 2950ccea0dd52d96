import { describe, expect, test } from '@jest/globals'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { Clone, DISK, RUNBOOKS } from './clone.ts'

/** Address of the repository, which the remote on this machine does not tell. */
const ADDRESS = ['--repository', 'acme/handbook']

const EXPECTED = { 'Disk full': '# Disk full\n\nText.\n', Other: '# Other\n\nText.\n' }

/** What anybody reads must not speak of a workflow, which there is none of. */
const OF_WORKFLOWS = /workflow|job summary|annotation|pull request|actions\/checkout|Input `|::/

function upserts(clone: Clone): number {
  return clone.service.requests().filter(({ path }) => path === UPSERT_PATH).length
}

test('a plan without a token and an address says what would be sent, and asks nobody', async () => {
  const restart = 'docs/runbooks/Restart the job.md'
  await using clone = await Clone.create({ ...RUNBOOKS, [restart]: '# Restart the job\n' })
  const env = { RUNBOOK_SYNC_TOKEN: undefined, RUNBOOK_SYNC_BASE_URL: undefined }
  const { code, stdout, stderr } = await clone.run(['plan', ...ADDRESS], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`planned   ${DISK}  “Disk full”\n`)
  // Names stay as they are, where other words speak of a job.
  expect(stdout).toContain(`planned   ${restart}  “Restart the job”\n`)
  expect(stdout).toContain('cannot see the knowledge base: set RUNBOOK_SYNC_TOKEN')
  expect(stdout).toMatch(/3 planned; 3 selected\n✓ a plan: 3 runbooks to send, nothing written\.\n$/)
  expect(stdout).not.toMatch(OF_WORKFLOWS)
  expect(clone.service.requests()).toEqual([])
})

test('first load, then no change: a sync sends what the list lacks, a plan compares with the list', async () => {
  await using clone = await Clone.create()
  const plan = await clone.run(['plan', ...ADDRESS])
  expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('A new entry.'), stderr: '' })
  expect(upserts(clone)).toBe(0)

  const first = await clone.run(['sync', ...ADDRESS], { folder: 'docs' })
  const head = (await clone.git('rev-parse', 'HEAD')).slice(0, 7)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toBe(
    `2 upserted; 2 selected\nBefore this run the knowledge base had 0 entries.\n✓ 2 runbooks delivered. The knowledge base has commit ${head}.\n`
  )
  expect(clone.entries()).toEqual(EXPECTED)

  const second = await clone.run(['sync', ...ADDRESS])
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ everything was already there') })
  expect(upserts(clone)).toBe(2)
})

describe('a text that somebody wrote in the assistant', () => {
  const BY_HAND = '# Disk full\n\nWritten by hand.\n'

  test('is not replaced without --saved; a plan says so', async () => {
    await using clone = await Clone.create()
    await clone.writeEntry('Disk full', BY_HAND)
    const plan = await clone.run(['plan', ...ADDRESS])
    expect(plan.code).toBe(0)
    expect(plan.stdout).toMatch(/^planned +docs\/runbooks\/disk\.md .*Would replace another text/m)
    for (const options of [[], ['--manual-edits', ''], ['--saved', '../saved', '--manual-edits', 'refuse']]) {
      const { code, stdout } = await clone.run(['sync', ...options, ...ADDRESS])
      expect({ options, code }).toEqual({ options, code: 1 })
      expect(stdout).toMatch(/^refused +docs\/runbooks\/disk\.md .*“Disk full” has another text.*`--saved DIR`/m)
      expect(stdout).not.toMatch(OF_WORKFLOWS)
      expect(clone.entries()).toEqual({ ...EXPECTED, 'Disk full': BY_HAND })
    }
  })

  test('is saved with --saved, and replaced', async () => {
    await using clone = await Clone.create()
    await clone.writeEntry('Disk full', BY_HAND)
    const saved = join(clone.path, '..', 'saved', 'texts')
    const report = await clone.report(['sync', '--saved', saved, ...ADDRESS])
    expect(report).toMatchObject({ code: 0, success: true, mode: 'sync' })
    expect(clone.entries()).toEqual(EXPECTED)
    const [folder = ''] = await readdir(saved)
    const text = await readFile(join(saved, folder, DISK), 'utf8')
    expect(text).toMatch(/^<!-- The entry "Disk full" before `runbook-sync sync` of commit [0-9a-f]{7} replaced it/)
    expect(text.endsWith(BY_HAND)).toBe(true)
    expect(report.overwritten).toEqual([{ path: DISK, name: 'Disk full', file: join(saved, folder, DISK) }])
  })
})

test('check counts the entries, and needs no repository', async () => {
  await using clone = await Clone.create()
  await clone.writeEntry('By hand', 'Text.')
  const check = await clone.run(['check'], { folder: '..' })
  expect(check).toEqual({ code: 0, stdout: '✓ the token is valid. The knowledge base has 1 entry.\n', stderr: '' })
  expect(await clone.report(['check'])).toMatchObject({ code: 0, mode: 'check', success: true })
})

test('an expired token ends each command with 1', async () => {
  await using clone = await Clone.create()
  clone.service.clock.advance(31 * 24 * 60 * 60 * 1000)
  for (const command of [['check'], ['sync'], ['plan'], ['export', 'adopted']]) {
    const { code, stdout } = await clone.run([...command, ...ADDRESS])
    expect({ command, code }).toEqual({ command, code: 1 })
    expect(stdout).toMatch(/✗ The service rejects the token \(HTTP 401\).*expired/)
    expect(stdout).toContain('Choose Rotate in Settings → Access Tokens')
    expect(stdout).not.toMatch(OF_WORKFLOWS)
  }
})

test('a signal while the list hangs: the report, and no text of the assistant stays behind', async () => {
  await using clone = await Clone.create()
  let child: ChildProcess | undefined
  const page = Array.from({ length: 100 }, (_, at) => ({ name: at === 0 ? 'Disk full' : `Entry ${at}`, content: 'x' }))
  await using service = await startMisbehaving((request, reply) => {
    if (request.body.page_num === 1) say(200, JSON.stringify(page))(request, reply)
    else child?.kill('SIGTERM')
  })
  service.list = undefined
  const folder = await mkdtemp(join(clone.path, 'temporary-'))
  const onStart = (started: ChildProcess): void => void (child = started)
  const env = { RUNBOOK_SYNC_BASE_URL: service.url, TMPDIR: folder }
  const { code, stdout } = await clone.start(['plan', ...ADDRESS], { env, onStart })
  expect({ code, files: await readdir(folder) }).toEqual({ code: 1, files: [] })
  expect(stdout).toMatch(/✗ The command was cancelled\.\n {2}Run it again\.\n$/)
})
