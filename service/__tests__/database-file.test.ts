import { expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startService, UnusableDatabase } from '../service.ts'
import { folderForTests } from './folder.ts'
import { client } from './http.ts'

const folder = await folderForTests()

function database(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

async function ownDatabase(file: string): Promise<void> {
  await (await startService({ db: file })).close()
}

/** The error of a start that must fail. */
async function errorOfStart(file: string): Promise<Error> {
  try {
    await using service = await startService({ db: file })
    return new Error(`started at ${service.url}`)
  } catch (error) {
    return error as Error
  }
}

/** Whether another process finds the file locked. */
function isLocked(file: string): boolean {
  const script = `import('node:sqlite').then(({ DatabaseSync }) => new DatabaseSync('${file}').exec('BEGIN IMMEDIATE'))`
  const { stderr } = spawnSync(process.execPath, ['--no-warnings', '--eval', script], { encoding: 'utf8' })
  return stderr.includes('database is locked')
}

test.each<[string, (file: string) => unknown, RegExp]>([
  ['that is no database', (file) => writeFile(file, 'Dear diary,\n'.repeat(1000)), /is not a database/],
  [
    'of another program',
    (file) => {
      database(file, 'CREATE TABLE bookmarks (url TEXT)')
    },
    /is the database of another program/
  ],
  [
    'of another version',
    (file) => {
      database(file, 'PRAGMA application_id = 1382181715; PRAGMA user_version = 5')
    },
    /another version of this service/
  ],
  [
    'with a damaged page',
    async (file) => {
      await ownDatabase(file)
      // The last page belongs to a table or an index, not to the schema.
      const bytes = await readFile(file)
      await writeFile(file, bytes.fill(0xff, bytes.length - 4096))
    },
    /is damaged\. Restore it from a copy, or name a new file\.$/
  ]
])('a file %s is refused in one sentence, and not changed', async (name, make, message) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.sqlite`)
  await make(file)
  const before = await readFile(file)
  const error = await errorOfStart(file)
  expect(error).toBeInstanceOf(UnusableDatabase)
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('\n')
  expect((await readFile(file)).equals(before)).toBe(true)
})

test('a link to a file is the file itself, which its owner alone can read, and one service at a time', async () => {
  const file = join(folder, 'linked.sqlite')
  await ownDatabase(file)
  await symlink(file, join(folder, 'link.sqlite'))
  await using service = await startService({ db: join(folder, 'link.sqlite') })
  service.tokens.create({ name: 'bot', expiration: 'never' })
  expect([file, `${file}-wal`].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['600', '600'])
  expect((await errorOfStart(file)).message).toBe(
    `${file} is in use by another process. Stop that one, or name another file.`
  )
  // The second attempt must not end the lock of the first.
  expect(isLocked(file)).toBe(true)
})

test('what is stored is there after a restart, without the value of a token', async () => {
  const db = join(folder, 'restart.sqlite')
  const first = await startService({ db })
  const { value } = first.tokens.create({ name: 'bot', expiration: '30 days' })
  await (await client(first.url)).upsert(value, 'x', 'y')
  const listed = first.tokens.list()
  await first.close()

  await using second = await startService({ db })
  expect([first.isNew, second.isNew, second.tokens.list()]).toEqual([true, false, listed])
  expect(second.entries()).toMatchObject([{ name: 'x', content: 'y' }])
  expect((await readFile(db)).includes(value.slice(4, 34))).toBe(false)
  expect((await errorOfStart('')).message).toBe('The name of the database file is empty. Name a file.')
})
