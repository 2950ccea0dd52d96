import { describe, expect, test } from '@jest/globals'
import { SentEntries, type Sent } from '../../src/sync/sent.ts'
import {
  ALTERED,
  conflict,
  current,
  FAILED,
  kept,
  leftOut,
  lookOf,
  orphan,
  REJECTED,
  reported,
  row,
  send,
  shared,
  SHOWN,
  WAITING,
  type Given
} from './results.ts'

const RETIRE = { ...orphan('gone'), do: 'retire', rows: [] } as const

/** The note for a runbook that is gone, as it was sent. */
function note(state: Sent['state']): SentEntries {
  const all = new SentEntries()
  all.set({ shipment: RETIRE, name: 'gone', path: 'docs/gone.md', digest: 'd', size: 9, state })
  return all
}

describe('a row says what became of it, without its name:', () => {
  test.each<{ name: string; run: Given; expected: object }>([
    { name: 'current', run: { decisions: [current('a')] }, expected: { outcome: 'unchanged', reason: '' } },
    { name: 'an edit that stays', run: { decisions: [kept('a')] }, expected: { outcome: 'kept', cause: null } },
    {
      name: 'a conflict',
      run: { decisions: [conflict('a', { isRed: false })] },
      expected: {
        outcome: 'refused',
        cause: 'conflict',
        waiting: true,
        reason: 'Somebody edited its entry in the assistant.'
      }
    },
    {
      name: 'a text by hand',
      run: { decisions: [conflict('a', { why: 'by hand' })] },
      expected: { cause: 'conflict', waiting: false, reason: 'Somebody wrote its entry in the assistant.' }
    },
    {
      name: 'an entry of another repository',
      run: { decisions: [conflict('a', { why: 'elsewhere' })] },
      expected: {
        cause: 'elsewhere',
        reason: 'Its entry comes from https://github.com/acme/old/blob/main/docs/a.md.',
        hint: expect.stringMatching(
          /^If this repository had that address before, start a run with `on-conflict: replace`/
        )
      }
    },
    {
      name: 'an entry of another file',
      run: { decisions: [{ ...conflict('a', { why: 'elsewhere' }), row: row('a') }] },
      expected: { cause: 'elsewhere', brief: 'its entry comes from another file' }
    },
    { name: 'a refused file', run: { decisions: [leftOut('a')] }, expected: { outcome: 'refused', cause: 'text' } },
    {
      name: 'a draft',
      run: { decisions: [leftOut('a', { kind: 'skipped', reason: 'draft: true', hint: undefined })] },
      expected: { outcome: 'skipped', cause: null, reason: 'draft: true', hint: '' }
    },
    {
      name: 'a plan over an edit',
      run: { mode: 'plan', decisions: [send('a', 'replaces', [row('a')])] },
      expected: {
        outcome: 'planned',
        replaces: true,
        reason: 'It replaces a text of the assistant, which is saved first.'
      }
    },
    {
      name: 'a plan without the list',
      run: { mode: 'plan', look: lookOf([send('a', 'new')], { isCompared: false }) },
      expected: { outcome: 'ready', reason: '' }
    },
    { name: 'not sent', run: { decisions: [send('a')] }, expected: { outcome: 'pending', brief: 'not sent' } },
    {
      name: 'waiting for the list',
      run: { decisions: [send('a')], states: { a: WAITING } },
      expected: { outcome: 'pending', brief: 'sent, not confirmed' }
    },
    {
      name: 'shown, by a list that lags again',
      run: { decisions: [send('a')], states: { a: SHOWN } },
      expected: { outcome: 'upserted' }
    },
    {
      name: 'failed',
      run: { decisions: [send('a')], states: { a: FAILED } },
      expected: { outcome: 'failed', reason: REJECTED.message, hint: REJECTED.hint }
    },
    {
      name: 'altered',
      run: { decisions: [kept('a')], states: { a: ALTERED } },
      expected: { outcome: 'failed', brief: 'the list shows another text' }
    },
    {
      name: 'edited after it was shown',
      run: { decisions: [kept('a')], states: { a: SHOWN } },
      expected: { outcome: 'kept' }
    },
    {
      name: 'replaced by hand after it was shown',
      run: { decisions: [conflict('a')], states: { a: SHOWN } },
      expected: { outcome: 'refused' }
    },
    {
      name: 'an orphan',
      run: { decisions: [orphan('a')] },
      expected: { about: 'entry', name: 'a', outcome: 'orphaned', reason: 'Its runbook was removed.' }
    },
    {
      name: 'an orphan in a public repository',
      run: { decisions: [orphan('a')], showsTexts: false },
      expected: { name: null }
    },
    {
      name: 'an orphan whose runbook has another name',
      run: { decisions: [orphan('a', { isHere: true, now: { path: 'docs/a.md', name: 'b' } })] },
      expected: { reason: 'Its runbook is called “b” now.' }
    },
    {
      name: 'an orphan whose runbook has moved',
      run: { decisions: [orphan('a', { now: { path: 'docs/b.md', name: 'b' } })] },
      expected: { reason: 'Its runbook was moved to docs/b.md, with the name “b”.' }
    },
    {
      name: 'an orphan that somebody edited',
      run: { decisions: [orphan('a', { row: { ...orphan('a').row, state: 'edited' } })] },
      expected: { reason: expect.stringMatching(/so it stays/), hint: expect.stringMatching(/^Copy what you need/) }
    },
    {
      name: 'an entry that a sync would retire',
      run: { mode: 'plan', decisions: [RETIRE] },
      expected: { about: 'entry', outcome: 'planned' }
    },
    {
      name: 'an entry that waits for the rest',
      run: { decisions: [RETIRE] },
      expected: { outcome: 'orphaned', hint: 'It is retired by a run in which nothing is refused, and nothing fails.' }
    },
    { name: 'a note that waits', run: { decisions: [RETIRE], sent: note(WAITING) }, expected: { outcome: 'pending' } },
    { name: 'a note that is shown', run: { decisions: [], sent: note(SHOWN) }, expected: { outcome: 'retired' } },
    {
      name: 'a note that has failed',
      run: { decisions: [RETIRE], sent: note(FAILED) },
      expected: { outcome: 'failed', brief: 'not retired' }
    }
  ])('$name', ({ run, expected }) => {
    expect(reported(run).runbooks).toEqual([expect.objectContaining(expected)])
  })
})

