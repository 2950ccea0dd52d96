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
  const indented = indentContinuedLines(yaml)
  const again = indented === yaml ? result : read(indented)
  return isValid(again) ? again : result
}

/** A line whose value begins with a quotation mark or a bracket, up to it. */
const VALUE = /^( *(?:- +)*)(?:(?:"[^"\n]*"|'[^'\n]*'|[^\s"'#[{-][^\n]*?):[ \t]+)?(?=["'[{])/gm
/** Lines are indented by a column more than their key has, but never by so much that the text could exceed the memory. */
const MAX_INDENT = 100

function indentContinuedLines(yaml: string): string {
  const parts: string[] = []
  let done = 0
  for (const { 0: before, 1: margin = '', index } of yaml.matchAll(VALUE)) {
    const from = index + before.length
    if (index < done) continue
    const end = endOfValue(yaml, from)
    // Each further one would read the rest again.
    if (end === undefined) break
    const indent = `\n${' '.repeat(Math.min(margin.length + 1, MAX_INDENT))}`
    parts.push(yaml.slice(done, from), yaml.slice(from, end).replaceAll('\n', indent))
    done = end
  }
  return parts.join('') + yaml.slice(done)
}

/** Where a quoted text, or what stands in brackets, ends; undefined if it never ends. */
function endOfValue(yaml: string, from: number): number | undefined {
  const marks = /#[^\n]*|["'[\]{}]/g
  marks.lastIndex = from
  let depth = 0
  for (let mark = marks.exec(yaml); mark !== null; mark = marks.exec(yaml)) {
    const [found] = mark
    // In a word, an apostrophe and a hash stand for themselves.
    const begins = depth === 0 || /[\s[{,:]/.test(yaml.charAt(mark.index - 1))
    if (found === '[' || found === '{') depth++
    else if (found === ']' || found === '}') depth--
    else if (!begins) marks.lastIndex = mark.index + 1
    else if (found === '"' || found === "'") marks.lastIndex = endOfQuotation(yaml, mark.index)
    if (marks.lastIndex === 0) return undefined
    if (depth === 0) return marks.lastIndex
  }
  return undefined
}

/** 0 if it never ends. */
function endOfQuotation(yaml: string, from: number): number {
  const ends = yaml[from] === '"' ? /\\[^]|"/g : /''|'/g
  ends.lastIndex = from + 1
  for (let end = ends.exec(yaml); end !== null; end = ends.exec(yaml)) if (end[0].length === 1) return ends.lastIndex
  return 0
}
