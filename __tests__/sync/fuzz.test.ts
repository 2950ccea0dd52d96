import { test } from '@jest/globals'
import fc from 'fast-check'
import { Random } from '../../testing/histories/random.ts'
import { simulate } from '../../testing/histories/simulation.ts'
import { fuzz } from '../support/fuzz.ts'
import { startWorlds } from './worlds.ts'

// Random services, histories and people, in this process: no green run leaves a runbook missing or old that it is about, as far
// as the list can show it; no text of a person is replaced that was neither saved nor announced as invisible; no entry of a
// runbook is called orphaned; without people nothing is called an edit; and a plan says before what a sync decides.
// `npm run soak` plays the same with processes, Git and the stand-in for GitHub.

const worldOf = await startWorlds()
// After the clock: these modules wait.
const { memoryLab } = await import('./memory-lab.ts')

/** How often something happened. */
const counts: Record<string, number> = {}

/** fast-check would prefer the extremes, which are no choices that happen often. */
const unbiased = (min: number, max: number) => fc.noBias(fc.integer({ min, max }))

test('nothing is lost, nothing is taken for an edit, and no green run hides it', async () => {
  const property = fc.asyncProperty(fc.limitShrink(fc.gen(), 100), async (choose) => {
    const random = new Random((least, most) => choose(unbiased, least, most))
    const runs = random.integer(2, 6)
    const { problem, steps, counts: more } = await simulate(memoryLab(worldOf()), random, { runs })
    for (const [what, count] of Object.entries(more)) counts[what] = (counts[what] ?? 0) + count
    if (problem !== undefined) throw new Error(`${steps.join('\n')}\n\n${problem}`)
  })
  await fc.assert(property, fuzz(12, 100))
  if (process.env['FUZZ_TIMES'] !== undefined) {
    for (const [what, number] of Object.entries(counts).sort())
      process.stdout.write(`${String(number).padStart(6)}  ${what}\n`)
  }
}, 600_000)
