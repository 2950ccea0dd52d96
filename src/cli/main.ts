import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Cancellation } from '../cancellation.ts'
import { changesSince, type Changes } from '../changes/changes.ts'
import { shortId } from '../event.ts'
import { checkList, readList, WHOLE } from '../knowledge/reading.ts'
import { prepareProxies } from '../proxies.ts'
import { Findings } from '../report/findings.ts'
import { jsonOf } from '../report/json.ts'
import { verdictOf } from '../report/verdict.ts'
import { preview } from '../sync/preview.ts'
import { deliverCommit } from '../sync/round.ts'
import { SavedTexts } from '../sync/saved-texts.ts'
import { reportSelection } from '../sync/selection.ts'
import { count } from '../wording.ts'
import { exportEntries, makeFolder } from './export.ts'
import { helpText, usageError, readCommand } from './options.ts'
import { connect, openRepository, type Context, type Session } from './session.ts'
import { Progress, report } from './terminal.ts'

/** Each returns what it did, in a sentence; undefined where the findings tell. */
const COMMANDS = { plan, sync, check, export: exportEntries }

/** Runs one command. Every error ends here. Returns the exit code. */
export async function main(args: string[], { RUNBOOK_SYNC_TOKEN, ...env }: NodeJS.ProcessEnv): Promise<number> {
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
  const { client } = connect(context)
  await checkList(client)
  const { size: entries, isComplete } = await readList(client, WHOLE)
  findings.inventory = { entries, isComplete, differing: 0, withoutRunbook: 0, names: [] }
}

async function plan(context: Context): Promise<undefined> {
  const { command, findings } = context
  findings.mode = 'plan'
  const { token, baseUrl } = command.inputs
  const connection = token === undefined || baseUrl === undefined ? undefined : connect(context)
  const session = await openRepository(context)
  const changes = await changesOf(session)
  if (connection === undefined) {
    const message =
      'The plan cannot see the knowledge base: set RUNBOOK_SYNC_TOKEN and RUNBOOK_SYNC_BASE_URL to compare.'
    findings.diagnose({ level: 'notice', message })
  }
  const saved = connection && new SavedTexts(tmpdir(), connection.token, '')
  context.resources.defer(async () => saved?.discard())
  await preview({ ...session, changes, service: connection && saved && { ...connection, saved } })
}

async function sync(context: Context): Promise<undefined> {
  const { command, findings } = context
  const { saved, allowStale } = command
  findings.mode = 'sync'
  const { client, token } = connect(context)
  const session = await openRepository(context)
  const { place } = session
  if (!allowStale) await place.checkout.requireCurrent(place)
  const changes = await changesOf(session)
  findings.addChanges(changes)
  const folder = resolve(saved ?? tmpdir())
  await makeFolder(folder)
  const texts = new SavedTexts(folder, token, `\`runbook-sync sync\` of commit ${shortId(place.head)}`)
  if (saved === undefined) context.resources.defer(async () => texts.discard())
  await deliverCommit({ ...session, changes, client, saved: texts }, { orphans: [], isNameInUse: () => false })
  if (!allowStale) await place.checkout.requireCurrent(place)
}

/** @throws {ActionError} of kind `input` where the patterns select nothing. */
async function changesOf({ place: { head }, source, patterns, findings }: Session): Promise<Changes> {
  // Nothing is known of earlier deliveries: the list tells what is there.
  const base = { commit: undefined, open: [], full: 'the command line keeps no records' }
  const changes = await changesSince(source, patterns.matches, head, { ...base, knowsAll: true, isAttributable: false })
  if (changes.selected.files.length === 0) await suggestFolder(source, head)
  reportSelection(changes, patterns, findings)
  return changes
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
