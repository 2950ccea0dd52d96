import { tmpdir } from 'node:os'
import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Cancellation } from '../cancellation.ts'
import { NOTHING_KNOWN } from '../changes/base.ts'
import { changesSince } from '../changes/changes.ts'
import { shortId } from '../event.ts'
import { messageOf } from '../errors.ts'
import { WorkTree } from '../git/work-tree.ts'
import { prepareProxies } from '../proxies.ts'
import { Findings } from '../report/findings.ts'
import { jsonOf } from '../report/json-report.ts'
import { headlineOf, verdictOf } from '../report/verdict.ts'
import { countEntries } from '../sync/knowledge.ts'
import { deliverCommit } from '../sync/deliver.ts'
import { planCommit, type PlanInput } from '../sync/plan.ts'
import { pullEdits } from '../sync/pull.ts'
import { SavedTexts } from '../sync/saved-texts.ts'
import { count, listed } from '../wording.ts'
import { helpText, usageError, readCommand } from './options.ts'
import { connect, openRepository, type Context, type Session } from './session.ts'
import { Progress, report } from './terminal.ts'

/** Each returns what it did, in a sentence; undefined where the findings tell. */
const COMMANDS = { plan, sync, check, pull }

/** Runs one command. Every error ends here. Returns the exit code. */
export async function runCommand(args: string[], { RUNBOOK_SYNC_TOKEN, ...env }: NodeJS.ProcessEnv): Promise<number> {
  const progress = new Progress()
  const findings = new Findings({ repository: '', serverUrl: '' }, progress)
  // Also where the options cannot be read: a program waits for the report.
  const json = args.includes('--json')
  let lastLine: string | undefined
  let work: Promise<string | undefined> = Promise.resolve(undefined)
  using cancellation = new Cancellation('The command was cancelled.', () => {
    progress[Symbol.dispose]()
    process.exit(130)
  })
  const { signal } = cancellation
  const resources = new AsyncDisposableStack()
  resources.use(progress)
  try {
    const command = readCommand(args, { ...env, RUNBOOK_SYNC_TOKEN })
    if (command === undefined) {
      process.stdout.write(helpText())
      return 0
    }
    prepareProxies(process.env)
    work = COMMANDS[command.name]({ command, findings, env, signal, resources })
    lastLine = await cancellation.limit(work)
  } catch (error) {
    findings.fail(error)
  }
  await resources.disposeAsync()
  // It removes its temporary files.
  await Promise.race([work.catch(() => undefined), delay(1000, undefined, { ref: false })])
  report(findings, json ? process.stderr : process.stdout, lastLine)
  if (json) process.stdout.write(jsonOf(findings))
  if (verdictOf(findings) === undefined) return 0
  return findings.failure?.kind === 'input' && findings.outcomes.length === 0 ? 2 : 1
}

async function check(context: Context): Promise<undefined> {
  const { findings } = context
  findings.mode = 'check'
  findings.inventory = await countEntries(connect(context).client)
}

async function plan(context: Context): Promise<undefined> {
  const { command, findings } = context
  findings.mode = 'plan'
  const { token, baseUrl } = command.inputs
  const client = token === undefined || baseUrl === undefined ? undefined : connect(context).client
  const session = await openRepository(context)
  if (client === undefined) {
    const message =
      'The plan cannot see the knowledge base: set RUNBOOK_SYNC_TOKEN and RUNBOOK_SYNC_BASE_URL to compare.'
    findings.diagnose({ level: 'notice', message })
  }
  await planCommit({ ...session, ...(await changesOf(session)) }, client)
}

async function sync(context: Context): Promise<undefined> {
  const { command, findings } = context
  const { saved, allowStale } = command
  findings.mode = 'sync'
  const { client, token } = connect(context)
  const session = await openRepository(context)
  const { place } = session
  if (!allowStale) await place.checkout.requireCurrent(place)
  const folder = resolve(saved ?? tmpdir())
  await makeFolder(folder)
  const texts = new SavedTexts(folder, token, `\`runbook-sync sync\` of commit ${shortId(place.head)}`)
  await deliverCommit({ ...session, ...(await changesOf(session)), client, saved: texts })
  if (!allowStale) await place.checkout.requireCurrent(place)
}

async function pull(context: Context): Promise<string> {
  const { command, findings } = context
  findings.mode = 'pull'
  const { client, token } = connect(context)
  const session = await openRepository(context)
  const { root } = session.place.checkout
  const newFolder = command.folder === '' ? undefined : relative(root, resolve(command.folder)).replaceAll(sep, '/')
  if (newFolder !== undefined && /^(?:\.\.|[a-z]:)(?:\/|$)/i.test(newFolder)) {
    throw usageError(`${command.folder} is not in the repository.`, 'Choose a folder of it for `--new`.')
  }
  const tree = new WorkTree(root)
  await pullEdits({ ...session, tree, head: session.place.head, base: NOTHING_KNOWN, client, token, newFolder })
  const isEmpty = findings.pulled.length === 0
  return `${headlineOf(findings)}.${isEmpty ? '' : ' Look at `git status` and `git diff`, and commit what is right.'}`
}

/**
 * Everything: nothing is known of earlier deliveries.
 *
 * @throws {ActionError} of kind `input` where nothing is selected, or `--replace` names something else.
 */
async function changesOf({
  place: { head },
  source,
  patterns,
  replace
}: Session): Promise<Pick<PlanInput, 'base' | 'changes'>> {
  const base = { ...NOTHING_KNOWN, full: 'the command line keeps no records' }
  const changes = await changesSince(source, patterns.matches, head, base)
  if (changes.selected.files.length === 0) await suggestFolder(source, head)
  const unknown = replace.difference(new Set(changes.selected.files.map(({ path }) => path)))
  if (unknown.size > 0) {
    const message = `\`--replace\` names no runbook of HEAD: ${listed([...unknown])}.`
    throw usageError(message, 'Give the path from the root of the repository, as `plan` shows it.')
  }
  return { base, changes }
}

/** @throws {ActionError} of kind `input`, where the repository has Markdown in a folder. */
async function suggestFolder(source: Session['source'], head: string): Promise<void> {
  const { files: markdown } = await source.list(head, (path) => /\/.*\.(?:md|markdown)$/i.test(path))
  const folders = [...Map.groupBy(markdown, ({ path }) => path.slice(0, path.indexOf('/')))]
  const [most] = folders.sort(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return
  const [folder, { length }] = most
  throw usageError(
    '`files` matches no file.',
    `Add \`--files '${folder}/**'\`, which selects ${count(length, 'Markdown file')}, or another pattern.`
  )
}

/** @throws {ActionError} of kind `input` where it cannot be made. */
async function makeFolder(folder: string): Promise<void> {
  // With `recursive`, Node tries for ever where a parent that exists takes no folder, as /proc.
  const missing: string[] = []
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) await mkdir(path)
    if (!statSync(folder).isDirectory()) throw new Error('a file has its name')
  } catch (error) {
    throw usageError(`The folder ${folder} cannot be made: ${messageOf(error)}.`, 'Choose another folder.')
  }
}
