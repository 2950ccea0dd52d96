import type { Repository } from '../branch/repository.ts'
import type { SourceFile } from '../branch/source.ts'
import { normalForm } from '../normal-form.ts'
import { containsEdit } from '../runbook/edit.ts'
import type { ConvertedRunbook, RunbookOptions } from '../runbook/runbook.ts'
import { sourceLine, textOf, type SourceLine } from '../runbook/source-line.ts'
import type { Conversions } from './conversions.ts'
import type { Evidence } from './decide.ts'
import type { Entries, Row } from './entries.ts'
import { readFile, type Runbook } from './runbooks.ts'

/** Edits that are merged to see whether they came home: each takes a process of Git. The others are conflicts. */
const MAX_MERGES = 200

/** What Git knows: the versions that a file had, and merges. Files on the disk have neither. */
export type History = Pick<Repository, 'versionsOf' | 'merge' | 'read' | 'prefetch'>

/**
 * What Git says of texts under the names of runbooks that are not as they were sent.
 *
 * @param head the commit of the runbooks.
 */
export async function findEvidence(
  runbooks: readonly Runbook[],
  entries: Entries,
  {
    head,
    history,
    conversions,
    options
  }: { head: string; history: History | undefined; conversions: Conversions; options: RunbookOptions }
): Promise<Map<Row, Evidence>> {
  const found = new Map<Row, Evidence>()
  let merges = 0
  for (const runbook of runbooks) {
    for (const row of entries.rowsOf(runbook.name)) {
      if (row.state !== 'edited' && row.state !== 'by hand') continue
      const converted = await conversions.convert(runbook)
      if ('kind' in converted) continue
      const same = compare(row, runbook, converted, options)
      if (same !== undefined) found.set(row, same)
      else if (history !== undefined && row.line !== undefined && row.line.version !== runbook.version) {
        if (++merges > MAX_MERGES) continue
        const before = await textOfVersion(row.line, runbook, { head, history, options })
        if (before === undefined) continue
        const texts = { now: textOf(converted.content), before, edit: textOf(row.content) }
        if (await containsEdit(history.merge.bind(history), texts)) found.set(row, 'merged')
      }
    }
  }
  return found
}

/** Whether a row shows what would be sent now, but for its seal, or the text of the runbook. */
function compare(
  { content, line }: Row,
  runbook: Runbook,
  { content: own, body }: ConvertedRunbook,
  options: RunbookOptions
): Evidence | undefined {
  const text = textOf(content)
  // People who copied the file left its links as they are there.
  if (text !== textOf(own)) return text === normalForm(body) ? 'same text' : undefined
  if (line?.version !== runbook.version) return 'same text'
  return content.includes(sourceLine(runbook.path, line, options)) ? 'as sent' : 'same text'
}

/** The text that an entry had when it was sent; undefined if Git does not have it. No conversion is needed to find it. */
async function textOfVersion(
  line: SourceLine,
  runbook: Runbook,
  { head, history, options }: { head: string; history: History; options: RunbookOptions }
): Promise<string | undefined> {
  // A runbook may have been moved since.
  const path = line.path === '' ? runbook.path : line.path
  for (const id of await history.versionsOf(head, path)) {
    const file: SourceFile = { path, id }
    await history.prefetch(new Set([id]))
    const result = await readFile(history, file, options)
    if (result.kind !== 'runbook' || ![result.version, ...result.earlierVersions].includes(line.version)) continue
    const converted = result.convert()
    return 'kind' in converted ? undefined : textOf(converted.content)
  }
  return undefined
}
