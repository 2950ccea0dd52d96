import { createInterface } from 'node:readline'
import { hasTextOf } from '../expected-entries.ts'
import type { JobResult } from '../runner/runner.ts'
import type { Handbook } from './handbook.ts'
import { demoReportOf, type Printer } from './printer.ts'

/** The runbook that a push changes if a person changed none, or by the command `other`. */
const ANY = 'Checkout is failing'

/** Leaves the service to a person, whose lines on stdin start runs. */
export async function demonstrateEdits(printer: Printer, handbook: Handbook): Promise<void> {
  const { project } = handbook
  printer.line(`\nThe service is running: ${project.service.url}`)
  printer.line(`Sign in: ${project.service.signInUrl}`)
  printer.line('Look at the tokens under Access Tokens. Edit or delete an entry under Knowledge, and come back here:')
  printer.line('  Enter            a push changes the runbook of that entry in Git, too')
  printer.line('  other, Enter     a push changes another runbook')
  printer.line('  pull, Enter      brings the edit into its file, and a push of the file follows')
  printer.line('  replace, Enter   a run by hand with `on-conflict: replace`')
  printer.line('After you rotate the token, paste its new value here, and press Enter. Ctrl-C ends the demo.')

  let inputs: Readonly<Record<string, string>> = {}
  let pushes = 0
  /** As the last run left them. */
  let entries = project.entries()
  const end = () => process.exit(printer.problems.length > 0 ? 1 : 0)
  process.prependListener('SIGINT', end)
  for await (const given of createInterface({ input: process.stdin })) {
    const line = given.trim()
    if (line.startsWith('oap_')) inputs = { token: line }
    const before = project.entries()
    const changed = new Set(
      [...entries.keys(), ...before.keys()].filter((name) => entries.get(name) !== before.get(name))
    )
    if (changed.size === 0 && line !== 'replace' && line !== 'pull') printer.note('You changed no entry.')
    let job: JobResult
    if (line === 'replace') {
      job = await handbook.runByHand('with `on-conflict: replace`', { ...inputs, 'on-conflict': 'replace' })
    } else if (line === 'pull') {
      await handbook.pull(inputs)
      job = await handbook.push('the edits, in their files', inputs)
    } else {
      job = await pushReviewed(handbook, line === 'other' ? [] : [...changed], ++pushes, inputs)
    }
    entries = project.entries()
    for (const { path, outcome } of demoReportOf(job).runbooks) {
      if (outcome !== 'unchanged') await explain(printer, handbook, job, path, outcome, before)
    }
  }
  process.off('SIGINT', end)
}

/** A push that changes the runbooks of these entries, or another one. */
async function pushReviewed(
  handbook: Handbook,
  changed: readonly string[],
  reviews: number,
  inputs: Readonly<Record<string, string>>
): Promise<JobResult> {
  const runbooks = await handbook.runbooks()
  const edited = changed.filter((name) => runbooks.has(name))
  const names = edited.length === 0 ? [ANY] : edited
  for (const name of names) {
    const { path = '', text = '' } = runbooks.get(name) ?? {}
    await handbook.write(path, `${text.trimEnd()}\n\nReviewed ${reviews === 1 ? 'once' : `${reviews} times`}.\n`)
  }
  return handbook.push(names.length === 1 ? `“${names[0]}” edited` : `${names.length} edited`, inputs)
}

/** Says in words what the run did to an entry. @param before the run: the entries. */
async function explain(
  printer: Printer,
  handbook: Handbook,
  job: JobResult,
  path: string,
  outcome: string,
  before: ReadonlyMap<string, string>
): Promise<void> {
  const [name, runbook] = [...(await handbook.runbooks())].find(([, one]) => one.path === path) ?? []
  if (name === undefined || runbook === undefined) return
  if (outcome === 'kept' || outcome === 'refused') {
    printer.note(`“${name}” is as you left it (${outcome === 'kept' ? 'your edit stays' : 'a conflict'}).`)
    printer.check(handbook.entry(name) === before.get(name), 'the entry is as the person left it')
    return
  }
  printer.note(`“${name}” has the text of Git.`)
  printer.check(hasTextOf(handbook.entry(name), runbook.text), 'the entry has the text of Git')
  const saved = job.overwritten.get(path)
  if (saved === undefined) return
  printer.check(saved.slice(saved.indexOf('\n') + 1) === before.get(name), 'the text of the person was saved')
  printer.note(`Your text was saved first, as ${job.outputs['overwritten']}/${path}, until the runner ended the job.`)
}
