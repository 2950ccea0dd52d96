import { expect, test } from '@jest/globals'
import { textHash } from '../../src/knowledge/spelling.ts'
import { startWorlds } from './worlds.ts'
import type { Entry } from './world.ts'

const worldOf = await startWorlds()
const EDIT = '# Disk full\n\nWritten at night.\n'
const [DISK, OTHER] = ['docs/disk.md', 'docs/other.md']
const disk = (text: string): string => `# Disk full\n\n${text}\n`
const BRANCH = { [DISK]: disk('First.'), [OTHER]: '# Other\n\nText.\n' }
const others = (count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Entry ${from + at}`, content: 'Stays.' }))

test('8. a similar name on the ten pages, and the edited entry beyond them: a notice', async () => {
  const world = worldOf({ answers: { cap: { rows: 1 } } })
  await world.deliver(BRANCH, [
    { name: 'DISK FULL', content: 'Older.' },
    ...others(20),
    { name: 'Disk full', content: EDIT }
  ])
  world.branch.commit({ ...BRANCH, [DISK]: disk('Second.') })
  const { saved, told, sent } = await world.sync(true)
  expect(sent).toEqual(['Disk full'])
  expect(saved.includes(EDIT) || /not seen|part of the list/.test(told)).toBe(true)
})

test('9. a similar name on page 1, and the edited entry on page 0: saved', async () => {
  const world = worldOf({ answers: { first_page: 0, total: 'none' } })
  await world.deliver(BRANCH, [
    { name: 'Disk full', content: EDIT },
    ...others(120),
    { name: 'Other', content: BRANCH[OTHER] ?? '' },
    { name: 'DISK FULL', content: 'Older.' }
  ])
  world.branch.commit({ ...BRANCH, [DISK]: disk('Second.') })
  const { saved, told } = await world.sync(true)
  expect(saved.includes(EDIT) || /not seen|part of the list/.test(told)).toBe(true)
})

test.each(['none', 'entries', 'rows'] as const)(
  '10. pages from zero, total %s, runbooks after 150 others: `refuse` delivers',
  async (total) => {
    const world = worldOf({ answers: { first_page: 0, total }, manualEdits: 'refuse' })
    await world.deliver(BRANCH, [
      ...others(150),
      { name: 'Disk full', content: disk('First.') },
      { name: 'Other', content: BRANCH[OTHER] ?? '' }
    ])
    world.branch.commit({ ...BRANCH, [DISK]: disk('Second.') })
    const { isGreen, outcomes, reasons } = await world.sync(true)
    expect({ isGreen, outcomes, reasons }).toMatchObject({ isGreen: true, outcomes: [`upserted ${DISK}`] })
  }
)

test.each([0, 120])('11. pages from zero, %d others: a copy ends the run', async (count) => {
  const world = worldOf({ answers: { first_page: 0, match: 'copy', total: 'none' } })
  world.branch.commit({ 'docs/a.md': '# A\n\nText.\n', 'docs/b.md': '# B\n\nText.\n', 'docs/c.md': '# C\n\nText.\n' })
  await world.fill([...['A', 'B', 'C'].map((name) => ({ name, content: 'Old.\n' })), ...others(count)])
  const { isGreen, sent } = await world.sync(false)
  expect([isGreen, sent]).toEqual([false, ['A']])
})

test('12. a probe of the list that fails proves nothing', async () => {
  const world = worldOf({ answers: { match: 'case', ids: false, total: 'rows', cap: { rows: 1, next: 'asked' } } })
  world.branch.commit({ [DISK]: disk('First.') })
  await world.fill([
    { name: 'X', content: 'Stays.' },
    { name: 'Disk full', content: EDIT }
  ])
  const { saved, told } = await world.sync(true, {
    faults: [{ path: '/personal/v1/knowledge/list', every: 3, answer: 'html' }]
  })
  expect(saved.includes(EDIT) || /not seen|part of the list/.test(told)).toBe(true)
})

test('13. a text with a long line of blanks', () => {
  const started = performance.now()
  textHash(`a${' '.repeat(1 << 15)}x`)
  expect(performance.now() - started).toBeLessThan(500)
})

test('14. a retired entry has the name of the orphan', async () => {
  const world = worldOf({ removed: 'retire' })
  await world.deliver(BRANCH, [
    { name: 'DISK FULL', content: disk('First.') },
    { name: 'Other', content: BRANCH[OTHER] ?? '' }
  ])
  world.branch.commit({ [OTHER]: BRANCH[OTHER] ?? '' })
  const { outcomes } = await world.sync(true)
  expect([outcomes, [...world.entries().keys()]]).toEqual([[`orphaned ${DISK}`], ['DISK FULL', 'Other']])
})

test('15. two entries of one name, the second on page 0: not retired', async () => {
  const world = worldOf({ removed: 'retire', answers: { first_page: 0, total: 'none' } })
  await world.deliver(BRANCH, [
    ...others(120),
    { name: 'Disk full', content: disk('First.') },
    { name: 'Other', content: BRANCH[OTHER] ?? '' }
  ])
  world.branch.commit({ [OTHER]: BRANCH[OTHER] ?? '' })
  const { outcomes } = await world.sync(true)
  expect(outcomes).toEqual([`retired ${DISK}`])
})
