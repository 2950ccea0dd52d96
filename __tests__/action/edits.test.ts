import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf } from '../../testing/expected-entries.ts'
import type { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { deliveredProject, runbook } from '../support/handbook.ts'
import { reported, reportOf, sentNames } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// What people wrote, through a whole process. `__tests__/sync` has the rules one by one.

const LIST = '- Stop it.\n- Restart it.\n- Call Sam.\n'
const withoutStep = (content: string): string => content.replace('- Restart it.\n', '')
const TIMES = 'Wait 5 minutes.\n\nMore.\n\n## Steps\n\nFree some space.\n'
const LATER = TIMES.replace('5 minutes', '9 minutes')
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
    name: 'adds a section, and the file gets it with other blank lines and line ends, next to a line that it changes',
    base: TIMES,
    edit: withNote,
    file: withNote(LATER).replace('## Note\n\n', '## Note \n').replaceAll('\n', '\r\n'),
    outcome: 'upserted'
  },
  {
    name: 'writes a warning into the source line, and the file changes',
    base: 'Text.\n',
    edit: (content) => content.replace('Source: [', 'Source: [OUTDATED! '),
    file: 'New text.\n',
    outcome: 'refused'
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

test('a pull brings one edit into its file, and sets one that would bring back steps beside it', async () => {
  const [STEPS, SPACED] = ['Step 1.\n\nStep 2.\n\nThe end.\n', 'Step 1.\n\n\n\nStep 2.\n\n\n\nThe end.\n']
  const edit = (content: string): string => content.replace(STEPS, 'The end.\n\nCall Sam.\n')
  await using project = await editedProject([
    { base: TIMES, edit: withNote },
    { base: STEPS, edit }
  ])
  const paths = [pathAt(0), pathAt(1)] as const
  await project.commit({ [paths[0]]: fileAt(0, LATER), [paths[1]]: fileAt(1, SPACED) })
  const event = await project.pushed()
  const workspace = await project.repository.checkout(event)
  const job = await runSafely(project, { event, workspace, inputs: { mode: 'pull' } })
  const files = await Promise.all(paths.map(async (path) => readFile(join(workspace, path), 'utf8')))
  expect(files).toEqual([fileAt(0, withNote(LATER)), fileAt(1, SPACED)])
  expect(reportOf(job)).toMatchObject({
    success: false,
    pulled: [
      { path: paths[0], kind: 'changed' },
      { path: paths[1], kind: 'beside' }
    ]
  })
})
