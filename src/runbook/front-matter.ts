import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml'
import type { Document, ErrorCode, Node, YAMLMap } from 'yaml'
import { refused, type Refused } from './text.ts'

interface FrontMatter {
  /** Where the Markdown starts. The front matter and the blank lines below it end there. */
  readonly end: number
  /** As the author wrote it: `1.10`, `yes`, `2026-01-02`. Absent if missing or empty. */
  readonly title?: string
  /** The field that excludes the file. */
  readonly exclusion?: 'draft: true' | 'runbook: false'
  /** @returns a value as text on one line; undefined for a nested one, empty for one that is missing or empty. */
  readonly valueOf: (key: string) => string | undefined
}

type FieldMap = YAMLMap<Node, Node | null>
interface Fields {
  readonly byKey: ReadonlyMap<unknown, Node>
  /** What an alias stands for; any other node itself. */
  readonly resolve: (node: unknown) => unknown
}

/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const MAX_LENGTH = 16 * 1024

const noValue = (): string => ''
const NONE: FrontMatter = { end: 0, valueOf: noValue }

const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.'

/** By the documented codes of `yaml`. One code covers several mistakes. */
const PROBLEMS: Partial<Record<ErrorCode, readonly [message: string, hint: string]>> = {
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
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `draft`
 * and `runbook`, and checks the syntax of the others. Refuses `+++` and `---js`, because an entry would begin with their source.
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
  const none = { end, valueOf: noValue }
  if (yaml.trim() === '') return none
  const fields = parseYaml(yaml)
  if (fields !== undefined && 'byKey' in fields) return readFields(fields, yaml, end)
  // After a blank line it may be prose between two thematic breaks.
  if (/^[ \t]*\r?\n/.test(yaml)) return NONE
  return fields ?? none
}

/** Parses the syntax: applies no tag, sets no `__proto__`. Undefined for blank lines and comments. */
function parseYaml(yaml: string): Fields | Refused | undefined {
  if (yaml.length > MAX_LENGTH) {
    return refused(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1)
  }
  const document = parseDocument(yaml, { prettyErrors: false })
  const { contents, errors, warnings } = document
  const error = errors[0] ?? warnings[0]
  if (error !== undefined) {
    const [words, hint] = PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.']
    return refused(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]))
  }
  if (contents === null) return undefined
  if (isMap(contents)) return fieldsOf(contents, document)
  return refused('The front matter is not a map.', 'Write `key: value` lines.', 2)
}

/** The fields of a map, and of the maps that `<<` merges those that are not there yet. Visits each node twice. */
function fieldsOf(map: FieldMap, document: Document): Fields {
  const anchors = new Map<string, unknown>()
  const targets = new Map<unknown, unknown>()
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) targets.set(node, anchors.get(node.source))
      else if (node.anchor !== undefined) anchors.set(node.anchor, node)
    }
  })
  const resolve = (node: unknown): unknown => (isAlias(node) ? targets.get(node) : node)
  const byKey = new Map<unknown, Node>()
  // Grows while it is read; holds each map once.
  const maps = new Set([map])
  for (const { items } of maps) {
    for (const { key, value } of items) {
      const node = resolve(value)
      if (!isScalar(key)) continue
      if (key.value === '<<') {
        const merged = isSeq(node) ? node.items.map(resolve) : [node]
        for (const other of merged) if (isMap(other)) maps.add(other as FieldMap)
      } else if (isNode(node) && !byKey.has(key.source ?? key.value)) byKey.set(key.source ?? key.value, node)
    }
  }
  return { byKey, resolve }
}

function readFields({ byKey, resolve }: Fields, yaml: string, end: number): FrontMatter | Refused {
  let title = ''
  let exclusion: FrontMatter['exclusion']
  for (const [key, value] of byKey) {
    if (isScalar(value) && value.value === null) continue
    const text = textOf(value)
    const line = (): number => lineAt(yaml, value.range?.[0] ?? 0)
    if (key === 'title') {
      if (text === undefined) return refused('The `title` is not text.', 'Quote it: `title: "…"`.', line())
      title = text
    } else if (key === 'draft') {
      const draft = toBoolean(text)
      if (draft === undefined) {
        return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', line())
      }
      if (draft) exclusion ??= 'draft: true'
    } else if (key === 'runbook' && toBoolean(text) === false) {
      // Other tools use this key, so any other value is allowed.
      exclusion ??= 'runbook: false'
    }
  }
  const valueOf = (key: string): string | undefined => {
    const node = byKey.get(key)
    const texts = (isSeq(node) ? node.items : node === undefined ? [] : [node]).map((item) => textOf(resolve(item)))
    // An alias repeats a text: without this bound, the list grows with the square of the front matter.
    if (texts.includes(undefined) || texts.reduce((sum, text = '') => sum + text.length, 0) > MAX_LENGTH)
      return undefined
    return texts.flatMap((text = '') => text.replace(/\s+/g, ' ') || []).join(', ')
  }
  return { end, ...(title !== '' && { title }), ...(exclusion && { exclusion }), valueOf }
}

/** As the author wrote it; undefined for a list or a map. */
function textOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined
  return node.value === null ? '' : (node.source ?? '').trim()
}

/** Accepts the booleans of YAML 1.1, also in quotes. */
function toBoolean(text = ''): boolean | undefined {
  if (/^(?:true|yes|on)$/i.test(text)) return true
  return /^(?:false|no|off)$/i.test(text) ? false : undefined
}

/** The YAML starts on the second line of the file. */
function lineAt(yaml: string, offset: number): number {
  return yaml.slice(0, offset).split('\n').length + 1
}

function blankLinesEnd(text: string, from: number): number {
  // A pattern for all lines at once would run out of stack.
  const content = /[^ \t\r\n]/g
  content.lastIndex = from
  const end = content.exec(text)?.index ?? text.length
  return Math.max(from, text.lastIndexOf('\n', end) + 1)
}
