import { setTimeout as delay } from 'node:timers/promises'
import { Cancellation } from '../cancellation.ts'
import { asActionError, type ActionError } from '../errors.ts'
import { prepareProxies } from '../job/proxies.ts'
import { Journal, unreadFrame } from '../report/journal.ts'
import { reportOf, type Report } from '../report/report.ts'
import { Sink } from '../report/sink.ts'
import { jsonOf, writeReport } from '../report/terminal.ts'
import { namedCommand, readCommand } from './command-line.ts'
import { WORK, type Ending } from './commands.ts'
import { Progress } from './progress.ts'

/** Milliseconds in which cancelled work removes its temporary files. */
const GRACE = 1000

/** Runs one command. Every error ends here. Returns the exit code. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const sink = new Sink([env['RUNBOOK_SYNC_TOKEN']])
  using progress = new Progress(sink)
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
      sink,
      lifetime: { resources, signal, trace }
    })
    ending = await cancellation.limit(work)
  } catch (error) {
    ended = asActionError(error)
  }
  await resources.disposeAsync()
  await Promise.race([work.catch(() => undefined), delay(GRACE, undefined, { ref: false })])
  progress[Symbol.dispose]()
  if (args.includes('--verbose') && ended?.cause !== undefined) {
    for (const line of sink.trace(ended.cause)) process.stderr.write(`${line}\n`)
  }
  const report = reportOf(journal.result(ended), new Date())
  print(report, ending, sink, args)
  return exitCodeOf(report, ending, args)
}

/** Also if the options could not be read: a program waits for the report. */
function print(report: Report, { lines = [], json, lastLine }: Ending, sink: Sink, args: readonly string[]): void {
  const isJson = args.includes('--json')
  const stream = isJson ? process.stderr : process.stdout
  for (const line of lines) stream.write(`${sink.line(line)}\n`)
  writeReport(report, sink, { stream, lastLine })
  if (isJson) process.stdout.write(json === undefined ? jsonOf(report, sink) : sink.json(json))
}

function exitCodeOf({ failure, runbooks, totals }: Report, { code = 0 }: Ending, args: readonly string[]): number {
  const isMisuse = failure?.kind === 'input' && runbooks.length === 0
  if (failure !== null) return isMisuse ? 2 : 1
  return args.includes('--exit-code') && totals.planned > 0 ? 3 : code
}
