import { expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { Journal, unreadFrame, type Frame, type JournalEvent } from '../../src/report/journal.ts'
import { lookOf, rowOf, sentRow } from '../sync/looks.ts'

const WRONG = new ActionError('entry-rejected', 'No.', 'Correct it.')
const TEXT = { path: 'docs/a.md', name: 'a', file: '/tmp/s/a.md', folder: '/tmp/s', content: 'Mine.' }
const FRAME: Frame = { ...unreadFrame({ mode: 'plan' }), showsTexts: true }

test('a result has the last look, and what the list held at the beginning', () => {
  const journal = new Journal()
  const last = lookOf({ rows: [sentRow()] })
  journal.looked(lookOf({ rows: [] }))
  journal.looked(last)
  expect(journal.result(WRONG)).toMatchObject({ look: last, inventory: { entries: 0 }, ended: WRONG })
})

test('without a list there is no inventory', () => {
  const journal = new Journal()
  journal.looked({ ...lookOf({}), isCompared: false })
  expect(journal.result().inventory).toBeUndefined()
})

test('a notice is said once, and progress is not kept', () => {
  const told: JournalEvent[] = []
  const journal = new Journal((event) => told.push(event))
  for (let time = 1; time <= 2; time++) {
    journal.notice({ level: 'warning', message: 'No file.', path: 'docs/a.md' })
    journal.notice({ level: 'progress', message: 'reading' })
  }
  expect(journal.result().notices).toEqual([{ level: 'warning', message: 'No file.', path: 'docs/a.md' }])
  expect(told).toHaveLength(3)
})

test('names of entries without a runbook, and replaced texts, are in the result only if texts may be shown', () => {
  const results = [true, false].map((showsTexts) => {
    const journal = new Journal()
    journal.begins({ ...FRAME, showsTexts })
    journal.looked(lookOf({ rows: [rowOf('On call', 'Mine.')] }))
    journal.saved(TEXT)
    const { inventory, saved } = journal.result()
    return { names: inventory?.names, texts: saved.map(({ content }) => content) }
  })
  expect(results).toEqual([
    { names: ['On call'], texts: ['Mine.'] },
    { names: [], texts: [''] }
  ])
})

test('of replaced texts it has as many as a summary holds', () => {
  const journal = new Journal()
  journal.begins(FRAME)
  for (let text = 1; text <= 3; text++) journal.saved({ ...TEXT, content: 'x'.repeat(200 * 1024) })
  expect(journal.result().saved.map(({ content }) => content.length)).toEqual([204_800, 204_800, 0])
})
