import { expect, test } from '@jest/globals'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { Decision, Orphan, Planned } from '../../src/sync/decide/decision.ts'
import type { Ledger } from '../../src/sync/deliver/ledger.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import { BASE, rowOf, runbookOf, sentRow } from '../sync/looks.ts'
import {
  OVERTAKEN,
  byHand,
  conflict,
  current,
  FAILED,
  kept,
  ledger,
  refusedFile,
  REJECTED,
  orphan,
  reported,
  row,
  SAVED,
  planned,
  sent,
  shared,
  SHOWN,
  type Given
} from './results.ts'

const TOO_LARGE: SentState = {
  is: 'failed',
  why: 'rejected',
  error: new RequestError('entry-rejected', 'Too large.', 'Split.', { status: 413, answer: 'HTTP 413' })
}
const IS_SHOWN = sent({ a: SHOWN })
const RETIRE = orphan('a', { isToRetire: true })

/** The note for a runbook that is gone, as it was sent. */
function note(state: SentState): Ledger {
  const all = ledger()
  all.set({
    shipment: RETIRE,
    name: 'a',
    path: 'docs/a.md',
    digest: 'd',
    blob: 'b',
    size: 9,
    isByName: false,
    state
  })
  return all
}

/** A runbook that the list shows as it was sent. */
function sentAs(why: Planned['why'], isByName: boolean): Ledger {
  const all = ledger()
  for (const one of IS_SHOWN.all) all.set({ ...one, shipment: planned('a', why), isByName })
  return all
}

const PLACE = { serverUrl: 'https://git.example', repository: 'acme/ops' }
/** As `forge: other` reads it. */
const OF_OTHER_FORGE = { ...PLACE, ref: 'main', forge: 'github' } as const

const B = runbookOf({ name: 'b', path: 'docs/a.md' })
const PGDOWN = { trigger: 'alert', triggerConfig: { match_patterns: ['PgDown'] } }

/** An entry that was sent as “b”, unless the test says otherwise, and is “a” now, although its runbook is called “b”. */
function misnamed(sent: Parameters<typeof sentRow>[0], edit = ''): Orphan {
  const { content = '', details } = sentRow({ name: 'b', path: 'docs/a.md', ...sent })
  const { line, ...rest } = rowOf('a', content + edit, details)
  if (line === undefined) throw new TypeError('A row as it was sent has a line.')
  return orphan('a', { row: { ...rest, line }, became: B })
}

/** A runbook whose entry has its text, and another source line. */
function sameText(sent: Parameters<typeof sentRow>[0]): Planned {
  const rows = [sentRow({ name: 'a', ...sent })]
  return { ...planned('a'), rows, targets: rows }
}

interface Case {
  readonly name: string
  readonly decision?: Decision
  readonly ledger?: Ledger
  readonly mode?: 'plan'
  readonly serverUrl?: string
  readonly repository?: string
  readonly showsTexts?: boolean
  readonly expected: object
  readonly unchanged?: readonly string[]
}

