import { parseCommand, type WorkflowCommand } from './commands.ts'

/** What GitHub shows of an `::error::`, `::warning::` or `::notice::` beside the log. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly message: string
  readonly file?: string
}

/** GitHub keeps this many annotations of one level from one step … */
const ANNOTATIONS_OF_A_LEVEL = 10
/** … and this much of a message. */
const ANNOTATION_LENGTH = 4096

/**
 * A step's log while it is written: reads the workflow commands line by line as the runner does, and keeps what a
 * person will see. A secret that is printed before it is masked stays readable, as it would on GitHub.
 */
export class JobLog {
  /** Every command that was issued, in order, also those of which GitHub shows nothing. */
  readonly commands: WorkflowCommand[] = []
  readonly masks: string[] = []
  readonly #lines: string[] = []
  readonly #annotations: Annotation[] = []

  /** One line as the process wrote it, on either stream, without its line break. */
  add(line: string): void {
    const command = parseCommand(line)
    if (command === undefined) {
      this.#show(line)
      return
    }
    this.commands.push(command)
    const { name, data, properties } = command
    if (name === 'add-mask') this.masks.push(data)
    if (name === 'group') this.#show(`▸ ${data}`)
    if (name !== 'error' && name !== 'warning' && name !== 'notice') return
    this.#show(`${name[0]?.toUpperCase() ?? ''}${name.slice(1)}: ${data}`)
    const message = this.mask(data).slice(0, ANNOTATION_LENGTH)
    const { file } = properties
    this.#annotations.push({ level: name, message, ...(file !== undefined && { file: this.mask(file) }) })
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
}

/** Cuts text into lines as the runner's reader does: at a line feed, at a carriage return and at both together. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
