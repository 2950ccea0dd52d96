import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Base } from '../changes/base.ts'
import { changesSince } from '../changes/changes.ts'
import { Patterns } from '../changes/patterns.ts'
import { ActionError } from '../errors.ts'
import { shortId, type Job } from '../event.ts'
import { Repository } from '../git/git.ts'
import { KnowledgeClient } from '../knowledge/client.ts'
import { checkList, readList, WHOLE } from '../knowledge/reading.ts'
import { prepareProxies } from '../proxies.ts'
import { Findings } from '../report/findings.ts'
import { jsonOf } from '../report/json.ts'
import { headlineOf, standingOf, verdictOf } from '../report/verdict.ts'
import { preview } from '../sync/preview.ts'
import { deliverCommit } from '../sync/round.ts'
import { SavedTexts } from '../sync/saved-texts.ts'
import { reportSelection } from '../sync/selection.ts'
import { count, format, listed } from '../wording.ts'
import { locate, NAME_IT, type Place } from './checkout.ts'
import { exportEntries, makeFolder } from './export.ts'
import { helpText, misused, readCommand, type Command } from './options.ts'
import { Progress, report } from './terminal.ts'

const WHY_FULL = 'the command line keeps no records'
/** Nothing is known of earlier deliveries: the list tells what is there. */
const BASE: Base = { commit: undefined, open: [], full: WHY_FULL, knowsAll: true, isAttributable: false }

/** Runs one command. Every error ends here. Returns the exit code. */
export async function main(args: string[], { RUNBOOK_SYNC_TOKEN, ...env }: NodeJS.ProcessEnv): Promise<number> {
  let findings = new Findings({ repository: '', serverUrl: '' })
  // Also where the options cannot be read: a program waits for the report.
  const json = args.includes('--json')
  let headline: string | undefined
  const cancellation = new AbortController()
  // A second signal ends the process.
  process.once('SIGINT', () => {
    cancellation.abort(new ActionError('cancelled', 'The command was cancelled.', 'Run it again.'))
  })
  try {
    const command = readCommand(args, { ...env, RUNBOOK_SYNC_TOKEN })
    if (command === undefined) {
      process.stdout.write(helpText())
      return 0
    }
    prepareProxies(process.env)
    using progress = new Progress()
    const place = command.name === 'check' ? undefined : await locate(command, env)
    const { repository = '', serverUrl = '' } = place ?? {}
    findings = new Findings({ repository, serverUrl }, progress)
    headline =
      place === undefined
        ? await check(command, findings, cancellation.signal)
        : await work(command, place, { findings, env, signal: cancellation.signal })
    cancellation.signal.throwIfAborted()
  } catch (error) {
    findings.fail(error)
  }
  report(findings, json ? process.stderr : process.stdout, headline)
  if (json) process.stdout.write(jsonOf(findings))
  if (verdictOf(findings) === undefined) return 0
  return findings.failure?.kind === 'input' && findings.outcomes.length === 0 ? 2 : 1
}

/** @throws {ActionError} of kind `input` where the token or the address is missing. */
function connect({ inputs }: Command, signal: AbortSignal): KnowledgeClient {
  const { token, baseUrl } = inputs
  if (token === undefined) {
    throw misused(
      'RUNBOOK_SYNC_TOKEN is not set.',
      'Set it to a token from Settings → Access Tokens of the assistant. `plan` works without one.'
    )
  }
  if (baseUrl === undefined) {
    throw misused(
      'The address of the assistant’s API is not known.',
      'Add `--base-url URL`, or set RUNBOOK_SYNC_BASE_URL. `plan` works without it.'
    )
  }
  return new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace: () => undefined })
}

async function check(command: Command, findings: Findings, signal: AbortSignal): Promise<string> {
  findings.begin({ kind: 'check' }, '')
  await using client = connect(command, signal)
  await checkList(client)
  const { size, extent } = await readList(client, WHOLE)
  const least = extent.kind === 'complete' ? '' : 'at least '
  const entries = size === 1 ? '1 entry' : `${format(size)} entries`
  return `the token is valid, and the knowledge base has ${least}${entries}`
}

