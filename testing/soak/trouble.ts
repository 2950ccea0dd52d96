import type { FaultRule } from '../../service/service.ts'
import { LIST_PATH, UPSERT_PATH } from '../gate.ts'
import type { FaultName, GitHubFault } from '../github/faults.ts'
import type { GitHubServer } from '../github/server.ts'
import type { KillableService } from './killable-service.ts'
import type { Random } from './random.ts'

const ROUTES = ['record', 'record', 'mark', 'mark', 'records', 'records', 'tip', 'tip', 'compare', 'git'] as const

const QUICK: readonly FaultName[] = ['forbidden', 'rate limit', 'not found', 'HTML', 'cut']
/** A run asks again after one second, then after four. */
const SLOW: readonly FaultName[] = ['server error', 'reset', 'secondary rate limit', 'huge']
/** A run waits eight seconds for each answer. */
const SLOWEST: readonly FaultName[] = ['hang', 'stall']

/** Faults of the service and of GitHub, which come and go. */
export class Trouble {
  readonly #random: Random
  readonly #service: KillableService
  readonly #github: GitHubServer
  readonly #quick: boolean
  #serviceFaults: readonly FaultRule[] = []
  #gitHubFaults: readonly GitHubFault[] = []

  /** @param quick leaves out the faults for which a run waits. */
  constructor(random: Random, service: KillableService, github: GitHubServer, quick: boolean) {
    this.#random = random
    this.#service = service
    this.#github = github
    this.#quick = quick
  }

  get isPresent(): boolean {
    const { lag } = this.#github
    return this.#serviceFaults.length + this.#gitHubFaults.length + lag.answers + lag.milliseconds > 0
  }

  /** @returns what is wrong now, in words. */
  async change(): Promise<string[]> {
    const random = this.#random
    this.#serviceFaults = random.chance(0.25) ? serviceFaults(random) : []
    await this.#service.call('setFaults', this.#serviceFaults)
    this.#gitHubFaults = random.chance(0.25) ? [await this.#gitHubFault()] : []
    this.#github.setFaults(...this.#gitHubFaults)
    this.#changeLag()
    return [
      ...this.#serviceFaults.map((rule) => `service: ${JSON.stringify(rule)}`),
      ...this.#gitHubFaults.map(({ fault, ...rule }) => `GitHub: ${nameOf(fault)} ${JSON.stringify(rule)}`),
      ...(this.#github.lag.answers > 0 ? [`GitHub: ${this.#github.lag.answers} answers behind`] : []),
      ...(this.#github.lag.milliseconds > 0 ? [`GitHub: ${this.#github.lag.milliseconds} ms behind`] : [])
    ]
  }

  /** GitHub is behind by seconds, not by minutes. */
  endOldAnswers(): void {
    this.#gitHubFaults = this.#gitHubFaults.filter(({ fault }) => typeof fault === 'string')
    this.#github.setFaults(...this.#gitHubFaults)
    this.#github.lag.answers = 0
    this.#github.lag.milliseconds = 0
  }

  async #gitHubFault(): Promise<GitHubFault> {
    const random = this.#random
    const route = random.pick(ROUTES)
    const isWritten = route === 'record' || route === 'mark'
    if (!isWritten && route !== 'git' && random.chance(0.3)) {
      return { route, fault: await this.#github.snapshot(), ...(random.chance(0.6) && { times: random.integer(1, 4) }) }
    }
    const fault = this.#faultOf(route)
    if (SLOWEST.includes(fault)) return { route, fault, times: 1 }
    return { route, fault, ...(random.chance(0.6) && { times: random.integer(1, 4) }) }
  }

  #faultOf(route: (typeof ROUTES)[number]): FaultName {
    const random = this.#random
    // A fetch waits half a minute for a server that hangs.
    if (route === 'git') return random.pick(['forbidden', 'reset'])
    if ((route === 'record' || route === 'mark') && random.chance(0.3)) return 'lost answer'
    if (route === 'records' && random.chance(0.3)) return 'graphql errors'
    if (this.#quick || random.chance(0.6)) return random.pick(QUICK)
    return random.pick(random.chance(0.9) ? SLOW : SLOWEST)
  }

  /** How far GraphQL is behind: for none of the questions of a run, for the first ones, or for all. */
  #changeLag(): void {
    const random = this.#random
    const { lag } = this.#github
    const isBehind = random.chance(0.15)
    lag.answers = isBehind ? random.pick([0, 1, 2, 3, 9]) : 0
    lag.milliseconds = isBehind && lag.answers === 0 ? random.pick([100, 300, 3000]) : 0
  }
}

/** Up to three kinds of trouble at once, each to some of the requests. */
function serviceFaults(random: Random): FaultRule[] {
  const some = () => ({ probability: random.next() * 0.4, seed: random.integer(0, 1e9) })
  const kinds: (() => FaultRule)[] = [
    () => ({ status: 429, retry_after: random.integer(0, 1), ...some() }),
    () => ({ status: random.pick([408, 500, 502, 503, 504]), ...some() }),
    () => ({ path: UPSERT_PATH, status: random.pick([400, 413, 500]), ...some() }),
    () => ({ path: LIST_PATH, status: random.pick([403, 500, 503]), ...some() }),
    () => ({ reset: random.pick(['before', 'after'] as const), ...some() })
  ]
  return Array.from({ length: random.integer(1, 3) }, () => random.pick(kinds)())
}

function nameOf(fault: GitHubFault['fault']): string {
  return typeof fault === 'string' ? fault : 'an old answer'
}
