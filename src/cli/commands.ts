import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { findRules } from '../alerts/find.ts'
import { ActionError } from '../errors.ts'
import { shortId } from '../job/event.ts'
import type { Inputs } from '../job/inputs.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { Journal } from '../report/journal.ts'
import { openClient, Run, type Lifetime } from '../run.ts'
import type { ComparedEntry } from '../sync/inventory.ts'
import { joined, shellQuoted } from '../wording.ts'
import { checkService } from './check.ts'
import { usageError, type Command, type CommandName, type Shell } from './command-line.ts'
import { inputsOf, openSession, uncommittedOf, type Session } from './session.ts'

interface Context {
  readonly command: Command
  readonly shell: Shell
  readonly journal: Journal
  readonly lifetime: Lifetime
}

/** The commands by name. `list` returns the entries that it prints instead of a report. */
export const COMMANDS: Readonly<
  Record<CommandName, (context: Context) => Promise<readonly ComparedEntry[] | undefined>>
> = { plan, sync, pull, list, check, alerts }

async function plan(context: Context): Promise<undefined> {
  const { head, inputs, run } = await open(context)
  await run.plan(head, openClient(inputs, context.journal, context.lifetime))
}

async function sync(context: Context): Promise<undefined> {
  const { command, shell } = context
  const { options } = command
  const session = await open(context)
  const { head, inputs, run } = session
  const client = connect(context, inputs)
  const findHead = async (): Promise<string> => {
    if (options['allow-stale'] === undefined) await requireTip(session)
    return head
  }
  const isAgreed = options.yes !== undefined
  const savedIn = resolve(shell.folder, options.saved ?? tmpdir())
  const replacer = `\`runbook-sync sync\` of commit ${shortId(head)}`
  // A person at a terminal has just typed the command. In a CI, nobody has.
  const mayBeFirst = (): Promise<boolean> => Promise.resolve(isAgreed || (shell.env['CI'] ?? '') === '')
  await run.deliver({ client, findHead, isAgreed, mayBeFirst, savedIn, replacer })
}

async function pull(context: Context): Promise<undefined> {
  const { head, inputs, run, paths } = await open(context)
  await run.pull(head, connect(context, inputs), paths)
}

async function list(context: Context): Promise<readonly ComparedEntry[]> {
  const { head, inputs, run } = await open(context)
  return run.list(head, connect(context, inputs))
}

async function check(context: Context): Promise<undefined> {
  context.journal.record({ showsTexts: context.shell.stdout.isTTY })
  const client = connect(context, inputsOf(context.command.inputs))
  await checkService(client, context.journal)
}

async function alerts(context: Context): Promise<undefined> {
  const { command, shell, journal, lifetime } = context
  const { clone, head, inputs, run } = await open(context)
  const paths = command.options.rules?.map((path) => resolve(shell.folder, path))
  if (paths === undefined && inputs.alerts.length === 0) {
    throw usageError('Nothing says which files have alerts.', 'Add `--rules PATH`, or `--alerts PATTERN`.')
  }
  const client = openClient(inputs, journal, lifetime)
  await run.alerts(head, client, paths && findRules(paths, clone.root))
}

async function open({ command, shell, journal, lifetime }: Context): Promise<Session & { readonly run: Run }> {
  const session = await openSession(command, shell, lifetime.resources, journal.notice)
  const { place, inputs } = session
  const { repository, serverUrl } = place.base
  const showsTexts = place.shows !== 'none'
  const hidesCredentials = inputs.secrets !== 'send'
  journal.record({ repository, serverUrl, showsTexts, hidesCredentials, uncommitted: uncommittedOf(command) })
  return { ...session, run: new Run(inputs, place, journal) }
}

function connect({ journal, lifetime }: Context, inputs: Inputs): KnowledgeClient {
  const client = openClient(inputs, journal, lifetime)
  if (client !== undefined) return client
  const { token, baseUrl } = inputs
  const missing = [token === undefined && 'RUNBOOK_SYNC_TOKEN', baseUrl === undefined && 'RUNBOOK_SYNC_BASE_URL']
  const hint =
    token === undefined
      ? 'Tokens are in Settings → Access Tokens of the assistant. `runbook-sync plan` works without token and address.'
      : 'Give `--base-url`, or set the variable, for example to `https://assistant.example.com/api`.'
  throw usageError(`The environment has no ${joined(missing, ' and no ')}.`, hint)
}

/** @throws {ActionError} of kind `branch-moved` if the remote has another commit, or does not say. */
async function requireTip({ clone, remote, head, place }: Session): Promise<void> {
  const { ref } = place.base
  const staleError = (why: string, hint: string): ActionError =>
    new ActionError('branch-moved', `${why}.`, `${hint} To send ${shortId(head)} all the same, add \`--allow-stale\`.`)
  const { tip, problem } = remote === undefined ? { problem: 'there is no remote' } : await clone.tip(remote, ref)
  if (problem !== undefined) {
    throw staleError(`The remote does not say where ${ref} is: ${problem}`, 'Check that `git fetch` works here.')
  }
  if (tip === head) return
  const state = tip === undefined ? 'does not exist' : `is at ${shortId(tip)}`
  const current = (await clone.ask('symbolic-ref', '--quiet', '--short', 'HEAD')) ?? ''
  const where = current === ref ? 'HEAD' : `HEAD (${current === '' ? 'no branch' : current})`
  const why = `${where} is ${shortId(head)}, and the branch ${ref} of the remote ${state}`
  const other = `\`git switch ${shellQuoted(ref)}\` and pull, or name another branch with \`--branch\`.`
  throw staleError(why, current === ref ? 'Pull or push, and run this again.' : `To deliver ${ref}, ${other}`)
}
