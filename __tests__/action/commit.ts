import { git } from '../../testing/git.ts'
import type { HostedRepository } from '../../testing/repository.ts'

/** One thing in a commit; a string is a regular file of that text. */
export type Item = string | Buffer | { readonly mode: '100755' | '120000' | '160000'; readonly content: string }

/** By path; a key may be any bytes, written in Latin-1, where `bytes` says so. */
export type Tree = Readonly<Record<string, Item>>

/**
 * Makes a commit of exactly this tree on a branch, without a file on the disk: so that a path may be any bytes, and hold
 * what no checkout would write.
 *
 * @returns its id.
 */
export async function commitTree(
  repository: HostedRepository,
  tree: Tree,
  { branch = repository.defaultBranch, bytes = {}, orphan = false }: CommitOptions = {}
): Promise<string> {
  const parent = orphan ? undefined : await repository.head(branch)
  const parts: Buffer[] = [
    Buffer.from(
      `commit refs/heads/${branch}\ncommitter Robin <robin@harbour.example> 1767603600 +0000\n` +
        `data 6\nChange\n${parent === undefined ? '' : `from ${parent}\n`}deleteall\n`
    )
  ]
  for (const [path, item] of Object.entries(tree)) parts.push(fileOf(Buffer.from(path), item))
  for (const [path, item] of Object.entries(bytes)) parts.push(fileOf(Buffer.from(path, 'latin1'), item))
  // A commit without a parent: the branch is made anew.
  if (orphan) await git(repository.folder, ['update-ref', '-d', `refs/heads/${branch}`])
  await git(repository.folder, ['fast-import', '--quiet', '--force'], { input: Buffer.concat(parts) })
  const head = await repository.head(branch)
  if (head === undefined) throw new Error('The commit is not there')
  return head
}

interface CommitOptions {
  readonly branch?: string
  readonly bytes?: Tree
  /** Without a parent, as after a push that rewrote all history. */
  readonly orphan?: boolean
}

function fileOf(path: Buffer, item: Item): Buffer {
  const name = `"${[...path].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`
  if (typeof item === 'object' && 'mode' in item && item.mode === '160000') {
    return Buffer.from(`M 160000 ${item.content} ${name}\n`)
  }
  const mode = typeof item === 'object' && 'mode' in item ? item.mode : '100644'
  const content = Buffer.from(typeof item === 'object' && 'mode' in item ? item.content : item)
  return Buffer.concat([Buffer.from(`M ${mode} inline ${name}\ndata ${content.length}\n`), content, Buffer.from('\n')])
}
