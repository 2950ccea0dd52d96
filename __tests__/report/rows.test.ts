import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { rowsOf } from '../../src/report/rows.ts'
import type { Row } from '../../src/sync/rows.ts'
import type { OtherFile } from '../../src/sync/runbooks.ts'
import { dueOf, SentEntries, type Sent } from '../../src/sync/sent.ts'
import {
  editedRow,
  lookOf,
  NAME,
  OLD_BLOB,
  OTHER_REPOSITORY,
  rowOf,
  runbookOf,
  sentRow,
  type Situation
} from '../sync/looks.ts'
import { resultOf } from './results.ts'

const REJECTED = new ActionError('entry-rejected', 'No.', 'Correct it.')
const EARLIER = { text: 'Before.', blob: OLD_BLOB }
const GONE = { name: 'Gone', path: 'docs/gone.md' }
const RETIRE = { removed: 'retire' } as const
const BROKEN: OtherFile = {
  path: 'docs/broken.md',
  kind: 'refused',
  name: undefined,
  reason: 'The file is not UTF-8.',
  hint: undefined,
  line: undefined
}

/** What a run has sent of all that is due in a situation. */
function sentIn(situation: Situation, state: Sent['state']): SentEntries {
  const sent = new SentEntries()
  for (const shipment of dueOf(lookOf(situation), sent)) {
    const { name, digest, path } =
      shipment.do === 'send' ? shipment.runbook : { ...shipment.row, path: shipment.row.line.path }
    sent.set({ shipment, name, digest, path, size: 9, state })
  }
  return sent
}

/** What a report of a sync has of a situation. */
function reportedOf(situation: Situation, sent = new SentEntries()) {
  return rowsOf(resultOf({ look: lookOf(situation), sent }))
}

/** The outcome of each row, with its cause, and the number of texts of others. */
function itemsIn(situation: Situation, sent = new SentEntries()): string[] {
  return reportedOf(situation, sent).map(({ outcome, cause, texts, waiting }) =>
    [outcome, cause, texts > 0 && `(${texts})`, waiting && 'waiting']
      .filter((part) => part !== null && part !== false)
      .join(' ')
  )
}

describe('what was decided, and not sent, by the end of a run', () => {
  test.each<Situation & { name: string; item: string }>([
    { name: 'new', item: 'pending' },
    { name: 'changed', rows: [sentRow(EARLIER)], item: 'pending' },
    { name: 'current', rows: [sentRow()], item: 'unchanged' },
    { name: 'an edit that stays', rows: [editedRow()], item: 'kept (1)' },
    { name: 'a conflict', rows: [editedRow(EARLIER)], item: 'refused conflict (1)' },
    { name: 'a text by hand', rows: [rowOf(NAME, 'Mine.')], item: 'refused conflict (1)' },
    {
      name: 'an entry of another repository',
      rows: [sentRow({ base: OTHER_REPOSITORY })],
      item: 'refused elsewhere (1)'
    },
    {
      name: 'a conflict in a file that this push did not change',
      rows: [editedRow(EARLIER)],
      facts: { changed: new Set() },
      item: 'refused conflict (1) waiting'
    },
    {
      name: 'an edit that is replaced',
      rows: [editedRow()],
      facts: { onConflict: 'replace' },
      item: 'pending (1)'
    },
    { name: 'a refused file', runbooks: { named: [], others: [BROKEN] }, item: 'refused text' },
    { name: 'a skipped file', runbooks: { named: [], others: [{ ...BROKEN, kind: 'skipped' }] }, item: 'skipped' },
    { name: 'an orphan', runbooks: { named: [] }, rows: [sentRow(GONE)], item: 'orphaned' },
    {
      name: 'an entry that would be retired',
      runbooks: { named: [] },
      rows: [sentRow(GONE)],
      facts: RETIRE,
      item: 'orphaned'
    }
  ])('$name: $item', ({ item, ...situation }) => {
    expect(itemsIn(situation)).toEqual([item])
  })
})

