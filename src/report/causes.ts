import { count, listed, shorten } from '../wording.ts'
import type { Reported } from './outcomes.ts'

const MAX_PATH = 300
/** Texts of a sentence, and files that each names. */
const MAX_TEXTS = 3
const MAX_PATHS = 3

/** Rows that one reason explains, and one hint helps. */
export interface Cause extends Pick<Reported, 'outcome' | 'reason' | 'hint'> {
  readonly rows: readonly Reported[]
}

/** The rows by their causes, in the order of the first row of each. */
export function causesOf(rows: readonly Reported[]): Cause[] {
  const groups = Map.groupBy(rows, (row) => [row.outcome, withoutName(row, row.reason), row.hint ?? ''].join('\n'))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { outcome, hint } = first
    if (group.length > 1) return [{ outcome, reason: withoutName(first, first.reason), hint, rows: group }]
    return [{ outcome, reason: first.reason, hint: commandFor(first), rows: group }]
  })
}

/** The hint. The command of vocabulary.ts names the file, if no shell takes its path for more. */
function commandFor({ path, hint }: Reported): string | undefined {
  return /^\w[\w./-]*$/.test(path) ? hint?.replace('--replace PATH', `--replace ${path}`) : hint
}

/** What is said of a row in words that fit other rows, too. */
export function withoutName({ name }: Pick<Reported, 'name'>, text: string): string {
  return name === undefined ? text : text.replace(` “${name}”`, '')
}

/** The first paths, each of which may be long, and how many more there are. */
export function listPaths(paths: readonly string[], most: number): string {
  return listed(
    paths.map((path) => shorten(path, MAX_PATH)),
    most
  )
}

/**
 * Each text once, after the files that it is about: `docs/a.md, docs/b.md: The file is not UTF-8.` A text about everything
 * stands alone.
 *
 * @param total number of rows that there are, those of other causes included.
 */
export function sayOnce(
  causes: readonly Cause[],
  textOf: (cause: Cause) => string | undefined,
  total: number
): string[] {
  const groups = [...Map.groupBy(causes, textOf)]
    .filter(([text = '']) => text !== '')
    .map(([text = '', of]) => ({ text, rows: of.flatMap(({ rows }) => rows) }))
  const [first] = groups
  if (first?.rows.length === total) return [first.text]
  const more = groups.slice(MAX_TEXTS).reduce((sum, { rows }) => sum + rows.length, 0)
  return [
    ...groups.slice(0, MAX_TEXTS).map(({ text, rows }) => `${listPaths(pathsOf(rows), MAX_PATHS)}: ${text}`),
    ...(more > 0 ? [`${count(more, 'more runbook')}: see the report.`] : [])
  ]
}

function pathsOf(rows: readonly Reported[]): string[] {
  return rows.map(({ path }) => path)
}
