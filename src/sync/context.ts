import type { Changes, ChangesContext } from '../changes/changes.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Report } from '../report/report.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import type { RunbookReader } from './reader.ts'
import type { SavedTexts } from './saved-texts.ts'

/** What a run works with. */
export interface RunContext extends ChangesContext, Pick<Report, 'changed' | 'record' | 'edited' | 'isClean'> {
  readonly inputs: Inputs
  /** Lines of `files` that decided about a path. */
  readonly usedPatterns: ReadonlySet<string>
  readonly options: RunbookOptions
  readonly signal: AbortSignal
}

/** The same, for one range. */
export interface SyncContext extends RunContext {
  readonly changes: Changes
  readonly reader: RunbookReader
}

/** What a run needs to read and write the knowledge base. */
export interface Service {
  readonly client: KnowledgeClient
  /** Where texts are saved before they are replaced. */
  readonly texts: SavedTexts
}

/** The same, for steps that need the service. */
export interface ServiceContext extends SyncContext, Service {}
