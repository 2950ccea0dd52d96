import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Failure } from '../../src/failures.ts'
import { readDifferences, readTree, type TreeDifference, type TreeEntry } from '../../src/source/git-records.ts'
import { fuzz } from '../support/fuzz.ts'

const KINDS = {
  '100644': 'file',
  '100755': 'file',
  '120000': 'symlink',
  '160000': 'submodule',
  '040000': 'other'
} as const
const TYPES = { '120000': 'blob', '160000': 'commit', '040000': 'tree', '100644': 'blob', '100755': 'blob' } as const

const mode = fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[]))
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: length, maxLength: length })
/** SHA-1 or SHA-256. */
const id = fc.oneof(digits(40), digits(64))
/** A path is any bytes but NUL; those that Git's own format is made of, above all. */
const path = fc
  .array(
    fc.oneof(
      fc.constantFrom(0x09, 0x0a, 0x20, 0x22, 0x2f, 0x3a, 0x5c, 0x61, 0xc3, 0xa9, 0xff),
      fc.integer({ min: 1, max: 255 })
    ),
    {
      minLength: 1,
      maxLength: 30
    }
  )
  .map((bytes) => Buffer.from(bytes))

/** The same bytes, in pieces as a pipe may hand them over. */
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
function* pieces(output: Buffer, lengths: readonly number[]): Generator<Buffer> {
  let at = 0
  for (let turn = 0; at < output.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    yield output.subarray(at, at + length)
    at += length
  }
}

function expectedName(bytes: Buffer) {
  const text = bytes.toString('utf8')
  return { path: text, valid: Buffer.from(text, 'utf8').equals(bytes) }
}

describe('Git’s output, however it is cut', () => {
  test('ls-tree', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ mode, id, path }), { maxLength: 12 }), cuts, (entries, lengths) => {
        const output = Buffer.concat(
          entries.flatMap((entry) => [
            Buffer.from(`${entry.mode} ${TYPES[entry.mode]} ${entry.id}\t`),
            entry.path,
            Buffer.of(0)
          ])
        )
        const read: TreeEntry[] = []
        const consume = readTree((entry) => read.push(entry))
        for (const piece of pieces(output, lengths)) consume(piece)
        expect(read).toEqual(
          entries.map((entry) => ({ kind: KINDS[entry.mode], id: entry.id, ...expectedName(entry.path) }))
        )
      }),
      fuzz(500)
    )
  })

  test('diff-tree', () => {
    const change = fc.record({
      from: mode,
      to: mode,
      before: id,
      after: id,
      status: fc.constantFrom('A', 'D', 'M', 'T', 'U', 'X'),
      path
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), cuts, (changes, lengths) => {
        const output = Buffer.concat(
          changes.flatMap(({ from, to, before, after, status, path: bytes }) => [
            Buffer.from(`:${from} ${to} ${before} ${after} ${status}\0`),
            bytes,
            Buffer.of(0)
          ])
        )
        const read: TreeDifference[] = []
        const consume = readDifferences((difference) => read.push(difference))
        for (const piece of pieces(output, lengths)) consume(piece)
        expect(read).toEqual(
          changes.map(({ from, to, before, after, path: bytes }) => ({
            ...expectedName(bytes),
            before: { kind: KINDS[from], id: before },
            after: { kind: KINDS[to], id: after }
          }))
        )
      }),
      fuzz(500)
    )
  })

  test.each([
    ['ls-tree', readTree],
    ['diff-tree', readDifferences]
  ])(
    '%s: what is no such output gives at most one entry for each NUL, and throws nothing but a failure',
    (_, reader) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 400 }), cuts, (bytes, lengths) => {
          let read = 0
          const consume = reader(() => read++)
          try {
            for (const piece of pieces(Buffer.from(bytes), lengths)) consume(piece)
          } catch (error) {
            expect(error).toBeInstanceOf(Failure)
          }
          expect(read).toBeLessThanOrEqual(bytes.filter((byte) => byte === 0).length)
        }),
        fuzz(500)
      )
    }
  )

  test('a record without an end is not held for ever', () => {
    const consume = readTree(() => undefined)
    const endless = () => {
      for (let times = 0; times < 100; times++) consume(Buffer.alloc(64 * 1024, 'a'))
    }
    expect(endless).toThrow(Failure)
  })
})
