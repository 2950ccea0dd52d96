import { expect, test } from '@jest/globals'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { Report } from '../../src/report/report.ts'
import type { Conflict, Decision, Orphan, Planned } from '../../src/sync/decide/decision.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import { COMMAND_LINE } from '../../src/wording.ts'
import { OTHER_BRANCH, rowOf, sentRow } from '../sync/looks.ts'
import * as of from './decisions.ts'
import { FAILED, NEW_NAME, OVERTAKEN, REJECTED, SHOWN } from './decisions.ts'
import { reported, SAVED, sent, type Given } from './results.ts'

function rowFor(decision: Decision, run: Given = {}): Report['runbooks'][number] | undefined {
  return reported({ decisions: [decision], ...run }).runbooks[0]
}

/** A runbook whose entry has its text, and another source line. */
function sameText(line: Parameters<typeof sentRow>[0]): Planned {
  const rows = [sentRow({ name: 'a', path: 'docs/a.md', ...line })]
  return { ...of.planned('a'), rows, targets: rows }
}

const OTHER_BLOB = 'c'.repeat(12)
const OTHER_ALERTS = { alertList: '`DiskFull`', details: { description: 'Mine.' } }
const REPLACES = 'It replaces a text of the assistant, which is saved first.'

test.each<{ name: string; decision: Decision; reason: string; replaces?: true; description?: null }>([
  { name: 'a new text', decision: of.planned('a'), reason: 'Its text differs from that of its entry.' },
  { name: 'a moved file', decision: sameText({ path: 'docs/b.md' }), reason: 'Its file was moved from docs/b.md.' },
  {
    name: 'other alerts, where the description of a person stays',
    decision: sameText(OTHER_ALERTS),
    reason: 'Its alerts change.',
    description: null
  },
  { name: 'another description', decision: sameText({ described: '3a4b5c' }), reason: 'Its description changes.' },
  { name: 'a file alone', decision: sameText({ blob: OTHER_BLOB }), reason: 'Its file has changed, but not its text.' },
  { name: 'a branch', decision: sameText({ base: OTHER_BRANCH }), reason: 'Its entry comes from another branch.' },
  { name: 'an edit', decision: of.planned('a', 'replaces', [of.row('a')]), reason: REPLACES, replaces: true }
])('a plan says why a runbook is sent, and with which description: $name', ({ decision, ...row }) => {
  const { replaces = false, description = 'What to do.', reason } = row
  const expected = { outcome: 'planned', reason, replaces, needs: replaces ? 'look' : 'nothing', description }
  expect(rowFor(decision, { mode: 'plan' })).toMatchObject(expected)
})

const PLACE = { serverUrl: 'https://git.example', repository: 'acme/ops' }
/** The entry as a run with the links of a forge has sent it. */
function elsewhere(forge?: 'github' | 'other'): Conflict {
  return of.conflict('a', {
    cause: 'another source',
    ...(forge && { row: of.row('a', { ...PLACE, ref: 'main', forge }) })
  })
}
const SHELL = { ...of.conflict('a'), runbook: { ...of.conflict('a').runbook, path: "docs/Sam's $HOME.md" } }

