import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/** Asks a person; undefined if there is nobody to ask. */
export type Ask = ((question: string) => Promise<string | undefined>) | undefined

/** True if a person sees a question and can answer it. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** What a person answers, without blanks around it; undefined at the end of the input, and if the command is cancelled. */
export async function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  using terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and the end of the input close it.
  const closed = once(terminal, 'close').then(() => undefined)
  const asking = terminal.question(question, { signal }).catch(() => undefined)
  return (await Promise.race([asking, closed]))?.trim()
}
