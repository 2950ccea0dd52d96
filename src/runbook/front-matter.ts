import { parseDocument, type ErrorCode } from 'yaml'
import { refused, type Refused } from './text.ts'

interface FrontMatter {
  /** Where the Markdown starts. The front matter and the blank lines below it end there. */
  readonly end: number
  /** As the author wrote it: `1.10`, `yes`, `2026-01-02`. Absent if missing or empty. */
  readonly title?: string
  /** The field that excludes the file. */
  readonly exclusion?: 'draft: true' | 'runbook: false'
  /** The names of alerts: a list, or a text with commas. None if the value is nested. */
  readonly alerts: readonly string[]
}

/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const MAX_LENGTH = 16 * 1024

const NONE: FrontMatter = { end: 0, alerts: [] }

const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.'

/** By the documented codes of `yaml`. One code covers several mistakes. */
export const YAML_PROBLEMS: Partial<Record<ErrorCode, readonly [message: string, hint: string]>> = {
  BAD_ALIAS: ['a value starts with `&` or `*`', `${QUOTE} List items start with \`- \`.`],
  BAD_DQ_ESCAPE: ['unknown escape sequence in double quotes', 'Use single quotes, or double the backslash.'],
  BAD_INDENT: [
    'wrong indentation, or a missing closing bracket',
    'Start all keys in the same column; close each bracket.'
  ],
  BAD_SCALAR_START: ['a value starts with a reserved character', QUOTE],
  BLOCK_AS_IMPLICIT_KEY: [
    'a value contains `: `, or the indentation is wrong',
    `${QUOTE} Start all keys, and all items of a list, in the same column.`
  ],
  DUPLICATE_KEY: ['duplicate key', 'Keep one of the two.'],
  MISSING_CHAR: [
    'a character is missing, such as the space after a colon, a comma, or a closing quote or bracket',
    `Write \`key: value\`. ${QUOTE}`
  ],
  MULTILINE_IMPLICIT_KEY: ['this line is not `key: value`', 'Write a space after the colon; indent a continued value.'],
  MULTIPLE_DOCS: ['a line `...` ends it early', 'Remove that line.'],
  RESOURCE_EXHAUSTION: ['too many nested levels', 'Use fewer levels.'],
  TAB_AS_INDENT: ['a tab as indentation', 'Indent with spaces.'],
  TAG_RESOLVE_FAILED: ['unknown tag', 'Remove the tag (`!…`), or put quotes around a value that starts with `!`.'],
  UNEXPECTED_TOKEN: ['unexpected text, bracket, comma or dash', `${QUOTE} Start all keys in the same column.`]
}

/**
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `draft`,
 * `runbook` and `alerts`, and checks the syntax of the others. Refuses `+++` and `---js`, because an entry would begin with
 * their source.
 */
export function readFrontMatter(text: string): FrontMatter | Refused {
  const [opening, fence = ''] = /^(---|\+\+\+|---[a-z]+)[ \t]*(?:\r?\n|$)/i.exec(text) ?? []
  if (opening === undefined) return NONE
  const rest = text.slice(opening.length)
  const closing = (fence === '+++' ? /(?:^|\n)\+\+\+[ \t]*(?:\r?\n|$)/ : /(?:^|\n)---[ \t]*(?:\r?\n|$)/).exec(rest)
  if (fence !== '---') {
    if (closing === null) return NONE
    return refused(`The front matter (\`${fence}\`) is not YAML.`, 'Write YAML between two lines `---`.', 1)
  }
  if (closing === null) {
    // Without `key:` on the next line, `---` is a thematic break.
    if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(rest)) return NONE
    return refused('The front matter is never closed.', 'Add a line `---` below it.', 1)
  }
  const yaml = rest.slice(0, closing.index + closing[0].indexOf('-'))
  const end = blankLinesEnd(text, opening.length + closing.index + closing[0].length)
  const fields = parseFields(yaml)
  const hasFields = fields instanceof Map && fields.size > 0
  // After a blank line it may be prose between two thematic breaks.
  if (!hasFields && /^[ \t]*\r?\n\s*\S/.test(yaml)) return NONE
  return fields instanceof Map ? readFields(fields, yaml, end) : fields
}