describe('what was sent', () => {
  const error = REJECTED
  test.each<{ name: string; state: Sent['state']; rows?: readonly Row[]; now?: Situation; item: string }>([
    { name: 'waits', state: { is: 'waiting', since: 0 }, item: 'pending' },
    { name: 'is stored when the list shows it', state: { is: 'shown' }, rows: [sentRow()], item: 'upserted' },
    { name: 'has failed', state: { is: 'failed', error }, item: 'failed' },
    {
      name: 'is altered, which is a failure',
      state: { is: 'altered', error },
      rows: [editedRow()],
      item: 'failed (1)'
    },
    {
      name: 'was edited after the list had shown it',
      state: { is: 'shown' },
      rows: [editedRow()],
      item: 'kept (1)'
    },
    {
      name: 'was replaced by hand after it',
      state: { is: 'shown' },
      rows: [rowOf(NAME, 'Mine.')],
      item: 'refused conflict (1)'
    },
    { name: 'is shown by a list that lags again', state: { is: 'shown' }, rows: [], item: 'upserted' },
    {
      name: 'has another text on the branch now',
      state: { is: 'shown' },
      rows: [sentRow()],
      now: { runbooks: { named: [runbookOf(EARLIER)] } },
      item: 'pending'
    }
  ])('$name: $item', ({ state, rows = [], now, item }) => {
    expect(itemsIn({ ...now, rows }, sentIn({}, state))).toEqual([item])
  })

  test('has failed with its error', () => {
    expect(reportedOf({}, sentIn({}, { is: 'failed', error }))).toMatchObject([
      { reason: REJECTED.message, hint: REJECTED.hint }
    ])
  })
})

describe('a retired entry', () => {
  const before: Situation = { runbooks: { named: [] }, rows: [sentRow(GONE)], facts: RETIRE }
  const note = sentRow({ ...GONE, kind: 'retired' })
  test.each<Situation & { name: string; state: Sent['state']; items: readonly string[] }>([
    { name: 'waits', ...before, state: { is: 'waiting', since: 0 }, items: ['pending'] },
    {
      name: 'is stored, although the list shows a note, and no orphan',
      ...before,
      rows: [note],
      state: { is: 'shown' },
      items: ['retired']
    },
    { name: 'has failed', ...before, state: { is: 'failed', error: REJECTED }, items: ['failed'] }
  ])('$name', ({ state, items, ...situation }) => {
    expect(itemsIn(situation, sentIn(before, state))).toEqual(items)
  })
})

test.each<Situation & { name: string; reason: RegExp; hint: RegExp }>([
  {
    name: 'a text of another repository',
    rows: [sentRow({ base: OTHER_REPOSITORY })],
    reason: /^Its entry comes from https:\/\/github\.com\/acme\/old\/blob\/main\/docs\/disk\.md\.$/,
    hint: /^If this repository had that address before, .*replace.* once: that replaces, and saves, edits as well\./
  },
  {
    name: 'a file of another step',
    rows: [sentRow({ path: 'notes.md' })],
    facts: { unselected: new Set(['notes.md']) },
    reason: /comes from https:\/\/github\.com\/acme\/ops\/blob\/main\/notes\.md\.$/,
    hint: /^Two runbooks have the same name: give this one a `title`/
  },
  {
    name: 'a name that the push brings in',
    runbooks: { named: [], shared: [[runbookOf({ path: 'docs/a.md' }), runbookOf({ path: 'docs/b.md' })]] },
    facts: { changed: new Set(['docs/b.md']) },
    reason: /^docs\/b\.md, docs\/a\.md have the same name “Disk full”, so one entry would overwrite the other\.$/,
    hint: /^Give docs\/b\.md a `title` of its own in the front matter\. Before the first sync, /
  },
  {
    name: 'an edited orphan',
    runbooks: { named: [] },
    rows: [editedRow(GONE)],
    reason: /^Its runbook was removed\. Somebody edited the entry, so it stays\.$/,
    hint: /^Copy what you need of it, then delete the entry in the assistant\.$/
  }
])('the message about $name says what happened, and what to do', ({ reason, hint, ...situation }) => {
  const [row] = reportedOf(situation)
  expect(row?.reason).toMatch(reason)
  expect(row?.hint).toMatch(hint)
})
