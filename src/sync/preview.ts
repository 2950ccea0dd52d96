import type { Changes } from '../changes/changes.ts'
import type { Job } from '../event.ts'
import type { Source } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import type { ErrorKind } from '../errors.ts'
import type { Extent } from '../knowledge/list.ts'
import { WHOLE } from '../knowledge/reading.ts'
import type { Findings } from '../report/findings.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import { compareWithList, type Comparison, type Service } from './compare.ts'
import { inventoryOf } from './inventory.ts'
import { reportOrphans } from './orphans.ts'
import { RunbookReader } from './reader.ts'
import { settle } from './settle.ts'
import { makeWorkList, reportWorkList, type WorkItem } from './worklist.ts'

/** Says what a sync would do, with what the list shows where there is a client. */
export async function preview({
  changes,
  inputs: { manualEdits, removed, token },
  source,
  options,
  service,
  job,
  findings
}: {
  readonly changes: Changes
  readonly inputs: Inputs
  readonly source: Source
  readonly options: RunbookOptions
  readonly service: Service | undefined
  readonly job: Pick<Job, 'isPrivate'>
  readonly findings: Findings
}): Promise<void> {
  findings.addChanges(changes)
  const reader = new RunbookReader(source, options)
  const work = await makeWorkList(changes, reader)
  reportWorkList(work, { outcome: 'planned', reason: '' }, findings)
  let comparison: Comparison | undefined
  let rest = work.send
  if (service !== undefined && work.send.length + work.orphans.length > 0) {
    comparison = await compareWithList(service, reader, work, { changes, bounds: WHOLE })
    requireSetup(comparison.list.extent)
    if (changes.kind === 'full') findings.inventory = inventoryOf(comparison, work, job.isPrivate, token)
    const settling = { changes, manualEdits, isPlan: true, showsTexts: job.isPrivate }
    rest = await settle(comparison, work, settling, { reader, saved: service.saved, findings })
  }
  for (const item of rest) {
    // Collects the links.
    await reader.text(item)
    const { path, name } = item
    findings.setRunbook({ path, name, outcome: 'planned', reason: effectOn(item, comparison) })
  }
  const { isNameInUse, notSent } = work
  const hasRefused = notSent.some(({ outcome }) => outcome === 'refused')
  reportOrphans(work.orphans, { list: comparison?.list, isNameInUse, hasRefused, removed, isPlan: true }, findings)
  for (const diagnostic of await reader.problems(changes)) findings.diagnose(diagnostic)
}

/** What stays wrong until somebody corrects the workflow. People look at the pull request that sets it up. */
const SETUP: readonly ErrorKind[] = ['forbidden', 'wrong-address', 'unreachable']

function requireSetup(extent: Extent): void {
  if (extent.kind === 'unreadable' && extent.error !== undefined && SETUP.includes(extent.error.kind))
    throw extent.error
}

function effectOn(item: WorkItem, comparison: Comparison | undefined): string {
  if (comparison === undefined) return ''
  const { list, differing } = comparison
  if (differing.some((text) => text.item === item))
    return 'Would replace another text, which Git or the records do not explain.'
  if (list.find(item.name) !== undefined) return 'Updates its entry.'
  return list.isComplete ? 'A new entry.' : ''
}
