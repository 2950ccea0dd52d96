/** One thing in a commit; text or bytes are a regular file. */
export type Item = string | Buffer | { readonly mode: '100755' | '120000' | '160000'; readonly content: string }

/** By path. */
export type Tree = Readonly<Record<string, Item>>

export interface CommitRequest {
  readonly branch: string | null
  readonly parents: readonly string[]
  /** Seconds since 1970. */
  readonly time: number
  /** The id that is no object's. */
  readonly zero: string
}

const TEMPORARY = 'refs/testing/commit'

/** Input of `git fast-import`: makes a commit of exactly this tree, moves the branch to it and prints the commit's id. */
export function fastImportOf(tree: Tree, bytes: Tree, { branch, parents, time, zero }: CommitRequest): Buffer {
  const [from, ...merged] = parents
  const head = [
    `reset ${TEMPORARY}`,
    `commit ${TEMPORARY}`,
    'mark :1',
    `committer Robin Moran <robin@harbour.example> ${time} +0000`,
    'data 6',
    'Change',
    ...(from === undefined ? [] : [`from ${from}`]),
    ...merged.map((parent) => `merge ${parent}`),
    'deleteall\n'
  ]
  const tail = [
    'get-mark :1',
    ...(branch === null ? [] : [`reset refs/heads/${branch}`, 'from :1\n']),
    // Deletes the temporary ref.
    `reset ${TEMPORARY}`,
    `from ${zero}\n\n`
  ]
  return Buffer.concat([
    Buffer.from(head.join('\n')),
    ...Object.entries(tree).map(([path, item]) => modificationOf(Buffer.from(path), item)),
    ...Object.entries(bytes).map(([path, item]) => modificationOf(Buffer.from(path, 'latin1'), item)),
    Buffer.from(tail.join('\n'))
  ])
}

function modificationOf(path: Buffer, item: Item): Buffer {
  const name = `"${[...path].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`
  const { mode, content } =
    typeof item === 'object' && 'mode' in item ? item : { mode: '100644' as const, content: item }
  // The content of a submodule is a commit's id.
  if (mode === '160000') return Buffer.from(`M 160000 ${content} ${name}\n`)
  const data = Buffer.from(content)
  return Buffer.concat([Buffer.from(`M ${mode} inline ${name}\ndata ${data.length}\n`), data, Buffer.from('\n')])
}
