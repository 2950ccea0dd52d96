import { tmpdir } from 'node:os'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../branch/command.ts'
import { Patterns } from '../branch/patterns.ts'
import { Repository } from '../branch/repository.ts'
import type { Matcher } from '../branch/source.ts'
import { commitUncommitted } from '../branch/uncommitted.ts'
import { ActionError, type Diagnostic } from '../errors.ts'
import { COMMIT } from '../job/event.ts'
import { readInputs, type Inputs } from '../job/inputs.ts'
import { forgeOf, type Forge, type LinkBase } from '../runbook/links.ts'
import type { Branch } from '../sync/runbooks.ts'
import { listed } from '../wording.ts'
import { Clone } from './clone.ts'
import { usageError, type Command, type Shell } from './command-line.ts'
import { addressOf, hostOfAlias } from './remote-address.ts'
import { workflowInputs } from './workflow.ts'

/** The repository around the working directory, and its branch. */
export interface Session {
  readonly clone: Clone
  readonly remote: string | undefined
  /** The commit that a command reads. */
  readonly head: string
  readonly branch: Branch & { readonly source: Repository }
}

export async function openSession(
  command: Command,
  shell: Shell,
  resources: AsyncDisposableStack,
  notice: (notice: Diagnostic) => void
): Promise<Session> {
  const { options } = command
  // Git must not see the token.
  const env: NodeJS.ProcessEnv = { ...shell.env, RUNBOOK_SYNC_TOKEN: undefined }
  const program = findProgram('git', env)
  if (program === undefined) throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.')
  const clone = await Clone.find(program, shell.folder, env)
  // In a CI, jobs in containers work in the checkout of another user.
  if ((env['CI'] ?? '') === '' && !(await clone.isTrusted())) {
    const hint = 'If you trust it: `git config --global --add safe.directory` with this path.'
    throw usageError(`The repository ${clone.root} belongs to another user.`, hint)
  }
  const sha = await clone.commit('HEAD')
  if (sha === undefined) {
    throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.')
  }
  const remote = await clone.remote()
  const base = await findBase(options, clone, remote, env)
  const setup = { program, job: { ...base, sha, temp: tmpdir() }, token: undefined, env }
  const source = resources.use(await Repository.open(clone.git.gitDir, { ...setup, user: { git: clone.git, remote } }))
  const given = { ...(await workflowInputs(source, sha, command, notice)), ...command.inputs }
  const inputs = inputsOf(given)
  const patterns = new Patterns(inputs.files)
  const head = await commitToRead(options, clone, sha, source, patterns.matches, notice)
  const replace = await replacedPaths(options.replace, head, source, patterns.matches)
  const showsOwnTexts = options.diff !== undefined
  const branch = {
    source,
    patterns,
    settings: { ...inputs, ...base, replace },
    // What is not committed concerns a plan of it.
    changedAt: await changesOf(head === sha ? options.since : sha, clone, source),
    // A terminal is no public log.
    showsTexts: showsOwnTexts || shell.stdout.isTTY,
    showsOwnTexts
  }
  return { clone, remote, head, branch }
}

export function inputsOf(given: Readonly<Record<string, string>>): Inputs {
  const valueOf = (name: string): string => given[name] ?? ''
  return readInputs(valueOf, () => undefined)
}

/** Where the files are for a browser. What the clone has configured decides about links alone, never about who gets the token. */
async function findBase(
  options: Command['options'],
  clone: Clone,
  remote: string | undefined,
  env: NodeJS.ProcessEnv
): Promise<LinkBase> {
  const url = options.repository ?? (await clone.ask('remote', 'get-url', remote ?? 'origin')) ?? ''
  const isShort = options.repository !== undefined && /^[\w.-]+\/[\w.-]+$/.test(url)
  const address = await addressOf(isShort ? `https://github.com/${url}` : url, (alias) => hostOfAlias(alias, env))
  if (address === undefined) {
    const message = 'Entries cannot say where they come from: no remote tells the address of the repository.'
    throw usageError(message, 'Add `--repository`, with `OWNER/NAME` on github.com or the address of its page.')
  }
  const ref = options.branch ?? (await clone.branch(remote))
  if (ref === undefined) {
    throw usageError('Neither HEAD nor the remote says which branch is the default.', 'Add `--branch NAME`.')
  }
  const named = forgeOf(new URL(address.serverUrl).hostname)
  const found = named === 'other' && existsSync(join(clone.root, '.gitlab-ci.yml')) ? 'gitlab' : named
  return { ...address, ref, forge: (options.forge as Forge | undefined) ?? found }
}

/** The commit that a command reads: HEAD, or what is not committed. What is left out is named. */
async function commitToRead(
  { staged, worktree }: Command['options'],
  clone: Clone,
  head: string,
  source: Repository,
  matches: Matcher,
  notice: (notice: Diagnostic) => void
): Promise<string> {
  const kind = staged !== undefined ? 'staged' : 'worktree'
  const { commit, unmerged } = await commitUncommitted(kind, clone, source.git, head, matches)
  if (staged !== undefined || worktree !== undefined) {
    if (unmerged.length === 0) return commit
    const message = `A merge has left conflicts in ${listed(unmerged)}.`
    throw new ActionError('files', message, 'Resolve them, and `git add` the files.')
  }
  const changed = new Set(await source.differences(head, commit, matches)).union(new Set(unmerged))
  const message = `Uncommitted changes are left out: ${listed([...changed].sort())}.`
  if (changed.size > 0) notice({ level: 'warning', message })
  return head
}

/** Everything concerns a command, or what differs from a commit. */
async function changesOf(since: string | undefined, clone: Clone, source: Repository): Promise<Branch['changedAt']> {
  if (since === undefined) return () => Promise.resolve(undefined)
  const commit = (await clone.commit(since)) ?? since
  if (!COMMIT.test(commit)) {
    throw usageError(`\`--since\` names no commit that is here: ${commit}.`, 'Fetch it, or give its full id.')
  }
  return (tip, matches) => source.differences(commit, tip, matches)
}

async function replacedPaths(
  paths: string | undefined,
  head: string,
  source: Repository,
  matches: Matcher
): Promise<ReadonlySet<string>> {
  const replace = new Set(paths?.split('\n'))
  const { files } = await source.list(head, matches)
  const unknown = replace.difference(new Set(files.map(({ path }) => path)))
  if (unknown.size === 0) return replace
  const message = `\`--replace\` names no runbook of HEAD: ${listed([...unknown])}.`
  throw usageError(message, 'Give the path from the root of the repository, as `plan` shows it.')
}
