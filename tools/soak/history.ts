// The commits of a repository, as Git has them, and when its branch was where.
import { FileChanges, type Files } from './files.ts'
import type { Random } from './random.ts'

/** A repository in which commits are made. */
export interface Commits {
  /** @returns the id. A commit may be of no branch yet. */
  commit(
    tree: Readonly<Record<string, string>>,
    options: { readonly parents: readonly string[]; readonly branch: string | null }
  ): Promise<string>
  setHead(commit: string, branch: string): Promise<void>
}

export class History {
  /** The name of the branch. */
  branch = 'main'
  readonly #repository: Commits
  readonly #random: Random
  readonly #changes: FileChanges
  readonly #commits = new Map<string, { readonly parents: readonly string[]; readonly files: Files }>()
  /** What the branch had. */
  readonly #heads: { readonly commit: string; readonly since: number }[] = []
  #now = 0

  constructor(repository: Commits, random: Random) {
    this.#repository = repository
    this.#random = random
    this.#changes = new FileChanges(random)
  }

  /** The commit of the branch; empty before the first. */
  get head(): string {
    return this.#heads.at(-1)?.commit ?? ''
  }

  /** A moment after all others. */
  moment(): number {
    return ++this.#now
  }

  /** The head of the branch at a moment, and the later ones. */
  headsFrom(moment: number): readonly string[] {
    const first = this.#heads.findLastIndex(({ since }) => since <= moment)
    return this.#heads.slice(Math.max(0, first)).map(({ commit }) => commit)
  }

  filesOf(commit: string): Files {
    return this.#commits.get(commit)?.files ?? new Map<string, string>()
  }

  /** Whether `ancestor` is an ancestor of `commit`, or the same. */
  isAncestor(ancestor: string, commit: string): boolean {
    return this.#historyOf(commit).has(ancestor)
  }

  /** A commit of these files on the branch, or on none. */
  async commit(files: Files, parents = [this.head], branch: string | null = this.branch): Promise<string> {
    const id = await this.#repository.commit(Object.fromEntries(files), { parents, branch })
    this.#commits.set(id, { parents, files })
    if (branch !== null) this.#moved(id)
    return id
  }

  /** One to three commits on the branch. Some merge any other commit. */
  async push(): Promise<void> {
    const random = this.#random
    for (let tip = this.head, count = random.integer(1, 3); count > 0; count--) {
      const [other, former] = [random.chance(0.1) ? this.#any() : tip, this.#any()]
      const parents = [...new Set([tip, other])].filter((id) => id !== '')
      const files = this.#changes.change(this.filesOf(tip), this.filesOf(former))
      tip = await this.commit(files, parents, count > 1 ? null : this.branch)
    }
  }

  /** A commit on the branch that takes back all of the last ones. */
  async takeBack(): Promise<void> {
    await this.commit(this.filesOf(this.#earlier()))
  }

  /** Moves the branch to any commit: by default an earlier one of it, or any other that is still there. */
  async moveTo(commit = this.#random.chance(0.6) ? this.#earlier() : this.#any()): Promise<void> {
    await this.#repository.setHead(commit, this.branch)
    this.#moved(commit)
  }

  #moved(commit: string): void {
    this.#heads.push({ commit, since: this.moment() })
  }

  /** A commit and its ancestors. */
  #historyOf(commit: string): Set<string> {
    const found = new Set([commit])
    for (const id of found) for (const parent of this.#commits.get(id)?.parents ?? []) found.add(parent)
    return found
  }

  /** One of the last commits of the branch, or its only one. */
  #earlier(): string {
    const [head = '', ...earlier] = [...this.#historyOf(this.head)].slice(0, 5)
    return this.#random.pick(earlier.length === 0 ? [head] : earlier)
  }

  #any(): string {
    const commits = [...this.#commits.keys()]
    return commits.length === 0 ? '' : this.#random.pick(commits)
  }
}
