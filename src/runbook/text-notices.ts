import type { Diagnostic } from '../errors.ts'
import type { ConvertedRunbook } from './runbook.ts'
import { count, listed } from '../wording.ts'

/** Mistakes in a runbook that is sent nevertheless. */
export interface TextFindings extends Pick<
  ConvertedRunbook,
  'dead' | 'isTooComplex' | 'openComment' | 'invisibleInName' | 'invisible'
> {
  readonly path: string
}

const TOO_COMPLEX =
  'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and its title is not found. Split the file.'

const OPEN_COMMENT =
  'This comment never ends. GitHub hides the rest of the file, and the assistant gets it. Write `-->` behind the comment.'

/** One line for each dead target, and for the pages of a site that begin alike. */
export function textNotices(texts: readonly TextFindings[]): Diagnostic[] {
  const complex = texts.filter(({ isTooComplex }) => isTooComplex)
  const links = texts.flatMap(({ path, dead }) => dead.map((link) => ({ ...link, file: path })))
  const groups = Map.groupBy(links, ({ path, link }) => {
    return link.startsWith('/') ? `/${path.replace(/(?<=\/).*/, '…')}` : path
  })
  return [
    ...complex.map(({ path }) => ({ level: 'warning', path, message: TOO_COMPLEX }) as const),
    ...texts.flatMap(({ path, openComment: line }): Diagnostic[] => {
      return line === undefined ? [] : [{ level: 'warning', path, line, message: OPEN_COMMENT }]
    }),
    ...texts.flatMap(invisibleCharacters),
    ...Array.from(groups, ([target, found]) => deadLinks(target, found as [PlacedLink, ...PlacedLink[]]))
  ]
}

function invisibleCharacters({ path, invisibleInName, invisible }: TextFindings): Diagnostic[] {
  const inName = `The title has invisible characters (${listed(invisibleInName)}), which the name of the entry leaves out. Remove them from the file.`
  const notices: Diagnostic[] = invisibleInName.length > 0 ? [{ level: 'notice', path, message: inName }] : []
  if (invisible === undefined) return notices
  const { characters, first: line, lines } = invisible
  const where = lines === 1 ? 'This line' : `This line, and ${count(lines - 1, 'more line')},`
  const inText = `${where} ${lines === 1 ? 'has' : 'have'} invisible characters (${listed(characters)}), which are sent. A command with one fails when somebody copies it. Remove them.`
  return [...notices, { level: 'notice', path, line, message: inText }]
}

type PlacedLink = ConvertedRunbook['dead'][number] & { readonly file: string }

function deadLinks(target: string, [first, ...others]: readonly [PlacedLink, ...PlacedLink[]]): Diagnostic {
  const { file: path, line } = first
  const places = listed(others.map((other) => `${other.file}:${other.line}`))
  const what =
    others.length === 0
      ? `The link target ${first.path} does not exist`
      : `${count(others.length + 1, 'link')} to ${target} lead to no file of the repository: here, ${places}`
  const them = others.length === 0 ? 'the link' : 'them'
  const known = first.known === undefined ? '' : ` Did you mean /${first.known}?`
  const message =
    first.meant === undefined
      ? `${what}.${known} Correct ${them}, or add the file.`
      : `${what}. ${first.meant} differs only in case. Correct ${them}.`
  return { level: 'warning', path, line, message }
}
