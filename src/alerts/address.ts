import { posix } from 'node:path'
import { hasEnding } from '../branch/patterns.ts'
import type { Tree } from '../branch/source.ts'
import { bareAddress, decodePercent, pagesOfSite, type LinkBase } from '../runbook/links.ts'
import type { Alert } from './rules.ts'

/** Where an address leads in this repository. */
interface AddressTarget {
  /** It is the first of these files that there is: an address does not say how much of it is the ref. */
  readonly candidates: readonly string[]
  /** The anchor of a heading; empty if it names none. */
  readonly heading: string
  /** True for a page of a website, whose address may be in lower case. */
  readonly isOfSite: boolean
}

/** Stands for a template in an address. */
const ANY = '\u{e000}'
/** Names in a ref. */
const MAX_REF = 5
/** GitHub's host in place of `/OWNER/NAME/raw`. */
const RAW = /^https?:\/\/raw\.githubusercontent\.com(\/[^/]+\/[^/]+)/i
/** Pages of a forge that show a file or a folder. */
const PAGES = /^(?:blob|raw|tree|edit|blame)$/

/** A placeholder that nobody has filled in: `https://github.com/<org>/…`, `https://github.com/.../a.md`. */
const UNFILLED = /(?:^|\/)(?:\.\.\.(?=[/?#]|$)|<[a-z][\w -]*>(?=[/.?#]|$))/i

/** Where the address of an alert leads; `without` if it is none, `templated` if only a template knows. */
export function readAddress(
  { alert, address, file }: Alert,
  base: LinkBase,
  tree: Tree
): 'without' | 'elsewhere' | 'templated' | 'unfilled' | AddressTarget {
  const named = address.replace(/\{\{-? *\$labels\.alertname *-?\}\}/g, () => alert)
  if (UNFILLED.test(named)) return 'unfilled'
  const text = addressIn(named.replace(/\{\{[^]*?(?:\}\}|$)|\{%[^%]*%\}/g, ANY))
  const elsewhere = text.replace(/[?#].*/, '').includes(ANY) ? 'templated' : 'elsewhere'
  if (/^https?:/i.test(text)) return readUrl(text, base) ?? elsewhere
  if (/\s/.test(text)) return 'without'
  if (/^(?:[a-z][a-z\d+.-]*:|\u{e000})/iu.test(text)) return elsewhere
  // People leave the scheme out.
  const isBare = /^(?:\/\/|[\w-]+(?:\.[\w-]+)+(?::\d+)?\/)/.test(text)
  if (isBare) return readUrl(text.replace(/^(?:\/\/)?/, 'https://'), base) ?? elsewhere
  const path = decodePercent(text.replace(/[?#].*/, ''))
  const target = posix.join(/^\.\.?\//.test(path) ? posix.dirname(file) : '', path).replace(/^\/+/, '')
  if (target.startsWith('../') || target.includes(ANY)) return elsewhere
  const candidates = pagesAt(target)
  const isFile = hasEnding(target, 'files') || candidates.some((page) => tree(page) === 'file')
  return isFile ? { candidates, heading: headingOf(text), isOfSite: false } : 'without'
}

/** The address in a Markdown link, or with words around it. */
function addressIn(text: string): string {
  const [, link] = /\]\(\s*<?([^)\s>]+)/.exec(text) ?? []
  if (link !== undefined || !/[\s<>]/.test(text)) return link ?? text
  const [address = text] = /https?:\/\/[^\s<>"'`|)\]]+/i.exec(text) ?? []
  return address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
}

/** The files that a forge shows at a path: of a folder its README. */
function pagesAt(path: string): readonly string[] {
  return path === '' ? ['README.md'] : [path, `${path}/README.md`]
}

/** Lines, and what the forge itself has on a page, are no headings. */
function headingOf(text: string): string {
  const anchor = decodePercent(text.split('#')[1] ?? '')
  return /^L\d|^readme$|\u{e000}/iu.test(anchor) ? '' : anchor
}

/** Undefined if it leads elsewhere. */
function readUrl(text: string, base: LinkBase): AddressTarget | undefined {
  const { serverUrl, repository, ref } = base
  const url = URL.parse(text.replace(RAW, 'https://github.com$1/raw'))
  if (url === null) return undefined
  const address = bareAddress(url.origin + decodePercent(url.pathname))
  const pages = [...(pagesOfSite(address, base.site) ?? [])].filter((page) => hasEnding(page, 'files'))
  // What the generator of a site calls its headings, nobody here knows.
  if (pages.length > 0) return address.includes(ANY) ? undefined : { candidates: pages, heading: '', isOfSite: true }
  const own = bareAddress(`${serverUrl}/${repository}`)
  if (!`${address}/`.toLowerCase().startsWith(`${own}/`.toLowerCase())) return undefined
  // GitLab has `/-/` between the repository and the page.
  const [page = '', ...rest] = address
    .slice(own.length)
    .replace(/^\/-\//, '')
    .split('/')
    .filter(Boolean)
  const target = { heading: headingOf(url.hash), isOfSite: false }
  if (page === '') return { candidates: pagesAt(''), ...target }
  const candidates = pathsBehind(rest.join('/'), ref).flatMap(pagesAt)
  return PAGES.test(page) && candidates.length > 0 ? { candidates, ...target } : undefined
}

/** None if only a template knows. @param rest the ref and the path. */
function pathsBehind(rest: string, branch: string): readonly string[] {
  const bare = rest.replace(/^refs\/(?:heads|tags)\//, '')
  const isBranch = `${bare}/`.startsWith(`${branch}/`)
  const path = bare.slice(isBranch ? branch.length + 1 : `${bare}/`.indexOf('/') + 1)
  if (path.includes(ANY)) return []
  const names = path.split('/')
  return Array.from({ length: isBranch ? 1 : Math.min(MAX_REF, names.length) }, (_, at) => names.slice(at).join('/'))
}
