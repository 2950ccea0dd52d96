import type { Changes, ChangesContext } from '../changes/changes.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import type { ManualEdit } from './comparison.ts'
import type { RunbookOutcome } from './outcome.ts'
import type { RunbookReader } from './reader.ts'
import type { SavedTexts } from './saved-texts.ts'

/** What a run works with. */
export interface RunContext extends ChangesContext {
  readonly inputs: Inputs
  /** Lines of `files` that decided about a path. */
  readonly usedPatterns: ReadonlySet<string>
  readonly options: RunbookOptions
  readonly signal: AbortSignal
  readonly changed: (changes: Changes) => void
  /** Gets every outcome as soon as it is known; a later one for the same runbook replaces it. */
  readonly record: (outcome: RunbookOutcome) => void
  /**
   * Gets the edits by hand before anything is sent.
   *
   * @param folder with the texts that the run replaces; empty if there are none.
   */
  readonly edited: (edits: readonly ManualEdit[], folder: string) => void
  /** Whether everything so far was delivered. */
  readonly isClean: () => boolean
}

/** The same, for one range. */
export interface SyncContext extends RunContext {
  readonly changes: Changes
  readonly reader: RunbookReader
}

/** The same, for steps that need the service. */
export interface ServiceContext extends SyncContext {
  readonly client: KnowledgeClient
  /** Where texts are saved before they are replaced. */
  readonly texts: SavedTexts
}
