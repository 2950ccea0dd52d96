import { describe, expect, jest, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceOf } from '../../service/provenance.ts'
import { LIST_PATH } from '../../service/service.ts'
import { pullRequestEvent } from '../../testing/github/events.ts'
import { expectGreen, expectRed, type Project, type RunOptions } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import {
  DISK,
  NIGHT,
  OTHER,
  deliveredHandbook,
  disk,
  note,
  other,
  pathOf,
  runbook,
  testOnHandbook
} from '../support/handbook.ts'
import { outcomesOf, reportOf, reported } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// What a run publishes and saves of a text that somebody wrote: log, annotations, summary, report, outputs and files.
// `__tests__/sync/decide.test.ts` has the table that decides.

// They run several at a time.
jest.setTimeout(120_000)

const REPLACE = { inputs: { 'on-conflict': 'replace' } }

/** A folder for temporary files of one run, to be looked at after it. */
async function temporaryFolder({ folder }: Project): Promise<string> {
  return mkdtemp(join(folder, 'temp-'))
}

function expectPrivate({ token }: Project, job: JobResult): JobResult {
  expectSafe(job, token)
  // Texts never appear in the log, not even in that of a private repository.
  expect(job.stdout).not.toMatch(/Written at night|Line \d/)
  return job
}

testOnHandbook('an entry says where it comes from, and whether somebody has edited it', async (project) => {
  const path = 'docs/runbooks/größer als [1]/a_b.md'
  await project.expectEqual(await project.push({ [path]: runbook('Full') }))
  const content = project.entries().get('Full') ?? ''
  const page = `${project.github.repositoryUrl}/blob/main/docs/runbooks/gr%C3%B6%C3%9Fer%20als%20%5B1%5D/a_b.md`
  expect(sourceOf({ name: 'Full', content })).toEqual({ provenance: 'repository', path, url: page })
  expect(await (await fetch(page)).text()).toBe(runbook('Full').trim())
  const edited = project.edit('Full', note)
  expect(sourceOf({ name: 'Full', content: edited })).toMatchObject({ provenance: 'edited', path })
})

testOnHandbook('an edit: kept, and then a conflict', async (project) => {
  project.edit('Disk full', note)

  const kept = expectPrivate(project, await project.dispatch())
  expectGreen(kept)
  expect(outcomesOf(kept)).toEqual([`kept ${DISK}`])
  expect(kept.outputs).toMatchObject({ edits: '1', overwritten: '' })
  expect(kept.log).toMatch(
    /^Runbook Sync: 1 runbook is not delivered: .* \(somebody edited its entry, and the edit stays\)\. Bring the edit/m
  )
  expect(kept.summary).toMatch(
    /^## ✅ Runbook Sync: 1 runbook not delivered$[^]*Somebody edited its entry in the assistant/m
  )
  expect(kept.annotations).toMatchObject([{ level: 'warning', file: DISK }])

  const refused = expectPrivate(project, await project.push({ [DISK]: disk('Second.'), [OTHER]: other('More text.') }))
  expectRed(refused)
  expect(outcomesOf(refused)).toEqual([`refused ${DISK}`, `upserted ${OTHER}`])
  expect(refused.outputs).toMatchObject({ edits: '1', upserted: '1', failed: '1', overwritten: '' })
  expect(refused.annotations).toContainEqual(expect.objectContaining({ level: 'error', file: DISK }))
  expect(reported(refused, DISK).hint).toMatch(/`runbook-sync pull`.*`on-conflict: replace`/)
})

