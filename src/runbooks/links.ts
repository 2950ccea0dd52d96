import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities'
import type { Destination } from './destinations.ts'
import type { Style } from './runbook.ts'

/** What makes a link absolute: the repository on its server, at the branch. */
export type Base = Pick<Style, 'serverUrl' | 'repository' | 'ref'>

export interface Resolved {
  /** The absolute address, fit to stand where the relative one stood. */
  readonly url: string
  /** The path from the repository's root that it leads to, decoded; empty for the root. */
  readonly path: string
}

/**
 * Resolves a destination as it is written in the file `from`. `undefined` where it must stay: another scheme or host, an
 * anchor or query of the same page, a placeholder of a site generator, or what leaves the repository.
 */
export function resolve(
  written: string,
  { syntax, image }: Destination,
  from: string,
  base: Base
): Resolved | undefined {
  const { path, tail } = split(written.trim(), syntax)
  if (path === '' || isNotOurs(path)) return undefined
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1).map(encodeName)
  for (const segment of path.split('/')) {
    const name = decodePercent(segment)
    // No name in Git has a slash; who writes `%2F` means another server's path.
    if (name.includes('/')) return undefined
    if (name === '..') {
      if (segments.pop() === undefined) return undefined
    } else if (name !== '' && name !== '.') {
      segments.push(encodeWritten(segment))
    }
  }
  // GitHub redirects `blob` to `tree` where a folder is meant; where the link itself shows it, no need to.
  const isFolder = /(?:^|\/)\.{0,2}$/.test(path)
  const view = isFolder ? 'tree' : image ? 'raw' : 'blob'
  const slash = path.endsWith('/') && segments.length > 0 ? '/' : ''
  const target = segments.join('/')
  return { url: urlOf(base, view, target) + slash + balanced(tail), path: segments.map(decodePercent).join('/') }
}

/** The page of a file on the server, at the branch. */
export function pageOf(path: string, base: Base): string {
  return urlOf(base, 'blob', path.split('/').map(encodeName).join('/'))
}

function urlOf({ serverUrl, repository, ref }: Base, view: 'blob' | 'raw' | 'tree', encodedPath: string): string {
  const root = `${serverUrl}/${repository}/${view}/${ref.split('/').map(encodeName).join('/')}`
  return encodedPath === '' ? root : `${root}/${encodedPath}`
}

/** Schemes, `//host` (which browsers also read from backslashes), control characters, and `{{ }}`, `{% %}`, `<% %>`. */
function isNotOurs(path: string): boolean {
  return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|\p{Cc}|\{\{|\{%|<%/iu.test(path)
}

/** The path, with Markdown's and HTML's escapes decoded; the query and fragment, as they are written. */
function split(written: string, syntax: Destination['syntax']): { path: string; tail: string } {
  const unit = syntax === 'markdown' ? /\\([!-/:-@[-`{-~])|&(?:#?\w+);|[^\\&]+|[^]/g : /&(?:#?\w+);?|[^&]+|[^]/g
  let path = ''
  for (const { 0: part, 1: escaped, index } of written.matchAll(unit)) {
    const decoded = escaped ?? (part.startsWith('&') ? decodeEntity(part, syntax) : part)
    const end = decoded.search(/[?#]/)
    if (end !== -1)
      return { path: path + decoded.slice(0, end), tail: written.slice(index + (part === decoded ? end : 0)) }
    path += decoded
  }
  return { path, tail: '' }
}

function decodeEntity(entity: string, syntax: Destination['syntax']): string {
  return syntax === 'markdown' ? decodeHTMLStrict(entity) : decodeHTMLAttribute(entity)
}

/** The path's parentheses are encoded; one in the tail that has lost its other half would end the link. */
function balanced(tail: string): string {
  let depth = 0
  for (const [mark] of tail.matchAll(/\\?[()]/g)) {
    if (mark === '(') depth++
    if (mark === ')' && --depth < 0) break
  }
  return depth === 0 ? tail : tail.replace(/\\?([()])/g, (_, mark: string) => encodeMark(mark))
}

/** A name in Git, or a part of a branch's: every `%` in it is one. */
function encodeName(name: string): string {
  return encodeWritten(name.replaceAll('%', '%25'))
}

/** Part of a path in a link: what is encoded stays so; all that could end a destination or attribute is. */
function encodeWritten(segment: string): string {
  return segment
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeMark))
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
}

/** Sequences that are no UTF-8 stay: they lead nowhere, and are reported as they are written. */
function decodePercent(segment: string): string {
  if (!segment.includes('%')) return segment
  return segment.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
