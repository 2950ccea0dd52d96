import type { Changes } from '../changes/changes.ts'
import type { Diagnostic } from '../errors.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeList } from '../knowledge/list.ts'
import { PUSH } from '../knowledge/reading.ts'
import type { Findings } from '../report/findings.ts'
import { count, listed } from '../wording.ts'
import type { Comparison, DifferingText } from './compare.ts'
import { differenceOf } from './difference.ts'
import type { RunbookReader } from './reader.ts'
import type { SavedTexts } from './saved-texts.ts'
import type { WorkItem, WorkList } from './worklist.ts'

/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20

const ADOPT_OR_DISCARD =
  'To keep the edit, push a commit in which the runbook has exactly the text of the assistant, then make further ' +
  'changes. To discard it, remove `manual-edits: refuse` from the workflow, push, and add it again.'
const SAVE_ONCE = 'To save the text and replace it, run once with `manual-edits: save`.'
const LIST_NEEDED =
  '`manual-edits: refuse` needs a list that shows all texts. Run the job again if the list failed; use `manual-edits: save` if ' +
  'the service shows no texts.'

interface SettleOptions extends Pick<Inputs, 'manualEdits'> {
  readonly changes: Changes
  readonly isPlan: boolean
  /** Whether the summary may show texts: a public repository must not publish what the knowledge base holds. */
  readonly showsTexts: boolean
}

/**
 * Reports what the list shows: entries with the current text, texts that would be lost, names with several entries.
 *
 * @returns the runbooks that are left to send.
 */
export async function settle(
  comparison: Comparison,
  { send: items }: Pick<WorkList, 'send'>,
  { changes, manualEdits, isPlan, showsTexts }: SettleOptions,
  {
    reader,
    saved,
    findings
  }: { readonly reader: RunbookReader; readonly saved: SavedTexts; readonly findings: Findings }
): Promise<readonly WorkItem[]> {
  const { list, equal, differing, cutTo } = comparison
  for (const diagnostic of limitsOf(list, items, cutTo)) findings.diagnose(diagnostic)
  const settled = new Set<WorkItem>()
  for (const item of items) {
    if (!item.skippable || !equal.has(item)) continue
    settled.add(item)
    findings.setRunbook({ path: item.path, name: item.name, outcome: 'unchanged', reason: '' })
  }

  const refuses = manualEdits === 'refuse'
  let shown = 0
  const edits = []
  for (const text of differing) {
    const { item, isCut } = text
    const isAttributed = changes.isAttributable && !isCut
    const mayShow = showsTexts && shown++ < MAX_DIFFERENCES
    const now = mayShow ? await reader.text(item) : undefined
    const difference = now === undefined ? undefined : differenceOf(await saved.read(text.file), now)
    const file = refuses || isPlan ? '' : text.file
    edits.push({ path: item.path, name: item.name, isAttributed, replaced: !refuses, file, difference })
    if (refuses) {
      settled.add(item)
      findings.setRunbook(refused(item, isAttributed))
    } else if (isAttributed) {
      findings.diagnose(warning(text, isPlan))
    }
  }
  if (refuses || isPlan) await saved.discard()
  findings.addEdits(edits, edits.some(({ file }) => file !== '') ? saved.folder : '')
  const unattributed = edits.filter(({ isAttributed, replaced }) => replaced && !isAttributed).length
  if (unattributed > 0) findings.diagnose(unattributedWarning(unattributed, isPlan ? '' : saved.folder))

  for (const item of refuses ? items : []) {
    if (settled.has(item) || isShown(comparison, item)) continue
    settled.add(item)
    const why = 'why' in list.extent ? `: ${list.extent.why}` : ''
    const reason = `The list does not show whether somebody edited the entry “${item.name}”${why}.`
    findings.setRunbook({ path: item.path, name: item.name, outcome: 'refused', reason, hint: LIST_NEEDED })
  }
  return items.filter((item) => !settled.has(item))
}

/** What the list cannot show, once each. */
function* limitsOf(list: KnowledgeList, items: readonly WorkItem[], cutTo: number | undefined): Generator<Diagnostic> {
  const { extent } = list
  const notShown = items.filter(({ name }) => !list.has(name)).length
  if (extent.kind === 'unreadable') {
    const message = `Edits by hand in the assistant are not seen, and nothing is verified: ${extent.why}.`
    yield { level: 'notice', message }
  } else if (extent.kind === 'partial') {
    const message = `Edits by hand in the assistant are seen in a part of the list only, and nothing is verified: ${extent.why}.`
    yield { level: 'notice', message }
  } else if (extent.kind === 'bounded' && notShown > 0) {
    const message = `Of ${count(items.length, 'runbook')} to be sent, ${notShown} are not on the ${PUSH.pages} pages of the list that a push reads: edits of their entries are not seen.`
    yield { level: 'notice', message }
  } else if (list.size > 0 && !list.showsTexts) {
    yield { level: 'notice', message: 'Edits by hand in the assistant are not seen: the list shows no texts.' }
  }
  if (cutTo !== undefined) {
    const message = `The list cuts texts to ${count(cutTo, 'character')}: edits by hand are saved as far as it shows them, and no runbook is skipped or verified by its text.`
    yield { level: 'warning', message }
  }
  const several = items.filter(({ name }) => (list.find(name)?.count ?? 0) > 1).map(({ name }) => `“${name}”`)
  if (several.length > 0) {
    const message = `The knowledge base has several entries named ${listed(several)}. Remove the outdated ones in the assistant.`
    yield { level: 'warning', message }
  }
}

function refused({ path, name }: WorkItem, isAttributed: boolean) {
  const reason = isAttributed
    ? `Somebody edited the entry “${name}” in the assistant.`
    : `The entry “${name}” has another text, and no delivery is recorded that tells who wrote it.`
  return { path, name, outcome: 'refused', reason, hint: isAttributed ? ADOPT_OR_DISCARD : SAVE_ONCE } as const
}

function warning({ item: { path, name }, file }: DifferingText, isPlan: boolean): Diagnostic {
  const effect = isPlan
    ? 'A sync would replace the edit.'
    : `The run replaces the edit, and saves it until the job ends as ${file}.`
  return { level: 'warning', path, message: `Somebody edited the entry “${name}” in the assistant. ${effect}` }
}

function unattributedWarning(number: number, folder: string): Diagnostic {
  const entries = number === 1 ? 'One entry has' : `${number} entries have`
  const what = `${entries} another text than the runbook, and no delivery is recorded that tells who wrote it.`
  const effect =
    folder === '' ? 'A sync would replace it.' : `The run saves it below ${folder} on this machine, and replaces it.`
  return { level: 'warning', message: `${what} ${effect}` }
}

/** Whether a list proves that no text would be lost: it shows a text of the runbook, or that there is no entry. */
function isShown({ list, cutTo }: Comparison, { name }: WorkItem): boolean {
  const entry = list.find(name)
  return list.isComplete && cutTo === undefined && (entry === undefined || entry.hash !== undefined)
}
