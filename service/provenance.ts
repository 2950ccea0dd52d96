import { createHash } from 'node:crypto'

/**
 * What an entry says of where it comes from. An entry that the Action sends ends with a source line:
 *
 *     Source: [docs/disk-full.md](https://github.com/acme/ops/blob/main/docs/disk-full.md), version 9f86d081884c
 *
 * Without a web address the path stands without brackets. `retired` in place of `version` makes it a retirement note. The
 * digits are those of the name, the path and the text above, so they tell whether somebody has changed the entry since.
 */
export const PROVENANCES = ['repository', 'edited', 'hand', 'retired'] as const
export type Provenance = (typeof PROVENANCES)[number]

export interface Source {
  readonly provenance: Provenance
  /** In the repository; `null` without a source line. */
  readonly path: string | null
  /** An http or https address without a password; `null` without one. */
  readonly url: string | null
}

const LABEL = String.raw`(?<label>(?:\\.|[^\\[\]\n\r])+)`
const SOURCE_LINE = new RegExp(
  String.raw`(?<![^\n\r])Source: (?:\[${LABEL}\]\((?<address>[^\s()]+)\)|${LABEL}), ` +
    String.raw`(?<word>version|retired) (?<digits>[0-9a-f]{12})[ \t]*(?![^\n\r])`,
  'g'
)

/** In UTF-16 units: enough for a path of 4,096 bytes, percent-encoded twice. A page shows many of them. */
const LINE_LIMIT = 32 * 1024

/** By the last source line. */
export function sourceOf({ name, content }: { readonly name: string; readonly content: string }): Source {
  let last: { readonly path: string; readonly match: RegExpExecArray } | undefined
  for (const match of content.matchAll(SOURCE_LINE)) {
    const path = match[0].length > LINE_LIMIT ? undefined : pathOf(match.groups?.['label'] ?? '')
    if (path !== undefined) last = { path, match }
  }
  if (last === undefined) return { provenance: 'hand', path: null, url: null }
  const { path, match } = last
  const { address = '', word, digits } = match.groups ?? {}
  const [above, below] = [content.slice(0, match.index), content.slice(match.index + match[0].length)]
  const isUnchanged = below.trim() === '' && digitsOf(name, path, above) === digits
  const unchanged = word === 'retired' ? 'retired' : 'repository'
  return { provenance: isUnchanged ? unchanged : 'edited', path, url: webAddress(address) }
}

/** Undefined if the percent escapes are damaged. */
function pathOf(label: string): string | undefined {
  try {
    return decodeURIComponent(label.replaceAll(/\\(.)/g, '$1'))
  } catch {
    return undefined
  }
}

function webAddress(text: string): string | null {
  const url = URL.parse(text)
  const isSafe = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  return isSafe ? url.href : null
}

function digitsOf(name: string, path: string, text: string): string {
  const folded = composed(composed(name).toUpperCase().toLowerCase()).replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256')
    .update(`${folded}\0${composed(path)}\0${normalForm(text)}`)
    .digest('hex')
    .slice(0, 12)
}

function normalForm(text: string): string {
  const lines = text
    .replaceAll(/\r\n?/g, '\n')
    // From the start of a run of blanks only, so that the time is linear.
    .replaceAll(/(?<![ \t])[ \t]+(?=\n|$)/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
  return composed(lines.trim())
}

/** Unicode NFC takes quadratic time for a long run of combining characters. */
function composed(text: string): string {
  return /\p{M}{31}/u.test(text) ? text : text.normalize('NFC')
}
