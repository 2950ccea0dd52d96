import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { dispatchEvent, type JobEvent } from '../../testing/github/events.ts'
import { git } from '../../testing/git.ts'
import { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import type { StepOptions } from '../../testing/github/workflow.ts'
import { changedRunbooks, runbooks, type Files } from './runbooks.ts'
import type { BenchService } from './service.ts'

/** A project, the event of its runs, and the checkout in which all of them begin. */
export interface Hosted extends AsyncDisposable {
  readonly project: Project
  readonly event: JobEvent
  readonly workspace: string
}

/** A push of one of so many runbooks, into a service that has all of them as they were before. */
export async function hostListed(service: BenchService, entries: number, kinds: readonly CheckoutKind[]) {
  const project = await Project.create()
  const [before = '', after = ''] = await importCommits(project, [runbooks(entries), changedRunbooks(1)])
  await project.repository.setHead(before)
  const first = dispatchEvent({ repository: project.repository.name, ref: 'refs/heads/main', sha: before })
  service.clear()
  await run(await hosted(project, first), { 'base-url': service.url })
  // The worst place: on the last page.
  const isChanged = ([name]: readonly [string, string]): boolean => name === 'Service 0: it stalls'
  const stored = [...service.stored].sort((one, other) => Number(isChanged(one)) - Number(isChanged(other)))
  await project.repository.setHead(after)
  const event = project.pushOf({ before, after })
  const workspaces = new Map<CheckoutKind, string>()
  for (const kind of kinds) workspaces.set(kind, await project.repository.checkout(event, kind))
  return {
    ...(await hosted(project, event)),
    workspaces,
    restore: () => {
      service.clear(stored)
    }
  }
}

/** A run by hand. */
export async function hostFirstSync(files: Files): Promise<Hosted> {
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
