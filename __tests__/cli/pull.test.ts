import { expect, test } from '@jest/globals'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { Clone, DISK, OTHER } from './clone.ts'

// The command, from the list to the work tree, and the sync after it. `__tests__/sync/pull.test.ts` has what becomes of each edit.

const FILE =
  '---\ntitle: Disk full\nowner: storage\n---\n\n# Disk\n\nSee [the other](other.md#fix).\n\nFree some space.\n\nThe end.'
const OPTIONS = ['--repository', 'acme/ops']
const CHANGED = (text: string): string => text.replace('Free some', 'Free much')

/** A clone whose runbooks are delivered. */
async function delivered(): Promise<Clone> {
  const clone = await Clone.create({ [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' })
  expect(await sync(clone)).toMatchObject({ code: 0 })
  return clone
}

/** Changes an entry, as a person does in the assistant. */
function edit(clone: Clone, change: (text: string) => string): void {
  const before = clone.entries()['Disk full'] ?? ''
  expect(change(before)).not.toBe(before)
  clone.writeEntry('Disk full', change(before))
}

const pull = (clone: Clone) => clone.report(['pull', ...OPTIONS])
const sync = (clone: Clone) => clone.report(['sync', ...OPTIONS])

/** Pushes what is in the work tree. */
async function push(clone: Clone): Promise<void> {
  await clone.git('add', '--all')
  await clone.git('commit', '--quiet', '--message', 'Pull edits')
  await clone.git('push', '--quiet', 'origin', 'main')
}

test('the whole circle: an edit is kept, is pulled, is current, and the next change is as any other', async () => {
  await using clone = await delivered()
  edit(clone, CHANGED)
  expect(await sync(clone)).toMatchObject({ code: 0, totals: { kept: 1, unchanged: 1 } })
  expect(await pull(clone)).toMatchObject({
    code: 0,
    pulled: [{ path: DISK, file: DISK, kind: 'changed', reason: '' }]
  })
  expect(await clone.read(DISK)).toBe(CHANGED(FILE))
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [] })
  await push(clone)
  const sent = { code: 0, totals: { upserted: 1, unchanged: 1 }, saved: [{ path: DISK }] }
  expect(await sync(clone)).toMatchObject({ ...sent, saved: [] })
  await clone.write({ [DISK]: FILE.replace('Free some', 'Free all') })
  await push(clone)
  expect(await sync(clone)).toMatchObject({ ...sent, saved: [] })
})

test.each<{ title: string; moved?: string }>([
  { title: 'at another place' },
  { title: 'at another place, when it was moved', moved: 'docs/runbooks/moved.md' }
])('an edit is merged with what the file has changed since $title, and the next sync knows it', async ({ moved }) => {
  await using clone = await delivered()
  edit(clone, CHANGED)
  const newer = FILE.replace('The end.', 'New end.')
  await clone.write({ [DISK]: undefined, [moved ?? DISK]: newer })
  await push(clone)
  expect(await sync(clone)).toMatchObject({ code: 1, totals: { refused: 1 } })
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [{ kind: 'changed', file: moved ?? DISK }] })
  expect(await clone.read(moved ?? DISK)).toBe(CHANGED(newer))
  await push(clone)
  expect(await sync(clone)).toMatchObject({ code: 0, totals: { upserted: 1, refused: 0 } })
})

test('an edit that cannot be merged stands beside its file, and the exit code is 1', async () => {
  await using clone = await delivered()
  edit(clone, CHANGED)
  const newer = FILE.replace('Free some', 'Free no')
  await clone.commit({ [DISK]: newer })
  const once = { code: 1, pulled: [{ kind: 'beside', file: `${DISK}.edited` }], failure: { kind: 'incomplete' } }
  expect(await pull(clone)).toMatchObject(once)
  expect(await clone.read(DISK)).toBe(newer)
  const [line, , ...text] = (await clone.read(`${DISK}.edited`)).split('\n')
  expect(line).toBe('<!-- An edit of disk.md in the assistant: the file has changed at the same place since. -->')
  expect(text.join('\n')).toContain('Free much')
  expect(text.join('\n')).not.toContain('Source: ')
  expect(await pull(clone)).toMatchObject(once)
  expect((await readdir(join(clone.path, 'docs/runbooks'))).sort()).toEqual(['disk.md', 'disk.md.edited', 'other.md'])
})

test('a file that is not committed, and its mode, stay as they are but for the edit', async () => {
  await using clone = await delivered()
  edit(clone, CHANGED)
  await clone.write({ [DISK]: FILE.replace('The end.', 'Not committed.') })
  await chmod(join(clone.path, DISK), 0o755)
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [{ kind: 'changed' }] })
  expect(await clone.read(DISK)).toBe(CHANGED(FILE).replace('The end.', 'Not committed.'))
  expect((await stat(join(clone.path, DISK))).mode & 0o777).toBe(0o755)
})

test('a list without texts is red, and one without the text of one entry a warning', async () => {
  await using clone = await delivered()
  const rows = Object.entries(clone.entries()).map(([name, content]) =>
    name === 'Other' ? { name } : { name, content }
  )
  clone.service.faults.set([{ path: LIST_PATH, page: 1, status: 200, body: JSON.stringify(rows) }])
  expect(await pull(clone)).toMatchObject({
    code: 0,
    notices: [expect.objectContaining({ message: expect.stringMatching(/^Edits in 1 entry are not/) })]
  })
  clone.service.faults.set([])
  clone.service.answers.set({ texts: 'none' })
  expect(await pull(clone)).toMatchObject({
    code: 1,
    failure: { kind: 'incomplete', message: expect.stringMatching(/^The list shows no texts/) }
  })
})
