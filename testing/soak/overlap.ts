import { randomQuestion } from './moments.ts'
import type { Pushes } from './pushes.ts'
import type { Runs } from './runs.ts'
import type { World } from './world.ts'

const SECOND = 1000
/** Milliseconds within which a request of a run that has ended still arrives: less than the Action's margin. */
const LATEST = 100 * SECOND

/** What an overlap needs of the simulation. */
export interface Stage {
  readonly world: World
  readonly runs: Runs
  readonly pushes: Pushes
  /** Milliseconds. */
  readonly pass: (milliseconds: number) => void
  /** Another run, or what happens to the branch while the group has a run. */
  readonly meanwhile: () => Promise<void>
}

/** A run is held while the branch moves and other runs may run; then it goes on, or is killed. */
export async function overlap({ world, runs, pushes, pass, meanwhile }: Stage): Promise<void> {
  const { random, github, history } = world
  const reached = Promise.withResolvers<undefined>()
  const released = Promise.withResolvers<undefined>()
  const { at, nth } = randomQuestion(random)
  /** When the last request of the run may still arrive. */
  let deadline = Infinity
  const act = async (): Promise<void> => {
    runs.isHeld = true
    reached.resolve(undefined)
    await released.promise
    runs.isHeld = false
    if (github.now().getTime() > deadline) throw new Error('The request is lost')
  }
  const run = await pushes.run()
  const slow = await runs.start(run, () => ({ at, nth, act }))
  await Promise.race([reached.promise, slow.job.result])
  if (!runs.isHeld) return runs.finish(slow)
  runs.count('held runs')
  runs.note(`run ${slow.key} is held at ${at} ${nth}`)
  for (let count = random.integer(1, 2); count > 0; count--) {
    // Less than an hour in all: a record that is older counts as ended.
    pass(random.pick([0, 5, 120, 1200]) * SECOND)
    await meanwhile()
  }
  if (random.chance(0.25) && history.has(run.event.sha)) await pushes.withoutRun(() => history.moveTo(run.event.sha))
  const end = random.pick(['goes on', 'goes on', 'is killed', 'is killed, and its request arrives later'] as const)
  runs.note(`run ${slow.key} ${end}`)
  runs.count(`held, then ${end}`)
  const isLate = end === 'is killed, and its request arrives later'
  if (end !== 'goes on') {
    slow.job.signal('SIGKILL')
    await slow.job.result
  }
  if (!isLate) {
    released.resolve(undefined)
    await runs.finish(slow)
    return
  }
  await runs.finish(slow)
  deadline = github.now().getTime() + LATEST
  pass(random.pick([0, 20, 70]) * SECOND)
  await meanwhile()
  released.resolve(undefined)
  await runs.gate.idle()
}
