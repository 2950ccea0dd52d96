import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { composed } from '../normal-form.ts'

// Where runbooks are read from: a commit, or a folder without Git.

/** A regular file. */
export interface SourceFile {
  /** Path from the repository's root, with `/`. */
  readonly path: string
  /** Id of its content in Git; empty for a folder without Git, whose files are only read when they are needed. */
  readonly id: string
}

export interface ListedPath extends SourceFile {
  /** Why it is never read; undefined for a regular file. A path that is not UTF-8 has U+FFFD. */
  readonly skip: keyof typeof SKIPPED | undefined
}

/** Why a path that the patterns select is never read. */
const SKIPPED = {
  symlink: 'it is a symbolic link, which Runbook Sync never follows',
  submodule: 'it is a submodule, whose files are in another repository',
  'not UTF-8': 'its name is not UTF-8',
  'special file': 'it is not a regular file'
} as const

/** The files of a commit or folder that the patterns select. */
export interface Selection {
  readonly files: readonly SourceFile[]
  /** Paths that are never read, and why, as a clause. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** All files among which the patterns chose. */
  readonly paths: ReadonlySet<string>
  /** The paths of submodules, selected or not. */
  readonly submodules: readonly string[]
  readonly tree: Tree
}

export interface Tree {
  /** Undefined for a path that a commit lacks. One below a submodule counts as a file, because submodules are not read. */
  (path: string): 'file' | 'folder' | undefined
  /** The files whose paths differ from this one in case or Unicode form at most. */
  readonly alike?: (path: string) => readonly string[]
}

export type FileContent = { readonly kind: 'bytes'; readonly bytes: Buffer } | { readonly kind: 'too-large' }

/** Tells whether the patterns select a path. */
export type Matcher = (path: string) => boolean

/** Files of a commit. A folder without Git has one state only, and ignores which commit is asked for. */
export interface Source extends AsyncDisposable {
  /** Undefined for a folder without Git. */
  readonly history: History | undefined
  list(commit: string, matches: Matcher): Promise<Selection>
  /** Files with their contents, in their order, each of at most `limit` bytes. What a partial clone lacks comes in one fetch. */
  contents(
    files: readonly SourceFile[],
    limit: number
  ): AsyncIterable<{ readonly file: SourceFile; readonly content: FileContent }>
  /** The content of one file. Calls may overlap. */
  read(file: SourceFile, limit: number): Promise<FileContent>
}

/** Commits, and what they have of files. Ids of commits are full. */
export interface History {
  /** Absolute path of the work tree. */
  readonly folder: string
  readonly fetches: number
  readonly isShallow: boolean
  /** Fetches commits that are not here, all or none. @returns true if all are here now. */
  fetchCommits(commits: readonly string[]): Promise<boolean>
  /** @throws {ActionError} of kind `git` if commits are not here, and cannot be fetched. */
  ensureCommits(...commits: readonly string[]): Promise<void>
  /** The parents of a commit, even if a shallow history hides them. */
  parents(commit: string): Promise<readonly string[]>
  /** The selected paths that differ in two commits; undefined if one of the commits cannot be fetched. */
  differences(from: string, to: string, matches: Matcher): Promise<ReadonlySet<string> | undefined>
  /**
   * By path, the ids of the contents that a file had in the history of a commit, the newest first. History that a shallow
   * checkout lacks is fetched. All paths of a run should go into one call, which reads the history once.
   */
  blobsOf(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** Fetches, at once, the files that a partial clone lacks. */
  prefetch(ids: readonly string[]): Promise<void>
  /** Merges two changes of a text; undefined if there is a conflict. */
  merge(ours: string, base: string, theirs: string): Promise<string | undefined>
}

export function selectionOf(listed: readonly ListedPath[], matches: Matcher): Selection {
  const files = listed.filter(({ skip }) => skip === undefined)
  const skipped = listed.flatMap(({ path, skip }) => {
    const isSelected = skip && (matches(path) || (skip === 'submodule' && matches(`${path}/runbook.md`)))
    return isSelected ? { path, reason: SKIPPED[skip] } : []
  })
  const paths = new Set(files.map(({ path }) => path))
  const submodules = listed.filter(({ skip }) => skip === 'submodule').map(({ path }) => path)
  return {
    files: files.filter(({ path }) => matches(path)),
    skipped,
    paths,
    submodules,
    tree: treeOf(listed, submodules)
  }
}

function treeOf(listed: readonly ListedPath[], submodules: readonly string[]): Tree {
  const files = new Set(listed.map(({ path }) => path))
  const folders = new Set(['.'])
  for (let folder of files) while (!folders.has((folder = posix.dirname(folder)))) folders.add(folder)
  folders.delete('.')
  let byFolded: ReadonlyMap<string, readonly string[]> | undefined
  const alike = (path: string): readonly string[] => {
    // Only a dead link asks.
    byFolded ??= Map.groupBy(files, foldPath)
    return byFolded.get(foldPath(path)) ?? []
  }
  const tree = (path: string): ReturnType<Tree> => {
    if (files.has(path) || submodules.some((submodule) => path.startsWith(`${submodule}/`))) return 'file'
    return folders.has(path) ? 'folder' : undefined
  }
  return Object.assign(tree, { alike })
}

function foldPath(path: string): string {
  return composed(path).toLowerCase()
}

/** The id that Git gives to a file with this content, in the algorithm of a repository whose ids have `length` digits. */
export function blobIdOf(bytes: Buffer, length = 40): string {
  return hash(length === 40 ? 'sha1' : 'sha256', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))
}
