// A randomised model test of the Action: `npm run soak -- --seed 7 --runs 2000`.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Random } from './histories/random.ts'
import { simulate } from './histories/simulation.ts'
import { makeReleases, MUTATIONS, type Replacement } from './soak/mutations.ts'
import { openProcesses } from './soak/processes.ts'
import { temporaryFolder } from './temporary-files.ts'

const USAGE = `npm run soak -- [--runs 200] [--seed NUMBER] [--parallel NUMBER] [--group] [--mutation NAME] [--verbose]

  plays random pushes, runs, edits and faults in repositories of their own, and compares the knowledge base with the branch
  after every green run. --runs counts the runs of the Action; a repository has 40. A difference ends the soak with its seed:
  repeat it with --seed SEED --runs 40.

  --group     runs of a repository wait for each other, as with \`concurrency\` in the workflow.
  --mutation  takes a rule out of a copy of the Action; a difference is then what is looked for, within 300 runs unless
              --runs says otherwise. One of: ${Object.keys(MUTATIONS).join(', ')}; or \`all\`, one after the other.`

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
const { mutation, group: isGrouped, verbose: isVerbose } = values
const numbers = [values.runs ?? (mutation === undefined ? '200' : '300'), values.seed, values.parallel].map(Number)
const [runs = 0, seed = 0, parallel = 0] = numbers

// `exit` removes the temporary files after Ctrl-C, too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

process.exitCode = await main()

async function main(): Promise<number> {
  const mutations = Object.entries(MUTATIONS).filter(([name]) => mutation === 'all' || mutation === name)
  const isUsable = numbers.every(Number.isSafeInteger) && runs > 0 && parallel > 0
  if (values.help || !isUsable || (mutation !== undefined && mutations.length === 0)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  let missed = 0
  for (const [name, replacement] of mutations) {
    const { played, failed, problem } = await soak([replacement])
    if (problem === undefined) missed++
    console.log(
      `${name}: ${problem === undefined ? 'not found in' : 'found after'} ${played} runs ${failed.join(', ')}`
    )
    if (problem !== undefined) console.log(`  ${problem.split('\n', 1)[0]}`)
  }
  if (mutation !== undefined) return missed === 0 ? 0 : 1
  const { played, failed, counts } = await soak()
  for (const [name, count] of Object.entries(counts).sort()) console.log(`${String(count).padStart(8)}  ${name}`)
  if (failed.length === 0) {
    console.log(`Seed ${seed}, ${played} runs: after every green run the knowledge base was equal to the branch.`)
    return 0
  }
  const again = `npm run soak -- --seed ${failed[0]} --runs 40${isGrouped ? ' --group' : ''}`
  console.log(`A difference after ${played} runs: ${again}`)
  return 1
}

/** Plays several repositories at a time, until one has a difference. */
async function soak(mutations: readonly Replacement[] = []) {
  await using folder = await temporaryFolder()
  // The Action starts thousands of times; the stand-in runner passes this on.
  process.env['NODE_COMPILE_CACHE'] = join(folder.path, 'compile-cache')
  const releases = await makeReleases(folder.path, mutations)
  const counts: Record<string, number> = {}
  const failed: number[] = []
  let problem: string | undefined
  const over = new AbortController()
  const options = { isExact: true, isGrouped, signal: over.signal }
  let next = 0
  const play = async (): Promise<void> => {
    for (let at = next++; at * RUNS_OF_A_REPOSITORY < runs && !over.signal.aborted; at = next++) {
      const random = Random.of(seed + at)
      await using lab = await openProcesses(releases, random)
      const size = Math.min(RUNS_OF_A_REPOSITORY, runs - at * RUNS_OF_A_REPOSITORY)
      const result = await simulate(lab, random, { ...options, runs: size })
      for (const [what, count] of Object.entries(result.counts)) counts[what] = (counts[what] ?? 0) + count
      const isShown = isVerbose || (result.problem !== undefined && mutations.length === 0)
      if (isShown) console.log(`\nSeed ${seed + at}\n  ${result.steps.join('\n  ')}\n\n${result.problem ?? ''}`)
      if (result.problem === undefined) continue
      failed.push(seed + at)
      problem ??= result.problem
      over.abort()
    }
  }
  await Promise.all(Array.from({ length: parallel }, play))
  return { played: counts['runs'] ?? 0, failed, problem, counts }
}
