import { spawn } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

/** The environment for Git in tests: a fixed identity, and no configuration of this machine or of a surrounding hook. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Robin Moran',
  GIT_AUTHOR_EMAIL: 'robin@harbour.example',
  GIT_COMMITTER_NAME: 'Robin Moran',
  GIT_COMMITTER_EMAIL: 'robin@harbour.example'
}

interface GitOptions {
  readonly input?: string | Buffer
  readonly env?: Readonly<Record<string, string | undefined>>
}

/**
 * Runs Git in `folder` and returns its standard output.
 *
 * @throws {Error} with its standard error, when it fails.
 */
async function gitBytes(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const child = spawn('git', args, { cwd: folder, env: { ...GIT_ENVIRONMENT, ...options.env } })
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  // Git may end before it has read its whole input; its exit code says more than EPIPE.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input)
  const [output, complaint, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${complaint.trim() || `exit code ${String(code)}`}`)
  return output
}

/** The same, as text without the line break at its end. */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return (await gitBytes(folder, args, options)).toString('utf8').replace(/\n$/, '')
}

export type ObjectFormat = 'sha1' | 'sha256'

/**
 * Makes an empty repository.
 *
 * @param gitFolder absolute path; in a repository that is not bare, that of `.git`.
 * @param place where it is, as `git init` wants it.
 * @param settings what its configuration has besides.
 */
export async function initRepository(
  gitFolder: string,
  { objectFormat, place, settings }: { objectFormat: ObjectFormat; place: readonly string[]; settings: string }
): Promise<void> {
  const format = `--object-format=${objectFormat}`
  await git('/', ['init', '--quiet', '--template=', '--initial-branch=main', format, ...place])
  // Git would start a process after each commit and push to find that there is nothing to do. Nothing packs the references.
  const maintenance = '[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n'
  await appendFile(join(gitFolder, 'config'), maintenance + settings)
}

/** The ids of the regular files of a commit, by path. */
export async function treeOf(folder: string, commit: string): Promise<Map<string, string>> {
  const listing = await git(folder, ['ls-tree', '-r', '-z', '--full-tree', commit])
  return new Map(
    listing.split('\0').flatMap((line): [path: string, id: string][] => {
      const [, id, path] = /^100(?:644|755) blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
      return id !== undefined && path !== undefined ? [[path, id]] : []
    })
  )
}

/** The contents of files, in the order of their ids. */
export async function contentsOf(folder: string, ids: readonly string[]): Promise<Buffer[]> {
  const batch = await gitBytes(folder, ['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') })
  let offset = 0
  return ids.map(() => {
    // `<id> blob <size>`, the bytes, a line feed.
    const start = batch.indexOf('\n', offset) + 1
    const size = Number(batch.toString('latin1', offset, start).trim().split(' ')[2])
    offset = start + size + 1
    return batch.subarray(start, start + size)
  })
}

/** The regular files of a commit, by path. */
export async function filesOf(folder: string, commit: string): Promise<Map<string, Buffer>> {
  const tree = await treeOf(folder, commit)
  const contents = await contentsOf(folder, [...tree.values()])
  return new Map([...tree.keys()].map((path, at) => [path, contents[at] ?? Buffer.alloc(0)]))
}
