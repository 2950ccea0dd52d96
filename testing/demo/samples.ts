import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { hasTextOf, titleOf } from '../expected-entries.ts'
import { filesOf } from '../git.ts'
import { dispatchEvent } from '../github/events.ts'
import type { WorkingCopy } from '../github/repository.ts'
import { ACTION_FOLDER } from '../runner/action-metadata.ts'
import type { JobResult } from '../runner/runner.ts'
import { TestEnvironment } from '../test-environment.ts'
import { demonstrateEdits, type Run } from './edits.ts'
import type { Printer } from './printer.ts'

const SAMPLES = join(ACTION_FOLDER, 'examples/runbooks')
/** Where the Action looks by default. */
const FOLDER = 'docs/runbooks'
const DAY = 24 * 60 * 60 * 1000
const ORPHANED = 'A certificate is about to expire'

/** The runbook whose entry a person edits. */
const EDITED = 'Roll back a deploy'
const NOTE = 'Ask Sam first, who knows the ledger.'

/** Plays the life of the sample runbooks. With `open` the service stays for a person who edits entries. */
export async function demonstrateSamples(printer: Printer, open: boolean): Promise<void> {
  await using environment = await TestEnvironment.create({
    onSignIn: (nextUrl) => {
      printer.line(`The sign-in link was used. The next one: ${nextUrl}`)
    }
  })
  const { github, repository, service, workflow } = environment
  const clone = await repository.clone()
  printer.line('Runbook Sync: examples/runbooks in a repository, and a service on this machine\n')
  const commits: string[] = []
  const entryEdited = (): string => environment.entries().get(EDITED) ?? ''
  const show = (run: string, what: string, job: JobResult): JobResult => {
    printer.run(run, what, job)
    printer.check(!(job.log + job.summary).includes(environment.token), 'the token is not shown')
    return job
  }
  const push: Run = async (what, inputs) => {
    commits.push(await clone.commit(what))
    await clone.push()
    github.advance(DAY)
    return show(`Push ${commits.length}`, what, await environment.push(undefined, inputs && { inputs }))
  }
  const runByHand: Run = async (what, inputs) => {
    github.advance(DAY)
    const place = { repository: repository.name, ref: 'refs/heads/main', sha: commits.at(-1) ?? '' }
    const given = { inputs: { token: environment.token, ...inputs } }
    return show('By hand', what, await workflow.run(dispatchEvent(place), given))
  }
  const succeeded = async (job: JobResult, upserted: number, orphaned: readonly string[], edited?: string) => {
    printer.equal(job.exitCode, 0, 'exit code')
    const { outputs } = job
    printer.equal(
      [outputs['upserted'], outputs['refused'], outputs['failed'], outputs['pending']],
      [String(upserted), '0', '0', '0'],
      'upserted, refused, failed, pending'
    )
    await compare(printer, environment, commits.at(-1) ?? '', { orphaned, edited })
  }

  await cp(SAMPLES, join(clone.folder, FOLDER), { recursive: true })
  const first = await push('all runbooks are new')
  printer.equal(first.annotations, [], 'warnings, such as a broken link')
  await succeeded(first, (await runbooksAt(environment, commits[0] ?? '')).length, [])
  printer.note(`Each entry ends with a line that says where it comes from, as “${EDITED}”:`)
  printer.note(entryEdited().trimEnd().split('\n').at(-1) ?? '')

  await edit(clone, 'payments/card-processor-outage.md', 'chat only from 22:00\nto 06:00.', 'chat\nat any time.')
  await clone.rename(`${FOLDER}/finance/sepa-réconciliation.md`, `${FOLDER}/finance/sepa-statement.md`)
  await edit(clone, 'README.md', 'finance/sepa-r%C3%A9conciliation.md', 'finance/sepa-statement.md')
  await clone.remove(`${FOLDER}/platform/certificate-expiry.md`)
  await edit(clone, 'README.md', /^\| Browsers warn .*\n/m, '')
  const second = await push('two edited, one renamed, one removed')
  printer.equal(second.outputs['base'], commits[0], 'base')
  await succeeded(second, 3, [ORPHANED])

  service.clock.advance(31 * DAY)
  await edit(clone, 'payments/checkout-failing.md', 'for three minutes', 'for two minutes')
  await edit(clone, 'payments/ledger-imbalance.md', 'over 10,000 €', 'over 5,000 €')
  const before = environment.entries()
  const third = await push('two edited; the token has expired')
  printer.equal([third.exitCode, third.outputs['token-rejected']], [1, 'true'], 'exit code, token-rejected')
  printer.equal([third.outputs['upserted'], third.outputs['pending']], ['0', '2'], 'upserted, pending')
  printer.check(errorOf(third).includes('Settings → Access Tokens'), 'the error says where to rotate the token')
  printer.check(isDeepStrictEqual(environment.entries(), before), 'the knowledge base is as before')

  environment.rotateToken()
  await edit(clone, 'platform/roll-back.md', 'Thirty seconds, not more:', 'A minute, not more:')
  const fourth = await push('one more edited; the token is rotated')
  printer.equal(fourth.outputs['base'], commits[1], 'base')
  await succeeded(fourth, 3, [ORPHANED])

  if (open) {
    await demonstrateEdits(printer, environment, clone, { push, runByHand })
    return
  }
  const edited = entryEdited().replace(/\n(?=Source: )/, `\n${NOTE}\n\n`)
  await environment.write(EDITED, edited)
  const kept = await runByHand('somebody has edited an entry in the assistant')
  printer.equal(kept.outputs['edits'], '1', 'edits')
  await succeeded(kept, 0, [ORPHANED], edited)

  await edit(clone, 'platform/roll-back.md', 'A minute, not more:', 'Two minutes, not more:')
  const conflict = await push('the runbook of this entry is edited, too')
  printer.equal([conflict.exitCode, conflict.outputs['refused']], [1, '1'], 'exit code, refused')
  printer.check(errorOf(conflict).includes('`on-conflict: replace`'), 'the error says how to discard the edit')
  printer.equal(entryEdited(), edited, 'the entry')

  const replaced = await runByHand('with `on-conflict: replace`', { 'on-conflict': 'replace' })
  await succeeded(replaced, 1, [ORPHANED])
  const [[file, saved] = ['', '']] = replaced.overwritten
  printer.equal(saved.slice(saved.indexOf('\n') + 1), edited, 'the saved text')
  printer.note(`The run saved the edit first, on the runner: ${replaced.outputs['overwritten']}/${file}`)

  service.answers.set({ store: 'none' })
  await edit(clone, 'payments/checkout-failing.md', 'for two minutes', 'for a minute')
  const lost = await push('one edited; the service loses what it accepts', { 'confirm-within': '2' })
  printer.equal([lost.exitCode, lost.outputs['failed'], lost.outputs['upserted']], [1, '1', '0'], 'exit code, failed')
  service.answers.set({})
  await succeeded(await runByHand('the service stores again what it gets'), 1, [ORPHANED])
}

