import { describe, expect, test } from '@jest/globals'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { Page } from '../../src/knowledge/page.ts'
import { EntryList } from '../../src/sync/read/entry-list.ts'
import type { Row } from '../../src/sync/read/rows.ts'
import * as looks from './looks.ts'
import { BASE, editedRow, NAME, rowOf, runbookOf, runbooksOf, sentRow } from './looks.ts'

const content = sentRow().content ?? ''
const WARNED = content.replace('[docs/disk.md]', '[OUTDATED! docs/disk.md]')
const ELSEWHERE = { ...looks.OTHER_BRANCH, serverUrl: 'https://gitlab.x', forge: 'gitlab' } as const
const QUOTED = `---\nsee: ${content.split('\n')[0] ?? ''}\n---\n\n`

test.each<{ by: Row['by']; name: string; row: Row }>([
  { by: 'run', name: 'as it was sent', row: sentRow() },
  { by: 'run', name: 'sent from another forge, host and branch', row: sentRow({ base: ELSEWHERE }) },
  { by: 'run', name: 'sent without an address', row: sentRow({ base: { ...BASE, forge: 'other' } }) },
  { by: 'run', name: 'sent from a path that needs escapes', row: sentRow({ path: 'docs/100% [a]/é_b (c).md' }) },
  { by: 'person', name: 'with another text', row: editedRow() },
  { by: 'person', name: 'with words in the label of its line', row: rowOf(NAME, WARNED) },
  { by: 'person', name: 'with words behind its line', row: rowOf(NAME, content.replace('\n', ' WRONG!\n')) },
  { by: 'person', name: 'under another name', row: rowOf('CPU', content) },
  { by: 'person', name: 'without its text', row: rowOf(NAME, content.split('\n')[0] ?? '') },
  { by: 'person', name: 'without its line', row: rowOf(NAME, 'Text.') },
  { by: 'unknown', name: 'blank', row: rowOf(NAME, ' \n\t') }
])('the text of a row is by a $by: $name', ({ by, row }) => {
  expect(row.by).toBe(by)
})

test('a line that front matter quotes is not that of the entry', () => {
  expect(rowOf(NAME, QUOTED + content.replaceAll('docs/disk.md', 'docs/own.md')).line?.path).toBe('docs/own.md')
})

interface Reading {
  readonly total?: number
  readonly showsOwnTexts?: boolean
  /** What `GET` answers, by id. */
  readonly texts?: Readonly<Record<string, string>>
  readonly gone?: readonly string[]
}

/** Reads these lists, one after the other, in each of which one entry is read-only. */
function listOf(
  readings: readonly (readonly Row[])[],
  { total = 0, showsOwnTexts = false, texts = {}, gone = [] }: Reading = {}
) {
  const done: string[] = []
  const listPage = (page: number): Promise<Page> => {
    if (page === 1) done.push('reading')
    const rows = readings[done.filter((one) => one === 'reading').length - 1] ?? []
    const none = { textField: undefined, details: undefined, json: undefined, content: '' }
    const theirs = { ...none, key: 'theirs', name: 'Theirs', isReadOnly: true }
    const shown = rows.map((row, at) => {
      return { ...theirs, ...row, content: row.content ?? '', key: `${at}`, isReadOnly: false }
    })
    const more = { total, pageSize: undefined, hasTriggers: false, hasDescriptions: false }
    return Promise.resolve({ rows: page === 1 ? [...shown, theirs] : [], ...more })
  }
  const client = {
    concurrency: 1,
    dialect: { hasTriggers: false },
    listPage,
    pause: () => Promise.resolve(void done.push('pause')),
    textOf: (id: number) => {
      done.push(`get ${id}`)
      return Promise.resolve(texts[id] ?? '')
    }
  } as unknown as KnowledgeClient
  const isGone = (branch: string) => {
    done.push(`branch ${branch}`)
    return Promise.resolve(gone.includes(branch))
  }
  const list = new EntryList(client, { base: BASE, isGone, holdsOwnTexts: showsOwnTexts })
  const runbooks = runbooksOf({ named: [runbookOf(), runbookOf({ name: 'CPU', path: 'docs/cpu.md' })] })
  return { list, runbooks, done, read: () => list.read(runbooks) }
}

async function read(readings: readonly (readonly Row[])[], reading: Reading = {}) {
  const { read: readAll, done } = listOf(readings, reading)
  return { rows: await readAll(), done: done.join(', ') }
}

