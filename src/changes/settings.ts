import { createHmac, hash } from 'node:crypto'
import { listed } from '../wording.ts'
import type { Job } from '../job/event.ts'
import type { DeliveryRecord, RecordPayload } from '../github/records.ts'
import { settingsIn, type Inputs } from '../job/inputs.ts'

/** To be raised with each change of what runbooks become: every knowledge base then gets a full sync. A test with golden files notices. */
export const CONVERSION = 2

/** What decides, beside the commit, what a run writes and where: compared with what earlier runs recorded. */
export interface Settings extends Pick<RecordPayload, 'settings' | 'workflow'> {
  /** Undefined where a plan has no token or no address. */
  readonly access: string | undefined
}

/** @param ref the branch or tag that links point to, in full. */
export function settingsOf(inputs: Inputs, job: Job, ref: string, source: 'Git' | 'disk'): Settings {
  const { token, baseUrl } = inputs
  const values = {
    ...settingsIn(inputs),
    ...{ ref, repository: job.repository, server: job.serverUrl, source, conversion: String(CONVERSION) }
  }
  return {
    settings: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, digestOf(value)])),
    // A new token may belong to another workspace. Without the token, the value tells nothing.
    access:
      token === undefined || baseUrl === undefined
        ? undefined
        : createHmac('sha256', token.reveal()).update(baseUrl).digest('hex').slice(0, 32),
    workflow: job.workflow
  }
}

/** 48 bits tell two values of one input apart. */
export function digestOf(value: string): string {
  return hash('sha256', value).slice(0, 12)
}

/** What changed where a setting is no input. */
const CLAUSES: Readonly<Record<string, string>> = {
  ref: 'another workflow or branch delivers to this environment',
  repository: 'the repository has another name',
  server: 'the server has another name',
  source: 'Git and the disk take turns as the source',
  conversion: 'this version of Runbook Sync converts runbooks differently',
  access: 'the token or `base-url` changed'
}

/** Why what a record delivered differs from what this run would deliver, as a clause; undefined where it does not. */
export function differenceFrom({ payload }: DeliveryRecord, own: Settings): string | undefined {
  if (payload === undefined) return 'another version of Runbook Sync delivers to this environment'
  const theirs: Readonly<Record<string, string>> = { ...payload.settings, access: payload.access }
  // A plan without a token compares the others alone.
  const ours: Readonly<Record<string, string>> = { ...own.settings, access: own.access ?? payload.access }
  const names = Object.keys({ ...theirs, ...ours }).filter((name) => theirs[name] !== ours[name])
  if (names.length === 0) return undefined
  if (payload.workflow !== own.workflow) return CLAUSES['ref']
  const [clause] = names.flatMap((name) => CLAUSES[name] ?? [])
  if (clause !== undefined) return clause
  return `the input${names.length === 1 ? '' : 's'} ${listed(names.map((name) => `\`${name}\``))} changed`
}
