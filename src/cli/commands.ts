import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Cancellation } from '../cancellation.ts'
import { NOTHING_KNOWN } from '../changes/base.ts'
import { ActionError, messageOf } from '../errors.ts'
import { shortId } from '../job/event.ts'
import { WorkTree } from '../branch/disk.ts'
import { prepareProxies } from '../job/proxies.ts'
import { makeVisible } from '../report/escape.ts'
import { Findings } from '../report/findings.ts'
import { jsonOf } from '../report/json-report.ts'
import { writeReport } from '../report/terminal.ts'
import { headlineOf, totalsOf, verdictOf } from '../report/verdict.ts'
import { Secret } from '../secret.ts'
import { countEntries } from '../sync/knowledge.ts'
import { deliverCommit, SavedTexts } from '../sync/deliver.ts'
import { entriesLeft, planCommit, type Planned } from '../sync/plan.ts'
import { pullEdits } from '../sync/pull.ts'
import { count, joined, speakAsCommand } from '../wording.ts'
import { inputsOf, readCommand, usageError } from './options.ts'
import { superseded } from './place.ts'
import { changesOf, connect, openRepository, type Context } from './session.ts'
import { Progress } from '../report/progress.ts'

/** A shorter value of the variable stands in ordinary text by chance. */
const SHORTEST_TOKEN = 8

/** Each returns what it did, in a sentence; undefined where the findings tell. */
const COMMANDS = { plan, sync, check, pull }

/** Runs one command. Every error ends here. Returns the exit code. */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  speakAsCommand()
  using progress = new Progress()
  const findings = new Findings({ repository: '', serverUrl: '' }, progress)
  // Also where the options cannot be read: a program waits for the report.
  const json = args.includes('--json')
  // It may have been typed in the place of something else.
  const secret = new Secret(env['RUNBOOK_SYNC_TOKEN']?.trim() ?? '')
  const redact = (text: string): string => (secret.reveal().length < SHORTEST_TOKEN ? text : secret.redact(text))
  let lastLine: string | undefined
  let work: Promise<string | undefined> = Promise.resolve(undefined)
  using cancellation = new Cancellation('The command was cancelled.', () => {
    progress[Symbol.dispose]()
    process.exit(130)
  })
  const { signal } = cancellation
  // A request may still be waited for.
  signal.addEventListener('abort', () => {
    progress.waiting('stopping; a second Ctrl-C ends at once')
  })
  const resources = new AsyncDisposableStack()
  resources.use(progress)
  try {
    const command = readCommand(args, env)
    if (command === undefined) return 0
    findings.mode = command.name
    // A terminal is no public log.
    findings.isPrivate = command.has('diff') || process.stdout.isTTY
    prepareProxies(process.env)
    // Git must not see it.
    const others = { ...env, RUNBOOK_SYNC_TOKEN: undefined }
    work = COMMANDS[command.name]({ command, findings, env: others, signal, resources })
    lastLine = await cancellation.limit(work)
  } catch (error) {
    findings.fail(error)
  }
  await resources.disposeAsync()
  // It removes its temporary files.
  await Promise.race([work.catch(() => undefined), delay(1000, undefined, { ref: false })])
  const { failure, outcomes } = findings
  if (args.includes('--verbose') && failure?.cause instanceof Error)
    process.stderr.write(`${failure.cause.stack?.split('\n').map(makeVisible).map(redact).join('\n') ?? ''}\n`)
  writeReport(findings, { stream: json ? process.stderr : process.stdout, lastLine, redact })
  if (json) process.stdout.write(redact(jsonOf(findings)))
  if (verdictOf(findings) !== undefined) return failure?.kind === 'input' && outcomes.length === 0 ? 2 : 1
  return args.includes('--exit-code') && totalsOf(findings).planned > 0 ? 3 : 0
}

async function check(context: Context): Promise<undefined> {
  const { client } = connect(context, inputsOf(context.command))
  context.findings.inventory = await countEntries(client)
}

