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
const REGISTERED =
  /^(?:add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|notice|remove-matcher|save-state|set-env|set-output|stop-commands|warning)$/

/** The command that a line is, if it is one. */
export function parseCommand(line: string): WorkflowCommand | undefined {
  const [, head, data] = /^\s*::(.*?)::(.*)$/s.exec(line) ?? []
  if (head !== undefined && data !== undefined) {
    const codes = { '%0D': '\r', '%0A': '\n' }
    const parsed = command(head, decode(data, codes), ',', { ...codes, '%3A': ':', '%2C': ',' })
    if (parsed !== undefined) return parsed
  }
  const [, oldHead, oldData] = /##\[(.*?)\](.*)$/s.exec(line) ?? []
  if (oldHead === undefined || oldData === undefined) return undefined
  const codes = { '%3B': ';', '%0D': '\r', '%0A': '\n', '%5D': ']' }
  return command(oldHead, decode(oldData, codes), ';', codes)
}

function command(
  head: string,
  data: string,
  separator: string,
  codes: Readonly<Record<string, string>>
): WorkflowCommand | undefined {
  const [name = '', ...rest] = head.split(' ')
  if (!REGISTERED.test(name.toLowerCase())) return undefined
  const pairs = rest
    .join(' ')
    .split(separator)
    // A property without a value is none: the runner drops empty halves.
    .flatMap((pair) => [/^([^=]+)=(.+)$/s.exec(pair)].filter((match) => match !== null))
    .map(([, key = '', value = '']) => [key.trim().toLowerCase(), decode(value, codes)] as const)
  return { name: name.toLowerCase(), properties: Object.fromEntries(pairs), data }
}

/** `%25` comes last, as in the runner: `%250A` is the text `%0A`, not a line break. */
function decode(value: string, codes: Readonly<Record<string, string>>): string {
  const decoded = Object.entries(codes).reduce((text, [code, character]) => text.replaceAll(code, character), value)
  return decoded.replaceAll('%25', '%')
}
