import { Cancellation } from '../cancellation.ts'
import { asActionError, InputError, stacksOf, type ActionError } from '../errors.ts'
import { prepareProxies } from '../job/proxies.ts'
import { hideCredentials, NOT_SEARCHED } from '../report/hide.ts'
import { Journal } from '../report/journal.ts'
import { sayInventory } from '../report/notices.ts'
import { reportOf } from '../report/report.ts'
import { Sink } from '../report/sink.ts'
import { writeReport } from '../report/terminal.ts'
import { inventoryOf, type ComparedEntry } from '../sync/inventory.ts'
import { nameOfInput, readCommand, usageError, type Command, type Shell } from './command-line.ts'
import { COMMANDS } from './commands.ts'
import { StatusLine } from './status-line.ts'

/** The exit code in a shell for a program that Ctrl-C has ended. */
const CANCELLED = 130

/** Runs one command. Every error ends here. Returns the exit code. */
export async function runCommand(shell: Shell): Promise<number> {
  const { args, env, stdout, stderr } = shell
  const sink = new Sink([env['RUNBOOK_SYNC_TOKEN']])
  const status = new StatusLine(stderr)
  const say = (line: string): void => {
    status.clear()
    stderr.write(`${sink.line(line)}\n`)
  }
  const rewrite = (line: string): void => {
    status.show(sink.line(line))
  }
  const journal = new Journal({ say, rewrite: stderr.isTTY ? rewrite : undefined })
  using cancellation = new Cancellation('The command was cancelled.', () => process.exit(CANCELLED))
  await using resources = new AsyncDisposableStack()
  let command: Command | undefined
  let listed: readonly ComparedEntry[] | undefined
  let ended: ActionError | undefined
  try {
    command = readCommand(shell)
    if (command === undefined) return 0
    const { name, options } = command
    journal.record({ mode: name })
    for (const message of command.warnings) journal.notice({ level: 'warning', message })
    prepareProxies(env)
    const trace = options.verbose !== undefined ? say : () => undefined
    const lifetime = { resources, signal: cancellation.signal, trace }
    listed = await cancellation.limit(COMMANDS[name]({ command, shell, journal, lifetime }))
  } catch (error) {
    ended = asActionError(error)
    if (ended instanceof InputError) {
      ended = usageError(`\`${nameOfInput(ended.input, command)}\` ${ended.problem}`, ended.hint)
    }
  }
  status.clear()
  const result = journal.result(ended)
  const stacks = args.includes('--verbose') ? stacksOf(ended?.cause) : []
  const said = await hideCredentials({ report: reportOf(result, new Date()), entries: listed, stacks }, result)
  if (said === undefined) {
    say(NOT_SEARCHED)
    return 1
  }
  const { report, entries } = said
  sink.trace(said.stacks).forEach(say)
  const { failure } = report
  // A program waits for the report, also if the options could not be read.
  const isJson = args.includes('--json')
  const stream = isJson ? stderr : stdout
  const isQuiet = command?.options.staged !== undefined && command.options.diff === undefined && failure === null
  if (entries !== undefined) for (const line of entriesTable(entries, sink)) stream.write(`${line}\n`)
  if (!isQuiet) writeReport(report, sink, stream, entries && sayInventory(inventoryOf(entries)))
  if (isJson) stdout.write(sink.json(entries === undefined ? report : { entries }))
  if (failure === null) return 0
  if (failure.kind === 'cancelled') return CANCELLED
  return failure.kind === 'input' ? 2 : 1
}

function entriesTable(entries: readonly ComparedEntry[], sink: Sink): readonly string[] {
  const width = Math.max(0, ...entries.map(({ name }) => sink.line(name).length))
  return entries.map(({ name, file, state, trigger, labels }) => {
    // What people have given it.
    const bound = [...(trigger === null || trigger === 'smart' ? [] : [trigger]), ...labels].join(', ')
    const end = bound === '' ? '' : `  (${sink.line(bound)})`
    return `${state.padEnd(9)}  ${sink.line(name).padEnd(width)}  ${sink.line(file)}${end}`.trimEnd()
  })
}
