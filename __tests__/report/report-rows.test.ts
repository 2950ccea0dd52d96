import { expect, test } from '@jest/globals'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { Report } from '../../src/report/report.ts'
import type { Decision, Orphan, Planned } from '../../src/sync/decide/decision.ts'
import type { Ledger } from '../../src/sync/deliver/ledger.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import { BASE, rowOf, sentRow } from '../sync/looks.ts'
import {
  OVERTAKEN,
  byHand,
  conflict,
  current,
  FAILED,
  kept,
  ledger,
  misnamed,
  NEW_NAME,
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

function rowFor(decision: Decision, run: Given = {}): Report['runbooks'][number] | undefined {
  return reported({ decisions: [decision], ...run }).runbooks[0]
}

/** A runbook whose entry has its text, and another source line. */
function sameText(line: Parameters<typeof sentRow>[0]): Planned {
  const rows = [sentRow({ name: 'a', path: 'docs/a.md', ...line })]
  return { ...planned('a'), rows, targets: rows }
}

test.each<{ name: string; decision: Decision; reason: string; replaces?: true; description?: null }>([
  { name: 'a new text', decision: planned('a'), reason: 'Its text differs from that of its entry.' },
  { name: 'a moved file', decision: sameText({ path: 'docs/b.md' }), reason: 'Its file was moved from docs/b.md.' },
  { name: 'other alerts', decision: sameText({ alertList: '`DiskFull`' }), reason: 'Its alerts change.' },
  {
    name: 'other alerts, where the description of a person stays',
    decision: sameText({ alertList: '`DiskFull`', details: { description: 'Mine.' } }),
    reason: 'Its alerts change.',
    description: null
  },
  { name: 'another description', decision: sameText({ described: '3a4b5c' }), reason: 'Its description changes.' },
  {
    name: 'a file that has changed, but not its text',
    decision: sameText({ blob: 'c'.repeat(12) }),
    reason: 'Its file has changed, but not its text.'
  },
  {
    name: 'another branch',
    decision: sameText({ base: { ...BASE, ref: 'next' } }),
    reason: 'Its entry comes from another branch.'
  },
  {
    name: 'an edit that is to go',
    decision: planned('a', 'replaces', [row('a')]),
    reason: 'It replaces a text of the assistant, which is saved first.',
    replaces: true
  }
])(
  'a plan says why a runbook is sent, and with which description: $name',
  ({ decision, reason, replaces = false, description = 'What to do.' }) => {
    const needs = replaces ? 'look' : 'nothing'
    expect(rowFor(decision, { mode: 'plan' })).toMatchObject({
      outcome: 'planned',
      reason,
      replaces,
      needs,
      description
    })
  }
)

const PLACE = { serverUrl: 'https://git.example', repository: 'acme/ops' }
/** As `forge: other` reads it. */
const OF_OTHER_FORGE = { ...PLACE, ref: 'main', forge: 'github' } as const

test.each<{ name: string; decision: Decision; place?: object; reason?: string; hint?: string | RegExp }>([
  {
    name: 'a text by hand',
    decision: byHand('a'),
    reason: 'Somebody wrote its entry in the assistant, and the file has another text.'
  },
  {
    name: 'an entry of another repository',
    decision: conflict('a', { cause: 'another source' }),
    reason: 'Its entry comes from https://github.com/acme/old/blob/main/docs/a.md.',
    hint: /^If this repository had that address before, use `runbook-sync sync --replace docs\/a\.md` once: /
  },
  {
    name: 'an entry that a run with the links of GitHub has sent',
    decision: conflict('a', { cause: 'another source', row: row('a', OF_OTHER_FORGE) }),
    place: PLACE,
    reason: 'Its entry comes from this repository, shown by another forge.',
    hint: 'Add `--forge github`.'
  },
  {
    name: 'one that a run without links has sent',
    decision: conflict('a', { cause: 'another source', row: row('a', { ...OF_OTHER_FORGE, forge: 'other' }) }),
    place: PLACE,
    hint: /^Bring edits into the files with `runbook-sync pull --forge other`, and/
  },
  {
    name: 'an entry of another file',
    decision: conflict('a', { cause: 'another source', row: row('a') }),
    hint: /^Two runbooks have the same name: /
  },
  {
    name: 'a path that a shell would take apart',
    decision: { ...conflict('a'), runbook: { ...conflict('a').runbook, path: "docs/Sam's $HOME.md" } },
    hint: /--replace 'docs\/Sam'\\''s \$HOME\.md'/
  },
  { name: 'a file', decision: refusedFile('a'), reason: 'The file is not UTF-8.', hint: 'Save it as UTF-8.' }
])(
  'a red row says why a runbook is refused, and what to do: $name',
  ({ decision, place, reason = /./, hint = /./ }) => {
    const expected = {
      outcome: 'refused',
      cause: 'cause' in decision ? decision.cause : '',
      red: true,
      needs: 'person'
    }
    const said = { reason: expect.stringMatching(reason), hint: expect.stringMatching(hint) }
    expect(rowFor(decision, place)).toMatchObject({ ...expected, ...said })
  }
)

const JOB = { workflow: 'runbooks.yml' }

test.each<{ name: string; frame: Given; says: RegExp }>([
  { name: 'on a laptop', frame: {}, says: /, use `runbook-sync sync --replace docs\/a\.md`\.$/ },
  {
    name: 'in a job',
    frame: JOB,
    says: /--replace docs\/a\.md` \(https:.*command-line\.md\), or start runbooks\.yml by hand with `on-conflict: replace`, which is for all edits \(https:.*workflow\.md#edits-in-the-assistant\)\.$/
  },
  {
    name: 'in a job that cannot keep what is replaced',
    frame: { ...JOB, inputsByHand: ['on-conflict'], keepsTexts: false },
    says: /--replace docs\/a\.md` \(https:.*command-line\.md\)\.$/
  }
])('how somebody keeps or discards an edit: $name', ({ frame, says }) => {
  const hint = expect.stringMatching(
    /^To keep the text, bring it into the file with `runbook-sync pull`\. To discard it/
  )
  expect(rowFor(kept('a'), frame)).toMatchObject({ outcome: 'kept', red: false, needs: 'person', hint })
  expect(rowFor(kept('a'), frame)?.hint).toMatch(says)
})

const PGDOWN = { trigger: 'alert', triggerConfig: { match_patterns: ['PgDown'] } }
const BY_PERSON = { row: { ...orphan('a').row, by: 'person' } } as const

/** An entry that was sent as “n”, is “a” now, and has this of people, or this text below its own. */
function renamed(details?: Parameters<typeof rowOf>[2], edit = ''): Orphan {
  const { content = '' } = sentRow({ name: 'n', path: 'docs/n.md' })
  const { line, ...rest } = rowOf('a', content + edit, details)
  if (line === undefined) throw new TypeError('A row as it was sent has a line.')
  return orphan('a', { row: { ...rest, line }, ...NEW_NAME })
}

test.each<{ name: string; decision: Orphan; showsTexts?: false; expected: Partial<Report['runbooks'][number]> }>([
  {
    name: 'whose runbook has another name',
    decision: orphan('n', NEW_NAME),
    expected: { cause: 'retitled', reason: 'Its runbook is called “n” now.', needs: 'look', red: false }
  },
  {
    name: 'whose runbook has moved',
    decision: orphan('a', NEW_NAME),
    expected: { cause: 'retitled', reason: 'Its runbook was moved to docs/n.md, with the name “n”.' }
  },
  {
    name: 'without a runbook, that somebody edited',
    decision: orphan('a', BY_PERSON),
    expected: {
      cause: null,
      needs: 'look',
      reason: 'Its runbook was removed. Somebody renamed or edited the entry, so it stays.',
      hint: 'Copy what you need of it, then delete the entry in the assistant.'
    }
  },
  { name: 'that somebody renamed', decision: renamed(), expected: { cause: 'edited', needs: 'person', red: false } },
  {
    name: 'in a public repository',
    decision: renamed(PGDOWN),
    showsTexts: false,
    expected: {
      hint: 'It is bound to alert: bind the new entry first. Copy what you need of it, then delete the entry in the assistant. `runbook-sync list` (https://github.com/runbook-sync/runbook-sync/blob/main/docs/command-line.md) shows its name.'
    }
  },
  {
    name: 'that is bound',
    decision: renamed(PGDOWN, '\nMine.\n'),
    expected: {
      hint: 'It is bound to alert: PgDown: bind the new entry first. Copy what you need of it, then delete the entry in the assistant.'
    }
  },
  {
    name: 'with labels and a description',
    decision: renamed({ labels: { team: 'a' }, description: 'Mine.' }),
    expected: {
      hint: 'It has labels and a description: give the new entry the same first. Copy what you need of it, then delete the entry in the assistant.'
    }
  },
  {
    name: 'that is bound, and whose runbook was removed',
    decision: orphan('a', { row: { ...renamed(PGDOWN).row, by: 'run' } }),
    expected: { cause: null, hint: 'Delete its entry in the assistant.' }
  },
  {
    name: 'that waits for the rest',
    decision: orphan('a', { isToRetire: true }),
    expected: { hint: 'It is retired by a run in which nothing is refused, and nothing fails.' }
  }
])('a row says what to do with an entry $name', ({ decision, expected, ...run }) => {
  expect(rowFor(decision, run)).toMatchObject({ about: 'entry', outcome: 'orphaned', ...expected })
})

const RETIRE = orphan('a', { isToRetire: true })
const TOO_LARGE: SentState = {
  is: 'failed',
  why: 'rejected',
  error: new RequestError('entry-rejected', 'Too large.', 'Split.', { status: 413, answer: 'HTTP 413' })
}

/** What was sent of the runbook “a”, or of its note. */
function sentAs(shipment: Planned | Orphan, state: SentState, isByName = false): Ledger {
  const all = ledger()
  for (const one of sent({ a: state }).all) all.set({ ...one, shipment, isByName })
  return all
}

test.each<{ name: string; decision: Decision; ledger?: Ledger; mode?: 'plan'; expected: object }>([
  {
    name: 'a draft',
    decision: refusedFile('a', { kind: 'skipped', reason: 'draft: true', hint: undefined }),
    expected: { outcome: 'skipped', cause: null, reason: 'draft: true.', hint: '', red: false }
  },
  {
    name: 'an entry that got a new title',
    decision: planned('a', 'retitled'),
    ledger: sentAs(planned('a', 'retitled'), SHOWN),
    expected: { outcome: 'upserted', reason: 'The entry “a” has its new title.' }
  },
  {
    name: 'another entry, because the service renames none',
    decision: planned('a', 'retitled'),
    ledger: sentAs(planned('a', 'retitled'), SHOWN, true),
    expected: { outcome: 'upserted', reason: '' }
  },
  {
    name: 'rejected, with the status that the service answered',
    decision: planned('a'),
    ledger: sent({ a: TOO_LARGE }),
    expected: { outcome: 'failed', brief: 'the service answered HTTP 413', red: true, needs: 'person' }
  },
  { name: 'a note to be sent', decision: RETIRE, mode: 'plan', expected: { about: 'entry', outcome: 'planned' } },
  {
    name: 'a note that has failed',
    decision: RETIRE,
    ledger: sentAs(RETIRE, FAILED),
    expected: { brief: 'not retired', hint: 'Delete its entry in the assistant.', needs: 'person' }
  },
  {
    name: 'a note that somebody has edited',
    decision: RETIRE,
    ledger: sentAs(RETIRE, OVERTAKEN),
    expected: { brief: 'not retired', hint: 'Copy what you need of it, then delete the entry in the assistant.' }
  }
])('a row says what became of it: $name', ({ decision, expected, ...run }) => {
  expect(rowFor(decision, run)).toMatchObject(expected)
})

const DIRECTION = ['--- in the assistant', '+++ in Git']

test.each<{ name: string; lines: readonly string[]; showsTexts?: false; says: string }>([
  {
    name: 'the first line that differs',
    lines: [' Text.', '-', '----', '+Kim.'],
    says: ' The first line that differs: `---`.'
  },
  {
    name: 'a tab, blanks and an emoji',
    lines: ['-a\tb  c 🙂'],
    says: ' The first line that differs: `a\\tb··c \\u{1f642}`.'
  },
  {
    name: 'a long line to its end, so that a token in it is found',
    lines: [`+${'word '.repeat(100)}oap_end`],
    says: ` The first line that differs: \`${'word '.repeat(100)}oap_end\`.`
  },
  { name: 'no line, if only blank ones differ', lines: ['+'], says: '' },
  { name: 'no line, if texts must not be shown', lines: ['-Sam.'], showsTexts: false, says: '' }
])('of a text that was altered, a row has $name', ({ lines, showsTexts = true, says }) => {
  const differences = new Map([['docs/a.md', [...DIRECTION, ...lines]]])
  const found = rowFor(kept('a'), { states: { a: OVERTAKEN }, differences, showsTexts })
  expect(found).toMatchObject({ brief: 'the list shows another text', reason: `${REJECTED.message}${says}` })
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
  const changed = first === undefined ? [] : [first.runbook]
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
  const decisions = [current('a'), kept('b'), conflict('c'), conflict('d'), planned('e'), current('f'), misnamed('x')]
  const { runbooks } = reported({ decisions, unchanged: ['c'], states: { e: FAILED, f: SHOWN } })
  expect(runbooks.map(({ outcome, path, needs }) => `${outcome} ${path} ${needs}`)).toEqual([
    'failed docs/e.md person',
    'refused docs/d.md person',
    'refused docs/c.md person',
    'kept docs/b.md person',
    'orphaned docs/x.md person',
    'upserted docs/f.md nothing',
    'unchanged docs/a.md nothing'
  ])
})
