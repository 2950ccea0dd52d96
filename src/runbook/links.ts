import { decodeHTMLStrict } from 'entities/decode'
import { posix } from 'node:path'
import type { Tree } from '../branch/source.ts'
import type { Job } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import { composed, detached } from '../normal-form.ts'
import type { Destination } from './markdown.ts'
import { stemOf } from './name.ts'

/** Software that shows a repository to a browser. The addresses of `other` are not known. */
export const FORGES = ['github', 'gitlab', 'other'] as const

export type Forge = (typeof FORGES)[number]

/** The repository and branch to which the absolute links of a run lead. */
export interface LinkBase extends Pick<Job, 'repository' | 'serverUrl'> {
  /** A branch or tag, without `refs/heads/`. */
  readonly ref: string
  /** By default GitHub. */
  readonly forge?: Forge
  /** The websites that show folders of the repository. */
  readonly site?: Inputs['site']
}

/** The forge that a host runs, as far as its name says. */
export function forgeOf(host: string): Forge {
  if (/\bgithub\b|\.ghe\.com$/.test(host)) return 'github'
  return /\bgitlab\b/.test(host) ? 'gitlab' : 'other'
}

interface DeadLink {
  /** The path as GitHub resolves it, decoded, without query and fragment. */
  readonly path: string
  /** As the file writes it, decoded. */
  readonly link: string
  /** The line of the file with the link, from 1. */
  readonly line: number
  /** The path of the one file that differs only in case. */
  readonly meant?: string | undefined
  /** The path of the file to which the link would lead from the root, or from a folder above. */
  readonly known?: string | undefined
}

/** A text whose links work in the assistant. */
export interface AbsoluteLinks {
  readonly content: string
  readonly dead: readonly DeadLink[]
  /** How the file writes what has become an address, by the address. */
  readonly written: ReadonlyMap<string, string>
}

/** Makes relative links and images absolute, and changes nothing else. @param firstLine of the Markdown in its file. */
export function makeLinksAbsolute(
  markdown: string,
  destinations: readonly Destination[],
  { path, firstLine }: { readonly path: string; readonly firstLine: number },
  base: LinkBase,
  tree: Tree
): AbsoluteLinks {
  const written = new Map<string, string>()
  const dead: DeadLink[] = []
  const parts: string[] = []
  let end = 0
  let line = firstLine
  let counted = 0
  for (const destination of base.forge === 'other' ? [] : destinations) {
    const { from, to } = destination
    const own = markdown.slice(from, to)
    const { path: linked, tail } = splitTail(own.trim(), destination.syntax)
    const link = decodePercent(linked)
    const target = isExternal(linked) ? findOnSite(link, base.site, tree) : findTarget(link, path, tree)
    if (linked === '' || target === undefined) continue
    const url = urlOf(target, destination.image, base) + tail
    written.set(url, own)
    parts.push(markdown.slice(end, from), url)
    end = to
    if (target.kind !== undefined) continue
    line += markdown.slice(counted, from).split('\n').length - 1
    counted = from
    dead.push({ path: target.path, link: detached(link), line, meant: target.meant, known: target.known })
  }
  parts.push(markdown.slice(end))
  return { content: parts.join(''), dead, written }
}

/** The ends that generators of sites put behind the name of a page or a folder. */
const PAGES = ['', '/index', '/README', '/_index'].flatMap((name) =>
  ['.md', '.markdown', '.mdx', '.html.md', '.html.md.erb'].map((ending) => name + ending)
)
/** Folders whose content they put into the root of the site. */
const ASSETS = ['/static', '/public']

/** Folders above a file in which links of a site are looked for, so that the work for each link has a bound. */
const MAX_FOLDERS = 10

/** Where a link leads; `kind` is undefined if there is nothing. A path that leaves the repository begins with `..`. */
interface Target extends Pick<DeadLink, 'path' | 'meant' | 'known'> {
  readonly kind: ReturnType<Tree>
}

