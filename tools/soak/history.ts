// The commits of a repository, as Git has them, and when its branch was where.
import type { HostedRepository } from '../../testing/github/repository.ts'
import { FileChanges, type Files } from './files.ts'
import type { Random } from './random.ts'

export class History {
  readonly #repository: HostedRepository
  readonly #random: Random
  readonly #changes: FileChanges
  readonly #commits = new Map<string, { readonly parents: readonly string[]; readonly files: Files }>()
  /** What the branch had. */
  readonly #heads: { readonly commit: string; readonly since: number }[] = []
  #now = 0

  constructor(repository: HostedRepository, random: Random) {
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

  /** A commit of these files on the branch, or on none. */
  async commit(files: Files, parents = [this.head], isOnBranch = true): Promise<string> {
    const branch = isOnBranch ? {} : { branch: null }
    const id = await this.#repository.commit(Object.fromEntries(files), { parents, ...branch })
    this.#commits.set(id, { parents, files })
    if (isOnBranch) this.#moved(id)
    return id
  }

  /** One to three commits on the branch. Some merge any other commit. */
  async push(): Promise<void> {
    const random = this.#random
    for (let tip = this.head, count = random.integer(1, 3); count > 0; count--) {
      const [other, former] = [random.chance(0.1) ? this.#any() : tip, this.#any()]
      const parents = [...new Set([tip, other])].filter((id) => id !== '')
      tip = await this.commit(this.#changes.change(this.filesOf(tip), this.filesOf(former)), parents, count === 1)
    }
  }

  /** A commit on the branch that takes back all of the last ones. */
  async takeBack(): Promise<void> {
    await this.commit(this.filesOf(this.#any()))
  }

  /** Moves the branch to any commit. */
  async move(): Promise<void> {
    const commit = this.#any()
    await this.#repository.setHead(commit)
    this.#moved(commit)
  }

  #moved(commit: string): void {
    this.#heads.push({ commit, since: this.moment() })
  }

  /** One of the last commits. */
  #any(): string {
    const commits = [...this.#commits.keys()].slice(-8)
    return commits.length === 0 ? '' : this.#random.pick(commits)
  }
}
