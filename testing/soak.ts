// A randomised model test of the Action: `npm run soak -- --seed 7 --runs 2000`.
import { existsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ACTION_FOLDER } from './runner/action-metadata.ts'
import { checkTypes, copyAction } from './soak/action-copy.ts'
import { MUTATIONS, OTHER_RELEASE, type MutationName } from './soak/mutations.ts'
import { Simulation } from './soak/simulation.ts'
import type { Releases } from './soak/world.ts'
import { temporaryFolder } from './temporary-files.ts'

const NAMES = Object.keys(MUTATIONS) as MutationName[]

const USAGE = `npm run soak -- [--runs 200] [--seed NUMBER] [--parallel NUMBER] [--group] [--mutation NAME] [--verbose]

  plays random pushes, runs and faults in repositories of their own, and compares the knowledge base with the branch after
  every green run. --runs counts the runs of the Action; a repository has 40. A difference ends the soak with its seed:
  repeat it with --seed SEED --runs 40.

  --group     runs of a repository wait for each other, as with \`concurrency\` in the workflow.
  --mutation  takes a part of the rule out of a copy of the Action; a difference is then what is looked for, within 300
              runs unless --runs says otherwise. One of: ${NAMES.join(', ')}; or \`all\`, one after the other.`

/** A difference is repeated with so many. */
const RUNS_OF_A_REPOSITORY = 40

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    // Many runs wait for a fault to end.
    parallel: { type: 'string', default: String(2 * availableParallelism()) },
    group: { type: 'boolean', default: false },
    mutation: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
})

// The Action starts thousands of times; the stand-in runner passes this on.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'runbook-sync-compile-cache')
// `exit` removes the temporary files after Ctrl-C, too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

process.exitCode = await main()

async function main(): Promise<number> {
  const { mutation, group: isGrouped } = values
  const numbers = [values.runs ?? (mutation === undefined ? '200' : '300'), values.seed, values.parallel].map(Number)
  const [runs = 0, seed = 0, parallel = 0] = numbers
  const mutations = mutation === 'all' ? NAMES : NAMES.filter((name) => name === mutation)
  const isUsable = numbers.every(Number.isSafeInteger) && runs > 0 && parallel > 0
  if (values.help || !isUsable || (mutation !== undefined && mutations.length === 0)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  await using folder = await temporaryFolder()
  if (mutation === undefined) {
    if (!existsSync(join(ACTION_FOLDER, 'dist/index.js'))) {
      console.error('There is no dist/index.js. Build it with: npm run package')
      return 2
    }
    const releases = [ACTION_FOLDER, await copyAction(folder.path, OTHER_RELEASE)] as const
    const { played, failed, totals } = await soak(releases, { runs, seed, parallel, isGrouped, onlyDifferences: false })
    for (const [name, count] of Object.entries(totals).sort()) console.log(`${String(count).padStart(8)}  ${name}`)
    if (failed.length === 0) {
      console.log(`Seed ${seed}, ${played} runs: after every green run the knowledge base was equal to the branch.`)
      return 0
    }
    const option = isGrouped ? ' --group' : ''
    console.log(
      `Seed ${failed.join(', ')}: a difference. Repeat: npm run soak -- --seed ${failed[0]} --runs 40${option}`
    )
    return 1
  }
  let missed = 0
  for (const name of mutations) {
    const releases = [
      await copyAction(folder.path, [MUTATIONS[name]]),
      await copyAction(folder.path, [MUTATIONS[name], ...OTHER_RELEASE])
    ] as const
    for (const release of releases) await checkTypes(release)
    const { played, failed, problems } = await soak(releases, {
      runs,
      seed,
      parallel,
      isGrouped,
      onlyDifferences: true
    })
    if (failed.length === 0) missed++
    console.log(`${name}: ${failed.length === 0 ? 'not found in' : 'found after'} ${played} runs`)
    for (const problem of problems) console.log(`  ${problem.split('\n', 1)[0]}`)
  }
  return missed === 0 ? 0 : 1
}

interface SoakOptions {
  readonly runs: number
  readonly seed: number
  readonly parallel: number
  readonly isGrouped: boolean
  readonly onlyDifferences: boolean
}

/** Plays several repositories at a time, until one has a difference. */
async function soak(releases: Releases, { runs, seed, parallel, isGrouped, onlyDifferences }: SoakOptions) {
  const sizes = Array.from({ length: Math.ceil(runs / RUNS_OF_A_REPOSITORY) }, (_, index) =>
    Math.min(RUNS_OF_A_REPOSITORY, runs - index * RUNS_OF_A_REPOSITORY)
  )
  const totals: Record<string, number> = {}
  const failed: number[] = []
  const problems: string[] = []
  const over = new AbortController()
  let next = 0
  const play = async (): Promise<void> => {
    for (let index = next++; index < sizes.length && !over.signal.aborted; index = next++) {
      const of = { seed: seed + index, runs: sizes[index] ?? 0 }
      const options = { ...of, releases, isGrouped, onlyDifferences, signal: over.signal }
      const { counts, steps, problem } = await Simulation.play(options)
      for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count
      const isShown = problem !== undefined && values.mutation === undefined
      if (values.verbose || isShown) console.log(`\nSeed ${seed + index}\n  ${steps.join('\n  ')}`)
      if (problem === undefined) continue
      failed.push(seed + index)
      problems.push(problem)
      over.abort()
      if (values.verbose || isShown) console.log(`\n${problem}`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, play))
  return { played: totals['runs'] ?? 0, failed, problems, totals }
}
