import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { itemsOf } from '../../src/report/items.ts'
import { rowOf, type Row } from '../../src/sync/rows.ts'
import type { OtherFile } from '../../src/sync/runbooks.ts'
import { dueOf, SentEntries, type Sent } from '../../src/sync/sent.ts'
import {
  editedRow,
  lookOf,
  NAME,
  OLD_BLOB,
  OTHER_REPOSITORY,
  runbookOf,
  sentRow,
  type Situation
} from '../sync/looks.ts'

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
    sent.set({ shipment, name, digest, path, size: 9, before: [], attempts: 2, state })
  }
  return sent
}

/** `kind state` of each item, with the number of texts of others, and its number of requests. */
function itemsIn(situation: Situation, sent = new SentEntries()): string[] {
  return itemsOf(lookOf(situation), sent).map(({ decision: { kind, cause, texts = [], isWaiting }, state, attempts }) =>
    [
      kind,
      cause,
      texts.length > 0 && `(${texts[0]?.origin ?? ''})`,
      isWaiting && 'waiting',
      state,
      attempts || undefined
    ]
      .filter((part) => part !== undefined && part !== false)
      .join(' ')
  )
}

describe('what was decided, and not sent, is open', () => {
  test.each<Situation & { name: string; item: string }>([
    { name: 'new', item: 'send open' },
    { name: 'changed', rows: [sentRow(EARLIER)], item: 'send open' },
    { name: 'current', rows: [sentRow()], item: 'unchanged open' },
    { name: 'an edit that stays', rows: [editedRow()], item: 'kept (edited) open' },
    { name: 'a conflict', rows: [editedRow(EARLIER)], item: 'refused conflict (edited) open' },
    { name: 'a text by hand', rows: [rowOf(NAME, 'Mine.')], item: 'refused conflict (by hand) open' },
    {
      name: 'an entry of another repository',
      rows: [sentRow({ base: OTHER_REPOSITORY })],
      item: 'refused conflict (elsewhere) open'
    },
    {
      name: 'a conflict in a file that this push did not change',
      rows: [editedRow(EARLIER)],
      facts: { changed: new Set() },
      item: 'refused conflict (edited) waiting open'
    },
    {
      name: 'an edit that is replaced',
      rows: [editedRow()],
      facts: { onConflict: 'replace' },
      item: 'send (edited) open'
    },
    { name: 'a refused file', runbooks: { named: [], others: [BROKEN] }, item: 'refused text open' },
    { name: 'a skipped file', runbooks: { named: [], others: [{ ...BROKEN, kind: 'skipped' }] }, item: 'skipped open' },
    { name: 'an orphan', runbooks: { named: [] }, rows: [sentRow(GONE)], item: 'orphaned open' },
    {
      name: 'an entry that would be retired',
      runbooks: { named: [] },
      rows: [sentRow(GONE)],
      facts: RETIRE,
      item: 'retire open'
    }
  ])('$name: $item', ({ item, ...situation }) => {
    expect(itemsIn(situation)).toEqual([item])
  })
})

describe('what was sent', () => {
  const error = REJECTED
  test.each<{ name: string; state: Sent['state']; rows?: readonly Row[]; now?: Situation; item: string }>([
    { name: 'waits', state: { is: 'waiting', since: 0 }, item: 'send accepted 2' },
    { name: 'is stored when the list shows it', state: { is: 'shown' }, rows: [sentRow()], item: 'send stored 2' },
    { name: 'has failed', state: { is: 'failed', error }, item: 'send failed 2' },
    {
      name: 'is altered, which is a failure',
      state: { is: 'altered', error },
      rows: [editedRow()],
      item: 'send failed 2'
    },
    {
      name: 'was edited after the list had shown it',
      state: { is: 'shown' },
      rows: [editedRow()],
      item: 'kept (edited) open'
    },
    {
      name: 'was replaced by hand after it',
      state: { is: 'shown' },
      rows: [rowOf(NAME, 'Mine.')],
      item: 'refused conflict (by hand) open'
    },
    { name: 'is shown by a list that lags again', state: { is: 'shown' }, rows: [], item: 'send stored 2' },
    {
      name: 'has another text on the branch now',
      state: { is: 'shown' },
      rows: [sentRow()],
      now: { runbooks: { named: [runbookOf(EARLIER)] } },
      item: 'send open'
    }
  ])('$name: $item', ({ state, rows = [], now, item }) => {
    expect(itemsIn({ ...now, rows }, sentIn({}, state))).toEqual([item])
  })

  test('has failed with its error', () => {
    expect(itemsOf(lookOf({}), sentIn({}, { is: 'failed', error }))).toMatchObject([{ error: REJECTED }])
  })
})

describe('a retired entry', () => {
  const before: Situation = { runbooks: { named: [] }, rows: [sentRow(GONE)], facts: RETIRE }
  const note = sentRow({ ...GONE, kind: 'retired' })
  test.each<Situation & { name: string; state: Sent['state']; items: readonly string[] }>([
    { name: 'waits', ...before, state: { is: 'waiting', since: 0 }, items: ['retire accepted 2'] },
    {
      name: 'is stored, although the list shows a note, and no orphan',
      ...before,
      rows: [note],
      state: { is: 'shown' },
      items: ['retire stored 2']
    },
    { name: 'has failed', ...before, state: { is: 'failed', error: REJECTED }, items: ['retire failed 2'] }
  ])('$name', ({ state, items, ...situation }) => {
    expect(itemsIn(situation, sentIn(before, state))).toEqual(items)
  })
})

test.each<Situation & { name: string; reason: RegExp; hint: RegExp }>([
  {
    name: 'a text of another repository',
    rows: [sentRow({ base: OTHER_REPOSITORY })],
    reason: /^The entry “Disk full” comes from https:\/\/github\.com\/acme\/old\/blob\/main\/docs\/disk\.md\.$/,
    hint: /^If this repository was there before, .*replace.* once: that replaces, and saves, edits as well\./
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
    reason: /^docs\/b\.md has the same name “Disk full”, so one entry would overwrite the other\.$/,
    hint: /^Give docs\/b\.md a `title` of its own in the front matter\.$/
  },
  {
    name: 'an edited orphan',
    runbooks: { named: [] },
    rows: [editedRow(GONE)],
    reason: /^Its runbook was removed\. Somebody edited the entry, so it stays\.$/,
    hint: /^Copy what you need of it, then delete the entry in the assistant\.$/
  }
])('the message about $name says what happened, and what to do', ({ reason, hint, ...situation }) => {
  const [item] = itemsOf(lookOf(situation), new SentEntries())
  expect(item?.decision.reason).toMatch(reason)
  expect(item?.decision.hint).toMatch(hint)
})
