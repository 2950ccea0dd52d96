import { createInterface } from 'node:readline'
import type { JobResult } from '../runner/runner.ts'
import { demoReportOf, line, note, type Handbook } from './handbook.ts'

/** The runbook that a push changes if a person changed none, or by the command `other`. */
const ANY = 'Checkout is failing'

/** Leaves the service to a person, whose lines on stdin start runs, until Ctrl-C. */
export async function leaveOpen(handbook: Handbook): Promise<never> {
  const { project } = handbook
  line(`\nThe service is running: ${project.service.url}`)
  line(`Sign in: ${project.service.signInUrl}`)
  line('Look at the tokens under Access Tokens. Edit or delete an entry under Knowledge, and come back here:')
  line('  Enter            a push changes the runbook of that entry in Git, too')
  line('  other, Enter     a push changes another runbook')
  line('  pull, Enter      brings the edit into its file, and a push of the file follows')
  line('  replace, Enter   a run by hand with `on-conflict: replace`')
  line('After you rotate the token, paste its new value here, and press Enter. Ctrl-C ends the demo.')

  let inputs: Readonly<Record<string, string>> = {}
  /** As the last run left them. */
  let entries = project.entries()
  process.prependListener('SIGINT', () => process.exit(handbook.problems > 0 ? 1 : 0))
  for await (const given of createInterface({ input: process.stdin })) {
    const command = given.trim()
    if (!/^(?:|other|pull|replace|oap_.*)$/.test(command)) {
      note(`There is no command “${command}”, so nothing was pushed. Enter alone, other, pull or replace?`)
      continue
    }
    if (command.startsWith('oap_')) inputs = { token: command }
    const before = project.entries()
    const titles = [...handbook.titles().keys()]
    const changed = titles.filter((title) => entries.get(title) !== before.get(title))
    if (changed.length === 0 && !['replace', 'pull'].includes(command)) note('You changed no entry.')
    let job: JobResult
    if (command === 'replace') {
      job = await handbook.replace({ inputs })
    } else if (command === 'pull') {
      if ((await handbook.pull({ inputs })) === 0) {
        note('No file got an edit, so there is nothing to push.')
        continue
      }
      job = await handbook.push('the edits, in their files', { inputs })
    } else {
      const reviewed = command === 'other' || changed.length === 0 ? [ANY] : changed
      for (const path of reviewed.map((title) => handbook.titles().get(title) ?? ''))
        handbook.files.set(path, `${(handbook.files.get(path) ?? '').trimEnd()}\n\nReviewed again.\n`)
      const what = reviewed.length === 1 ? `“${reviewed[0]}” edited` : `${reviewed.length} edited`
      job = await handbook.push(what, { inputs })
    }
    entries = project.entries()
    explain(handbook, job)
  }
  line('\nNo command can follow, because stdin is closed. The service runs until Ctrl-C.')
  return new Promise(() => undefined)
}

/** Says in words what a run did to the entries. */
function explain(handbook: Handbook, job: JobResult): void {
  for (const [title, path] of handbook.titles()) {
    const outcome = demoReportOf(job).runbooks.find((one) => one.path === path)?.outcome
    if (outcome === 'kept') note(`“${title}” is as you left it (your edit stays).`)
    if (outcome === 'refused') note(`“${title}” is as you left it (a conflict).`)
    if (outcome === 'upserted') note(`“${title}” has the text of Git.`)
    const [file] = [...job.overwritten].find(([, text]) => text.split('\n', 1)[0]?.includes(JSON.stringify(path))) ?? []
    if (file === undefined) continue
    note(`Your text was saved first, as ${job.outputs['overwritten']}/${file}, until the runner ended the job.`)
  }
}
