// Random histories of the Action: `npm run soak -- --seed 7 --runs 2000`.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../../testing/options.ts'
import { ACTION_FOLDER } from '../../testing/runner/runner.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { MODES, type Mode } from './knowledge-base.ts'
import { copyWithout, MUTATIONS } from './mutations.ts'
import { play } from './play.ts'
import { Random } from './random.ts'

const USAGE = `npm run soak -- [--runs 200] [--seed NUMBER] [--parallel NUMBER] [--group] [--mode NAME] [--mutation NAME]

  plays random pushes, runs, people and trouble in repositories of their own, and compares the knowledge base with the branch
  after every green run. --runs counts the runs of the Action; a repository has 40. A problem ends the soak with its seed:
  repeat it with --seed SEED --runs 40.

  --group     runs of a repository wait for each other, as with \`concurrency\` in the workflow.
  --mode      the contract of the service: ${Object.keys(MODES).join(', ')}; without it, each repository has any.
  --mutation  takes a rule out of a copy of the Action; a problem is then what is looked for. One of:
              ${MUTATIONS.join(', ')}; or \`all\`.`

const RUNS_OF_A_REPOSITORY = 40

const { values } = readOptions(USAGE, {
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    // Many runs wait for a fault to end.
    parallel: { type: 'string', default: String(2 * availableParallelism()) },
    group: { type: 'boolean', default: false },
    mode: { type: 'string' },
    mutation: { type: 'string' }
  }
})
const mode = Object.keys(MODES).find((name) => name === values.mode) as Mode | undefined
const [runs = 0, seed = 0, parallel = 0] = [values.runs, values.seed, values.parallel].map(Number)

// `exit` removes the temporary files after Ctrl-C, too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
process.exitCode = await main()

async function main(): Promise<number> {
  const { mutation } = values
  const isUsable = [runs, seed, parallel].every(Number.isSafeInteger) && runs > 0 && parallel > 0
  const isMode = values.mode === undefined || mode !== undefined
  if (!isUsable || !isMode || (mutation !== undefined && !['all', ...MUTATIONS].includes(mutation))) {
    console.error(USAGE)
    return 2
  }
  await using folder = await temporaryFolder()
  // The Action starts thousands of times; the stand-in runner passes this on.
  process.env['NODE_COMPILE_CACHE'] = join(folder.path, 'compile-cache')
  if (mutation === undefined) {
    const { failed, problem, counts } = await soak(ACTION_FOLDER)
    for (const [name, count] of Object.entries(counts).sort()) console.log(`${String(count).padStart(8)}  ${name}`)
    const again = `npm run soak -- --seed ${failed} --runs 40${values.group ? ' --group' : ''}${mode === undefined ? '' : ` --mode ${mode}`}`
    console.log(failed === undefined ? `Seed ${seed}: no problem.` : `${problem}\nA problem: ${again}`)
    return failed === undefined ? 0 : 1
  }
  let missed = 0
  for (const name of mutation === 'all' ? MUTATIONS : [mutation]) {
    const { failed, problem, counts } = await soak(await copyWithout(folder.path, name))
    if (failed === undefined) missed++
    console.log(`${name}: ${failed === undefined ? 'not found' : `found, seed ${failed}`}, ${counts['runs'] ?? 0} runs`)
    if (problem !== undefined) console.log(`  ${/^Run .*/m.exec(problem)?.[0].slice(0, 300) ?? problem}`)
  }
  return missed === 0 ? 0 : 1
}

/** Plays several repositories at a time, until one has a problem. @param action the folder of the Action. */
async function soak(action: string) {
  const counts: Record<string, number> = {}
  let failed: number | undefined
  let problem: string | undefined
  const over = new AbortController()
  const { signal } = over
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at * RUNS_OF_A_REPOSITORY < runs && !signal.aborted; at = next++) {
      const size = Math.min(RUNS_OF_A_REPOSITORY, runs - at * RUNS_OF_A_REPOSITORY)
      const result = await play(new Random(seed + at), { runs: size, isGrouped: values.group, mode, action, signal })
      for (const [what, count] of Object.entries(result.counts)) counts[what] = (counts[what] ?? 0) + count
      if (result.problem === undefined) continue
      failed ??= seed + at
      problem ??= `${result.steps.join('\n')}\n\n${result.problem}`
      over.abort()
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { failed, problem, counts }
}
