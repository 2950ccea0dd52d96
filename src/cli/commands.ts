import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { findRules } from '../alerts/find.ts'
import { alertsOfCommit, rulesAt } from '../alerts/of-branch.ts'
import { shortId } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import type { Journal } from '../report/journal.ts'
import { alertsIn } from '../report/report.ts'
import type { Sink } from '../report/sink.ts'
import { openAccess, run, type Access, type Lifetime } from '../run.ts'
import { lookAt } from '../sync/look.ts'
import { readRunbooks } from '../sync/runbooks.ts'
import { commitToSend } from './branch-tip.ts'
import { checkService } from './check.ts'
import { inputsOf, type Command } from './command-line.ts'
import { countEntries, entriesTable, listRowsOf } from './entries.ts'
import { makeFolder } from './folder.ts'
import { usageError } from './misuse.ts'
import type { CommandName } from './options.ts'
import { accessError, openSession, type Session } from './session.ts'

/** What every command has. */
interface Context {
  readonly command: Command
  readonly env: NodeJS.ProcessEnv
  readonly journal: Journal
  readonly sink: Sink
  readonly lifetime: Lifetime
}

/** What a command has to say beside what its journal has. */
export interface Ending {
  /** Printed in front of the report, not escaped. */
  readonly lines?: readonly string[]
  /** Printed instead of the JSON report. */
  readonly json?: unknown
  /** Printed instead of the headline of a green report; nothing if empty. */
  readonly lastLine?: string
  /** The exit code of a command that has not failed; 0 by default. */
  readonly code?: number
}

/** What each command does. */
export const WORK: Readonly<Record<CommandName, (context: Context) => Promise<Ending>>> = {
  plan,
  sync,
  pull,
  list,
  check,
  alerts
}

async function alerts(context: Context): Promise<Ending> {
  const { command, journal } = context
  const { local, branch } = await open(context)
  const { source, settings } = branch
  const rules = command.given('rules')?.split('\n')
  if (rules === undefined && settings.alerts.length === 0) {
    throw usageError('Nothing says which files have alerts.', 'Add `--rules PATH`, or `--alerts PATTERN`.')
  }
  const { table, problems } = await alertsOfCommit(
    settings,
    await readRunbooks(branch, local.head),
    rules === undefined ? rulesAt(source, local.head, settings.alerts) : findRules(rules, local.clone.root),
    rules === undefined ? '`alerts`' : '`--rules`'
  )
  for (const problem of problems) journal.notice(problem)
  journal.foundAlerts({ table, broughtIn: undefined })
  return {
    json: { alerts: alertsIn({ table, broughtIn: undefined }) },
    lastLine: '',
    code: table.totals.dead > 0 || problems.some(({ level }) => level === 'warning') ? 1 : 0
  }
}

async function check(context: Context): Promise<Ending> {
  const { client } = connect(context, inputsOf(context.command))
  await checkService(client, context.journal)
  return {}
}

async function plan(context: Context): Promise<Ending> {
  const { journal, lifetime } = context
  const { local, branch } = await open(context)
  const access = openAccess(branch.settings, journal, lifetime)
  await run(branch, { kind: 'plan', access, head: local.head }, journal)
  return {}
}

async function list(context: Context): Promise<Ending> {
  const { local, branch } = await open(context)
  const { client } = connect(context, branch.settings)
  const rows = listRowsOf(await lookAt(branch, client, await readRunbooks(branch, local.head)))
  return {
    lines: entriesTable(rows, (text) => context.sink.line(text)),
    json: { entries: rows },
    lastLine: countEntries(rows)
  }
}

async function sync(context: Context): Promise<Ending> {
  const { command, journal, env } = context
  const { local, branch } = await open(context)
  const access = connect(context, branch.settings)
  const { head } = local
  const findHead = async (): Promise<string> => {
    const tip = command.has('allow-stale') ? head : await commitToSend(local, branch.source, env)
    const message = `HEAD is ${shortId(head)}; the branch ${local.branch} has a newer commit, ${shortId(tip)}, which is delivered instead.`
    if (tip !== head) journal.notice({ level: 'notice', message })
    return tip
  }
  const savedIn = resolve(command.given('saved') ?? tmpdir())
  await makeFolder(savedIn)
  const replacer = `\`runbook-sync sync\` of commit ${shortId(head)}`
  await run(branch, { kind: 'sync', access, findHead, goesOn: command.has('yes'), savedIn, replacer }, journal)
  return {}
}

async function pull(context: Context): Promise<Ending> {
  const { local, branch } = await open(context)
  const access = connect(context, branch.settings)
  await run(branch, { kind: 'pull', access, head: local.head }, context.journal)
  return {}
}

async function open({ command, env, journal, lifetime }: Context): Promise<Session> {
  const session = await openSession({ command, env, resources: lifetime.resources, notice: journal.notice })
  const { showsTexts } = session.branch
  journal.begins({ mode: command.name, address: session.local, showsTexts, tokenExpiresOn: undefined })
  return session
}

/** @throws {ActionError} of kind `input` if the token or the address is missing. */
function connect({ journal, lifetime }: Context, inputs: Inputs): Access {
  const access = openAccess(inputs, journal, lifetime)
  if (access === undefined) throw accessError(inputs)
  return access
}
