import { tmpdir } from 'node:os'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findGit } from '../branch/command.ts'
import { Patterns } from '../branch/patterns.ts'
import { Repository } from '../branch/repository.ts'
import type { Matcher } from '../branch/source.ts'
import { commitUncommitted, type Uncommitted } from '../branch/uncommitted.ts'
import { ActionError, type Diagnostic } from '../errors.ts'
import { COMMIT, shortId } from '../job/event.ts'
import { readInputs, type Inputs } from '../job/inputs.ts'
import { forgeOf, type Forge, type LinkBase } from '../runbook/links.ts'
import type { Place } from '../run.ts'
import { listed, quoted } from '../wording.ts'
import { Clone } from './clone.ts'
import { usageError, type Command, type Shell } from './command-line.ts'
import { webAddressOf } from './remote-address.ts'
import { workflowInputs } from './workflow.ts'

/** The repository around the working directory, and its branch. */
export interface Session {
  readonly clone: Clone
  readonly remote: string | undefined
  /** The commit that a command reads. */
  readonly head: string
  readonly inputs: Inputs
  readonly place: Place
  /** The runbooks that the command names; none: all. */
  readonly paths: ReadonlySet<string>
}

/** @throws {ActionError} of kind `input` if a command cannot work here. */
export async function openSession(
  command: Command,
  shell: Shell,
  resources: AsyncDisposableStack,
  notice: (notice: Diagnostic) => void
): Promise<Session> {
  const { options } = command
  const warn = (message: string | undefined): void => {
    if (message !== undefined) notice({ level: 'warning', message })
  }
  // Git must not see the token.
  const env: NodeJS.ProcessEnv = { ...shell.env, RUNBOOK_SYNC_TOKEN: undefined }
  const clone = await openClone(shell.folder, env)
  const sha = await clone.commit('HEAD')
  if (sha === undefined) {
    const hint = 'Commit the runbooks first. If a hook runs this, add `--no-verify` to the first `git commit`.'
    throw usageError('The repository has no commit, or Git cannot read it.', hint)
  }
  const remote = await clone.remote()
  const base = { ...(await findPlace(options, clone, remote)), ref: await findBranch(options, clone, remote) }
  if (remote !== undefined) warn(await unknownBranch(base.ref, clone, remote))
  const setup = { program: clone.program, job: { ...base, sha, temp: tmpdir() }, token: undefined, env }
  const source = resources.use(await Repository.open(clone.git.gitDir, { ...setup, user: { git: clone.git, remote } }))
  const inputs = inputsOf({ ...(await workflowInputs(source, sha, command, notice)), ...command.inputs })
  const rules = inputs.alerts.length === 0 ? undefined : new Patterns(inputs.alerts, 'alerts')
  const files = new Patterns(inputs.files)
  const tree = { clone, source, sha, matches: (path: string) => files.matches(path) || rules?.matches(path) === true }
  const kind = uncommittedOf(command)
  // A pull merges with what is not committed.
  if (kind === undefined && command.name !== 'pull') warn(await uncommittedChanges(tree))
  // A plan asks no remote, so it compares with what the clone knows of it.
  if (kind === undefined && command.name === 'plan') warn(await newerCommits(tree, remote, base.ref))
  const head = kind === undefined ? sha : await uncommittedCommit(kind, tree)
  // A terminal is no public log.
  const shown = shell.stdout.isTTY ? 'edits' : 'none'
  const place: Place = {
    source,
    base,
    // A plan of files that are not committed is about what differs from HEAD.
    changedAt: await changesOf(kind === undefined ? options.since : sha, clone, source),
    isGone: async (name) => remote !== undefined && clone.isGone(remote, name),
    replace: await knownPaths('`--replace`', options.replace ?? [], head, tree),
    shows: options.diff === undefined ? shown : 'all',
    keepsTexts: true
  }
  const paths = await knownPaths(`\`${command.name}\``, command.paths, head, tree)
  return { clone, remote, head, inputs, place, paths }
}

/** The files that a command reads in place of HEAD; undefined if it reads HEAD. */
export function uncommittedOf({ options }: Command): Uncommitted | undefined {
  return (['staged', 'worktree'] as const).find((each) => options[each] !== undefined)
}

export function inputsOf(given: Readonly<Record<string, string | readonly string[]>>): Inputs {
  const valuesOf = (name: string): string | readonly string[] => given[name] ?? ''
  return readInputs(valuesOf, () => undefined)
}

async function openClone(folder: string, env: NodeJS.ProcessEnv): Promise<Clone> {
  const program = findGit(env)
  if (program === undefined) throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.')
  const clone = await Clone.find(program, folder, env)
  // In a CI, jobs in containers work in the checkout of another user.
  if ((env['CI'] ?? '') !== '' || (await clone.isTrusted())) return clone
  const hint = 'If you trust it: `git config --global --add safe.directory` with this path.'
  throw usageError(`The repository ${clone.root} belongs to another user.`, hint)
}