async function plan(context: Context): Promise<string> {
  const { command, findings } = context
  const session = await openRepository(context)
  const { token, baseUrl } = session.inputs
  const client = token === undefined || baseUrl === undefined ? undefined : connect(context, session.inputs).client
  if (client === undefined) {
    const missing = [token === undefined && 'RUNBOOK_SYNC_TOKEN', baseUrl === undefined && 'RUNBOOK_SYNC_BASE_URL']
    const message = `The plan cannot see the knowledge base: set ${joined(missing, ' and ')} to compare.`
    findings.diagnose({ level: 'notice', message })
  }
  const planned = await planCommit({ ...session, ...(await changesOf(session)), showsAll: command.has('diff') }, client)
  const left = entriesLeft(planned)
  if (left !== undefined)
    findings.diagnose({ level: 'warning', message: `${left} A sync asks first, or needs \`--yes\`.` })
  const waiting = findings.outcomes.filter(
    ({ outcome, isWaiting }) => outcome === 'planned' && isWaiting === true
  ).length
  // What was delivered, only the list tells.
  if (waiting > 0 && client !== undefined) {
    const message = `A sync would also send ${count(waiting, 'runbook')} that did not change since ${command.given('since') ?? ''}.`
    findings.diagnose({ level: 'notice', message })
  }
  return totalsOf(findings).planned > 0 ? 'Nothing was written.' : ''
}

async function sync(context: Context): Promise<undefined> {
  const { command, findings } = context
  const session = await openRepository(context)
  const { inputs, place } = session
  const { client, token } = connect(context, inputs)
  const isOutdated = async (): Promise<boolean> => {
    const message = command.has('allow-stale') ? undefined : await superseded(place, context.env)
    if (message !== undefined) findings.diagnose({ level: 'notice', message })
    return message !== undefined
  }
  if (await isOutdated()) return
  const folder = resolve(command.given('saved') ?? tmpdir())
  await makeFolder(folder)
  const saved = new SavedTexts(folder, token, `\`runbook-sync sync\` of commit ${shortId(place.head)}`)
  const approve = (planned: Planned): Promise<void> => requireConsent(planned, context)
  await deliverCommit({ ...session, ...(await changesOf(session)), client, saved, approve })
  await isOutdated()
}

/**
 * Makes a folder where it is missing.
 *
 * @throws {ActionError} of kind `input` where that is impossible.
 */
async function makeFolder(folder: string): Promise<void> {
  // With `recursive`, Node tries without an end where a parent that exists takes no folder, as /proc.
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) await mkdir(path)
    if (!(await stat(folder)).isDirectory()) throw new Error('a file has its name')
  } catch (error) {
    const message = `The folder ${folder} cannot be made: ${messageOf(error)}.`
    throw new ActionError('input', message, 'Choose another folder.', { cause: error })
  }
}

async function pull(context: Context): Promise<string> {
  const { command, findings } = context
  const session = await openRepository(context)
  const { client, token } = connect(context, session.inputs)
  const { root } = session.place.clone
  const folder = command.given('new')
  const newFolder = folder === undefined ? undefined : relative(root, resolve(folder)).replaceAll(sep, '/')
  if (newFolder !== undefined && /^(?:\.\.|[a-z]:)(?:\/|$)/i.test(newFolder)) {
    throw usageError(`${folder ?? ''} is not in the repository.`, 'Choose a folder of it for `--new`.')
  }
  const tree = new WorkTree(root)
  await pullEdits({ ...session, tree, head: session.place.head, base: NOTHING_KNOWN, client, token, newFolder })
  const isEmpty = findings.pulled.length === 0
  return `${headlineOf(findings)}.${isEmpty ? '' : ' Look at `git status` and `git diff`, and commit what is right.'}`
}

/** @throws {ActionError} of kind `input` where most entries would be left behind, and nobody agrees. */
async function requireConsent(planned: Planned, { command, findings, signal }: Context): Promise<void> {
  const message = command.has('yes') ? undefined : entriesLeft(planned)
  if (message === undefined) return
  const hint = 'Compare `--entry-name` and `--files` with those of earlier syncs. `--yes` sends all the same.'
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw usageError(message, hint)
  findings.observer.waiting?.('')
  using terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and the end of the input close it.
  const closed = once(terminal, 'close').then(() => '')
  const asking = terminal.question(`${message}\nSend them all the same? [y/N] `, { signal }).catch(() => '')
  const answer = await Promise.race([asking, closed])
  if (!/^y(?:es)?$/i.test(answer.trim())) throw usageError(message, hint)
}
