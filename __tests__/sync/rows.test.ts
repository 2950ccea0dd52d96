import { describe, expect, test } from '@jest/globals'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { Page } from '../../src/knowledge/list.ts'
import { readRows, type Row } from '../../src/sync/rows.ts'
import { BASE, editedRow, NAME, OTHER_BRANCH, rowOf, runbookOf, runbooksOf, sentRow } from './looks.ts'

const { content } = sentRow()
test.each<{ state: Row['state']; name: string; row: Row }>([
  { state: 'ours', name: 'as it was sent', row: sentRow() },
  { state: 'edited', name: 'with another text', row: editedRow() },
  { state: 'edited', name: 'under another name', row: rowOf('CPU', content) },
  { state: 'edited', name: 'without its text', row: rowOf(NAME, content.split('\n')[0] ?? '') },
  { state: 'by hand', name: 'without its line', row: rowOf(NAME, 'Text.') },
  { state: 'no text', name: 'blank', row: rowOf(NAME, ' \n\t') }
])('a row is $state: $name', ({ state, row }) => {
  expect(row.state).toBe(state)
})

/** Reads these lists, one after the other, in each of which one entry is read-only. */
async function read(readings: readonly (readonly Row[])[], { total = 0, showsOwnTexts = false } = {}) {
  const done: string[] = []
  const listPage = (page: number): Promise<Page> => {
    if (page === 1) done.push('reading')
    const rows = (page === 1 ? readings[done.filter((one) => one === 'reading').length - 1] : []) ?? []
    const theirs = { key: 'theirs', name: 'Theirs', content: '', textField: undefined, isReadOnly: true }
    const shown = rows.map((row, at) => ({ ...theirs, ...row, key: `${at}`, isReadOnly: false }))
    return Promise.resolve({ rows: page === 1 ? [...shown, theirs] : [], total })
  }
  const pause = () => Promise.resolve(void done.push('pause'))
  const client = { concurrency: 1, listPage, pause } as unknown as KnowledgeClient
  const runbooks = runbooksOf({ named: [runbookOf(), runbookOf({ name: 'CPU', path: 'docs/cpu.md' })] })
  return { rows: await readRows(client, { settings: BASE, showsOwnTexts }, runbooks), done: done.join(', ') }
}

const cpu = sentRow({ name: 'CPU', path: 'docs/cpu.md' })
const [before, after] = [sentRow({ text: 'Before.' }), sentRow()]
const nameless = rowOf('', 'x')
const TWICE = 'reading, pause, reading'

test.each<{ name: string; readings: (readonly Row[])[]; rows: readonly Row[]; done: string }>([
  { name: 'once, if it shows every name', readings: [[nameless, before, cpu]], rows: [before, cpu], done: 'reading' },
  { name: 'again, if it leaves a name out', readings: [[before], [before, cpu]], rows: [before, cpu], done: TWICE },
  { name: 'and what the second reading shows counts', readings: [[before], [after]], rows: [after], done: TWICE },
  { name: 'and what only the first one shows stays', readings: [[before], [cpu]], rows: [cpu, before], done: TWICE }
])('the list is read $name', async ({ readings, rows, done }) => {
  const result = await read(readings, { showsOwnTexts: true })
  expect({ rows: result.rows.all, done: result.done }).toEqual({ rows, done })
})

test.each<{ name: string; second: readonly Row[]; total: number; isIncomplete: boolean }>([
  { name: 'if its total counts one more', second: [after], total: 3, isIncomplete: true },
  { name: 'not if this is the one that is read-only', second: [after], total: 2, isIncomplete: false },
  { name: 'not if it shows every runbook at last', second: [after, cpu], total: 4, isIncomplete: false }
])('a list that leaves a name out is incomplete $name', async ({ second, total, isIncomplete }) => {
  expect((await read([[after], second], { total })).rows.isIncomplete).toBe(isIncomplete)
})

describe('memory holds the text of', () => {
  test.each<{ name: string; row: Row; isHeld: boolean; showsOwnTexts?: boolean }>([
    { name: 'no entry that a run has sent', row: sentRow(), isHeld: false },
    { name: 'an entry that a run has sent, if it is shown', row: sentRow(), showsOwnTexts: true, isHeld: true },
    { name: 'an edit', row: editedRow(), isHeld: true },
    { name: 'an entry of another branch', row: sentRow({ base: OTHER_BRANCH }), isHeld: true },
    { name: 'an entry of a file that is gone', row: sentRow({ path: 'docs/gone.md' }), isHeld: true },
    { name: 'an edit of an entry that has another name now', row: editedRow({ name: 'Disk' }), isHeld: true },
    { name: 'no entry with the former name of a runbook', row: sentRow({ name: 'Disk' }), isHeld: false },
    { name: 'no other entry', row: rowOf('On call', 'Mine.'), isHeld: false }
  ])('$name', async ({ row, showsOwnTexts = false, isHeld }) => {
    const { rows } = await read([[row], [row]], { showsOwnTexts })
    expect(rows.all).toEqual([isHeld ? row : { ...row, content: '' }])
  })
})
