import { expect, test } from '@jest/globals'
import type { FileContent } from '../../src/branch/source.ts'
import { read } from './read.ts'

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij')
  .map((key, at) => `${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[at] ?? ''}`).join(',')}]`)
  .join('\n')}`
const MEBIBYTE = 2 ** 20

test.each<{ what: string; file: string | FileContent; reason: RegExp; line?: number }>([
  {
    what: 'one byte too many',
    file: `# Over\n${'x'.repeat(MEBIBYTE - 6)}`,
    reason: /1048577 bytes; 1048576 are allowed/
  },
  {
    what: 'a Git LFS pointer',
    file: 'version https://git-lfs.github.com/spec/v1\noid sha256:4\nsize 1\n',
    reason: /LFS/
  },
  { what: 'an alias bomb', file: `---\n${BOMB}\n---\nText.\n`, reason: /repeated too often/, line: 3 },
  { what: 'a function', file: '---\ntitle: !!js/function "function () {}"\n---\nText.\n', reason: /YAML/, line: 2 },
  { what: 'a key twice', file: '---\nx: 1\n"a": 1\n"a": 2\n---\nText.\n', reason: /YAML/, line: 4 },
  { what: '16,000 brackets', file: `---\nx: ${'['.repeat(16_000)}\n---\nText.\n`, reason: /./ }
])('a file with $what is refused', ({ file, reason, line }) => {
  const refused = read(file)
  expect(refused).toMatchObject({ kind: 'refused', reason: expect.stringMatching(reason) })
  if (line !== undefined) expect(refused).toMatchObject({ line })
})

test('a file of exactly the size limit is a runbook', () => {
  expect(read(`# Cap\n${'x'.repeat(MEBIBYTE - 6)}`).kind).toBe('runbook')
})
