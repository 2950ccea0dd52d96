import { dispatchEvent } from '../src/rehearsal/events.ts'
import { HostedRepository } from '../src/rehearsal/repository.ts'
import type { ActionRun } from './action.ts'
import { importHistory } from './history.ts'
import { runbook, runbookPath, type Shape } from './text.ts'

/** A checkout and the event of a run by hand in it, which delivers everything. */
export type StockedWorkspace = Pick<ActionRun, 'event' | 'workspace' | 'repository'>

export async function stockedWorkspace(folder: string, count: number, shape: Shape): Promise<StockedWorkspace> {
  const repository = await HostedRepository.create(folder)
  const files = Array.from({ length: count }, (_, n) => [runbookPath(n), runbook(n, shape)] as const)
  const [sha = ''] = await importHistory(repository, [files])
  const event = dispatchEvent({ repository: repository.name, ref: 'refs/heads/main', sha })
  return { event, workspace: await repository.checkout(event), repository: repository.name }
}
