import type { Replacement } from './action-copy.ts'

/** Parts of the rule that decides what is sent. Without one of them the soak test must find a difference. */
export const MUTATIONS = {
  /** What other runs have written since the base is not sent. */
  'no open records': {
    file: 'src/changes/base.ts',
    anchor: 'base === undefined || (!isOfBase(record) && record.endedAt > begunAt - MARGIN)',
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
    anchor: 'let head = wrote || retires ? await findHead() : tip',
    text: 'let head = tip'
  },
  /** A run that is killed, or cannot record, has written without a record. */
  'record after the first upsert': {
    file: 'src/sync/sync.ts',
    anchor: 'const recorded = await recording.begin(',
    text: `{
      const reader = new (await import('./reader.ts')).RunbookReader(source, round.options)
      const [first] = (await (await import('./worklist.ts')).makeWorkList(seen, reader)).send
      const content = first && (await reader.text(first))
      if (first !== undefined && content !== undefined) await client.upsert({ name: first.name, content })
    }
    const recorded = await recording.begin(`
  }
} as const satisfies Readonly<Record<string, Replacement>>

export type MutationName = keyof typeof MUTATIONS

/** What another release of the Action converts differently, and the number that says so. */
export const OTHER_RELEASE: readonly Replacement[] = [
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

/** What `OTHER_RELEASE` makes of a text. */
export function convertAsOther(text: string): string {
  return text.replaceAll('Revision', 'Version')
}
