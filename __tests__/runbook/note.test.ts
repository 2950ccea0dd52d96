import { expect, test } from '@jest/globals'
import type { LinkBase } from '../../src/runbook/links.ts'
import { retirementNote } from '../../src/runbook/note.ts'

const BASE: LinkBase = { repository: 'acme/ops', serverUrl: 'https://git.example', ref: 'main' }
const GONE = { path: 'docs/a.md', name: 'A', blob: '1a2b3c4d5e6f', now: undefined }
const COMMIT = 'c'.repeat(40)

test.each<[string, Partial<LinkBase>, RegExp]>([
  ['with a link', {}, /as of commit \[`ccccccc`\]\(https:\/\/git\.example\/acme\/ops\/commit\/c{40}\)/],
  ['without one, if nobody knows how those of the server look', { forge: 'other' }, /as of commit `ccccccc`\./]
])('a note names its commit %s', (_, base, expected) => {
  expect(retirementNote(GONE, { ...BASE, ...base }, COMMIT).content).toMatch(expected)
})

test('a note says where the runbook is now, and a name with backticks is no markup', () => {
  const now = { name: 'Use `df`', path: 'docs/b.md' }
  const { content } = retirementNote({ ...GONE, now }, BASE, undefined)
  expect(content).toContain('of `acme/ops` any more. Use `` Use `df` `` instead (`acme/ops`, `docs/b.md`).')
})
