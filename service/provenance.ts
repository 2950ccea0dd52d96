import { hash } from 'node:crypto'

/**
 * What an entry says about where it comes from. The text of an entry that the Action sends begins with a source line, or has
 * one below its front matter:
 *
 *     Version 9f86d081884c.1a2b3c4d5e6f of [docs/disk-full.md](https://github.com/acme/ops/blob/main/docs/disk-full.md)
 *
 * Without a web address the path stands without brackets. `Retired` instead of `Version` makes it a note about a removed
 * runbook. The first twelve digits say which runbook it is. The others, the seal, are those of the name and of the text
 * without such marks, so they tell whether somebody has changed the entry since. Of several marks the first one counts.
 */
export const PROVENANCES = ['repository', 'edited', 'hand', 'retired'] as const
export type Provenance = (typeof PROVENANCES)[number]

export interface Source {
  readonly provenance: Provenance
  /** In the repository; `null` without a source line, or if the line is damaged behind its mark. */
  readonly path: string | null
  /** An http or https address without a password; `null` without one. */
  readonly url: string | null
}

const MARK = /(?<![A-Za-z0-9])(Version|Retired) [0-9a-f]{12}\.([0-9a-f]{12})(?![0-9a-z])/
const MARKS = new RegExp(MARK, 'g')

/** What stands behind a mark: a link, or the path alone. */
const SOURCES = [/^ of \[(?<label>(?:\\.|[^\\[\]\n\r])+)\]\((?<address>[^\s()]+)\)/, /^ of (?<label>[^[<\s][^\n\r]*)/]

/** In UTF-16 units: enough for a path of 4,096 bytes, percent-encoded twice. A page shows many of them. */
const LINE_LIMIT = 32 * 1024

export function sourceOf({ name, content }: { readonly name: string; readonly content: string }): Source {
  const mark = MARK.exec(content)
  if (mark === null) return { provenance: 'hand', path: null, url: null }
  const [whole, word, seal] = mark
  const unchanged = word === 'Retired' ? 'retired' : 'repository'
  const start = mark.index + whole.length
  return {
    provenance: sealOf(name, content) === seal ? unchanged : 'edited',
    ...fileIn(content.slice(start, start + LINE_LIMIT))
  }
}

function fileIn(rest: string): Pick<Source, 'path' | 'url'> {
  const { label = '', address = '' } = SOURCES.map((form) => form.exec(rest)?.groups).find(Boolean) ?? {}
  return { path: pathOf(label.trimEnd()), url: webAddress(address.replace(/^<(.*)>$/, '$1')) }
}

/** `null` if there is none, or its percent escapes are damaged. */
function pathOf(label: string): string | null {
  try {
    return decodeURIComponent(label.replaceAll(/\\(.)/g, '$1')) || null
  } catch {
    return null
  }
}

function webAddress(text: string): string | null {
  const url = URL.parse(text)
  const isSafe = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  return isSafe ? url.href : null
}

function sealOf(name: string, content: string): string {
  const folded = composed(composed(name).toUpperCase().toLowerCase()).replaceAll(/\s+/g, ' ').trim()
  const text = normalForm(content.replaceAll(MARKS, ''))
  return hash('sha256', `${folded}\n${text}`).slice(0, 12)
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
