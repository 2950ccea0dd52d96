import { deploymentStatus } from '../github/deployments.ts'
import type { Clock } from './clock.ts'
import { HOUR, MINUTE, SECOND } from './clock.ts'
import { randomQuestion } from './interference.ts'
import type { Pushes } from './pushes.ts'
import type { Runs, SoakRun } from './runs.ts'
import type { World } from './world.ts'

/** Milliseconds within which a request of a run that has ended still arrives: less than the Action's margin. */
const LATEST = 100 * SECOND

/** What an overlap needs of the simulation. */
export interface Stage {
  readonly world: World
  readonly runs: Runs
  readonly pushes: Pushes
  readonly clock: Clock
  /** One run with all its steps, or what happens to the branch while the group has a run. */
  readonly meanwhile: () => Promise<void>
}

/** A run is held while the branch moves and other runs may run; then it goes on, or is killed. */
export async function overlap({ world, runs, pushes, clock, meanwhile }: Stage): Promise<void> {
  const { random, github, setup } = world
  const [step] = setup.steps
  if (step === undefined) return
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
  const slow = await runs.start(run, step, () => ({ at, nth, act }))
  await Promise.race([reached.promise, slow.job.result])
  if (!runs.isHeld) return runs.finish(slow)
  runs.count('held runs')
  runs.note(`run ${slow.key} is held at ${at} ${nth}`)
  for (let count = random.integer(1, 2); count > 0; count--) {
    await passWhile(at === 'upsert' ? slow : undefined)
    await meanwhile()
  }
  if (random.chance(0.25)) await pushes.reset(run.event.sha)
  const end = random.pick(['goes on', 'goes on', 'is killed', 'is killed, and its request arrives later'] as const)
  runs.note(`run ${slow.key} ${end}`)
  runs.count(`held, then ${end}`)
  if (end === 'goes on') {
    released.resolve(undefined)
    await runs.finish(slow)
    return
  }
  slow.job.signal('SIGKILL')
  await slow.job.result
  if (end === 'is killed') {
    released.resolve(undefined)
    await runs.finish(slow)
    return
  }
  await runs.finish(slow)
  deadline = github.now().getTime() + LATEST
  if (random.chance(0.3)) endRecords(slow)
  await clock.pass(random.pick([0, 20, 70]) * SECOND)
  await meanwhile()
  released.resolve(undefined)
  await runs.gate.idle()

  /** Longer than the life of a record only where the run can renew it. */
  async function passWhile(writing: SoakRun | undefined): Promise<void> {
    const long = random.pick([10 * MINUTE, 70 * MINUTE, 3 * HOUR])
    await clock.pass(random.pick([0, 5 * SECOND, 2 * MINUTE, ...(writing === undefined ? [] : [long, long])]), writing)
  }

  /** A step with `if: always()` sets the status that the run could not set. */
  function endRecords({ seen }: SoakRun): void {
    for (const { sha, statuses } of github.deployments) {
      if (statuses.length > 0 || !seen.records.some(({ body }) => (body as { ref: string }).ref === sha)) continue
      statuses.push(deploymentStatus('failure', github.now()))
    }
  }
}
