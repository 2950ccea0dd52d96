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
import { withoutMark } from './review.ts'
import { joined } from '../wording.ts'

/**
 * The line of an entry that says where its text comes from, and which text that was:
 *
 *     Source: [docs/disk.md](https://github.com/acme/ops/blob/main/docs/disk.md) (version 9f86d081884c of 1a2b3c4d5e6f)
 *
 * For a forge whose addresses are unknown: `Source: git.example/acme/ops docs/disk.md (version … of …)`. A note that replaces
 * the text of a removed runbook has `retired` in place of `version`. Of several lines in a text the first one counts.
 */
export interface SourceLine {
  readonly kind: 'version' | 'retired'
  /** `digestOf` the name and text that were sent. */
  readonly digest: string
  /** The first digits of the id that Git gives to the file. */
  readonly blob: string
  /** From the repository's root. */
  readonly path: string
  /** Where the file is, as `fileAddress` writes it. */
  readonly address: string
}

/** Digits of a digest and a blob: enough to tell the texts of one name, and of one file, apart. */
const DIGITS = 12

/** No part can match in two ways, and none reaches the next `Source: `, so that a search takes linear time. */
const LINE =
  /Source: (?:\[((?:\\.|[^\\[\]\n])+)\]\(([^()\s<>]+)\)|([^\s[]+ (\S+))) \((version|retired) ([0-9a-f]{12}) of ([0-9a-f]{12})\)/

/** The end of such a line, if a mark may follow. */
const LINE_END = / \((?:version|retired) [0-9a-f]{12} of [0-9a-f]{12}\)(?=\s*Review overdue )/

/** Kept front matter stands above the line, and may quote another one. */
const FRONT_MATTER = /^---[ \t]*\n[^]*?\n---[ \t]*\n/

/**
 * Takes a text of the knowledge base apart: into its line, if it has one, and the rest in normal form. A line in whose label
 * somebody has written is also a part of the rest, so that this is another text than the one that was sent.
 */
export function readText(content: string): { readonly line: SourceLine | undefined; readonly text: string } {
  const lines = withLineFeeds(content)
  const above = FRONT_MATTER.exec(lines)?.[0].length ?? 0
  const below = LINE.exec(lines.slice(above))
  const found = below ?? LINE.exec(lines)
  if (found === null) return { line: undefined, text: normalForm(lines) }
  const [whole, label, linked, plain, encoded = '', kind, digest = '', blob = ''] = found
  const line: SourceLine = {
    kind: kind === 'retired' ? 'retired' : 'version',
    digest,
    blob,
    path: detached(decodePercent(label === undefined ? encoded : label.replace(/\\(.)/g, '$1'))),
    address: detached(linked ?? plain ?? '')
  }
  if (!hasOwnLabel(line)) return { line, text: normalForm(lines) }
  const at = found.index + (below === null ? 0 : above)
  return { line, text: normalForm(lines.slice(0, at) + lines.slice(at + whole.length)) }
}

/** The text of an entry as its file says it, whether the entry was marked as overdue or not. */
export function readUnmarked(content: string): string {
  const at = LINE_END.exec(content)
  if (at === null) return readText(content).text
  const end = at.index + at[0].length
  return readText(content.slice(0, end) + withoutMark(content.slice(end))).text
}

/** True if a line is labelled with the path to which it leads. Forge, host and branch may have changed since it was sent. */
function hasOwnLabel({ path, address }: SourceLine): boolean {
  const [place, label] = [decodePercent(address), path].map(composed) as [string, string]
  return place.endsWith(`/${label}`) || place.endsWith(` ${label}`)
}

/** The same for two entries whose names and texts are the same to a service that folds names. */
export function digestOf(name: string, text: string): string {
  // A folded name has no line break.
  return hash('sha256', `${foldName(name)}\n${text}`).slice(0, DIGITS)
}

export function blobDigits(id: string): string {
  return id.slice(0, DIGITS)
}

/** Writes the line. What Markdown or a terminal could change in the path is escaped. */
export function sourceLine({ kind, digest, blob, path }: Omit<SourceLine, 'address'>, base: LinkBase): string {
  const address = fileAddress(path, base)
  const label = path
    .replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char))
    .replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&')
  const place = base.forge === 'other' ? address : `[${label}](${address})`
  return `Source: ${place} (${kind} ${digest} of ${blob})`
}

/**
 * The text of an entry, with its source line between what stands above it, which may be empty, and the rest.
 *
 * @param mark the line directly below it, which is a part of the text.
 */
export function writeEntry(
  { name, kind, path, blob }: { readonly name: string } & Pick<SourceLine, 'kind' | 'path' | 'blob'>,
  { above, below, mark = '' }: { readonly above: string; readonly below: string; readonly mark?: string },
  base: LinkBase
): { readonly content: string; readonly digest: string } {
  const [front, rest] = [above.trimEnd(), below.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()]
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')
  const digest = digestOf(name, normalForm(join(front, mark, rest)))
  const line = joined([sourceLine({ kind, digest, blob, path }, base), mark], '\n')
  return { content: `${join(front, line, rest)}\n`, digest }
}

/**
 * A text without the source line that it begins with, and without the mark below it: people paste entries into files, some of them
 * without the line. A mark that stayed would be there after the review, and a pull would take it for that of a run.
 */
export function withoutPastedLine(markdown: string): string {
  const start = /^\s*/.exec(markdown)?.[0].length ?? 0
  const found = markdown.startsWith('Source: ', start) ? LINE.exec(markdown.slice(start)) : null
  const pasted = markdown.slice(start + (found?.index === 0 ? found[0].length : 0))
  const rest = withoutMark(pasted)
  if (found?.index !== 0 && rest === pasted) return markdown
  return markdown.slice(0, start) + rest.replace(/^[ \t]*(?:\r?\n)*/, '')
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
