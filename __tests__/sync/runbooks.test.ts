import { expect, test } from '@jest/globals'
import { readInputs } from '../../src/job/inputs.ts'
import { rulesOf } from '../../src/run.ts'
import { readRunbooks, type Branch } from '../../src/sync/runbooks.ts'
import { BASE } from './looks.ts'
import { MemoryBranch } from '../support/memory-branch.ts'
import { startWorlds } from './worlds.ts'

const worldOf = await startWorlds()

test.each([
  ['a run about everything reads each file once', 'run', 2],
  ['a push reads the files that it sends again', 'push', 4]
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

test('texts are kept up to 64 MiB', async () => {
  const memory = new MemoryBranch()
  const text = 'a'.repeat(1024 * 1024 - 1024)
  memory.commit(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`docs/${at}.md`, text])))
  const inputs = readInputs(
    (name) => (name === 'files' ? 'docs/**' : ''),
    () => undefined
  )
  const branch: Branch = {
    source: memory.asSource(),
    ...rulesOf(inputs, BASE),
    changedAt: () => Promise.resolve(undefined),
    isGone: () => Promise.resolve(false),
    showsTexts: false,
    showsOwnTexts: false
  }
  const { named } = await readRunbooks(branch, memory.head)
  const kept = named.flatMap(({ content }) => content?.length ?? [])
  expect(kept).toHaveLength(64)
  expect(kept.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(64 * 1024 * 1024)
})
