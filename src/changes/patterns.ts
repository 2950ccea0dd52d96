import { invalidInput, type Failure } from '../failures.ts'
import type { Choose } from '../source/source.ts'
import { UnreadableSegment } from './character-class.ts'
import { compileSegment, literalOf, type Segment } from './segment.ts'

/** Enough for any workflow, and few and short enough that no list of patterns makes a push slow. */
const MAX_PATTERNS = 500
const MAX_LENGTH = 1000

/** One line of `files`. */
interface Pattern {
  readonly exclude: boolean
  /** Whether it names a path, or a folder that the path is in. */
  readonly covers: (path: string) => boolean
  /** What is below that which it names. */
  readonly below: Sequence
}

/** The parts between two slashes; `**` divides them, and stands for any number of folders. */
interface Sequence {
  readonly head: readonly Segment[]
  /** None: there is no `**`. Otherwise what stands between each two of them, and after the last. */
  readonly rest?: { readonly sections: readonly Section[]; readonly tail: readonly Segment[] }
}

/** `reserve`: how many names, counted from the tail, must be left where it begins. */
interface Section {
  readonly parts: readonly Segment[]
  readonly reserve: number
}

/**
 * Compiles the lines of `files` to a function over paths relative to the repository's root, with the meaning that
 * @actions/glob 0.7 gives them on Linux: the last line that matches decides, `!` excludes, a folder stands for all that
 * is below it, names that begin with a dot are as good as others. Unlike there, time is bounded: matching a path takes
 * at most the product of its length and the pattern's.
 *
 * What @actions/glob would read otherwise than its author meant is refused: braces and extended globs, which it takes
 * literally, and lists that only exclude.
 *
 * @throws {Failure} of kind `input`, with the way to write it.
 */
export function compilePatterns(lines: readonly string[]): Choose {
  const written = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (written.length > MAX_PATTERNS) {
    throw invalidInput(
      'files',
      `has ${written.length} patterns; ${MAX_PATTERNS} are the most.`,
      'Name folders instead of files.'
    )
  }
  const patterns = written.map(compilePattern)
  if (patterns.every(({ exclude }) => exclude)) {
    throw invalidInput(
      'files',
      patterns.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which choose nothing.',
      'Say first what to choose, for example `docs/runbooks/**/*.md`, then what to leave out.'
    )
  }

  const choose = (path: string): boolean => {
    let chosen = false
    for (const pattern of patterns) if (chosen === pattern.exclude && pattern.covers(path)) chosen = !chosen
    return chosen
  }
  const reaches = (folder: string): boolean => {
    const names = folder.split('/')
    let reached = false
    for (const { exclude, below } of patterns) {
      if (exclude) reached &&= !matches(below, [...names, 'any'])
      else reached ||= below.head.slice(0, names.length).every((part, at) => part.matches(names[at] ?? ''))
    }
    return reached
  }
  return Object.assign(choose, { reaches })
}

function compilePattern(line: string): Pattern {
  if (line.length > MAX_LENGTH) {
    throw invalidInput(
      'files',
      `has a pattern of ${line.length} characters, ${shown(line)}; ${MAX_LENGTH} are the most.`,
      'Split it into several lines.'
    )
  }
  let text = line
  let exclude = false
  while (text.startsWith('!')) {
    exclude = !exclude
    text = text.slice(1).trim()
  }
  checkForm(line, text)
  const parts = text.replace(/^\.\/+|^\.$/, '').split(/\/+/)
  const foldersOnly = parts.length > 1 && parts.at(-1) === ''
  if (parts.at(-1) === '') parts.pop()
  refuseDots(line, parts)
  const named = parts.map((part) => (part === '**' ? part : readSegment(line, part)))

  const below = sequence([...named, '**'])
  return { exclude, below, covers: covering(named, below, foldersOnly) }
}

/** @param foldersOnly the line ends in a slash, and names no file itself. */
function covering(
  named: readonly (Segment | '**')[],
  below: Sequence,
  foldersOnly: boolean
): (path: string) => boolean {
  const literals = named.map((part) => (part === '**' ? undefined : part.literal))
  const wildcard = literals.indexOf(undefined)
  // What every path that it chooses starts with saves taking most paths apart.
  const prefix = literals.slice(0, wildcard < 0 ? undefined : wildcard).join('/')
  // A last `**` also stands for no name at all: `docs/**` chooses a file that is called `docs`.
  const orNone = !foldersOnly && named.at(-1) === '**'
  const own = foldersOnly || orNone ? undefined : sequence(named)
  const covers = (path: string): boolean => {
    if (!path.startsWith(prefix)) return false
    const names = path.split('/')
    return (own !== undefined && matches(own, names)) || matches(below, orNone ? [...names, ''] : names)
  }

  const last = named.at(-1)
  const isUsual = named[wildcard] === '**' && wildcard === named.length - 2
  const ending = isUsual && !foldersOnly && last !== '**' ? last?.ending : undefined
  if (ending === undefined) return covers
  // Folders, `**` and `*.md`, as most are written, is seen from both ends of a path.
  const folder = prefix === '' ? '' : `${prefix}/`
  return (path) => (path.startsWith(folder) && path.endsWith(ending)) || covers(path)
}