test.each<Case>([
  {
    name: 'a text by hand',
    decision: byHand('a'),
    expected: {
      cause: 'conflict',
      red: true,
      reason: 'Somebody wrote its entry in the assistant, and the file has another text.'
    }
  },
  {
    name: 'a new text',
    decision: planned('a'),
    mode: 'plan',
    expected: { reason: 'Its text differs from that of its entry.' }
  },
  {
    name: 'a moved file',
    decision: sameText({ path: 'docs/old.md' }),
    mode: 'plan',
    expected: { reason: 'Its file was moved from docs/old.md.' }
  },
  {
    name: 'other alerts',
    decision: sameText({ path: 'docs/a.md', alertList: '`DiskFull`' }),
    mode: 'plan',
    expected: { reason: 'Its alerts change.', description: 'What to do.' }
  },
  {
    name: 'another description',
    decision: sameText({ path: 'docs/a.md', described: '3a4b5c' }),
    mode: 'plan',
    expected: { reason: 'Its description changes.' }
  },
  {
    name: 'other alerts, where the description of a person stays',
    decision: sameText({ path: 'docs/a.md', alertList: '`DiskFull`', details: { description: 'Mine.' } }),
    mode: 'plan',
    expected: { reason: 'Its alerts change.', description: null }
  },
  {
    name: 'a file that has changed, but not its text',
    decision: sameText({ path: 'docs/a.md', blob: 'c'.repeat(12) }),
    mode: 'plan',
    expected: { reason: 'Its file has changed, but not its text.' }
  },
  {
    name: 'an entry of another branch',
    decision: sameText({ path: 'docs/a.md', base: { ...BASE, ref: 'next' } }),
    mode: 'plan',
    expected: { reason: 'Its entry comes from another branch.' }
  },
  {
    name: 'an entry of another repository',
    decision: conflict('a', { cause: 'another source' }),
    expected: {
      cause: 'another source',
      reason: 'Its entry comes from https://github.com/acme/old/blob/main/docs/a.md.',
      hint: expect.stringMatching(
        /^If this repository had that address before, use `runbook-sync sync --replace docs\/a\.md` once: /
      )
    }
  },
  {
    name: 'an entry of this repository that a run with the links of GitHub has sent',
    decision: conflict('a', { cause: 'another source', row: row('a', OF_OTHER_FORGE) }),
    ...PLACE,
    expected: {
      cause: 'another source',
      reason: 'Its entry comes from this repository, shown by another forge.',
      hint: 'Add `--forge github`.'
    }
  },
  {
    name: 'one that a run without links has sent',
    decision: conflict('a', { cause: 'another source', row: row('a', { ...OF_OTHER_FORGE, forge: 'other' }) }),
    ...PLACE,
    expected: { hint: expect.stringMatching(/^Bring edits into the files with `runbook-sync pull --forge other`, and/) }
  },
  {
    name: 'an entry of another file',
    decision: conflict('a', { cause: 'another source', row: row('a') }),
    expected: { cause: 'another source', hint: expect.stringMatching(/^Two runbooks have the same name: /) }
  },
  {
    name: 'a path that a shell would take apart',
    decision: { ...conflict('a'), runbook: { ...conflict('a').runbook, path: "docs/Sam's $HOME.md" } },
    expected: { hint: expect.stringContaining(String.raw`--replace 'docs/Sam'\''s $HOME.md'`) }
  },
  { name: 'a refused file', decision: refusedFile('a'), expected: { outcome: 'refused', cause: 'text', red: true } },
  {
    name: 'a draft',
    decision: refusedFile('a', { kind: 'skipped', reason: 'draft: true', hint: undefined }),
    expected: { outcome: 'skipped', cause: null, reason: 'draft: true.', hint: '', red: false }
  },
  {
    name: 'a plan over an edit',
    decision: planned('a', 'replaces', [row('a')]),
    mode: 'plan',
    expected: { outcome: 'planned', replaces: true, reason: expect.stringMatching(/^It replaces a text/) }
  },
  {
    name: 'an entry that got a new title',
    decision: planned('a', 'retitled'),
    ledger: sentAs('retitled', false),
    expected: { outcome: 'upserted', reason: 'The entry “a” has its new title.' }
  },
  {
    name: 'another entry, because the service renames none',
    decision: planned('a', 'retitled'),
    ledger: sentAs('retitled', true),
    expected: { outcome: 'upserted', reason: '' }
  },
  {
    name: 'rejected, with the status that the service answered',
    decision: planned('a'),
    ledger: sent({ a: TOO_LARGE }),
    expected: { outcome: 'failed', brief: 'the service answered HTTP 413', red: true }
  },
  {
    name: 'overtaken',
    decision: kept('a'),
    ledger: sent({ a: OVERTAKEN }),
    expected: { outcome: 'failed', brief: 'the list shows another text', red: true }
  },
  {
    name: 'an orphan whose runbook has another name',
    decision: orphan('a', { became: B }),
    expected: { about: 'entry', outcome: 'orphaned', cause: 'retitled', reason: 'Its runbook is called “b” now.' }
  },
  {
    name: 'an orphan whose runbook has moved',
    decision: orphan('a', { became: { ...B, path: 'docs/b.md' } }),
    expected: { reason: 'Its runbook was moved to docs/b.md, with the name “b”.' }
  },
  {
    name: 'an orphan that somebody edited',
    decision: orphan('a', { row: { ...orphan('a').row, by: 'person' } }),
    expected: { reason: expect.stringMatching(/so it stays/), hint: expect.stringMatching(/^Copy what you need/) }
  },
  {
    name: 'one that somebody renamed or edited',
    decision: misnamed({ text: 'Text.' }),
    expected: {
      cause: 'edited',
      reason: 'Its runbook is called “b” now. Somebody renamed or edited the entry, so it stays.',
      hint: 'Copy what you need of it, then delete the entry in the assistant.',
      red: false
    }
  },
  {
    name: 'one in a public repository',
    decision: misnamed({ text: 'Text.', details: PGDOWN }),
    showsTexts: false,
    expected: {
      hint: 'It is bound to alert: bind the new entry first. Copy what you need of it, then delete the entry in the assistant. `runbook-sync list` (https://github.com/runbook-sync/runbook-sync/blob/main/docs/command-line.md) shows its name.'
    }
  },
  {
    name: 'one that is bound',
    decision: misnamed({ text: 'Text.', details: PGDOWN }, '\nMine.\n'),
    expected: { hint: expect.stringMatching(/^It is bound to alert: PgDown: bind the new entry first\. Copy what/) }
  },
  {
    name: 'one with labels and a description',
    decision: misnamed({ text: 'Text.', details: { labels: { team: 'a' }, description: 'Mine.' } }),
    expected: { hint: expect.stringMatching(/^It has labels and a description: give the new entry the same first\. /) }
  },
  {
    name: 'one that is bound, and whose runbook was removed',
    decision: orphan('a', { row: { ...misnamed({ details: PGDOWN }).row, by: 'run' } }),
    expected: { cause: null, hint: 'Delete its entry in the assistant.' }
  },
  {
    name: 'what a sync would retire',
    decision: RETIRE,
    mode: 'plan',
    expected: { about: 'entry', outcome: 'planned' }
  },
  {
    name: 'an entry that waits for the rest',
    decision: RETIRE,
    expected: { outcome: 'orphaned', hint: 'It is retired by a run in which nothing is refused, and nothing fails.' }
  },
  {
    name: 'a note that has failed',
    decision: RETIRE,
    ledger: note(FAILED),
    expected: { brief: 'not retired', hint: expect.stringMatching(/^Delete/) }
  },
  {
    name: 'a note that somebody has edited',
    decision: RETIRE,
    ledger: note(OVERTAKEN),
    expected: { brief: 'not retired', hint: expect.stringMatching(/^Copy what you need of it/) }
  }
])('a row says what became of it: $name', ({ decision, expected, ...run }) => {
  const decisions = decision === undefined ? [] : [decision]
  expect(reported({ decisions, ...run }).runbooks).toEqual([expect.objectContaining(expected)])
})

