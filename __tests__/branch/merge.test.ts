import { describe, expect, test } from '@jest/globals'
import { findProgram, Git } from '../../src/branch/command.ts'
import { mergeTexts } from '../../src/branch/merge.ts'
import type { MergedPart } from '../../src/branch/source.ts'
import { GIT_ENVIRONMENT } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

/** With the Git of this machine, without a repository. */
async function merge(ours: string, base: string, theirs: string): Promise<readonly MergedPart[]> {
  await using folder = await temporaryFolder()
  using git = new Git(findProgram('git', process.env) ?? '', folder.path, GIT_ENVIRONMENT)
  return await mergeTexts(git, folder.path, ours, base, theirs)
}

const BASE = 'a\nb\nc\nd\ne\n'

describe('a merge gives', () => {
  test.each(
    Object.entries<{
      ours: string
      base?: string
      theirs: string
      /** Lines of the result as one text, and conflicts. */
      expected: readonly MergedPart[]
    }>({
      'both changes': {
        ours: BASE.replace('a', 'A'),
        theirs: BASE.replace('e', 'E'),
        expected: ['A\nb\nc\nd\nE\n']
      },
      'a change that both have, once': {
        ours: BASE.replace('c', 'C'),
        theirs: BASE.replace('c', 'C'),
        expected: ['a\nb\nC\nd\ne\n']
      },
      'a conflict, with both sides': {
        ours: BASE.replace('c', 'x'),
        theirs: BASE.replace('c', 'y\nz'),
        expected: ['a\nb\n', { ours: ['x\n'], theirs: ['y\n', 'z\n'] }, 'd\ne\n']
      },
      'a conflict with a line that one side has removed': {
        ours: BASE.replace('c', 'x'),
        theirs: BASE.replace('c\n', ''),
        expected: ['a\nb\n', { ours: ['x\n'], theirs: [] }, 'd\ne\n']
      },
      'a conflict in which our side has more below the same line': {
        ours: 'a\nb\nnew\nours\n',
        base: 'a\nb\n',
        theirs: 'a\nb\nnew\n',
        expected: ['a\nb\n', { ours: ['new\n', 'ours\n'], theirs: ['new\n'] }]
      },
      'two conflicts': {
        ours: 'x\nb\nc\nd\nx\n',
        theirs: 'y\nb\nc\nd\ny\n',
        expected: [{ ours: ['x\n'], theirs: ['y\n'] }, 'b\nc\nd\n', { ours: ['x\n'], theirs: ['y\n'] }]
      },
      'the same last line, also without a line break': {
        ours: 'A\nb\nc\nd\ne',
        theirs: BASE,
        expected: ['A\nb\nc\nd\ne\n']
      },
      'lines that look like markers': {
        ours: `${'<'.repeat(7)} HEAD\nb\n${'='.repeat(96)}\nx\n${'>'.repeat(98)}\n`,
        base: `${'<'.repeat(7)} HEAD\nb\n${'='.repeat(96)}\nd\n${'>'.repeat(98)}\n`,
        theirs: `${'<'.repeat(7)} HEAD\nb\n${'='.repeat(96)}\ny\n${'>'.repeat(98)}\n`,
        expected: [
          `${'<'.repeat(7)} HEAD\nb\n${'='.repeat(96)}\n`,
          { ours: ['x\n'], theirs: ['y\n'] },
          `${'>'.repeat(98)}\n`
        ]
      },
      'CRLF as it is, and a conflict with it': {
        ours: BASE.replace('c', 'x').replaceAll('\n', '\r\n'),
        base: BASE.replaceAll('\n', '\r\n'),
        theirs: BASE.replace('c', 'y').replaceAll('\n', '\r\n'),
        expected: ['a\r\nb\r\n', { ours: ['x\r\n'], theirs: ['y\r\n'] }, 'd\r\ne\r\n']
      },
      'nothing of nothing': { ours: '', base: '', theirs: '', expected: [] },
      'more conflicts than an exit code can say': {
        ours: 'x\na\nb\nc\n'.repeat(300),
        base: 'w\na\nb\nc\n'.repeat(300),
        theirs: 'y\na\nb\nc\n'.repeat(300),
        expected: Array.from({ length: 300 }, () => [{ ours: ['x\n'], theirs: ['y\n'] }, 'a\nb\nc\n']).flat()
      }
    })
  )('%s', async (_, { ours, base = BASE, theirs, expected }) => {
    expect(joinLines(await merge(ours, base, theirs))).toMatchObject(expected)
  })
})

test('a text that Git cannot merge is an error', async () => {
  await expect(merge('\0', 'a\n', 'b\n')).rejects.toMatchObject({ kind: 'git' })
})

function joinLines(parts: readonly MergedPart[]): MergedPart[] {
  const joined: MergedPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else if (part !== '') joined.push(part)
  }
  return joined
}
