import { findChanges, findNextChanges, moved, type Changes } from '../changes/changes.ts'
import { count, inputError, listed, quoted } from '../errors.ts'
import { shortRef } from '../event.ts'
import type { SkippedPath } from '../git/git.ts'
import type { RunContext, Service, SyncContext } from './context.ts'
import { RUN_ENDED } from './deliver.ts'
import type { Orphan } from './orphans.ts'
import { makePlan, type Plan } from './plan.ts'
import { RunbookReader } from './reader.ts'
import { retire } from './retire.ts'
import { deliverPlan, previewPlan } from './steps.ts'

/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20

/**
 * Delivers what changed, then what changed on the branch meanwhile, until the branch is where the knowledge base is.
 */
export async function syncRun(run: RunContext, service: Service): Promise<void> {
  const { inputs, job } = run
  let orphans: readonly Orphan[] = []
  let names: Pick<Plan, 'isNameInUse'> = { isNameInUse: () => false }
  let changes: Changes | undefined = await findChanges(run)
  for (let round = 1; changes !== undefined; round++) {
    if (round > MAX_ROUNDS) throw moved(shortRef(job.ref), `moved ${MAX_ROUNDS} times while this run delivered`)
    run.changed(changes)
    const context = { ...contextOf(run, changes), ...service }
    const plan = await planOf(context)
    const delivered = await deliverPlan(context, plan)
    if (plan.named.length > 0) names = plan
    const inUse = new Set(plan.named.map(({ name }) => name))
    orphans = [...orphans, ...delivered.orphans].filter(({ name }) => !inUse.has(name))

    const { tip, selected } = changes
    const retires = inputs.removed === 'retire' && orphans.length > 0 && run.isClean() && selected.files.length > 0
    changes = delivered.wrote || retires ? await findNextChanges(run, tip) : undefined
    if (retires && changes === undefined) {
      const retired = await retire(context, names, orphans)
      orphans = []
      // A runbook may have come back while its entry was retired.
      if (retired > 0) changes = await findNextChanges(run, tip)
    }
    await reportBrokenLinks(context)
  }
}

/** Says what a sync would do. With a service it also compares with the list. */
export async function planRun(run: RunContext, service: Service | undefined): Promise<void> {
  if (service === undefined) {
    run.diagnose({ level: 'notice', message: 'Without `token` and `base-url` the plan cannot see the knowledge base.' })
  }
  const changes = await findChanges(run)
  run.changed(changes)
  const context = { ...contextOf(run, changes), ...service }
  await previewPlan(context, await planOf(context))
  await reportBrokenLinks(context)
}

function contextOf(run: RunContext, changes: Changes): SyncContext {
  return { ...run, changes, reader: new RunbookReader(run.files, run.options) }
}

/** Makes the plan and records it: if the run ends early, these outcomes stay. */
async function planOf(context: SyncContext): Promise<Plan> {
  const { changes, files, reader, inputs, mode, record, diagnose } = context
  requireMatch(context)
  reportSelection(context)
  const plan = await makePlan(changes, files, reader, inputs.shard)
  for (const notSent of plan.notSent) {
    record(notSent)
    const { path, outcome, reason, hint } = notSent
    if (outcome !== 'skipped' || hint === undefined) continue
    diagnose({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` })
  }
  const outcome = mode === 'plan' ? 'planned' : 'pending'
  const reason = mode === 'plan' ? '' : RUN_ENDED
  for (const { path, name } of plan.send) record({ path, name, outcome, reason })
  return plan
}

async function reportBrokenLinks({ reader, files, changes, diagnose }: SyncContext): Promise<void> {
  for (const diagnostic of await reader.links.find(files, changes.tip)) diagnose(diagnostic)
  for (const [path, message] of reader.warnings) diagnose({ level: 'warning', path, message })
}

const SKIPPED: Readonly<Record<SkippedPath['reason'], string>> = {
  symlink: 'it is a symbolic link, which the Action never follows',
  submodule: 'it is a submodule, whose files are in another repository',
  'not UTF-8': 'its name is not UTF-8',
  'special file': 'it is not a regular file'
}

/** Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong. */
function reportSelection({ changes, inputs, usedPatterns, diagnose }: SyncContext): void {
  const { files, skipped, otherCase } = changes.selected
  for (const { path, reason } of skipped) {
    diagnose({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` })
  }
  for (const path of otherCase) {
    const message = 'Not selected: `files` distinguishes upper and lower case. Rename the file or add a pattern.'
    diagnose({ level: 'warning', path, message })
  }
  if (changes.kind !== 'full' || files.length === 0) return
  for (const line of inputs.files.filter((pattern) => !usedPatterns.has(pattern))) {
    const message = `The pattern ${quoted(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`
    diagnose({ level: 'warning', message })
  }
}

/** A full sync fails, so that a wrong pattern does not stay unnoticed; anything else warns. */
function requireMatch({ changes: { kind, selected }, inputs, mode, diagnose }: SyncContext): void {
  if (kind === 'nothing' || selected.files.length > 0) return
  const patterns = listed(inputs.files.map((pattern) => quoted(pattern, 80)))
  const error = inputError(
    'files',
    `matches no file: ${patterns}. ${count(selected.total, 'file')} looked at.`,
    'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
      'stays inside a folder, and `**` does not.'
  )
  if (kind === 'full' && mode === 'sync') throw error
  diagnose({ level: 'warning', message: `${error.message} ${error.hint}` })
}
