// The commits of a repository, as Git has them, and when its branch was where.
import type { HostedRepository } from '../../testing/github/repository.ts'
import { change, formatted, type Files } from './files.ts'
import type { Random } from './random.ts'

export class History {
  readonly #repository: HostedRepository
  readonly #random: Random
  readonly #commits = new Map<string, Files>()
  /** What the branch had. */
  readonly #heads: { readonly commit: string; readonly since: number }[] = []
  #now = 0

  constructor(repository: HostedRepository, random: Random) {
    this.#repository = repository
    this.#random = random
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
    return this.#commits.get(commit) ?? new Map<string, string>()
  }

  /** A commit of these files on the branch. @param merged another commit. */
  async commit(files: Files, merged = ''): Promise<void> {
    const parents = [...new Set([this.head, merged])].filter((id) => id !== '')
    const id = await this.#repository.commit(Object.fromEntries(files), { parents })
    this.#commits.set(id, files)
    this.#moved(id)
  }

  /** One to three commits on the branch. Some merge any other commit. */
  async push(): Promise<void> {
    const random = this.#random
    for (let count = random.integer(1, 3); count > 0; count--) {
      const files = change(random, this.filesOf(this.head), this.filesOf(this.#any()))
      await this.commit(files, random.chance(0.1) ? this.#any() : '')
    }
  }

  /** A commit of another form of all files. */
  async format(): Promise<void> {
    const files = Array.from(this.filesOf(this.head), ([path, text]) => [path, formatted(text)] as const)
    await this.commit(new Map(files))
  }

  /** Takes back all of the last commits: by another one, or by a push that moves the branch. */
  async takeBack(): Promise<void> {
    const commit = this.#any()
    if (this.#random.chance(0.6)) {
      await this.commit(this.filesOf(commit))
      return
    }
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
