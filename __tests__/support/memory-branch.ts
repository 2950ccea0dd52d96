import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Source, SourceFile } from '../../src/git/git.ts'
import { Selection, type Matcher } from '../../src/git/source.ts'
import type { GitHub, Relation } from '../../src/github/github.ts'
import { git } from '../../testing/git.ts'
import type { DeliveryRecord, RecordPayload, RecordResult, Records } from '../../src/github/records.ts'

/** Text by path. */
export type Tree = Readonly<Record<string, string>>

/** A branch without merges, in memory, and the three things that a run asks GitHub: its head, relations, records. */
export class MemoryBranch {
  readonly records: DeliveryRecord[] = []
  /** Called before a run learns the head. */
  onHead: (() => void) | undefined
  /** The commits that GitHub shows as the head in its next answers. */
  readonly olderHeads: string[] = []
  /** Called before a run asks for the records, or makes or marks one; what it returns is then the answer. */
  onRecords: ((request: 'list' | 'make' | 'mark') => readonly DeliveryRecord[] | undefined) | undefined
  readonly #commits = new Map<string, { readonly tree: Tree; readonly parent: string }>()
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

  /** A commit on top of the branch. @returns its id. */
  commit(tree: Tree): string {
    for (const text of Object.values(tree)) this.#texts.set(idOf(text), text)
    const commit = idOf(`commit ${this.#commits.size}`)
    this.#commits.set(commit, { tree, parent: this.#head })
    this.#head = commit
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
        const texts = this.#historyOf(commit).flatMap((each) => this.treeAt(each)[path] ?? [])
        return Promise.resolve([...new Set(texts.map(idOf))])
      },
      merge,
      list: (commit: string, matches: Matcher): Promise<Selection> => {
        const selection = new Selection(matches)
        for (const [path, text] of Object.entries(this.treeAt(commit))) selection.add(path, idOf(text), undefined)
        return Promise.resolve(selection)
      },
      earlierTexts: (tip: string, commits: readonly string[], matches: Matcher): Promise<Map<string, Set<string>>> => {
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

  asGitHub(): GitHub {
    const github = {
      headOf: () => {
        this.onHead?.()
        return Promise.resolve([this.olderHeads.shift() ?? this.head])
      },
      compare: (base: string, head: string): Promise<Relation> => {
        const relation = this.#historyOf(head).includes(base) ? 'ahead' : 'diverged'
        if (base === head) return Promise.resolve('identical')
        return Promise.resolve(this.#historyOf(base).includes(head) ? 'behind' : relation)
      }
    }
    return github as unknown as GitHub
  }

  asRecords(): Records {
    const { records } = this
    const made = new Map<number, DeliveryRecord>()
    const replace = (id: number, record: DeliveryRecord): void => {
      const known = made.get(id)
      if (known === undefined) records.unshift(record)
      else records.splice(records.indexOf(known), 1, record)
      made.set(id, record)
    }
    const github = {
      list: async () => Promise.resolve(this.onRecords?.('list') ?? [...records]),
      make: async (commit: string, payload: RecordPayload) => {
        this.onRecords?.('make')
        const createdAt = this.#now()
        const result = { succeeded: false, refused: 0, listShows: undefined }
        replace(made.size, { commit, createdAt, endedAt: createdAt + 3_600_000, payload, ...result })
        return Promise.resolve(made.size - 1)
      },
      mark: async (id: number, state: 'success' | 'failure', { refused, listShows }: RecordResult) => {
        this.onRecords?.('mark')
        const known = made.get(id)
        const succeeded = state === 'success'
        if (known !== undefined) replace(id, { ...known, endedAt: this.#now(), succeeded, refused, listShows })
        return Promise.resolve()
      }
    }
    return github as unknown as Records
  }

  /** A commit and its ancestors. */
  #historyOf(commit: string): string[] {
    const { parent = '' } = this.#commits.get(commit) ?? {}
    return commit === '' ? [] : [commit, ...this.#historyOf(parent)]
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
