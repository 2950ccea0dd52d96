import { describe, expect, test } from '@jest/globals'
import type { WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// Archives, other systems and services change the Unicode form of a path: Git has one form here, and the entry names the other one.

const worldOf = await startWorlds()

describe.each([
  { inGit: 'NFD', stored: 'NFC' },
  { inGit: 'NFC', stored: 'NFD' }
])('a path is $inGit in Git, and $stored in the entry:', ({ inGit, stored }) => {
  const [PATH, OF_ANOTHER_STEP] = ['docs/café.md'.normalize(inGit), 'ops/café.md'.normalize(inGit)]
  const start = (options: WorldOptions = {}) => worldOf({ ...options, stores: (content) => content.normalize(stored) })

  test('nothing has changed, so nothing is sent', async () => {
    const world = start()
    await world.push({ [PATH]: '# Coffee\n\nText.\n' })
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [], outcomes: { [PATH]: 'unchanged' } })
  })

  test('a new title keeps its entry', async () => {
    const world = start()
    await world.push({ [PATH]: '# Coffee\n\nText.\n' })
    await world.push({ [PATH]: '# Coffee machine\n\nNew text.\n' })
    expect(Object.keys(world.entries)).toEqual(['Coffee machine'])
  })

  test('the entry of a file that another step delivers is not replaced', async () => {
    const world = start()
    await world.push({ [OF_ANOTHER_STEP]: '# Coffee\n\nText.\n' }, { inputs: { files: 'ops/**' } })
    const { outcomes } = await world.push({ 'docs/coffee.md': '# Coffee\n\nAnother text.\n' })
    expect(outcomes).toMatchObject({ 'docs/coffee.md': 'refused' })
    expect(world.entries['Coffee']).toContain('Text.')
  })
})
