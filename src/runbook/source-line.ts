import { decodeHTMLStrict } from 'entities/decode'
import { hash } from 'node:crypto'
import { composed, foldName, normalForm, withLineFeeds } from '../normal-form.ts'
import { encodePath, hasAddresses, rootOf, type LinkBase } from './links.ts'

/**
 * The first line of each entry: where its text comes from, which text that was, and whether somebody has changed it since.
 * `kubectl apply`, Helm and Terraform keep such a mark for the same reason.
 *
 *     Version 9f86d081884c.1a2b3c4d5e6f of [docs/disk.md](https://github.com/acme/ops/blob/main/docs/disk.md)
 *
 * If the repository is neither on GitHub nor on GitLab, ` in git.example/acme/ops` stands in place of the address. A note that
 * replaces the text of a removed runbook begins with `Retired`.
 */
export interface SourceLine {
  readonly kind: 'version' | 'retired'
  /** Which runbook it is: see `versionOf`. */
  readonly version: string
  /** Tells whether somebody has changed the text: see `sealOf`. */
  readonly seal: string
  /** From the repository's root; empty if the line is cut, or a service has changed its form. */
  readonly path: string
  /** The address of the branch's files, without a slash at its end; else the host and the repository; empty if the line has neither. */
  readonly root: string
}

/** Raised when the same file becomes another entry, or none: a test compares it with the digest of a converted corpus. */
export const CONVERSION = 1

/** What decides the text of an entry beside its file. */
interface VersionInputs extends LinkBase {
  /** The name says nothing about a file that has the same one by chance. */
  readonly nameTemplate: string
  readonly frontMatter: unknown
}

/** Twelve hexadecimal digits: 48 bits tell two texts of one name apart. */
function digits(text: string): string {
  return hash('sha256', text).slice(0, 12)
}

/**
 * Tells which file, under which name and with which inputs, became an entry. It needs no conversion.
 *
 * @param blob the id of the file's object in Git.
 */
export function versionOf(
  file: { readonly blob: string; readonly name: string; readonly path: string },
  { nameTemplate, frontMatter, serverUrl, repository, ref, forge = 'github' }: VersionInputs
): string {
  const { blob, name, path } = file
  const place = [placeKey({ serverUrl, repository }), ref, forge]
  return digits(JSON.stringify([CONVERSION, blob, foldName(name), path, ...place, nameTemplate, frontMatter]))
}

/** Also matches if a service shows a text as HTML. `\b` does not match after an underscore, with which some services emphasise. */
const MARK = /(?<![A-Za-z0-9])(Version|Retired) ([0-9a-f]{12})\.([0-9a-f]{12})(?![0-9a-z])/
const MARKS = new RegExp(MARK, 'g')

/** The seal, which tells whether an entry was changed: a digest of its name and of its text in normal form, without marks. */
export function sealOf(name: string, content: string): string {
  // A folded name has no line break.
  return digits(`${foldName(name)}\n${withoutMarks(content)}`)
}

/** A text in normal form, so that two texts that differ only in their marks are equal. */
export function withoutMarks(content: string): string {
  // Before the marks: once a mark is gone, a carriage return before it and a line feed behind it would become one line end.
  const lines = withLineFeeds(content)
  const first = MARK.exec(lines)
  if (first === null) return normalForm(lines)
  const rest = lines.slice(first.index + first[0].length)
  // Nearly every text has one mark, and to search for words is ten times faster than for the pattern.
  const mayHaveMore = rest.includes('Version ') || rest.includes('Retired ')
  return normalForm(mayHaveMore ? lines.replace(MARKS, '') : lines.slice(0, first.index) + rest)
}

/** True if two repositories are the same place: without scheme, `www.` and the case of host, owner and name. */
export function isSamePlace(one: Place, other: Place): boolean {
  return placeKey(one) === placeKey(other)
}

export type Place = Pick<LinkBase, 'serverUrl' | 'repository'>

/** One text, because an address does not say where its server ends. */
function placeKey({ serverUrl, repository }: Place): string {
  return `${serverUrl}/${repository}`.toLowerCase().replace(/^https?:\/\/(?:www\.)?/, '')
}

/** Writes the line; without a repository, the path in brackets. What Markdown or a terminal could change in it is escaped. */
export function sourceLine(
  path: string,
  { kind, version, seal }: Pick<SourceLine, 'kind' | 'version' | 'seal'>,
  base: LinkBase
): string {
  const label = escaped(path.replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char)))
  const root = rootOf(base)
  const address = hasAddresses(base) ? `(${root}/${encodePath(path)})` : root && ` in ${escaped(root)}`
  return `${kind === 'version' ? 'Version' : 'Retired'} ${version}.${seal} of [${label}]${address}`
}

function escaped(text: string): string {
  return text.replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&')
}

/**
 * The text of an entry: what stands above the source line, the line, and the rest. The seal is of just this text.
 *
 * @param above the front matter, if the entry keeps it.
 */
