import { expect, test } from '@jest/globals'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Clone, DISK, OTHER } from './clone.ts'

// The command, from the list to the work tree, and the sync after it. `__tests__/sync/pull.test.ts` has what becomes of each edit.

const FILE =
  '---\ntitle: Disk full\n---\n\n# Disk\n\nSee [the other](other.md#fix).\n\nFree some space.\n\nCall Kim.\n\nThe end.'
const edited = (text: string): string => text.replace('Free some', 'Free much')

/** A clone whose runbooks are delivered, and then somebody edits one. */
async function withEdit(): Promise<Clone> {
  const clone = await Clone.create({ [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' })
  expect(await clone.report(['sync'])).toMatchObject({ code: 0 })
  clone.project.edit('Disk full', edited)
  return clone
}

test('the whole circle: an edit is kept, is pulled into a file that has changed and moved since, and is current', async () => {
  await using clone = await withEdit()
  expect(await clone.report(['sync'])).toMatchObject({ code: 0, totals: { kept: 1, unchanged: 1 } })
  const moved = 'docs/runbooks/moved.md'
  const newer = FILE.replace('The end.', 'New end.')
  await clone.commit({ [DISK]: undefined, [moved]: newer })
  await clone.git('push', '--quiet', 'origin', 'main')
  expect(await clone.report(['sync'])).toMatchObject({ code: 1, totals: { refused: 1 } })
  expect(await clone.report(['pull'])).toMatchObject({ code: 0, pulled: [{ kind: 'changed', file: moved }] })
  expect(await clone.read(moved)).toBe(edited(newer))
  await clone.commit({})
  await clone.git('push', '--quiet', 'origin', 'main')
  expect(await clone.report(['sync'])).toMatchObject({ code: 0, totals: { upserted: 1, unchanged: 1 } })
  expect(await clone.report(['pull'])).toMatchObject({ code: 0, pulled: [] })
})

test('an edit that cannot be merged stands beside its file, and the exit code is 1', async () => {
  await using clone = await withEdit()
  const newer = FILE.replace('Free some', 'Free no')
  await clone.commit({ [DISK]: newer })
  const beside = { kind: 'beside', file: `${DISK}.edited` }
  expect(await clone.report(['pull'])).toMatchObject({ code: 1, pulled: [beside], failure: { kind: 'incomplete' } })
  expect(await clone.read(DISK)).toBe(newer)
  expect(await clone.read(`${DISK}.edited`)).toMatch(/^<!-- An edit of disk\.md in the assistant: [^]*Free much/)
  expect((await readdir(join(clone.path, 'docs/runbooks'))).sort()).toEqual(['disk.md', 'disk.md.edited', 'other.md'])
})

test('the edits of some runbooks alone', async () => {
  await using clone = await withEdit()
  clone.project.edit('Other', (text) => text.replace('Text.', 'Another text.'))
  expect(await clone.report(['pull', OTHER])).toMatchObject({ code: 0, pulled: [{ file: OTHER }] })
  const unknown = await clone.run(['pull', 'x.md'])
  expect(unknown).toMatchObject({ code: 2, stdout: expect.stringContaining('`pull` names no runbook of HEAD: x.md.') })
  expect(await clone.report(['pull'])).toMatchObject({ code: 0, pulled: [{ file: DISK }] })
})
