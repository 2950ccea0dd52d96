import { tmpdir } from 'node:os'
import { Patterns } from '../branch/patterns.ts'
import { Repository } from '../branch/repository.ts'
import type { Matcher } from '../branch/source.ts'
import { commitUncommitted, type Uncommitted } from '../branch/uncommitted.ts'
import { ActionError, type Diagnostic } from '../errors.ts'
import { COMMIT } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import type { LinkBase } from '../runbook/links.ts'
import type { Branch } from '../sync/runbooks.ts'
import { listed } from '../wording.ts'
import { inputsOf, type Command } from './command-line.ts'
import { usageError } from './misuse.ts'
import { findCommit, findRepository, type LocalCommit } from './place.ts'
import { isWorkflow, workflowOptions } from './workflow.ts'

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
  const committed = await findCommit(command, await findRepository(command, env), env)
  const repository = resources.use(await openRepository(committed, env))
  const kind = UNCOMMITTED.find((each) => command.has(each))
  const commitAt = async (matches: Matcher): Promise<string> =>
    kind === undefined ? committed.head : commitOf(kind, committed, repository, matches)
  const options = await workflowOptions(repository, await commitAt(isWorkflow), command, notice)
  const inputs = inputsOf(command, options)
  const patterns = new Patterns(inputs.files)
  const { matches } = patterns
  const hasAlerts = inputs.alerts.length === 0 ? () => false : new Patterns(inputs.alerts, 'alerts').matches
  const local = { ...committed, head: await commitAt((path) => matches(path) || hasAlerts(path)) }
  if (kind === undefined) await nameUncommitted(committed, repository, matches, notice)
  const showsOwnTexts = command.has('diff')
  const branch: Branch = {
    source: repository,
    patterns,
    settings: {
      ...inputs,
      ...baseOf(command, inputs, local, notice),
      replace: await replacedPaths(command, local, repository, matches)
    },
    // What is not committed concerns a plan of it.
    changedAt: await changesOf(kind === undefined ? command.given('since') : committed.head, local, repository),
    // A terminal is no public log.
    showsTexts: showsOwnTexts || process.stdout.isTTY,
    showsOwnTexts,
    notice
  }
  return { local, branch }
}

/** The options that read something else than a commit. */
const UNCOMMITTED = ['staged', 'worktree'] as const satisfies readonly Uncommitted[]

/** @throws {ActionError} of kind `files` for a selected file with a conflict of a merge. */
async function commitOf(
  kind: Uncommitted,
  { clone, head }: LocalCommit,
  { git }: Repository,
  matches: Matcher
): Promise<string> {
  const { commit, unmerged } = await commitUncommitted(kind, { clone, git, head }, matches)
  if (unmerged.length === 0) return commit
  const message = `A merge has left conflicts in ${listed(unmerged)}.`
  throw new ActionError('files', message, 'Resolve them, and `git add` the files.')
}

async function nameUncommitted(
  { clone, head }: LocalCommit,
  repository: Repository,
  matches: Matcher,
  notice: (notice: Diagnostic) => void
): Promise<void> {
  const { commit, unmerged } = await commitUncommitted('worktree', { clone, git: repository.git, head }, matches)
  const changed = new Set(await repository.differences(head, commit, matches)).union(new Set(unmerged))
  if (changed.size === 0) return
  const message = `Uncommitted changes are left out: ${listed([...changed].sort())}.`
  notice({ level: 'warning', message })
}

async function openRepository(local: LocalCommit, env: NodeJS.ProcessEnv): Promise<Repository> {
  const { clone, program, head, remote, repository, serverUrl } = local
  const job = { repository, serverUrl, sha: head, temp: tmpdir() }
  return Repository.open(clone.git.gitDir, { program, job, token: undefined, env, user: { git: clone.git, remote } })
}

/**
 * Everything concerns a command, or what differs from a commit.
 *
 * @throws {ActionError} of kind `input` if `--since` names nothing.
 */
async function changesOf(
  since: string | undefined,
  { clone }: LocalCommit,
  repository: Repository
): Promise<Branch['changedAt']> {
  if (since === undefined) return () => Promise.resolve(undefined)
  const commit = (await clone.commit(since)) ?? since
  if (!COMMIT.test(commit)) {
    throw usageError(`\`--since\` names no commit that is here: ${commit}.`, 'Fetch it, or give its full id.')
  }
  return (tip, matches) => repository.differences(commit, tip, matches)
}

/** @throws {ActionError} of kind `input` if `--replace` names something else than a runbook. */
async function replacedPaths(
  { given }: Command,
  { head }: LocalCommit,
  source: Repository,
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
