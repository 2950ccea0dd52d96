import fc from 'fast-check'

const SEED = 20_261_120

/** How many times as often each property is tried: 1 in the suite, more with `npm run fuzz`. */
const TIMES = Number(process.env['FUZZ_TIMES'] ?? 1)

/**
 * How a property is tried: always alike in the suite, with a new seed and more often with `npm run fuzz`, which prints
 * the seed, so that a failure can be repeated.
 */
export function fuzz(numRuns: number) {
  return {
    seed: Number(process.env['FUZZ_SEED'] ?? SEED),
    numRuns: numRuns * TIMES,
    // On demand: as much as fits into a test's time.
    plugins: TIMES > 1 ? [fc.interruptAfterTimeLimit(100_000)] : []
  }
}
