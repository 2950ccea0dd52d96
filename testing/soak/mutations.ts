import { checkTypes, copyAction, type Replacement } from './action-copy.ts'

/** A release of the Action. */
export interface Release {
  readonly folder: string
  /** What it makes of a text. */
  readonly convert: (text: string) => string
}

const ARRIVED = 'if (content?.includes(entry.version) !== true) continue'

/** Rules of a sync, each taken out. Without one of them the soak test must find a difference. */
export const MUTATIONS = {
  /** What other runs have written since the base is not sent. */
  'no open records': {
    file: 'src/changes/base.ts',
    anchor: 'base === undefined || (!isOfBase(record) && record.endedAt >= begunAt - MARGIN)',
    text: 'record === undefined'
  },
  /** A run that was killed did not write. */
  'unfinished records ignored': {
    file: 'src/github/records.ts',
    anchor: 'Math.min(...ends) : createdAt + LIFETIME',
    text: 'Math.min(...ends) : 0'
  },
  /** Other inputs make no full sync. */
  'settings ignored': {
    file: 'src/changes/settings.ts',
    anchor: 'if (names.length === 0) return undefined',
    text: 'if (names.length >= 0) return undefined'
  },
  /** The run ends with the commit that it began with. */
  'no last look': {
    file: 'src/sync/sync.ts',
    anchor: 'let head = done.hasSent || retires ? await findHead() : tip',
    text: 'let head = tip'
  },
  /** A run that is killed, or cannot record, has written without a record. */
  'record after the first upsert': {
    file: 'src/sync/sync.ts',
    anchor: 'const recorded = await recording.begin(',
    text: `{
      const reader = new (await import('./runbooks.ts')).RunbookReader(source, shared.options)
      const [first] = (await reader.read(seen)).due
      const content = first && (await reader.entryOf(first))
      if (first !== undefined && content !== undefined) await client.upsert({ name: first.name, content })
    }
    const recorded = await recording.begin(`
  },
  /** Nothing that was accepted is looked for. */
  'an answer is enough': {
    file: 'src/sync/confirm.ts',
    anchor: 'if (within === 0 && !isProbe) return',
    text: 'if (!isProbe) return'
  },
  'a name in the list is enough': { file: 'src/sync/confirm.ts', anchor: ARRIVED, text: '' },
  'another version is enough': { file: 'src/sync/confirm.ts', anchor: ARRIVED, text: 'if (!isMarked) continue' }
} as const satisfies Readonly<Record<string, Replacement>>

export type MutationName = keyof typeof MUTATIONS

/** What another release of the Action converts differently, and the number that says so. */
const OTHER_RELEASE: readonly Replacement[] = [
  {
    file: 'src/changes/settings.ts',
    anchor: 'export const CONVERSION =',
    text: 'export const CONVERSION = 1000 +'
  },
  {
    file: 'src/runbook/text.ts',
    anchor: "return bytes.toString('utf8').replace(/^\\uFEFF/, '')",
    text: "return bytes.toString('utf8').replace(/^\\uFEFF/, '').replaceAll('Revision', 'Version')"
  }
]

/**
 * Makes two releases of the Action in the folder `parent`.
 *
 * @throws {Error} where a mutation cannot be made.
 */
export async function makeReleases(parent: string, mutation?: MutationName): Promise<[Release, Release]> {
  const mutations = mutation === undefined ? [] : [MUTATIONS[mutation]]
  const folder = await copyAction(parent, mutations)
  const other = await copyAction(parent, [...mutations, ...OTHER_RELEASE])
  if (mutation !== undefined) await checkTypes(other)
  return [
    { folder, convert: (text) => text },
    { folder: other, convert: (text) => text.replaceAll('Revision', 'Version') }
  ]
}
