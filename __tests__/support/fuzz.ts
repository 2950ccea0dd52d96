import fc from 'fast-check'

const SEED = 20_261_120

/** Any character except lone surrogates. For `unit: 'binary'`, fast-check makes a table of a million in each file of tests. */
export const CHARACTER = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

/** Factor for the number of cases: 1 in the suite, more with `npm run fuzz`. */
const TIMES = Number(process.env['FUZZ_TIMES'] ?? 1)

/** Exactly so many cases, and no search for a smaller one. */
const CASES = process.env['FUZZ_CASES'] === undefined ? undefined : Number(process.env['FUZZ_CASES'])

/**
 * Options of a property test: one seed in the suite; with `npm run fuzz` the seed that it prints, and more cases.
 *
 * @param more cases in place of `numRuns`, before the factor, with `npm run fuzz`: of a property that is slow for the suite.
 */
export function fuzz(numRuns: number, more = numRuns) {
  return {
    seed: Number(process.env['FUZZ_SEED'] ?? SEED),
    numRuns: CASES ?? (TIMES > 1 ? more * TIMES : numRuns),
    // A rule that is taken out on purpose needs no smallest example.
    endOnFailure: CASES !== undefined,
    // Ends before the time limit of `npm run fuzz` for one test.
    plugins: TIMES > 1 ? [fc.interruptAfterTimeLimit(more > numRuns ? 500_000 : 100_000)] : []
  }
}
