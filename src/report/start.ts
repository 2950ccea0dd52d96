import type { ErrorKind } from '../errors.ts'
import { shellQuoted } from '../wording.ts'
import type { Frame } from './journal.ts'

// How a person starts a workflow, in a command that can be pasted.

/** The run to start after a repair. A run by hand may be a first sync into another workspace; a repeated one may not. */
const STARTS: Readonly<Partial<Record<ErrorKind, 'new' | 'again'>>> = {
  'token-rejected': 'again',
  forbidden: 'again',
  'wrong-address': 'new',
  'rate-limited': 'new',
  'service-failing': 'new',
  unreachable: 'new',
  'out-of-time': 'new',
  'branch-moved': 'new',
  github: 'new',
  git: 'new',
  stopped: 'new',
  cancelled: 'new'
}

export type Started = Pick<Frame, 'workflow' | 'runId' | 'inputsByHand' | 'repository' | 'serverUrl'>

/** How to start a run after a failure, in a sentence; empty if that is not what to do, or not possible. */
export function sayStart(kind: ErrorKind, job: Started): string {
  const starts = STARTS[kind]
  if (starts === 'again') return sayRepeat(job)
  const command = starts && commandByHand(job)
  return command === undefined ? '' : `\`${command}\` starts a run by hand.`
}

/** How to repeat a run, in a sentence; empty outside a job. */
export function sayRepeat({ runId, ...place }: Started): string {
  return runId === undefined ? '' : `\`gh run rerun ${runId} --repo ${repositoryFor(place)}\` repeats this run.`
}

/** The command that starts a workflow by hand; undefined if it cannot be, or has no such input. */
export function commandByHand(
  { workflow, inputsByHand, ...place }: Started,
  input?: { readonly name: string; readonly value: string }
): string | undefined {
  if (inputsByHand === undefined || (input !== undefined && !inputsByHand.includes(input.name))) return undefined
  const given = input === undefined ? '' : ` -f ${input.name}=${input.value}`
  return `gh workflow run ${shellQuoted(workflow)} --repo ${repositoryFor(place)}${given}`
}

/** As `gh` takes it. */
function repositoryFor({ repository, serverUrl }: Pick<Started, 'repository' | 'serverUrl'>): string {
  const host = URL.parse(serverUrl)?.host ?? 'github.com'
  return host === 'github.com' ? repository : `${host}/${repository}`
}
