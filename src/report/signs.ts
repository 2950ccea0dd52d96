import type { Outcome } from '../sync/outcome.ts'

/** What the eye finds in a summary before it reads; the words say the same. */
const SIGNS: Readonly<Record<Outcome, string>> = {
  failed: '❌',
  refused: '⛔',
  pending: '⏳',
  removed: '🍂',
  retired: '📕',
  upserted: '✅',
  planned: '📤',
  unchanged: '',
  excluded: ''
}

export const NOTE_SIGN = '⚠️'

/** The word with its sign, which a line must not part. */
export function signed(outcome: Outcome): string {
  return SIGNS[outcome] === '' ? outcome : `${SIGNS[outcome]}&#160;${outcome}`
}
