import { hash } from 'node:crypto'

/**
 * What an entry says about where it comes from. The text of an entry that the Action sends begins with a source line, or has
 * one below its front matter:
 *
 *     Source: [docs/disk-full.md](https://github.com/acme/ops/blob/main/docs/disk-full.md) for the alerts `DiskFull` (version 9f86d081884c of 1a2b3c4d5e6f, described 3a4b5c, review by 2 May 2026)
 *
 * For a forge whose addresses are unknown, `host/owner/repository` and the path stand in place of the link. `retired` instead of
 * `version` makes it a note about a removed runbook. The first twelve digits are those of the name, of the text without the line, and
 * of the alerts, so they tell whether somebody has changed the entry since; the others are of the file's id in Git. Of several
 * lines the first one counts.
 */
export interface Source {
  readonly provenance: 'repository' | 'edited' | 'hand' | 'retired'
  /** In the repository; `null` without a source line, or if its percent escapes are damaged. */
  readonly path: string | null
  /** An http or https address without a password; `null` without one. */
  readonly url: string | null
}

/** No part can match in two ways, so that a search takes linear time. */
const LINE =
  /Source: (?:\[(?<label>(?:\\.|[^\\[\]\n])+)\]\((?<address>[^\s()<>]+)\)|[^\s[]+ (?<path>\S+))(?: for the alerts (?<alerts>(?:(?! \((?:version|retired) |Source: )[^\n]){1,2000}))? \((?<word>version|retired) (?<digest>[0-9a-f]{12}) of [0-9a-f]{12}(?:, described (?:[0-9a-f]{6}|none))?(?:, review by \d{1,2} [A-Z][a-z]{2,8} \d{4})?\)/

export function sourceOf({ name, content }: { readonly name: string; readonly content: string }): Source {
  const text = content.replaceAll(/\r\n?/g, '\n')
  const found = LINE.exec(text)
  if (found === null) return { provenance: 'hand', path: null, url: null }
  const { 0: line, index, groups: { label, address = '', path = '', alerts = '', word, digest } = {} } = found
  const unchanged = word === 'retired' ? 'retired' : 'repository'
  const rest = text.slice(0, index) + text.slice(index + line.length)
  const provenance = digestOf(name, rest, alerts) === digest ? unchanged : 'edited'
  return { provenance, path: pathOf(label?.replaceAll(/\\(.)/g, '$1') ?? path), url: webAddress(address) }
}

function pathOf(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function webAddress(text: string): string | null {
  const url = URL.parse(text)
  const isSafe = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  return isSafe ? url.href : null
}

function digestOf(name: string, text: string, alerts: string): string {
  const folded = name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const ofText = hash('sha256', `${folded}\n${normalForm(text)}`)
  return (alerts === '' ? ofText : hash('sha256', `${ofText.slice(0, 24)}\n${alerts}`)).slice(0, 12)
}

/** @param text with line feeds. */
function normalForm(text: string): string {
  const lines = text
    // From the start of a run of blanks only, so that the time is linear.
    .replaceAll(/(?<![ \t])[ \t]+(?=\n|$)/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
  return lines.trim().normalize('NFC')
}
