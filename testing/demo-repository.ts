import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { saysTheSame } from './comparison.ts'
import { filesOf, git, type GitOptions } from './git.ts'
import type { Narrator } from './narrator.ts'
import type { JobResult } from './runner.ts'
import { Stage } from './stage.ts'

/** A problem with what was asked for, to be told without a stack trace. */
export class CannotPlay extends Error {}

/** This many of the last pushes are played: the one before the last with an expired token. */
const PUSHES = 4
const DAY = 24 * 60 * 60 * 1000

/** What the JSON report says about one runbook. */
interface Told {
  readonly path: string
  readonly name?: string
  readonly outcome: string
}

/**
 * The last pushes of a repository on this machine. Nothing is written to it: what is needed of it is fetched.
 *
 * @throws {CannotPlay} where it cannot be read, or has no such files.
 */
export async function playRepository(narrator: Narrator, repository: string, files: string): Promise<void> {
  const source = await Source.open(repository)
  const commits = await source.lastPushes(files)
  await using stage = await Stage.open({ inputs: { files } })
  await source.copy(commits, stage.repository.folder)

  narrator.scene(
    `The last ${commits.length === 1 ? 'push' : `${commits.length} pushes`} of ${source.folder}`,
    `The service   ${stage.service.url}, with a token that is good for 30 days`,
    `GitHub's API  ${stage.api.url}, a stand-in`,
    `Files         ${files.split('\n').join('  ')}`
  )
  const expiry = commits.length > 2 ? commits.length - 2 : undefined
  if (expiry === undefined) narrator.note('An expired token takes three pushes to show, so it is left out.')

  /** What became of each runbook in the end, by path: a later push that does not touch it says nothing about it. */
  const told = new Map<string, Told>()
  for (const [index, commit] of commits.entries()) {
    narrator.scene(`Push ${index + 1}: ${await source.describe(commit)}`)
    if (index === expiry) {
      stage.service.clock.advance(31 * DAY)
      narrator.note('31 days later. The token has expired.')
    } else if (index - 1 === expiry) {
      stage.rotateToken()
      narrator.note('The token was rotated and the secret updated.')
    }
    const before = stage.held()
    const job = await stage.push(commit)
    narrator.job(job)
    if (index === expiry) {
      expired(narrator, job)
      narrator.check(sameEntries(before, stage.held()), 'the service holds what it held before')
    } else {
      for (const runbook of runbooksOf(job)) told.set(runbook.path, runbook)
      delivered(narrator, job)
    }
  }
  const tree = await filesOf(stage.repository.folder, commits.at(-1) ?? '')
  narrator.scene('What the service holds')
  compare(narrator, stage.held(), told, tree)
  const untold = (await source.matching(commits.at(-1) ?? '', files)).filter(
    (path) => tree.has(path) && !told.has(path)
  )
  narrator.check(
    untold.length === 0,
    untold.length === 0 ? 'every file that matches is accounted for' : `nothing was said of ${untold.join(', ')}`
  )
}

/** The patterns of `files` in Git's words. Where a `!` line is followed by another, the two languages differ. */
function pathspecsOf(files: string): string[] {
  return files
    .split('\n')
    .map((pattern) => (pattern.startsWith('!') ? `:(top,exclude,glob)${pattern.slice(1)}` : `:(top,glob)${pattern}`))
}

class Source {
  readonly folder: string
  /** Absolute path of the repository itself. */
  #repository = ''

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(repository: string): Promise<Source> {
    const folder = resolve(repository)
    if (!existsSync(folder)) throw new CannotPlay(`There is no folder ${folder}.`)
    const source = new Source(folder)
    try {
      source.#repository = await source.#git(['rev-parse', '--path-format=absolute', '--git-common-dir'])
    } catch (error) {
      throw new CannotPlay(`${folder} cannot be read as a Git repository: ${complaintOf(error)}`, { cause: error })
    }
    try {
      await source.#git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
    } catch (error) {
      throw new CannotPlay(`${folder} has no commit yet.`, { cause: error })
    }
    return source
  }

