import { isUtf8 } from 'node:buffer'
import type { Content } from '../source/source.ts'
import type { Problem } from './runbook.ts'

export type Text =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'refused'; readonly problem: Problem }

const LFS_POINTER = Buffer.from('version https://git-lfs.github.com/spec/')

/**
 * The bytes of a runbook as text: strict UTF-8, a byte order mark taken off, all else as it is. Nothing is ever replaced
 * by U+FFFD: half a character in a command is worse than no runbook.
 *
 * @param maxBytes the largest runbook, in bytes
 */
export function decode(content: Content, maxBytes: number): Text {
  const size = content.kind === 'too-large' ? content.size : content.bytes.length
  if (content.kind === 'too-large' || size > maxBytes) {
    return refused(`It has ${size} bytes; ${maxBytes} are allowed.`, 'Split it, or raise `max-bytes`.')
  }
  const { bytes } = content
  if (bytes.subarray(0, LFS_POINTER.length).equals(LFS_POINTER)) {
    return refused(
      'It is a Git LFS pointer, not the runbook itself.',
      'Keep runbooks in Git itself (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only ' +
        'where files are read from the disk: contents come from the commit, and it holds the pointer.'
    )
  }
  const wide = utf16(bytes)
  if (wide !== undefined) return refused(`It is ${wide}, not UTF-8.`, REENCODE)
  const nul = bytes.indexOf(0)
  if (nul !== -1) {
    return refused(
      'It contains a NUL byte, which no text has (UTF-16 without a byte order mark, or a binary file).',
      REENCODE,
      lineAt(bytes, nul)
    )
  }
  if (!isUtf8(bytes)) return refused('It is not UTF-8 (Latin-1, perhaps).', REENCODE, firstBadLine(bytes))
  const text = bytes.toString('utf8')
  return { kind: 'text', text: text.startsWith('\uFEFF') ? text.slice(1) : text }
}

const REENCODE = 'Save it as UTF-8.'

function refused(message: string, remedy: string, line?: number): Text {
  return { kind: 'refused', problem: { message, remedy, ...(line === undefined ? {} : { line }) } }
}

function utf16(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? 'UTF-32' : 'UTF-16'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16'
  return undefined
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1)) line++
  return line
}

/** No character of UTF-8 spans a line feed, so that each line can be asked for itself. */
function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let from = 0; ; line++) {
    const end = bytes.indexOf(0x0a, from)
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return line
    from = end + 1
  }
}
