import { hash } from 'node:crypto'
import { composed, foldName, normalForm } from '../normal-form.ts'
import { addressIn, blobRoot, encodePath, type LinkBase } from './links.ts'

/**
 * The last line of each entry: where its text comes from, and which text that was. So an entry proves by itself whether
 * somebody has changed it since it was sent; `kubectl apply`, Helm and Terraform keep such a mark for the same reason.
 *
 *     Source: [docs/disk.md](https://github.com/acme/ops/blob/main/docs/disk.md), version 9f86d081884c
 *
 * A note that replaces the text of a removed runbook has `retired` in place of `version`.
 */
export interface SourceLine {
  readonly kind: 'version' | 'retired'
  /** From the repository's root. */
  readonly path: string
  /** The address of the branch's files, without a slash at its end; empty where the line has no address. */
  readonly root: string
  /** Of the name, the path and the text above the line: 12 hexadecimal digits, 48 bits. */
  readonly digits: string
}

// Without a limit, a long line overflows the stack; `^` also matches after U+2028 and U+2029.
const LINE =
  /^Source: (?:\[((?:\\.|[^\\\]\n\u2028\u2029]){1,65536})\]\(([^()\s]+)\)|(.+)), (version|retired) ([0-9a-f]{12})[ \t]*$/gm
/** The mark of a line that a service shows in another form, as HTML for example. */
const MARK = /\b(?:version|retired) [0-9a-f]{12}\b/

/** Writes the line. Reading it gives back every path: what Markdown or a terminal could change is escaped. */
export function sourceLine(path: string, digits: string, base: LinkBase, kind: SourceLine['kind'] = 'version'): string {
  const label = path
    .replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char))
    .replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&')
  const root = blobRoot(base)
  const source = root === '' ? label : `[${label}](${addressIn(root, encodePath(path))})`
  return `Source: ${source}, ${kind} ${digits}`
}

/** What a text says about its source; undefined without such a line. Of several lines the last one counts. */
export function readSource(content: string):
  | {
      readonly line: SourceLine
      /** The text above the line. */
      readonly text: string
      /** The text below it, which people append. */
      readonly below: string
    }
  | undefined {
  const match = [...content.replace(/\r\n?/g, '\n').matchAll(LINE)].at(-1)
  if (match === undefined) return undefined
  const [whole, label, address = '', plain = '', kind, digits = ''] = match
  const shown = decode((label ?? plain).replace(/\\([!-/:-@[-`{-~])/g, '$1'))
  const length = shown.split('/').length
  const parts = address.split('/')
  // The address keeps the Unicode form of the path where a service changes that of the text.
  const linked = parts.slice(-length).map(decode).join('/')
  const isLinked = composed(linked) === composed(shown)
  const [path, root] = isLinked ? [linked, parts.slice(0, -length).join('/')] : [shown, address]
  return {
    line: { kind: kind as SourceLine['kind'], path, root, digits },
    text: match.input.slice(0, match.index),
    below: match.input.slice(match.index + whole.length).trim()
  }
}

/** The addresses that `blobRoot` makes: of GitLab, of GitHub, Bitbucket and Gitea, of Azure DevOps. */
const ROOTS = [
  /^(https?:\/\/[^/]+)\/(.+?)\/-\/blob\/(.+)$/,
  /^(https?:\/\/[^/]+)\/([^/]+\/[^/]+)\/(?:blob|src(?:\/branch)?)\/(.+)$/,
  /^(https?:\/\/[^/]+)\/(.+?)\?version=GB(.+)&path=$/
]

/** The branch that a line leads to; undefined where its address is of another form. */
export function placeOf({ root }: SourceLine): Pick<LinkBase, 'serverUrl' | 'repository' | 'ref'> | undefined {
  const [, serverUrl, repository, ref] = ROOTS.map((form) => form.exec(root)).find((found) => found !== null) ?? []
  if (serverUrl === undefined || repository === undefined || ref === undefined) return undefined
  return { serverUrl, repository, ref: decode(ref) }
}

/** Whether a text holds the version of some entry, also as HTML or encoded. */
export function hasVersion(content: string): boolean {
  return MARK.test(content)
}

/** Tells texts apart that differ in more than what services change. */
export function versionOf(name: string, path: string, text: string): string {
  return hash('sha256', `${foldName(name)}\0${composed(path)}\0${normalForm(text)}`).slice(0, 12)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The text of an entry as a person left it: above and below its source line. */
export function editIn(content: string): string {
  const found = readSource(content)
  return found === undefined ? normalForm(content) : normalForm(`${found.text}\n\n${found.below}`)
}
