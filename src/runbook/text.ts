import { isUtf8 } from 'node:buffer'
import type { FileContent } from '../branch/source.ts'
import { format } from '../wording.ts'

/** Why a file cannot become an entry, and what its author can do. */
export interface Refused {
  readonly kind: 'refused'
  readonly reason: string
  readonly hint: string
  /** 1-based; undefined if it is not known. */
  readonly line: number | undefined
}

const LFS_POINTER = 'version https://git-lfs.github.com/spec/'
const SAVE_AS_UTF8 = 'Save it as UTF-8.'

export function refused(reason: string, hint: string, line?: number): Refused {
  return { kind: 'refused', reason, hint, line }
}

/** Refuses a file that is written in another language, by its ending. All such files have one reason, so that a report needs one line. */
export function refusalOfLanguage(path: string): Refused | undefined {
  if (!/\.(?:adoc|asciidoc|rst)$/i.test(path)) return undefined
  const hint = 'Select Markdown only, in `files`: a folder such as `docs/runbooks/**`, or `docs/**/*.md`.'
  return refused('The file is AsciiDoc or reStructuredText, not Markdown.', hint)
}

/** Bytes of a file. Services cut or refuse longer texts, and nobody reads one during an incident. */
export const MAX_BYTES = 1024 * 1024

/** Decodes UTF-8 and removes one byte order mark. Refuses other bytes: U+FFFD in a command could do harm. */
export function decode(content: FileContent, limit = MAX_BYTES): string | Refused {
  if (content.kind === 'too-large' || content.bytes.length > limit) {
    // Without its size, so that a report can count all of them in one line.
    return refused(`The file has more than ${format(limit)} bytes.`, 'Split it.')
  }
  const { bytes } = content
  if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER) {
    return refused(
      'The file is a Git LFS pointer, not the runbook.',
      'Keep runbooks in Git (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only if the ' +
        'Action reads files from the disk: a commit holds the pointer.'
    )
  }
  const isText = (part: Buffer): boolean => isUtf8(part) && !part.includes(0)
  if (!isText(bytes)) {
    // A line feed is never part of another UTF-8 character.
    const lines = bytes.toString('latin1').split('\n')
    const line = lines.findIndex((each) => !isText(Buffer.from(each, 'latin1'))) + 1
    return bytes.includes(0)
      ? refused('The file contains a NUL byte: it is UTF-16, UTF-32 or binary, not UTF-8.', SAVE_AS_UTF8, line)
      : refused('The file is not UTF-8.', `It may be Latin-1. ${SAVE_AS_UTF8}`, line)
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** Why a sync would refuse a file with this text; undefined if it would not. */
export function refusalOf(text: string): Refused | undefined {
  if (!text.isWellFormed()) return refused('The file contains half a character, which UTF-8 cannot hold.', SAVE_AS_UTF8)
  const read = decode({ kind: 'bytes', bytes: Buffer.from(text) })
  return typeof read === 'string' ? undefined : read
}

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
