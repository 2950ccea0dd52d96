import { parseDocument } from 'yaml'
import { readReview, type ReviewMistake } from './review.ts'
import { collapse, refused, type Refused } from './text.ts'
import { readYaml, yamlProblem } from './yaml.ts'

export interface FrontMatter {
  /** Where the Markdown starts. The front matter and the blank lines below it end there. */
  readonly end: number
  /** As the author wrote it: `1.10`, `yes`, `2026-01-02`. Empty if it is missing. */
  readonly title: string
  /** The field that excludes the file, as `draft: true`; undefined if none does. */
  readonly exclusion: string | undefined
  /** The purpose of the runbook; empty if it does not say. */
  readonly description: string
  /** The name of a skill; empty without one. */
  readonly name: string
  /** The names of alerts: a list, or a text with commas. None if the value is nested. */
  readonly alerts: readonly string[]
  /** Until when the runbook is to be reviewed, as `2026-05-02`; undefined if it does not say. */
  readonly reviewBy: string | undefined
  /** What keeps other fields from having an effect. */
  readonly mistakes: readonly { readonly message: string; readonly line: number }[]
}

/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const MAX_LENGTH = 16 * 1024

const NONE: FrontMatter = {
  end: 0,
  title: '',
  exclusion: undefined,
  description: '',
  name: '',
  alerts: [],
  reviewBy: undefined,
  mistakes: []
}

const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.'

/**
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `name`,
 * `description`, `alerts`, and those that hide a page or say when to review it, and checks the syntax of the others. Refuses `+++` (TOML) and `---js`,
 * because an entry would begin with their source.
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
  if (yaml.length > MAX_LENGTH) {
    return refused(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1)
  }
  const fields = parseFields(yaml)
  const hasFields = fields instanceof Map && fields.size > 0
  // After a blank line it may be prose between two thematic breaks.
  if (!hasFields && /^[ \t]*\r?\n\s*\S/.test(yaml)) return NONE
  return fields instanceof Map ? readFields(fields, yaml, end) : fields
}

/** Keeps all values as text, and applies no tag but `<<`. */
function parseFields(yaml: string): Map<unknown, unknown> | Refused {
  const { document, error } = readYaml(yaml, parse, (result) => result.error === undefined)
  if (error !== undefined) {
    const hint = `${QUOTE} Start all keys in the same column, and close each bracket.`
    return refused(`The front matter is not valid YAML: ${yamlProblem(error)}.`, hint, lineAt(yaml, error.pos[0]))
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

function parse(yaml: string) {
  const document = parseDocument(yaml, { schema: 'failsafe', customTags: ['null'], merge: true, prettyErrors: false })
  return { document, error: document.errors[0] ?? document.warnings[0] }
}

/**
 * Keys that leave a page out, as `draft: true` does: Jekyll and Notion have `published`, Obsidian `publish`, and Gatsby sites
 * `isDraft`. Other tools use these keys, too, so any other value is allowed.
 */
const HIDES: readonly (readonly [key: string, value: boolean])[] = [
  ['runbook', false],
  ['published', false],
  ['publish', false],
  ['isDraft', true]
]

function readFields(fields: ReadonlyMap<unknown, unknown>, yaml: string, end: number): FrontMatter | Refused {
  const lineOf = (key: string): number => lineAt(yaml, yaml.search(new RegExp(`^${key}[ \\t]*:`, 'm')))
  const title = textUnlessNested(fields.get('title'))
  if (title === undefined) return refused('The `title` is not text.', 'Quote it: `title: "…"`.', lineOf('title'))
  const draft = textUnlessNested(fields.get('draft'))
  const isDraft = draft !== '' && toBoolean(draft)
  if (isDraft === undefined) {
    return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', lineOf('draft'))
  }
  const review = readReview((key) => textUnlessNested(fields.get(key)))
  const hidden = HIDES.find(([key, hides]) => toBoolean(textUnlessNested(fields.get(key))) === hides)
  const description = textUnlessNested(fields.get('description'))
  const alerts = alertsOf(fields.get('alerts'))
  const mistakes: ReviewMistake[] = []
  if (typeof review === 'object') mistakes.push(review)
  if (description === undefined) mistakes.push({ key: 'description', message: '`description` is not text. Quote it.' })
  if (alerts === undefined) mistakes.push({ key: 'alerts', message: '`alerts` is no list of names. Write `[A, B]`.' })
  return {
    end,
    title,
    exclusion: isDraft ? 'draft: true' : hidden?.join(': '),
    description: description ?? '',
    name: textUnlessNested(fields.get('name')) ?? '',
    alerts: alerts ?? [],
    reviewBy: typeof review === 'string' ? review : undefined,
    mistakes: mistakes.map(({ key, message }) => ({ message, line: lineOf(key) }))
  }
}

function alertsOf(value: unknown): readonly string[] | undefined {
  const texts = [value].flat().map(textUnlessNested)
  if (texts.includes(undefined)) return undefined
  return texts.flatMap((text = '') => text.split(',')).flatMap((alert) => collapse(alert) || [])
}

/** Empty for a value that is missing or empty; undefined for a list or a map. */
function textUnlessNested(value: unknown): string | undefined {
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
  const content = text.slice(from).search(/[^ \t\r\n]/)
  return Math.max(from, text.lastIndexOf('\n', content === -1 ? text.length : from + content) + 1)
}
