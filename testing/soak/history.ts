import type { HostedRepository } from '../github/repository.ts'
import { FileChanges, type Files } from './files.ts'
import type { Random } from './random.ts'

interface Commit {
  readonly parents: readonly string[]
  readonly files: Files
}

/** A commit that `main` had. */
interface Head {
  readonly commit: string
  readonly since: number
  /** Whether it does not contain the head before it. */
  readonly isReset: boolean
}

/**
 * The commits of a repository, in which runbooks are written, renamed, removed and reverted, and when `main` was where. What
 * it remembers is the same as what Git has, so that no Git is needed to decide.
 */
export class History {
  readonly #repository: HostedRepository
  readonly #random: Random
  readonly #changes: FileChanges
  readonly #commits = new Map<string, Commit>()
  readonly #heads: Head[] = []
  #now = 0

  private constructor(repository: HostedRepository, random: Random) {
    this.#repository = repository
    this.#random = random
    this.#changes = new FileChanges(random)
  }

  static async create(repository: HostedRepository, random: Random): Promise<History> {
    const history = new History(repository, random)
    await history.commit(history.#changes.first())
    return history
  }

  /** The commit of `main`. */
  get head(): string {
    return this.#heads.at(-1)?.commit ?? ''
  }

  /** A moment after all others. */
  moment(): number {
    return ++this.#now
  }

  /** The head of `main` at a moment, and the later ones. */
  headsFrom(moment: number): ReadonlySet<string> {
    const first = this.#heads.findLastIndex(({ since }) => since <= moment)
    return new Set(this.#heads.slice(Math.max(0, first)).map(({ commit }) => commit))
  }

  isResetBetween(from: number, to: number): boolean {
    return this.#heads.some(({ since, isReset }) => isReset && since > from && since < to)
  }

  filesOf(commit: string): Files {
    return this.#commits.get(commit)?.files ?? new Map<string, string>()
  }

  has(commit: string): boolean {
    return this.#commits.has(commit)
  }

  /** Whether `ancestor` is an ancestor of `commit`, or the same. */
  isAncestor(ancestor: string, commit: string): boolean {
    const seen = new Set<string>()
    const queue = [commit]
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (id === ancestor) return true
      if (seen.has(id)) continue
      seen.add(id)
      queue.push(...(this.#commits.get(id)?.parents ?? []))
    }
    return false
  }

  /** A commit of these files on `main`. */
  async commit(files: Files, parents: readonly string[] = this.head === '' ? [] : [this.head]): Promise<void> {
    this.#moved(await this.#commit(parents, files, 'main'))
  }

  /** One to three commits on `main`: edits, a revert, or a change of the workflow. Some merge any other commit. */
  async push(): Promise<void> {
    const random = this.#random
    let tip = this.head
    for (let count = random.integer(1, 3); count > 0; count--) {
      const parents = [...new Set([tip, random.chance(0.1) ? random.pick([...this.#commits.keys()]) : tip])]
      const files = random.chance(0.15) ? this.#reverted(tip) : this.#edited(tip)
      if (count > 1) tip = await this.#commit(parents, files, null)
      else await this.commit(files, parents)
    }
  }

  /** A commit on `main` that takes back all of the last ones. */
  async takeBack(): Promise<void> {
    const [, ...earlier] = this.#lastCommits(this.head, 4)
    await this.commit(this.filesOf(earlier.length === 0 ? this.head : this.#random.pick(earlier)))
  }

  /** Where a force push could move `main` to: an earlier commit of it, or any other commit that is still there. */
  resetTarget(): string {
    const others = [...this.#commits.keys()].filter((commit) => commit !== this.head)
    const [, ...earlier] = this.#lastCommits(this.head, 5)
    if (others.length === 0) return this.head
    return this.#random.pick(this.#random.chance(0.6) && earlier.length > 0 ? earlier : others)
  }

  /** Moves `main` to any commit. */
  async moveTo(commit: string): Promise<void> {
    await this.#repository.setHead(commit)
    this.#moved(commit)
  }

  /** Lets the server forget what the branch does not have. */
  async prune(): Promise<void> {
    await this.#repository.prune()
    for (const commit of this.#commits.keys()) if (!this.isAncestor(commit, this.head)) this.#commits.delete(commit)
  }

  #moved(commit: string): void {
    const isReset = this.head !== '' && !this.isAncestor(this.head, commit)
    this.#heads.push({ commit, isReset, since: this.moment() })
  }

  async #commit(parents: readonly string[], files: Files, branch: 'main' | null): Promise<string> {
    const id = await this.#repository.commit(Object.fromEntries(files), { parents, branch })
    this.#commits.set(id, { parents, files })
    return id
  }

  /** The newest first, the commit itself included. */
  #lastCommits(tip: string, count: number): string[] {
    return [...this.#commits.keys()]
      .filter((commit) => this.isAncestor(commit, tip))
      .slice(-count)
      .reverse()
  }

  /** One of the last commits taken back. */
  #reverted(tip: string): Files {
    const commit = this.#random.pick(this.#lastCommits(tip, 5))
    const [parent] = this.#commits.get(commit)?.parents ?? []
    // The first commit is where all runbooks come from.
    if (parent === undefined) return this.#edited(tip)
    return this.#changes.revert(this.filesOf(tip), this.filesOf(parent), this.filesOf(commit))
  }

  #edited(tip: string): Files {
    return this.#changes.change(this.filesOf(tip), () => this.filesOf(this.#random.pick([...this.#commits.keys()])))
  }
}
