import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { hasTextOf, titleOf } from '../expected-entries.ts'
import { filesOf } from '../git.ts'
import type { WorkingCopy } from '../github/repository.ts'
import { ACTION_FOLDER } from '../runner/action-metadata.ts'
import type { JobResult } from '../runner/runner.ts'
import { TestEnvironment } from '../test-environment.ts'
import { demonstrateEdits } from './edits.ts'
import type { Printer } from './printer.ts'

const SAMPLES = join(ACTION_FOLDER, 'examples/runbooks')
/** Where the Action looks by default. */
const FOLDER = 'docs/runbooks'
const DAY = 24 * 60 * 60 * 1000
const ORPHANED = 'A certificate is about to expire'

/** Pushes the sample runbooks four times. With `open` the service stays for a person who edits entries. */
export async function demonstrateSamples(printer: Printer, open: boolean): Promise<void> {
  await using environment = await TestEnvironment.create({
    onSignIn: (nextUrl) => {
      printer.line(`The sign-in link was used. The next one: ${nextUrl}`)
    }
  })
  const { github, repository, service } = environment
  const clone = await repository.clone()
  printer.line('Runbook Sync: four pushes of examples/runbooks to a service on this machine\n')
  const commits: string[] = []
  const push = async (what: string, token = environment.token): Promise<JobResult> => {
    commits.push(await clone.commit(what))
    await clone.push()
    github.advance(DAY)
    const job = await environment.push(undefined, { inputs: { token } })
    printer.push(commits.length, what, job)
    printer.check(!(job.log + job.summary).includes(token), 'the token is not shown')
    return job
  }
  const succeeded = async (job: JobResult, upserted: number, base: string, orphaned: readonly string[]) => {
    printer.equal(job.exitCode, 0, 'exit code')
    const { outputs } = job
    printer.equal(
      [outputs['upserted'], outputs['refused'], outputs['failed'], outputs['pending']],
      [String(upserted), '0', '0', '0'],
      'upserted, refused, failed, pending'
    )
    printer.equal(outputs['base'], base, 'base')
    await compare(printer, environment, commits.at(-1) ?? '', orphaned)
  }

  await cp(SAMPLES, join(clone.folder, FOLDER), { recursive: true })
  const first = await push('all runbooks are new')
  printer.equal(first.annotations, [], 'warnings, such as a broken link')
  await succeeded(first, (await runbooksAt(environment, commits[0] ?? '')).length, '', [])

  await edit(clone, 'payments/card-processor-outage.md', 'chat only from 22:00\nto 06:00.', 'chat\nat any time.')
  await clone.rename(`${FOLDER}/finance/sepa-réconciliation.md`, `${FOLDER}/finance/sepa-statement.md`)
  await edit(clone, 'README.md', 'finance/sepa-r%C3%A9conciliation.md', 'finance/sepa-statement.md')
  await clone.remove(`${FOLDER}/platform/certificate-expiry.md`)
  await edit(clone, 'README.md', /^\| Browsers warn .*\n/m, '')
  await succeeded(await push('two edited, one renamed, one removed'), 3, commits[0] ?? '', [ORPHANED])

  service.clock.advance(31 * DAY)
  await edit(clone, 'payments/checkout-failing.md', 'for three minutes', 'for two minutes')
  await edit(clone, 'payments/ledger-imbalance.md', 'over 10,000 €', 'over 5,000 €')
  const before = environment.entries()
  const third = await push('two edited; the token has expired')
  printer.equal([third.exitCode, third.outputs['token-rejected']], [1, 'true'], 'exit code, token-rejected')
  printer.equal([third.outputs['upserted'], third.outputs['pending']], ['0', '2'], 'upserted, pending')
  const error = third.annotations.find(({ level }) => level === 'error')?.message ?? ''
  printer.check(error.includes('Settings → Access Tokens'), 'the error says where to rotate the token')
  printer.check(isDeepStrictEqual(environment.entries(), before), 'the knowledge base is as before')

  environment.rotateToken()
  await edit(clone, 'platform/roll-back.md', 'Thirty seconds, not more:', 'A minute, not more:')
  await succeeded(await push('one more edited; the token is rotated'), 3, commits[1] ?? '', [ORPHANED])

  if (open) await demonstrateEdits(printer, environment, clone, push)
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

/** The entries are the runbooks of the commit, by name and by text, and the orphaned ones. */
async function compare(
  printer: Printer,
  environment: TestEnvironment,
  commit: string,
  orphaned: readonly string[]
): Promise<void> {
  const entries = environment.entries()
  const runbooks = await runbooksAt(environment, commit)
  const names = runbooks.map((text) => titleOf(text) ?? '')
  printer.equal([...entries.keys()].sort(), [...names, ...orphaned].sort(), 'names of the entries')
  const different = runbooks.filter((text) => !hasTextOf(entries.get(titleOf(text) ?? '') ?? '', text))
  printer.equal(different.map(titleOf), [], 'entries with another text than their runbook')
  const behind = orphaned.length === 0 ? '' : `, and ${orphaned.length} orphaned: ${orphaned.join(', ')}`
  printer.state = `The knowledge base has the ${runbooks.length} runbooks of the branch${behind}.`
}
