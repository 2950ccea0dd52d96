import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Clone } from '../../src/cli/clone.ts'
import { findGit } from '../../src/branch/command.ts'
import { Repository } from '../../src/branch/repository.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { pushEvent } from '../../testing/github/events.ts'
import { HostedRepository } from '../../testing/github/repository.ts'
import { GIT_ENVIRONMENT, type ObjectFormat } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

/** A hosted repository in the place of GitHub, and what the tests of this folder open of it. */
export class Hosting implements AsyncDisposable {
  readonly folder: string
  readonly repository: HostedRepository
  readonly env: NodeJS.ProcessEnv
  readonly program: string
  readonly #resources: AsyncDisposableStack

  private constructor(folder: string, repository: HostedRepository, resources: AsyncDisposableStack) {
    this.folder = folder
    this.repository = repository
    this.env = { ...GIT_ENVIRONMENT, PATH: join(folder, 'bin') }
    this.program = join(folder, 'bin', 'git')
    this.#resources = resources
  }

  static async start(objectFormat?: ObjectFormat): Promise<Hosting> {
    const resources = new AsyncDisposableStack()
    const { path } = resources.use(await temporaryFolder())
    const repository = await HostedRepository.create(path, objectFormat)
    await mkdir(join(path, 'harbour'))
    await symlink(repository.folder, join(path, 'harbour', 'handbook'))
    repository.url = pathToFileURL(join(path, 'harbour', 'handbook')).href
    const hosting = new Hosting(path, repository, resources)
    await mkdir(join(path, 'bin'))
    const script = `#!/bin/sh\necho " $* " >> ${join(path, 'commands')}\nexec ${findGit(process.env) ?? ''} "$@"\n`
    await writeFile(hosting.program, script, { mode: 0o755 })
    return hosting
  }

  /** A checkout of a commit, as actions/checkout makes it for a push. */
  async checkOut(sha: string, kind: CheckoutKind = 'full'): Promise<string> {
    return this.repository.checkout(pushEvent('harbour/handbook', undefined, sha), kind)
  }

  /** A checkout of a commit, opened. */
  async open(sha: string, kind: CheckoutKind = 'full'): Promise<Repository> {
    return this.openAt(await this.checkOut(sha, kind), sha)
  }

  /** @param clone fetches as its user does. */
  async openAt(workspace: string, sha: string, clone?: Clone): Promise<Repository> {
    const serverUrl = pathToFileURL(this.folder).href
    const job = { repository: 'harbour/handbook', serverUrl, sha, temp: this.folder }
    const user = clone && { user: { git: clone.git, remote: 'origin' } }
    const setup = { program: this.program, job, token: undefined, env: this.env, ...user }
    return this.#resources.use(await Repository.open(join(workspace, '.git'), setup))
  }

  /** How often Git was started with a command. */
  async calls(command: string): Promise<number> {
    return (await readFile(join(this.folder, 'commands'), 'utf8')).split(` ${command} `).length - 1
  }

  /** Nothing more can be fetched. */
  async disconnect(): Promise<void> {
    await rm(join(this.folder, 'harbour', 'handbook'))
  }

  async textOf(repository: Repository, id: string): Promise<string> {
    const content = await repository.read({ path: '', id }, 1024)
    return content.kind === 'bytes' ? content.bytes.toString() : content.kind
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}