/** Refuses what would choose nothing, or something outside the repository. */
function checkForm(line: string, text: string): void {
  const refuse = (problem: string, remedy: string): never => {
    throw unusable(line, problem, remedy)
  }
  if (text === '') refuse('is empty', 'Give a pattern such as `docs/runbooks/**/*.md`.')
  if (text.startsWith('/')) {
    refuse('starts with a slash', `Patterns start at the repository’s root: ${shown(text.replace(/^\/+/, ''))}.`)
  }
  if (/^~(\/|$)/.test(text)) refuse('points to a home folder', 'Patterns start at the repository’s root.')
  const braces = /(?<!\\)\{([^{}]*(?:,|\.\.)[^{}]*)\}/.exec(text)
  if (braces) {
    const [whole, choices = ''] = braces
    const lines = choices.split(',').map((choice) => shown(text.replace(whole, () => choice)))
    refuse(
      'has braces, and they have no special meaning',
      choices.includes(',')
        ? `Write one line for each: ${lines.slice(0, 3).join(', then ')}.`
        : 'Write a class such as `[0-9]`, or one line for each.'
    )
  }
  if (/(?<!\\)[?*+@!]\([^/]*\)/.test(text) || (line.startsWith('!') && /^\([^/]*\)/.test(text))) {
    refuse(
      'has an extended glob such as `@(a|b)`, which has no special meaning',
      'Write one line for each choice; a bracket that belongs to a name is written `[(]`.'
    )
  }
  if (text.includes('\\|')) refuse('has a backslash before `|`', 'Write `|` alone; it has no special meaning.')
}

function refuseDots(line: string, parts: readonly string[]): void {
  if (parts.some((part) => ['.', '..'].includes(literalOf(part)))) {
    throw unusable(line, 'has a part `.` or `..`', 'Patterns start at the repository’s root and cannot leave it.')
  }
}

function readSegment(line: string, source: string): Segment {
  try {
    return compileSegment(source)
  } catch (error) {
    if (!(error instanceof UnreadableSegment)) throw error
    throw unusable(
      line,
      error.message,
      'Use `*`, `**`, `?` and plain classes such as `[a-z]`; a wildcard that belongs to a name is written `[*]`, `[?]`, `[[]`.'
    )
  }
}

function unusable(line: string, problem: string, remedy: string): Failure {
  return invalidInput('files', `has the pattern ${shown(line)}, which ${problem}.`, remedy)
}

/** A pattern for a message: short and inert. */
function shown(pattern: string): string {
  // Whatever is not printable ASCII or a letter has no place in a message.
  const inert = pattern.replace(/[^\x20-\x7e\p{L}]/gu, '?').replaceAll('`', "'")
  return `\`${inert.length > 80 ? `${inert.slice(0, 80)}…` : inert}\``
}

function sequence(parts: readonly (Segment | '**')[]): Sequence {
  const divided: Segment[][] = [[]]
  parts.forEach((part, at) => {
    if (part !== '**') divided.at(-1)?.push(part)
    else if (parts[at - 1] !== '**') divided.push([])
  })
  const [head = [], ...others] = divided
  const tail = others.pop()
  if (tail === undefined) return { head }
  // minimatch reserves room by the lengths of the sections from the front instead of from the back; so do we.
  const sums = others.map((_, at) => others.slice(0, at).reduce((sum, { length }) => sum + length, 0))
  const sections = others.map((section, at) => ({
    parts: section,
    reserve: (sums[others.length - 1 - at] ?? 0) + section.length
  }))
  return { head, rest: { sections, tail } }
}

function matches({ head, rest }: Sequence, names: readonly string[]): boolean {
  if (!rest) return names.length === head.length && matchAt(head, names, 0)
  const { sections, tail } = rest
  const end = names.length - tail.length
  if (end < head.length || !matchAt(head, names, 0) || !matchAt(tail, names, end)) return false
  let at = head.length
  for (const { parts, reserve } of sections) {
    const last = end - reserve
    while (at <= last && !matchAt(parts, names, at)) at++
    if (at > last) return false
    at += parts.length
  }
  // A last `**` stands for at least one name, unless something else was there to match.
  return tail.length > 0 || at < names.length
}

function matchAt(parts: readonly Segment[], names: readonly string[], from: number): boolean {
  return parts.every((part, at) => part.matches(names[from + at] ?? ''))
}

/**
 * The line that excludes exactly this path, to be pasted at the end of `files`; `undefined` where none does: a pattern
 * can be too short for it, and what nobody sees, or ends the code span around the line, cannot be copied from a message.
 */
export function exclusionOf(path: string): string | undefined {
  if (/[`\p{C}\p{Zl}\p{Zp}]/u.test(path)) return undefined
  const literal = path.replace(
    // Those in brackets: what may not follow a backslash, what the log takes apart, and blanks that would be trimmed.
    /([\\*?[{]|[@+!](?=\()|^[!~#(]|(?<=#)#)|(?<=\\)\||:(?=:)|^\s|\s$/g,
    (character, special) => (special === undefined ? `[${character}]` : `\\${character}`)
  )
  return literal.length < MAX_LENGTH ? `!${literal}` : undefined
}
