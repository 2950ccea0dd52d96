import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChanges, findMoved, type Search } from '../../src/changes/find.ts'
import { decideMode } from '../../src/changes/mode.ts'
import { compilePatterns } from '../../src/changes/patterns.ts'
import type { Changes } from '../../src/changes/changes.ts'
import { openGitHub } from '../../src/github/github.ts'
import { readJob, type Job } from '../../src/github/job.ts'
import type { Inputs } from '../../src/inputs.ts'
import type { JobEvent } from '../../testing/events.ts'
import { GIT_ENVIRONMENT } from '../../testing/git.ts'
import { startGitHubApi, type GitHubApi, type WorkflowRun } from '../../testing/github-api.ts'
import { HostedRepository, type WorkingCopy } from '../../testing/repository.ts'
import { Secret } from '../../src/secret.ts'
import { openSource } from '../../src/source/open.ts'

export const WORKFLOW = '.github/workflows/runbooks.yml'

/** What a test may ask for that is not as in an ordinary job. */
export interface JobOptions {
  readonly event: JobEvent
  readonly runNumber?: number
  readonly inputs?: Partial<Pick<Inputs, 'mode' | 'scope' | 'since' | 'shard' | 'root' | 'githubToken'>> | undefined
  readonly files?: readonly string[]
  /** As actions/checkout leaves it, unless given. */
  readonly workspace?: string
  readonly depth?: number
}

/** What a job found, and a way to go on. */
export interface FoundJob extends AsyncDisposable {
  readonly job: Job
  readonly search: Search
  readonly changes: Changes
  readonly workspace: string
  moved(from: string, to: string): Promise<Changes>
}

/** A hosted repository, somebody's clone of it, GitHub's API, and jobs that look for their changes in it. */
export class World implements AsyncDisposable {
  readonly folder: string
  readonly hosted: HostedRepository
  readonly clone: WorkingCopy
  readonly api: GitHubApi
  #jobs = 0

  private constructor(folder: string, hosted: HostedRepository, clone: WorkingCopy, api: GitHubApi) {
    this.folder = folder
    this.hosted = hosted
    this.clone = clone
    this.api = api
  }

  static async create(): Promise<World> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'world-')))
    const hosted = await HostedRepository.create(folder)
    return new World(folder, hosted, await hosted.clone(), await startGitHubApi(hosted))
  }

  /** Writes, removes (`null`) and pushes; returns the commit. */
  async push(
    files: Readonly<Record<string, string | Uint8Array | null>>,
    options: { readonly branch?: string; readonly force?: boolean } = {}
  ): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      if (content === null) await this.clone.remove(path)
      else await this.clone.write(path, content)
    }
    const commit = await this.clone.commit('Edit the runbooks')
    await this.clone.push(options)
    return commit
  }

  /** Lets GitHub know of a push run. */
  ran(number: number, sha: string, conclusion: WorkflowRun['conclusion'], branch = 'main'): void {
    this.api.runs.push({ workflow: 'runbooks.yml', number, event: 'push', branch, sha, conclusion })
  }

  async environment({
    event,
    runNumber = 100,
    workspace
  }: JobOptions & { workspace: string }): Promise<Record<string, string>> {
    const eventPath = join(this.folder, `event-${++this.#jobs}.json`)
    await writeFile(eventPath, JSON.stringify(event.payload))
    return {
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_REF: event.ref,
      GITHUB_SHA: event.sha,
      GITHUB_REPOSITORY: this.hosted.name,
      GITHUB_API_URL: this.api.url,
      // Nobody listens there: what the hosted repository has not, no job finds elsewhere.
      GITHUB_SERVER_URL: 'http://127.0.0.1:1',
      GITHUB_WORKFLOW_REF: `${this.hosted.name}/${WORKFLOW}@${event.ref}`,
      GITHUB_RUN_NUMBER: String(runNumber),
      GITHUB_WORKSPACE: workspace
    }
  }

  /** Does what a job does up to the point where it knows its changes. */
  async find(options: JobOptions): Promise<FoundJob> {
    const { event, files = ['docs/**/*.md'], depth = 1 } = options
    const workspace = options.workspace ?? (await this.hosted.checkout(event, { depth }))
    const job = await readJob(await this.environment({ ...options, workspace }))
    const inputs = {
      mode: 'auto',
      scope: 'auto',
      since: undefined,
      shard: undefined,
      root: '',
      githubToken: new Secret('ghs_secret'),
      files,
      ...options.inputs
    } as const
    const github = openGitHub(job, inputs.githubToken)
    const { mode } = await decideMode(inputs.mode, job, github)
    if (mode === 'check') throw new Error('a check finds nothing')
    const { source } = await openSource(job, inputs, GIT_ENVIRONMENT)
    const search: Search = { job, inputs, mode, source, github, choose: compilePatterns(files) }
    return {
      job,
      search,
      workspace,
      changes: await findChanges(search),
      moved: (from, to) => findMoved(search, from, to),
      async [Symbol.asyncDispose]() {
        await source[Symbol.asyncDispose]()
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.api[Symbol.asyncDispose]()
    await rm(this.folder, { recursive: true, force: true })
  }
}
