import { hash } from 'node:crypto'

/** Windows reserves these names, with any ending. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i
/** NTFS gives a file such a second name: `git~1` is `.git`. */
const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/
/** Not in a name on Windows, or, at its end, not a part of it. */
const UNSAFE = /[<>:"|?*\\\p{Cc}]|(?<![. ])[. ]+$/gu
/** macOS ignores some of these characters in names. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** In bytes, of most file systems. */
const MAX_NAME = 255
/** In UTF-16 units, of macOS; a row of the list should not make thousands of folders. */
const MAX_PATH = 1000

/** True if a path stays below the root of a work tree, is not in Git's own folder, and no system takes it for another one. */
export function isPortablePath(path: string): boolean {
  return path.length <= MAX_PATH && path.split('/').every(isPortableName)
}

function isPortableName(name: string): boolean {
  if (name === '' || !name.isWellFormed() || Buffer.byteLength(name) > MAX_NAME) return false
  if (name.search(UNSAFE) !== -1 || RESERVED.test(name) || SHORT_NAME.test(name)) return false
  return name.replace(INVISIBLE, '').toLowerCase() !== '.git'
}

/** In UTF-16 units, each of up to three bytes. A file system allows 255 bytes. */
const MAX_SEGMENT = 60
const MAX_SEGMENTS = 12

/** A relative path that is portable and short; different for every `path`. */
export function safePath(path: string): string {
  const segments = path.split('/')
  const isShort = segments.length <= MAX_SEGMENTS && segments.every(({ length }) => length <= MAX_SEGMENT)
  if (isShort && isPortablePath(path)) return path
  return `${hash('sha256', path).slice(0, 12)}-${safeSegment(segments.at(-1) ?? '')}`
}

function safeSegment(segment: string): string {
  const safe = segment.slice(0, MAX_SEGMENT).toWellFormed().replace(UNSAFE, '_')
  return RESERVED.test(safe) || safe === '' ? `_${safe}` : safe
}
