import { expect, test } from '@jest/globals'
import { selectionOf, type ListedPath, type Source } from '../../src/branch/source.ts'
import { readInputs } from '../../src/job/inputs.ts'
import { Journal } from '../../src/report/journal.ts'
import { Run, type Place } from '../../src/run.ts'
import { readRunbooks, type Branch } from '../../src/sync/runbooks.ts'
import { ownerOf } from '../../src/sync/rows.ts'
import { BASE, sentRow } from './looks.ts'
import { MemoryBranch } from '../support/memory-branch.ts'
import { startWorlds } from './worlds.ts'

const worldOf = await startWorlds()

test.each([
  ['a run about everything reads each file, and once more to look for credentials', 'run', 4],
  ['a push reads the files that it sends again', 'push', 6]
] as const)('%s', async (_, how, readings) => {
  const world = worldOf()
  await world.push({ 'docs/a.md': '# A\n\nFirst.\n', 'docs/b.md': '# B\n\nFirst.\n' })
  const changes = { 'docs/a.md': '# A\n\nSecond.\n', 'docs/b.md': '# B\n\nSecond.\n' }
  if (how === 'run') world.commit(changes)
  const before = world.branch.fileReadings
  const outcome = how === 'run' ? await world.run() : await world.push(changes)
  expect(outcome).toMatchObject({ isGreen: true, sent: ['A', 'B'] })
  expect(world.branch.fileReadings - before).toBe(readings)
  expect(world.entries).toEqual({ A: '# A\n\nSecond.', B: '# B\n\nSecond.' })
})

function branchOf(source: Source): Branch {
  const inputs = readInputs(
    (name) => (name === 'files' ? 'docs/**' : ''),
    () => undefined
  )
  const place: Place = {
    source,
    base: BASE,
    changedAt: () => Promise.resolve(undefined),
    isGone: () => Promise.resolve(false),
    replace: new Set(),
    shows: 'none'
  }
  return new Run(inputs, place, new Journal(), new Date('2026-11-01')).branch
}

test('texts are kept up to 64 MiB', async () => {
  const memory = new MemoryBranch()
  const text = 'a'.repeat(1024 * 1024 - 1024)
  memory.commit(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`docs/${at}.md`, text])))
  const branch = branchOf(memory.asSource())
  const { named } = await readRunbooks(branch, memory.head)
  const kept = named.flatMap(({ content }) => content?.length ?? [])
  expect(kept).toHaveLength(64)
  expect(kept.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(64 * 1024 * 1024)
})

test('only regular files belong to another step: a runbook moves away from a symbolic link, and out of a submodule', async () => {
  const memory = new MemoryBranch()
  memory.commit({ 'docs/a.md': 'A' })
  const listed: ListedPath[] = [
    { path: 'docs/a.md', id: '1', skip: undefined },
    { path: 'wiki/b.md', id: '2', skip: undefined },
    { path: 'wiki/link.md', id: '3', skip: 'symlink' },
    { path: 'lib', id: '4', skip: 'submodule' }
  ]
  const source: Source = {
    ...memory.asSource(),
    list: (_, matches) => Promise.resolve(selectionOf(listed, matches))
  }
  const runbooks = await readRunbooks(branchOf(source), memory.head)
  const paths = ['wiki/b.md', 'wiki/link.md', 'lib/c.md', 'wiki/gone.md']
  const owners = paths.map((path) => ownerOf(sentRow({ path }), runbooks))
  expect(owners).toEqual(['elsewhere', 'run', 'run', 'run'])
})

test.each([
  { of: 'a run about everything', changed: undefined, names: 'docs/a.md, docs/b.md' },
  { of: 'a push', changed: new Set(['docs/b.md']), names: 'docs/b.md' }
])('$of names the runbooks that it concerns, and that leave parts to a generator', async ({ changed, names }) => {
  const memory = new MemoryBranch()
  memory.commit({ 'docs/a.md': '# A\n\n[[b]]', 'docs/b.md': '# B\n\n[[c]]' })
  const branch = { ...branchOf(memory.asSource()), changedAt: () => Promise.resolve(changed) }
  const { notices } = await readRunbooks(branch, memory.head)
  expect(notices).toEqual([{ level: 'notice', message: expect.stringContaining(`\`[[page]]\`, in ${names}. `) }])
})
