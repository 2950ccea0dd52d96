import type { ErrorCode } from 'yaml'

/** The most common mistakes, by the documented codes of `yaml`, whose own messages are about its grammar. */
const YAML_PROBLEMS: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'wrong indentation, or a missing closing bracket',
  BLOCK_AS_IMPLICIT_KEY: 'a value contains `: `, or the indentation is wrong',
  MISSING_CHAR: 'a character is missing, such as the space after a colon, a comma, or a closing quote or bracket',
  MULTILINE_IMPLICIT_KEY: 'this line is not `key: value`',
  RESOURCE_EXHAUSTION: 'too many nested levels',
  TAB_AS_INDENT: 'a tab as indentation',
  UNEXPECTED_TOKEN: 'unexpected text, bracket, comma or dash'
}

export function yamlProblem({ code, message }: { readonly code: ErrorCode; readonly message: string }): string {
  return YAML_PROBLEMS[code] ?? message
}

/**
 * Reads YAML as the libraries of Go and Python do: a quoted text, a list or a map in brackets may go on at the margin of its key. What
 * `yaml` refuses is read once more with such lines indented, and stays refused as it was if that does not help. Lines keep their numbers.
 */
export function readYaml<Result>(
  yaml: string,
  read: (yaml: string) => Result,
  isValid: (result: Result) => boolean
): Result {
  const result = read(yaml)
  if (isValid(result)) return result
  const again = read(indentContinuedLines(yaml))
  return isValid(again) ? again : result
}

/** A quoted text where a key or a value begins, a comment, a bracket, or the end of a line. */
const MARKS = /(?=["'])(?<=(?:^|[-:,[{])\s*)(?:"(?:\\[^]|[^\\"])*"|'(?:''|[^'])*')|(?<=^|\s)#[^\n]*|[[\]{}\n]/gm
/** More than any key is indented. */
const INDENTED = `\n${' '.repeat(100)}`

function indentContinuedLines(yaml: string): string {
  let depth = 0
  return yaml.replace(MARKS, (mark) => {
    if (mark === '[' || mark === '{') depth++
    if (mark === ']' || mark === '}') depth--
    return mark === '\n' && depth <= 0 ? mark : mark.replaceAll('\n', INDENTED)
  })
}