const cpu = sentRow({ name: 'CPU', path: 'docs/cpu.md' })
const [before, after] = [sentRow({ text: 'Before.' }), sentRow()]
const [old, renamed] = [sentRow({ name: 'Old', details: { id: 1 } }), sentRow({ details: { id: 1 } })]
const nameless = rowOf('', 'x')
const TWICE = 'reading, pause, reading'

test.each<{ name: string; readings: (readonly Row[])[]; rows: readonly Row[]; done: string }>([
  { name: 'once, if it shows every name', readings: [[nameless, before, cpu]], rows: [before, cpu], done: 'reading' },
  { name: 'again, if it leaves a name out', readings: [[before], [before, cpu]], rows: [before, cpu], done: TWICE },
  { name: 'and what the second reading shows counts', readings: [[before], [after]], rows: [after], done: TWICE },
  { name: 'and what only the first one shows stays', readings: [[before], [cpu]], rows: [cpu, before], done: TWICE },
  {
    name: 'but not one that is renamed in the second one',
    readings: [[old], [renamed, cpu]],
    rows: [renamed, cpu],
    done: TWICE
  }
])('the list is read $name', async ({ readings, rows, done }) => {
  const result = await read(readings, { showsOwnTexts: true })
  expect({ rows: result.rows.all, done: result.done }).toEqual({ rows, done })
})

test('an entry of this branch has the path of its file as the branch has it, others have their own', async () => {
  const path = 'docs/café.md'.normalize('NFC')
  const { list, runbooks } = listOf([[sentRow({ path }), cpu, sentRow({ path, base: looks.OTHER_BRANCH })]])
  const { all } = await list.read({ ...runbooks, pathOf: (given) => given.normalize('NFD') })
  expect(all.map(({ line }) => line?.path)).toEqual([path.normalize('NFD'), cpu.line?.path, path])
})

test.each<{ name: string; second: readonly Row[]; total: number; isIncomplete: boolean }>([
  { name: 'if its total counts one more', second: [after], total: 3, isIncomplete: true },
  { name: 'not if this is the one that is read-only', second: [after], total: 2, isIncomplete: false },
  { name: 'not if that one has no name', second: [after, nameless], total: 3, isIncomplete: false },
  { name: 'not if it shows every runbook at last', second: [after, cpu], total: 4, isIncomplete: false }
])('a list that leaves a name out is incomplete $name', async ({ second, total, isIncomplete }) => {
  expect((await read([[after], second], { total })).rows.isIncomplete).toBe(isIncomplete)
})

describe('memory holds the text of', () => {
  test.each<{ name: string; row: Row; isHeld: boolean; showsOwnTexts?: boolean }>([
    { name: 'no entry that a run has sent', row: sentRow(), isHeld: false },
    { name: 'no entry that another branch has sent', row: sentRow({ base: looks.OTHER_BRANCH }), isHeld: false },
    { name: 'an entry that a run has sent, if it is shown', row: sentRow(), showsOwnTexts: true, isHeld: true },
    { name: 'an edit', row: editedRow(), isHeld: true },
    { name: 'an entry of another repository', row: sentRow({ base: looks.OTHER_REPOSITORY }), isHeld: true },
    { name: 'an edit of an entry that has another name now', row: editedRow({ name: 'Disk' }), isHeld: true },
    { name: 'no entry with the former name of a runbook', row: sentRow({ name: 'Disk' }), isHeld: false },
    { name: 'no other entry', row: rowOf('On call', 'Mine.'), isHeld: false }
  ])('$name', async ({ row, showsOwnTexts = false, isHeld }) => {
    const { rows } = await read([[row], [row]], { showsOwnTexts })
    expect(rows.all).toEqual([isHeld ? row : { ...row, content: undefined }])
  })
})

