import { Minimatch } from 'minimatch'
import { InputError } from '../errors.ts'
import { quoted } from '../wording.ts'

/** As @actions/glob 0.7 calls minimatch, the same on every system. */
const OPTIONS = {
  dot: true,
  nobrace: true,
  noext: true,
  nocomment: true,
  nonegate: true,
  platform: 'linux'
} as const

/** The files that a line selects if it names no ending: by the input. */
const ENDINGS = {
  files: /\.(?:mdx?|markdown|mdown|mkd)(?:\.erb)?$/i,
  alerts: /\.(?:(?:ya?ml|json)(?:\.(?:j2|erb))?|rules|(?:json|lib)sonnet)$/i
} as const
const EXAMPLES = { files: '`docs/runbooks/**/*.md`', alerts: '`monitoring/rules/**/*.yml`' } as const

/**
 * The lines of `files` or `alerts`, which select paths relative to the repository's root: the last line that matches decides,
 * `!` excludes, and a folder stands for everything below it, as in @actions/glob. One thing differs: a line that selects and
 * names no ending (a folder, `*`, `**`) selects files of one kind only, Markdown for `files`, not the pictures beside them.
 *
 * Refuses what @actions/glob takes literally although its author meant something else: braces, commas, backslashes.
 */
export class Patterns {
  readonly lines: readonly string[]
  readonly #patterns: readonly ReturnType<typeof compilePattern>[]

  /** @throws {ActionError} of kind `input`, with the way to write it. */
  constructor(lines: readonly string[], input: keyof typeof ENDINGS = 'files') {
    this.lines = lines
    this.#patterns = lines.map((line) => compilePattern(line, input))
    if (this.#patterns.some(({ exclude }) => !exclude)) return
    const problem =
      lines.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.'
    const hint = `First say what to select, for example ${EXAMPLES[input]}, then what to leave out.`
    throw new InputError(input, problem, hint)
  }

  readonly matches = (path: string): boolean => this.decisive(path)?.exclude === false

  /** The last line that matches a path. */
  decisive(path: string): Pick<ReturnType<typeof compilePattern>, 'line' | 'exclude'> | undefined {
    return this.#patterns.findLast(({ matches }) => matches(path))
  }
}

/** The line that excludes a path, to be pasted at the end of `files`; undefined if a path cannot be shown. */
export function exclusionOf(path: string): string | undefined {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(path)) return undefined
  return `!${path.replace(/[^\p{L}\p{N}\p{M} ._/-]|^ | $/gu, '?')}`
}

function compilePattern(line: string, input: keyof typeof ENDINGS) {
  const exclude = line.startsWith('!')
  const text = line.replace(/^!\s*/, '')
  const wrong = MISTAKES.find(({ form }) => form.test(text))
  if (wrong !== undefined) {
    throw new InputError(input, `has the pattern ${quoted(line, 80)}, which ${wrong.problem}.`, wrong.hint)
  }
  const parts = text.split('/').filter((part) => part !== '')
  const itself = new Minimatch(parts.join('/'), OPTIONS)
  const below = new Minimatch([...parts, '**'].join('/'), OPTIONS)
  const anyEnding = exclude || !/^\*+$/.test(parts.at(-1) ?? '')
  return {
    line,
    exclude,
    matches: (path: string) =>
      (itself.match(path) && (anyEnding || hasEnding(path, input))) ||
      (below.match(path) && (exclude || hasEnding(path, input)))
  }
}

/** For a line that selects nothing: it may have several patterns with blanks between them. Empty for another one. */
export function adviseLines(line: string): string {
  const parts = line.split(/\s+/)
  const areSeveral = parts.length > 1 && parts.every((part) => /[/*]/.test(part))
  const lines = parts.map((part) => quoted(part, 80)).join(', then ')
  return areSeveral ? `If these are ${parts.length} patterns, write ${lines}: one a line.` : ''
}

/** True if a file may be a runbook, or have rules of alerts, by its ending. */
export function hasEnding(path: string, input: keyof typeof ENDINGS): boolean {
  return ENDINGS[input].test(path)
}

const ROOT = 'Patterns begin at the repository’s root and cannot leave it: `docs/**`, without `/` or `./` before it.'

/** Lines that are no pattern, or do not mean what their author thought. */
const MISTAKES: readonly { readonly form: RegExp; readonly problem: string; readonly hint: string }[] = [
  { form: /^$/, problem: 'is empty', hint: 'Write a path behind `!`, or remove the line.' },
  { form: /^.{1000}/s, problem: 'has 1,000 characters or more', hint: 'Split it into several lines.' },
  {
    form: /^- |^["']|\s#/,
    problem: 'is written as YAML',
    hint: 'Write one pattern a line, without `- `, quotes or comment. In a name, `?` stands for such a character.'
  },
  { form: /\\/, problem: 'contains a backslash', hint: 'Write `/` between folders: `docs/runbooks/**`.' },
  { form: /^(?:[a-z]:|\/|~(?:\/|$))/i, problem: 'is an absolute path', hint: ROOT },
  { form: /(?:^|\/)\.\.?(?:\/|$)/, problem: 'has a part `.` or `..`', hint: ROOT },
  {
    form: /(?:^|\/)\*\*[^/]/,
    problem: 'has `**` beside other characters, where it means no folders',
    hint: 'Write `**/*.md` for the files of all folders, and `docs/**/*.md` for those below one.'
  },
  {
    form: /\{[^{}]*(?:,|\.\.)[^{}]*\}|[?*+@!]\([^/]*\)/,
    problem: 'uses `{a,b}` or `@(a|b)`, which are not supported',
    hint: 'Write one line for each choice: `docs/**/*.md`, and below it `docs/**/*.markdown`.'
  },
  { form: /,/, problem: 'contains a comma', hint: 'Write one pattern a line. A comma in a name is written `?`.' }
]
