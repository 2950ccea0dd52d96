import { InputError, type Diagnostic } from '../errors.ts'
import { count, joined, listed, quoted } from '../wording.ts'
import { adviseLines, hasEnding, type Patterns } from './patterns.ts'
import type { Selection, Source } from './source.ts'

const SUBMODULE = 'a submodule, whose files are in another repository: let a workflow there sync them'

/**
 * The files of a commit that the patterns select. Notices name paths that are never read, and patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
export async function selectFiles(
  source: Source,
  patterns: Patterns,
  head: string
): Promise<Pick<Selection, 'files' | 'paths' | 'tree'> & { readonly notices: readonly Diagnostic[] }> {
  const used = new Set<string>()
  const { files, skipped, paths, submodules, tree } = await source.list(head, (path) => {
    const pattern = patterns.decisive(path)
    if (pattern !== undefined) used.add(pattern.line)
    return pattern?.exclude === false
  })
  const submoduleOf = (line: string) => submodules.find((submodule) => `${line}/`.startsWith(`${submodule}/`))
  if (files.length === 0) {
    const [submodule] = patterns.lines.flatMap((line) => submoduleOf(line) ?? [])
    const shown = listed(patterns.lines.map((pattern) => quoted(pattern, 80)))
    throw new InputError(
      'files',
      `matches no file: ${shown}. ${count(paths.size, 'file')} looked at.`,
      joined([
        submodule !== undefined && `${quoted(submodule)} is ${SUBMODULE}.`,
        ...patterns.lines.map(adviseLines),
        await whereMarkdownIs(source, head),
        'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
          'stays inside a folder, and `**` does not.'
      ])
    )
  }
  const notices: Diagnostic[] = []
  for (const { path, reason } of skipped) notices.push({ level: 'warning', path, message: `Skipped: ${reason}.` })
  for (const line of patterns.lines.filter((each) => !used.has(each))) {
    const submodule = submoduleOf(line)
    const why =
      submodule === undefined
        ? 'no file matches, or a later line decides. Correct or remove it.'
        : `${quoted(submodule)} is ${SUBMODULE}.`
    const said = `The pattern ${quoted(line, 80)} of \`files\` has no effect: ${why}`
    notices.push({ level: 'warning', message: joined([said, adviseLines(line)]) })
  }
  return { files, paths, tree, notices }
}

/** Where most of the Markdown is, for a message; empty if none is in a folder. */
async function whereMarkdownIs(source: Source, head: string): Promise<string> {
  const { files } = await source.list(head, (path) => /^[^.].*\//.test(path) && hasEnding(path, 'files'))
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')))
  const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return ''
  const [folder, { length }] = most
  return `\`${folder}/**\` selects ${count(length, 'Markdown file')}.`
}
