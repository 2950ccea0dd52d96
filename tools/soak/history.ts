// The commits of a repository, as Git has them, and when `main` was where.
import { FileChanges, type Files } from './files.ts'
import type { Random } from './random.ts'

/** A repository in which commits are made. */
export interface Commits {
  /** @returns the id. A commit may be of no branch yet. */
  commit(
    tree: Readonly<Record<string, string>>,
    options: { readonly parents: readonly string[]; readonly branch: 'main' | null }
  ): Promise<string>
  setHead(commit: string): Promise<void>
  /** Forgets what the branch does not have. */
  prune(): Promise<void>
}

export class History {
  readonly #repository: Commits
  readonly #random: Random
  readonly #changes: FileChanges
  readonly #commits = new Map<string, { readonly parents: readonly string[]; readonly files: Files }>()
  /** Commits that the server has forgotten. */
  readonly #gone = new Set<string>()
  /** What `main` had, and whether it lacks the commit before. */
  readonly #heads: { readonly commit: string; readonly since: number; readonly isReset: boolean }[] = []
  #now = 0

  constructor(repository: Commits, random: Random) {
    this.#repository = repository
    this.#random = random
    this.#changes = new FileChanges(random)
  }

  /** The commit of `main`; empty before the first. */
  get head(): string {
    return this.#heads.at(-1)?.commit ?? ''
  }

  /** A moment after all others. */
  moment(): number {
    return ++this.#now
  }

  /** The head of `main` at a moment, and the later ones. */
  headsFrom(moment: number): readonly string[] {
    const first = this.#heads.findLastIndex(({ since }) => since <= moment)
    return this.#heads.slice(Math.max(0, first)).map(({ commit }) => commit)
  }

  isResetBetween(from: number, to: number): boolean {
    return this.#heads.some(({ since, isReset }) => isReset && since > from && since < to)
  }

  /** Also of a commit that is gone. */
  filesOf(commit: string): Files {
    return this.#commits.get(commit)?.files ?? new Map<string, string>()
  }

  /** All texts that files ever had. */
  *texts(): Generator<string> {
    for (const { files } of this.#commits.values()) yield* files.values()
  }

  /** Whether the server has a commit. */
  has(commit: string): boolean {
    return this.#commits.has(commit) && !this.#gone.has(commit)
  }

  /** Whether `ancestor` is an ancestor of `commit`, or the same. */
  isAncestor(ancestor: string, commit: string): boolean {
    return this.#historyOf(commit).has(ancestor)
  }

  /** A commit of these files on `main`, or of no branch. */
  async commit(files: Files, parents = [this.head], branch: 'main' | null = 'main'): Promise<string> {
    const id = await this.#repository.commit(Object.fromEntries(files), { parents, branch })
    this.#commits.set(id, { parents, files })
    this.#gone.delete(id)
    if (branch !== null) this.#moved(id)
    return id
  }

  /** One to three commits on `main`. Some merge any other commit. */
  async push(): Promise<void> {
    const random = this.#random
    for (let tip = this.head, count = random.integer(1, 3); count > 0; count--) {
      const [other, former] = [random.chance(0.1) ? this.#any() : tip, this.#any()]
      const parents = [...new Set([tip, other])].filter((id) => id !== '')
      const files = this.#changes.change(this.filesOf(tip), this.filesOf(former))
      tip = await this.commit(files, parents, count > 1 ? null : 'main')
    }
  }

  /** A commit on `main` that takes back all of the last ones. */
  async takeBack(): Promise<void> {
    await this.commit(this.filesOf(this.#earlier()))
  }

  /** Moves `main` to any commit: by default an earlier one of it, or any other that is still there. */
  async moveTo(commit = this.#random.chance(0.6) ? this.#earlier() : this.#any()): Promise<void> {
    await this.#repository.setHead(commit)
    this.#moved(commit)
  }

  /** Lets the server forget what the branch does not have. */
  async prune(): Promise<void> {
    await this.#repository.prune()
    const reachable = this.#historyOf(this.head)
    for (const commit of this.#commits.keys()) if (!reachable.has(commit)) this.#gone.add(commit)
  }

  #moved(commit: string): void {
    const isReset = this.head !== '' && !this.isAncestor(this.head, commit)
    this.#heads.push({ commit, isReset, since: this.moment() })
  }

  /** A commit and its ancestors. */
  #historyOf(commit: string): Set<string> {
    const found = new Set([commit])
    for (const id of found) for (const parent of this.#commits.get(id)?.parents ?? []) found.add(parent)
    return found
  }

  /** One of the last commits of `main`, or its only one. */
  #earlier(): string {
    const [head = '', ...earlier] = [...this.#historyOf(this.head)].slice(0, 5)
    return this.#random.pick(earlier.length === 0 ? [head] : earlier)
  }

  #any(): string {
    const present = [...this.#commits.keys()].filter((commit) => this.has(commit))
    return present.length === 0 ? '' : this.#random.pick(present)
  }
}
