import type { HostedRepository } from '../github/repository.ts'
import type { Random } from './random.ts'

export const WORKFLOW = '.github/workflows/runbooks.yml'
const FOLDER = 'docs/runbooks/'
/** Few runbooks, and one that often changes, so that runs write the same ones. */
const FEWEST = 3
const MOST = 8

type Files = ReadonlyMap<string, string>

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
  readonly #commits = new Map<string, Commit>()
  /** Long-lived branches, by name. */
  readonly branches = new Map<string, string>()
  /** The commit of `main`. */
  head = ''
  #counter = 0

  private constructor(repository: HostedRepository) {
    this.#repository = repository
  }

  static async create(repository: HostedRepository, random: Random): Promise<History> {
    const history = new History(repository)
    const files = new Map([[WORKFLOW, workflowFile({})]])
    for (let count = 0; count < 2 * FEWEST; count++) history.#add(files, random)
    history.head = await history.#commit([], files, 'main')
    return history
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

  /** One to three commits on a branch that leaves `main` now, or has left it earlier. Returns its name. */
  async pushBranch(random: Random): Promise<string> {
    const name = `long-lived-${random.integer(1, 2)}`
    await this.#grow(name, this.branches.get(name) ?? this.head, random)
    return name
  }

  /** Where a force push could move `main` to: an earlier commit of it, or any other commit that is still there. */
  rewindTarget(random: Random): string {
    const others = [...this.#commits.keys()].filter((commit) => commit !== this.head)
    const earlier = others.filter((commit) => this.isAncestor(commit, this.head)).slice(-4)
    return others.length === 0 ? this.head : random.pick(random.chance(0.6) && earlier.length > 0 ? earlier : others)
  }

  /** Moves `main` to any commit. */
  async moveTo(commit: string): Promise<void> {
    await this.#repository.setHead(commit)
    this.head = commit
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
      const to = count === 1 ? branch : null
      const other = branch === 'main' ? random.pick(['', '', ...this.branches.values()]) : this.head
      if (random.chance(0.25) && other !== '' && !this.isAncestor(other, tip)) {
        // A fast-forward makes the other side the first parent.
        const isFastForward = this.isAncestor(tip, other) && random.chance(0.5)
        const parents = isFastForward ? [other] : [tip, other]
        tip = await this.#commit(parents, this.#merged(tip, other, random), to)
      } else {
        const files = random.chance(0.15) ? this.#reverted(tip, random) : this.#edited(tip, branch, random)
        tip = await this.#commit([tip], files, to)
      }
    }
    if (branch === 'main') this.head = tip
    else this.branches.set(branch, tip)
  }

  async #commit(parents: readonly string[], files: Files, branch: string | null): Promise<string> {
    const id = await this.#repository.commit(Object.fromEntries(files), { parents, branch })
    this.#commits.set(id, { parents, files })
    return id
  }

  /** What differs between the merge base and the other side, on top of this side. */
  #merged(tip: string, other: string, random: Random): Files {
    const base = this.filesOf([...this.#commits.keys()].findLast((commit) => this.#isCommon(commit, tip, other)) ?? '')
    const [ours, theirs] = [this.filesOf(tip), this.filesOf(other)]
    const files = new Map(ours)
    for (const path of new Set([...base.keys(), ...theirs.keys()])) {
      const text = theirs.get(path)
      if (text === base.get(path) || (ours.get(path) !== base.get(path) && random.chance(0.5))) continue
      if (text === undefined) files.delete(path)
      else files.set(path, text)
    }
    return random.chance(0.95) ? this.#withoutDuplicates(files) : files
  }

  #isCommon(commit: string, one: string, other: string): boolean {
    return this.isAncestor(commit, one) && this.isAncestor(commit, other)
  }

  /** One of the last commits taken back. */
  #reverted(tip: string, random: Random): Files {
    const recent = [...this.#commits].filter(([id]) => this.isAncestor(id, tip)).slice(-5)
    const [, { parents, files: changed }] = random.pick(recent)
    const before = this.filesOf(parents[0] ?? '')
    const files = new Map(this.filesOf(tip))
    for (const [path, text] of changed) {
      const former = before.get(path)
      if (former === text || files.get(path) !== text) continue
      if (former !== undefined) files.set(path, former)
      else if (path !== WORKFLOW) files.delete(path)
    }
    return this.#withoutDuplicates(files)
  }

  #edited(tip: string, branch: string, random: Random): Files {
    const files = new Map(this.filesOf(tip))
    for (let count = random.integer(1, 3); count > 0; count--) this.#change(files, branch, random)
    return files
  }

  #change(files: Map<string, string>, branch: string, random: Random): void {
    const runbooks = [...files].filter(([path]) => path.startsWith(FOLDER))
    if (runbooks.length === 0) {
      this.#add(files, random)
      return
    }
    // An unreadable runbook is repaired soon: until then every run is red.
    const unreadable = runbooks.filter(([, content]) => content.includes('\0'))
    const [path, text] = random.pick(
      unreadable.length > 0 && random.chance(0.6) ? unreadable : random.chance(0.5) ? runbooks.slice(0, 1) : runbooks
    )
    const title = titleIn(text)
    switch (random.integer(1, 20)) {
      case 1:
      case 2:
        if (runbooks.length < MOST) this.#add(files, random)
        return
      case 3:
      case 4:
        if (runbooks.length > FEWEST) files.delete(path)
        return
      case 5:
        files.delete(path)
        files.set(this.#newPath(random), text)
        return
      case 6:
        files.set(path, this.#runbook(this.#newTitle(files, random), random))
        return
      case 7: {
        // Each takes the other's name: an entry then holds the text of another file.
        const [otherPath, other] = random.pick(runbooks)
        files.set(otherPath, this.#runbook(title, random))
        if (otherPath !== path) files.set(path, this.#runbook(titleIn(other), random))
        return
      }
      case 8:
        files.set('README.md', `Revision ${++this.#counter}\n`)
        return
      case 9:
        if (random.chance(0.3)) files.set(path, `# ${title}\n\n\0\n`)
        return
      case 10:
      case 11:
      case 12: {
        // An older text, so that a former one comes back.
        const former = this.filesOf(random.pick([...this.#commits.keys()])).get(path)
        if (former !== undefined && titleIn(former) === title) files.set(path, former)
        return
      }
      case 13:
        if (branch === 'main' && random.chance(0.5)) files.set(WORKFLOW, workflowFile(randomSettings(random)))
        return
      default:
        files.set(path, this.#runbook(title, random))
    }
  }

  #add(files: Map<string, string>, random: Random): void {
    files.set(this.#newPath(random), this.#runbook(this.#newTitle(files, random), random))
  }

  #runbook(title: string, random: Random): string {
    const body = `Revision ${++this.#counter}.\n`
    const draft = random.chance(0.04) ? 'draft: true\n' : ''
    return random.chance(0.5) || draft !== '' ? `---\ntitle: ${title}\n${draft}---\n\n${body}` : `# ${title}\n\n${body}`
  }

  #newPath(random: Random): string {
    return `${FOLDER}${random.pick(['', 'payments/', 'platform/'])}runbook ${++this.#counter}.md`
  }

  /** A new one, or one that some runbook had before. */
  #newTitle(files: Files, random: Random): string {
    const taken = new Set([...files.values()].map(titleIn))
    const former = `Runbook ${random.integer(1, this.#counter + 1)}`
    return random.chance(0.4) && !taken.has(former) ? former : `Runbook ${++this.#counter}`
  }

  /** A merge or a revert can give two runbooks one title: the later ones get another. */
  #withoutDuplicates(files: Files): Files {
    const titles = new Set<string>()
    return new Map(
      [...files].map(([path, text]) => {
        const title = titleIn(text)
        if (!path.startsWith(FOLDER) || !titles.has(title)) {
          titles.add(title)
          return [path, text]
        }
        return [path, text.replace(title, `Runbook ${++this.#counter}`)]
      })
    )
  }
}

export function titleIn(text: string): string {
  return /^(?:---\ntitle: |# )(.+)$/m.exec(text)?.[1] ?? ''
}

/** The inputs in the workflow file of a commit. */
export function settingsIn(workflow: string): Record<string, string> {
  const lines = [...workflow.matchAll(/^ {2}([\w-]+): (.*)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value.replaceAll(' ', '\n')]))
}

function workflowFile(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `  ${name}: ${value}\n`)
  return `on: push\nwith:\n${lines.join('')}`
}

function randomSettings(random: Random): Record<string, string> {
  return {
    files: random.pick([`${FOLDER}**/*.md`, `${FOLDER}**/*.md`, `${FOLDER}**/*.md !${FOLDER}platform/**`]),
    'front-matter': random.pick(['strip', 'strip', 'keep']),
    removed: random.pick(['report', 'report', 'retire']),
    verify: random.pick(['auto', 'auto', 'true', 'false'])
  }
}
