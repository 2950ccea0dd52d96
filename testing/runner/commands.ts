/**
 * Workflow commands, read as GitHub's runner reads them (actions/runner, `ActionCommand.cs`): `::name key=value::data` at
 * the start of a line, after white space, and the old `##[name key=value]data` anywhere in one.
 */

export interface WorkflowCommand {
  /** In lower case: the runner does not distinguish `::Error::` from `::error::`. */
  readonly name: string
  /** Decoded; their names in lower case. */
  readonly properties: Readonly<Record<string, string>>
  /** Decoded. */
  readonly data: string
}

/** What the runner takes for a command; anything else is a line of text. */
const REGISTERED: ReadonlySet<string> = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning'
])

/**
 * The command that a line is, if it is one.
 *
 * @param resume the token given to `stop-commands`, which is a command of its own while the others are stopped.
 */
export function parseCommand(line: string, resume?: string): WorkflowCommand | undefined {
  return parseCurrent(line, resume) ?? parseOld(line, resume)
}

function parseCurrent(line: string, resume: string | undefined): WorkflowCommand | undefined {
  const text = line.trimStart()
  const end = text.indexOf('::', 2)
  if (!text.startsWith('::') || end < 0) return undefined
  return command(text.slice(2, end), text.slice(end + 2), resume, {
    separator: ',',
    property: (value) => decode(value, { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',' }),
    data: (value) => decode(value, { '%0D': '\r', '%0A': '\n' })
  })
}

function parseOld(line: string, resume: string | undefined): WorkflowCommand | undefined {
  const start = line.indexOf('##[')
  const end = line.indexOf(']', start)
  if (start < 0 || end < 0) return undefined
  const old = (value: string) => decode(value, { '%3B': ';', '%0D': '\r', '%0A': '\n', '%5D': ']' })
  return command(line.slice(start + 3, end), line.slice(end + 1), resume, { separator: ';', property: old, data: old })
}

interface Syntax {
  readonly separator: string
  readonly property: (value: string) => string
  readonly data: (value: string) => string
}

function command(head: string, data: string, resume: string | undefined, syntax: Syntax): WorkflowCommand | undefined {
  const space = head.indexOf(' ')
  const name = (space < 0 ? head : head.slice(0, space)).toLowerCase()
  if (!REGISTERED.has(name) && name !== resume?.toLowerCase()) return undefined
  const properties: Record<string, string> = {}
  for (const pair of space < 0 ? [] : head.slice(space + 1).split(syntax.separator)) {
    const equals = pair.indexOf('=')
    // A property without a value is none: the runner drops empty halves.
    if (equals > 0 && equals < pair.length - 1) {
      properties[pair.slice(0, equals).trim().toLowerCase()] = syntax.property(pair.slice(equals + 1))
    }
  }
  return { name, properties, data: syntax.data(data) }
}

/** `%25` comes last, as in the runner: `%250A` is the text `%0A`, not a line break. */
function decode(value: string, codes: Readonly<Record<string, string>>): string {
  const decoded = Object.entries(codes).reduce((text, [code, character]) => text.replaceAll(code, character), value)
  return decoded.replaceAll('%25', '%')
}
