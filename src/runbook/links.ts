import { decodeHTMLStrict } from 'entities/decode'
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

/** In characters. A run may hold 64 such texts at a time. */
const MAX_CONTENT = 2 ** 24

/** True if a text may have a relative destination. Most runbooks have none and need no parser. */
export function mayHaveRelativeLinks(markdown: string): boolean {
  return /\][(:](?![\s<]*(?:[a-z][a-z\d+.-]*:|#|\/\/|\)))|<(?:a|img)[\s/]/i.test(markdown)
}

/** A text whose links work in the assistant. */
export interface AbsoluteLinks {
  readonly content: string
  /** Where in the repository the links lead: decoded paths without query and fragment, and the lines of the links. */
  readonly targets: readonly { readonly path: string; readonly line: number }[]
  /** How the file writes what has become an address, by the address. */
  readonly written: ReadonlyMap<string, string>
}

/**
 * Makes relative links and images absolute, and changes nothing else.
 *
 * @param firstLine of the Markdown in its file.
 * @returns undefined if the text would become too long.
 */
export function makeLinksAbsolute(
  markdown: string,
  destinations: readonly Destination[],
  path: string,
  base: LinkBase,
  firstLine: number
): AbsoluteLinks | undefined {
  const written = new Map<string, string>()
  const resolve = linkResolver(path, base)
  const targets: { readonly path: string; readonly line: number }[] = []
  const parts: string[] = []
  let length = markdown.length
  let end = 0
  let line = firstLine
  for (const destination of destinations) {
    const { from, to } = destination
    const own = markdown.slice(from, to)
    const resolved = resolve(own, destination)
    if (resolved === undefined) continue
    if (!written.has(resolved.url)) written.set(resolved.url, own)
    length += resolved.url.length
    if (length > MAX_CONTENT) return undefined
    const before = markdown.slice(end, from)
    line += before.split('\n').length - 1
    parts.push(before, resolved.url)
    end = to
    if (resolved.path !== '') targets.push({ path: resolved.path, line })
  }
  parts.push(markdown.slice(end))
  return { content: parts.join(''), targets, written }
}

type Resolver = (
  written: string,
  destination: Destination
) => { readonly url: string; readonly path: string } | undefined

/**
 * Creates a function that resolves the destinations in one file. It returns a URL that is safe in place of the destination, and the
 * decoded path from the repository's root, which is empty for the root. It returns `undefined` for a destination that must stay:
 * another scheme or host, an anchor or query of the same page, a placeholder, or a path outside the repository.
 */
function linkResolver(file: string, base: LinkBase): Resolver {
  if (base.forge === 'other') return () => undefined
  const folder = file.split('/').slice(0, -1).map(encodeName)
  const bases = {
    blob: baseUrl(base, 'blob'),
    raw: baseUrl(base, 'raw'),
    tree: baseUrl(base, 'tree')
  }

  return (written, { syntax, image }) => {
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
 * What the addresses of all files of this repository begin with: `https://github.com/acme/ops/blob/`. For another forge,
 * `git.example/acme/ops `, which is no link.
 */
export function repositoryRoot({ serverUrl, repository, forge = 'github' }: LinkBase): string {
  if (forge === 'other') return `${serverUrl.replace(/^https?:\/\//, '')}/${repository} `
  return `${serverUrl}/${repository}${forge === 'gitlab' ? '/-' : ''}/blob/`
}

/** True if two addresses lead to the same place: without regard to scheme, `www.` and case. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [one, other].map((each) => each.replace(/^https?:\/\/(?:www\.)?/i, '').toLowerCase())
  return first === second
}

/** The address of a file of this branch; for another forge, repository and path. */
export function fileAddress(path: string, base: LinkBase): string {
  const branch = base.forge === 'other' ? '' : `${encodePath(base.ref)}/`
  return `${repositoryRoot(base)}${branch}${encodePath(path)}`
}

/** The path of a file, for an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeName).join('/')
}

/** The URL of the root of the branch. */
function baseUrl({ serverUrl, repository, ref, forge }: LinkBase, page: 'blob' | 'raw' | 'tree'): string {
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
