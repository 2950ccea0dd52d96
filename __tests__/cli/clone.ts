import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { startService, UPSERT_PATH, type Service } from '../../service/service.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { reportOf, type Report } from '../action/report.ts'

/** By default the sources; `RUNBOOK_SYNC_CLI` names the bundle. */
const PROGRAM = resolve(process.env['RUNBOOK_SYNC_CLI'] ?? 'src/cli.ts')

export const DISK = 'docs/runbooks/disk.md'
export const OTHER = 'docs/runbooks/other.md'
export const RUNBOOKS = { [DISK]: '# Disk full\n\nText.\n', [OTHER]: '# Other\n\nText.\n' }

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface StartOptions {
  /** `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Below the clone. */
  readonly folder?: string
  /** Of Node. */
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
    await git(folder.path, ['init', '--quiet', '--bare', '--initial-branch=main', clone.remote])
    await git(folder.path, ['clone', '--quiet', clone.remote, clone.path])
    await clone.commit(tree)
    await clone.git('push', '--quiet', 'origin', 'main')
    await clone.git('remote', 'set-head', 'origin', 'main')
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

  async commit(tree: Readonly<Record<string, string | undefined>>): Promise<string> {
    await this.write(tree)
    await this.git('add', '--all')
    await this.git('commit', '--quiet', '--message', 'Change runbooks')
    return this.git('rev-parse', 'HEAD')
  }

  async git(...args: readonly string[]): Promise<string> {
    return git(this.path, args)
  }

  async read(path: string): Promise<string> {
    return readFile(join(this.path, path), 'utf8')
  }

  /** Runs the command line in the clone, with the token and the address of the service. */
  async run(
    args: readonly string[],
    { env = {}, folder = '.', nodeOptions = [] }: StartOptions = {}
  ): Promise<Finished> {
    const variables = {
      ...GIT_ENVIRONMENT,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      RUNBOOK_SYNC_TOKEN: this.token,
      RUNBOOK_SYNC_BASE_URL: this.service.url,
      ...env
    }
    const options = ['--disable-warning=ExperimentalWarning', ...nodeOptions]
    const child = spawn(process.execPath, [...options, PROGRAM, ...args], {
      cwd: join(this.path, folder),
      env: Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined)),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000
    })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, stdout, stderr }
  }

  /** The same with `--json`: the exit code, and the report after a check with its schema. */
  async report(args: readonly string[], options?: StartOptions): Promise<Report & { readonly code: number | null }> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options)
    return { ...reportOf({ report: JSON.parse(stdout), stdout, stderr }), code }
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}
