import { describe, expect, test } from '@jest/globals'
import { startWorlds } from './worlds.ts'

const worldOf = await startWorlds()

const PATH = 'docs/disk.md'
const disk = (by: string, body = 'Free some space.\n\nCall the team.'): string => {
  return `---\nreview-by: ${by}\n---\n# Disk\n\n${body}\n`
}
const DUE = disk('2026-05-02')
const MARK = 'Review overdue since 2 May 2026.'
const [BEFORE, AFTER] = [new Date('2026-05-02T23:59:59Z'), new Date('2026-05-03T00:00:00Z')]
const marking = { inputs: { overdue: 'mark' } }
const much = (text: string): string => text.replace('some', 'much')

test('a mark appears once, on the day after, and goes with the next review', async () => {
  const world = worldOf(marking)
  expect(await world.push({ [PATH]: DUE }, { now: BEFORE })).toMatchObject({ sent: ['Disk'], isGreen: true })
  expect((await world.run({ now: BEFORE })).sent).toEqual([])
  expect(world.entries['Disk']).not.toContain(MARK)
  expect(await world.run({ now: AFTER })).toMatchObject({ sent: ['Disk'], isGreen: true })
  expect(world.entries['Disk']).toMatch(new RegExp(`^${MARK}\n\n# Disk`))
  expect(await world.run({ now: AFTER })).toMatchObject({ sent: [], isGreen: true })
  expect((await world.push({ [PATH]: disk('2026-11-02') }, { now: AFTER })).sent).toEqual(['Disk'])
  expect(world.entries['Disk']).not.toContain('overdue')
})

test('without `overdue: mark` nothing is sent, and the run is green and names it', async () => {
  const world = worldOf()
  await world.push({ [PATH]: DUE }, { now: BEFORE })
  const { report, isGreen, sent } = await world.run({ now: AFTER })
  expect({ isGreen, sent }).toEqual({ isGreen: true, sent: [] })
  expect(report.firstLine).toBe(
    'Everything is up to date; 1 runbook is overdue for review: docs/disk.md (since 2 May).'
  )
  expect(report.overdue).toEqual([{ path: PATH, name: 'Disk', since: '2026-05-02', named: true }])
})

describe('an edit', () => {
  test.each([
    { when: 'before the mark appears', delivered: BEFORE },
    { when: 'of a marked entry', delivered: AFTER }
  ])('$when stays, and is no conflict once it is in the file', async ({ delivered }) => {
    const world = worldOf(marking)
    await world.push({ [PATH]: DUE }, { now: delivered })
    world.edit('Disk', much)
    expect((await world.run({ now: AFTER })).outcomes).toEqual({ [PATH]: 'kept' })
    const home = await world.push({ [PATH]: much(DUE).replace('team', 'team of storage') }, { now: AFTER })
    expect(home).toMatchObject({ isGreen: true, sent: ['Disk'], outcomes: { [PATH]: 'upserted' } })
    expect(world.entries['Disk']).toMatch(/^Review overdue[^]*much space[^]*of storage/)
  })

  test.each([
    { when: 'before the mark appears', delivered: BEFORE },
    { when: 'of a marked entry', delivered: AFTER }
  ])('$when, which the file lacks, is a conflict after another change', async ({ delivered }) => {
    const world = worldOf(marking)
    await world.push({ [PATH]: DUE }, { now: delivered })
    world.edit('Disk', much)
    const outcome = await world.push({ [PATH]: DUE.replace('team', 'team of storage') }, { now: AFTER })
    expect(outcome).toMatchObject({ isGreen: false, sent: [], outcomes: { [PATH]: 'refused' } })
  })

  test('above the mark is no conflict once it is in the file', async () => {
    const world = worldOf(marking)
    await world.push({ [PATH]: DUE }, { now: AFTER })
    world.edit('Disk', (content) => content.replace('Review overdue', 'Call Kim first.\n\n$&'))
    const home = DUE.replace('# Disk', 'Call Kim first.\n\n$&').replace('team', 'team of storage')
    expect(await world.push({ [PATH]: home }, { now: AFTER })).toMatchObject({
      isGreen: true,
      outcomes: { [PATH]: 'upserted' }
    })
  })

  test('of a marked entry is no conflict if its file is reviewed with it', async () => {
    const world = worldOf(marking)
    await world.push({ [PATH]: DUE }, { now: AFTER })
    world.edit('Disk', much)
    const outcome = await world.push({ [PATH]: much(disk('2026-11-02')) }, { now: AFTER })
    expect(outcome).toMatchObject({ isGreen: true, outcomes: { [PATH]: 'upserted' } })
    expect(world.entries['Disk']).toBe('# Disk\n\nFree much space.\n\nCall the team.')
  })
})

test('the sync of a push names nothing that is overdue, and counts it', async () => {
  const world = worldOf()
  await world.push({ [PATH]: DUE }, { now: BEFORE })
  const { report } = await world.push({ 'docs/other.md': '# Other\n' }, { now: AFTER })
  expect(report.firstLine).toBe('1 runbook delivered.')
  expect(report.overdue).toMatchObject([{ path: PATH, named: false }])
})

test('a value that is no date is a warning at its line, and the runbook is sent', async () => {
  const outcome = await worldOf().push({ [PATH]: disk('soon') })
  expect(outcome).toMatchObject({ isGreen: true, sent: ['Disk'] })
  expect(outcome.report.notices).toContainEqual({
    level: 'warning',
    path: PATH,
    line: 2,
    message: '`review-by` is no date. Write one such as `2026-03-01`.'
  })
})
