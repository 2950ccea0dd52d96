// A randomised model test of the built Action: `npm run soak -- --seed 7 --runs 2000`.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ACTION_FOLDER } from './runner/action-metadata.ts'
import { Simulation } from './soak/simulation.ts'

const USAGE = `npm run soak -- [--runs 200] [--seed NUMBER] [--parallel NUMBER] [--verbose]

  plays random pushes, runs and faults in repositories of their own, and compares the knowledge base with the branch after
  every green run. --runs counts the runs of the Action; a repository has 40. A difference ends the soak with its seed:
  repeat it with --seed SEED --runs 40.`

/** Below a page of the API's list, which has 100. */
const RUNS_OF_A_REPOSITORY = 40

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    // Many runs wait for a fault to end.
    parallel: { type: 'string', default: String(2 * availableParallelism()) },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
})

// `exit` removes the temporary files after Ctrl-C, too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

process.exitCode = await main()

async function main(): Promise<number> {
  const [runs = 0, seed = 0, parallel = 0] = [values.runs, values.seed, values.parallel].map(Number)
  if (values.help || ![runs, seed, parallel].every(Number.isSafeInteger) || runs < 1 || parallel < 1) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  if (!existsSync(join(ACTION_FOLDER, 'dist/index.js'))) {
    console.error('There is no dist/index.js. Build it with: npm run package')
    return 2
  }
  const sizes = Array.from({ length: Math.ceil(runs / RUNS_OF_A_REPOSITORY) }, (_, index) =>
    Math.min(RUNS_OF_A_REPOSITORY, runs - index * RUNS_OF_A_REPOSITORY)
  )
  const totals: Record<string, number> = {}
  const failed: number[] = []
  let next = 0
  const play = async (): Promise<void> => {
    for (let index = next++; index < sizes.length && failed.length === 0; index = next++) {
      const { counts, steps, problem } = await Simulation.play(seed + index, sizes[index] ?? 0)
      for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count
      if (values.verbose || problem !== undefined) console.log(`\nSeed ${seed + index}\n  ${steps.join('\n  ')}`)
      if (problem === undefined) continue
      failed.push(seed + index)
      console.log(`\n${problem}`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, play))
  for (const [name, count] of Object.entries(totals)) console.log(`${String(count).padStart(8)}  ${name}`)
  if (failed.length === 0) {
    console.log(`Seed ${seed}: after every green run the knowledge base was equal to the branch.`)
    return 0
  }
  console.log(`Seed ${failed.join(', ')}: a difference. Repeat: npm run soak -- --seed ${failed[0] ?? ''} --runs 40`)
  return 1
}