export function sealedEntry(
  { name, path, version, kind = 'version' }: { name: string; path: string; version: string; kind?: SourceLine['kind'] },
  { above, below }: { readonly above: string; readonly below: string },
  base: LinkBase
): string {
  const [front, rest] = [above.trimEnd(), below.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()]
  const content = (seal: string): string => {
    const line = sourceLine(path, { kind, version, seal }, base)
    // The first mark counts: it must be that of the line.
    const parts = MARK.test(front) ? [line, front, rest] : [front, line, rest]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  }
  return content(sealOf(name, content('0'.repeat(12))))
}

/** An entry under another seal: of what a service that alters texts shows. */
export function resealed(content: string, seal: string): string {
  return content.replace(MARK, (_, kind: string, version: string) => `${kind} ${version}.${seal}`)
}

/** What stands behind the mark, to its closing bracket: a list may cut it. A service may escape brackets that are no link. */
const MARKDOWN_SOURCE =
  /^ of \\?\[((?:\\.|[^\\\]\r\n]){1,65536})\\?\](?:\(<?([^()\s<>]+)>?\)| in ((?:\\.|[^\\()\s<>*/])+(?:\/(?:\\.|[^\\()\s<>*/])+)+)|(?!\())/
const HTML_SOURCE = /^ of <a\s[^<>]{0,1000}?href="([^"<>\s]+)"[^<>]{0,1000}>([^<\r\n]{1,16384})<\/a>/i

/** What a text says about its source; undefined without a mark. Of several marks the first one counts. */
export function readSource(content: string): SourceLine | undefined {
  return divide(content)?.line
}

/** The text of an entry as a person left it, without its source line and in normal form. */
export function textOf(content: string): string {
  const parts = divide(content)
  return normalForm(parts === undefined ? content : `${parts.above}\n\n${parts.below}`)
}

/** Divides a text at its source line. What a person wrote into the link belongs to what is below. */
function divide(
  content: string
): { readonly line: SourceLine; readonly above: string; readonly below: string } | undefined {
  const mark = MARK.exec(content)
  if (mark === null) return undefined
  const [whole, kind, version = '', seal = ''] = mark
  const rest = content.slice(mark.index + whole.length)
  const { length, label, address, root } = sourceIn(rest)
  const { isOurs, ...place } = locate(label, address, root)
  return {
    line: { kind: kind === 'Retired' ? 'retired' : 'version', version, seal, ...place },
    above: content.slice(0, mark.index),
    below: isOurs ? rest.slice(length) : rest
  }
}

interface WrittenSource {
  readonly length: number
  readonly label: string
  readonly address: string
  /** In place of an address. */
  readonly root: string
}

function sourceIn(rest: string): WrittenSource {
  const markdown = MARKDOWN_SOURCE.exec(rest)
  if (markdown !== null) {
    const [{ length }, label = '', address = '', root = ''] = markdown
    return { length, label: decodeMarkdown(label), address: decodeMarkdown(address), root: decodeMarkdown(root) }
  }
  const [{ length }, address = '', label = ''] = HTML_SOURCE.exec(rest) ?? ['']
  return { length, label: decodeHTMLStrict(label), address: decodeHTMLStrict(address), root: '' }
}

/**
 * A service may write the label in another way, and only the label tells how many parts of the address are the path.
 * Also tells whether label and address lead to one path, as those of a run do.
 */
function locate(
  label: string,
  address: string,
  written: string
): Pick<SourceLine, 'path' | 'root'> & { readonly isOurs: boolean } {
  const path = decode(label)
  if (address === '') return { path, root: written, isOurs: true }
  const { length } = path.split('/')
  const parts = address.split('/')
  const linked = decode(parts.slice(-length).join('/'))
  if (linked !== path && lettersOf(linked) !== lettersOf(path)) return { path, root: address, isOurs: false }
  return { path: linked, root: parts.slice(0, -length).join('/'), isOurs: true }
}

/** What `rootOf` makes: the addresses of GitLab and of GitHub. */
const ROOTS = [/^(https?:\/\/[^/]+)\/(.+?)\/-\/blob\/(.+)$/, /^(https?:\/\/[^/]+)\/([^/]+\/[^/]+)\/blob\/(.+)$/]
/** A host and a repository, of which only a run knows the branch. */
const HOST_ROOT = /^([^/:]+(?::\d+)?)\/(.+)$/

/** The repository that a line leads to, and the branch, if it says so; undefined if its address is of another form. */
export function placeOf({ root }: Pick<SourceLine, 'root'>): (Place & Partial<Pick<LinkBase, 'ref'>>) | undefined {
  const [, host, path] = HOST_ROOT.exec(root) ?? []
  if (host !== undefined && path !== undefined) return { serverUrl: `https://${host}`, repository: path }
  const [, serverUrl, repository, ref] = ROOTS.map((form) => form.exec(root)).find((found) => found !== null) ?? []
  if (serverUrl === undefined || repository === undefined || ref === undefined) return undefined
  return { serverUrl, repository, ref: decode(ref) }
}

/** As Markdown reads a text, or an address. */
function decodeMarkdown(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&#?\w+;/g,
    (written, escaped?: string) => escaped ?? decodeHTMLStrict(written)
  )
}

/** What no service changes in a path. */
function lettersOf(path: string): string {
  return composed(decodeHTMLStrict(path)).replace(/[^\p{L}\p{N}]/gu, '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
