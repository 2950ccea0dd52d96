import { withoutCredentials } from '../runbook/credentials.ts'
import type { Result } from './journal.ts'

/**
 * What a run is about to say, with `***` in place of credentials: a title, the name of an entry, a link or an answer of the
 * service may have one, in a runbook that is sent, refused for another reason, or left alone.
 */
export async function hideCredentials<Said>(
  said: Said,
  { hidesCredentials }: Pick<Result, 'hidesCredentials'>
): Promise<Said> {
  if (!hidesCredentials) return said
  const texts = new Set<string>()
  const json = JSON.stringify(said, (_, part: unknown) => {
    if (typeof part === 'string') texts.add(part)
    return part
  })
  const hidden = await withoutCredentials([...texts])
  if (hidden.size === 0) return said
  return JSON.parse(json, (_, part: unknown) => (typeof part === 'string' ? (hidden.get(part) ?? part) : part)) as Said
}
