import { expect, test } from '@jest/globals'
import { compilePatterns, exclusionOf } from '../../src/changes/patterns.ts'

test.each([
  'docs/disk.md',
  'docs/[draft] disk*.md',
  'docs/what?.md',
  'docs/{a,b}.md',
  'docs/+(x).md',
  'docs/!(x).md',
  'docs/a\\b.md',
  '!important.md',
  '#1.md',
  '~/x.md',
  ' blank .md ',
  'docs/über/障害.md'
])('the line to paste excludes %j, and nothing near it', (path) => {
  const choose = compilePatterns(['**/*', exclusionOf(path) ?? ''])
  expect(choose(path)).toBe(false)
  expect(choose(`${path}.bak`)).toBe(true)
})

test('there is no line for a path that a pattern is too short for', () => {
  expect(exclusionOf(`${'a'.repeat(995)}.md`)).toBe(`!${'a'.repeat(995)}.md`)
  expect(exclusionOf(`${'a'.repeat(997)}.md`)).toBeUndefined()
})