/** Where the files are for a browser. What the clone has configured decides about links alone, never about who gets the token. */
async function findPlace(
  { repository, forge }: Command['options'],
  clone: Clone,
  remote: string | undefined
): Promise<Omit<LinkBase, 'ref'>> {
  const url = repository ?? (await clone.ask('remote', 'get-url', remote ?? 'origin')) ?? ''
  const isShort = repository !== undefined && /^[\w.-]+\/[\w.-]+$/.test(url)
  const address = webAddressOf(isShort ? `https://github.com/${url}` : url)
  if (address === undefined) {
    const problem =
      repository === undefined ? 'no remote tells the address of the repository' : `${quoted(url)} is no address`
    const hint =
      'Add `--repository`, with `OWNER/NAME` on github.com, or the address of its page: `https://gitlab.example.com/acme/ops`.'
    throw usageError(`Entries cannot say where they come from: ${problem}.`, hint)
  }
  const named = forgeOf(new URL(address.serverUrl).hostname)
  const found = named === 'other' && existsSync(join(clone.root, '.gitlab-ci.yml')) ? 'gitlab' : named
  return { ...address, forge: (forge as Forge | undefined) ?? found }
}

async function findBranch({ branch }: Command['options'], clone: Clone, remote: string | undefined): Promise<string> {
  const ref = branch ?? (await clone.branch(remote))
  if (ref !== undefined) return ref
  throw usageError('Neither HEAD nor the remote says which branch is the default.', 'Add `--branch NAME`.')
}

/** Why a branch is perhaps misspelled; undefined if it is somewhere. */
async function unknownBranch(ref: string, clone: Clone, remote: string): Promise<string | undefined> {
  const known = [`refs/heads/${ref}`, `refs/remotes/${remote}/${ref}`].map(async (name) => clone.commit(name))
  if ((await Promise.all(known)).some(Boolean) || !(await clone.isGone(remote, ref))) return undefined
  return `Neither this clone nor ${remote} has a branch ${quoted(ref)}: links to it lead to nothing, and the entries of other branches differ. Check \`--branch\`.`
}

/** A clone at HEAD, and the files in it that a command reads. */
interface ClonedTree {
  readonly clone: Clone
  readonly source: Repository
  /** HEAD. */
  readonly sha: string
  readonly matches: Matcher
}

async function uncommittedCommit(kind: Uncommitted, { clone, source, sha, matches }: ClonedTree): Promise<string> {
  const { commit, unmerged } = await commitUncommitted(kind, clone, source.git, sha, matches)
  if (unmerged.length === 0) return commit
  const message = `A merge has left conflicts in ${listed(unmerged)}.`
  throw new ActionError('files', message, 'Resolve them, and `git add` the files.')
}

async function newerCommits(
  { clone, sha }: ClonedTree,
  remote: string | undefined,
  ref: string
): Promise<string | undefined> {
  const tip = remote && (await clone.commit(`refs/remotes/${remote}/${ref}`))
  if (tip === undefined || tip === sha) return undefined
  if ((await clone.ask('merge-base', '--is-ancestor', sha, tip)) === undefined) return undefined
  return `HEAD is ${shortId(sha)}, and the branch ${ref} of the remote has newer commits: a sync of HEAD would stop. Pull first.`
}

async function uncommittedChanges({ clone, source, sha, matches }: ClonedTree): Promise<string | undefined> {
  const { commit, unmerged } = await commitUncommitted('worktree', clone, source.git, sha, matches)
  const changed = new Set(await source.differences(sha, commit, matches)).union(new Set(unmerged))
  return changed.size === 0 ? undefined : `Uncommitted changes are left out: ${listed([...changed].sort())}.`
}

/** The changes that a command is about: everything, or those since a commit. */
async function changesOf(since: string | undefined, clone: Clone, source: Repository): Promise<Place['changedAt']> {
  if (since === undefined) return () => Promise.resolve(undefined)
  const commit = (await clone.commit(since)) ?? since
  if (!COMMIT.test(commit)) {
    throw usageError(`\`--since\` names no commit that is here: ${commit}.`, 'Fetch it, or give its full id.')
  }
  return (tip, matches) => source.differences(commit, tip, matches)
}

/** @param what has named the paths. */
async function knownPaths(what: string, paths: readonly string[], head: string, { source, matches }: ClonedTree) {
  const named = new Set(paths)
  const { files } = await source.list(head, matches)
  const unknown = named.difference(new Set(files.map(({ path }) => path)))
  if (unknown.size === 0) return named
  const message = `${what} names no runbook of HEAD: ${listed([...unknown])}.`
  throw usageError(message, 'Give the path from the root of the repository, as `plan` shows it.')
}
