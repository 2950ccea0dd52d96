import { describe, expect, test } from '@jest/globals'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { Page } from '../../src/knowledge/list.ts'
import { readRows, Rows, type Row } from '../../src/sync/rows.ts'
import { BASE, editedRow, NAME, OTHER_BRANCH, rowOf, runbookOf, runbooksOf, sentRow } from './looks.ts'

describe('a row is', () => {
  const { content } = sentRow()
  const [line = ''] = content.split('\n')
  test.each<{ state: Row['state']; name: string; row: Row }>([
    { state: 'ours', name: 'as it was sent', row: sentRow() },
    { state: 'ours', name: 'with other line ends', row: rowOf(NAME, content.replaceAll('\n', '\r\n')) },
    { state: 'edited', name: 'with another text', row: editedRow() },
    { state: 'edited', name: 'under another name', row: rowOf('CPU', content) },
    { state: 'edited', name: 'without its text', row: rowOf(NAME, line) },
    { state: 'by hand', name: 'without its line', row: rowOf(NAME, 'Text.') },
    { state: 'no text', name: 'empty', row: rowOf(NAME, '') },
    { state: 'no text', name: 'blank', row: rowOf(NAME, ' \n\t') }
  ])('$state: $name', ({ state, row }) => {
    expect(row.state).toBe(state)
  })
})

test('rows are found by every name that a service may take for theirs', () => {
  const [exact, upper, other] = [rowOf('Disk', 'a'), rowOf('DISK', 'b'), rowOf('CPU', 'c')]
  expect(new Rows([exact, upper, other]).of('disk')).toEqual([exact, upper])
})

/** A client whose readings show these rows, one after the other, and how often it paused. */
function clientOf(readings: readonly (readonly Row[])[], { total = 0, hasReadOnly = false } = {}) {
  const pauses: number[] = []
  const left = [...readings]
  let rows: readonly Row[] = []
  const listPage = (page: number): Promise<Page> => {
    const isFirst = page === 1
    if (isFirst) rows = left.shift() ?? []
    const shown = rows.map(({ name, content }, at) => ({ key: `${at}`, name, content, textField: undefined }))
    const theirs = { key: 'theirs', name: 'Theirs', content: '', textField: undefined }
    return Promise.resolve({
      rows: isFirst ? shown : [],
      readOnly: isFirst && hasReadOnly ? [theirs] : [],
      total,
      size: undefined
    })
  }
  const pause = (milliseconds: number) => Promise.resolve(void pauses.push(milliseconds))
  const client = { concurrency: 1, listPage, pause } as unknown as KnowledgeClient
  return { client, pauses, left }
}

const CPU = runbookOf({ name: 'CPU', path: 'docs/cpu.md' })
const read = (client: KnowledgeClient, showsOwnTexts = false) =>
  readRows(client, { settings: BASE, showsOwnTexts }, runbooksOf({ named: [runbookOf(), CPU] }))
const cpu = sentRow({ name: 'CPU', path: 'docs/cpu.md' })

describe('the list is read', () => {
  const [before, after] = [sentRow({ text: 'Before.' }), sentRow()]
  test.each<{ name: string; readings: (readonly Row[])[]; expected: readonly Row[]; pauses: number }>([
    { name: 'once, if it shows every name', readings: [[before, cpu]], expected: [before, cpu], pauses: 0 },
    { name: 'twice, if it lacks a name', readings: [[before], [before, cpu]], expected: [before, cpu], pauses: 1 },
    { name: 'and what the second reading shows counts', readings: [[before], [after]], expected: [after], pauses: 1 },
    {
      name: 'and what only the first one shows stays',
      readings: [[before], [cpu]],
      expected: [cpu, before],
      pauses: 1
    }
  ])('$name', async ({ readings, expected, pauses }) => {
    const stub = clientOf(readings)
    const rows = await read(stub.client, true)
    const byName = (one: Row, other: Row) => one.name.localeCompare(other.name)
    expect(rows.all.toSorted(byName)).toEqual(expected.toSorted(byName))
    expect(stub).toMatchObject({ left: [], pauses: { length: pauses } })
  })

  test.each<{
    name: string
    rows: readonly Row[]
    later?: readonly Row[]
    total: number
    hasReadOnly?: boolean
    hidden: number
  }>([
    { name: 'it shows all that it names', rows: [after], total: 1, hidden: 0 },
    { name: 'it names one more', rows: [after], total: 2, hidden: 1 },
    { name: 'the other one is read-only', rows: [after], total: 2, hasReadOnly: true, hidden: 0 },
    { name: 'it names no total', rows: [after], total: 0, hidden: 0 },
    { name: 'it names one more, but shows every runbook at once', rows: [after, cpu], total: 3, hidden: 0 },
    {
      name: 'it names one more, but shows every runbook at last',
      rows: [after],
      later: [after, cpu],
      total: 3,
      hidden: 0
    }
  ])(
    'and says how many entries it hides: $name',
    async ({ rows, later = rows, total, hasReadOnly = false, hidden }) => {
      const { client } = clientOf([rows, later], { total, hasReadOnly })
      expect((await read(client)).hidden).toBe(hidden)
    }
  )
})

describe('memory holds the text of', () => {
  test.each<{ name: string; row: Row; isHeld: boolean; showsOwnTexts?: boolean }>([
    { name: 'no entry of ours', row: sentRow(), isHeld: false },
    { name: 'an entry of ours if it is shown', row: sentRow(), showsOwnTexts: true, isHeld: true },
    { name: 'an edit', row: editedRow(), isHeld: true },
    { name: 'an entry of another branch', row: sentRow({ base: OTHER_BRANCH }), isHeld: true },
    { name: 'an entry of a file that is gone', row: sentRow({ path: 'docs/gone.md' }), isHeld: true },
    { name: 'an edit of an entry that has another name now', row: editedRow({ name: 'Disk' }), isHeld: true },
    { name: 'no other entry', row: rowOf('On call', 'Mine.'), isHeld: false }
  ])('$name', async ({ row, showsOwnTexts, isHeld }) => {
    const { client } = clientOf([[row], [row]])
    const rows = await read(client, showsOwnTexts)
    expect(rows.all).toEqual([isHeld ? row : { ...row, content: '' }])
  })
})
