import { setTimeout as delay } from 'node:timers/promises'
import { Cancellation } from '../cancellation.ts'
import { asActionError, type ActionError } from '../errors.ts'
import { prepareProxies } from '../job/proxies.ts'
import { Edge } from '../report/edge.ts'
import { Journal } from '../report/journal.ts'
import { jsonOf } from '../report/json-report.ts'
import { totalsOf } from '../report/outcomes.ts'
import { Progress } from '../report/progress.ts'
import { unreadFrame, type Result } from '../report/result.ts'
import { writeReport } from '../report/terminal.ts'
import { verdictOf } from '../report/verdict.ts'
import { COMMAND_LINE } from '../report/vocabulary.ts'
import { namedCommand, readCommand } from './command-line.ts'
import { WORK, type Ending } from './commands.ts'

/** Milliseconds in which cancelled work removes its temporary files. */
const GRACE = 1000

/** Runs one command. Every error ends here. Returns the exit code. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const edge = new Edge(COMMAND_LINE, [env['RUNBOOK_SYNC_TOKEN']])
  using progress = new Progress(edge)
  const journal = new Journal(progress.tell)
  using cancellation = new Cancellation('The command was cancelled.', () => {
    progress[Symbol.dispose]()
    process.exit(130)
  })
  const { signal } = cancellation
  // A request may still be waited for.
  signal.addEventListener('abort', () => {
    journal.notice({ level: 'progress', message: 'stopping; a second Ctrl-C ends at once' })
  })
  const resources = new AsyncDisposableStack()
  const trace = (line: string): void => {
    if (args.includes('--verbose')) progress.write(line)
  }
  journal.begins(unreadFrame({ mode: namedCommand(args) }))
  let ending: Ending = {}
  let ended: ActionError | undefined
  let work = Promise.resolve(ending)
  try {
    const command = readCommand(args, env)
    if (command === undefined) return 0
    prepareProxies(process.env)
    work = WORK[command.name]({
      command,
      // Git must not see it.
      env: { ...env, RUNBOOK_SYNC_TOKEN: undefined },
      journal,
      edge,
      lifetime: { resources, signal, trace }
    })
    ending = await cancellation.limit(work)
  } catch (error) {
    ended = asActionError(error)
  }
  await resources.disposeAsync()
  await Promise.race([work.catch(() => undefined), delay(GRACE, undefined, { ref: false })])
  progress[Symbol.dispose]()
  const result = journal.result(ended)
  print(result, ending, edge, args)
  return exitCodeOf(result, ending, args)
}

/** Also if the options could not be read: a program waits for the report. */
function print(result: Result, { lines = [], json, lastLine }: Ending, edge: Edge, args: readonly string[]): void {
  const isJson = args.includes('--json')
  const stream = isJson ? process.stderr : process.stdout
  const cause = result.ended?.cause
  if (args.includes('--verbose') && cause !== undefined) {
    for (const line of edge.trace(cause)) process.stderr.write(`${line}\n`)
  }
  for (const line of lines) stream.write(`${edge.line(line)}\n`)
  writeReport(result, edge, { stream, lastLine })
  if (isJson) process.stdout.write(json === undefined ? jsonOf(result, edge) : edge.json(json))
}

function exitCodeOf(result: Result, { code = 0 }: Ending, args: readonly string[]): number {
  const isMisuse = result.ended?.kind === 'input' && result.items.length === 0
  if (verdictOf(result) !== undefined) return isMisuse ? 2 : 1
  return args.includes('--exit-code') && totalsOf(result).planned > 0 ? 3 : code
}
