import { createInterface } from 'node:readline'
import { hasTextOf, titleOf } from '../expected-entries.ts'
import { filesOf } from '../git.ts'
import type { WorkingCopy } from '../github/repository.ts'
import type { JobResult } from '../runner/runner.ts'
import type { TestEnvironment } from '../test-environment.ts'
import type { Printer } from './printer.ts'

/** An entry that a person edited, created (`before` is absent) or deleted (`after` is absent). */
interface Change {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Starts a run with further inputs. */
export type Run = (what: string, inputs?: Readonly<Record<string, string>>) => Promise<JobResult>

/** The runbook that a push changes if a person changed none. */
const ANY = 'Checkout is failing'

/** Leaves the service to a person, whose lines on stdin start runs. */
export async function demonstrateEdits(
  printer: Printer,
  environment: TestEnvironment,
  clone: WorkingCopy,
  { push, runByHand }: { readonly push: Run; readonly runByHand: Run }
): Promise<void> {
  const { service } = environment
  printer.line(`\nThe service is running: ${service.url}`)
  printer.line(`Sign in: ${service.signInUrl}`)
  printer.line('Look at the tokens under Access Tokens. Edit an entry under Knowledge, and come back here:')
  printer.line('  Enter            a push changes the runbook of that entry in Git, too')
  printer.line('  sync, Enter      a full sync, started by hand')
  printer.line('  replace, Enter   the same with `on-conflict: replace`')
  printer.line('After you rotate the token, paste its new value here, and press Enter. Ctrl-C ends the demo.')

  let inputs: Readonly<Record<string, string>> = {}
  /** As they were before the person changed them. */
  let entries = environment.entries()
  let pushes = 0
  for await (const line of linesOf(printer)) {
    if (line.startsWith('oap_')) inputs = { token: line }
    const changes = changesBetween(entries, environment.entries())
    const runbooks = await runbooksOf(clone, 'HEAD')
    let job: JobResult
    if (line === 'sync') job = await runByHand('a full sync', inputs)
    else if (line === 'replace')
      job = await runByHand('with `on-conflict: replace`', { ...inputs, 'on-conflict': line })
    else {
      const edited = changes.filter(({ name }) => runbooks.has(name)).map(({ name }) => name)
      const names = edited.length === 0 ? [ANY] : edited
      pushes++
      for (const name of names) {
        const { path = '', text = '' } = runbooks.get(name) ?? {}
        await clone.write(path, `${text.trimEnd()}\n\nReviewed ${pushes === 1 ? 'once' : `${pushes} times`}.\n`)
      }
      job = await push(names.length === 1 ? `“${names[0]}” edited in Git` : `${names.length} edited in Git`, inputs)
    }
    if (changes.length === 0) printer.note('You changed no entry.')
    entries = environment.entries()
    for (const change of changes) {
      const { name, before, after } = change
      await explain(printer, clone, job, change, entries.get(name))
      // What stays is told again after the next run.
      if (entries.get(name) !== after) continue
      if (before === undefined) entries.delete(name)
      else entries.set(name, before)
    }
  }
}

/** Says in words what the run did to the change of a person. */
async function explain(
  printer: Printer,
  clone: WorkingCopy,
  job: JobResult,
  { name, before, after }: Change,
  entry: string | undefined
): Promise<void> {
  const runbook = (await runbooksOf(clone, 'HEAD')).get(name)
  if (runbook === undefined) {
    printer.note(`“${name}” stays ${after === undefined ? 'deleted' : 'as it is'}: it has no runbook.`)
    printer.check(entry === after, 'the entry is as the person left it')
    return
  }
  const { runbooks = [] } = (job.report ?? {}) as { runbooks?: readonly { path: string; outcome: string }[] }
  const outcome = runbooks.find(({ path }) => path === runbook.path)?.outcome
  if (outcome !== 'upserted') {
    const why =
      outcome === 'kept' ? 'it edits the text that Git has' : outcome === 'refused' ? 'a conflict' : 'not replaced'
    printer.note(`“${name}” is as you left it (${why}).`)
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
  if (saved === undefined && (await isInGit(clone, name, after))) {
    printer.note('Your text is in Git, so it was not saved.')
    return
  }
  printer.check(saved === after, 'the text of the person was saved')
  printer.note('Your text was saved first, on the runner. These are its lines that the entry did not have before:')
  const lines = new Set(before?.split('\n'))
  for (const line of (saved ?? '').split('\n')) if (!lines.has(line)) printer.note(`  + ${line}`)
  printer.note(`The file was ${job.outputs['overwritten']}/${runbook.path} until the runner ended the job.`)
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }))
    .filter((change) => change.before !== change.after)
}

/** The runbooks of a commit, by title. */
async function runbooksOf(clone: WorkingCopy, commit: string) {
  const files = [...(await filesOf(clone.folder, commit))].filter(([path]) => path.endsWith('.md'))
  return new Map(
    files.map(([path, bytes]) => {
      const text = bytes.toString()
      return [titleOf(text) ?? '', { path, text }] as const
    })
  )
}

async function isInGit(clone: WorkingCopy, name: string, text: string): Promise<boolean> {
  for (const commit of (await clone.git(['rev-list', 'HEAD'])).split('\n')) {
    const runbook = (await runbooksOf(clone, commit)).get(name)
    if (runbook !== undefined && hasTextOf(text, runbook.text)) return true
  }
  return false
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