describe('a text that the list does not show', () => {
  const [first, other] = [rowOf(NAME, '', { id: 1 }), rowOf('CPU', '', { id: 2 })]
  const edited = `${content}\nCall Sam.\n`

  test('is asked for by its id, once a look', async () => {
    const texts = { 1: edited, 2: cpu.content ?? '' }
    const { read: readAll, done } = listOf(Array(2).fill([first, other]), { texts })
    const rows = await readAll()
    expect(rows.of(NAME)[0]).toMatchObject({ by: 'person', content: edited, details: { id: 1 } })
    expect(rows.of('CPU')[0]).toMatchObject({ by: 'run' })
    await readAll()
    expect(done.filter((one) => one.startsWith('get'))).toEqual(['get 1', 'get 2', 'get 1', 'get 2'])
  })

  test('is asked for of three entries, if the service shows none', async () => {
    const copies = [3, 4].map((id) => rowOf(NAME, '', { id }))
    const { rows, done } = await read([[first, other, ...copies]])
    const gets = 'reading, get 1, get 2, get 3'
    expect({ done, areWithoutTexts: rows.areWithoutTexts }).toEqual({ done: gets, areWithoutTexts: true })
  })

  test('is asked for of all others, if that of the first entry is empty', async () => {
    const texts = { 2: cpu.content ?? '' }
    const { rows, done } = await read([[first, other, rowOf(NAME, '', { id: 3 })]], { texts })
    expect({ done, by: rows.of('CPU')[0]?.by }).toEqual({ done: 'reading, get 1, get 2, get 3', by: 'run' })
  })

  test('is asked for of all entries while a runbook has none, because one may have its former title', async () => {
    const { done } = await read(Array(2).fill([first, rowOf('On call', '', { id: 3 })]))
    expect(done).toBe(`${TWICE}, get 1, get 3`)
  })

  test('is not asked for without a runbook of the name, or without an id', async () => {
    const all = [rowOf('On call', '', { id: 3 }), rowOf(NAME, '', { id: undefined }), rowOf('CPU', '')]
    expect((await read([all])).done).toBe('reading')
  })
})

/** Entries of the two runbooks, of these types; none has a text but the second one, if it is shown. */
const hidden = (type?: string): Row => rowOf(NAME, '', type === undefined ? undefined : { id: 1, type })
const noText = (type?: string): Row => rowOf('CPU', '', type === undefined ? undefined : { id: 2, type })
const shown = (type?: string): Row => {
  return sentRow({ name: 'CPU', path: 'docs/cpu.md', ...(type !== undefined && { details: { id: 2, type } }) })
}
const ON_CALL = rowOf('On call', '')

test.each<{ name: string; rows: readonly Row[]; areWithoutTexts?: true }>([
  { name: 'if no entry has one', rows: [hidden(), noText(), ON_CALL], areWithoutTexts: true },
  { name: 'not if any entry has one', rows: [hidden(), noText(), rowOf('On call', 'x')] },
  { name: 'not if a type has none', rows: [hidden(), noText(), rowOf('Net', '', { type: 'topology' })] },
  { name: 'not if it has no entry of a runbook', rows: [ON_CALL] },
  { name: 'not if it has no entry', rows: [] }
])('a list is without texts $name', async ({ rows, areWithoutTexts = false }) => {
  expect((await read([rows])).rows.areWithoutTexts).toBe(areWithoutTexts)
})

test.each<{ name: string; by: Row['by']; rows: readonly Row[] }>([
  { name: 'nobody’s, if none has one', by: 'unknown', rows: [hidden('document'), noText('document')] },
  { name: 'nobody’s, if only another type has one', by: 'unknown', rows: [hidden('document'), shown('default')] },
  { name: 'a person’s, if another one of its type has one', by: 'person', rows: [hidden('default'), shown('default')] },
  { name: 'a person’s, if another one has one, and there are no types', by: 'person', rows: [hidden(), shown()] },
  { name: 'a person’s, if its type has none', by: 'person', rows: [hidden('topology'), noText('document')] }
])('an entry without a text is $name', async ({ by, rows }) => {
  expect((await read([rows])).rows.of(NAME)[0]?.by).toBe(by)
})

test('the repository is asked once for each other branch of an entry without a runbook, for twenty at most', async () => {
  const bases = Array.from({ length: 25 }, (_, at) => ({ ...BASE, ref: `b/${at}` }))
  const left = bases.flatMap((base) => ['Old', 'Older'].map((name) => sentRow({ name, base })))
  const others = [sentRow({ name: 'Old', base: looks.OTHER_REPOSITORY }), sentRow({ base: looks.OTHER_BRANCH }), cpu]
  const rows = [...left, ...others]
  const { read: readAll, done } = listOf([rows, rows], { gone: bases.slice(1).map(({ ref }) => ref) })
  for (const { all } of [await readAll(), await readAll()]) {
    const origins = Array.from({ length: 25 }, (_, at) => all[2 * at + 1]?.origin)
    const expected = bases.map((_, at) => (at >= 1 && at < 20 ? 'gone branch' : 'another branch'))
    expect(origins).toEqual(expected)
    expect(all.slice(50).map(({ origin }) => origin)).toEqual(['another repository', 'another branch', 'this branch'])
  }
  const asked = bases.slice(0, 20).map(({ ref }) => `branch ${ref}`)
  expect(done.filter((one) => one.startsWith('branch'))).toEqual(asked)
})
