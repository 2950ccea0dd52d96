import type { StartedRun } from '../github/workflow.ts'
import type { Moment, Question } from './moments.ts'
import type { Pushes } from './pushes.ts'
import { Random } from './random.ts'
import type { Runs } from './runs.ts'
import type { World } from './world.ts'

const DAY = 24 * 60 * 60 * 1000

/** When something happens: mostly while the run writes. */
export function randomQuestion(random: Random): Pick<Moment, 'at' | 'nth'> {
  const usual: readonly Question[] = ['upsert', 'upsert', 'upsert', 'tip', 'tip']
  const at = random.pick([...usual, 'list', 'records', 'record', 'record', 'mark', 'compare', 'git'] as const)
  const often = at === 'upsert' || at === 'tip' ? 3 : at === 'records' ? 2 : 1
  return { at, nth: random.integer(1, often) }
}

const EVENTS = ['cancel', 'kill', 'kill', 'kill', 'kill the service', 'rotate', 'expire'] as const
const PUSHES = ['a push', 'a push', 'a push without a run', 'a push without a run'] as const

/** One thing that happens while a run is under way. */
export function interference(world: World, runs: Runs, pushes: Pushes, job: () => StartedRun): Moment {
  const { random, service, setup } = world
  const { at, nth } = randomQuestion(random)
  const what = random.pick([...EVENTS, ...PUSHES])
  // What runs ask comes in any order, and must not decide which number is the next.
  const own = new Random(random.integer(0, 1e9))
  const act = async (): Promise<void> => {
    runs.note(`${what} at ${at} ${nth}`)
    runs.count(what)
    switch (what) {
      case 'cancel':
        job().cancel()
        return
      case 'kill':
        job().signal('SIGKILL')
        return
      case 'kill the service':
        return service.kill()
      case 'rotate':
        for (const base of setup.bases) await base.rotate()
        return
      case 'expire':
        for (const base of setup.bases) base.tokenIsValid = false
        return service.advance(31 * DAY)
      case 'a push':
        return pushes.later(own)
      case 'a push without a run':
        return pushes.withoutRun(own)
    }
  }
  return { at, nth, act }
}

/** Runbooks come back while the run retires their entries, after it looked at the branch. */
export function returnWhileRetiring(world: World, pushes: Pushes): Moment {
  const { random } = world
  const own = new Random(random.integer(0, 1e9))
  const [at, most] = random.pick([
    ['list', 2],
    ['upsert', 3],
    ['tip', 3],
    ['mark', 1]
  ] as const)
  const starts = random.chance(0.3)
  return { at, nth: random.integer(1, most), act: () => pushes.bringBack(own, starts) }
}
