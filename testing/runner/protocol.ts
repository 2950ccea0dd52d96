// What the runner reads of a step: workflow commands on its output, and the file of its outputs (actions/runner, `ActionCommand.cs`
// and `FileCommandManager.cs`).

/** `::name key=value::data` at the start of a line. */
export interface WorkflowCommand {
  /** In lower case: the runner does not distinguish `::Error::` from `::error::`. */
  readonly name: string
  /** Decoded; their names in lower case. */
  readonly properties: Readonly<Record<string, string>>
  /** Decoded. */
  readonly data: string
}

/** What GitHub shows of an `::error::`, `::warning::` or `::notice::` beside the log. */
export interface Annotation {
  readonly level: string
  readonly message: string
  readonly file?: string
}

const DATA_CODES = { '%0D': '\r', '%0A': '\n' }
const PROPERTY_CODES = { ...DATA_CODES, '%3A': ':', '%2C': ',' }

/** The command that a line is, if it is one. */
export function parseCommand(line: string): WorkflowCommand | undefined {
  const [, name, given = '', data = ''] = /^\s*::([\w-]+)(?: (.*?))?::(.*)$/s.exec(line) ?? []
  if (name === undefined) return undefined
  const properties = Array.from(given.matchAll(/([^=,]+)=([^,]+)/g), ([, key = '', value = '']) => {
    return [key.trim().toLowerCase(), decode(value, PROPERTY_CODES)] as const
  })
  return { name: name.toLowerCase(), properties: Object.fromEntries(properties), data: decode(data, DATA_CODES) }
}

/** `%25` comes last, as in the runner: `%250A` is the text `%0A`, not a line break. */
function decode(value: string, codes: Readonly<Record<string, string>>): string {
  const decoded = Object.entries(codes).reduce((text, [code, character]) => text.replaceAll(code, character), value)
  return decoded.replaceAll('%25', '%')
}

/** Cuts text into lines as the runner's reader does: at a line feed, at a carriage return and at both together. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** What a person sees of the output of a step. A secret that is printed before it is masked stays readable, as on GitHub. */
export function readOutput(output: readonly string[]) {
  const commands: WorkflowCommand[] = []
  const masks: string[] = []
  const annotations: Annotation[] = []
  let log = ''
  /** `text` as the runner shows it anywhere: every masked value replaced. */
  const mask = (text: string): string => masks.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)

  for (const line of output) {
    const command = parseCommand(line)
    if (command === undefined) {
      log += `${mask(line)}\n`
      continue
    }
    commands.push(command)
    const { name, data, properties } = command
    if (name === 'add-mask') {
      masks.push(data)
      // A mask may be a part of another one.
      masks.sort((one, other) => other.length - one.length)
    }
    if (!/^(?:error|warning|notice)$/.test(name)) continue
    log += `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${mask(data)}\n`
    const { file } = properties
    annotations.push({ level: name, message: mask(data), ...(file !== undefined && { file: mask(file) }) })
  }
  return { commands, masks, annotations, log, mask }
}

/**
 * The values in the file of `GITHUB_OUTPUT`, where each begins with `name<<end` and ends with a line `end`.
 *
 * @throws {Error} for anything else.
 */
export function parseOutputs(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  const rest = text.replace(/^(.+?)<<(.+)\n(?:([^]*?)\n)?\2\n/gm, (_, name: string, _end, value = '') => {
    values[name] = String(value)
    return ''
  })
  if (rest !== '') throw new Error(`Invalid format '${rest}'`)
  return values
}
