/**
 * Runs the property tests with a new seed and more cases than the suite, then looks for work that grows faster than its input.
 *
 *   npm run fuzz                                                       ten times as many cases
 *   npm run fuzz -- --times 50                                         fifty times as many
 *   npm run fuzz -- --seed 123 __tests__/runbook/fuzz.test.ts          repeats one test with the seed of an earlier run
 *   npm run fuzz -- growth                                             the search for growth alone
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { searchGrowth } from './growth.ts'

/** The tests with properties. */
const TESTS = [
  'branch/paths.test.ts',
  'report/escape.test.ts',
  'runbook/differential.test.ts',
  'runbook/edit.test.ts',
  'runbook/front-matter.test.ts',
  'runbook/fuzz.test.ts',
  'runbook/source-line.test.ts',
  'service/__tests__/tokens-model.test.ts'
]

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, times: { type: 'string', default: '10' } },
  allowPositionals: true
})
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const times = Number(values.times)
if (!/^\d{1,10}$/.test(seed) || !Number.isInteger(times) || times < 1) {
  console.error('--seed takes a number of at most ten digits, --times an integer of 1 or more.')
  process.exit(2)
}
console.log(`Seed ${seed}: repeat with npm run fuzz -- --times ${times} --seed ${seed}`)

const tests = positionals.length === 0 ? TESTS : positionals.filter((name) => name !== 'growth')
if (tests.length > 0) {
  const { status } = spawnSync(
    process.execPath,
    [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
      ...['--testTimeout=600000', ...tests]
    ],
    { stdio: 'inherit', env: { ...process.env, FUZZ_SEED: seed, FUZZ_TIMES: String(times) } }
  )
  if (status !== 0) process.exitCode = 1
}
if (positionals.length === 0 || positionals.includes('growth')) {
  const findings = await searchGrowth(times * 20, Number(seed))
  if (findings > 0) process.exitCode = 1
}
console.log(`Seed ${seed}: ${process.exitCode === 1 ? 'see above' : 'nothing found'}`)
