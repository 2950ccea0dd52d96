import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { git } from '../../testing/git.ts'
import { Project } from '../../testing/project.ts'
import { runbooks, type Files } from './runbooks.ts'
import type { BenchService } from './service.ts'

/** What a run of the Action took. */
export interface Usage {
  /** Milliseconds from its start to its end. */
  readonly time: number
  /** MiB of memory at the most. */
  readonly memory: number
}

/** A repository with runbooks, whose last push changed one of them, and a full checkout. */
export class Hosted implements AsyncDisposable {
  /** Absolute path of the repository, and the commit before and after the push. */
  readonly repository: string
  readonly before: string
  readonly after: string
  readonly #project: Project

  private constructor(project: Project, before: string, after: string) {
    this.#project = project
    this.repository = project.repository.folder
    this.before = before
    this.after = after
  }

  static async create(count: number): Promise<Hosted> {
    const project = await Project.create()
    const { folder } = project.repository
    await git(folder, ['fast-import', '--quiet'], { input: [runbooks(count), runbooks(1, 1)].map(importOf).join('') })
    // The pack of `fast-import` is thirty times slower to read than one of a server.
    await git(folder, ['repack', '-adfq'])
    const commits = await git(folder, ['rev-list', '--reverse', 'main'])
    const [before = '', after = ''] = commits.split('\n')
    return new Hosted(project, before, after)
  }

  /** Sends all runbooks into an empty service. */
  async load(service: BenchService): Promise<Usage> {
    service.restore()
    return this.#run(dispatchEvent(this.#project.repository.name, this.before), this.before, service)
  }

  /** The push. */
  async push(service: BenchService): Promise<Usage> {
    const usage = await this.#run(this.#project.pushOf({ before: this.before, after: this.after }), this.after, service)
    if (service.upserts !== 1) throw new Error(`The push sent ${service.upserts} entries.`)
    return usage
  }

  async #run(event: JobEvent, head: string, service: BenchService): Promise<Usage> {
    const { repository, folder } = this.#project
    await repository.setHead(head)
    const workspace = await repository.checkout(event, 'full')
    const env = { NODE_OPTIONS: `--import=${PRELOAD}`, PEAK: join(folder, 'peak') }
    const inputs = { 'base-url': service.url }
    const { exitCode, log, milliseconds } = await this.#project.run({
      event,
      workspace,
      inputs,
      env,
      timeout: 600_000
    })
    if (exitCode !== 0) throw new Error(log)
    return { time: milliseconds, memory: Number(await readFile(env.PEAK, 'utf8')) / 1024 }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#project[Symbol.asyncDispose]()
  }
}

/** Writes Linux's own count of memory at the end: `maxRSS` begins with what the parent held when it forked. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs'
  process.once('exit', () => {
    writeFileSync(process.env.PEAK, /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  })`)}`

/** A commit, for `git fast-import`. */
function importOf(files: Files): string {
  const lines = Array.from(
    files,
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  )
  const committer = 'Robin Moran <robin@harbour.example> 1767600000 +0000'
  return `commit refs/heads/main\ncommitter ${committer}\ndata 0\n${lines.join('')}`
}
