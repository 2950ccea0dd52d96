import { recordDelivery } from '../../testing/delivered.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { dispatchEvent } from '../../testing/github/events.ts'
import { git } from '../../testing/git.ts'
import type { JobOptions, JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import type { Files } from './runbooks.ts'

/** A push of the last commit; the first one is delivered. */
export async function hostPush(commits: Iterable<Files>, kind: CheckoutKind): Promise<TestEnvironment> {
  const environment = await TestEnvironment.create()
  const [base = '', ...others] = await importCommits(environment, commits)
  environment.event = environment.pushOf(base, others.at(-1))
  environment.workspace = await environment.repository.checkout(environment.event, kind)
  return environment
}

/** A run by hand, which is a full sync. */
export async function hostFullSync(files: Files): Promise<TestEnvironment> {
  const environment = await TestEnvironment.create()
  const [sha = ''] = await importCommits(environment, [files])
  const repository = environment.repository.name
  environment.event = dispatchEvent({ repository, ref: 'refs/heads/main', sha })
  environment.workspace = await environment.repository.checkout(environment.event)
  return environment
}

/** Runs the Action, of which no run before has recorded anything. @throws {Error} where it fails. */
export async function run(
  environment: TestEnvironment,
  inputs: Readonly<Record<string, string>>,
  options: Partial<JobOptions> = {}
): Promise<JobResult> {
  const { event, github } = environment
  github.deployments.length = 0
  if (event.name === 'push') recordDelivery(environment, String(event.payload['before']), inputs)
  const result = await environment.run(inputs, { timeout: 600_000, ...options })
  if (result.conclusion !== 'success') throw new Error(result.log)
  return result
}

/** `git fast-import` takes 20,000 files in a second. */
async function importCommits({ repository }: TestEnvironment, commits: Iterable<Files>): Promise<string[]> {
  const input: string[] = []
  let time = Date.UTC(2026, 0, 5, 9) / 1000
  for (const files of commits) {
    input.push(`commit refs/heads/main\ncommitter Robin Moran <robin@harbour.example> ${time++} +0000\ndata 0\n`)
    for (const [path, content] of files) {
      input.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`)
    }
  }
  await git(repository.folder, ['fast-import', '--quiet', '--done'], { input: `${input.join('')}done\n` })
  // Its pack is thirty times slower to read than one of a server.
  await git(repository.folder, ['repack', '-adfq'])
  return (await git(repository.folder, ['rev-list', '--reverse', 'main'])).split('\n')
}
