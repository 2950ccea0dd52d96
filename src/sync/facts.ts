import type { Base } from '../changes/base.ts'
import type { Changes } from '../changes/changes.ts'
import { digestOf } from '../changes/settings.ts'
import type { Source } from '../branch/checkout.ts'
import { DiskFiles } from '../branch/disk.ts'
import type { Repository } from '../branch/repository.ts'
import type { SourceFile } from '../branch/source.ts'
import { normalForm } from '../normal-form.ts'
import { hasWordsOf } from '../runbook/edit.ts'
import { editIn, placeOf, readSource, versionOf, type SourceLine } from '../runbook/source-line.ts'
import { blobRoot, type LinkBase } from '../runbook/links.ts'
import type { Explanation, Facts } from './decide.ts'
import type { Entries, Row } from './knowledge.ts'
import type { Runbook, RunbookReader, Runbooks } from './runbooks.ts'

/** Earlier texts of one file that are compared with an edit. */
export const MAX_VERSIONS = 100

/** What changed and removed files were called. */
export async function formerNames(
  { earlier, selected }: Changes,
  reader: Pick<RunbookReader, 'earlierNames'>
): Promise<Facts['former']> {
  const files = [...earlier].flatMap(([path, { ids }]) => Array.from(ids, (id): SourceFile => ({ path, id })))
  const isNew = ({ path }: SourceFile): boolean => earlier.get(path)?.ids.size === 0
  const added = new Map(selected.files.filter(isNew).map(({ id, path }) => [id, path]))
  const names = await reader.earlierNames(files)
  return names.map(({ path, id, name }) => {
    return { path, name, isDelivered: earlier.get(path)?.atBase === id, movedTo: added.get(id) }
  })
}

/** The names that the knowledge base has since the base was delivered; none without a base. */
export function deliveredNames(
  { baseCommit, earlier }: Changes,
  { named }: Pick<Runbooks, 'named'>,
  former: Facts['former']
): ReadonlySet<string> {
  if (baseCommit === '') return new Set()
  const unchanged = named.filter(({ path }) => !earlier.has(path))
  return new Set([...unchanged, ...former.filter(({ isDelivered }) => isDelivered)].map(({ name }) => name))
}

/** Tells source lines of this repository and branch from those of others. A repository or branch may have another name since the base. */
export function ownership(link: LinkBase, ref: string, { settings }: Pick<Base, 'settings'>) {
  const own = { server: digestOf(link.serverUrl), repository: digestOf(link.repository), ref: digestOf(ref) }
  const root = blobRoot(link)
  const isOf = (line: SourceLine, names: readonly (keyof typeof own)[]): boolean => {
    if (line.root === root) return true
    const place = placeOf(line)
    if (place === undefined) return false
    const kind = ref.startsWith('refs/tags/') ? 'tags' : 'heads'
    const its: typeof own = {
      ...{ server: digestOf(place.serverUrl), repository: digestOf(place.repository) },
      ref: digestOf(`refs/${kind}/${place.ref}`)
    }
    return [own, settings].some((known) => names.every((name) => known[name] === its[name]))
  }
  return {
    root,
    // A service may take links away.
    isOfRepository: (line: SourceLine) => line.root === '' || isOf(line, ['server', 'repository']),
    isOfBranch: (line: SourceLine) => isOf(line, ['server', 'repository', 'ref'])
  }
}

/**
 * Whether the list shows texts as they were written: at least half of those that the Action has certainly sent are its own.
 * A list of HTML, of cut or of sanitised texts shows none, and people edit few. Where it has shown texts as they were sent
 * before, a third is enough.
 */
export function isComparable(
  { rows }: Pick<Entries, 'rows'>,
  delivered: ReadonlySet<string>,
  isOfRepository: Facts['isOfRepository'],
  { listShows, refused }: Pick<Base, 'listShows' | 'refused'>
): boolean {
  const count = (wanted: (row: Row) => boolean): number => rows.filter(wanted).length
  const ours = count(({ line, origin }) => line !== undefined && origin === 'ours' && isOfRepository(line))
  const edited = count(({ line, origin }) => line !== undefined && origin === 'edited' && isOfRepository(line))
  const unclear = count(({ name, origin }) => origin === 'unclear' && delivered.has(name))
  // Runbooks that the base has refused were not sent.
  const byHand = Math.max(0, count(({ name, origin }) => origin === 'by hand' && delivered.has(name)) - refused)
  const all = ours + edited + unclear + byHand
  const enough = listShows === 'as sent' ? all / 3 : all / 2
  return listShows !== 'changed' && (all < 2 || ours >= enough)
}

