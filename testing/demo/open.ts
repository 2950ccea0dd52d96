import { createInterface } from 'node:readline'
import { hasTextOf } from '../expected-entries.ts'
import type { JobResult } from '../runner/runner.ts'
import { demoReportOf, line, note, type Handbook } from './handbook.ts'

/** The runbook that a push changes if a person changed none, or by the command `other`. */
const ANY = 'Checkout is failing'

/** Leaves the service to a person, whose lines on stdin start runs. */
export async function leaveOpen(handbook: Handbook): Promise<void> {
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
  let pushes = 0
  /** As the last run left them. */
  let entries = project.entries()
  const end = () => process.exit(handbook.problems.length > 0 ? 1 : 0)
  process.prependListener('SIGINT', end)
  for await (const given of createInterface({ input: process.stdin })) {
    const command = given.trim()
    if (command.startsWith('oap_')) inputs = { token: command }
    const before = project.entries()
    const titles = [...handbook.titles().keys()]
    const changed = titles.filter((title) => entries.get(title) !== before.get(title))
    if (changed.length === 0 && !['replace', 'pull'].includes(command)) note('You changed no entry.')
    let job: JobResult
    if (command === 'replace') {
      const replace = { inputs: { ...inputs, 'on-conflict': 'replace' } }
      job = await handbook.runByHand('with `on-conflict: replace`', replace)
    } else if (command === 'pull') {
      await handbook.pull({ inputs })
      job = await handbook.push('the edits, in their files', { inputs })
    } else {
      const reviewed = command === 'other' || changed.length === 0 ? [ANY] : changed
      review(handbook, reviewed, ++pushes)
      const what = reviewed.length === 1 ? `“${reviewed[0]}” edited` : `${reviewed.length} edited`
      job = await handbook.push(what, { inputs })
    }
    entries = project.entries()
    explain(handbook, job, before)
  }
  process.off('SIGINT', end)
}

/** Changes runbooks. */
function review(handbook: Handbook, titles: readonly string[], reviews: number): void {
  const paths = handbook.titles()
  for (const path of titles.map((title) => paths.get(title) ?? '')) {
    const times = reviews === 1 ? 'once' : `${reviews} times`
    handbook.files.set(path, `${(handbook.files.get(path) ?? '').trimEnd()}\n\nReviewed ${times}.\n`)
  }
}

/** Says in words what a run did to the entries. @param before the run: the entries. */
function explain(handbook: Handbook, job: JobResult, before: ReadonlyMap<string, string>): void {
  for (const [title, path] of handbook.titles()) {
    const outcome = demoReportOf(job).runbooks.find((one) => one.path === path)?.outcome
    if (outcome === 'kept' || outcome === 'refused') {
      note(`“${title}” is as you left it (${outcome === 'kept' ? 'your edit stays' : 'a conflict'}).`)
      handbook.check(handbook.entry(title) === before.get(title), 'the entry is as the person left it')
    }
    if (outcome !== 'upserted') continue
    note(`“${title}” has the text of Git.`)
    handbook.check(hasTextOf(handbook.entry(title), handbook.files.get(path) ?? ''), 'the entry has the text of Git')
    const [file, saved] =
      [...job.overwritten].find(([, text]) => text.split('\n', 1)[0]?.includes(JSON.stringify(path))) ?? []
    if (saved === undefined) continue
    handbook.check(saved.slice(saved.indexOf('\n') + 1) === before.get(title), 'the text of the person was saved')
    note(`Your text was saved first, as ${job.outputs['overwritten']}/${file}, until the runner ended the job.`)
  }
}
