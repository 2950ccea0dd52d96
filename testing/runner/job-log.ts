import { parseCommand, type WorkflowCommand } from './commands.ts'

/** What GitHub shows of an `::error::`, `::warning::` or `::notice::` beside the log. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly message: string
  readonly title?: string
  readonly file?: string
  readonly line?: number
  readonly endLine?: number
  readonly column?: number
}

/** GitHub keeps this many annotations of one level from one step … */
const ANNOTATIONS_OF_A_LEVEL = 10
/** … and this much of a message. */
const ANNOTATION_LENGTH = 4096

/**
 * A step's log while it is written: executes the workflow commands line by line as the runner does, and keeps what a
 * person will see. A secret that is printed before it is masked stays readable, as it would on GitHub.
 */
export class JobLog {
  /** Every command that was issued, in order, also those of which GitHub shows nothing. */
  readonly commands: WorkflowCommand[] = []
  readonly masks: string[] = []
  readonly #lines: string[] = []
  readonly #annotations: Annotation[] = []
  #resume: string | undefined

  /** One line as the process wrote it, on either stream, without its line break. */
  add(line: string): void {
    const command = parseCommand(line, this.#resume)
    if (command === undefined || (this.#resume !== undefined && command.name !== this.#resume.toLowerCase())) {
      this.#show(line)
      return
    }
    this.commands.push(command)
    this.#execute(command, line)
  }

  /** The log as GitHub renders it, without its time stamps. */
  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('')
  }

  /** At most ten of a level, and their messages cut: the rest is in the log alone. */
  get annotations(): readonly Annotation[] {
    const kept = { error: 0, warning: 0, notice: 0 }
    return this.#annotations.filter(({ level }) => kept[level]++ < ANNOTATIONS_OF_A_LEVEL)
  }

  /** `text` as the runner shows it anywhere: every masked value replaced. */
  mask(text: string): string {
    const longestFirst = this.masks.toSorted((one, other) => other.length - one.length)
    return longestFirst.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
  }

  #show(text: string): void {
    this.#lines.push(this.mask(text))
  }

  #execute(command: WorkflowCommand, line: string): void {
    switch (command.name) {
      case 'error':
      case 'warning':
      case 'notice':
        this.#show(`${command.name[0]?.toUpperCase() ?? ''}${command.name.slice(1)}: ${command.data}`)
        this.#annotate(command.name, command)
        return
      case 'group':
        this.#show(`▸ ${command.data}`)
        return
      case 'add-mask':
        this.#addMask(command.data)
        return
      case 'set-env':
      case 'add-path':
        // Disabled since 2020, because any text in the log could issue them.
        this.#show(`Error: Unable to process command '${line}' successfully.`)
        this.#annotate('error', { ...command, properties: {}, data: `The \`${command.name}\` command is disabled.` })
        return
      case 'stop-commands':
        this.#show(line)
        this.#resume = command.data
        return
      case this.#resume?.toLowerCase():
        this.#show(line)
        this.#resume = undefined
        return
      default:
        // debug, endgroup, echo, matchers, set-output and save-state: nothing to see where debugging is off.
        return
    }
  }

  #addMask(value: string): void {
    const lines = value.split(/\r\n|\r|\n/).map((line) => line.trim())
    const masks = [value, ...lines].filter((mask) => mask.trim() !== '')
    if (masks.length === 0) this.#show("Warning: Can't add secret mask for empty string in ##[add-mask] command.")
    this.masks.push(...masks.filter((mask, index) => masks.indexOf(mask) === index && !this.masks.includes(mask)))
  }

  #annotate(level: Annotation['level'], { properties, data }: WorkflowCommand): void {
    const { title, file } = properties
    const line = numberOf(properties['line'])
    const endLine = numberOf(properties['endline'])
    const column = numberOf(properties['col'])
    this.#annotations.push({
      level,
      message: this.mask(data).slice(0, ANNOTATION_LENGTH),
      ...(title !== undefined && { title: this.mask(title) }),
      ...(file !== undefined && { file: this.mask(file) }),
      ...(line !== undefined && { line }),
      ...(endLine !== undefined && { endLine }),
      ...(column !== undefined && { column })
    })
  }
}

function numberOf(value: string | undefined): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) ? number : undefined
}

/**
 * Cuts a stream of text into lines as the runner's reader does: at a line feed, at a carriage return and at both
 * together. `rest` gives what is left at the end.
 */
export class LineCutter {
  #rest = ''

  cut(chunk: string): string[] {
    const text = this.#rest + chunk
    // A carriage return at the end may be the first half of a CRLF.
    const settled = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = settled.split(/\r\n|\r|\n/)
    this.#rest = (lines.pop() ?? '') + text.slice(settled.length)
    return lines
  }

  rest(): string[] {
    const rest = this.#rest.replace(/\r$/, '')
    return rest === '' ? [] : [rest]
  }
}
