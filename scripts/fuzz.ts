/**
 * Tries every property of the tests with a new seed and more often than the suite does, which always tries the same.
 *
 *   npm run fuzz                               ten times as often
 *   npm run fuzz -- --times 50                 for a night
 *   npm run fuzz -- --seed 123 __tests__/fuzz/list.test.ts   what an earlier run found
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Also the properties that live with their rooms. */
const TESTS = ['__tests__/fuzz/', 'fuzz.test.ts', 'differential.test.ts', 'model.test.ts']

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, times: { type: 'string', default: '10' } },
  allowPositionals: true
})
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
if (!/^-?\d+$/.test(seed) || !/^[1-9]\d*$/.test(values.times)) {
  console.error('--seed takes a whole number, --times one of 1 or more.')
  process.exit(2)
}
console.log(`Seed ${seed}: repeat with npm run fuzz -- --times ${values.times} --seed ${seed}`)
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--testTimeout=600000',
    ...(positionals.length > 0 ? positionals : TESTS)
  ],
  { stdio: 'inherit', env: { ...process.env, FUZZ_SEED: seed, FUZZ_TIMES: values.times } }
)
console.log(`Seed ${seed}: ${status === 0 ? 'nothing found' : 'see above'}`)
process.exitCode = status ?? 1
