import { afterAll, beforeAll } from '@jest/globals'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../src/cli/main.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { Project } from '../../testing/project.ts'
import { runCommandLine, type CommandOptions, type Finished } from '../../testing/runner/command-line.ts'
import { reportOf, type Report } from '../support/report.ts'

export const DISK = 'docs/runbooks/disk.md'
export const OTHER = 'docs/runbooks/other.md'
export const RUNBOOKS = { [DISK]: '# Disk full\n\nText.\n', [OTHER]: '# Other\n\nText.\n' }

export interface RunOptions {
  /** `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Below the clone. */
  readonly folder?: string
  /** The option of this name; `null` for none. The remote is a folder, which has no address. */
  readonly repository?: string | null
  readonly isTerminal?: boolean
}

/** A run without token and address. */
export const BARE = { env: { RUNBOOK_SYNC_TOKEN: undefined, RUNBOOK_SYNC_BASE_URL: undefined } }

type StartOptions = Partial<Pick<CommandOptions, 'onStart' | 'isReading' | 'isGroup' | 'stdout' | 'nodeOptions'>>

/** A project, and a clone of its repository in which somebody works with the command line. */
export class Clone implements AsyncDisposable {
  readonly project: Project
  /** Absolute path of the clone. */
  readonly path: string

  private constructor(project: Project) {
    this.project = project
    this.path = join(project.folder, 'clone')
  }

  static async create(tree: Readonly<Record<string, string>> = RUNBOOKS): Promise<Clone> {
    const clone = new Clone(await Project.create())
    await clone.project.commit(tree)
    const options = ['--quiet', '--template=', '--config=maintenance.auto=false']
    await git(clone.project.folder, ['clone', ...options, clone.project.repository.folder, clone.path])
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

  readonly git = async (...args: readonly string[]): Promise<string> => git(this.path, args)
  readonly read = async (path: string): Promise<string> => readFile(join(this.path, path), 'utf8')

  /**
   * Runs the command line in the clone, with the token and the address of the service, and here, which takes a tenth of the
   * time. If `RUNBOOK_SYNC_CLI` names a program, that one is started.
   */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    // A terminal can only be given as a value.
    if (process.env['RUNBOOK_SYNC_CLI'] !== undefined && options.isTerminal !== true) return this.start(args, options)
    const [stdout, stderr] = [Object.assign(new PassThrough(), { isTTY: options.isTerminal }), new PassThrough()]
    const streams = { stdout: stdout as never, stderr: stderr as never }
    const code = await runCommand({ ...this.#shellOf(args, options), ...streams })
    return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
  }

  /** The same with `--json`: the exit code, and the report after a check with its schema. */
  async report(args: readonly string[], options?: RunOptions): Promise<Report & { readonly code: number | null }> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options)
    return { ...reportOf({ report: JSON.parse(stdout), stdout, stderr }), code }
  }

  /** Runs the command line in a process of its own. */
  async start(args: readonly string[], options: RunOptions & StartOptions = {}): Promise<Finished> {
    const { args: all, ...place } = this.#shellOf(args, options)
    return runCommandLine(all, { ...options, ...place })
  }

  #shellOf(args: readonly string[], { env = {}, folder = '.', repository = 'acme/handbook' }: RunOptions) {
    const access = { RUNBOOK_SYNC_TOKEN: this.project.token, RUNBOOK_SYNC_BASE_URL: this.project.service.url }
    const variables = Object.entries<string | undefined>({ ...GIT_ENVIRONMENT, ...access, ...env })
    return {
      args: repository === null ? args : [...args, '--repository', repository],
      env: Object.fromEntries(variables.filter((one): one is [string, string] => one[1] !== undefined)),
      folder: join(this.path, folder)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.project[Symbol.asyncDispose]()
  }
}

/** @returns what gives the clone that the tests of a group share. */
export function sharedClone(make = async (): Promise<Clone> => Clone.create()): () => Clone {
  let clone: Clone | undefined
  beforeAll(async () => {
    clone = await make()
  })
  afterAll(async () => clone?.[Symbol.asyncDispose]())
  return () => {
    if (clone === undefined) throw new Error('Only a test has it.')
    return clone
  }
}
