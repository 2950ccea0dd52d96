import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Source } from '../../src/branch/checkout.ts'
import { type Matcher, Selection, type SourceFile } from '../../src/branch/source.ts'
import type { GitHub } from '../../src/branch/github.ts'
import { git } from '../../testing/git.ts'
import type { DeliveryRecord, RecordPayload, RecordResult, Records } from '../../src/github/records.ts'

/** Text by path. */
export type Tree = Readonly<Record<string, string>>

/** Called, and waited for, with each question to GitHub before it is answered. */
export type Asks = (
  question: 'tip' | 'compare' | 'records' | 'record' | 'mark',
  asked: { tip?: string }
) => Promise<void>

/** A branch in memory, and the three things that a run asks GitHub: its head, relations, records. */
export class MemoryBranch {
  /** Milliseconds that GitHub's clock is ahead. */
  ahead = 0
  readonly records: DeliveryRecord[] = []
  /** Called before a run learns the head. */
  onHead: (() => void) | undefined
  /** The commits that GitHub shows as the head in its next answers. */
  readonly olderHeads: string[] = []
  /** Called before a run asks for the records, or makes or marks one; what it returns is then the answer. */
  onRecords: ((request: 'list' | 'make' | 'mark') => readonly DeliveryRecord[] | undefined) | undefined
  readonly #commits = new Map<string, { readonly tree: Tree; readonly parents: readonly string[] }>()
  readonly #texts = new Map<string, string>()
  readonly #now: () => number
  #head = ''

  constructor(now: () => number) {
    this.#now = now
  }

  get head(): string {
    return this.#head
  }

  treeAt(commit: string): Tree {
    return this.#commits.get(commit)?.tree ?? {}
  }

  /** By GitHub's clock. */
  now(): number {
    return this.#now() + this.ahead
  }

  /** A commit on top of the branch, or of `parents`. @param moves whether the branch gets it. @returns its id. */
  commit(tree: Tree, parents: readonly string[] = this.#head === '' ? [] : [this.#head], moves = true): string {
    for (const text of Object.values(tree)) this.#texts.set(idOf(text), text)
    const commit = idOf(`commit ${this.#commits.size}`)
    this.#commits.set(commit, { tree, parents })
    if (moves) this.#head = commit
    return commit
  }

  /** Moves the branch to a commit. */
  reset(commit: string): void {
    this.#head = commit
  }

  asSource(): Source {
    const source = {
      problem: '',
      prefetch: () => Promise.resolve(),
      hasCommits: () => Promise.resolve(true),
      ensureCommits: () => Promise.resolve(),
      missing: (commit: string, paths: ReadonlySet<string>) => {
        const tree = this.treeAt(commit)
        return Promise.resolve(new Set([...paths].filter((path) => tree[path] === undefined)))
      },
      versions: (commit: string, path: string) => {
        const texts = Array.from(this.#historyOf(commit)).flatMap((each) => this.treeAt(each)[path] ?? [])
        return Promise.resolve([...new Set(texts.map(idOf))])
      },
      merge,
      list: (commit: string, matches: Matcher): Promise<Selection> => {
        const selection = new Selection(matches)
        for (const [path, text] of Object.entries(this.treeAt(commit))) selection.add(path, idOf(text), undefined)
        return Promise.resolve(selection)
      },
      earlierIds: (tip: string, commits: readonly string[], matches: Matcher): Promise<Map<string, Set<string>>> => {
        const texts = new Map<string, Set<string>>()
        for (const before of commits.map((commit) => this.treeAt(commit))) {
          const now = this.treeAt(tip)
          for (const path of new Set([...Object.keys(before), ...Object.keys(now)])) {
            if (before[path] === now[path] || !matches(path)) continue
            const ids = texts.get(path) ?? new Set()
            texts.set(path, before[path] === undefined ? ids : ids.add(idOf(before[path])))
          }
        }
        return Promise.resolve(texts)
      },
      read: ({ id }: SourceFile) => Promise.resolve({ kind: 'bytes', bytes: Buffer.from(this.#texts.get(id) ?? '') })
    }
    return source as unknown as Source
  }

  asGitHub(asks: Asks = () => Promise.resolve()): GitHub {
    const github = {
      headOf: async () => {
        const asked: Parameters<Asks>[1] = {}
        await asks('tip', asked)
        this.onHead?.()
        asked.tip = this.olderHeads.shift() ?? this.head
        return [asked.tip]
      },
      compare: async (base: string, head: string): ReturnType<GitHub['compare']> => {
        await asks('compare', {})
        if (base === head) return 'identical'
        if (this.#historyOf(base).has(head)) return 'behind'
        return this.#historyOf(head).has(base) ? 'ahead' : 'diverged'
      }
    }
    return github as unknown as GitHub
  }

  asRecords(asks: Asks = () => Promise.resolve()): Records {
    const { records } = this
    const made = new Map<number, DeliveryRecord>()
    const replace = (id: number, record: DeliveryRecord): void => {
      const known = made.get(id)
      if (known === undefined) records.unshift(record)
      else records.splice(records.indexOf(known), 1, record)
      made.set(id, record)
    }
    const github = {
      list: async () => {
        await asks('records', {})
        return this.onRecords?.('list') ?? [...records]
      },
      make: async (commit: string, payload: RecordPayload) => {
        await asks('record', {})
        this.onRecords?.('make')
        const createdAt = this.now()
        const result = { succeeded: false, refused: 0, listShows: undefined }
        replace(made.size, { commit, createdAt, endedAt: createdAt + 3_600_000, payload, ...result })
        return made.size - 1
      },
      mark: async (id: number, state: 'success' | 'failure', { refused, listShows }: RecordResult) => {
        await asks('mark', {})
        this.onRecords?.('mark')
        const known = made.get(id)
        const succeeded = state === 'success'
        if (known !== undefined) replace(id, { ...known, endedAt: this.now(), succeeded, refused, listShows })
      }
    }
    return github as unknown as Records
  }

  /** A commit and its ancestors. */
  #historyOf(commit: string): Set<string> {
    const found = new Set([commit])
    for (const id of found) for (const parent of this.#commits.get(id)?.parents ?? []) found.add(parent)
    return found
  }
}

/** With Git, as the Action does. */
async function merge(...texts: readonly string[]): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'merge-'))
  try {
    for (const [at, text] of texts.entries()) await writeFile(join(folder, String(at)), `${text}\n`)
    return await git(folder, ['merge-file', '-p', '--quiet', '0', '1', '2'])
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true })
  }
}

function idOf(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
