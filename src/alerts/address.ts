import { posix } from 'node:path'
import { isMarkdown } from '../branch/patterns.ts'
import type { Tree } from '../branch/source.ts'
import { decodePercent, bareAddress, type LinkBase } from '../runbook/links.ts'
import type { Alert } from './rules.ts'

/** The repository, and the branch whose files there are. */
export type AlertPlace = Pick<LinkBase, 'serverUrl' | 'repository' | 'ref'>

/** Where an address leads in this repository. */
interface Place {
  /** It is the first of these that there is: an address does not say how much of it is the ref. An empty path is the root. */
  readonly paths: readonly string[]
  /** Of a heading, as written; empty if it names none. */
  readonly heading: string
}

/** Stands for a template in an address. */
const ANY = '\u{e000}'
/** Names in a ref. */
const MAX_REF = 5
/** Pages of a forge that show a file or a folder. */
const PAGES = /^(?:blob|raw|tree|edit|blame)$/

/** Where the address of an alert leads; `without` if it is none, `elsewhere` if only a template knows. */
export function readAddress(
  { alert, address, file }: Alert,
  place: AlertPlace,
  tree: Tree
): 'without' | 'elsewhere' | Place {
  const text = address.replace(/\{\{-? *\$labels\.alertname *-?\}\}/g, () => alert).replace(/\{\{[^]*?\}\}/g, ANY)
  if (/^https?:/i.test(text)) return readUrl(text, place)
  if (/\s/.test(text)) return 'without'
  if (/^(?:[a-z][a-z\d+.-]*:|\u{e000})/iu.test(text)) return 'elsewhere'
  // People leave the scheme out.
  if (/^(?:\/\/|[\w-]+(?:\.[\w-]+)+(?::\d+)?\/)/.test(text)) return readUrl(`https://${text.replace('//', '')}`, place)
  const [path = ''] = decodePercent(text).split(/[?#]/)
  const target = posix.join(/^\.\.?\//.test(path) ? posix.dirname(file) : '', path).replace(/^\/+/, '')
  if (target.startsWith('../') || target.includes(ANY)) return 'elsewhere'
  const isFile = isMarkdown(target) || pagesAt(target).some((page) => tree(page) === 'file')
  return isFile ? { paths: [target], heading: anchorOf(text) } : 'without'
}

/** The files that a forge shows at a path: of a folder its README. */
export function pagesAt(path: string): readonly string[] {
  return path === '' ? ['README.md'] : [path, `${path}/README.md`]
}

/** Lines, and what the forge itself has on a page, are no headings. */
function anchorOf(text: string): string {
  const [, anchor = ''] = decodePercent(text).split('#')
  return /^L\d|^readme$|\u{e000}/iu.test(anchor) ? '' : anchor
}

function readUrl(text: string, place: AlertPlace): 'elsewhere' | Place {
  const url = URL.parse(text)
  if (url === null || place.repository === '') return 'elsewhere'
  const isRaw = url.host === 'raw.githubusercontent.com'
  const host = isRaw ? 'https://github.com' : `${url.protocol}//${url.host}`
  const names = decodePercent(url.pathname).split('/').filter(Boolean)
  // A server may be a folder of its host, and a group of GitLab in another group.
  const start = place.serverUrl.split('/').filter(Boolean).length - 2
  const end = start + place.repository.split('/').length
  const repository = [host, ...names.slice(0, end)].join('/')
  const own = `${place.serverUrl}/${place.repository}`
  if (bareAddress(repository).toLowerCase() !== bareAddress(own).toLowerCase()) return 'elsewhere'
  const below = names.slice(end)
  const [page = '', ...rest] = isRaw ? ['raw', ...below] : below.filter((name, at) => at > 0 || name !== '-')
  const heading = anchorOf(url.hash)
  if (page === '') return { paths: [''], heading }
  const paths = pathsBehind(rest.join('/'), place.ref)
  return PAGES.test(page) && paths.length > 0 ? { paths, heading } : 'elsewhere'
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
