import { expect, test } from '@jest/globals'
import { alertFindings } from '../../src/alerts/findings.ts'
import { ActionError } from '../../src/errors.ts'
import {
  current,
  many,
  overdue,
  printed,
  RED_SYNC,
  refusedFile,
  planned,
  shared,
  WHERE,
  type Given
} from './results.ts'

const NO_ALERTS = { files: 1, alerts: [], unread: [], unknown: [], unnamed: [] }
const NOT_READ = alertFindings({ ...NO_ALERTS, others: ['a.libsonnet'] }, [], 'all')

test.each<{ name: string; run: Given; firstLine?: string; lines: readonly unknown[] }>([
  {
    name: 'a sync',
    run: RED_SYNC,
    lines: [
      'refused   2 files  The file is not UTF-8.  docs/b.md, docs/c.md',
      expect.stringMatching(/^kept {6}docs\/d\.md {2}“d” Somebody edited .*--replace docs\/d\.md`\.$/),
      'delivered docs/a.md  “a”',
      'orphaned  docs/e.md  “e” Its runbook was removed. Delete its entry in the assistant.',
      'notice    Of the run.',
      'warning   docs/a.md:2  Broken.',
      '2 refused, 1 kept, 1 delivered, 1 orphaned; 4 files selected at commit ccccccc.',
      'Before the run, the knowledge base had 3 entries: 3 current.',
      WHERE,
      expect.stringMatching(/^✗ 1 runbook delivered; 2 runbooks are not delivered: docs\/b/),
      '  Save it as UTF-8.'
    ]
  },
  {
    name: 'a plan with differences',
    run: { mode: 'plan', decisions: [planned('a'), current('b')], differences: new Map([['docs/a.md', ['-a', '+b']]]) },
    lines: [
      'planned   docs/a.md  “a” Its text differs from that of its entry. Description: What to do.',
      '    --- in the assistant',
      '    +++ in Git',
      '    -a',
      '    +b',
      '1 planned, 1 unchanged; 2 files selected at commit ccccccc.',
      'Before the run, the knowledge base had 3 entries: 3 current.',
      WHERE,
      '✓ A sync would send 1 runbook.'
    ]
  },
  {
    name: 'more that is overdue than the first line names',
    run: { decisions: ['a', 'b', 'c', 'd'].map((name) => overdue(name, '2026-05-02')) },
    lines: [
      expect.stringMatching(/^4 runbooks are overdue for review: docs\/a.* docs\/d\.md \(since 2 May 2026\)\.$/),
      '4 files selected at commit ccccccc.',
      'Before the run, the knowledge base had 3 entries: 3 current.',
      WHERE,
      expect.stringMatching(/^✓ Everything is up to date; 4 runbooks are overdue .* and 1 more\.$/),
      '  Review what is overdue, and change its date in the front matter.'
    ]
  },
  {
    name: 'a file without text, once',
    run: {
      decisions: [refusedFile('a', { kind: 'skipped', reason: 'no text', hint: 'Write some.' })]
    },
    lines: [
      'skipped   docs/a.md  no text. Write some.',
      '1 skipped; 1 file selected at commit ccccccc.',
      'Before the run, the knowledge base had 3 entries: 3 current.',
      WHERE,
      '✓ There is nothing to deliver.'
    ]
  },
  {
    name: 'advice that is a part of other advice',
    run: {
      decisions: [
        refusedFile('a', { hint: 'Save it as UTF-8 without NUL.' }),
        refusedFile('b', { hint: 'Save it as UTF-8' })
      ]
    },
    lines: [
      'refused   docs/a.md  The file is not UTF-8.',
      'refused   docs/b.md  The file is not UTF-8. Save it as UTF-8',
      '2 refused; 2 files selected at commit ccccccc.',
      'Before the run, the knowledge base had 3 entries: 3 current.',
      WHERE,
      '✗ 2 runbooks are not delivered: docs/a.md, docs/b.md (the file is not UTF-8).',
      '  docs/a.md: Save it as UTF-8 without NUL. The lines above say what to do about 1 more runbook.'
    ]
  },
  {
    name: 'the place of a text that names a file below it',
    run: {
      decisions: [current('a')],
      notices: [{ level: 'warning', path: 'README.md', line: 3, message: 'docs/README.md does not exist.' }]
    },
    lines: [
      'warning   README.md:3  docs/README.md does not exist.',
      '1 file selected at commit ccccccc.',
      'Before the run, the knowledge base had 3 entries: 3 current.',
      WHERE,
      '✓ Everything is up to date.'
    ]
  },
  {
    name: 'files of one name, each once',
    run: { decisions: shared('a', ['docs', 'ops']) },
    lines: [
      expect.stringMatching(
        /^refused {3}2 files {2}docs\/a\.md, ops\/a\.md have the same name “a”.*overwrite the other\.$/
      ),
      '2 refused; 2 files selected at commit ccccccc.',
      'Before the run, the knowledge base had 3 entries: 3 current.',
      WHERE,
      '✗ 2 runbooks are not delivered: docs/a.md, ops/a.md (duplicate name).',
      expect.stringMatching(/^ {2}Give each of them a `title`/)
    ]
  },
  {
    name: 'wrong use',
    run: { assistant: '', ended: new ActionError('input', 'It is wrong.', 'Correct it.') },
    lines: ['✗ It is wrong.', '  Correct it.']
  },
  {
    name: 'rules that are not read',
    run: { mode: 'alerts', alerts: NOT_READ },
    lines: [expect.stringMatching(/^notice .*a\.libsonnet/), 'No alerts in 1 file.', WHERE, '! No alerts were read.']
  },
  { name: 'a first line of its own', run: { mode: 'list' }, firstLine: '3 entries', lines: [WHERE, '✓ 3 entries'] }
])(
  'a command prints what needs a person, notices, counts, and then what happened: $name',
  ({ run, firstLine, lines }) => {
    expect(printed(run, undefined, firstLine).trimEnd().split('\n')).toEqual(lines)
  }
)

test('a command prints at most a hundred lines, but all differences', () => {
  const decisions = many(300).map((name) => planned(name))
  const notices = many(300).map((message) => ({ level: 'notice', message }) as const)
  const differences = new Map([['docs/99.md', ['-a']]])
  const shown = printed({ mode: 'plan', decisions, notices, differences }).split('\n')
  expect(shown.filter((line) => line.startsWith('planned'))).toHaveLength(101)
  expect(shown).toContain('    -a')
  expect(shown).toContain('and 399 more lines: see the JSON report')
})
