import { expect, test } from '@jest/globals'
import { merge } from '../support/merge.ts'

const BASE = 'a\nb\nc\nd\ne\n'
const MARKS = `${'<'.repeat(7)} HEAD\nb\n${'='.repeat(96)}\nx\n${'>'.repeat(98)}\n`
const many = (line: string): string => `${line}\na\nb\nc\n`.repeat(300)

test.each<{ what: string; ours: string; base?: string; theirs: string; merged: string | undefined }>([
  { what: 'two changes', ours: BASE.replace('a', 'A'), theirs: BASE.replace('e', 'E'), merged: 'A\nb\nc\nd\nE\n' },
  { what: 'two changes of a line', ours: BASE.replace('c', 'x'), theirs: BASE.replace('c', 'y'), merged: undefined },
  { what: 'a changed line that they removed', ours: BASE.replace('c', 'x'), theirs: 'a\nb\nd\ne\n', merged: undefined },
  { what: 'a new line right below theirs', ours: 'a\nb\nc\n', base: 'a\n', theirs: 'a\nb\n', merged: undefined },
  { what: 'a last line without a line break', ours: 'A\nb\nc\nd\ne', theirs: BASE, merged: 'A\nb\nc\nd\ne\n' },
  { what: 'marks of conflicts as text', ours: MARKS, base: MARKS.replace('x', 'd'), theirs: MARKS, merged: MARKS },
  // More than an exit code can say.
  { what: '300 conflicts', ours: many('x'), base: many('w'), theirs: many('y'), merged: undefined }
])('a merge of $what', async ({ ours, base = BASE, theirs, merged }) => {
  expect(await merge(ours, base, theirs)).toBe(merged)
})

test('a text that Git cannot merge is an error', async () => {
  await expect(merge('\0', 'a\n', 'b\n')).rejects.toMatchObject({ kind: 'git' })
})
