import { tmpdir } from 'node:os'
import { Patterns } from '../changes/patterns.ts'
import type { Inputs } from '../inputs.ts'
import { Repository } from '../git/git.ts'
import { KnowledgeClient } from '../knowledge/client.ts'
import type { Secret } from '../secret.ts'
import type { Findings } from '../report/findings.ts'
import type { PlanInput } from '../sync/plan.ts'
import { count, listed } from '../wording.ts'
import { locate, type Place } from './place.ts'
import { usageError, type Command } from './options.ts'

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

/** What a command has that reads a repository. */
export interface Session extends Context, Omit<PlanInput, 'changes' | 'base' | 'source' | 'findings'> {
  readonly place: Place
  readonly source: Repository
}

/** @throws {ActionError} of kind `input` where the token or the address is missing. */
export function connect({ command, signal, resources }: Context): { client: KnowledgeClient; token: Secret } {
  const { token, baseUrl } = command.inputs
  if (token === undefined) {
    throw usageError(
      'RUNBOOK_SYNC_TOKEN is not set.',
      'Set it to a token from Settings → Access Tokens of the assistant. `plan` works without one.'
    )
  }
  if (baseUrl === undefined) {
    throw usageError(
      'The address of the assistant’s API is not known.',
      'Add `--base-url URL`, or set RUNBOOK_SYNC_BASE_URL. `plan` works without it.'
    )
  }
  const client = new KnowledgeClient({ ...command.inputs, token, baseUrl, signal, trace: () => undefined })
  return { client: resources.use(client), token }
}

/** Opens the repository around the current folder, and says what of it does not count. */
export async function openRepository(context: Context): Promise<Session> {
  const { command, findings, env, resources } = context
  const { inputs } = command
  const place = await locate(command, env)
  const { checkout, head, branch, repository, serverUrl, isGitLab } = place
  findings.address = { repository, serverUrl }
  const uncommitted = await checkout.uncommitted(new Patterns(inputs.files).matches)
  if (uncommitted === undefined || uncommitted.length > 0) {
    const changed = uncommitted && `${count(uncommitted.length, 'runbook')} with changes: ${listed(uncommitted)}`
    const message = `Only what is committed counts. ${changed ?? 'Git does not tell which runbooks have changes'}.`
    findings.diagnose({ level: 'warning', message })
  }
  const job = { repository, serverUrl, sha: head, temp: tmpdir() }
  const setup = { program: checkout.program, job, token: undefined, env }
  const source = resources.use(await Repository.open(checkout.gitDir, setup))
  // Not the patterns of above: these know which of them the commit does not use.
  const patterns = new Patterns(inputs.files)
  const options = { ...inputs, links: linksOf(context, place), repository, serverUrl, ref: branch, isGitLab }
  return { ...context, inputs, place, ref: `refs/heads/${branch}`, source, patterns, options, replace: command.replace }
}

/** @throws {ActionError} of kind `input` where the command needs the address of the repository, and nothing tells it. */
function linksOf({ command: { name, inputs }, findings }: Context, { repository }: Place): Inputs['links'] {
  const { links, nameTemplate } = inputs
  if (repository !== '') return links
  const hint = 'Add `--repository OWNER/NAME`, and `--server-url URL` where it is not on github.com.'
  if (nameTemplate.includes('{repository}') || (name === 'sync' && links === 'absolute')) {
    const message = 'The remote does not tell the address of the repository, which absolute links need.'
    throw usageError(message, `${hint} \`--links keep\` sends links as they are.`)
  }
  if (links === 'absolute') {
    const message = `Relative links stay as they are, because the remote does not tell where the repository is. ${hint}`
    findings.diagnose({ level: 'warning', message })
  }
  return 'keep'
}