/** The place that a link in a file leads to. @param link decoded, without query and fragment. */
export function findTarget(link: string, file: string, tree: Tree): Target {
  const path = pathIn(link.startsWith('/') ? '' : posix.dirname(file), link)
  if (path === '') return { path, kind: 'folder' }
  // Most links lead to a file as they are written.
  if (tree(path) === 'file') return { path, kind: 'file' }
  const found = placesOf(link, file).find((place) => tree(place.path) === place.kind)
  if (found !== undefined) return found
  // A page of the forge is no dead link, such as `../../issues/5` in the README of the root.
  return leavesRoot(path) ? { path, kind: 'file' } : { path, kind: undefined, ...alikeTo(link, file, tree) }
}

/** The one file that differs only in Unicode form from where a link could lead, else one that its author may mean. */
function alikeTo(link: string, file: string, tree: Tree): Partial<Target> {
  const places = placesOf(link, file).map((place) => ({ ...place, alike: tree.alike?.(place.path) ?? [] }))
  for (const { path, alike } of places) {
    const [same, ...others] = alike.filter((each) => composed(each) === composed(path))
    if (same !== undefined && others.length === 0) return { path: same, kind: 'file' }
    if (alike[0] !== undefined && alike.length === 1) return { meant: alike[0] }
  }
  const known = placesOf(`/${link}`, file).find(({ path, kind }) => kind === 'file' && tree(path) === 'file')
  return known === undefined ? {} : { known: known.path }
}

/**
 * Where a link in a file could lead: to the file as written, else the page of that name, else the index of that folder, else the
 * folder. One that begins with `/` is looked for in the root, and then in each folder above the file, the nearest first.
 */
export function* placesOf(link: string, file: string): Generator<Target> {
  const isOfSite = link.startsWith('/')
  // Many sites serve a page as a folder, so that `../b` is beside it, and `./b/` below it.
  const asFolder = posix.join(posix.dirname(file), stemOf(file))
  const folders = isOfSite ? ['', ...foldersAbove(file, MAX_FOLDERS)] : [posix.dirname(file), asFolder]
  for (const folder of folders) {
    const path = pathIn(folder, link)
    if (leavesRoot(path)) continue
    for (const page of pagesAs(path)) yield { path: page, kind: 'file' }
    for (const assets of isOfSite ? ASSETS : []) yield { path: pathIn(folder, assets + link), kind: 'file' }
    yield { path, kind: 'folder' }
  }
}

/** The file as written, and those of which a site makes the page at a path. */
function* pagesAs(path: string): Generator<string> {
  yield path
  // A picture is no page. So many names would cost more than the rest of a runbook.
  if (/\.(?:gif|jpe?g|pdf|png|svg|webp)$/i.test(path)) return
  const name = path.replace(/\.html?$/, '')
  for (const more of PAGES) yield name === '' ? more.replace('/', '') : name + more
}

/** The files that may be the page at an address; undefined if no site of the repository has it. */
export function pagesOfSite(address: string, sites: LinkBase['site'] = []): Generator<string> | undefined {
  const path = pathOnSite(address, sites)
  return path === undefined ? undefined : pagesAs(path)
}

/** Where the pages below an address are in the repository. */
function pathOnSite(address: string, sites: LinkBase['site'] = []): string | undefined {
  const bare = bareAddress(address)
  const site = sites.find((one) => `${bare}/`.toLowerCase().startsWith(`${bareAddress(one.address)}/`.toLowerCase()))
  const path = site && pathIn(site.folder, bare.slice(bareAddress(site.address).length))
  return path === undefined || leavesRoot(path) ? undefined : path
}

/** The file behind a link to a site of the repository; undefined for a page that a generator may have made. */
function findOnSite(link: string, sites: LinkBase['site'], tree: Tree): Target | undefined {
  const page = pagesOfSite(link, sites)?.find((each) => tree(each) === 'file')
  return page === undefined ? undefined : { path: page, kind: 'file' }
}

