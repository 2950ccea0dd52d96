import fc from 'fast-check'

const SEED = 20_261_120

/** Any character except lone surrogates. For `unit: 'binary'`, fast-check makes a table of a million in each file of tests. */
export const CHARACTER = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

/** Options of a property test: the same cases each time. */
export function fuzz(numRuns: number) {
  return { seed: SEED, numRuns }
}
