import type { Diagnostic } from '../errors.ts'
import { convertText } from '../runbook/runbook.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import { shellQuoted } from '../wording.ts'
import type { WorkTree } from '../work-tree.ts'
import type { Branch, Runbook } from './read/runbooks.ts'

/** How each file begins that a pull has put beside a runbook. @param name of the runbook's file. */
export function openingOf(name: string): string {
  return `<!-- An edit of ${name} in the assistant: `
}

/** Names a file that an earlier pull has put beside a runbook, if the runbook has each of its lines now. */
export async function leftOverNotice(
  tree: WorkTree,
  { options }: Pick<Branch, 'options'>,
  { path, tree: links }: Pick<Runbook, 'path' | 'tree'>
): Promise<Diagnostic | undefined> {
  const beside = `${path}.edited`
  const edit = await textAt(tree, beside)
  const file = edit === undefined ? undefined : await textAt(tree, path)
  if (edit?.startsWith(openingOf(path.slice(path.lastIndexOf('/') + 1))) !== true || file === undefined)
    return undefined
  const runbook = convertText({ path, id: '' }, file, options, links)
  if (runbook.kind !== 'runbook') return undefined
  const lines = linesOf(edit.slice(edit.indexOf('\n')))
  if (!lines.isSubsetOf(linesOf(runbook.text))) return undefined
  const message = `The runbook has each line of ${beside} now. If it also lacks what the edit has removed: \`rm ${shellQuoted(beside)}\`.`
  return { level: 'notice', path: beside, message }
}

async function textAt(tree: WorkTree, path: string): Promise<string | undefined> {
  const bytes = await tree.read(path, MAX_BYTES)
  const text = bytes && decode({ kind: 'bytes', bytes })
  return typeof text === 'string' ? text : undefined
}

function linesOf(text: string): ReadonlySet<string> {
  const lines = text.split('\n').map((line) => line.trim())
  return new Set(lines.filter((line) => line !== ''))
}
