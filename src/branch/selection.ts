import { inputError, type Diagnostic } from '../errors.ts'
import { count, joined, listed, quoted } from '../wording.ts'
import { isMarkdown, type Patterns } from './patterns.ts'
import type { Selection, Source } from './source.ts'

interface Selecting {
  readonly source: Source
  readonly patterns: Patterns
  readonly notice: (notice: Diagnostic) => void
}

/**
 * The files of a commit that the patterns select. Notices name paths that are never read, and patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
export async function selectFiles(
  { source, patterns, notice }: Selecting,
  head: string
): Promise<Pick<Selection, 'files' | 'tree'>> {
  const used = new Set<string>()
  const { files, skipped, paths, tree } = await source.list(head, (path) => {
    const pattern = patterns.decisive(path)
    if (pattern !== undefined) used.add(pattern.line)
    return pattern?.exclude === false
  })
  for (const { path, reason } of skipped) notice({ level: 'warning', path, message: `Skipped: ${reason}.` })
  if (files.length === 0) {
    const shown = listed(patterns.lines.map((pattern) => quoted(pattern, 80)))
    throw inputError(
      'files',
      `matches no file: ${shown}. ${count(paths.size, 'file')} looked at.`,
      joined([
        await whereMarkdownIs(source, head),
        'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
          'stays inside a folder, and `**` does not.'
      ])
    )
  }
  for (const line of patterns.lines.filter((each) => !used.has(each))) {
    const message = `The pattern ${quoted(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`
    notice({ level: 'warning', message })
  }
  return { files, tree }
}

/** Where most of the Markdown is, for a message; empty if none is in a folder. */
async function whereMarkdownIs(source: Source, head: string): Promise<string> {
  const { files } = await source.list(head, (path) => /^[^.].*\//.test(path) && isMarkdown(path))
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')))
  const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return ''
  const [folder, { length }] = most
  return `\`files: '${folder}/**'\` selects ${count(length, 'Markdown file')}.`
}
