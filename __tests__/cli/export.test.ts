import { expect, test } from '@jest/globals'
import { readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { Clone, DISK, type Finished } from './clone.ts'

const FOLDER = 'docs/runbooks/adopted'
const TOKEN = 'rsp_A1b2C3d4'
const ARGS = ['export', FOLDER, '--links', 'keep']

test('a knowledge base that was written by hand becomes files, which a sync finds equal', async () => {
  await using clone = await Clone.create()
  const byHand = {
    'Disk full': '# Disk full\n\nBy hand.\n',
    'With a heading': '# With a heading\n\nText.\n',
    'Without: a "heading" [x]': 'Text.\n',
    'Front matter': '---\ntitle: Another\n---\n\nText.\n',
    '§§§': 'Text.\n'
  }
  for (const [name, content] of Object.entries(byHand)) await clone.writeEntry(name, content)
  const { code, stdout } = await clone.run(ARGS)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `✓ 4 files written to ${FOLDER}, 1 entry has a runbook. Commit the files: a sync finds their entries as they are.\n`
  })
  const files = (await readdir(join(clone.path, FOLDER))).sort()
  expect(files).toEqual(['entry.md', 'front-matter.md', 'with-a-heading.md', 'without-a-heading-x.md'])
  expect(await clone.read(`${FOLDER}/with-a-heading.md`)).toBe(byHand['With a heading'])

  await clone.commit({ [DISK]: undefined })
  await clone.git('push', '--quiet', 'origin', 'main')
  const report = await clone.report(['sync', '--links', 'keep'])
  expect(report).toMatchObject({ code: 0, totals: { unchanged: 4, upserted: 1 } })
  expect(clone.entries()).toMatchObject(byHand)
})

test('a file that exists is never overwritten, and not followed as a link out of the folder', async () => {
  await using clone = await Clone.create()
  await clone.writeEntry('Mine', '# Mine\n\nOf the assistant.\n')
  await clone.writeEntry('Linked', '# Linked\n')
  const target = join(clone.path, '..', 'target')
  await clone.write({ [`${FOLDER}/mine.md`]: 'Of somebody else.' })
  await symlink(target, join(clone.path, FOLDER, 'linked.md'))
  const { code, stdout } = await clone.run(ARGS)
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('“Mine”: the file mine.md exists') })
  expect(await clone.read(`${FOLDER}/mine.md`)).toBe('Of somebody else.')
  await expect(readFile(target)).rejects.toThrow('ENOENT')
})

/** Exports what a service lists on its first page, which another answer may follow. */
async function exportOf(clone: Clone, rows: readonly unknown[], second = say(200, '[]')): Promise<Finished> {
  const first = say(200, JSON.stringify(rows))
  await using service = await startMisbehaving((request, reply) =>
    (request.body.page_num === 1 ? first : second)(request, reply)
  )
  service.list = undefined
  const env = { RUNBOOK_SYNC_BASE_URL: service.url, RUNBOOK_SYNC_TOKEN: TOKEN }
  return await clone.run([...ARGS, '--retries', '0'], { env })
}

test('hostile names stay in the folder, and give names that every system takes', async () => {
  await using clone = await Clone.create()
  const names = [
    '../../escape',
    '/etc/passwd',
    'C:\\Windows\\x',
    'CON',
    'a/b',
    '.git/config',
    '-rf',
    'x'.repeat(900),
    '..'
  ]
  const result = await exportOf(
    clone,
    names.map((name, id) => ({ id, name, content: 'Text.\n' }))
  )
  expect(result).toMatchObject({ code: 0, stderr: '' })
  const files = await readdir(join(clone.path, '..'), { recursive: true, withFileTypes: true })
  const written = files.filter(({ name, parentPath }) => name.endsWith('.md') && !parentPath.endsWith('runbooks'))
  expect(written.map(({ parentPath }) => parentPath)).toEqual(names.map(() => join(clone.path, FOLDER)))
  for (const { name } of written) expect(name).toMatch(/^(?!con\.)[\p{L}\p{N}][\p{L}\p{N}_-]{0,56}\.md$/u)
})

test('entries that no file can have, or that hold the token, are left out and named', async () => {
  await using clone = await Clone.create()
  const { code, stdout } = await exportOf(clone, [
    { name: 'A' },
    { name: 'B', content: ' \n' },
    { name: 'a\u001b[31mb', content: 'x' },
    { name: 'a  b', content: 'x' },
    { name: 'C', content: `Use ${TOKEN}.` },
    { name: TOKEN, content: 'x' },
    ...['Full?', 'Full!'].map((name) => ({ name, content: `${name}\n` }))
  ])
  expect(code).toBe(1)
  for (const line of [
    'Left out “A”: the list does not show its text',
    'Left out “B”: no file can have',
    'Left out “a\\u{1b}[31mb”: no file can have',
    'Left out “a  b”: no file can have',
    'Left out “C”: it holds the access token',
    'Left out “***”: it holds the access token',
    '2 files written'
  ]) {
    expect(stdout).toContain(line)
  }
  expect(stdout).not.toContain(TOKEN)
  // Two names that would give one file.
  const files = (await readdir(join(clone.path, FOLDER))).sort()
  expect(files).toEqual([expect.stringMatching(/^full-\w{6,8}\.md$/), 'full.md'])
})

test('a list that ends early is an incomplete export', async () => {
  await using clone = await Clone.create()
  const { code, stdout } = await exportOf(clone, [{ name: 'A', content: 'x' }], say(500))
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/1 file written.*The export is incomplete: /)
  })
})

test('a folder that `files` does not select is a warning, and so is a text that a sync would change', async () => {
  await using clone = await Clone.create()
  await clone.writeEntry('Linked', '# Linked\n\n[x](x.md)\n')
  const { code, stdout } = await clone.run(['export', 'elsewhere', '--repository', 'acme/handbook'])
  expect(code).toBe(0)
  expect(stdout).toContain('`--files` does not select elsewhere')
  expect(stdout).toContain('A sync would change the text of “Linked” (linked.md), such as its relative links.')
})
