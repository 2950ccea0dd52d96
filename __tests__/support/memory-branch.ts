import { blobIdOf, selectionOf, type FileContent, type Source, type SourceFile } from '../../src/branch/source.ts'
import type { JobSetup } from '../../src/action.ts'
import { merge } from './merge.ts'

/** Text by path. */
export type Tree = Readonly<Record<string, string>>

/** A branch in memory: its commits, and what a run asks GitHub about it. */
export class MemoryBranch {
  /** Called, and waited for, before a run learns the head. */
  onHead: (() => unknown) | undefined
  /** Called, and waited for, when a run asks for files that its checkout may lack. */
  onFetch: ((paths: readonly string[]) => Promise<unknown>) | undefined
  /** Called, and waited for, before a merge. */
  onMerge: (() => unknown) | undefined
  /** The work tree, which a test writes itself. */
  folder = ''
  /** How often a run has fetched history; a test counts for it. */
  fetches = 0
  isShallow = false
  /** Branches that the repository has no more. */
  readonly gone = new Set<string>()
  /** How often a run has read the history. */
  historyReadings = 0
  /** How often a run has read a file. */
  fileReadings = 0
  head = ''
  /** By commit, each on top of the one before. */
  readonly #trees = new Map<string, Tree>()
  readonly #texts = new Map<string, string>()

  treeAt(commit: string): Tree {
    return this.#trees.get(commit) ?? {}
  }

  /** A commit on top of the branch. @returns its id. */
  commit(tree: Tree): string {
    for (const text of Object.values(tree)) this.#texts.set(idOf(text), text)
    this.head = idOf(`commit ${this.#trees.size}`)
    this.#trees.set(this.head, tree)
    return this.head
  }

  asSource(): Source {
    const never = (): Promise<never> => Promise.reject(new Error('A run does not ask for this.'))
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- Counts go on.
    const branch = this
    const read = ({ id }: SourceFile): Promise<FileContent> => {
      this.fileReadings++
      return Promise.resolve({ kind: 'bytes', bytes: Buffer.from(this.#texts.get(id) ?? '') })
    }
    const fetch = async (files: readonly SourceFile[]) => this.onFetch?.(files.map(({ path }) => path))
    async function* contents(files: readonly SourceFile[]) {
      await fetch(files)
      for (const file of files) yield { file, content: await read(file) }
    }
    return {
      list: (commit, matches) => {
        const tree = Object.entries(this.treeAt(commit)).sort(([one], [other]) => (one < other ? -1 : 1))
        const listed = tree.map(([path, text]) => ({ path, id: idOf(text), skip: undefined }))
        return Promise.resolve(selectionOf(listed, matches))
      },
      contents,
      read,
      history: {
        folder: this.folder,
        get fetches() {
          return branch.fetches
        },
        isShallow: this.isShallow,
        fetchCommits: () => Promise.resolve(true),
        ensureCommits: () => Promise.resolve(),
        parents: never,
        differences: (from, to, matches) => {
          const [before, now] = [this.treeAt(from), this.treeAt(to)]
          const changed = Object.keys({ ...before, ...now }).filter((path) => before[path] !== now[path])
          return Promise.resolve(new Set(changed.filter(matches)))
        },
        prefetch: () => Promise.resolve(),
        blobsOf: (commit, paths) => {
          this.historyReadings++
          const versions = paths.map((path) => {
            const texts = this.#historyOf(commit).flatMap((each) => this.treeAt(each)[path] ?? [])
            return [path, [...new Set(texts.map(idOf))]] as const
          })
          return Promise.resolve(new Map(versions))
        },
        merge: async (...texts) => {
          await this.onMerge?.()
          return merge(...texts)
        }
      },
      [Symbol.asyncDispose]: () => Promise.resolve()
    }
  }

  asGitHub(): JobSetup['github'] {
    return {
      headOf: async () => {
        await this.onHead?.()
        return [this.head]
      },
      isGone: (name) => Promise.resolve(this.gone.has(name)),
      compare: (base, head) => {
        if (base === head) return Promise.resolve('identical')
        return Promise.resolve(this.#historyOf(base).includes(head) ? 'behind' : 'ahead')
      }
    }
  }

  /** A commit and its ancestors. */
  #historyOf(commit: string): readonly string[] {
    const all = [...this.#trees.keys()]
    return all.slice(0, all.indexOf(commit) + 1)
  }
}

function idOf(text: string): string {
  return blobIdOf(Buffer.from(text))
}
