import { isMap, isScalar, parseDocument, type ErrorCode, type Node } from 'yaml'

export interface Field {
  readonly key: string
  /** The value as the author wrote it, without quotes; `undefined` for a list, a map or an alias. */
  readonly text: string | undefined
  /** Where the value starts. */
  readonly offset: number
}

export type Fields =
  | { readonly kind: 'map'; readonly fields: readonly Field[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid'; readonly message: string; readonly hint: string; readonly offset: number }

const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.'

/** By the documented codes of `yaml`; one code covers several mistakes. */
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
 * Reads the top-level fields of front matter. Uses the syntax tree and never creates values: no alias is expanded, no tag is
 * applied, no `__proto__` is set, and `1.10` stays `1.10`.
 */
export function readFields(yaml: string): Fields {
  const { contents, errors, warnings } = parseDocument(yaml, { schema: 'core', prettyErrors: false })
  const error = errors[0] ?? warnings[0]
  if (error !== undefined) {
    const [words, hint] = PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.']
    return { kind: 'invalid', message: `The front matter is not valid YAML: ${words}.`, hint, offset: error.pos[0] }
  }
  if (contents === null) return { kind: 'empty' }
  if (!isMap(contents)) {
    return { kind: 'invalid', message: 'The front matter is not a map.', hint: 'Write `key: value` lines.', offset: 0 }
  }
  const fields: Field[] = []
  for (const { key, value } of contents.items as { key: Node; value: Node | null }[]) {
    if (!isScalar(key) || typeof key.value !== 'string') continue
    if (value === null || (isScalar(value) && value.value === null)) continue
    const text = isScalar(value) ? (value.source ?? '').trim() : undefined
    fields.push({ key: key.value, text, offset: value.range?.[0] ?? 0 })
  }
  return { kind: 'map', fields }
}