  /** The last commits along the first parents that touch `files`, the oldest first. */
  async lastPushes(files: string): Promise<string[]> {
    const log = [
      'log',
      '--first-parent',
      '-m',
      `--max-count=${PUSHES}`,
      '--format=%H',
      'HEAD',
      '--',
      ...pathspecsOf(files)
    ]
    const commits = (await this.#git(log)).split('\n').filter((commit) => commit !== '')
    if (commits.length === 0) {
      throw new CannotPlay(
        `No commit of ${this.folder} has files that match ${files.split('\n').join(', ')}.\n` +
          "Give a pattern from the repository's root, for example --files '**/*.md'."
      )
    }
    return commits.reverse()
  }

  /** The files of a commit that Git's own patterns choose. */
  async matching(commit: string, files: string): Promise<string[]> {
    const emptyTree = await this.#git(['hash-object', '-t', 'tree', '--stdin'])
    const diff = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', emptyTree, commit, '--']
    return (await this.#git([...diff, ...pathspecsOf(files)])).split('\0').filter((path) => path !== '')
  }

  async describe(commit: string): Promise<string> {
    return this.#git(['log', '-1', '--format=%h, %cs, %s', commit])
  }

  /** Fetches single commits without their history, so that a large repository is no slower than a small one. */
  async copy(commits: readonly string[], target: string): Promise<void> {
    const upload = 'git -c uploadpack.allowAnySHA1InWant=true upload-pack'
    try {
      const fetch = [
        'fetch',
        '--quiet',
        '--no-tags',
        '--depth=1',
        `--upload-pack=${upload}`,
        this.#repository,
        ...commits
      ]
      await git(target, fetch, asTheUser)
    } catch (error) {
      throw new CannotPlay(`${this.folder} cannot be fetched from: ${complaintOf(error)}`, { cause: error })
    }
  }

  async #git(args: readonly string[]): Promise<string> {
    return git(this.folder, args, asTheUser)
  }
}

/** A repository of the user's is read with the user's own settings, such as `safe.directory`. */
const asTheUser: GitOptions = {
  env: {
    HOME: process.env['HOME'],
    GIT_CONFIG_GLOBAL: process.env['GIT_CONFIG_GLOBAL'],
    GIT_CONFIG_NOSYSTEM: undefined
  }
}

function complaintOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^.*(?:fatal|error): ([^]*)/m.exec(message)?.[1] ?? message
}

function runbooksOf({ report }: JobResult): readonly Told[] {
  return (report as { readonly runbooks?: readonly Told[] } | undefined)?.runbooks ?? []
}

/** Green, or red for the runbooks alone that the report refuses with a reason. */
function delivered(narrator: Narrator, job: JobResult): void {
  const { refused = '' } = job.outputs
  narrator.counts(job.outputs, { failed: 0, pending: 0 })
  narrator.equal(
    job.exitCode,
    refused === '0' ? 0 : 1,
    refused === '0' ? 'exit code' : `exit code, for ${refused} refused`
  )
}

function expired(narrator: Narrator, job: JobResult): void {
  narrator.equal(job.exitCode, 1, 'exit code')
  narrator.equal(job.outputs['token-rejected'], 'true', 'token-rejected')
  narrator.counts(job.outputs, { upserted: 0 })
  const error = job.annotations.find(({ level, file }) => level === 'error' && file === undefined)
  narrator.check(
    error?.message.includes('Settings → Access Tokens') === true,
    'the error says where to rotate the token'
  )
}

function compare(
  narrator: Narrator,
  held: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, Told>,
  tree: ReadonlyMap<string, Buffer>
): void {
  const delivered = [...told.values()].filter(
    ({ path, outcome }) => tree.has(path) && /^(upserted|unchanged)$/.test(outcome)
  )
  const wrong = delivered.filter(({ path, name }) => {
    const entry = held.get(name ?? '')
    return entry === undefined || !saysTheSame(entry, tree.get(path)?.toString('utf8') ?? '')
  })
  const names = new Map(delivered.map(({ path, name }) => [name, path]))
  const rows = [...held]
    .sort()
    .map(([name, content]) => [
      name,
      Buffer.byteLength(content).toLocaleString('en'),
      names.get(name) ?? '(left behind)'
    ])
  narrator.table('entries', [['name', 'bytes', 'runbook'], ...rows], [false, true])
  narrator.check(delivered.length > 0, 'there are runbooks')
  narrator.check(
    wrong.length === 0,
    wrong.length === 0
      ? `${delivered.length} of ${delivered.length} read as they do at the last push`
      : `not as at the last push: ${wrong.map(({ path }) => path).join(', ')}`
  )
}

function sameEntries(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, content]) => other.get(name) === content)
}
