import { hash } from 'node:crypto'
import { composed, detached, foldName, normalForm, withLineFeeds } from '../normal-form.ts'
import {
  bareAddress,
  decodePercent,
  encodePath,
  fileAddress,
  FORGES,
  repositoryRoot,
  type Forge,
  type LinkBase
} from './links.ts'
import { isAlertList } from './description.ts'
import { sayDay } from './review.ts'
import { joined } from '../wording.ts'

/**
 * The line of an entry that says where its text comes from, what it is for, and which text that was:
 *
 *     Source: [docs/disk.md](https://github.com/acme/ops/blob/main/docs/disk.md) for the alerts `DiskFull` (version 9f86d081884c of 1a2b3c4d5e6f, described 3a4b5c, review by 2 May 2026)
 *
 * For a forge whose addresses are unknown: `Source: git.example/acme/ops docs/disk.md (version … of …)`. A note that replaces
 * the text of a removed runbook has `retired` in place of `version`. Of several lines in a text the first one counts.
 */
export interface SourceLine {
  readonly kind: 'version' | 'retired'
  /** `digestOf` the name, the text and the alerts that were sent. */
  readonly digest: string
  /** The first digits of the id that Git gives to the file. */
  readonly blob: string
  /** From the repository's root. */
  readonly path: string
  /** Where the file is, as `fileAddress` writes it. */
  readonly address: string
  /** The names of its alerts, as `alertList` writes them; empty without any. */
  readonly alerts: string
  /** `describedDigits` of the description that file and alerts gave then; empty in a line without. */
  readonly described: string
}

/** Digits of a digest and a blob: enough to tell the texts of one name, and of one file, apart. */
const DIGITS = 12

/**
 * No part can match in two ways, the list of alerts has a limit, and none reaches the next `Source: `, so that a search takes linear
 * time.
 */
const LINE =
  /Source: (?:\[((?:\\.|[^\\[\]\n])+)\]\(([^()\s<>]+)\)|([^\s[]+ (\S+)))(?: for the alerts ((?:(?! \((?:version|retired) |Source: )[^\n]){1,2000}))? \((version|retired) ([0-9a-f]{12}) of ([0-9a-f]{12})(?:, described ([0-9a-f]{6}|none))?(?:, review by \d{1,2} [A-Z][a-z]{2,8} \d{4})?\)/

/** Kept front matter stands above the line, and may quote another one. */
const FRONT_MATTER = /^---[ \t]*\n[^]*?\n---[ \t]*\n/

/**
 * Takes a text of the knowledge base apart: into its line, if it has one, and the rest in normal form. A line in whose label or list of
 * alerts somebody has written is also a part of the rest, so that this is another text than the one that was sent.
 */
export function readText(content: string): { readonly line: SourceLine | undefined; readonly text: string } {
  const lines = withLineFeeds(content)
  const above = FRONT_MATTER.exec(lines)?.[0].length ?? 0
  const below = LINE.exec(lines.slice(above))
  const found = below ?? LINE.exec(lines)
  if (found === null) return { line: undefined, text: normalForm(lines) }
  const [whole, label, linked, plain, encoded = '', alerts = '', kind, digest = '', blob = '', described = ''] = found
  const line: SourceLine = {
    kind: kind === 'retired' ? 'retired' : 'version',
    digest,
    blob,
    path: detached(decodePercent(label === undefined ? encoded : label.replace(/\\(.)/g, '$1'))),
    address: detached(linked ?? plain ?? ''),
    alerts: detached(alerts),
    described
  }
  if (!isIntact(line)) return { line, text: normalForm(lines) }
  const at = found.index + (below === null ? 0 : above)
  return { line, text: normalForm(lines.slice(0, at) + lines.slice(at + whole.length)) }
}

/** True if nobody has written into a line. */
export function isIntact(line: SourceLine): boolean {
  return hasOwnLabel(line) && (line.alerts === '' || isAlertList(line.alerts))
}

/** True if a line is labelled with the path to which it leads. Forge, host and branch may have changed since it was sent. */
function hasOwnLabel({ path, address }: SourceLine): boolean {
  const [place, label] = [decodePercent(address), path].map(composed) as [string, string]
  return place.endsWith(`/${label}`) || place.endsWith(` ${label}`)
}

/** Digits for the name and text of an entry: the same to a service that folds names. */
export function textDigestOf(name: string, text: string): string {
  // A folded name has no line break.
  return hash('sha256', `${foldName(name)}\n${text}`).slice(0, 2 * DIGITS)
}

/** The digest of name, text and alerts. @param alerts as `alertList` writes them. */
export function digestOf(textDigest: string, alerts: string): string {
  return (alerts === '' ? textDigest : hash('sha256', `${textDigest}\n${alerts}`)).slice(0, DIGITS)
}

export function blobDigits(id: string): string {
  return id.slice(0, DIGITS)
}

export interface LineFacts extends Pick<SourceLine, 'kind' | 'path' | 'blob' | 'alerts' | 'described'> {
  /** Until when the file is to be reviewed, as `2026-05-02`; undefined if it does not say. */
  readonly reviewBy: string | undefined
}

/** Writes the line. What Markdown or a terminal could change in the path is escaped. */
export function sourceLine(
  digest: string,
  { kind, path, blob, alerts, described, reviewBy }: LineFacts,
  base: LinkBase
): string {
  const address = fileAddress(path, base)
  const label = path
    .replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char))
    .replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&')
  const place = base.forge === 'other' ? address : `[${label}](${address})`
  const facts = [`${kind} ${digest} of ${blob}`, `described ${described}`, reviewBy && `review by ${sayDay(reviewBy)}`]
  return joined([`Source: ${place}`, alerts !== '' && `for the alerts ${alerts}`, `(${joined(facts, ', ')})`])
}

