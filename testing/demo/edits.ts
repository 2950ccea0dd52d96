import { createInterface } from 'node:readline'
import { hasTextOf } from '../expected-entries.ts'
import type { JobResult } from '../runner/runner.ts'
import type { Handbook } from './handbook.ts'
import { demoReportOf, type Printer } from './printer.ts'

/** An entry that a person edited, created (`before` is absent) or deleted (`after` is absent). */
interface Change {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The runbook that a push changes if a person changed none, or by the command `other`. */
const ANY = 'Checkout is failing'

/** Leaves the service to a person, whose lines on stdin start runs. */
export async function demonstrateEdits(printer: Printer, handbook: Handbook): Promise<void> {
  const { project } = handbook
  const { service } = project
  printer.line(`\nThe service is running: ${service.url}`)
  printer.line(`Sign in: ${service.signInUrl}`)
  printer.line('Look at the tokens under Access Tokens. Edit or delete an entry under Knowledge, and come back here:')
  printer.line('  Enter            a push changes the runbook of that entry in Git, too')
  printer.line('  other, Enter     a push changes another runbook')
  printer.line('  replace, Enter   a run by hand with `on-conflict: replace`')
  printer.line('After you rotate the token, paste its new value here, and press Enter. Ctrl-C ends the demo.')

  let inputs: Readonly<Record<string, string>> = {}
  /** As they were before the person changed them. */
  let entries = project.entries()
  let pushes = 0
  for await (const line of linesOf(printer)) {
    if (line.startsWith('oap_')) inputs = { token: line }
    const changes = changesBetween(entries, project.entries())
    const job =
      line === 'replace'
        ? await handbook.runByHand('with `on-conflict: replace`', { ...inputs, 'on-conflict': 'replace' })
        : await pushReviewed(handbook, line === 'other' ? [] : changes, ++pushes, inputs)
    if (changes.length === 0) printer.note('You changed no entry.')
    entries = project.entries()
    for (const change of changes) {
      const { name, before, after } = change
      await explain(printer, handbook, job, change)
      // What stays is told again after the next run.
      if (entries.get(name) !== after) continue
      if (before === undefined) entries.delete(name)
      else entries.set(name, before)
    }
  }
}

/** A push that changes the runbooks of these entries, or another one. */
async function pushReviewed(
  handbook: Handbook,
  changes: readonly Change[],
  reviews: number,
  inputs: Readonly<Record<string, string>>
): Promise<JobResult> {
  const runbooks = await handbook.runbooks()
  const edited = changes.filter(({ name }) => runbooks.has(name)).map(({ name }) => name)
  const names = edited.length === 0 ? [ANY] : edited
  for (const name of names) {
    const { path = '', text = '' } = runbooks.get(name) ?? {}
    await handbook.write(path, `${text.trimEnd()}\n\nReviewed ${reviews === 1 ? 'once' : `${reviews} times`}.\n`)
  }
  return handbook.push(names.length === 1 ? `“${names[0]}” edited` : `${names.length} edited`, { inputs })
}

/** Says in words what the run did to the change of a person. */
async function explain(
  printer: Printer,
  handbook: Handbook,
  job: JobResult,
  { name, before, after }: Change
): Promise<void> {
  const entry = handbook.project.entries().get(name)
  const runbook = (await handbook.runbooks()).get(name)
  if (runbook === undefined) {
    printer.note(`“${name}” stays ${after === undefined ? 'deleted' : 'as it is'}: it has no runbook.`)
    printer.check(entry === after, 'the entry is as the person left it')
    return
  }
  const outcome = demoReportOf(job).runbooks.find(({ path }) => path === runbook.path)?.outcome ?? ''
  if (outcome !== 'upserted') {
    printer.note(`“${name}” is as you left it (${WHY_LEFT[outcome] ?? 'not replaced'}).`)
    printer.check(entry === after, 'the entry is as the person left it')
    return
  }
  printer.check(hasTextOf(entry ?? '', runbook.text), 'the entry has the text of Git')
  if (after === undefined) {
    printer.note(`You deleted “${name}”. It is there again, with the text of Git.`)
    return
  }
  printer.note(`You changed “${name}”. It has the text of Git again.`)
  const file = job.overwritten.get(runbook.path)
  const saved = file?.slice(file.indexOf('\n') + 1)
  if (saved === undefined && hasTextOf(after, runbook.text)) {
    printer.note('Your text is in Git, so it was not saved.')
    return
  }
  printer.check(saved === after, 'the text of the person was saved')
  printer.note('Your text was saved first, on the runner. These are its lines that the entry did not have before:')
  const lines = new Set(before?.split('\n'))
  for (const line of (saved ?? '').split('\n')) if (!lines.has(line)) printer.note(`  + ${line}`)
  printer.note(`The file was ${job.outputs['overwritten']}/${runbook.path} until the runner ended the job.`)
}

const WHY_LEFT: Readonly<Record<string, string>> = {
  kept: 'it edits the text that Git has',
  refused: 'a conflict'
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }))
    .filter((change) => change.before !== change.after)
}

/** The lines of stdin, trimmed. Ctrl-C while it waits for one ends the demo. */
async function* linesOf({ problems }: Printer): AsyncGenerator<string> {
  const end = () => process.exit(problems.length > 0 ? 1 : 0)
  process.prependListener('SIGINT', end)
  for await (const line of createInterface({ input: process.stdin })) {
    process.off('SIGINT', end)
    yield line.trim()
    process.prependListener('SIGINT', end)
  }
  process.off('SIGINT', end)
}
