import { describe, expect, test } from '@jest/globals'
import { Replay, green, histories } from './replay.ts'

describe.each(histories)('a history of $name', (history) => {
  test('push by push, the service holds exactly what the tree holds', async () => {
    await using replay = await Replay.open(history)
    expect(replay.pushes.length).toBeGreaterThan(20)
    /** What was removed keeps its last text, for there is no way to delete an entry. */
    const expected = new Map<string, string>()
    for (const commit of replay.pushes) {
      green(await replay.environment.push(commit))
      for (const [name, text] of await replay.entriesAt(commit)) expected.set(name, text)
      expect(replay.environment.entries()).toEqual(expected)
    }
  }, 180_000)
})
