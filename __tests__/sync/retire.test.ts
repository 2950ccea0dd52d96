import { expect, test } from '@jest/globals'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { retirementNote } from '../../src/sync/retire.ts'

const OPTIONS: RunbookOptions = {
  nameTemplate: '{title}',
  frontMatter: 'strip',
  repository: 'acme/ops',
  serverUrl: 'https://git.example',
  ref: 'main'
}
const COMMIT = { id: 'c'.repeat(40), date: '2026-11-20' }

test.each<[string, Partial<RunbookOptions>, RegExp]>([
  ['with a link', {}, /as of commit \[`ccccccc`\]\(https:\/\/git\.example\/acme\/ops\/commit\/c{40}\) of 2026-11-20/],
  ['without one, if nobody knows how those of the server look', { forge: 'other' }, /as of commit `ccccccc` of 2026/]
])('a note names its commit %s', (_, options, expected) => {
  const note = retirementNote({ path: 'docs/a.md', name: 'A' }, { ...OPTIONS, ...options }, 'refs/heads/main', COMMIT)
  expect(note).toMatch(expected)
})
