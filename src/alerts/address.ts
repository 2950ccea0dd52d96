import { posix } from 'node:path'
import { isMarkdown } from '../branch/patterns.ts'
import type { Tree } from '../branch/source.ts'
import { decodePercent, bareAddress, type LinkBase } from '../runbook/links.ts'
import type { Alert } from './rules.ts'

/** Where an address leads in this repository. */
interface AddressTarget {
  /** It is the first of these files that there is: an address does not say how much of it is the ref. */
  readonly candidates: readonly string[]
  /** The anchor of a heading; empty if it names none. */
  readonly heading: string
}

/** Stands for a template in an address. */
const ANY = '\u{e000}'
/** Names in a ref. */
const MAX_REF = 5
/** What GitHub has instead of `/OWNER/NAME/raw`. */
const RAW = /^https?:\/\/raw\.githubusercontent\.com(\/[^/]+\/[^/]+)/i
/** Pages of a forge that show a file or a folder. */
const PAGES = /^(?:blob|raw|tree|edit|blame)$/

/** Where the address of an alert leads; `without` if it is none, `elsewhere` if only a template knows. */
export function readAddress(
  { alert, address, file }: Alert,
  base: LinkBase,
  tree: Tree
): 'without' | 'elsewhere' | AddressTarget {
  const text = address.replace(/\{\{-? *\$labels\.alertname *-?\}\}/g, () => alert).replace(/\{\{[^]*?\}\}/g, ANY)
  if (/^https?:/i.test(text)) return readUrl(text, base)
  if (/\s/.test(text)) return 'without'
  if (/^(?:[a-z][a-z\d+.-]*:|\u{e000})/iu.test(text)) return 'elsewhere'
  // People leave the scheme out.
  const isBare = /^(?:\/\/|[\w-]+(?:\.[\w-]+)+(?::\d+)?\/)/.test(text)
  if (isBare) return readUrl(text.replace(/^(?:\/\/)?/, 'https://'), base)
  const path = decodePercent(text.replace(/[?#].*/, ''))
  const target = posix.join(/^\.\.?\//.test(path) ? posix.dirname(file) : '', path).replace(/^\/+/, '')
  if (target.startsWith('../') || target.includes(ANY)) return 'elsewhere'
  const candidates = pagesAt(target)
  const isFile = isMarkdown(target) || candidates.some((page) => tree(page) === 'file')
  return isFile ? { candidates, heading: headingOf(text) } : 'without'
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

function readUrl(text: string, { serverUrl, repository, ref }: LinkBase): 'elsewhere' | AddressTarget {
  const url = URL.parse(text.replace(RAW, 'https://github.com$1/raw'))
  const address = url === null ? '' : bareAddress(url.origin + decodePercent(url.pathname))
  const own = bareAddress(`${serverUrl}/${repository}`)
  if (url === null || !`${address}/`.toLowerCase().startsWith(`${own}/`.toLowerCase())) return 'elsewhere'
  // GitLab has `/-/` between the repository and the page.
  const [page = '', ...rest] = address
    .slice(own.length)
    .replace(/^\/-\//, '')
    .split('/')
    .filter(Boolean)
  const heading = headingOf(url.hash)
  if (page === '') return { candidates: pagesAt(''), heading }
  const candidates = pathsBehind(rest.join('/'), ref).flatMap(pagesAt)
  return PAGES.test(page) && candidates.length > 0 ? { candidates, heading } : 'elsewhere'
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
