import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { inShard } from '../../src/sync/shard.ts'

test('every name is in exactly one part', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9999 }), (name, most) => {
      const count = Math.min(most, 64)
      const parts = Array.from({ length: count }, (_, i) => inShard(name, { index: i + 1, count }))
      expect(parts.filter(Boolean)).toHaveLength(1)
    }),
    { seed: 5 }
  )
})

test('parts are about equal', () => {
  const names = Array.from({ length: 8000 }, (_, i) => `Runbook ${i}`)
  for (let index = 1; index <= 8; index++) {
    const size = names.filter((name) => inShard(name, { index, count: 8 })).length
    expect(size).toBeGreaterThan(900)
    expect(size).toBeLessThan(1100)
  }
})

// A change of the hash would leave parts of two versions with gaps between them: these are for good.
test.each([
  { name: 'Disk full', index: 2 },
  { name: 'Café', index: 8 },
  { name: '', index: 5 }
])('“$name” is in part $index of 8, on every machine', ({ name, index }) => {
  expect(Array.from({ length: 8 }, (_, i) => i + 1).find((part) => inShard(name, { index: part, count: 8 }))).toBe(
    index
  )
})
