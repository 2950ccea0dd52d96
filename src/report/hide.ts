import { withoutCredentials } from '../runbook/credentials.ts'
import type { Result } from './journal.ts'

/** Stands in place of a report that could not be searched. The error is not shown: it may quote a text. */
export const NOT_SEARCHED =
  'The report could not be searched for credentials, so it is not shown. This is a defect of Runbook Sync. With `send` for `secrets`, nothing is searched.'

/**
 * Puts `***` in place of credentials that a run is about to print: a title, the name of an entry, a link or an answer of the
 * service may have one, in a runbook that is sent, refused for another reason, or left alone. Undefined if they cannot be found.
 */
export async function hideCredentials<Said>(
  said: Said,
  { hidesCredentials }: Pick<Result, 'hidesCredentials'>
): Promise<Said | undefined> {
  if (!hidesCredentials) return said
  const texts = new Set<string>()
  const json = JSON.stringify(said, (_, part: unknown) => {
    if (typeof part === 'string') texts.add(part)
    return part
  })
  const hidden = await withoutCredentials([...texts]).catch(() => undefined)
  if (hidden === undefined) return undefined
  if (hidden.size === 0) return said
  return JSON.parse(json, (_, part: unknown) => (typeof part === 'string' ? (hidden.get(part) ?? part) : part)) as Said
}
