import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { importHistory } from '../../bench/history.ts'
import { startSink, type Sink } from '../../bench/sink.ts'
import { handbook, runbook, runbookPath } from '../../bench/text.ts'
import { dispatchEvent, pushEvent, type JobEvent } from '../../testing/events.ts'
import { startGitHubApi } from '../../testing/github-api.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/leftovers.ts'
import { HostedRepository } from '../../testing/repository.ts'
import type { Package } from './bundle.ts'
import { observe, type Cost } from './observe.ts'

const RUNBOOKS = 20
const SHAPE = { bytes: 1000, links: 5 }

interface Kind {
  readonly name: string
  readonly event: (commits: Commits) => JobEvent
  /** 0: all of the history. */
  readonly depth: 0 | 1
  readonly inputs?: Readonly<Record<string, string>>
  readonly withoutService?: true
  readonly exitCode: 0 | 1
  readonly cost: Cost
  /** Requests to GitHub's API. */
  readonly github: readonly string[]
}

interface Commits {
  readonly first: string
  /** Changes a file that is no runbook. */
  readonly second: string
  /** Changes one runbook. */
  readonly third: string
}

const repository = { name: 'harbour/handbook', defaultBranch: 'main' }
const place = { repository: repository.name, ref: 'refs/heads/main' }
const byHand = ({ third }: Commits) => dispatchEvent({ ...place, sha: third })
const unrelated = ({ first, second }: Commits) => pushEvent({ ...place, before: first, after: second })
const related = ({ second, third }: Commits) => pushEvent({ ...place, before: second, after: third })

const HEAD = '/git/ref/heads/main'
const RUNS = '/actions/workflows/runbooks.yml/runs'

/** What most runbooks take: no parsers, which are for unusual front matter and headings, nor @actions/glob, for the disk. */
const ALL: readonly Package[] = ['entities', 'undici']

/** What every run needs to know its repository, and that it has the commits. */
const OPEN = ['config', 'rev-list']
/** Brings the base into a clone of one commit. */
const FETCH = ['rev-parse', 'fetch']
/** The paths of a commit's runbooks. */
const LIST = ['ls-tree']
/** Which of them differ from another commit's. */
const COMPARE = ['diff-tree']
/** Their texts, all through one process. */
const READ = ['cat-file']
/** All paths of the commit, to say which links lead nowhere. */
const LINKS = ['ls-tree']

const NO_REQUESTS = { upserts: 0, lists: 0, connections: 0 }

/** In this order: the knowledge base has nothing before the first whole sync, and everything after it. */
const KINDS: readonly Kind[] = [
  {
    name: 'an input is missing',
    event: unrelated,
    depth: 1,
    withoutService: true,
    exitCode: 1,
    cost: { ...NO_REQUESTS, git: [], packages: [] },
    github: []
  },
  {
    name: 'check',
    event: unrelated,
    depth: 1,
    inputs: { mode: 'check' },
    exitCode: 0,
    cost: { upserts: 0, lists: 1, connections: 1, git: [], packages: ['undici'] },
    github: []
  },
  {
    name: 'first whole sync',
    event: byHand,
    depth: 1,
    exitCode: 0,
    // One upsert more than there are runbooks: the canary is sent twice, and looked for in the list. Before and after
    // everything the list is read whole, which ends at an empty page.
    cost: {
      upserts: RUNBOOKS + 1,
      lists: 5,
      connections: 8,
      git: [...OPEN, ...LIST, ...READ, ...LINKS],
      packages: ALL
    },
    github: [HEAD, HEAD]
  },
  {
    name: 'whole sync that finds nothing to send',
    event: byHand,
    depth: 1,
    exitCode: 0,
    cost: { upserts: 0, lists: 2, connections: 2, git: [...OPEN, ...LIST, ...READ, ...LINKS], packages: ALL },
    github: [HEAD, HEAD]
  },
  {
    name: 'push that changes no runbook, full clone',
    event: unrelated,
    depth: 0,
    exitCode: 0,
    cost: { ...NO_REQUESTS, git: [...OPEN, ...LIST, ...COMPARE], packages: ['undici'] },
    github: [RUNS, HEAD]
  },
  {
    name: 'push that changes no runbook, clone of one commit',
    event: unrelated,
    depth: 1,
    exitCode: 0,
    cost: { ...NO_REQUESTS, git: [...OPEN, ...FETCH, ...LIST, ...COMPARE], packages: ['undici'] },
    github: [RUNS, HEAD]
  },
  {
    name: 'push that changes one runbook',
    event: related,
    depth: 1,
    exitCode: 0,
    cost: {
      upserts: 1,
      lists: 0,
      connections: 1,
      git: [...OPEN, ...FETCH, ...LIST, ...COMPARE, ...READ, ...LINKS],
      packages: ALL
    },
    github: [RUNS, HEAD, HEAD]
  },
  {
    name: 'plan of a push, offline',
    event: related,
    depth: 1,
    inputs: { mode: 'plan' },
    withoutService: true,
    exitCode: 0,
    cost: { ...NO_REQUESTS, git: [...OPEN, ...FETCH, ...LIST, ...COMPARE, ...READ, ...LINKS], packages: ALL },
    github: [RUNS, HEAD]
  }
]

describe('what a run costs', () => {
  let folder: TemporaryFolder
  let hosted: HostedRepository
  let commits: Commits
  let sink: Sink

  beforeAll(async () => {
    folder = await temporaryFolder()
    sink = await startSink()
    hosted = await HostedRepository.create(folder.path, repository)
    const runbooks = handbook(RUNBOOKS, SHAPE)
    const [first = '', second = '', third = ''] = await importHistory(hosted, [
      runbooks,
      [['README.md', '# Handbook\n']],
      [[runbookPath(7), runbook(7, SHAPE, 1)]]
    ])
    commits = { first, second, third }
  })

  afterAll(async () => {
    await sink[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  test.each(KINDS)('$name', async ({ event: eventOf, depth, inputs = {}, withoutService, exitCode, cost, github }) => {
    const event = eventOf(commits)
    await using api = await startGitHubApi({ ...repository, head: () => Promise.resolve(event.sha) })
    const before = event.payload['before'] as string | undefined
    const success = { workflow: 'runbooks.yml', event: 'push', branch: 'main', conclusion: 'success' } as const
    if (before !== undefined) api.runs.push({ ...success, number: 1, sha: before })

    const observed = await observe(
      {
        inputs: { ...(withoutService ? {} : { token: 'guard', 'base-url': sink.url }), ...inputs },
        event,
        workspace: await hosted.checkout(event, { depth }),
        repository: repository.name,
        apiUrl: api.url,
        runNumber: 2
      },
      sink
    )

    expect(observed.result).toMatchObject({ exitCode })
    expect(observed.cost).toEqual({ ...cost, git: cost.git.toSorted() })
    const prefix = `/repos/${repository.name}`
    const asked = api.requests.map(({ url }) => decodeURIComponent(url).replace(prefix, '').replace(/\?.*/, ''))
    expect(asked.sort()).toEqual(github)
  })
})
