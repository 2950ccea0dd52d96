import type { HostedRepository } from '../github/repository.ts'
import { Edits, type Files } from './edits.ts'
import type { Random } from './random.ts'
import { Timeline } from './timeline.ts'

interface Commit {
  readonly parents: readonly string[]
  readonly files: Files
}

/**
 * The commits of a repository: runbooks that are written, renamed, removed and reverted on `main` and on branches beside it,
 * as the random numbers say. What it remembers in memory is the same as what Git has, so that no Git is needed to decide.
 */
export class History {
  readonly #repository: HostedRepository
  readonly #edits = new Edits()
  readonly #commits = new Map<string, Commit>()
  /** Long-lived branches, by name. */
  readonly branches = new Map<string, string>()
  /** Of `main`. */
  readonly timeline = new Timeline()

  private constructor(repository: HostedRepository) {
    this.#repository = repository
  }

  static async create(repository: HostedRepository, random: Random): Promise<History> {
    const history = new History(repository)
    await history.#commitOnMain([], history.#edits.first(random))
    return history
  }

  /** The commit of `main`. */
  get head(): string {
    return this.timeline.head
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

  /** One to three commits on `main`: edits, a revert, a merge of a long-lived branch, or a change of the workflow. */
  async push(random: Random): Promise<void> {
    await this.#grow('main', this.head, random)
  }

  /** A commit on `main` that takes back all of the last ones. */
  async takeBack(random: Random): Promise<void> {
    const { head } = this
    const [, ...earlier] = this.#lastCommits(head, 4)
    await this.#commitOnMain([head], this.filesOf(earlier.length === 0 ? head : random.pick(earlier)))
  }

  /** A commit on `main` that removes a runbook. */
  async remove(random: Random): Promise<void> {
    const { head } = this
    await this.#commitOnMain([head], this.#edits.remove(this.filesOf(head), random))
  }

  /** A commit on `main` in which the runbooks of an earlier commit are back. */
  async bringBack(random: Random): Promise<void> {
    const { head } = this
    const earlier = this.filesOf(random.pick(this.#lastCommits(head, 4)))
    await this.#commitOnMain([head], this.#edits.bringBack(this.filesOf(head), earlier))
  }

  /** One to three commits on a branch that leaves `main` now, or has left it earlier. Returns its name. */
  async pushBranch(random: Random): Promise<string> {
    const name = `long-lived-${random.integer(1, 2)}`
    await this.#grow(name, this.branches.get(name) ?? this.head, random)
    return name
  }

  /** Where a force push could move `main` to: an earlier commit of it, or any other commit that is still there. */
  resetTarget(random: Random): string {
    const others = [...this.#commits.keys()].filter((commit) => commit !== this.head)
    const [, ...earlier] = this.#lastCommits(this.head, 5)
    return others.length === 0 ? this.head : random.pick(random.chance(0.6) && earlier.length > 0 ? earlier : others)
  }

  /** Moves `main` to any commit. */
  async moveTo(commit: string): Promise<void> {
    await this.#repository.setHead(commit)
    this.timeline.move(commit, !this.isAncestor(this.head, commit))
  }

  /** A commit that merges a branch into `main`, on no branch, as GitHub makes it for a pull request. */
  async mergeOf(branch: string, random: Random): Promise<string> {
    const tip = this.branches.get(branch) ?? this.head
    return this.#commit([this.head, tip], this.#merged(this.head, tip, random), null)
  }

  /** Lets the server forget what no branch has. */
  async prune(): Promise<void> {
    await this.#repository.prune()
    const tips = [this.head, ...this.branches.values()]
    for (const commit of this.#commits.keys()) {
      if (!tips.some((tip) => this.isAncestor(commit, tip))) this.#commits.delete(commit)
    }
  }

  async #grow(branch: string, from: string, random: Random): Promise<void> {
    let tip = from
    for (let count = random.integer(1, 3); count > 0; count--) {
      const other = branch === 'main' ? random.pick(['', '', ...this.branches.values()]) : this.head
      let parents = [tip]
      let files: Files
      if (random.chance(0.25) && other !== '' && !this.isAncestor(other, tip)) {
        // A fast-forward makes the other side the first parent.
        const isFastForward = this.isAncestor(tip, other) && random.chance(0.5)
        parents = isFastForward ? [other] : [tip, other]
        files = this.#merged(tip, other, random)
      } else {
        files = random.chance(0.15) ? this.#reverted(tip, random) : this.#edited(tip, random)
      }
      if (count > 1) tip = await this.#commit(parents, files, null)
      else if (branch === 'main') await this.#commitOnMain(parents, files)
      else this.branches.set(branch, await this.#commit(parents, files, branch))
    }
  }

  async #commitOnMain(parents: readonly string[], files: Files): Promise<void> {
    const commit = await this.#commit(parents, files, 'main')
    this.timeline.move(commit, this.head !== '' && !this.isAncestor(this.head, commit))
  }

  async #commit(parents: readonly string[], files: Files, branch: string | null): Promise<string> {
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

  #merged(tip: string, other: string, random: Random): Files {
    const isCommon = (commit: string): boolean => this.isAncestor(commit, tip) && this.isAncestor(commit, other)
    const base = this.filesOf([...this.#commits.keys()].findLast(isCommon) ?? '')
    return this.#edits.merge(this.filesOf(tip), this.filesOf(other), base, random)
  }

  /** One of the last commits taken back. */
  #reverted(tip: string, random: Random): Files {
    const commit = random.pick(this.#lastCommits(tip, 5))
    const [parent = ''] = this.#commits.get(commit)?.parents ?? []
    return this.#edits.revert(this.filesOf(tip), { before: this.filesOf(parent), after: this.filesOf(commit) })
  }

  #edited(tip: string, random: Random): Files {
    return this.#edits.change(this.filesOf(tip), random, () => this.filesOf(random.pick([...this.#commits.keys()])))
  }
}