function errorOf({ annotations }: JobResult): string {
  return annotations.find(({ level, file }) => level === 'error' && file === undefined)?.message ?? ''
}

/** Replaces text in a runbook of the clone. */
async function edit(clone: WorkingCopy, runbook: string, from: string | RegExp, to: string): Promise<void> {
  const path = `${FOLDER}/${runbook}`
  const text = await readFile(join(clone.folder, path), 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${runbook} does not contain ${String(from)}; change testing/demo/samples.ts`)
  await clone.write(path, changed)
}

async function runbooksAt({ repository }: TestEnvironment, commit: string): Promise<string[]> {
  const files = [...(await filesOf(repository.folder, commit))]
  return files
    .filter(([path]) => path.startsWith(`${FOLDER}/`) && path.endsWith('.md'))
    .map(([, bytes]) => bytes.toString())
}

/** The entries are the runbooks of the commit, by name and by text, but for an edited one, and the orphaned ones. */
async function compare(
  printer: Printer,
  environment: TestEnvironment,
  commit: string,
  { orphaned, edited }: { readonly orphaned: readonly string[]; readonly edited: string | undefined }
): Promise<void> {
  const entries = environment.entries()
  const runbooks = await runbooksAt(environment, commit)
  const names = runbooks.map((text) => titleOf(text) ?? '')
  printer.equal([...entries.keys()].sort(), [...names, ...orphaned].sort(), 'names of the entries')
  const different = runbooks.filter((text) => !hasTextOf(entries.get(titleOf(text) ?? '') ?? '', text))
  printer.equal(
    different.map(titleOf),
    edited === undefined ? [] : [EDITED],
    'entries with another text than their runbook'
  )
  if (edited !== undefined) printer.equal(entries.get(EDITED), edited, 'the edited entry')
  const behind = orphaned.length === 0 ? '' : `, and ${orphaned.length} orphaned: ${orphaned.join(', ')}`
  printer.state = `The knowledge base has the ${runbooks.length} runbooks of the branch${behind}.`
}
