import type { FaultRule } from '../../service/service.ts'
import { LIST_PATH, UPSERT_PATH } from '../gate.ts'
import type { FaultName, GitHubFault } from '../github/faults.ts'
import type { GitHubServer } from '../github/server.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import type { Random } from './random.ts'

/** Answers of services that store nothing, which look like successes. */
const ACCEPTED = ['{}', '{"status":false}', '{"errno":1}', '{"detail":"Not authenticated"}', '{"message":"queued"}']

/** Faults of the service and of GitHub, which come and go. */
export class Trouble {
  /** What is wrong now, in words. */
  present: readonly string[] = []
  readonly #random: Random
  readonly #base: KnowledgeBase
  readonly #github: GitHubServer
  /** Whether the list may lag. */
  readonly #mayLag: boolean
  #gitHubFaults: readonly GitHubFault[] = []

  constructor(random: Random, base: KnowledgeBase, github: GitHubServer, mayLag: boolean) {
    this.#random = random
    this.#base = base
    this.#github = github
    this.#mayLag = mayLag
  }

  async change(): Promise<void> {
    const random = this.#random
    const rules = random.chance(0.25) ? serviceFaults(random) : []
    const listLag = this.#mayLag && random.chance(0.25) ? random.integer(1, 12) : 0
    this.#base.setTrouble(rules, listLag)
    this.#gitHubFaults = random.chance(0.25) ? [await this.#gitHubFault()] : []
    this.#github.setFaults(...this.#gitHubFaults)
    // GraphQL is behind for none of the questions of a run, for the first ones, or for all.
    const lag = random.chance(0.15) ? random.pick([1, 2, 3, 9]) : 0
    this.#github.lag.answers = lag
    const gitHub = this.#gitHubFaults.map((rule) => (typeof rule.fault === 'string' ? rule : { ...rule, fault: 'old' }))
    this.present = [
      ...[...rules, ...gitHub].map((rule) => JSON.stringify(rule)),
      ...(listLag > 0 ? [`list: ${listLag} requests behind`] : []),
      ...(lag > 0 ? [`GitHub: ${lag} answers behind`] : [])
    ]
  }

  /** GitHub is behind by seconds, not by minutes. */
  endOldAnswers(): void {
    this.#gitHubFaults = this.#gitHubFaults.filter(({ fault }) => typeof fault === 'string')
    this.#github.setFaults(...this.#gitHubFaults)
    this.#github.lag.answers = 0
  }

  async #gitHubFault(): Promise<GitHubFault> {
    const random = this.#random
    const route = random.pick([
      'record',
      'record',
      'mark',
      'mark',
      'records',
      'records',
      'tip',
      'compare',
      'git'
    ] as const)
    const some: readonly FaultName[] = ['forbidden', 'not found', 'HTML', 'cut', 'server error', 'reset']
    const faults: Partial<Record<typeof route, readonly FaultName[]>> = {
      record: [...some, 'lost answer', 'lost answer'],
      mark: [...some, 'lost answer', 'lost answer'],
      records: [...some, 'graphql errors', 'graphql errors'],
      // A fetch waits half a minute for a server that hangs.
      git: ['forbidden', 'reset']
    }
    const isOld = ['records', 'tip', 'compare'].includes(route) && random.chance(0.3)
    const fault = isOld ? await this.#github.snapshot() : random.pick(faults[route] ?? some)
    return { route, fault, ...(random.chance(0.6) && { times: random.integer(1, 4) }) }
  }
}

/** Up to three kinds of trouble at once, each to some of the requests. */
function serviceFaults(random: Random): FaultRule[] {
  const some = () => ({ probability: random.next() * 0.4, seed: random.integer(0, 1e9) })
  // A list that fails cannot show what was not stored.
  if (random.chance(0.3)) return [{ path: UPSERT_PATH, status: 200, body: random.pick(ACCEPTED), ...some() }]
  const kinds = [
    { status: 429, retry_after: 0 },
    { status: random.pick([408, 500, 502, 503, 504]) },
    { path: UPSERT_PATH, status: random.pick([400, 413, 500]) },
    { path: LIST_PATH, status: random.pick([403, 500, 503]) },
    { reset: random.pick(['before', 'after'] as const) }
  ] as const
  return Array.from({ length: random.integer(1, 3) }, () => ({ ...random.pick(kinds), ...some() }))
}
