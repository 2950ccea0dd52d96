import type { Changes, ChangesContext } from '../changes/changes.ts'
import type { Job } from '../event.ts'
import type { Diagnostic } from '../errors.ts'
import type { DiskFiles, Matcher, Repository } from '../git/git.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { BrokenLinks } from './broken-links.ts'
import type { ManualEdit } from './comparison.ts'
import type { RunbookOutcome } from './outcome.ts'
import type { RunbookReader } from './reader.ts'
import type { SavedTexts } from './saved-texts.ts'

/** What the steps of a run work with. */
export interface SyncContext {
  readonly inputs: Inputs
  readonly mode: ChangesContext['mode']
  readonly job: Job
  readonly files: Repository | DiskFiles
  readonly changes: Changes
  readonly reader: RunbookReader
  readonly links: BrokenLinks
  /** Selects the runbooks. */
  readonly matches: Matcher
  readonly signal: AbortSignal
  /** Gets every outcome as soon as it is known; a later one for the same runbook replaces it. */
  readonly record: (outcome: RunbookOutcome) => void
  readonly diagnose: (diagnostic: Diagnostic) => void
  /** Gets the edits by hand before anything is sent. */
  readonly edited: (edits: readonly ManualEdit[]) => void
}

/** The same, for steps that need the service. */
export interface ServiceContext extends SyncContext {
  readonly client: KnowledgeClient
  /** Where texts are saved before they are replaced. */
  readonly texts: SavedTexts
}
