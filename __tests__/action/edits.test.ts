import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '../../testing/project.ts'
import { deliveredProject, runbook } from '../support/handbook.ts'
import { reported, reportOf } from '../support/report.ts'
import { expectSafe, runSafely } from '../support/safe.ts'

// What people wrote, through a whole process. `__tests__/sync` has the rules one by one.

const LIST = '- Stop it.\n- Restart it.\n- Call Sam.\n'
const withoutStep = (content: string): string => content.replace('- Restart it.\n', '')
const TIMES = 'Wait 5 minutes.\n\nMore.\n\n## Steps\n\nFree some space.\n'
const LATER = TIMES.replace('5 minutes', '9 minutes')
const withNote = (text: string): string => text.replace('## Steps', '## Note\n\nCall the owner.\n\n## Steps')

interface Row {
  readonly base: string
  /** What a person makes of the entry. */
  readonly edit: (content: string) => string
}

const NUMBERED = '1. Stop it.\n2. Restart it.\n3. Call Sam.\n'
const withoutSecond = (content: string): string => content.replace('2. Restart it.\n3. Call Sam.', '2. Call Sam.')

const ROWS: readonly (Row & { readonly name: string; readonly file: string })[] = [
  { name: 'the file moves it', base: LIST, edit: withoutStep, file: '- Stop it.\n- Call Sam.\n- Restart it.\n' },
  { name: 'both number anew', base: NUMBERED, edit: withoutSecond, file: '1. Restart it.\n2. Call Sam.\n' },
  { name: 'the file rewords it', base: LIST, edit: withoutStep, file: '- Restart it, but carefully.\n- Call Sam.\n' }
]

const pathAt = (at: number): string => `docs/runbooks/${at}.md`
const nameAt = (at: number): string => `Runbook ${at}`
const fileAt = (at: number, text: string): string => runbook(nameAt(at), text.trimEnd())

/** A runbook and an entry for each row, which people edit. */
async function editedProject(rows: readonly Row[]): Promise<Project> {
  const project = await deliveredProject(Object.fromEntries(rows.map(({ base }, at) => [pathAt(at), fileAt(at, base)])))
  for (const [at, { edit }] of rows.entries()) project.edit(nameAt(at), edit)
  return project
}

test('an edit that deletes a step is a conflict', async () => {
  await using project = await editedProject(ROWS)
  const before = project.entries()
  const job = await project.push(Object.fromEntries(ROWS.map(({ file }, at) => [pathAt(at), fileAt(at, file)])))
  expectSafe(job, project.token)
  const found = ROWS.map(({ name }, at) => ({ ...reported(job, pathAt(at)), name }))
  expect(found).toMatchObject(ROWS.map(({ name }) => ({ name, outcome: 'refused', cause: 'conflict', red: true })))
  expect(project.entries()).toEqual(before)
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
  const { success, pulled } = reportOf(job)
  expect(success).toBe(false)
  expect(pulled.map(({ path, kind }) => `${kind} ${path}`)).toEqual([`changed ${paths[0]}`, `beside ${paths[1]}`])
})