describe('a text that is replaced', () => {
  testOnHandbook('is saved before, and named everywhere', async (project) => {
    const RUNNER_TEMP = await temporaryFolder(project)
    const content = project.edit('Disk full', note)
    const savedBefore: string[] = []
    project.onRequest = ({ kind }) => {
      if (kind !== 'upsert') return
      const files = readdirSync(RUNNER_TEMP, { recursive: true, withFileTypes: true })
      const [file] = files.filter(({ name }) => name === 'disk.md')
      savedBefore.push(file === undefined ? 'nothing' : readFileSync(join(file.parentPath, file.name), 'utf8'))
    }
    const job = await project.push({ [DISK]: disk('Second.') }, { ...REPLACE, env: { RUNNER_TEMP } })
    await project.expectEqual(expectPrivate(project, job))
    const [header = '', ...text] = (savedBefore[0] ?? '').split('\n')
    expect({ upserts: savedBefore.length, text: text.join('\n') }).toEqual({ upserts: 1, text: content })
    expect(header).toMatch(
      /^<!-- The entry "Disk full" before run \d+ \(http:\/\/127\.0\.0\.1:\d+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, \d{4}-\d\d-\d\dT[\d:.]+Z -->$/
    )
    const file = join(job.outputs['overwritten'] ?? '', DISK)
    expect(await readFile(file, 'utf8')).toBe(savedBefore[0])
    expect(reportOf(job).saved).toMatchObject([{ path: DISK, name: 'Disk full', file }])
    expect(job.summary).toMatch(/^## .*1 text of the assistant saved and replaced/)
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'warning', file: DISK, message: expect.stringContaining(file) })
    )
  })

  testOnHandbook('by a run that gets SIGKILL: saved, and the folder is named', async (project) => {
    const RUNNER_TEMP = await temporaryFolder(project)
    const content = project.edit('Disk full', note)
    const held = await project.hold({ [DISK]: disk('Second.') }, { ...REPLACE, env: { RUNNER_TEMP } })
    held.signal('SIGKILL')
    const job = await held.result
    expect(await readFile(join(job.outputs['overwritten'] ?? '', DISK), 'utf8')).toContain(content)
    await held.release()
  })
})

describe('where texts are shown', () => {
  testOnHandbook(
    'a plan of a pull request has 20 differences, in which nothing is markup, and saves nothing',
    async (project) => {
      const { repository, head: base } = project
      const hostile = '</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
      const many = Array.from({ length: 25 }, (_, at) => `Some ${at}`)
      const proposed = {
        [DISK]: disk('Proposed.'),
        [OTHER]: other('Text.'),
        ...Object.fromEntries(many.map((title) => [pathOf(title), runbook(title, 'New.')]))
      }
      const head = await repository.commit(proposed, { branch: 'clarify', parents: [base] })
      const merge = await repository.commit(proposed, { branch: null, parents: [base, head] })
      project.edit('Disk full', note)
      const lines = Array.from({ length: 100 }, (_, at) => `Line ${at}.`).join('\n')
      for (const name of many) project.paste(name, `${hostile}${lines}\n`)
      const event = pullRequestEvent({ repository: repository.name, number: 7, base, head, merge })
      const RUNNER_TEMP = await temporaryFolder(project)
      const job = expectPrivate(project, await project.run({ event, ...REPLACE, env: { RUNNER_TEMP } }))

      expect(new Set(project.received().map(({ path }) => path))).toEqual(new Set([LIST_PATH]))
      expect(job.outputs).toMatchObject({ overwritten: '' })
      expect(readdirSync(RUNNER_TEMP, { recursive: true }).filter((path) => path.includes('disk.md'))).toEqual([])
      expect(reported(job, DISK)).toMatchObject({
        outcome: 'planned',
        reason: 'Replaces a text of the assistant, which is saved first.'
      })
      const sections = job.summary.split('Another text in the assistant: ').slice(1)
      expect(sections).toHaveLength(20)
      expect(sections[0]).toMatch(/^-Written at night\.\n\+Proposed\.$/m)
      for (const section of sections) {
        const [, code = ''] = /\n\n~~~diff\n([^]*?)\n~~~(?:\n|$)/.exec(section) ?? []
        expect(code.split('\n').length).toBeLessThanOrEqual(62)
        expect(section.replace(code, '')).not.toMatch(/pwned|<img|@team|Line \d/)
      }
      expect(sections[1]).toMatch(/^\(\d+ more lines\)$/m)
      expect(job.summary).not.toMatch(/\r|\u202e/)
    }
  )

  interface PublicCase {
    readonly what: string
    readonly run: RunOptions
    readonly exitCode: number
  }
  test.concurrent.each<PublicCase>([
    { what: 'a push that replaces the edit', run: REPLACE, exitCode: 0 },
    { what: 'a push that refuses to', run: {}, exitCode: 1 }
  ])('$what, in a public repository, publishes names only', async ({ run, exitCode }) => {
    await using project = await deliveredHandbook()
    project.edit('Disk full', note)
    project.paste('Of a person', `${NIGHT}\n`)
    await project.commit({ [DISK]: disk('Second.') })
    const event = await project.pushed()
    const repository = { ...(event.payload['repository'] as object), private: false }
    const publicEvent = { ...event, payload: { ...event.payload, repository } }
    const job = expectPrivate(project, await project.run({ ...run, event: publicEvent }))
    expect(job.exitCode).toBe(exitCode)
    for (const text of [job.stdout, job.log, job.summary, JSON.stringify([job.report, job.annotations])]) {
      expect(text).toContain('Disk full')
      expect(text).not.toMatch(/Written at night|Of a person/)
    }
  })
})