/** A value is text as its author wrote it, null, a list or another map. */
function parseFields(yaml: string): Map<unknown, unknown> | Refused {
  if (yaml.length > MAX_LENGTH) {
    return refused(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1)
  }
  return parseSimple(yaml) ?? parseYaml(yaml)
}

/** Lines of a key and some words have one meaning only, and most runbooks have no others. `yaml` takes twenty times as long. */
function parseSimple(yaml: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const line of yaml.trimEnd().split(/\r?\n/)) {
    const [, key, value] = /^([a-z][\w-]*): +(\w[\w .,/()@+-]*)$/i.exec(line) ?? []
    if (key === undefined || value === undefined || fields.has(key) || /^null *$/i.test(value)) return undefined
    fields.set(key, value.trimEnd())
  }
  return fields
}

/** Keeps all values as text, and applies no tag but `<<`. */
function parseYaml(yaml: string): ReturnType<typeof parseFields> {
  const document = parseDocument(yaml, { schema: 'failsafe', customTags: ['null'], merge: true, prettyErrors: false })
  const error = document.errors[0] ?? document.warnings[0]
  if (error !== undefined) {
    const [words, hint] = YAML_PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.']
    return refused(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]))
  }
  let fields: unknown
  try {
    // Null for blank lines and comments.
    fields = document.toJS({ mapAsMap: true }) ?? new Map()
  } catch {
    const problem = 'a value starts with `*` or follows `<<`, and stands for nothing or is repeated too often'
    return refused(`The front matter is not valid YAML: ${problem}.`, QUOTE, lineAt(yaml, yaml.search(/\*|<</)))
  }
  return fields instanceof Map ? fields : refused('The front matter is not a map.', 'Write `key: value` lines.', 2)
}

function readFields(fields: ReadonlyMap<unknown, unknown>, yaml: string, end: number): FrontMatter | Refused {
  const lineOf = (key: string): number => lineAt(yaml, yaml.search(new RegExp(`^${key}[ \\t]*:`, 'm')))
  const title = textOf(fields.get('title'))
  if (title === undefined) return refused('The `title` is not text.', 'Quote it: `title: "…"`.', lineOf('title'))
  const draft = textOf(fields.get('draft'))
  const isDraft = draft !== '' && toBoolean(draft)
  if (isDraft === undefined) {
    return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', lineOf('draft'))
  }
  // Other tools use this key, so any other value is allowed.
  const isExcluded = toBoolean(textOf(fields.get('runbook'))) === false
  return {
    end,
    ...(title !== '' && { title }),
    ...(isDraft ? { exclusion: 'draft: true' } : isExcluded && { exclusion: 'runbook: false' }),
    alerts: alertsOf(fields.get('alerts'))
  }
}

function alertsOf(value: unknown): readonly string[] {
  const texts = [value].flat().map(textOf)
  if (texts.includes(undefined)) return []
  return texts.flatMap((text = '') => text.split(',')).flatMap((alert) => alert.trim().replace(/\s+/g, ' ') || [])
}

/** Empty for a value that is missing or empty; undefined for a list or a map. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim()
  return value === undefined || value === null ? '' : undefined
}

/** Accepts the booleans of YAML 1.1, also in quotes. */
function toBoolean(text = ''): boolean | undefined {
  if (/^(?:true|yes|on)$/i.test(text)) return true
  return /^(?:false|no|off)$/i.test(text) ? false : undefined
}

/** The YAML starts on the second line of the file. A negative offset is not known. */
function lineAt(yaml: string, offset: number): number {
  return yaml.slice(0, Math.max(0, offset)).split('\n').length + 1
}

function blankLinesEnd(text: string, from: number): number {
  // A pattern for all lines at once would run out of stack.
  const content = /[^ \t\r\n]/g
  content.lastIndex = from
  const end = content.exec(text)?.index ?? text.length
  return Math.max(from, text.lastIndexOf('\n', end) + 1)
}
