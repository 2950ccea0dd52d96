import { unprocessable } from './refusal.ts'

/** The longest name of a token or a workspace, in code points. */
export const NAME_LENGTH = 100

/** What a person calls a token or a workspace: trimmed, and fit to be shown in one line. */
export function checkedName(value: string): string {
  if (!value.isWellFormed()) throw unprocessable('name', 'The name is not valid Unicode text.')
  const name = value.trim()
  // eslint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f-\x9f]/.test(name)) throw unprocessable('name', 'The name contains a control character.')
  const length = Array.from(name).length
  if (length === 0) throw unprocessable('name', 'Give a name.')
  if (length > NAME_LENGTH) {
    throw unprocessable('name', `The name has ${length} characters; ${NAME_LENGTH} is the most.`)
  }
  return name
}
