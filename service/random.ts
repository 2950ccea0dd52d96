import { hash } from 'node:crypto'

/** From 0 to 1: any number, but the same one for the same seeds, in each run of a test. */
export function randomOf(...seeds: readonly number[]): number {
  return hash('md5', seeds.join(' '), 'buffer').readUInt32BE() / 2 ** 32
}
