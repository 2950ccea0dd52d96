import { WorkTreeFiles } from '../branch/uncommitted.ts'
import type { Decided } from '../sync/commit.ts'
import { Conversions } from '../sync/conversions.ts'
import { findEvidence } from '../sync/evidence.ts'
import { readRunbooks } from '../sync/runbooks.ts'
import type { Session } from './session.ts'

/** The files of the work tree that have the edit which keeps their runbooks from being sent, so that it only has to be committed. */
export async function filesWithEdit(
  { decisions, entries }: Pick<Decided, 'decisions' | 'entries'>,
  { local, repository, options, uncommitted }: Session
): Promise<readonly string[]> {
  const edited = decisions.filter(({ kind, texts = [] }) => (kind === 'kept' || kind === 'refused') && texts.length > 0)
  const candidates = new Set(edited.map(({ path }) => path)).intersection(new Set(uncommitted))
  if (candidates.size === 0) return []
  const source = new WorkTreeFiles(local.clone, repository)
  const { files } = await source.list(local.head, (path) => candidates.has(path))
  const { named } = await readRunbooks(source, files, options)
  const evidence = await findEvidence(named, entries, {
    head: local.head,
    source,
    conversions: new Conversions(source, options),
    options,
    isRunbook: () => true
  })
  return named.filter(({ name }) => entries.rowsOf(name).some((row) => evidence.has(row))).map(({ path }) => path)
}