test.each<{ name: string; decision: Decision; place?: object; reason?: RegExp; hint?: RegExp }>([
  { name: 'a text by hand', decision: of.byHand('a'), reason: /^Somebody wrote its .* the file has another text\.$/ },
  {
    name: 'an entry of another repository',
    decision: elsewhere(),
    reason: /^Its entry comes from https:\/\/github\.com\/acme\/old\/blob\/main\/docs\/a\.md\.$/,
    hint: /^If this repository had that address before, use `runbook-sync sync --replace docs\/a\.md` once: /
  },
  {
    name: 'an entry that a run with the links of GitHub has sent',
    decision: elsewhere('github'),
    place: PLACE,
    reason: /^Its entry comes from this repository, shown by another forge\.$/,
    hint: /^Add `--forge github`\.$/
  },
  {
    name: 'one that a run without links has sent',
    decision: elsewhere('other'),
    place: PLACE,
    hint: /^Bring edits into the files with `runbook-sync pull --forge other`, and/
  },
  {
    name: 'an entry of another file',
    decision: of.conflict('a', { cause: 'another source', row: of.row('a') }),
    hint: /^Two runbooks have the same name: /
  },
  { name: 'a path that a shell takes apart', decision: SHELL, hint: /--replace 'docs\/Sam'\\''s \$HOME\.md'/ },
  { name: 'a file', decision: of.refused('a'), reason: /^It is empty\.$/, hint: /^Fill it\.$/ }
])(
  'a red row says why a runbook is refused, and what to do: $name',
  ({ decision, place, reason = /./, hint = /./ }) => {
    const cause = 'cause' in decision ? decision.cause : ''
    const said = { reason: expect.stringMatching(reason), hint: expect.stringMatching(hint) }
    expect(rowFor(decision, place)).toMatchObject({ outcome: 'refused', cause, red: true, needs: 'person', ...said })
  }
)

const JOB = { workflow: 'runbooks.yml' }
const BY_HAND = { ...JOB, inputsByHand: ['on-conflict'] }

test.each<{ name: string; frame: Given; says: RegExp }>([
  { name: 'on a laptop', frame: {}, says: /, use `runbook-sync sync --replace docs\/a\.md`\.$/ },
  {
    name: 'in a job',
    frame: JOB,
    says: /--replace docs\/a\.md` \(https:.*command-line\.md\), or start runbooks\.yml by hand with `on-conflict: replace`, which is for all edits \(https:.*workflow\.md#edits-in-the-assistant\)\.$/
  },
  {
    name: 'in a job with this input',
    frame: BY_HAND,
    says: /, which is for all edits \(`gh workflow run runbooks\.yml --repo acme\/ops -f on-conflict=replace`\)\.$/
  },
  {
    name: 'in a job that cannot keep what is replaced',
    frame: { ...BY_HAND, keepsTexts: false },
    says: /--replace docs\/a\.md` \(https:.*command-line\.md\)\.$/
  }
])('how somebody keeps or discards an edit: $name', ({ frame, says }) => {
  const row = rowFor(of.kept('a'), frame)
  expect(row).toMatchObject({ outcome: 'kept', red: false, needs: 'person' })
  expect(row?.hint).toMatch(/^To keep the text, bring it into the file with `runbook-sync pull`\. To discard it/)
  expect(row?.hint).toMatch(says)
})

const PGDOWN = { trigger: 'alert', triggerConfig: { match_patterns: ['Pg'] } }
const LABELED = { labels: { team: 'a' }, description: 'Mine.' }
const COPY = 'Copy what you need of it, then delete the entry in the assistant.'
const GIVE = 'It has labels and a description: give the new entry the same first.'
const LIST = `\`runbook-sync list\` (${COMMAND_LINE}) shows its name.`
const WAITS = 'It is retired by a run in which nothing is refused, and nothing fails.'
const bindTo = (what: string): string => `It is bound to ${what}: bind the new entry first.`
const DELETE = 'Delete its entry in the assistant.'

/** An entry that was sent as “n”, is “a” now, and has this of people, or this text below its own. */
function renamed(details?: Parameters<typeof rowOf>[2], edit = ''): Orphan {
  const { content = '' } = sentRow({ name: 'n', path: 'docs/n.md' })
  return of.orphan('a', { row: of.asSent(rowOf('a', content + edit, details)), ...NEW_NAME })
}

test.each<{ name: string; decision: Orphan; showsTexts?: false; expected: Partial<Report['runbooks'][number]> }>([
  {
    name: 'whose runbook has another name',
    decision: of.orphan('n', NEW_NAME),
    expected: { cause: 'retitled', reason: 'Its runbook is called “n” now.', needs: 'look', red: false }
  },
  {
    name: 'whose runbook has moved',
    decision: of.orphan('a', NEW_NAME),
    expected: { cause: 'retitled', reason: 'Its runbook was moved to docs/n.md, with the name “n”.' }
  },
  {
    name: 'without a runbook, that somebody edited',
    decision: of.orphan('a', { row: { ...of.orphan('a').row, by: 'person' } }),
    expected: {
      ...{ cause: null, needs: 'look', hint: COPY },
      reason: 'Its runbook was removed. Somebody renamed or edited the entry, so it stays.'
    }
  },
  { name: 'that somebody renamed', decision: renamed(), expected: { cause: 'edited', needs: 'person', red: false } },
  {
    name: 'that is bound, and whose runbook was removed',
    decision: of.orphan('a', { row: { ...renamed(PGDOWN).row, by: 'run' } }),
    expected: { cause: null, hint: DELETE }
  },
  { name: 'that is bound', decision: renamed(PGDOWN, '\nMine.'), expected: { hint: `${bindTo('alert: Pg')} ${COPY}` } },
  { name: 'with labels and a description', decision: renamed(LABELED), expected: { hint: `${GIVE} ${COPY}` } },
  {
    name: 'in a public repository',
    decision: renamed(PGDOWN),
    showsTexts: false,
    expected: { hint: `${bindTo('alert')} ${COPY} ${LIST}` }
  },
  { name: 'that waits for the rest', decision: of.orphan('a', { isToRetire: true }), expected: { hint: WAITS } }
])('a row says what to do with an entry $name', ({ decision, expected, ...run }) => {
  expect(rowFor(decision, run)).toMatchObject({ about: 'entry', outcome: 'orphaned', ...expected })
})

const RETIRE = of.orphan('a', { isToRetire: true })
const NOT_RETIRED = { brief: 'not retired', needs: 'person' }
const NEW_TITLE = { outcome: 'upserted', reason: 'The entry “a” has its new title.' }
const RETITLED = of.planned('a', 'retitled')
const TOO_LARGE = new RequestError('entry-rejected', 'Too large.', 'Split.', { status: 413, statusText: 'HTTP 413' })
const ANSWERED: SentState = { is: 'failed', why: 'rejected', error: TOO_LARGE }

test.each<{ name: string; decision: Decision; state?: SentState; isByName?: true; mode?: 'plan'; expected: object }>([
  {
    name: 'a draft',
    decision: of.refused('a', { kind: 'skipped', reason: 'draft: true', hint: undefined }),
    expected: { outcome: 'skipped', cause: null, reason: 'draft: true.', hint: '', red: false }
  },
  { name: 'an entry that got a new title', decision: RETITLED, state: SHOWN, expected: NEW_TITLE },
  {
    name: 'another entry, because the service renames none',
    ...{ decision: RETITLED, state: SHOWN, isByName: true },
    expected: { outcome: 'upserted', reason: '' }
  },
  {
    name: 'rejected, with the status that the service answered',
    decision: of.planned('a'),
    state: ANSWERED,
    expected: { outcome: 'failed', brief: 'the service answered HTTP 413', red: true, needs: 'person' }
  },
  { name: 'a note to be sent', decision: RETIRE, mode: 'plan', expected: { about: 'entry', outcome: 'planned' } },
  { name: 'a note that has failed', decision: RETIRE, state: FAILED, expected: { ...NOT_RETIRED, hint: DELETE } },
  { name: 'a note that is edited', decision: RETIRE, state: OVERTAKEN, expected: { ...NOT_RETIRED, hint: COPY } }
])('a row says what became of it: $name', ({ decision, state, isByName = false, mode, expected }) => {
  const shipment = decision as Planned | Orphan
  const ledger = sent(state === undefined ? {} : { a: state }, { shipment, isByName })
  expect(rowFor(decision, { ledger, ...(mode && { mode }) })).toMatchObject(expected)
})

const WORDS = 'word '.repeat(100)

test.each<{ name: string; lines: readonly string[]; showsTexts?: false; says?: string }>([
  { name: 'the first line that differs', lines: [' Text.', '-', '----', '+Kim.'], says: '---' },
  { name: 'a tab, blanks and an emoji', lines: ['-a\tb  c 🙂'], says: 'a\\tb··c \\u{1f642}' },
  { name: 'a long line to its end, with the token in it', lines: [`+${WORDS}oap_end`], says: `${WORDS}oap_end` },
  { name: 'no line, if only blank ones differ', lines: ['+'] },
  { name: 'no line, if texts must not be shown', lines: ['-Sam.'], showsTexts: false }
])('of a text that was altered, a row has $name', ({ lines, showsTexts = true, says }) => {
  const differences = new Map([['docs/a.md', ['--- in the assistant', '+++ in Git', ...lines]]])
  const reason = REJECTED.message + (says === undefined ? '' : ` The first line that differs: \`${says}\`.`)
  const found = rowFor(of.kept('a'), { states: { a: OVERTAKEN }, differences, showsTexts })
  expect(found).toMatchObject({ brief: 'the list shows another text', reason })
})

test('a public repository shows no names of entries, differences or replaced texts', () => {
  const decisions = [of.conflict('a'), of.orphan('b')]
  const run: Given = { decisions, differences: new Map([['docs/a.md', ['-a']]]), saved: [SAVED], showsTexts: false }
  const { runbooks, saved } = reported(run)
  expect(runbooks.map(({ name, difference }) => `${name} ${difference?.join()}`)).toEqual([
    'a undefined',
    'null undefined'
  ])
  expect(saved[0]?.text).toBeNull()
})

test('files that share a name say the same, and name the file that came last', () => {
  const changed = of.shared('Summary', ['d']).map(({ runbook }) => runbook)
  const { runbooks } = reported({ decisions: of.shared('Summary', ['d', 'a', 'b', 'c', 'e', 'f'], { changed }) })
  const hint =
    /^Give d\/Summary\.md a `title` of its own .*, or set `entry-name` .*To leave one out, add a line such as /
  expect(runbooks[0]).toMatchObject({
    path: 'a/Summary.md',
    cause: 'duplicate',
    reason:
      'd/Summary.md, a/Summary.md, b/Summary.md, c/Summary.md, e/Summary.md and 1 more have the same name “Summary”, so one entry would overwrite the other.',
    hint: expect.stringMatching(hint)
  })
  expect(new Set(runbooks.map(({ reason, hint: advice }) => `${reason} ${advice}`)).size).toBe(1)
})

test('what needs a person comes first', () => {
  const refused = [of.conflict('c'), of.conflict('d')]
  const others = [of.current('a'), of.kept('b'), of.planned('e'), of.current('f'), of.misnamed('x')]
  const run = { decisions: [...refused, ...others], unchanged: ['c'], states: { e: FAILED, f: SHOWN } }
  expect(reported(run).runbooks.map(({ outcome, path, needs }) => `${outcome} ${path} ${needs}`)).toEqual([
    'failed docs/e.md person',
    'refused docs/d.md person',
    'refused docs/c.md person',
    'kept docs/b.md person',
    'orphaned docs/x.md person',
    'upserted docs/f.md nothing',
    'unchanged docs/a.md nothing'
  ])
})
