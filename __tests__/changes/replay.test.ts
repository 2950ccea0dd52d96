import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Changes } from '../../src/changes/changes.ts'
import { findChanges, findMoved, type Search } from '../../src/changes/find.ts'
import { compilePatterns } from '../../src/changes/patterns.ts'
import { openGitHub } from '../../src/github/github.ts'
import type { Job } from '../../src/github/job.ts'
import { filesOf, git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { Secret } from '../../src/secret.ts'
import { openGit } from '../../src/source/git.ts'
import type { Source } from '../../src/source/source.ts'

/**
 * Whatever happens to the runs of a branch (they fail half way, are cancelled, dropped, repeated, outlast each other)
 * and to the branch (edits, reverts, removals, force pushes): after one run that succeeds and is alone, the knowledge
 * base is the branch.
 */

const PATHS = ['docs/a.md', 'docs/b.md', 'docs/c.md', 'docs/d.md', 'src/x.ts']
const choose = compilePatterns(['docs/**/*.md'])
type End = 'success' | 'failure' | 'cancelled'

interface Run {
  readonly number: number
  readonly before: string | undefined
  readonly sha: string
  conclusion: End | null
  started: number
  updated: number
}

/** A run that has looked and not yet delivered. */
interface Pending {
  readonly run: Run
  readonly search: Search
  readonly changes: Changes
}

class Branch implements AsyncDisposable {
  readonly #folder: string
  readonly #source: Source
  readonly #url: string
  readonly #close: () => void
  readonly #runs: Run[]
  #clock: { now: number }
  head: { sha: string }
  readonly knowledge = new Map<string, string>()
  readonly #history: string[] = []

  private constructor(
    folder: string,
    source: Source,
    shared: { runs: Run[]; head: { sha: string }; clock: { now: number } },
    url: string,
    close: () => void
  ) {
    this.#folder = folder
    this.#source = source
    this.#runs = shared.runs
    this.head = shared.head
    this.#clock = shared.clock
    this.#url = url
    this.#close = close
  }

  static async create(): Promise<Branch> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'replay-')))
    await git(folder, ['init', '--quiet', '--initial-branch=main', '.'])
    const options = { workspace: folder, env: GIT_ENVIRONMENT, serverUrl: 'http://127.0.0.1:1', repository: 'o/r' }
    const source = await openGit(folder, { ...options, token: undefined })
    if (source === undefined) throw new Error('no repository')
    const shared = { runs: [] as Run[], head: { sha: '' }, clock: { now: 0 } }
    const time = (at: number): string => new Date(at * 1000).toISOString()
    const server = createServer((request, response) => {
      const isRuns = request.url?.includes('/runs?')
      const workflow_runs = shared.runs.toReversed().map(({ number, sha, conclusion, started, updated }) => ({
        run_number: number,
        head_sha: sha,
        conclusion,
        run_started_at: time(started),
        updated_at: time(updated)
      }))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isRuns ? { workflow_runs } : { object: { sha: shared.head.sha } }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Branch(folder, source, shared, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
      server.close()
      server.closeAllConnections()
    })
  }

  async push(edits: readonly (readonly [path: number, content: number])[], back: number): Promise<Run> {
    const before = this.#history.at(-1)
    const to = back > 0 ? this.#history.at(-1 - back) : undefined
    if (to !== undefined) await git(this.#folder, ['reset', '--quiet', '--hard', to])
    for (const [path, content] of edits) {
      const name = PATHS[path] ?? ''
      if (content === 0) await git(this.#folder, ['rm', '--quiet', '--force', '--ignore-unmatch', name])
      else {
        await git(this.#folder, ['update-index', '--add', '--cacheinfo', `100644,${await this.#blob(content)},${name}`])
      }
    }
    await git(this.#folder, ['commit', '--quiet', '--allow-empty', '-m', String(this.#clock.now)])
    const sha = await git(this.#folder, ['rev-parse', 'HEAD'])
    await git(this.#folder, ['reset', '--quiet', '--hard'])
    this.#history.push(sha)
    this.head.sha = sha
    const run: Run = { number: this.#runs.length + 1, before, sha, conclusion: null, started: 0, updated: this.#tick() }
    this.#runs.push(run)
    return run
  }

  async #blob(content: number): Promise<string> {
    return git(this.#folder, ['hash-object', '-w', '--stdin'], { input: `text ${content}` })
  }

  #tick(): number {
    return ++this.#clock.now
  }

  drop(run: Run): void {
    run.conclusion = 'cancelled'
    run.updated = this.#tick()
  }

  async start(run: Run): Promise<Pending> {
    run.conclusion = null
    run.started = this.#tick()
    const job: Job = {
      trigger: { kind: 'push', before: run.before, after: run.sha, deleted: false },
      repository: 'o/r',
      ref: 'refs/heads/main',
      sha: run.sha,
      defaultBranch: 'main',
      serverUrl: 'http://127.0.0.1:1',
      apiUrl: this.#url,
      workflowPath: '.github/workflows/runbooks.yml',
      runNumber: run.number,
      workspace: this.#folder
    }
    const search: Search = {
      job,
      inputs: { scope: 'auto', since: undefined, shard: undefined },
      mode: 'sync',
      source: this.#source,
      github: openGitHub(job, new Secret('ghs_x')),
      choose
    }
    return { run, search, changes: await findChanges(search) }
  }

  /** Delivers as the Action does; a run that is to fail delivers only a part, chosen by the bits of `part`. */
  async finish({ run, search, changes }: Pending, end: End, part: number): Promise<void> {
    let round = changes
    for (let rounds = 0; rounds < 4; rounds++) {
      await this.#deliver(round, end === 'success' ? -1 : part)
      if (end !== 'success' || round.range.kind === 'nothing') break
      const now = await search.github.branchHead('main')
      if (now.kind !== 'found' || now.value === round.range.head) break
      round = await findMoved(search, round.range.head, now.value)
    }
    run.conclusion = end
    run.updated = this.#tick()
  }

  async #deliver({ changed, gone, range }: Changes, part: number): Promise<void> {
    let bit = 0
    const chosen = (): boolean => ((part >> (bit++ % 8)) & 1) === 1
    for (const file of changed) {
      const content = await this.#source.read(file, 1000)
      if (chosen() && content.kind === 'bytes') this.knowledge.set(file.path, content.bytes.toString())
    }
    for (const { path } of gone) if (chosen()) this.knowledge.delete(path)
    // What a whole sync cannot know it leaves behind, and says so; a person removes it.
    if (range.kind === 'whole') {
      const { files } = await this.#source.list(range.head, choose)
      const there = new Set(files.map(({ path }) => path))
      for (const path of this.knowledge.keys()) if (!there.has(path)) this.knowledge.delete(path)
    }
  }

  async tree(): Promise<Map<string, string>> {
    const files = await filesOf(this.#folder, this.head.sha)
    return new Map([...files].filter(([path]) => choose(path)).map(([path, content]) => [path, content.toString()]))
  }

  get runs(): readonly Run[] {
    return this.#runs
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source[Symbol.asyncDispose]()
    this.#close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const edit = fc.tuple(fc.nat(PATHS.length - 1), fc.nat(3))
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
      back: fc.constantFrom(0, 0, 0, 1, 2, 3),
      fate: fc.constantFrom(
        'success' as const,
        'failure' as const,
        'cancelled' as const,
        'dropped' as const,
        'late' as const
      ),
      part: fc.nat(255)
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      end: fc.constantFrom<End>('success', 'failure'),
      part: fc.nat(255),
      which: fc.nat(3)
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      end: fc.constantFrom<End>('success', 'failure'),
      part: fc.nat(255),
      which: fc.nat(5)
    })
  }
)

test('at the end nothing is missing, and no old text stands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
      await using branch = await Branch.create()
      const late: Pending[] = []
      for (const step of actions) {
        if (step.kind === 'push') {
          const run = await branch.push(step.edits, step.back)
          if (step.fate === 'dropped') branch.drop(run)
          else if (step.fate === 'late') late.push(await branch.start(run))
          else await branch.finish(await branch.start(run), step.fate, step.part)
        } else if (step.kind === 'end') {
          const [pending] = late.splice(step.which % Math.max(late.length, 1), 1)
          if (pending) await branch.finish(pending, step.end, step.part)
        } else {
          const ended = branch.runs.filter(({ conclusion }) => conclusion !== null)
          const run = ended.at(-1 - step.which)
          if (run) await branch.finish(await branch.start(run), step.end, step.part)
        }
      }
      for (const pending of late) await branch.finish(pending, 'failure', 0x55)
      const last = await branch.push([[4, 1]], 0)
      await branch.finish(await branch.start(last), 'success', 0)
      expect(Object.fromEntries(branch.knowledge)).toEqual(Object.fromEntries(await branch.tree()))
    }),
    { seed: 41, numRuns: Number(process.env['RUNS'] ?? 12), endOnFailure: process.env['RUNS'] !== undefined }
  )
}, 300_000)