/** Paths of source lines, and of removed files, that the tip has although `files` does not select them. */
export async function unselectedPaths(
  source: Source,
  tip: string,
  { nameAt }: Pick<Runbooks, 'nameAt'>,
  { rows }: Pick<Entries, 'rows'>,
  former: Facts['former']
): Promise<ReadonlySet<string>> {
  const sources = rows.flatMap(({ line }) => line?.path ?? [])
  const paths = new Set([...sources, ...former.map(({ path }) => path)].filter((path) => !nameAt.has(path)))
  return paths.difference(await source.missing(tip, paths))
}

/**
 * Whether a text has by now what an edit changed in the one before it: merging both changes nothing, or conflicts, and the
 * text has the words of the edit.
 */
export async function containsEdit(source: Repository, now: string, before: string, edit: string): Promise<boolean> {
  const [present, former] = [normalForm(now), normalForm(before)]
  const merged = await source.merge(present, former, edit)
  return merged === undefined ? hasWordsOf(present, former, edit) : normalForm(merged) === present
}

/** What Git knows of edits that would be conflicts. */
export async function explain(
  conflicts: readonly { readonly runbook: Runbook; readonly row: Row }[],
  {
    changes: { tip, earlier },
    base,
    reader,
    source,
    nameAt
  }: { changes: Changes; base: Base; reader: RunbookReader; source: Source } & Pick<Runbooks, 'nameAt'>
): Promise<Map<Row, Explanation>> {
  const explained = new Map<Row, Explanation>()
  if (conflicts.length === 0 || source instanceof DiskFiles) return explained
  // A runbook may have been moved since.
  const formerPath = (runbook: Runbook, row: Row): string => row.line?.path ?? runbook.path
  const paths = new Set(conflicts.map(({ runbook, row }) => formerPath(runbook, row)))
  const isFormer = (path: string): boolean => paths.has(path)
  const older = base.older.length === 0 ? undefined : await source.earlierIds(tip, base.older, isFormer)
  const explainOne = async (runbook: Runbook, row: Row): Promise<Explanation | undefined> => {
    if (isMisplaced(row, nameAt)) return 'misplaced'
    const path = formerPath(runbook, row)
    const ids = new Set([...(earlier.get(path)?.ids ?? []), ...(older?.get(path) ?? [])])
    if (path === runbook.path) ids.add(runbook.id)
    if (base.commit === undefined) for (const id of await source.versions(tip, path, MAX_VERSIONS)) ids.add(id)
    const current = readSource((await reader.entryOf(runbook)) ?? '')?.text ?? ''
    for await (const before of reader.earlierEntries(Array.from(ids, (id) => ({ path, id })))) {
      if (row.line === undefined) {
        if (before.id === runbook.id && normalForm(before.body) === normalForm(row.content)) return 'in Git'
        if (normalForm(before.content).startsWith(normalForm(row.content))) return 'cut'
      } else if (before.version === row.line.digits) {
        if (await containsEdit(source, current, before.text, editIn(row.content))) return 'merged'
      }
    }
    return undefined
  }
  for (const { runbook, row } of conflicts) {
    const explanation = await explainOne(runbook, row)
    if (explanation !== undefined) explained.set(row, explanation)
  }
  // A list that cuts one text cuts all of them there, also those that Git has in another form by now.
  const lengthOf = ({ content }: Row): number => Array.from(content).length
  const cuts = new Set(Array.from(explained).flatMap(([row, why]) => (why === 'cut' ? lengthOf(row) : [])))
  for (const { row } of conflicts) if (row.line === undefined && cuts.has(lengthOf(row))) explained.set(row, 'cut')
  return explained
}

/** Whether a row has the whole entry of another runbook, as it was sent under that name. */
function isMisplaced({ line, content }: Row, nameAt: Runbooks['nameAt']): boolean {
  const shown = line === undefined ? undefined : readSource(content)
  const name = nameAt.get(shown?.line.path ?? '')
  if (shown?.below !== '' || name === undefined) return false
  return versionOf(name, shown.line.path, shown.text) === shown.line.digits
}