interface Context {
  readonly findings: Findings
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

/** Does what needs a repository. Returns what was done; undefined where the findings tell. */
async function work(command: Command, place: Place, { findings, env, signal }: Context): Promise<string | undefined> {
  const { checkout, head, remote, branch, repository, serverUrl, isGitLab } = place
  const { name, inputs, saved, allowStale } = command
  const ref = `refs/heads/${branch}`
  if (name !== 'export') {
    const task = { ref, of: { kind: 'everything', why: WHY_FULL }, notice: undefined, full: WHY_FULL } as const
    findings.begin({ ...task, kind: name === 'plan' ? 'plan' : 'sync' }, head)
  }
  await using resources = new AsyncDisposableStack()
  const canConnect = inputs.token !== undefined && inputs.baseUrl !== undefined
  const client = name === 'plan' && !canConnect ? undefined : resources.use(connect(command, signal))
  if (name === 'sync' && !allowStale) await checkout.requireCurrent(head, remote, branch)

  const patterns = new Patterns(inputs.files)
  // Patterns of their own: these know which of them the commit does not use.
  const uncommitted = await checkout.uncommitted(new Patterns(inputs.files).matches)
  if (uncommitted === undefined || uncommitted.length > 0) {
    const changed = uncommitted && `${count(uncommitted.length, 'runbook')} with changes: ${listed(uncommitted)}`
    const message = `Only what is committed counts. ${changed ?? 'Git does not tell which runbooks have changes'}.`
    findings.diagnose({ level: 'warning', message })
  }
  const job = jobOf(place, tmpdir())
  const setup = { program: checkout.program, job, token: undefined, env }
  const files = resources.use(await Repository.open(checkout.gitDir, setup))
  const links = repository === '' ? 'keep' : inputs.links
  if (links !== inputs.links) {
    const message = `Relative links stay as they are, because the remote does not tell where the repository is. ${NAME_IT}`
    findings.diagnose({ level: 'warning', message })
  }
  const options = { ...inputs, links, repository, serverUrl, ref: branch, isGitLab }
  if (name === 'export' && client !== undefined) {
    const { root } = checkout
    return await exportEntries(
      { client, files, head, root, folder: command.folder, patterns, options, token: inputs.token },
      findings
    )
  }

  const changes = await changesSince(files, patterns.matches, head, BASE)
  if (changes.selected.files.length === 0) await suggestFolder(files, head)
  reportSelection(changes, patterns, findings)
  const common = { changes, job, inputs, files, options, findings }
  if (name === 'sync' && client !== undefined && inputs.token !== undefined) {
    if (saved !== undefined) await makeFolder(saved)
    const replacer = `\`runbook-sync sync\` of commit ${shortId(head)}`
    const texts = new SavedTexts(saved === undefined ? job.temp : resolve(saved), inputs.token, replacer)
    findings.addChanges(changes)
    await deliverCommit({ ...common, ref, client, saved: texts, signal }, { orphans: [], isNameInUse: () => false })
    if (!allowStale) await checkout.requireCurrent(head, remote, branch)
    return `${headlineOf(findings)}. ${standingOf(findings)}`.trimEnd()
  }
  if (client === undefined) {
    const message =
      'The plan cannot see the knowledge base: set RUNBOOK_SYNC_TOKEN and RUNBOOK_SYNC_BASE_URL to compare.'
    findings.diagnose({ level: 'notice', message })
  }
  const texts = inputs.token && new SavedTexts(job.temp, inputs.token, '')
  await preview({ ...common, service: client && texts && { client, saved: texts } })
  return undefined
}

/** @throws {ActionError} of kind `input`, where the repository has Markdown in a folder. */
async function suggestFolder(files: Repository, head: string): Promise<void> {
  const { files: markdown } = await files.list(head, (path) => /\/.*\.(?:md|markdown)$/i.test(path))
  const folders = [...Map.groupBy(markdown, ({ path }) => path.slice(0, path.indexOf('/')))]
  const [most] = folders.sort(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return
  const [folder, { length }] = most
  throw misused(
    '`files` matches no file.',
    `Add \`--files '${folder}/**'\`, which selects ${count(length, 'Markdown file')}, or another pattern.`
  )
}

/** What the core asks of a job. */
function jobOf({ repository, serverUrl, branch, head, checkout }: Place, temp: string): Job {
  return {
    ...{ repository, serverUrl, branch, defaultBranch: branch, ref: `refs/heads/${branch}`, sha: head, temp },
    ...{ workspace: checkout.root, trigger: { kind: 'other', name: 'command line' }, isPrivate: false },
    ...{ workflow: '', runId: 0, runNumber: 0, runAttempt: 1 }
  }
}
