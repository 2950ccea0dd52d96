import { randomUUID } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Git } from './command.ts'
import { DiskFiles } from './disk.ts'
import { blobIdOf, type Matcher, type SourceFile } from './source.ts'

/** The index of a clone, or its work tree as `git add --all` would put it into the index. */
export type Uncommitted = 'staged' | 'worktree'

/** Bytes of a file that is compared with Git. No runbook is as large. */
const MAX_COMPARED = 64 * 1024 * 1024

const AUTHOR = 'Runbook Sync <> 0 +0000'

/**
 * Makes a commit of what is not committed, in a repository of our own, so that it is read as any other commit. Nothing in the
 * clone changes, and no filter runs: files are stored as they are, and one with other line ends than Git has is the same file.
 *
 * @param clone a repository as its user sees it, and the absolute path of its work tree.
 * @param git of a repository that borrows the objects of the clone.
 * @param head the commit before it.
 * @param matches selects the files of the work tree that are read. Others are known by their paths, because links lead there.
 * @returns its id, and the selected paths with a conflict of a merge.
 */
export async function commitUncommitted(
  kind: Uncommitted,
  clone: { readonly root: string; readonly git: Git },
  git: Git,
  head: string,
  matches: Matcher
): Promise<{ readonly commit: string; readonly unmerged: readonly string[] }> {
  const list = async (...options: string[]) => clone.git.records(['ls-files', '-z', ...options])
  const entries = new Map<string, { readonly mode: string; readonly id: string }>()
  const unmerged = new Set<string>()
  const absent = new Set<string>()
  for (const record of await list('-t', '--stage')) {
    const tab = record.indexOf('\t')
    const path = record.slice(tab + 1)
    const [tag, mode = '', id = '', stage] = record.slice(0, tab).split(' ')
    if (stage !== '0') unmerged.add(path)
    // A sparse checkout leaves it out, and it is not removed.
    if (tag === 'S') absent.add(path)
    entries.set(path, { mode, id })
  }
  if (kind === 'worktree') {
    for (const path of await list('--deleted')) entries.delete(path)
    const empty = await git.text(['hash-object', '-w', '--stdin'])
    // Another repository in the work tree ends with a slash.
    const added = (await list('--others', '--exclude-standard')).filter((path) => !path.endsWith('/'))
    for (const path of added) entries.set(path, { mode: '100644', id: empty })
    for (const [path, { id }] of entries) {
      // No name that is not UTF-8 is ever read.
      if (absent.has(path) || path.includes('\ufffd') || !matches(path)) continue
      const stats = await lstat(join(clone.root, path)).catch(() => undefined)
      if (stats?.isSymbolicLink() === true) entries.set(path, { mode: '120000', id })
      else if (stats?.isFile() !== true) entries.delete(path)
      else entries.set(path, { mode: '100644', id: await store(git, clone.root, { path, id }) })
    }
  }
  const rows = Array.from(entries, ([path, { mode, id }]) => `${mode} ${id}\t${path}\0`)
  const env = { GIT_INDEX_FILE: join(dirname(git.gitDir), `index-${randomUUID()}`) }
  await git.text(['update-index', '-z', '--index-info'], { env, input: rows.join('') })
  // A partial clone has not all files.
  const tree = await git.text(['write-tree', '--missing-ok'], { env })
  const input = `tree ${tree}\nparent ${head}\nauthor ${AUTHOR}\ncommitter ${AUTHOR}\n\n`
  const commit = await git.text(['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
  return { commit, unmerged: [...unmerged].filter(matches) }
}

/** @returns the id of a file of the work tree: that of the index, if Git has it there, perhaps with line feeds alone. */
async function store(git: Git, root: string, file: SourceFile): Promise<string> {
  const content = await new DiskFiles(root).read(file, MAX_COMPARED).catch(() => undefined)
  if (content?.kind !== 'bytes') return file.id
  const normal = Buffer.from(content.bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  const isSame = [content.bytes, normal].some((bytes) => blobIdOf(bytes, file.id.length) === file.id)
  return isSame ? file.id : git.text(['hash-object', '-w', '--stdin'], { input: content.bytes })
}
