import { describe, expect, test } from '@jest/globals'
import { ActionError, inputError } from '../../src/errors.ts'
import { Edge } from '../../src/report/edge.ts'
import { describeCounts, describeInventory, describeWaiting, headingOf, headlineOf } from '../../src/report/headline.ts'
import type { Inventory, Result } from '../../src/report/result.ts'
import { ACTION } from '../../src/report/vocabulary.ts'
import { conflict, DUPLICATE, entry, FAILED, INVENTORY, kept, LATIN, resultOf, runbook, STORED } from './results.ts'

const edge = new Edge(ACTION, [])
const planned = runbook('p', { kind: 'send' })
const overText = runbook('o', { kind: 'send', texts: [{ origin: 'by hand', content: 'Theirs.' }] })
const saved = { path: 'docs/a.md', name: 'a', file: '/tmp/s/a.md', folder: '/tmp/s' }
const pulled = { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' } as const

describe('the first line says what happened and what to do:', () => {
  test.each<{ name: string; run: Partial<Result>; line: string }>([
    { name: 'nothing', run: {}, line: 'nothing to deliver.' },
    {
      name: 'nothing new',
      run: { items: [runbook('a', { kind: 'unchanged' })] },
      line: 'everything is up to date.'
    },
    { name: 'a delivery', run: { items: [runbook('a', STORED), runbook('b', STORED)] }, line: '2 runbooks delivered.' },
    {
      name: 'an edit that stays',
      run: { items: [kept('a')] },
      line: 'nothing to deliver. 1 entry was edited in the assistant. Bring the edit into the file, or discard it.'
    },
    {
      name: 'edits that stay beside a delivery',
      run: { items: [kept('a'), kept('b'), runbook('c', STORED)] },
      line: '1 runbook delivered. 2 entries were edited in the assistant. Bring the edits into the files, or discard them.'
    },
    {
      name: 'a replaced text',
      run: { items: [runbook('a', STORED)], saved: [saved] },
      line: '1 runbook delivered, 1 text of the assistant saved and replaced.'
    },
    {
      name: 'entries without a runbook',
      run: {
        items: [
          entry('a', { kind: 'orphaned' }),
          entry('b', { kind: 'orphaned' }),
          entry('c', { kind: 'retire', state: 'stored' })
        ]
      },
      line: '1 entry retired. 2 entries have no runbook. Delete what you do not need in the assistant.'
    },
    {
      name: 'a plan',
      run: { mode: 'plan', inventory: INVENTORY, items: [planned] },
      line: 'a sync would send 1 runbook; nothing was written.'
    },
    {
      name: 'a plan that cannot see the knowledge base',
      run: { mode: 'plan', items: [planned] },
      line: 'a sync would send at most 1 runbook; nothing was written.'
    },
    {
      name: 'a plan that replaces a text',
      run: { mode: 'plan', inventory: INVENTORY, items: [planned, overText] },
      line: 'a sync would send 2 runbooks and replace 1 text of the assistant; nothing was written.'
    },
    { name: 'a plan without changes', run: { mode: 'plan' }, line: 'a sync would send nothing.' },
    { name: 'a check', run: { mode: 'check' }, line: 'the token is valid.' },
    { name: 'a pull', run: { mode: 'pull', pulled: [pulled] }, line: '1 file changed.' },
    { name: 'a pull without edits', run: { mode: 'pull' }, line: 'there are no edits to pull.' },
    {
      name: 'one cause',
      run: { items: [runbook('a', LATIN)] },
      line: '1 runbook was not delivered: docs/a.md. The file is not UTF-8. Save it as UTF-8.'
    },
    {
      name: 'several causes, which stand below',
      run: {
        items: [
          runbook('a', LATIN),
          runbook('b', FAILED),
          conflict('c'),
          conflict('d'),
          runbook('e', { ...DUPLICATE, name: 'e' }),
          runbook('f', { ...DUPLICATE, name: 'e' })
        ]
      },
      line:
        '6 runbooks were not delivered: 1 failure, 2 files with the name of another, 2 conflicts with texts in the assistant, 1 ' +
        'file to correct. The reasons below say what to do. The next run delivers what is missing.'
    },
    {
      name: 'what ended the run',
      run: { ended: new ActionError('token-rejected', 'The service rejects the token (HTTP 401).', 'Rotate it.') },
      line: 'The service rejects the token (HTTP 401). Rotate it.'
    }
  ])('$name', ({ run, line }) => {
    expect(edge.line(headlineOf(resultOf(run)))).toBe(line)
  })
})

describe('the heading names what ended the run:', () => {
  test.each<{ name: string; ended: ActionError; heading: string }>([
    { name: 'an input', ended: inputError('files', 'is empty.', ''), heading: 'the input `files` cannot be used' },
    {
      name: 'in its own words',
      ended: new ActionError('github', '', '', { headline: 'GitHub does not answer' }),
      heading: 'GitHub does not answer'
    },
    { name: 'by its kind', ended: new ActionError('github', '', ''), heading: 'a question to GitHub failed' },
    { name: 'a cancellation', ended: new ActionError('cancelled', '', ''), heading: 'the job was cancelled' },
    { name: 'anything else', ended: new ActionError('defect', '', ''), heading: 'the run failed' }
  ])('$name', ({ ended, heading }) => {
    expect(edge.line(headingOf(resultOf({ ended })))).toBe(heading)
  })
})

describe('what the list held, in one sentence:', () => {
  const all = { entries: 332, current: 48, differing: 3, orphaned: 1, elsewhere: 272, unselected: 5, byHand: 3 }
  test.each<{ name: string; mode: Result['mode']; inventory: Partial<Inventory>; sentence: string }>([
    {
      name: 'entries of other repositories stand apart',
      mode: 'plan',
      inventory: { entries: 324, current: 48, differing: 3, orphaned: 1, elsewhere: 272 },
      sentence: 'The knowledge base has 52 entries: 48 current, 3 differ, 1 orphaned; 272 of other repositories.'
    },
    {
      name: 'everything',
      mode: 'sync',
      inventory: { ...all, names: ['One', 'Two'] },
      sentence:
        'Before this run the knowledge base had 52 entries: 48 current, 3 differ, 1 orphaned; 272 of other repositories, 5 of ' +
        'other files or branches, or retired, 3 written by hand. Without a runbook: “One”, “Two”.'
    },
    {
      name: 'one',
      mode: 'plan',
      inventory: { entries: 1, differing: 1 },
      sentence: 'The knowledge base has 1 entry: 1 differs.'
    },
    { name: 'nothing', mode: 'sync', inventory: {}, sentence: 'Before this run the knowledge base had 0 entries.' },
    {
      name: 'what only a check counts',
      mode: 'check',
      inventory: { entries: 9 },
      sentence: 'The knowledge base has 9 entries.'
    }
  ])('$name', ({ mode, inventory, sentence }) => {
    expect(edge.line(describeInventory(resultOf({ mode, inventory: { ...INVENTORY, ...inventory } })))).toBe(sentence)
  })

  test('a list that was not read', () => {
    expect(describeInventory(resultOf())).toBe('')
  })
})

test('the counts name the commit once', () => {
  const items = [runbook('a', STORED), runbook('b', { kind: 'unchanged' }), runbook('c', { ...LATIN, isWaiting: true })]
  const result = resultOf({ items })
  expect(describeCounts(result)).toBe('1 upserted, 1 unchanged; 3 files selected at commit ccccccc.')
  expect(describeWaiting(result)).toBe('Also waiting on the branch, and not changed here: 1 refused.')
  expect(describeCounts(resultOf({ head: '', items }))).toBe('1 upserted, 1 unchanged; 3 files selected.')
  expect(describeCounts(resultOf({ head: '' }))).toBe('')
  expect(describeWaiting(resultOf())).toBe('')
})