test.each<{ name: string; difference: readonly string[]; showsTexts?: boolean; says: string }>([
  {
    name: 'another line',
    difference: [' Text.', '-Sam.', '+Kim.', ' x', '-y'],
    says: ' Where `Kim.` was sent, it shows `Sam.`.'
  },
  { name: 'lines more', difference: [' Text.', '-', '----'], says: ' Where nothing was sent, it shows `---`.' },
  { name: 'a line less', difference: ['+Kim.'], says: ' Where `Kim.` was sent, it shows nothing.' },
  {
    name: 'a tab, blanks and an emoji',
    difference: ['-a\tb  c 🙂', '+a b c'],
    says: ' Where `a b c` was sent, it shows `a\\tb··c \\u{1f642}`.'
  },
  {
    name: 'a long line to its end, so that a token in it is found',
    difference: [`+${'word '.repeat(100)}oap_end`],
    says: ` Where \`${'word '.repeat(100)}oap_end\` was sent, it shows nothing.`
  },
  { name: 'nothing, if texts must not be shown', difference: ['-Sam.'], showsTexts: false, says: '' }
])('an altered text is described by the first lines that differ: $name', ({ difference, showsTexts = true, says }) => {
  const differences = new Map([['docs/a.md', difference]])
  const [row] = reported({ decisions: [kept('a')], states: { a: OVERTAKEN }, differences, showsTexts }).runbooks
  expect(row?.reason).toBe(`${REJECTED.message}${says}`)
})

