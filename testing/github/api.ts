import { git } from '../git.ts'
import { problem, type Answer, type Route, type Snapshot } from './faults.ts'
import type { HostedRepository } from './repository.ts'
import { describeRun, listRuns, runIdOf, workflowIdOf } from './runs.ts'

/** What of a repository the API tells. */
export type KnownRepository = Pick<HostedRepository, 'name' | 'defaultBranch' | 'folder' | 'heads'>

export interface ApiRequest {
  readonly route: Route
  /** What the path names: a branch or commit, a workflow, a run or two commits. */
  readonly parameters: readonly string[]
  readonly query: URLSearchParams
}

const ROUTES: readonly (readonly [Route, RegExp])[] = [
  ['repository', /^$/],
  ['tip', /^\/git\/ref\/heads\/(.+)$/],
  ['tip', /^\/commits\/(.+)$/],
  ['runs', /^\/actions\/workflows\/([^/]+)\/runs$/],
  ['run', /^\/actions\/runs\/(\d+)$/],
  ['compare', /^\/compare\/(.+)\.\.\.(.+)$/]
]

/** Which question a path of the REST API is. */
export function routeOf(repository: KnownRepository, url: URL): ApiRequest {
  const path = decodeURIComponent(url.pathname).replace(`/repos/${repository.name}`, '')
  for (const [route, pattern] of ROUTES) {
    const match = pattern.exec(path)
    if (match !== null) return { route, parameters: [...match], query: url.searchParams }
  }
  return { route: 'other', parameters: [path], query: url.searchParams }
}

/** Answers from what GitHub knows, or knew at a past moment. Commits come from the real repository. */
export async function answerApi(repository: KnownRepository, known: Snapshot, request: ApiRequest): Promise<Answer> {
  const [path = '', first = '', second = ''] = request.parameters
  const notFound = problem(404, 'Not Found')
  switch (request.route) {
    case 'repository': {
      const { name, defaultBranch } = repository
      return { status: 200, body: { full_name: name, default_branch: defaultBranch, private: true } }
    }
    case 'tip': {
      const isCommit = path.startsWith('/commits/')
      const sha = known.heads.get(first) ?? (isCommit ? await commitOf(repository, first) : undefined)
      if (sha === undefined) return notFound
      if (isCommit) return { status: 200, body: { sha } }
      return { status: 200, body: { ref: `refs/heads/${first}`, object: { type: 'commit', sha } } }
    }
    case 'run': {
      const run = known.runs.find(({ number }) => String(runIdOf(number)) === first)
      return run === undefined ? notFound : { status: 200, body: describeRun(run) }
    }
    case 'runs': {
      const runs = known.runs.filter(({ workflow }) => workflow === first || String(workflowIdOf(workflow)) === first)
      return runs.length === 0 ? notFound : { status: 200, body: listRuns(runs, request.query) }
    }
    case 'compare':
      return (await compare(repository, known, first, second)) ?? notFound
    case 'git':
    case 'other':
      return notFound
  }
}

/** The commit that an id or a tag names. */
async function commitOf({ folder }: KnownRepository, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  return git(folder, args).catch(() => undefined)
}

/** The counts of a comparison; `undefined` where a commit is missing or they have no common ancestor. */
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
  const status = ahead === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged'
  const mergeBase = behind === 0 ? from : ahead === 0 ? to : await ask('merge-base', from, to)
  if (mergeBase === undefined) return undefined
  const commits = { base_commit: { sha: from }, merge_base_commit: { sha: mergeBase } }
  return { status: 200, body: { status, ahead_by: ahead, behind_by: behind, ...commits, files: [] } }
}
