import { git } from '../git.ts'
import { problem, type Answer, type Snapshot } from './faults.ts'
import type { Incoming } from './incoming.ts'
import type { HostedRepository } from './repository.ts'

/** What of a repository the API tells. */
export type KnownRepository = Pick<HostedRepository, 'name' | 'defaultBranch' | 'folder' | 'heads'>

/** A question, with its body where that is JSON. */
export interface ApiRequest extends Pick<Incoming, 'route' | 'parameters'> {
  readonly body: unknown
}

/** Answers from what GitHub knows, or knew at a past moment. Commits come from the real repository. */
export async function answerApi(repository: KnownRepository, known: Snapshot, request: ApiRequest): Promise<Answer> {
  const [path = '', first = '', second = ''] = request.parameters
  const notFound = problem(404, 'Not Found')
  switch (request.route) {
    case 'tip':
      return path.startsWith('/git/tags/') ? tagObject(repository, first) : refOf(repository, known, first)
    case 'compare':
      return (await compare(repository, known, first, second)) ?? notFound
    case 'record':
    case 'mark':
    case 'records':
    case 'git':
    case 'other':
      return notFound
  }
}

/** What a branch or tag points to. */
async function refOf({ folder }: KnownRepository, { heads }: Snapshot, name: string): Promise<Answer> {
  const head = heads.get(name.replace(/^heads\//, ''))
  const answer = (type: string, sha: string): Answer => ({
    status: 200,
    body: { ref: `refs/${name}`, object: { type, sha } }
  })
  if (name.startsWith('heads/')) return head === undefined ? problem(404, 'Not Found') : answer('commit', head)
  const ask = (...args: string[]): Promise<string> => git(folder, args).catch(() => '')
  const id = await ask('rev-parse', '--verify', '--quiet', `refs/${name}`)
  return id === '' ? problem(404, 'Not Found') : answer(await ask('cat-file', '-t', id), id)
}

/** What an annotated tag points to. */
async function tagObject({ folder }: KnownRepository, id: string): Promise<Answer> {
  const tag = await git(folder, ['cat-file', 'tag', id]).catch(() => '')
  const [, sha, type] = /^object (\w+)\ntype (\w+)\n/.exec(tag) ?? []
  return sha === undefined ? problem(404, 'Not Found') : { status: 200, body: { sha: id, object: { type, sha } } }
}

/** What a link of an entry leads to: a file of a branch without a slash in its name, or of a commit, as text. */
export async function filePage({ folder, name }: KnownRepository, path: string): Promise<Answer> {
  const [, page = ''] = path.split(`/${name}/`, 2)
  const [, ref = '', file = ''] = /^blob\/([^/]+)\/(.+)$/.exec(page) ?? []
  const body = await git(folder, ['cat-file', 'blob', `${ref}:${file}`]).catch(() => undefined)
  if (body === undefined) return problem(404, 'Not Found')
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return { status: 200, body, headers }
}

/** A commit by its id. */
export async function commitOf({ folder }: KnownRepository, id: string): Promise<string | undefined> {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return undefined
  return git(folder, ['rev-parse', '--verify', '--quiet', `${id}^{commit}`]).catch(() => undefined)
}

/** How two commits are related; `undefined` where a commit is missing or they have no common ancestor. */
async function compare(
  { folder }: KnownRepository,
  { heads }: Snapshot,
  base: string,
  head: string
): Promise<Answer | undefined> {
  const [from, to] = [base, head].map((name) => heads.get(name) ?? name)
  if (from === undefined || to === undefined || ![from, to].every((id) => /^[0-9a-f]{40,64}$/.test(id)))
    return undefined
  // Git fails with a missing commit, and without a common ancestor.
  const ask = (...args: string[]): Promise<string | undefined> => git(folder, args).catch(() => undefined)
  const counts = await ask('rev-list', '--left-right', '--count', `${from}...${to}`)
  if (counts === undefined) return undefined
  const [behind = 0, ahead = 0] = counts.split('\t').map(Number)
  // The counts of two histories without a common ancestor look like those of two branches.
  if (behind > 0 && ahead > 0 && (await ask('merge-base', from, to)) === undefined) return undefined
  const status = ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged'
  return { status: 200, body: { status } }
}
