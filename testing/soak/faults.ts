import type { FaultRule } from '../../service/service.ts'
import { LIST_PATH, UPSERT_PATH } from '../gate.ts'
import type { FaultName, GitHubFault } from '../github/faults.ts'
import type { GitHubServer } from '../github/server.ts'
import type { Random } from './random.ts'

/** Up to three kinds of trouble at once, each to some of the requests. */
export function serviceFaults(random: Random): FaultRule[] {
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

/** @param quick leaves out the faults for which a run waits. */
export async function gitHubFault(random: Random, github: GitHubServer, quick: boolean): Promise<GitHubFault> {
  const route = random.pick(['runs', 'runs', 'tip', 'tip', 'compare', 'run', 'repository', 'git'] as const)
  // A fetch waits half a minute for a server that hangs.
  const fast: FaultName[] =
    route === 'git' ? ['forbidden', 'reset'] : ['forbidden', 'rate limit', 'not found', 'HTML', 'cut']
  const slow: FaultName[] = ['server error', 'reset', 'secondary rate limit', random.pick(['hang', 'stall', 'cut'])]
  const isStale = route !== 'git' && !(quick && route === 'tip') && random.chance(0.3)
  const names = quick || route === 'git' ? fast : [...fast, ...slow]
  const fault = isStale ? await github.snapshot() : random.pick(names)
  // A run waits eight seconds for each answer that hangs.
  const times = fault === 'hang' || fault === 'stall' ? 1 : random.integer(1, 4)
  return { route, fault, ...(times === 1 || random.chance(0.6) ? { times } : {}) }
}