function pathIn(folder: string, link: string): string {
  return posix.join(folder, link).replace(/^\.?\/|^\.$|\/+$/g, '')
}

/** The nearest first, without the root. */
function foldersAbove(path: string, most: number): string[] {
  const folder = posix.dirname(path)
  return folder === '.' || most === 0 ? [] : [folder, ...foldersAbove(folder, most - 1)]
}

function leavesRoot(path: string): boolean {
  return path === '..' || path.startsWith('../')
}

/** A URL that is safe in place of a destination. */
function urlOf({ path, kind }: Target, image: boolean, base: LinkBase): string {
  const filePage = image ? 'raw' : 'blob'
  const root = `${pagesOf(base)}/${kind === 'folder' ? 'tree' : filePage}/${encodePath(base.ref)}`
  if (leavesRoot(path)) return new URL(encodePath(path), `${root}/`).href
  return `${root}/${encodePath(path)}${kind === 'folder' && path !== '' ? '/' : ''}`
}

/** The address below which a forge has the pages of this repository. */
function pagesOf({ serverUrl, repository, forge }: LinkBase): string {
  return `${serverUrl}/${repository}${forge === 'gitlab' ? '/-' : ''}`
}

/**
 * The beginning of the addresses of all files of this repository: `https://github.com/acme/ops/blob/`. For another forge,
 * `git.example/acme/ops `, which is no link.
 */
export function repositoryRoot(base: LinkBase): string {
  return base.forge === 'other' ? `${pagesOf(base).replace(/^https?:\/\//, '')} ` : `${pagesOf(base)}/blob/`
}

/** The part of an address that says where it leads, beside its case. */
export function bareAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/i, '')
}

/** The address of a file of this branch; for another forge, repository and path. */
export function fileAddress(path: string, base: LinkBase): string {
  const branch = base.forge === 'other' ? '' : `${encodePath(base.ref)}/`
  return `${repositoryRoot(base)}${branch}${encodePath(path)}`
}

export function encodePath(path: string): string {
  // Most paths need no escape.
  return /[^\w.~!$+,;:@/-]/.test(path) ? path.split('/').map(encodeName).join('/') : path
}

/**
 * True if a destination leads elsewhere: schemes, `//host` (browsers also accept backslashes), control characters, `@site/` of
 * Docusaurus, `~/`, and the placeholders `{{ }}`, `{% %}`, `<% %>` and `<VERSION>`. In angle brackets, `<% %>` is `% %`.
 */
function isExternal(path: string): boolean {
  return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|^(?:@site|~)\/|\p{Cc}|\{\{|\{%|<%|<[a-z][a-z_]*>|^%[^]*%$/iu.test(path)
}

/**
 * Splits a destination. The path is decoded as Markdown or HTML; query and fragment are as written, without parentheses, of which
 * one could end the link.
 */
function splitTail(written: string, syntax: Destination['syntax']): { path: string; tail: string } {
  const isMarkdown = syntax === 'markdown'
  let path = ''
  let at = 0
  for (const part of written.match(/\\.|&#?\w+;|[^\\&]+|[^]/g) ?? []) {
    // In HTML a backslash escapes nothing.
    const unescaped = isMarkdown && /^\\[!-/:-@[-`{-~]/.test(part) ? part.slice(1) : decodeHTMLStrict(part)
    const end = unescaped.search(/[?#]/)
    if (end !== -1) {
      const tail = written.slice(at + end).replace(/\\?([()])/g, (_, mark: string) => encodeCharacter(mark))
      return { path: path + unescaped.slice(0, end), tail }
    }
    path += unescaped
    at += part.length
  }
  return { path, tail: '' }
}

/** Encodes what could end a destination or an attribute, too. */
function encodeName(name: string): string {
  return name.replace(/[^\w.~!$+,;:@-]/gu, (char) => encodeURIComponent(char).replace(/[!'()*]/g, encodeCharacter))
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
