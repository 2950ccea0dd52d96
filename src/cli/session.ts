import { tmpdir } from 'node:os'
import { differencesOf } from '../branch/comparison.ts'
import { Patterns } from '../branch/patterns.ts'
import { Repository } from '../branch/repository.ts'
import type { FileDifference, Matcher, Source } from '../branch/source.ts'
import { StagedFiles, WorkTreeFiles } from '../branch/uncommitted.ts'
import type { ActionError, Diagnostic } from '../errors.ts'
import { COMMIT } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { EVERYTHING, scopeOfChange, type Scope } from '../sync/scope.ts'
import { listed } from '../wording.ts'
import { inputsOf, type Command } from './command-line.ts'
import { usageError } from './misuse.ts'
import { findCommit, findRepository, type LocalCommit } from './place.ts'
import { isWorkflow, workflowOptions } from './workflow.ts'

/** What a command reads of the repository around the current folder. */
export interface Session {
  readonly local: LocalCommit
  readonly repository: Repository
  /** The files of `HEAD`, of the index or of the work tree. */
  readonly source: Source
  /** The selected files that the command is about: problems of others are only counted. */
  readonly scopeAt: (head: string, selects: Matcher) => Promise<Scope>
  readonly inputs: Inputs
  readonly patterns: Patterns
  readonly options: RunbookOptions
  /** Paths whose edits are replaced. */
  readonly replace: ReadonlySet<string>
  /** Selected files of the work tree that differ from `HEAD`. */
  readonly uncommitted: readonly string[]
}

interface SessionInput {
  readonly command: Command
  readonly env: NodeJS.ProcessEnv
  /** Closed when the command has ended. */
  readonly resources: AsyncDisposableStack
  readonly notice: (notice: Diagnostic) => void
}

/** @throws {ActionError} of kind `input` if the repository or an option cannot be used. */
export async function openSession({ command, env, resources, notice }: SessionInput): Promise<Session> {
  const local = await findCommit(command, await findRepository(command, env), env)
  const repository = resources.use(await openRepository(local, env))
  const source = sourceOf(command, local, repository)
  const inputs = inputsOf(command, await workflowOptions(source, local.head, command, notice))
  const options = optionsOf(command, inputs, local, notice)
  const patterns = new Patterns(inputs.files)
  const { matches } = patterns
  const uncommitted = await local.clone.uncommitted((await repository.list(local.head, matches)).files, matches)
  if (source === repository && uncommitted.length > 0) {
    notice({ level: 'warning', message: `Uncommitted changes are left out: ${listed(uncommitted)}.` })
  }
  return {
    local,
    repository,
    source,
    scopeAt: await changesOf(command, local, repository, source),
    inputs,
    patterns,
    options,
    replace: await replacedPaths(command, local, source, matches),
    uncommitted
  }
}

async function openRepository(local: LocalCommit, env: NodeJS.ProcessEnv): Promise<Repository> {
  const { clone, program, head, remote, repository, serverUrl } = local
  const job = { repository, serverUrl, sha: head, temp: tmpdir() }
  return Repository.open(clone.git.gitDir, { program, job, token: undefined, env, user: { git: clone.git, remote } })
}

function sourceOf({ has }: Command, { clone }: LocalCommit, repository: Repository): Source {
  if (has('staged')) return new StagedFiles(clone, repository)
  if (has('worktree')) return new WorkTreeFiles(clone, repository)
  return repository
}

/**
 * What is not committed concerns a plan of it; else everything does, or what differs from `--since`.
 *
 * @throws {ActionError} of kind `input` if `--since` names nothing.
 */
async function changesOf(
  { given }: Command,
  { clone, head }: LocalCommit,
  repository: Repository,
  source: Source
): Promise<Session['scopeAt']> {
  if (source !== repository) {
    return (_, selects) => {
      return scopeOfChange((matches) => uncommittedChanges(repository, source, head, matches), selects, isWorkflow)
    }
  }
  const since = given('since')
  if (since === undefined) return () => Promise.resolve(EVERYTHING)
  const commit = (await clone.commit(since)) ?? since
  if (!COMMIT.test(commit)) {
    throw usageError(`\`--since\` names no commit that is here: ${commit}.`, 'Fetch it, or give its full id.')
  }
  return (tip, selects) => {
    return scopeOfChange((matches) => repository.differences(commit, tip, matches), selects, isWorkflow)
  }
}

/** By path, the files that are not as in `HEAD`. */
async function uncommittedChanges(
  repository: Repository,
  source: Source,
  head: string,
  matches: Matcher
): Promise<ReadonlyMap<string, FileDifference>> {
  const idsIn = async (files: Source): Promise<ReadonlyMap<string, string>> => {
    return new Map((await files.list(head, matches)).files.map(({ path, id }) => [path, id]))
  }
  const [before, after] = [await idsIn(repository), await idsIn(source)]
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((one) => one.before !== one.after)
  return differencesOf(changed)
}

/** @throws {ActionError} of kind `input` if `--replace` names something else than a runbook. */
async function replacedPaths(
  { given }: Command,
  { head }: LocalCommit,
  source: Source,
  matches: Matcher
): Promise<ReadonlySet<string>> {
  const replace = new Set(given('replace')?.split('\n'))
  if (replace.size === 0) return replace
  const { files } = await source.list(head, matches)
  const unknown = replace.difference(new Set(files.map(({ path }) => path)))
  if (unknown.size === 0) return replace
  const message = `\`--replace\` names no runbook of HEAD: ${listed([...unknown])}.`
  throw usageError(message, 'Give the path from the root of the repository, as `plan` shows it.')
}

function optionsOf(
  command: Command,
  inputs: Inputs,
  local: LocalCommit,
  notice: (notice: Diagnostic) => void
): RunbookOptions {
  const { repository, serverUrl, forge, branch } = local
  requireAddress(command, inputs, local, notice)
  return { ...inputs, serverUrl, ref: branch, repository, forge }
}

/** @throws {ActionError} of kind `input` if the command needs the address of the repository, and does not know it. */
function requireAddress(
  { name }: Command,
  { nameTemplate }: Inputs,
  { repository }: LocalCommit,
  notice: (notice: Diagnostic) => void
): void {
  if (repository !== '') return
  const problem = 'the remote does not say what the address of the repository is'
  const hint = 'Add `--repository OWNER/NAME`, and `--server-url URL` if it is not on github.com.'
  if (name === 'sync' || nameTemplate.includes('{repository}')) {
    throw usageError(`Links, or names with \`{repository}\`, cannot be made: ${problem}.`, hint)
  }
  notice({
    level: 'warning',
    message: `Relative links stay as they are, and entries of this repository look like those of another one: ${problem}. ${hint}`
  })
}

/** Why there is no client of the knowledge base. */
export function accessError({ token }: Pick<Inputs, 'token'>): ActionError {
  if (token === undefined) {
    const hint = 'Set it to a token from Settings → Access Tokens of the assistant. `plan` works without it.'
    return usageError('RUNBOOK_SYNC_TOKEN is not set.', hint)
  }
  const hint = 'Add `--base-url URL`, or set RUNBOOK_SYNC_BASE_URL. `plan` works without it.'
  return usageError('The address of the assistant’s API is not known.', hint)
}
