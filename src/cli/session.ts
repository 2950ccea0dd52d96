import { tmpdir } from 'node:os'
import { NOTHING_KNOWN } from '../changes/base.ts'
import { changesSince } from '../changes/changes.ts'
import { Patterns } from '../branch/patterns.ts'
import type { Inputs } from '../job/inputs.ts'
import { Repository } from '../branch/repository.ts'
import { KnowledgeClient } from '../knowledge/client.ts'
import type { Secret } from '../secret.ts'
import { escapeLog } from '../report/escape.ts'
import type { Findings } from '../report/findings.ts'
import { FORGE_NAMES } from '../runbook/links.ts'
import type { PlanInput } from '../sync/plan.ts'
import { count, listed } from '../wording.ts'
import { locate, type Place } from './place.ts'
import { inputsOf, usageError, type Command } from './options.ts'
import { workflowOptions } from './workflow.ts'

/** What every command has. */
export interface Context {
  readonly findings: Findings
  /** Aborted when the command is cancelled. */
  readonly signal: AbortSignal
  readonly command: Command
  readonly env: NodeJS.ProcessEnv
  /** Closed when the command has ended. */
  readonly resources: AsyncDisposableStack
}

/** @throws {ActionError} of kind `input` where the token or the address is missing. */
export function connect(
  { command, findings, signal, resources }: Context,
  inputs: Inputs
): { client: KnowledgeClient; token: Secret } {
  const { token, baseUrl } = inputs
  if (token === undefined) {
    const hint = 'Set it to a token from Settings → Access Tokens of the assistant. `plan` works without it.'
    throw usageError('RUNBOOK_SYNC_TOKEN is not set.', hint)
  }
  if (baseUrl === undefined) {
    const hint = 'Add `--base-url URL`, or set RUNBOOK_SYNC_BASE_URL. `plan` works without it.'
    throw usageError('The address of the assistant’s API is not known.', hint)
  }
  const trace = (line: string): unknown => command.has('verbose') && process.stderr.write(`${line}\n`)
  const onWait = findings.observer.waiting
  return { client: resources.use(new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace, onWait })), token }
}

/** Opens the repository around the current folder, and says what of it does not count: what a command has that reads one. */
export async function openRepository(context: Context) {
  const { command, findings, env, resources } = context
  const place = await locate(command, env)
  const { clone, program, head, branch, remote, repository, serverUrl, forge } = place
  findings.address = { repository, serverUrl }
  const job = { repository, serverUrl, sha: head, temp: tmpdir() }
  const setup = { program, job, token: undefined, env, user: { git: clone.git, remote } }
  const source = resources.use(await Repository.open(clone.git.gitDir, setup))
  const inputs = inputsOf(
    command,
    await workflowOptions(source, head, command.given('workflow'), (notice) => {
      // Before anything is sent by them.
      if (command.name === 'sync') process.stderr.write(`${escapeLog(notice.message)}\n`)
      findings.diagnose(notice)
    })
  )
  const { matches } = new Patterns(inputs.files)
  const uncommitted = await clone.uncommitted((await source.list(head, matches)).files, matches)
  if (uncommitted.length > 0) {
    const changed = `${count(uncommitted.length, 'runbook')} with changes: ${listed(uncommitted)}`
    findings.diagnose({ level: 'warning', message: `Only what is committed counts. ${changed}.` })
  }
  // Not the patterns of above: these know which of them the commit does not use.
  const patterns = new Patterns(inputs.files)
  // Without the form of links, an address would be a wrong one.
  const address = { ...findings.address, ...(forge === undefined && { repository: '' }), ...(forge && { forge }) }
  const options = { ...inputs, ...address, links: linksOf(context, inputs, place), ref: branch }
  const replace = new Set(command.given('replace')?.split('\n'))
  return { ...context, inputs, place, ref: `refs/heads/${branch}`, source, patterns, options, replace }
}

/**
 * Everything: nothing is known of earlier deliveries.
 *
 * @throws {ActionError} of kind `input` where nothing is selected, or `--replace` names something else.
 */
export async function changesOf(
  session: Awaited<ReturnType<typeof openRepository>>
): Promise<Pick<PlanInput, 'base' | 'changes'>> {
  const { command, place, source, patterns, replace } = session
  const { clone, head } = place
  const since = command.given('since')
  const parent = since && ((await clone.commit(since)) ?? since)
  if (parent !== undefined && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(parent)) {
    throw usageError(`\`--since\` names no commit that is here: ${parent}.`, 'Fetch it, or give its full id.')
  }
  const base = { ...NOTHING_KNOWN, whyFull: 'the command line keeps no records' }
  const changes = await changesSince(source, patterns.matches, head, base, parent)
  const unknown = replace.difference(new Set(changes.selected.files.map(({ path }) => path)))
  if (unknown.size > 0) {
    const message = `\`--replace\` names no runbook of HEAD: ${listed([...unknown])}.`
    throw usageError(message, 'Give the path from the root of the repository, as `plan` shows it.')
  }
  return { base, changes }
}

/** @throws {ActionError} of kind `input` where the command needs the address of the repository, and nothing tells it. */
function linksOf(
  { command: { name }, findings }: Context,
  { links, nameTemplate }: Inputs,
  { repository, serverUrl, forge }: Place
): Inputs['links'] {
  if (repository !== '' && forge !== undefined) return links
  const [problem, hint] =
    repository === ''
      ? [
          'the remote does not tell the address of the repository',
          'Add `--repository OWNER/NAME`, and `--server-url URL` where it is not on github.com.'
        ]
      : [
          `nobody knows how links to ${serverUrl} look`,
          `Add \`--forge\` with what runs there: ${FORGE_NAMES.join(', ')}.`
        ]
  if (nameTemplate.includes('{repository}') || (name === 'sync' && links === 'absolute')) {
    const message = `Links, or names with \`{repository}\`, cannot be made: ${problem}.`
    throw usageError(message, `${hint} \`--links keep\` sends links as they are.`)
  }
  if (links === 'absolute') {
    findings.diagnose({ level: 'warning', message: `Relative links stay as they are: ${problem}. ${hint}` })
  }
  return 'keep'
}
