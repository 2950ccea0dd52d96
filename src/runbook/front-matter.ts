import { refused, type Refused } from './problem.ts'
import { readFields, type Field } from './yaml.ts'

export interface FrontMatter {
  readonly kind: 'front matter'
  /** Where the Markdown starts: after the front matter and the blank lines below it; 0 without front matter. */
  readonly end: number
  /** As the author wrote it (`1.10`, `yes`, `2026-01-02`); absent if missing or empty. */
  readonly title?: string
  /** The field that excludes the file. */
  readonly exclusion?: 'draft: true' | 'runbook: false'
}

/**
 * In characters. At this size, input made to be slow (keys, anchors, brackets) takes the YAML parser about 0.2 s.
 */
const MAX_LENGTH = 16 * 1024

const NONE: FrontMatter = { kind: 'front matter', end: 0 }

/**
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `draft`
 * and `runbook`; checks the syntax of the others. Refuses other formats (`+++`, `---js`): an entry would begin with their source.
 */
export function readFrontMatter(text: string): FrontMatter | Refused {
  const [opening, fence = ''] = /^(---|\+\+\+|---[a-z]+)[ \t]*(?:\r?\n|$)/i.exec(text) ?? []
  if (opening === undefined) return NONE
  const rest = text.slice(opening.length)
  const closing = (fence === '+++' ? /(?:^|\n)\+\+\+[ \t]*(?:\r?\n|$)/ : /(?:^|\n)---[ \t]*(?:\r?\n|$)/).exec(rest)
  if (fence !== '---') {
    if (closing === null) return NONE
    return refused(`The front matter (\`${fence}\`) is not YAML.`, 'Write YAML between two lines `---`.', { line: 1 })
  }
  if (closing === null) {
    // Without `key:` on the next line, `---` is a thematic break.
    if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(rest)) return NONE
    return refused('The front matter is never closed.', 'Add a line `---` below it.', { line: 1 })
  }
  const yaml = rest.slice(0, closing.index + closing[0].indexOf('-'))
  const end = blankLinesEnd(text, opening.length + closing.index + closing[0].length)
  return readYaml(yaml, end)
}

function readYaml(yaml: string, end: number): FrontMatter | Refused {
  if (yaml.trim() === '') return { kind: 'front matter', end }
  // After a blank line it may be prose between two thematic breaks.
  const mayBeProse = /^[ \t]*\r?\n/.test(yaml)
  if (yaml.length > MAX_LENGTH) {
    if (mayBeProse) return NONE
    return refused(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', {
      line: 1
    })
  }
  const read = readFields(yaml)
  switch (read.kind) {
    case 'map':
      return interpret(read.fields, yaml, end)
    case 'empty':
      return mayBeProse ? NONE : { kind: 'front matter', end }
    case 'invalid':
      return mayBeProse ? NONE : refused(read.message, read.hint, positionAt(yaml, read.offset))
  }
}

function interpret(fields: readonly Field[], yaml: string, end: number): FrontMatter | Refused {
  let title: string | undefined
  let exclusion: FrontMatter['exclusion']
  for (const { key, text, offset } of fields) {
    if (key === 'title') {
      if (text === undefined) {
        return refused('The `title` is not text.', 'Quote it: `title: "…"`.', positionAt(yaml, offset))
      }
      if (text !== '') title = text
    } else if (key === 'draft') {
      const draft = toBoolean(text)
      if (draft === undefined) {
        return refused(
          '`draft` is neither true nor false.',
          'Write `draft: true`, or remove it.',
          positionAt(yaml, offset)
        )
      }
      if (draft) exclusion ??= 'draft: true'
    } else if (key === 'runbook' && toBoolean(text) === false) {
      // Other tools use this key, so any other value is allowed.
      exclusion ??= 'runbook: false'
    }
  }
  return {
    kind: 'front matter',
    end,
    ...(title === undefined ? {} : { title }),
    ...(exclusion === undefined ? {} : { exclusion })
  }
}

/** Accepts the booleans of YAML 1.1, also in quotes. */
function toBoolean(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (/^(?:true|yes|on)$/i.test(text)) return true
  return /^(?:false|no|off)$/i.test(text) ? false : undefined
}

/** The YAML starts on the second line of the file. */
function positionAt(yaml: string, offset: number): { line: number; column: number } {
  const lines = yaml.slice(0, offset).split('\n')
  return { line: lines.length + 1, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function blankLinesEnd(text: string, from: number): number {
  // A pattern for all lines at once would run out of stack.
  const content = /[^ \t\r\n]/g
  content.lastIndex = from
  const end = content.exec(text)?.index ?? text.length
  return Math.max(from, text.lastIndexOf('\n', end) + 1)
}
