import { copyFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { hasTextOf } from '../expected-entries.ts'
import { filesOf, git } from '../git.ts'
import { Project } from '../project.ts'
import { demoReportOf, type Printer, type ReportedRunbook } from './printer.ts'

/** A problem with the arguments, which is told without a stack trace. */
export class UsageError extends Error {}

/** The demo shows this many pushes; the token has expired for the one before the last. */
const PUSHES = 4
const DAY = 24 * 60 * 60 * 1000

/**
 * Pushes the last commits of a repository on this machine. Nothing is written to it: its objects are borrowed.
 *
 * @throws {UsageError} if it cannot be read, has no such files, or would begin with names that several files have.
 */
export async function demonstrateRepository(
  printer: Printer,
  repository: string,
  inputs: { readonly files: string; readonly 'entry-name': string }
): Promise<void> {
  const folder = resolve(repository)
  const commits = await lastPushes(folder, inputs.files)
  const objectFormat = (await inSource(folder, 'rev-parse', '--show-object-format')) === 'sha256' ? 'sha256' : 'sha1'
  await using project = await Project.create({ step: { inputs }, repository: { objectFormat } })
  await borrowObjects(folder, project.repository.folder)
  printer.line(`Runbook Sync: the last ${commits.length} pushes of ${folder} to a service on this machine\n`)

  const expired = commits.length > 2 ? commits.length - 2 : undefined
  let reports: readonly ReportedRunbook[] = []
  for (const [index, commit] of commits.entries()) {
    if (index === expired) project.service.clock.advance(31 * DAY)
    if (index - 1 === expired) project.rotateToken()
    const before = project.entries()
    await project.reset(commit)
    const job = await project.push()
    const { failure, runbooks, totals } = demoReportOf(job)
    if (failure?.kind === 'stopped') throw new UsageError(`${failure.message}\n${failure.hint}`)
    const subject = await inSource(folder, 'log', '-1', '--format=%h %s', commit)
    printer.run(`Push ${index + 1}`, subject.slice(0, 50), job)
    if (index === expired) {
      printer.note('The token has expired, and is rotated before the next push.')
      printer.check(isDeepStrictEqual(project.entries(), before), 'the knowledge base is as before')
    } else {
      const { failed, pending } = totals
      const refused = runbooks.filter(({ outcome, waiting }) => outcome === 'refused' && !waiting).length
      printer.equal([job.exitCode, failed, pending], [refused === 0 ? 0 : 1, 0, 0], 'exit code, failed, pending')
      reports = runbooks
    }
  }

  const tree = await filesOf(project.repository.folder, commits.at(-1) ?? '')
  const entries = project.entries()
  const delivered = reports.filter(({ path, outcome }) => tree.has(path) && /^(upserted|unchanged)$/.test(outcome))
  const different = delivered.filter(
    ({ path, name }) => !hasTextOf(entries.get(name ?? '') ?? '', tree.get(path)?.toString() ?? '')
  )
  printer.equal(
    different.map(({ path }) => path),
    [],
    'runbooks with another text in the knowledge base'
  )
  printer.check(delivered.length > 0, 'there are runbooks')
  printer.state = `Runbooks of the last push in the knowledge base: ${delivered.length}.`
}

/** The last commits along the first parents that change a runbook, the oldest first. */
async function lastPushes(folder: string, files: string): Promise<string[]> {
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`)
  await inSource(folder, 'rev-parse', '--git-dir').catch((error: unknown) => {
    throw new UsageError(`${folder} cannot be read as a Git repository: ${String(error)}`, { cause: error })
  })
  await inSource(folder, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}').catch((error: unknown) => {
    throw new UsageError(`${folder} has no commit yet. Commit a runbook first.`, { cause: error })
  })
  const patterns = files
    .split('\n')
    .map((pattern) => (pattern.startsWith('!') ? `:(top,exclude,glob)${pattern.slice(1)}` : `:(top,glob)${pattern}`))
  const log = ['log', '--first-parent', '-m', `--max-count=${PUSHES}`, '--format=%H', 'HEAD', '--', ...patterns]
  const commits = (await inSource(folder, ...log)).split('\n').filter((commit) => commit !== '')
  if (commits.length > 0) return commits.reverse()
  throw new UsageError(
    `No commit of ${folder} has files that match ${files.split('\n').join(', ')}.\n` +
      "Give a pattern from the repository's root, for example --files '**/*.md'."
  )
}

async function borrowObjects(from: string, to: string): Promise<void> {
  const pathOf = (name: string) => inSource(from, 'rev-parse', '--path-format=absolute', '--git-path', name)
  await writeFile(join(to, 'objects/info/alternates'), `${await pathOf('objects')}\n`)
  const shallow = await pathOf('shallow')
  if (existsSync(shallow)) await copyFile(shallow, join(to, 'shallow'))
}

/** The user's repository is read with the user's own settings, such as `safe.directory`. */
async function inSource(folder: string, ...args: readonly string[]): Promise<string> {
  const { HOME, GIT_CONFIG_GLOBAL } = process.env
  return git(folder, args, { env: { HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM: undefined } })
}
