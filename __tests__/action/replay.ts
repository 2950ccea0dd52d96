import { expect } from '@jest/globals'
import { filesOf } from '../../testing/git.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { openGate } from '../../testing/gate.ts'
import { bundledHistory, madeUpHistory, type History } from './history.ts'

/** A bundle of real runbooks, where this machine has one; what is made up is replayed everywhere. */
const bundle = process.env['RUNBOOK_CORPUS'] ?? ''

export const histories: readonly History[] = [madeUpHistory(20_261), ...(bundle === '' ? [] : [bundledHistory(bundle)])]

const DAY = 24 * 60 * 60 * 1000

/** A environment, a history to play on it, and what the service must then hold. */
export class Replay implements AsyncDisposable {
  readonly environment: TestEnvironment
  readonly pushes: readonly string[]
  readonly #history: History
  readonly #entries = new Map<string, Map<string, string>>()

  private constructor(environment: TestEnvironment, history: History, pushes: readonly string[]) {
    this.environment = environment
    this.#history = history
    this.pushes = pushes
  }

  static async open(history: History): Promise<Replay> {
    // An entry for each file, with its bytes: what can be compared without knowing any conversion.
    const inputs = { files: history.files, name: '{path}', 'front-matter': 'keep', links: 'keep' }
    const environment = await TestEnvironment.create({ step: { inputs } })
    return new Replay(environment, history, await history.open(environment.repository))
  }

  get lastRun(): number {
    return this.environment.github.runs.at(-1)?.number ?? 0
  }

  /** The runbooks of a commit as entries: a name is one line, the text is that of the file. */
  async entriesAt(commit: string): Promise<Map<string, string>> {
    const known = this.#entries.get(commit)
    if (known !== undefined) return known
    const files = await filesOf(this.environment.repository.folder, commit)
    const runbooks = [...files].filter(([path]) => this.#history.isRunbook(path))
    const entries = new Map(runbooks.map(([path, bytes]) => [path.replace(/\s+/g, ' ').trim(), bytes.toString('utf8')]))
    this.#entries.set(commit, entries)
    return entries
  }

  /** Everything of `commit` is there; the rest are runbooks that the branch once had, with a text they once had. */
  async expectComplete(commit: string): Promise<void> {
    const [held, entries] = [this.environment.entries(), await this.entriesAt(commit)]
    expect(new Map([...held].filter(([name]) => entries.has(name)))).toEqual(entries)
    const earlier = await Promise.all(
      this.pushes.slice(0, this.pushes.indexOf(commit)).map((each) => this.entriesAt(each))
    )
    const others = [...held].filter(([name]) => !entries.has(name))
    expect(others.filter(([name, text]) => !earlier.some((each) => each.get(name) === text))).toEqual([])
  }

  async withExpiredToken(commit: string): Promise<JobResult> {
    this.environment.service.clock.advance(31 * DAY)
    const before = this.environment.entries()
    const job = await this.environment.push(commit)
    this.environment.rotateToken()
    // Green is right where there was nothing to send.
    if (job.exitCode !== 0) expect(job.outputs).toMatchObject({ 'token-rejected': 'true', upserted: '0' })
    expect(this.environment.entries()).toEqual(before)
    return job
  }

  async cancelledWhileSending(commit: string): Promise<JobResult> {
    const started = Promise.withResolvers<() => void>()
    await using gate = await openGate(
      () => this.environment.service.url,
      async (count) => {
        if (count === 1) (await started.promise)()
      }
    )
    const job = await this.environment.startPush(commit, { inputs: { 'base-url': gate.url } })
    started.resolve(() => {
      job.cancel()
    })
    return await job.result
  }

  /** The run of `commit` has read its runbooks but may not send them until that of `next` is over. */
  async overlap(commit: string, next: string): Promise<number> {
    const reached = Promise.withResolvers<undefined>()
    const over = Promise.withResolvers<undefined>()
    let upserts = 0
    await using gate = await openGate(
      () => this.environment.service.url,
      async () => {
        upserts++
        reached.resolve(undefined)
        await over.promise
      }
    )
    const slow = await this.environment.startPush(commit, { inputs: { 'base-url': gate.url } })
    await Promise.race([reached.promise, slow.result])
    try {
      green(await this.environment.push(next))
    } finally {
      over.resolve(undefined)
    }
    green(await slow.result)
    return upserts
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.environment[Symbol.asyncDispose]()
  }
}

/** A run that should have succeeded. */
export function green(job: JobResult): void {
  if (job.exitCode !== 0) throw new Error(`A run that should be green is red:\n${job.log}`)
}
