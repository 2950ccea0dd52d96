import { wrap } from './markdown-text.ts'

/** Calm output for people: headings, indented blocks, and colour only where it is welcome. */
export class Terminal {
  readonly #write: (text: string) => void
  readonly #colour: boolean
  readonly #width: number

  constructor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv) {
    this.#write = (text) => void stream.write(text)
    this.#colour = stream.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
    this.#width = Math.min(stream.isTTY ? stream.columns : 120, 140)
  }

  /** Characters in a line of a block. */
  get inner(): number {
    return this.#width - 4
  }

  heading(text: string): void {
    this.#write(
      `\n${this.#styled('1', inert(text))}\n${this.#styled('2', '─'.repeat(Math.min(Array.from(text).length, this.#width)))}\n`
    )
  }

  line(text = ''): void {
    this.#write(text === '' ? '\n' : `  ${inert(text)}\n`)
  }

  /** Text of somebody else's, set off by a rule at its left. */
  block(title: string, text: string): void {
    const rule = this.#styled('2', '│')
    const lines = excerpt(text.trimEnd().split('\n')).flatMap((line) => this.#folded(line))
    this.#write(
      `\n  ${this.#styled('2', title)}\n${lines.map((line) => `  ${rule} ${this.#accented(line)}`.trimEnd() + '\n').join('')}`
    )
  }

  check(good: boolean, text: string): void {
    this.#write(`  ${good ? this.#styled('32', '✓') : this.#styled('31', '✗')} ${inert(text)}\n`)
  }

  /** A long line over several, each behind the rule. */
  #folded(line: string): string[] {
    if (Array.from(line).length <= this.inner) return [line]
    const indent = /^ */.exec(line)?.[0] ?? ''
    const [first = '', ...others] = wrap(line.slice(indent.length), this.inner - indent.length - 2)
    return [indent + first, ...others.map((part) => `${indent}  ${part}`)]
  }

  #accented(line: string): string {
    const text = inert(line)
    if (text.startsWith('Error:')) return this.#styled('31', text)
    if (text.startsWith('Warning:')) return this.#styled('33', text)
    return text
  }

  #styled(code: string, text: string): string {
    return this.#colour ? `\u001b[${code}m${text}\u001b[0m` : text
  }
}

/** The whole of it, or where that is long its beginning and its end, which holds what matters most. */
function excerpt(lines: readonly string[]): readonly string[] {
  const [first, last] = [40, 12]
  if (lines.length <= first + last + 1) return lines
  return [...lines.slice(0, first), `… ${lines.length - first - last} more lines …`, ...lines.slice(-last)]
}

/** File names and titles are anybody's; none of them may move the cursor. */
function inert(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