test.each<{ name: string; decision: Decision; difference: readonly string[] }>([
  {
    name: 'what a send would change',
    decision: conflict('a'),
    difference: [
      '--- in the assistant',
      '+++ in Git',
      '@@ -1,3 +1,2 @@',
      ' x',
      '-Sam.',
      '-Tea.',
      '+Kim.',
      ' y',
      '+z',
      '(1 more line)'
    ]
  },
  {
    name: 'what an edit that stays has changed',
    decision: kept('a'),
    difference: [
      '--- in Git',
      '+++ in the assistant, where it stays',
      '@@ -1,2 +1,3 @@',
      ' x',
      '-Kim.',
      '+Sam.',
      '+Tea.',
      ' y',
      '-z',
      '(1 more line)'
    ]
  }
])('a difference shows $name', ({ decision, difference }) => {
  const changes = ['@@ -1,3 +1,2 @@', ' x', '-Sam.', '-Tea.', '+Kim.', ' y', '+z', '(1 more line)']
  const [row] = reported({ decisions: [decision], differences: new Map([['docs/a.md', changes]]) }).runbooks
  expect(row?.difference).toEqual(difference)
})

test('a public repository shows no names of entries, differences or replaced texts', () => {
  const decisions = [conflict('a'), orphan('b')]
  const run: Given = { decisions, differences: new Map([['docs/a.md', ['-a']]]), saved: [SAVED], showsTexts: false }
  const { runbooks, saved } = reported(run)
  expect(runbooks.map(({ name, difference }) => ({ name, difference }))).toEqual([
    { name: 'a', difference: null },
    { name: null, difference: null }
  ])
  expect(saved[0]?.text).toBeNull()
})

test('files that share a name say the same, and name the file that came last', () => {
  const [first] = shared('Summary', ['d'])
  const changed = first !== undefined && 'runbook' in first ? [first.runbook] : []
  const { runbooks } = reported({ decisions: shared('Summary', ['d', 'a', 'b', 'c', 'e', 'f'], { changed }) })
  expect(runbooks[0]).toMatchObject({
    path: 'a/Summary.md',
    cause: 'duplicate',
    reason:
      'd/Summary.md, a/Summary.md, b/Summary.md, c/Summary.md, e/Summary.md and 1 more have the same name “Summary”, so one entry would overwrite the other.',
    hint: expect.stringMatching(
      /^Give d\/Summary\.md a `title` of its own .*, or set `entry-name` .*To leave one out, add a line such as /
    )
  })
  expect(new Set(runbooks.map(({ reason, hint }) => `${reason} ${hint}`)).size).toBe(1)
})

test('what needs a person comes first', () => {
  const decisions = [current('a'), kept('b'), conflict('c'), conflict('d'), planned('e')]
  const { runbooks } = reported({
    decisions: [...decisions, current('f'), misnamed({})],
    unchanged: ['c'],
    states: { e: FAILED, f: SHOWN }
  })
  expect(runbooks.map(({ outcome, path }) => `${outcome} ${path}`)).toEqual([
    'failed docs/e.md',
    'refused docs/d.md',
    'refused docs/c.md',
    'orphaned docs/a.md',
    'kept docs/b.md',
    'upserted docs/f.md',
    'unchanged docs/a.md'
  ])
})
