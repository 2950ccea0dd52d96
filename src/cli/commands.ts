import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { findRules } from '../alerts/find.ts'
import { alertsOfCommit, rulesAt } from '../alerts/of-branch.ts'
import { composeSync, openAccess, planBranch, type Access, type Lifetime } from '../compose.ts'
import { shortId } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import type { Edge } from '../report/edge.ts'
import { countEntries, entriesJson, entriesTable } from '../report/entries-table.ts'
import type { Journal } from '../report/journal.ts'
import { alertsJson } from '../report/judged-alerts.ts'
import type { Frame } from '../report/result.ts'
import { checkService } from '../sync/check.ts'
import { decideCommit, type Comparison } from '../sync/commit.ts'
import { listRows } from '../sync/list-rows.ts'
import { pullBranch } from '../sync/pull.ts'
import { readRunbooks } from '../sync/runbooks.ts'
import { SavedTexts } from '../sync/saved-texts.ts'
import { syncBranch } from '../sync/sync.ts'
import { input, listed } from '../wording.ts'
import { commitToSend } from './branch-tip.ts'
import { inputsOf, type Command } from './command-line.ts'
import { filesWithEdit } from './edits.ts'
import { makeFolder } from './folder.ts'
import { usageError } from './misuse.ts'
import type { CommandName } from './options.ts'
import { accessError, openSession, type Session } from './session.ts'

/** What every command has. */
interface Context {
  readonly command: Command
  readonly env: NodeJS.ProcessEnv
  readonly journal: Journal
  readonly edge: Edge
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
  const session = await open(context)
  const { source, local, inputs, options } = session
  const { files } = await source.list(local.head, session.patterns.matches)
  const rules = command.given('rules')?.split('\n')
  if (rules === undefined && inputs.alerts.length === 0) {
    throw usageError('Nothing says which files have alerts.', 'Add `--rules PATH`, or `--alerts PATTERN`.')
  }
  const { table, problems } = await alertsOfCommit(
    session,
    local.head,
    await readRunbooks(source, files, options),
    rules === undefined ? rulesAt(source, local.head, inputs.alerts) : findRules(rules, local.clone.root),
    rules === undefined ? input('alerts') : '`--rules`'
  )
  for (const problem of problems) journal.notice(problem)
  journal.outcome({ kind: 'alerts', alerts: { table, broughtIn: undefined } })
  return {
    json: alertsJson(table),
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
  const session = await open(context)
  const { inputs, local } = session
  const access = openAccess(inputs, journal, lifetime)
  const planned = await planBranch(comparisonIn(context, session), local.head, inputs, access)
  const files = 'entries' in planned ? await filesWithEdit(planned, session) : []
  if (files.length > 0) {
    journal.notice({ level: 'notice', message: `The edit is in your work tree; commit it: ${listed(files)}.` })
  }
  return {}
}

async function list(context: Context): Promise<Ending> {
  const session = await open(context)
  const { client } = connect(context, session.inputs)
  const rows = listRows(await decideCommit(comparisonIn(context, session), session.local.head, client, new Map()))
  return {
    lines: entriesTable(rows, (text) => context.edge.line(text)),
    json: entriesJson(rows),
    lastLine: countEntries(rows)
  }
}

async function sync(context: Context): Promise<Ending> {
  const { command, journal, edge, env } = context
  const session = await open(context)
  const { inputs, local, source } = session
  const { head, branch } = local
  const { client } = connect(context, inputs)
  const findHead = async (): Promise<string> => {
    const tip = command.has('allow-stale') ? head : await commitToSend(local, source, env)
    const message = `HEAD is ${shortId(head)}; the branch ${branch} has a newer commit, ${shortId(tip)}, which is delivered instead.`
    if (tip !== head) journal.notice({ level: 'notice', message })
    return tip
  }
  const folder = resolve(command.given('saved') ?? tmpdir())
  await makeFolder(folder)
  const saved = new SavedTexts(folder, (text) => edge.redact(text), `\`runbook-sync sync\` of commit ${shortId(head)}`)
  const target = {
    ref: `refs/heads/${branch}`,
    saved,
    findHead,
    goesOn: command.has('yes')
  }
  await syncBranch(composeSync(comparisonIn(context, session), inputs, client, target))
  return {}
}

async function pull(context: Context): Promise<Ending> {
  const session = await open(context)
  const { local, inputs } = session
  const { client, token } = connect(context, inputs)
  await pullBranch(comparisonIn(context, session), local.head, client, (text) => token.isIn(text))
  return {}
}

async function open({ command, env, journal, lifetime }: Context): Promise<Session> {
  const notice = journal.notice.bind(journal)
  const session = await openSession({ command, env, resources: lifetime.resources, notice })
  journal.begins(frameOf(command, session))
  return session
}

function frameOf(command: Command, { local }: Session): Frame {
  return {
    mode: command.name,
    address: local,
    showsTexts: showsTexts(command),
    tokenExpiresOn: undefined
  }
}

/** A terminal is no public log. */
function showsTexts({ has }: Command): boolean {
  return has('diff') || process.stdout.isTTY
}

function comparisonIn({ command, journal }: Context, session: Session): Comparison {
  const { source, patterns, options, inputs, replace, scopeAt } = session
  return {
    source,
    patterns,
    options,
    inputs,
    replace,
    scopeAt,
    checksAllLinks: true,
    readsAll: true,
    showsTexts: showsTexts(command),
    showsAllDifferences: command.has('diff'),
    // Only a person knows here.
    journal
  }
}

/** @throws {ActionError} of kind `input` if the token or the address is missing. */
function connect({ journal, lifetime }: Context, inputs: Inputs): Access {
  const access = openAccess(inputs, journal, lifetime)
  if (access === undefined) throw accessError(inputs)
  return access
}
