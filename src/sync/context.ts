import type { Changes, Place } from '../changes/changes.ts'
import type { Settings } from '../changes/settings.ts'
import type { Job } from '../event.ts'
import type { GitHub } from '../github/github.ts'
import type { Inputs } from '../inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Report } from '../report/report.ts'
import type { RunbookOptions } from '../runbook/runbook.ts'
import type { RunbookReader } from './reader.ts'
import type { Recording } from './recording.ts'
import type { SavedTexts } from './saved-texts.ts'

/** What a run works with. */
export interface RunContext
  extends Place, Pick<Report, 'diagnose' | 'changed' | 'record' | 'edited' | 'isClean' | 'fail' | 'describe'> {
  readonly inputs: Inputs
  readonly job: Job
  readonly github: GitHub
  readonly recording: Recording
  readonly settings: Settings
  /** Lines of `files` that decided about a path. */
  readonly usedPatterns: ReadonlySet<string>
  readonly options: RunbookOptions
  readonly signal: AbortSignal
}

/** The same, for the commit of one round. */
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
