import { expect, test } from '@jest/globals'
import { alertFindings } from '../../src/alerts/findings.ts'
import { ActionError } from '../../src/errors.ts'
import { current, overdue, planned, refused, shared } from './decisions.ts'
import { many, NO_ALERTS, printed, RED_SYNC, WHERE, type Given } from './results.ts'

const NOT_READ = alertFindings({ ...NO_ALERTS, others: ['a.libsonnet'] }, [], 'all')

test('a command prints what needs a person, notices, counts, and then what happened', () => {
  expect(printed(RED_SYNC).trimEnd().split('\n')).toEqual([
    'refused   2 files  It is empty.  docs/b.md, docs/c.md',
    expect.stringMatching(/^kept {6}docs\/d\.md {2}“d” Somebody edited .*--replace docs\/d\.md`\.$/),
    'delivered docs/a.md  “a”',
    'orphaned  docs/e.md  “e” Its runbook was removed. Delete its entry in the assistant.',
    'notice    Of the run.',
    'warning   docs/a.md:2  Broken.',
    '2 refused, 1 kept, 1 delivered, 1 orphaned; 4 files selected at commit ccccccc.',
    'Before the run, the knowledge base had 3 entries: 3 current.',
    WHERE,
    expect.stringMatching(/^✗ 1 runbook delivered; 2 runbooks are not delivered: docs\/b/),
    '  Fill it.'
  ])
})

const WRONG = new ActionError('input', 'It is wrong.', 'Correct it.')
const ADVICE = [{ hint: 'Fill it without NUL.' }, { hint: 'Fill it' }]

test.each<{ name: string; run: Given; firstLine?: string; lines: readonly unknown[] }>([
  {
    name: 'differences in a plan',
    run: { mode: 'plan', decisions: [planned('a'), current('b')], differences: new Map([['docs/a.md', ['-a', '+b']]]) },
    lines: [
      'planned   docs/a.md  “a” Its text differs from that of its entry. Description: What to do.',
      '    -a',
      '    +b',
      '✓ A sync would send 1 runbook.'
    ]
  },
  {
    name: 'more that is overdue than the first line names',
    run: { decisions: ['a', 'b', 'c', 'd'].map((name) => overdue(name, '2026-05-02')) },
    lines: [
      expect.stringMatching(/^4 runbooks are overdue for review: docs\/a.* docs\/d\.md \(since 2 May 2026\)\.$/),
      expect.stringMatching(/^✓ Everything is up to date; 4 runbooks are overdue .* and 1 more\.$/),
      '  Review what is overdue, and change its date in the front matter.'
    ]
  },
  {
    name: 'advice that is a part of other advice',
    run: { decisions: ADVICE.map((advice, at) => refused(`${at}`, advice)) },
    lines: [
      'refused   docs/0.md  It is empty.',
      'refused   docs/1.md  It is empty. Fill it',
      '✗ 2 runbooks are not delivered: docs/0.md, docs/1.md (it is empty).',
      '  docs/0.md: Fill it without NUL. There is other advice for 1 more runbook.'
    ]
  },
  {
    name: 'the advice of a file, if the next step is about what ended the run',
    run: { decisions: [refused('a')], ended: new ActionError('git', 'It is gone.', 'Fetch it.') },
    lines: ['refused   docs/a.md  It is empty. Fill it.', expect.stringMatching(/^✗ It is gone\. /), '  Fetch it.']
  },
  {
    name: 'files of one name, each once',
    run: { decisions: shared('a', ['docs', 'ops']) },
    lines: [
      expect.stringMatching(/^refused {3}2 files {2}docs\/a\.md, ops\/a\.md have the same name .* the other\.$/),
      '✗ 2 runbooks are not delivered: docs/a.md, ops/a.md (duplicate name).',
      expect.stringMatching(/^ {2}Give each of them a `title`/)
    ]
  },
  { name: 'what ended it', run: { ended: WRONG }, lines: ['✗ It is wrong.', '  Correct it.'] },
  {
    name: 'rules that are not read',
    run: { mode: 'alerts', alerts: NOT_READ },
    lines: [expect.stringMatching(/^notice .*a\.libsonnet/), 'No alerts in 1 file.', '! No alerts were read.']
  },
  { name: 'a first line of its own', run: { mode: 'list' }, firstLine: '3 entries', lines: ['✓ 3 entries'] }
])('a command prints $name', ({ run, firstLine, lines }) => {
  const shown = printed(run, undefined, firstLine).trimEnd().split('\n')
  expect(shown.filter((line) => line !== WHERE && !/selected at|^Before the run/.test(line))).toEqual(lines)
})

test('a command prints at most a hundred lines, but all differences', () => {
  const decisions = many(300).map((name) => planned(name))
  const notices = many(300).map((message) => ({ level: 'notice', message }) as const)
  const differences = new Map([['docs/99.md', ['-a']]])
  const shown = printed({ mode: 'plan', decisions, notices, differences }).split('\n')
  expect(shown.filter((line) => line.startsWith('planned'))).toHaveLength(101)
  expect(shown).toContain('    -a')
  expect(shown).toContain('and 399 more lines: see the JSON report')
})
