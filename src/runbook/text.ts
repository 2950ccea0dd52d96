import { isUtf8 } from 'node:buffer'
import { refused, type Refused } from './problem.ts'
import type { FileContent } from './runbook.ts'

const LFS_POINTER = Buffer.from('version https://git-lfs.github.com/spec/')
const SAVE_AS_UTF8 = 'Save it as UTF-8.'

/**
 * Decodes a file as UTF-8 and removes one byte order mark. Refuses bytes that are not UTF-8: a replacement character in a
 * command could harm the reader.
 *
 * @param maxBytes the largest allowed file, in bytes
 */
export function decode(content: FileContent, maxBytes: number): { readonly kind: 'text'; text: string } | Refused {
  const size = content.kind === 'too-large' ? content.size : content.bytes.length
  if (content.kind === 'too-large' || size > maxBytes) {
    return refused(`The file has ${size} bytes; ${maxBytes} are allowed.`, 'Split it, or raise `max-bytes`.')
  }
  const { bytes } = content
  if (bytes.subarray(0, LFS_POINTER.length).equals(LFS_POINTER)) {
    return refused(
      'The file is a Git LFS pointer, not the runbook.',
      'Keep runbooks in Git (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only if the ' +
        'Action reads files from the disk: a commit holds the pointer.'
    )
  }
  const encoding = encodingByMark(bytes)
  if (encoding !== undefined) return refused(`The file is ${encoding}, not UTF-8.`, SAVE_AS_UTF8)
  const nul = bytes.indexOf(0)
  if (nul !== -1) {
    return refused('The file contains a NUL byte: it is UTF-16 without a byte order mark, or binary.', SAVE_AS_UTF8, {
      line: lineAt(bytes, nul)
    })
  }
  if (!isUtf8(bytes)) {
    return refused('The file is not UTF-8. It may be Latin-1.', SAVE_AS_UTF8, { line: firstInvalidLine(bytes) })
  }
  const text = bytes.toString('utf8')
  return { kind: 'text', text: text.startsWith('\uFEFF') ? text.slice(1) : text }
}

function encodingByMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? 'UTF-32' : 'UTF-16'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'UTF-16' : undefined
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1)) line++
  return line
}

/** Checks line by line: a UTF-8 character never contains a line feed. */
function firstInvalidLine(bytes: Buffer): number {
  let line = 1
  for (let from = 0; ; line++) {
    const end = bytes.indexOf(0x0a, from)
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return line
    from = end + 1
  }
}
