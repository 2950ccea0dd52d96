import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH, UPDATE_PATH, type FaultRule } from '../../service/service.ts'
import { textOf } from '../../testing/expected-entries.ts'
import { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { WITHOUT_WAITING } from '../../testing/skipping-clock.ts'
import { DISK, OTHER, deliveredHandbook, deliveredProject, disk, note, pathOf, runbook } from '../support/handbook.ts'
import { outcomesOf, reported, reportOf, sentNames } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// What people wrote, and what a service refuses, through a whole process. `__tests__/sync` has the rules one by one.

// They run several at a time.
jest.setTimeout(120_000)

const LIST = '- Stop it.\n- Restart it.\n- Call Sam.\n'
const withoutStep = (content: string): string => content.replace('- Restart it.\n', '')
const TIMES = 'Wait 5 minutes.\n\nMore.\n\n## Steps\n\nFree some space.\n'
const NOTE = '## Note\n\nCall the owner.\n\n'
const withNote = (text: string): string => text.replace('## Steps', `${NOTE}## Steps`)

interface Row {
  readonly name: string
  readonly base: string
  /** What a person makes of the entry; nothing without it. */
  readonly edit?: (content: string) => string
  /** What a push makes of the file. Without it, the push removes the file, and `files` does not select its folder any more. */
  readonly file?: string
  readonly outcome: 'refused' | 'upserted' | 'orphaned'
}

/** What `files` does not select any more. */
const FORMER = 'docs/old'

const ROWS: readonly Row[] = [
  {
    name: 'deletes a step, and the file gets blank lines around it',
    base: LIST,
    edit: withoutStep,
    file: LIST.replaceAll('\n', '\n\n'),
    outcome: 'refused'
  },
  {
    name: 'deletes a step, and the file gets other bullets',
    base: LIST,
    edit: withoutStep,
    file: LIST.replaceAll('- ', '* '),
    outcome: 'refused'
  },
  {
    name: 'deletes a step, and the file moves it down',
    base: LIST,
    edit: withoutStep,
    file: '- Stop it.\n- Call Sam.\n- Restart it.\n',
    outcome: 'refused'
  },
  {
    name: 'deletes the second step, and the file the first, and both number the list anew',
    base: '1. Stop it.\n2. Restart it.\n3. Call Sam.\n',
    edit: (content) => content.replace('2. Restart it.\n3. Call Sam.', '2. Call Sam.'),
    file: '1. Restart it.\n2. Call Sam.\n',
    outcome: 'refused'
  },
  {
    name: 'deletes a step, and the file rewords it and deletes the one above',
    base: LIST,
    edit: withoutStep,
    file: '- Restart it, but carefully.\n- Call Sam.\n',
    outcome: 'refused'
  },
  {
    name: 'turns a line around, and the file gets both lines',
    base: 'Restart it.\n',
    edit: (content) => content.replace('Restart', 'Do NOT restart'),
    file: 'Do NOT restart it.\nRestart it.\n',
    outcome: 'refused'
  },
  {
    name: 'changes a line, and the file gets it with a new one below',
    base: 'Step 1.\nStep 2.\n',
    edit: (content) => content.replace('Step 2.', 'Step 2, carefully.'),
    file: 'Step 1.\nStep 2, carefully.\nStep 3.\n',
    outcome: 'refused'
  },
  {
    name: 'adds a section, and the file gets it next to a line that it changes',
    base: TIMES,
    edit: withNote,
    file: withNote(TIMES).replace('5 minutes', '9 minutes'),
    outcome: 'upserted'
  },
  {
    name: 'adds a section, and the file gets it with other blank lines and line ends',
    base: TIMES,
    edit: withNote,
    file: withNote(TIMES).replace('## Note\n\n', '## Note \n').replaceAll('\n', '\r\n'),
    outcome: 'upserted'
  },
  {
    name: 'writes a warning into the source line, and the file changes',
    base: 'Text.\n',
    edit: (content) => content.replace('Source: [', 'Source: [OUTDATED! '),
    file: 'New text.\n',
    outcome: 'refused'
  },
  {
    name: 'leaves it alone, and the file gets a hard break',
    base: 'One.\nTwo.\n',
    file: 'One.  \nTwo.\n',
    outcome: 'upserted'
  },
  { name: 'leaves it alone, and the file is gone, with its folder in `files`', base: 'Text.\n', outcome: 'orphaned' }
]

const pathAt = (at: number): string => `${ROWS[at]?.file === undefined ? FORMER : 'docs/runbooks'}/${at}.md`
const nameAt = (at: number): string => `Runbook ${at}`
const fileAt = (at: number, text: string): string => runbook(nameAt(at), text.trimEnd())

/** A runbook and an entry for each row, which people edit. */
async function editedProject(rows: readonly Pick<Row, 'base' | 'edit'>[]): Promise<Project> {
  const files = rows.map(({ base }, at) => [pathAt(at), fileAt(at, base)] as const)
  const project = await deliveredProject(Object.fromEntries(files), { step: { inputs: { files: 'docs/**/*.md' } } })
  for (const [at, { edit }] of rows.entries()) if (edit !== undefined) project.edit(nameAt(at), edit)
  return project
}

describe('somebody', () => {
  let project: Project
  let before: ReadonlyMap<string, string>
  let job: JobResult

  beforeAll(async () => {
    project = await editedProject(ROWS)
    before = project.entries()
    const changes = ROWS.map(({ file }, at) => [pathAt(at), file === undefined ? null : fileAt(at, file)] as const)
    await project.commit(Object.fromEntries(changes))
    job = await runSafely(project, { event: await project.pushed(), inputs: { files: 'docs/runbooks/**/*.md' } })
  })

  afterAll(async () => {
    await project[Symbol.asyncDispose]()
  })

  test.each(ROWS.map((row, at) => ({ ...row, at })))('$name: $outcome', ({ at, file, outcome }) => {
    const isConflict = outcome === 'refused'
    expect(reported(job, pathAt(at))).toMatchObject({ outcome, cause: isConflict ? 'conflict' : null, red: isConflict })
    const entry = project.entries().get(nameAt(at))
    if (outcome === 'upserted') expect(textOf(entry ?? '')).toBe(fileAt(at, file ?? ''))
    else expect(entry).toBe(before.get(nameAt(at)))
  })

  test('edits, and the next run of the same push sends nothing', async () => {
    await runSafely(project)
    expect(sentNames(project)).toEqual([])
  })
})

const STEPS = 'Step 1.\n\nStep 2.\n\nThe end.\n'

test.concurrent.each<{
  name: string
  row: Pick<Row, 'base' | 'edit'> & { readonly file: string }
  pulled: string | undefined
}>([
  {
    name: 'a section next to a line that the file has changed is in it',
    row: { base: TIMES, edit: withNote, file: TIMES.replace('5 minutes', '9 minutes') },
    pulled: withNote(TIMES).replace('5 minutes', '9 minutes')
  },
  {
    name: 'steps that were deleted, and have more blank lines now, stay in it, and the edit stands beside',
    row: {
      base: STEPS,
      edit: (content) => content.replace(STEPS, 'The end.\n\nCall Sam.\n'),
      file: STEPS.replaceAll('\n\n', '\n\n\n\n')
    },
    pulled: undefined
  }
])('a pull: $name', async ({ row, pulled }) => {
  await using project = await editedProject([row])
  const file = fileAt(0, row.file)
  await project.commit({ [pathAt(0)]: file })
  const event = await project.pushed()
  const workspace = await project.repository.checkout(event)
  const job = await runSafely(project, { event, workspace, inputs: { mode: 'pull' } })
  expect(await readFile(join(workspace, pathAt(0)), 'utf8')).toBe(pulled === undefined ? file : fileAt(0, pulled))
  const kind = pulled === undefined ? 'beside' : 'changed'
  expect({ exitCode: job.exitCode, pulled: reportOf(job).pulled }).toMatchObject({
    exitCode: pulled === undefined ? 1 : 0,
    pulled: [{ path: pathAt(0), kind }]
  })
})

const TITLES = ['A', 'B', 'C', 'D', 'E', 'F']
const HTML = '<!DOCTYPE html>\n<title>Blocked</title>\n'

test.concurrent.each<{ name: string; faults: readonly FaultRule[] }>([
  { name: 'the first one, by a firewall', faults: [{ name: 'A', status: 403, body: HTML }] },
  { name: 'the first one, as if the address were wrong', faults: [{ name: 'A', status: 404 }] },
  {
    name: 'three, in three ways',
    faults: [
      { name: 'A', status: 400 },
      { name: 'B', status: 413 },
      { name: 'C', status: 200, body: '{"error":"The text is too long."}' }
    ]
  }
])('what the service rejects keeps no other runbook out: $name', async ({ faults }) => {
  await using project = await Project.create({ step: { env: WITHOUT_WAITING } })
  project.service.faults.set(faults)
  await project.commit(Object.fromEntries(TITLES.map((title) => [pathOf(title), runbook(title)])))
  const job = await runSafely(project, { event: await project.pushed() })
  const rejected = new Set(faults.map(({ name }) => name))
  const expected = TITLES.map((title) => `${rejected.has(title) ? 'failed' : 'upserted'} ${pathOf(title)}`)
  expect(outcomesOf(job)).toEqual(expected.sort())
  expect([...project.entries().keys()].sort()).toEqual(TITLES.filter((title) => !rejected.has(title)))
})

test.concurrent(
  'an update that was stored and got no answer, and a person who edits at once: the edit stays',
  async () => {
    await using project = await deliveredHandbook()
    const { service } = project
    service.faults.set([{ path: UPDATE_PATH, reset: 'after', times: 1 }])
    let edit = ''
    project.onRequest = ({ path }) => {
      const isStored = project.entries().get('Disk full')?.includes('Second.') === true
      if (path === LIST_PATH && isStored && edit === '') edit = project.edit('Disk full', note)
    }
    await project.commit({ [DISK]: disk('Second.') })
    await runSafely(project, { event: await project.pushed() })
    expect(project.entries().get('Disk full')).toBe(edit)
    expect(sentNames(project)).toEqual(['Disk full'])
  }
)

test.concurrent(
  'an entry that somebody has edited, and later looks do not show, is not taken for a new one',
  async () => {
    await using project = await deliveredHandbook()
    const edit = project.edit('Disk full', note)
    // What answers after the first update has nothing for a while.
    const body = JSON.stringify({ code: 200, data: { page: { total: 0 }, items: [] } })
    project.onRequest = ({ path }) => {
      if (path === UPDATE_PATH) project.service.faults.set([{ path: LIST_PATH, status: 200, body, times: 4 }])
    }
    await project.commit({ [OTHER]: runbook('Other', 'Second.') })
    const job = await runSafely(project, { event: await project.pushed() })
    expect(project.entries().get('Disk full')).toBe(edit)
    expect(sentNames(project)).toEqual(['Other'])
    expect(outcomesOf(job)).toEqual([`kept ${DISK}`, `upserted ${OTHER}`])
  }
)
