import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { git } from '../../testing/git.ts'
import { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import type { StepOptions } from '../../testing/github/workflow.ts'
import type { Files } from './runbooks.ts'

/** A project, the event of its runs, and the checkout in which all of them begin. */
export interface Hosted extends AsyncDisposable {
  readonly project: Project
  readonly event: JobEvent
  readonly workspace: string
}

/** A push of the last commit. */
export async function hostPush(commits: Iterable<Files>, kind: CheckoutKind): Promise<Hosted> {
  const project = await Project.create()
  const [before = '', ...others] = await importCommits(project, commits)
  return hosted(project, project.pushOf({ before, after: others.at(-1) }), kind)
}

/** A run by hand. */
export async function hostFullSync(files: Files): Promise<Hosted> {
  const project = await Project.create()
  const [sha = ''] = await importCommits(project, [files])
  return hosted(project, dispatchEvent({ repository: project.repository.name, ref: 'refs/heads/main', sha }))
}

async function hosted(project: Project, event: JobEvent, kind?: CheckoutKind): Promise<Hosted> {
  const workspace = await project.repository.checkout(event, kind)
  return { project, event, workspace, [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() }
}

/** Runs the Action. @throws {Error} if it fails. */
export async function run(
  { project, event, workspace }: Hosted,
  inputs: Readonly<Record<string, string>>,
  step: StepOptions = {}
): Promise<JobResult> {
  const result = await project.run({ timeout: 600_000, ...step, event, workspace, inputs })
  if (result.conclusion !== 'success') throw new Error(result.log)
  return result
}

/** `git fast-import` takes 20,000 files in a second. */
async function importCommits({ repository }: Project, commits: Iterable<Files>): Promise<string[]> {
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