test('another text of a runbook than the one that was sent is not sent yet', () => {
  const newer = send('a')
  const decisions = [{ ...newer, runbook: { ...newer.runbook, digest: 'another' } }]
  expect(reported({ decisions, states: { a: SHOWN } }).runbooks).toMatchObject([{ outcome: 'pending' }])
})

test('files that share a name say the same, and name the file that came last', () => {
  const [first] = shared('Summary', ['d'])
  const changed = first !== undefined && 'runbook' in first ? [first.runbook] : []
  const { runbooks } = reported({ decisions: shared('Summary', ['d', 'a', 'b', 'c'], { changed }) })
  expect(runbooks[0]).toMatchObject({
    path: 'a/Summary.md',
    cause: 'duplicate',
    reason:
      'd/Summary.md, a/Summary.md, b/Summary.md and 1 more have the same name “Summary”, so one entry would overwrite the other.',
    hint: expect.stringMatching(/^Give d\/Summary\.md a `title` of its own .*To leave one out, add a line such as /)
  })
  expect(new Set(runbooks.map(({ reason, hint }) => `${reason} ${hint}`)).size).toBe(1)
})

test('what needs a person comes first', () => {
  const decisions = [current('a'), kept('b'), conflict('c', { isRed: false }), conflict('d'), send('e')]
  const { runbooks } = reported({ decisions, states: { e: FAILED } })
  expect(runbooks.map(({ path }) => path)).toEqual(['docs/e.md', 'docs/d.md', 'docs/c.md', 'docs/b.md', 'docs/a.md'])
})

test.each([
  { name: 'a private repository has differences', showsTexts: true, expected: ['-a'] },
  { name: 'a public one has none', showsTexts: false, expected: null }
])('$name', ({ showsTexts, expected }) => {
  const differences = new Map([['docs/a.md', ['-a']]])
  expect(reported({ decisions: [conflict('a')], differences, showsTexts }).runbooks[0]?.difference).toEqual(expected)
})
