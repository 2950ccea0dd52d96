import { decodeHTMLStrict } from 'entities/decode'
import { posix } from 'node:path'
import type { Job } from '../job/event.ts'
import type { Destination } from './markdown.ts'

/** What shows the repository to a browser. Of `other`, nobody here knows how its addresses look. */
export type Forge = 'github' | 'gitlab' | 'other'

/** What the absolute links of a run have in common. */
export interface LinkBase extends Pick<Job, 'repository' | 'serverUrl'> {
  /** A branch or tag, without `refs/heads/`. */
  readonly ref: string
  /** By default GitHub. */
  readonly forge?: Forge
}

/** What a host runs, as far as its name says. */
export function forgeOf(host: string): Forge {
  if (/\bgithub\b|\.ghe\.com$/.test(host)) return 'github'
  return /\bgitlab\b/.test(host) ? 'gitlab' : 'other'
}

/** False if relative links must stay, because no address is known that they could lead to. */
export function hasAddresses({ repository, forge }: Pick<LinkBase, 'repository' | 'forge'>): boolean {
  return repository !== '' && forge !== 'other'
}

/** In characters. A run may hold 64 such texts at a time. */
const MAX_CONTENT = 2 ** 24

/** True if a text may have a relative destination. Most runbooks have none and need no parser. */
export function mayHaveRelativeLinks(markdown: string): boolean {
  return /\][(:](?![\s<]*(?:[a-z][a-z\d+.-]*:|#|\/\/|\)))|<(?:a|img)[\s/]/i.test(markdown)
}

/**
 * Makes relative links and images absolute, and changes nothing else.
 *
 * @param firstLine of the Markdown in its file.
 * @returns also where in the repository the links lead, and their lines; undefined if the text would become too long.
 */
export function makeLinksAbsolute(
  markdown: string,
  destinations: readonly Destination[],
  path: string,
  base: LinkBase,
  firstLine: number
) {
  const resolve = linkResolver(path, base)
  const targets: { readonly path: string; readonly line: number }[] = []
  const parts: string[] = []
  let length = markdown.length
  let end = 0
  let line = firstLine
  for (const destination of destinations) {
    const { from, to } = destination
    const resolved = resolve(markdown.slice(from, to), destination)
    if (resolved === undefined) continue
    length += resolved.url.length
    if (length > MAX_CONTENT) return undefined
    const before = markdown.slice(end, from)
    line += before.split('\n').length - 1
    parts.push(before, resolved.url)
    end = to
    if (resolved.path !== '') targets.push({ path: resolved.path, line })
  }
  parts.push(markdown.slice(end))
  return { content: parts.join(''), targets }
}

/**
 * Makes links and images that lead into the repository and branch relative again, as far as that changes nothing.
 *
 * @param own the text of the file: what it links to already, is spelt as there.
 */
export function makeLinksRelative(
  markdown: string,
  destinations: readonly Destination[],
  path: string,
  base: LinkBase,
  own: { readonly markdown: string; readonly destinations: readonly Destination[] }
): string {
  const resolve = linkResolver(path, base)
  const spelling = new Map<string, string>()
  for (const destination of own.destinations) {
    const written = own.markdown.slice(destination.from, destination.to)
    spelling.set(resolve(written, destination)?.url ?? written, written)
  }
  const folder = encodePath(posix.dirname(path))
  const roots = (['blob', 'raw', 'tree'] as const).map((page) => `${baseUrl(base, page)}/`)
  const shorten = (url: string, destination: Destination): string => {
    const known = spelling.get(url)
    const root = roots.find((each) => url.startsWith(each))
    if (known !== undefined || root === undefined) return known ?? url
    const [, target = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(root.length)) ?? []
    const relative = posix.relative(folder, target) + (target.endsWith('/') ? '/' : '') + tail
    return resolve(relative, destination)?.url === url ? relative : url
  }
  const parts: string[] = []
  let end = 0
  for (const destination of destinations) {
    const { from, to } = destination
    parts.push(markdown.slice(end, from), shorten(markdown.slice(from, to), destination))
    end = to
  }
  return parts.join('') + markdown.slice(end)
}

/**
 * Creates a function that resolves the destinations in one file. It returns a URL that is safe in place of the destination, and the
 * decoded path from the repository's root, which is empty for the root. It returns `undefined` for a destination that must stay:
 * another scheme or host, an anchor or query of the same page, a placeholder, or a path outside the repository.
 */
function linkResolver(file: string, base: LinkBase) {
  const folder = file.split('/').slice(0, -1).map(encodeName)
  const bases = { blob: baseUrl(base, 'blob'), raw: baseUrl(base, 'raw'), tree: baseUrl(base, 'tree') }

  return (written: string, { syntax, image }: Destination): { url: string; path: string } | undefined => {
    const { path, tail } = splitTail(written.trim(), syntax)
    if (path === '' || isExternal(path)) return undefined
    const segments = path.startsWith('/') ? [] : [...folder]
    for (const segment of path.split('/')) {
      const name = decodePercent(segment)
      // No file name in Git contains a slash, so `%2F` belongs to another server.
      if (name.includes('/')) return undefined
      if (name === '..') {
        if (segments.pop() === undefined) return undefined
      } else if (name !== '' && name !== '.') {
        segments.push(encodeWritten(segment))
      }
    }
    // GitHub redirects `blob` to `tree` for other folders.
    const isFolder = /(?:^|\/)\.{0,2}$/.test(path)
    const fileRoot = image ? bases.raw : bases.blob
    const root = isFolder ? bases.tree : fileRoot
    const target = segments.join('/')
    const url = target === '' ? root : `${root}/${target}${path.endsWith('/') ? '/' : ''}`
    return { url: url + balance(tail), path: decodePercent(target) }
  }
}

/**
 * Names the branch in a source line: the address of its files; without such addresses host and repository, as `git.example/acme/ops`;
 * empty if the repository is not known.
 */
export function rootOf(base: LinkBase): string {
  if (hasAddresses(base)) return baseUrl(base, 'blob')
  return base.repository === '' ? '' : `${base.serverUrl.replace(/^https?:\/\//, '')}/${base.repository}`
}

/** The path of a file, for an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeName).join('/')
}

/** The URL of the repository's root. */
function baseUrl({ serverUrl, repository, ref, forge = 'github' }: LinkBase, page: 'blob' | 'raw' | 'tree'): string {
  return `${serverUrl}/${repository}${forge === 'gitlab' ? '/-' : ''}/${page}/${encodePath(ref)}`
}

/**
 * True if a destination leads elsewhere: schemes, `//host` (browsers also accept backslashes), control characters, `@site/` of
 * Docusaurus, `~/`, and the placeholders `{{ }}`, `{% %}` and `<% %>`. In angle brackets, `<% %>` is `% %`.
 */
function isExternal(path: string): boolean {
  return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|^(?:@site|~)\/|\p{Cc}|\{\{|\{%|<%|^%[^]*%$/iu.test(path)
}

/** Splits a destination. The path is decoded as Markdown or HTML; query and fragment are as written. */
function splitTail(written: string, syntax: Destination['syntax']): { path: string; tail: string } {
  const isMarkdown = syntax === 'markdown'
  let path = ''
  let at = 0
  for (const part of written.match(/\\.|&#?\w+;|[^\\&]+|[^]/g) ?? []) {
    // In HTML a backslash escapes nothing.
    const unescaped = isMarkdown && /^\\[!-/:-@[-`{-~]/.test(part) ? part.slice(1) : decodeHTMLStrict(part)
    const end = unescaped.search(/[?#]/)
    if (end !== -1) return { path: path + unescaped.slice(0, end), tail: written.slice(at + end) }
    path += unescaped
    at += part.length
  }
  return { path, tail: '' }
}

/** Encodes the parentheses of a query and fragment if they do not match: one of them would end the link. */
function balance(tail: string): string {
  let depth = 0
  for (const mark of tail.match(/\\?[()]/g) ?? []) {
    if (mark === '(') depth++
    if (mark === ')' && --depth < 0) break
  }
  return depth === 0 ? tail : tail.replace(/\\?([()])/g, (_, mark: string) => encodeCharacter(mark))
}

/** Encodes a name in Git, or a part of a branch name. */
function encodeName(name: string): string {
  return encodeWritten(name.replaceAll('%', '%25'))
}

/** Encodes a part of a path in a link. Keeps percent escapes. Encodes what could end a destination or an attribute. */
function encodeWritten(segment: string): string {
  return segment
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeCharacter))
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Decodes percent escapes. Keeps those that are not UTF-8, because no file matches them. */
export function decodePercent(segment: string): string {
  return segment.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
