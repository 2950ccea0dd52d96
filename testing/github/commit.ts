/** One thing in a commit; text or bytes are a regular file. */
export type Item = string | Buffer | { readonly mode: '100755' | '120000' | '160000'; readonly content: string }

/** By path. */
export type Tree = Readonly<Record<string, Item>>

/** What is different in a commit, by path; `null` removes a file. */
export type Changes = Readonly<Record<string, Item | null>>

interface CommitRequest {
  readonly branch: string | null
  readonly parents: readonly string[]
  /** Seconds since 1970. */
  readonly time: number
  /** The changes are the whole tree. Otherwise they are changes of the first parent. */
  readonly isWhole: boolean
}

const TEMPORARY = 'refs/testing/commit'

/** Input of `git fast-import`: makes a commit, moves the branch to it and prints the commit's id. */
export function fastImportOf(changes: Changes, bytes: Tree, { branch, parents, time, isWhole }: CommitRequest): Buffer {
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
    ...(isWhole ? ['deleteall'] : []),
    ''
  ]
  const tail = ['get-mark :1', ...(branch === null ? [] : [`reset refs/heads/${branch}`, 'from :1\n']), '']
  return Buffer.concat([
    Buffer.from(head.join('\n')),
    ...Object.entries(changes).map(([path, item]) => modificationOf(Buffer.from(path), item)),
    ...Object.entries(bytes).map(([path, item]) => modificationOf(Buffer.from(path, 'latin1'), item)),
    Buffer.from(tail.join('\n'))
  ])
}

function modificationOf(path: Buffer, item: Item | null): Buffer {
  const name = `"${[...path].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`
  if (item === null) return Buffer.from(`D ${name}\n`)
  const { mode, content } =
    typeof item === 'object' && 'mode' in item ? item : { mode: '100644' as const, content: item }
  // The content of a submodule is a commit's id.
  if (mode === '160000') return Buffer.from(`M 160000 ${content} ${name}\n`)
  const data = Buffer.from(content)
  return Buffer.concat([Buffer.from(`M ${mode} inline ${name}\ndata ${data.length}\n`), data, Buffer.from('\n')])
}
