import { git } from '../git.ts'
import { FORBIDDEN, NOT_FOUND, type Answer, type Heads } from './faults.ts'
import type { Incoming } from './incoming.ts'
import type { HostedRepository } from './repository.ts'

/** What of a repository the API tells. */
export type KnownRepository = Pick<HostedRepository, 'name' | 'folder' | 'heads'>

/** Answers with the heads that GitHub knows, or knew at a past moment. Commits come from the real repository. */
export async function answerApi(
  repository: KnownRepository,
  heads: Heads,
  { route, parameters }: Pick<Incoming, 'route' | 'parameters'>
): Promise<Answer> {
  const [name = '', first = '', second = ''] = parameters
  if (route !== 'tip' && route !== 'compare') return FORBIDDEN
  if (name.toLowerCase() !== repository.name.toLowerCase()) return NOT_FOUND
  if (route === 'compare') return compare(repository, heads, first, second)
  return /^tags\/[0-9a-f]{40,64}$/.test(first)
    ? tagObject(repository, first.replace('tags/', ''))
    : refOf(repository, heads, first)
}

/** What a branch or tag points to. */
async function refOf({ folder }: KnownRepository, heads: Heads, name: string): Promise<Answer> {
  const head = heads.get(name.replace(/^heads\//, ''))
  const answer = (type: string, sha: string): Answer => ({
    status: 200,
    body: { ref: `refs/${name}`, object: { type, sha } }
  })
  if (name.startsWith('heads/')) return head === undefined ? NOT_FOUND : answer('commit', head)
  const ask = (...args: string[]): Promise<string> => git(folder, args).catch(() => '')
  const id = await ask('rev-parse', '--verify', '--quiet', `refs/${name}`)
  return id === '' ? NOT_FOUND : answer(await ask('cat-file', '-t', id), id)
}

/** What an annotated tag points to. */
async function tagObject({ folder }: KnownRepository, id: string): Promise<Answer> {
  const tag = await git(folder, ['cat-file', 'tag', id]).catch(() => '')
  const [, sha, type] = /^object (\w+)\ntype (\w+)\n/.exec(tag) ?? []
  return sha === undefined ? NOT_FOUND : { status: 200, body: { sha: id, object: { type, sha } } }
}

/** What a link of an entry leads to: a file of a branch without a slash in its name, or of a commit, as text. */
export async function filePage({ folder, name }: KnownRepository, path: string): Promise<Answer> {
  const [, page = ''] = path.split(`/${name}/`, 2)
  const [, ref = '', file = ''] = /^blob\/([^/]+)\/(.+)$/.exec(page) ?? []
  const body = await git(folder, ['cat-file', 'blob', `${ref}:${file}`]).catch(() => undefined)
  if (body === undefined) return NOT_FOUND
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return { status: 200, body, headers }
}

/** How two commits are related. Not found if one is missing, or they have no common ancestor. */
async function compare({ folder }: KnownRepository, heads: Heads, base: string, head: string): Promise<Answer> {
  const [from, to] = [base, head].map((name) => heads.get(name) ?? name)
  if (from === undefined || to === undefined || ![from, to].every((id) => /^[0-9a-f]{40,64}$/.test(id)))
    return NOT_FOUND
  // Git fails with a missing commit, and without a common ancestor.
  const ask = (...args: string[]): Promise<string | undefined> => git(folder, args).catch(() => undefined)
  const counts = await ask('rev-list', '--left-right', '--count', `${from}...${to}`)
  if (counts === undefined) return NOT_FOUND
  const [behind = 0, ahead = 0] = counts.split('\t').map(Number)
  // The counts of two histories without a common ancestor look like those of two branches.
  if (behind > 0 && ahead > 0 && (await ask('merge-base', from, to)) === undefined) return NOT_FOUND
  return { status: 200, body: { status: relationOf(ahead, behind) } }
}

function relationOf(ahead: number, behind: number): 'identical' | 'ahead' | 'behind' | 'diverged' {
  if (ahead > 0 && behind > 0) return 'diverged'
  if (ahead > 0) return 'ahead'
  return behind > 0 ? 'behind' : 'identical'
}
