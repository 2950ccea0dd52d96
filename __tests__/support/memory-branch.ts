import { createHash } from 'node:crypto'
import type { Source, SourceFile } from '../../src/git/git.ts'
import { Selection, type Matcher } from '../../src/git/source.ts'
import type { GitHub } from '../../src/github/github.ts'
import type { DeliveryRecord, RecordPayload, Records } from '../../src/github/records.ts'

/** Text by path. */
export type Tree = Readonly<Record<string, string>>

/** A branch without history to merge, in memory, and the three things that a run asks GitHub: its head, relations, records. */
export class MemoryBranch {
  readonly records: DeliveryRecord[] = []
  /** Called before a run learns the head. */
  onHead: (() => void) | undefined
  readonly #commits = new Map<string, Tree>()
  readonly #texts = new Map<string, string>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  get head(): string {
    return [...this.#commits.keys()].at(-1) ?? ''
  }

  treeAt(commit: string): Tree {
    return this.#commits.get(commit) ?? {}
  }

  commit(tree: Tree): void {
    for (const text of Object.values(tree)) this.#texts.set(idOf(text), text)
    this.#commits.set(idOf(`commit ${this.#commits.size}`), tree)
  }

  asSource(): Source {
    const source = {
      problem: '',
      prefetch: () => Promise.resolve(),
      hasCommits: () => Promise.resolve(true),
      ensureCommits: () => Promise.resolve(),
      missing: () => Promise.resolve(new Set()),
      list: (commit: string, matches: Matcher, watched?: ReadonlySet<string>): Promise<Selection> => {
        const selection = new Selection(matches, watched)
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
    const commits = (): string[] => [...this.#commits.keys()]
    const github = {
      headOf: () => {
        this.onHead?.()
        return Promise.resolve([this.head])
      },
      compare: (base: string, head: string) => {
        const distance = commits().indexOf(head) - commits().indexOf(base)
        return Promise.resolve(distance === 0 ? 'identical' : distance > 0 ? 'ahead' : 'behind')
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
      list: () => Promise.resolve([...records]),
      make: (commit: string, payload: RecordPayload) => {
        const createdAt = this.#now()
        replace(made.size, { commit, createdAt, endedAt: createdAt + 3_600_000, succeeded: false, payload })
        return Promise.resolve(made.size - 1)
      },
      mark: (id: number, state: 'success' | 'failure') => {
        const known = made.get(id)
        if (known !== undefined) replace(id, { ...known, endedAt: this.#now(), succeeded: state === 'success' })
        return Promise.resolve()
      }
    }
    return github as unknown as Records
  }
}

function idOf(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
