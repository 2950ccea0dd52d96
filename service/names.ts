import { unprocessable } from './http-error.ts'

/** The longest name of a token or a workspace, in code points. */
const NAME_LENGTH = 100

/** Control characters, and the characters that change the direction of the text after them. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/

/** White space, format characters, variation selectors and fillers; U+2800 is the braille pattern without dots. */
const INVISIBLE = /[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * A valid name of a token or a workspace, without white space around it.
 *
 * @throws {HttpError} 422
 */
export function checkedName(value: string): string {
  if (!value.isWellFormed()) throw unprocessable('name', 'The name is not valid Unicode text.')
  const name = value.trim()
  const length = Array.from(name).length
  if (length === 0) throw unprocessable('name', 'Give a name.')
  if (length > NAME_LENGTH) {
    throw unprocessable('name', `The name has ${length} characters. At most ${NAME_LENGTH} are allowed.`)
  }
  if (FORBIDDEN.test(name)) {
    throw unprocessable('name', 'The name contains a control character or a change of text direction.')
  }
  if (name.replaceAll(INVISIBLE, '') === '') throw unprocessable('name', 'The name has no visible character.')
  return name
}

/** For a search that ignores case. */
export function fold(text: string): string {
  return text.toLowerCase()
}
