import { tmpdir } from 'node:os'
import { Patterns } from '../branch/patterns.ts'
import { Repository } from '../branch/repository.ts'
import type { Matcher, Source } from '../branch/source.ts'
import { StagedFiles, WorkTreeFiles } from '../branch/uncommitted.ts'
import type { ActionError, Diagnostic } from '../errors.ts'
import { COMMIT } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import type { LinkBase } from '../runbook/links.ts'
import type { Branch } from '../run.ts'
import { listed } from '../wording.ts'
import { inputsOf, type Command } from './command-line.ts'
import { usageError } from './misuse.ts'
import { findCommit, findRepository, type LocalCommit } from './place.ts'
import { workflowOptions } from './workflow.ts'

/** What a command reads of the repository around the current folder. */
export interface Session {
  readonly local: LocalCommit
  readonly branch: Branch
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
  const { matches } = new Patterns(inputs.files)
  const uncommitted = await local.clone.uncommitted((await repository.list(local.head, matches)).files, matches)
  if (source === repository && uncommitted.length > 0) {
    notice({ level: 'warning', message: `Uncommitted changes are left out: ${listed(uncommitted)}.` })
  }
  const showsOwnTexts = command.has('diff')
  const branch: Branch = {
    source,
    inputs,
    base: baseOf(command, inputs, local, notice),
    replace: await replacedPaths(command, local, source, matches),
    changedAt: await changesOf(command, local, repository, source),
    // A terminal is no public log.
    showsTexts: showsOwnTexts || process.stdout.isTTY,
    showsOwnTexts
  }
  return { local, branch }
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
): Promise<Branch['changedAt']> {
  if (source !== repository) return async (_, matches) => uncommittedPaths(repository, source, head, matches)
  const since = given('since')
  if (since === undefined) return () => Promise.resolve(undefined)
  const commit = (await clone.commit(since)) ?? since
  if (!COMMIT.test(commit)) {
    throw usageError(`\`--since\` names no commit that is here: ${commit}.`, 'Fetch it, or give its full id.')
  }
  return async (tip, matches) => {
    const differences = await repository.differences(commit, tip, matches)
    return differences && new Set(differences.keys())
  }
}

/** The files that are not as in `HEAD`. */
async function uncommittedPaths(
  repository: Repository,
  source: Source,
  head: string,
  matches: Matcher
): Promise<ReadonlySet<string>> {
  const filesOf = async (files: Source): Promise<ReadonlySet<string>> => {
    return new Set((await files.list(head, matches)).files.map(({ path, id }) => `${id} ${path}`))
  }
  const changed = (await filesOf(repository)).symmetricDifference(await filesOf(source))
  return new Set(Array.from(changed, (file) => file.slice(file.indexOf(' ') + 1)))
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

/** @throws {ActionError} of kind `input` if the command needs the name of the repository, and does not know it. */
function baseOf(
  { name }: Command,
  { nameTemplate }: Inputs,
  { repository, serverUrl, forge, branch }: LocalCommit,
  notice: (notice: Diagnostic) => void
): LinkBase {
  const base = { repository, serverUrl, forge, ref: branch }
  if (repository !== '') return base
  const problem = 'the remote does not say what the address of the repository is'
  const hint = 'Add `--repository OWNER/NAME`, and `--server-url URL` if it is not on github.com.'
  if (name === 'sync' || nameTemplate.includes('{repository}')) {
    throw usageError(`Entries cannot say where they come from: ${problem}.`, hint)
  }
  const message = `Relative links stay as they are, and entries of this repository look like those of another one: ${problem}. ${hint}`
  notice({ level: 'warning', message })
  return { ...base, forge: 'other' }
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
