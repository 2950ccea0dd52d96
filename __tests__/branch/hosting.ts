import { readFileSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Clone } from '../../src/cli/clone.ts'
import { findProgram } from '../../src/branch/command.ts'
import { Repository } from '../../src/branch/repository.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { pushEvent } from '../../testing/github/events.ts'
import { HostedRepository, type RepositoryOptions } from '../../testing/github/repository.ts'
import { GIT_ENVIRONMENT } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

/** A hosted repository in the place of GitHub, and what the tests of this folder open of it. */
export class Hosting implements AsyncDisposable {
  readonly folder: string
  readonly repository: HostedRepository
  readonly env: NodeJS.ProcessEnv
  readonly #resources: AsyncDisposableStack

  private constructor(folder: string, repository: HostedRepository, resources: AsyncDisposableStack) {
    this.folder = folder
    this.repository = repository
    this.env = { ...GIT_ENVIRONMENT, PATH: join(folder, 'bin') }
    this.#resources = resources
  }

  static async start(options?: RepositoryOptions): Promise<Hosting> {
    const resources = new AsyncDisposableStack()
    const { path } = resources.use(await temporaryFolder())
    const repository = await HostedRepository.create(path, options)
    await mkdir(join(path, 'harbour'))
    await symlink(repository.folder, join(path, 'harbour', 'handbook'))
    repository.url = pathToFileURL(join(path, 'harbour', 'handbook')).href
    await mkdir(join(path, 'bin'))
    // Takes down each command that is started, and starts it.
    const script = `#!/bin/sh\n(printf '%s\\037' "$@"; echo) >> ${join(path, 'commands')}\nexec ${findProgram('git', process.env) ?? ''} "$@"\n`
    await writeFile(join(path, 'bin', 'git'), script, { mode: 0o755 })
    await writeFile(join(path, 'commands'), '')
    return new Hosting(path, repository, resources)
  }

  /** A checkout of a commit, as actions/checkout makes it for a push. */
  async checkOut(sha: string, kind: CheckoutKind = 'full'): Promise<string> {
    return this.repository.checkout(
      pushEvent({ repository: 'harbour/handbook', ref: 'refs/heads/main', after: sha }),
      kind
    )
  }

  /** A checkout of a commit, opened. */
  async open(sha: string, kind: CheckoutKind = 'full'): Promise<Repository> {
    return this.openAt(await this.checkOut(sha, kind), sha)
  }

  /** @param isOfPerson fetches with the configuration of the checkout, as the command line does. */
  async openAt(workspace: string, sha: string, { isOfPerson = false } = {}): Promise<Repository> {
    const serverUrl = pathToFileURL(this.folder).href
    const job = { repository: 'harbour/handbook', serverUrl, sha, temp: this.folder }
    const program = join(this.folder, 'bin', 'git')
    const clone = isOfPerson ? await Clone.find(program, workspace, this.env) : undefined
    const user = clone && { user: { git: clone.git, remote: 'origin' } }
    const setup = { program, job, token: undefined, env: this.env, ...user }
    return this.#resources.use(await Repository.open(join(workspace, '.git'), setup))
  }

  /** Nothing more can be fetched. */
  async disconnect(): Promise<void> {
    await rm(join(this.folder, 'harbour', 'handbook'))
  }

  /** The Git commands that were started, in order: `ls-tree`, `fetch`. */
  commands(): string[] {
    const lines = readFileSync(join(this.folder, 'commands'), 'utf8').split('\u001f\n').slice(0, -1)
    return lines.map((line) => nameOf(line.split('\u001f')))
  }

  async forgetCommands(): Promise<void> {
    await writeFile(join(this.folder, 'commands'), '')
  }

  async textOf(repository: Repository, id: string): Promise<string> {
    const content = await repository.read({ path: '', id }, 1024)
    return content.kind === 'bytes' ? content.bytes.toString() : content.kind
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}

/** `-c a=b --git-dir=x ls-tree …`: the first argument that is no option. */
function nameOf([first = '', ...rest]: readonly string[]): string {
  if (first === '-c' || first === '-C') return nameOf(rest.slice(1))
  return first.startsWith('-') ? nameOf(rest) : first
}
