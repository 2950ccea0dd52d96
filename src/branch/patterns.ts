import { Minimatch } from 'minimatch'
import { inputError, type ActionError } from '../errors.ts'
import { quoted } from '../wording.ts'
import type { Matcher } from './source.ts'

const MAX_PATTERNS = 500
const MAX_LENGTH = 1000

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
const ENDINGS = { files: /\.(?:md|markdown|mdown|mkd)$/i, alerts: /\.(?:ya?ml|json)$/i } as const
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
    if (lines.length > MAX_PATTERNS) {
      const problem = `has ${lines.length} patterns; the limit is ${MAX_PATTERNS}.`
      throw inputError(input, problem, 'Name folders instead of files.')
    }
    this.lines = lines
    this.#patterns = lines.map((line) => compilePattern(line, input))
    if (this.#patterns.some(({ exclude }) => !exclude)) return
    const problem =
      lines.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.'
    const hint = `First say what to select, for example ${EXAMPLES[input]}, then what to leave out.`
    throw inputError(input, problem, hint)
  }

  readonly matches = (path: string): boolean => this.#decisive(path)?.exclude === false

  /** Matches paths as `matches` does. `unused` tells the lines that decided about none of them. */
  watch(): { readonly matches: Matcher; readonly unused: () => readonly string[] } {
    const used = new Set<string>()
    return {
      matches: (path) => {
        const pattern = this.#decisive(path)
        if (pattern !== undefined) used.add(pattern.line)
        return pattern?.exclude === false
      },
      unused: () => this.lines.filter((line) => !used.has(line))
    }
  }

  #decisive(path: string): ReturnType<typeof compilePattern> | undefined {
    return this.#patterns.findLast(({ matches }) => matches(path))
  }
}

/** The line that excludes a path, to be pasted at the end of `files`; undefined if a path cannot be shown. */
export function exclusionOf(path: string): string | undefined {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(path)) return undefined
  return `!${path.replace(/[^\p{L}\p{N}\p{M} ._/-]|^ | $/gu, '?')}`
}

function compilePattern(line: string, input: keyof typeof ENDINGS) {
  const [, marks = '', text = ''] = /((?:!\s*)*)(.*)/s.exec(line) ?? []
  const exclude = marks.replace(/[^!]/g, '').length % 2 === 1
  checkPattern(line, text, input)
  const parts = text.split('/').filter((part) => part !== '')
  const isFolder = text.endsWith('/')
  const itself = new Minimatch(parts.join('/'), OPTIONS)
  const below = new Minimatch([...parts, '**'].join('/'), OPTIONS)
  const anyEnding = exclude || !/^\*+$/.test(parts.at(-1) ?? '')
  const hasEnding = (path: string): boolean => ENDINGS[input].test(path)
  return {
    line,
    exclude,
    matches: (path: string) =>
      (!isFolder && itself.match(path) && (anyEnding || hasEnding(path))) ||
      (below.match(path) && (exclude || hasEnding(path)))
  }
}

/** By its ending. */
export function isMarkdown(path: string): boolean {
  return ENDINGS.files.test(path)
}

/** Refuses what cannot be a pattern, or means something else than its author thought, with the way to write it. */
function checkPattern(line: string, text: string, input: keyof typeof ENDINGS): void {
  const patternError = (problem: string, hint: string): ActionError =>
    inputError(input, `has the pattern ${quoted(line, 80)}, which ${problem}.`, hint)
  const show = (pattern: string): string => quoted(pattern, 80)
  if (line.length > MAX_LENGTH) {
    throw patternError(`has ${line.length} characters; the limit is ${MAX_LENGTH}`, 'Split it into several lines.')
  }
  if (text === '') throw patternError('is empty', `Give a pattern such as ${EXAMPLES[input]}.`)
  if (text.includes('\\')) {
    throw patternError(
      'contains a backslash',
      `Write ${show(text.replace(/\\+/g, '/'))}: folders are separated by \`/\`.`
    )
  }
  if (/^[a-z]:/i.test(text) || text.startsWith('/') || /^~(?:\/|$)/.test(text)) {
    const path = text.replace(/^(?:[a-z]:)?[/~]+/i, '')
    throw patternError('is an absolute path', `Patterns begin at the repository’s root: ${show(path)}.`)
  }
  if (text.split('/').some((part) => part === '.' || part === '..')) {
    const path = text.replace(/^(?:\.?\/)+/, '')
    const isFixed = !path.split('/').some((part) => part === '.' || part === '..')
    const fixed = isFixed ? `Write ${show(line.replace(text, () => path))}: patterns` : 'Patterns'
    throw patternError('has a part `.` or `..`', `${fixed} begin at the repository’s root and cannot leave it.`)
  }
  const [braces, choices] = /\{([^{}]*(?:,|\.\.)[^{}]*)\}/.exec(text) ?? []
  if (braces !== undefined && choices !== undefined) {
    const lines = choices.split(',').map((choice) => show(text.replace(braces, () => choice)))
    throw patternError('uses braces, which are not supported', `Write one line for each: ${lines.join(', ')}.`)
  }
  if (text.includes(',')) {
    const lines = text.split(',').map((part) => show(part.trim()))
    throw patternError(
      'contains a comma',
      `Write one pattern a line: ${lines.join(', ')}. A comma in a name is written \`?\`.`
    )
  }
  if (/[?*+@!]\([^/]*\)/.test(text)) {
    throw patternError('uses an extended pattern such as `@(a|b)`, which is not supported', 'Write one line for each.')
  }
}
