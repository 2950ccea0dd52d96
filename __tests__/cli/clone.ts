import { jest } from '@jest/globals'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { runCommand } from '../../src/cli/commands.ts'
import { startService, UPSERT_PATH, type Service } from '../../service/service.ts'
import { textSent } from '../../testing/expected-entries.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { fastImportOf } from '../../testing/github/commit.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { reportOf, type Report } from '../support/report.ts'

const SOURCES = 'src/cli.ts'
/** By default the sources; `RUNBOOK_SYNC_CLI` names the bundle. */
const { RUNBOOK_SYNC_CLI: program = SOURCES } = process.env
export const PROGRAM = resolve(program)

export const DISK = 'docs/runbooks/disk.md'
export const OTHER = 'docs/runbooks/other.md'
export const RUNBOOKS = { [DISK]: '# Disk full\n\nText.\n', [OTHER]: '# Other\n\nText.\n' }

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Below the clone. */
  readonly folder?: string
}

interface StartOptions {
  readonly onStart?: (child: ChildProcess) => void
  /** Whether somebody reads standard output. */
  readonly isReading?: boolean
  readonly nodeOptions?: readonly string[]
}

/** A service, a remote with runbooks, and a clone of it as somebody works in it. */
export class Clone implements AsyncDisposable {
  readonly service: Service
  /** Absolute path of the clone. */
  readonly path: string
  /** Absolute path of the remote. */
  readonly remote: string
  readonly token: string
  readonly #resources: AsyncDisposableStack

  private constructor(resources: AsyncDisposableStack, service: Service, folder: string) {
    this.#resources = resources
    this.service = service
    this.path = join(folder, 'clone')
    this.remote = join(folder, 'remote')
    this.token = service.tokens.create({ name: 'Command line', expiration: '30 days' }).value
  }

  static async create(tree: Readonly<Record<string, string>> = RUNBOOKS): Promise<Clone> {
    await using resources = new AsyncDisposableStack()
    const folder = resources.use(await temporaryFolder())
    const service = resources.use(await startService({ port: 0, control: true }))
    const clone = new Clone(resources.move(), service, folder.path)
    await git(folder.path, ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', clone.remote])
    const commit = { branch: 'main', parents: [], time: 1_800_000_000, zero: '0'.repeat(40) }
    await git(clone.remote, ['fast-import', '--quiet'], { input: fastImportOf(tree, {}, commit) })
    await git(folder.path, ['clone', '--quiet', '--template=', clone.remote, clone.path])
    return clone
  }

  /** Writes files; `undefined` removes one. */
  async write(tree: Readonly<Record<string, string | undefined>>): Promise<void> {
    for (const [path, content] of Object.entries(tree)) {
      const file = join(this.path, path)
      await mkdir(dirname(file), { recursive: true })
      await (content === undefined ? rm(file) : writeFile(file, content))
    }
  }

  async commit(tree: Readonly<Record<string, string | undefined>>): Promise<void> {
    await this.write(tree)
    await this.git('add', '--all')
    await this.git('commit', '--quiet', '--message', 'Change runbooks')
  }

  async git(...args: readonly string[]): Promise<string> {
    return git(this.path, args)
  }

  async read(path: string): Promise<string> {
    return readFile(join(this.path, path), 'utf8')
  }

  /**
   * Runs the command line in the clone, with the token and the address of the service. The sources run in this process,
   * which takes a tenth of the time. A bundle runs in its own.
   */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    if (program !== SOURCES) return this.start(args, options)
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    jest.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as never)
    jest.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as never)
    const folder = process.cwd()
    process.chdir(join(this.path, options.folder ?? '.'))
    try {
      const code = await runCommand([...args], this.#variables(options.env))
      return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
    } finally {
      process.chdir(folder)
      jest.restoreAllMocks()
    }
  }

  /** The same with `--json`: the exit code, and the report after a check with its schema. */
  async report(args: readonly string[], options?: RunOptions): Promise<Report & { readonly code: number | null }> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options)
    return { ...reportOf({ report: JSON.parse(stdout), stdout, stderr }), code }
  }

  /** Runs the command line in a process of its own. */
  async start(args: readonly string[], given: RunOptions & StartOptions = {}): Promise<Finished> {
    const { env, folder = '.', nodeOptions = [], isReading = true } = given
    const options = ['--disable-warning=ExperimentalWarning', ...nodeOptions]
    const child = spawn(process.execPath, [...options, PROGRAM, ...args], {
      cwd: join(this.path, folder),
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...this.#variables(env) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000
    })
    given.onStart?.(child)
    if (!isReading) child.stdout.destroy()
    const reading = isReading ? text(child.stdout) : ''
    const [stdout, stderr] = await Promise.all([reading, text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, stdout, stderr }
  }

  #variables(more: RunOptions['env'] = {}): Record<string, string> {
    const own = { ...GIT_ENVIRONMENT, RUNBOOK_SYNC_TOKEN: this.token, RUNBOOK_SYNC_BASE_URL: this.service.url }
    const all = Object.entries<string | undefined>({ ...own, ...more })
    return Object.fromEntries(all.filter((variable): variable is [string, string] => variable[1] !== undefined))
  }

  /** Writes an entry, as a person does in the assistant. */
  async writeEntry(name: string, content: string): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name, content })
    const { status } = await fetch(this.service.url + UPSERT_PATH, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`The service refuses the entry (HTTP ${status})`)
  }

  /** The knowledge base: content by name. */
  entries(): Record<string, string> {
    return Object.fromEntries(this.service.entries().map(({ name, content }) => [name, content]))
  }

  /** The same without the source lines that fit to their texts. */
  texts(): Record<string, string> {
    const entries = this.service.entries()
    return Object.fromEntries(entries.map(({ name, content }) => [name, textSent(name, content) ?? content]))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}
