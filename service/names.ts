import { unprocessable } from './http-error.ts'

/** The longest name of a token or a workspace, in code points. */
const NAME_LENGTH = 100

/**
 * A valid name of a token or a workspace, without white space around it.
 *
 * @throws {HttpError} 422
 */
export function checkedName(value: string): string {
  const name = value.trim()
  const length = Array.from(name).length
  if (length === 0) throw unprocessable('name', 'Give a name.')
  if (length > NAME_LENGTH) {
    throw unprocessable('name', `The name has ${length} characters. At most ${NAME_LENGTH} are allowed.`)
  }
  if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    throw unprocessable('name', 'The name has a control character, or half of a surrogate pair.')
  }
  return name
}