/** The text of an entry around its source line; above may be empty. */
export interface EntryText {
  readonly above: string
  readonly below: string
}

export function textAround({ above, below }: EntryText): string {
  return normalForm(paragraphs(...trimmed(above, below)))
}

export function writeEntry(name: string, { above, below }: EntryText, facts: LineFacts, base: LinkBase): WrittenEntry {
  const [front, rest] = trimmed(above, below)
  const digest = digestOf(textDigestOf(name, normalForm(paragraphs(front, rest))), facts.alerts)
  return { content: `${paragraphs(front, sourceLine(digest, facts, base), rest)}\n`, digest }
}

/** The text that is sent, and the digest in its line. */
export interface WrittenEntry {
  readonly content: string
  readonly digest: string
}

function trimmed(above: string, below: string): [front: string, rest: string] {
  return [above.trimEnd(), below.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()]
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A text without the source line that it begins with: people paste entries into files. */
export function withoutPastedLine(markdown: string): string {
  const start = /^\s*/.exec(markdown)?.[0].length ?? 0
  const found = markdown.startsWith('Source: ', start) ? LINE.exec(markdown.slice(start)) : null
  if (found?.index !== 0) return markdown
  return markdown.slice(0, start) + markdown.slice(start + found[0].length).replace(/^[ \t]*(?:\r?\n)*/, '')
}

/** `gone branch`: another one, which the repository has no more. A line alone cannot tell. */
export type Origin = 'this branch' | 'another branch' | 'gone branch' | 'another repository'

/** Where an entry comes from, as its line says: addresses are compared without regard to scheme, `www.` and case. */
export function originOf({ address, path }: SourceLine, base: LinkBase): Origin {
  const addresses = [repositoryRoot(base), fileAddress(path, base), address]
  // Systems and archives change the Unicode form of paths.
  const decoded = addresses.map((each) => composed(decodePercent(bareAddress(each))))
  const [root, own, other] = decoded as [string, string, string]
  if (other.slice(0, root.length).toLowerCase() !== root.toLowerCase()) return 'another repository'
  return other.slice(root.length) === own.slice(root.length) ? 'this branch' : 'another branch'
}

/** The forge whose addresses of this repository a line has, whatever its branch; undefined if it is of another repository. */
export function forgeOfLine(line: SourceLine, base: Omit<LinkBase, 'forge' | 'ref'>): Forge | undefined {
  return FORGES.find((forge) => originOf(line, { ...base, forge, ref: '' }) !== 'another repository')
}

/** The branch or tag of an entry from another one; undefined if the address is too short. */
export function branchOf({ address, path }: SourceLine, base: LinkBase): string | undefined {
  const root = bareAddress(repositoryRoot(base)).length
  const end = `/${encodePath(path)}`
  return address.endsWith(end) ? decodePercent(bareAddress(address).slice(root, -end.length)) : undefined
}
