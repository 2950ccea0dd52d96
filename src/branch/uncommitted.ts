import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Git } from './command.ts'
import { DiskFiles } from './disk.ts'
import { blobIdOf, blobOf, type Matcher } from './source.ts'

/** What a clone has beside its commits: its index, or its work tree as `git add --all` would put it into the index. */
export type Uncommitted = 'staged' | 'worktree'

/** Bytes of a file that is compared with Git. No runbook is as large. */
const MAX_COMPARED = 64 * 1024 * 1024

/** A repository as its user sees it. */
interface Clone {
  /** Absolute path of the work tree. */
  readonly root: string
  readonly git: Git
  /** The variable that names an index of its own for a hook. */
  indexOfHook(): Promise<NodeJS.ProcessEnv>
}

const AUTHOR = 'Runbook Sync <> 0 +0000'

/**
 * Makes a commit of what is not committed, in a repository of our own, so that it is read as any other commit. Nothing in the
 * clone changes, and no filter runs: files are stored as they are, and one with other line ends than Git has is the same file.
 *
 * @param git of a repository that borrows the objects of the clone.
 * @param head the commit before it.
 * @param matches selects the files of the work tree that are read. Others are known by their paths, because links lead there.
 * @returns its id, and the selected paths with a conflict of a merge.
 */
export async function commitUncommitted(
  kind: Uncommitted,
  { clone, git, head }: { readonly clone: Clone; readonly git: Git; readonly head: string },
  matches: Matcher
): Promise<{ readonly commit: string; readonly unmerged: readonly string[] }> {
  const empty = await store(git, Buffer.alloc(0), head.length)
  const { entries, unmerged } = await listEntries(kind, clone, empty)
  for (const [key, { tag, id }] of entries) {
    const path = pathOf(key)
    // A sparse checkout leaves out files that are not removed, and no name that is not UTF-8 is ever read.
    if (kind === 'staged' || tag === 'S' || path.includes('\ufffd') || !matches(path)) continue
    const entry = await readEntry(clone.root, git, path, id)
    if (entry === undefined) entries.delete(key)
    else entries.set(key, { tag, ...entry })
  }
  // New files last: the folder of one replaces a file of that name.
  const rows = Array.from(entries, ([key, { mode, id }]) => `${mode} ${id}\t${key}\0`).reverse()
  const env = { GIT_INDEX_FILE: join(dirname(git.gitDir), `index-${kind}`) }
  await git.text(['read-tree', '--empty'], { env })
  await git.text(['update-index', '-z', '--index-info'], { env, input: Buffer.from(rows.join(''), 'latin1') })
  // A partial clone has not all files.
  const tree = await git.text(['write-tree', '--missing-ok'], { env })
  const input = `tree ${tree}\nparent ${head}\nauthor ${AUTHOR}\ncommitter ${AUTHOR}\n\n`
  const commit = await git.text(['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
  return { commit, unmerged: unmerged.filter(matches) }
}

interface Entry {
  /** The letter of `git ls-files -t`. */
  readonly tag: string
  readonly mode: string
  readonly id: string
}

/** New files first, each as `id`. The keys are paths with one character for each byte, because Git allows every byte in one. */
async function listEntries(kind: Uncommitted, clone: Clone, id: string) {
  const entries = new Map<string, Entry>()
  const unmerged = new Set<string>()
  const more = kind === 'worktree' ? ['--cached', '--deleted', '--others', '--exclude-standard'] : []
  const env = await clone.indexOfHook()
  for await (const record of clone.git.records(['ls-files', '-t', '--stage', '-z', ...more], { env })) {
    const text = record.toString('latin1')
    const tab = text.indexOf('\t')
    const [tag = '', mode = '', known = '', stage] = text.slice(0, tab).split(' ')
    const key = text.slice(tab + 1)
    // `? <path>`: another repository in the work tree ends with a slash.
    if (tag === '?') {
      if (!text.endsWith('/')) entries.set(text.slice(2), { tag, mode: '100644', id })
      continue
    }
    if (stage !== '0') unmerged.add(pathOf(key))
    if (tag === 'R') entries.delete(key)
    else entries.set(key, { tag, mode, id: known })
  }
  return { entries, unmerged: [...unmerged] }
}

function pathOf(key: string): string {
  return Buffer.from(key, 'latin1').toString()
}

/** What the work tree has at a path; undefined if there is no file. A changed one is stored. */
async function readEntry(root: string, git: Git, path: string, id: string): Promise<Omit<Entry, 'tag'> | undefined> {
  const stats = await lstat(join(root, path)).catch(() => undefined)
  if (stats?.isSymbolicLink() === true) return { mode: '120000', id }
  if (stats?.isFile() !== true) return undefined
  const content = await new DiskFiles(root).read({ path, id }, MAX_COMPARED).catch(() => undefined)
  if (content?.kind !== 'bytes' || isStoredAs(content.bytes, id)) return { mode: '100644', id }
  return { mode: '100644', id: await store(git, content.bytes, id.length) }
}

/** @returns the id, of `length` digits. */
async function store(git: Git, bytes: Buffer, length: number): Promise<string> {
  const id = blobIdOf(bytes, length)
  const folder = join(git.gitDir, 'objects', id.slice(0, 2))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, id.slice(2)), deflateSync(blobOf(bytes)))
  return id
}

/** True if Git has a file of the work tree under this id. Git may be configured to store line feeds alone. */
function isStoredAs(bytes: Buffer, id: string): boolean {
  if (blobIdOf(bytes, id.length) === id) return true
  const normal = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return blobIdOf(normal, id.length) === id
}
