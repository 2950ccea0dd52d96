import { describe, expect, test } from '@jest/globals'
import { decode } from '../../src/runbooks/text.ts'
import { bytes } from './runbooks.ts'

const LFS =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n'

describe('what is text', () => {
  test.each([
    ['ASCII', bytes('# A\n'), '# A\n'],
    ['every length of UTF-8', bytes('aß€😀\n'), 'aß€😀\n'],
    ['a byte order mark, which is taken off', bytes([0xef, 0xbb, 0xbf, 0x23]), '#'],
    ['one byte order mark only', bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x23]), '\uFEFF#'],
    ['CRLF and CR, which are kept', bytes('a\r\nb\rc\n'), 'a\r\nb\rc\n'],
    ['U+FFFD that the author wrote', bytes('a\uFFFDb'), 'a\uFFFDb'],
    ['nothing at all', bytes(''), '']
  ])('%s', (_, content, text) => {
    expect(decode(content, 100)).toEqual({ kind: 'text', text })
  })
})

describe('what is not, and why', () => {
  test.each([
    ['a byte 0xFF', bytes([0x61, 0x0a, 0x62, 0xff]), /not UTF-8/, 2],
    ['Latin-1', bytes([0x61, 0x0a, 0x0a, 0xfc, 0x62, 0x0a]), /not UTF-8/, 3],
    ['half a character at the end', bytes([0x61, 0xe2, 0x82]), /not UTF-8/, 1],
    ['a surrogate in UTF-8', bytes([0xed, 0xa0, 0x80]), /not UTF-8/, 1],
    ['an overlong slash', bytes([0xc0, 0xaf]), /not UTF-8/, 1],
    ['NUL', bytes([0x61, 0x0a, 0x00]), /NUL/, 2],
    ['UTF-16 without a byte order mark', bytes([0x23, 0x00, 0x20, 0x00]), /NUL.*UTF-16/, 1],
    ['UTF-16, little endian', bytes([0xff, 0xfe, 0x23, 0x00]), /UTF-16/, undefined],
    ['UTF-16, big endian', bytes([0xfe, 0xff, 0x00, 0x23]), /UTF-16/, undefined],
    ['UTF-32', bytes([0xff, 0xfe, 0x00, 0x00, 0x23, 0x00, 0x00, 0x00]), /UTF-32/, undefined]
  ])('%s', (_, content, message, line) => {
    const decoded = decode(content, 100)
    if (decoded.kind !== 'refused') throw new Error('taken for text')
    expect(decoded.problem.message).toMatch(message)
    expect(decoded.problem.line).toBe(line)
    expect(decoded.problem.remedy).toBe('Save it as UTF-8.')
  })

  test('a Git LFS pointer names the way out', () => {
    const decoded = decode(bytes(LFS), 1000)
    expect(decoded).toMatchObject({
      kind: 'refused',
      problem: { message: expect.stringContaining('Git LFS pointer'), remedy: expect.stringContaining('lfs: true') }
    })
  })
})

describe('size', () => {
  test('exactly the cap is accepted', () => {
    expect(decode(bytes('a'.repeat(100)), 100).kind).toBe('text')
  })

  test.each([
    ['one byte more, read', bytes('a'.repeat(101))],
    ['one byte more, never read', { kind: 'too-large', size: 101 } as const]
  ])('%s', (_, content) => {
    expect(decode(content, 100)).toMatchObject({
      kind: 'refused',
      problem: { message: 'It has 101 bytes; 100 are allowed.', remedy: expect.stringContaining('max-bytes') }
    })
  })
})
