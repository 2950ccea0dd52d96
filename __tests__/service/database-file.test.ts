import { afterAll, describe, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startService, UnusableDatabase } from '../../service/service.ts'
import { TEMPORARY } from '../../testing/temporary-files.ts'
import { client } from './http.ts'

const folder = await mkdtemp(join(TEMPORARY, 'database-'))
afterAll(() => rm(folder, { recursive: true }))

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

/** A database of the service whose bytes are changed. */
function changed(change: (bytes: Buffer) => Buffer) {
  return async (file: string): Promise<void> => {
    await ownDatabase(file)
    await writeFile(file, change(await readFile(file)))
  }
}

/** Overwrites the last page, which belongs to a table or an index, but not to the schema. */
const damage = (bytes: Buffer) => bytes.fill(0xff, bytes.length - 4096)

describe('a file is refused in one sentence, and not changed,', () => {
  const of = (sql: string) => (file: string) => {
    database(file, sql)
  }
  const own = 'PRAGMA application_id = 1382181715; PRAGMA user_version = 4'

  test.each<[string, (file: string) => unknown, RegExp]>([
    ['that is no database', (file) => writeFile(file, 'Dear diary,\n'.repeat(1000)), /is not a database/],
    ['of another program', of('CREATE TABLE bookmarks (url TEXT)'), /is the database of another program/],
    [
      'of another program, without tables',
      of('PRAGMA application_id = 1; CREATE TABLE x (y); DROP TABLE x'),
      /another program/
    ],
    ['of a newer version', of(own), /newer version of this service \(schema 4; this one knows 3\)/],
    ['whose header is cut off', changed((bytes) => bytes.subarray(0, 50)), /is not a database/],
    ['with a damaged page', changed(damage), /is damaged\. Restore it from a copy, or name a new file\.$/],
    ['that ends too early', changed((bytes) => bytes.subarray(0, 8192)), /is damaged/]
  ])('%s', async (name, make, message) => {
    const file = join(folder, `${name.replaceAll(/\W/g, '-')}.sqlite`)
    await make(file)
    const before = await readFile(file)
    const error = await errorOfStart(file)
    expect(error).toBeInstanceOf(UnusableDatabase)
    expect(error.message).toMatch(message)
    expect(error.message).not.toContain('\n')
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  test('that another service has open', async () => {
    const file = join(folder, 'open.sqlite')
    await using service = await startService({ db: file })
    expect((await errorOfStart(file)).message).toBe(
      `${file} is in use by another process. Stop that one, or name another file.`
    )
    // The second attempt must not end the lock of the first.
    expect(isLocked(file)).toBe(true)
    expect(service.workspaces.list()).toHaveLength(1)
  })
})

test('a link to a file is the file itself, which its owner alone can read, as its log', async () => {
  const file = join(folder, 'linked.sqlite')
  await ownDatabase(file)
  await symlink(file, join(folder, 'link.sqlite'))
  await using service = await startService({ db: join(folder, 'link.sqlite') })
  service.tokens.create({ name: 'bot', expiration: 'never' })
  expect([file, `${file}-wal`].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['600', '600'])
  expect((await errorOfStart(file)).message).toContain('is in use')
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

/** What the tables of earlier versions had, each with a token. Version 1 could not store two entries of one name. */
const EARLIER: [version: number, columns: string, unique: string, values: string][] = [
  [1, '', ', UNIQUE (workspace_id, name)', ''],
  [2, ', ends_in TEXT, listed_at INTEGER, replaced_by TEXT REFERENCES tokens (id)', '', ', NULL, 7, NULL']
]

test.each(EARLIER)('a database of version %i is brought up to date', async (version, columns, unique, values) => {
  const file = join(folder, `version-${version}.sqlite`)
  const indexes = {
    1: `CREATE INDEX tokens_of_workspace ON tokens (workspace_id, created_at);
        CREATE INDEX entries_of_workspace ON entries (workspace_id, id)`,
    2: `CREATE INDEX tokens_of_workspace ON tokens (workspace_id, listed_at);
        CREATE INDEX entries_by_name ON entries (workspace_id, name);
        CREATE INDEX entries_by_id ON entries (workspace_id, id);
        CREATE INDEX entries_by_update ON entries (workspace_id, updated_at, id)`
  }[version]
  database(
    file,
    `CREATE TABLE workspaces (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
     CREATE TABLE tokens (id TEXT PRIMARY KEY, workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
       name TEXT NOT NULL, expiration TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, created_at INTEGER NOT NULL,
       expires_at INTEGER, revoked_at INTEGER, last_used_at INTEGER${columns}) STRICT;
     CREATE TABLE entries (id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
       name TEXT NOT NULL, content TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL${unique}) STRICT;
     ${indexes};
     PRAGMA application_id = 1382181715; PRAGMA user_version = ${version}; PRAGMA journal_mode = WAL;
     INSERT INTO workspaces VALUES (1, 'Operations');
     INSERT INTO tokens VALUES ('old', 1, 'bot', 'never', zeroblob(32), 7, NULL, NULL, NULL${values});
     INSERT INTO entries VALUES (3, 1, 'Disk full', 'Free some.', 5, 6)`
  )
  await ownDatabase(file)
  await using service = await startService({ db: file })
  expect(service.isNew).toBe(false)
  expect(service.tokens.list()).toMatchObject([{ id: 'old', name: 'bot', createdAt: 7, endsIn: undefined }])
  expect(service.entries()).toEqual([{ id: 3, name: 'Disk full', content: 'Free some.', createdAt: 5, updatedAt: 6 }])
  const { value } = service.tokens.rotate('old')
  const api = await client(service.url)
  expect((await api.upsert(value, 'Disk full', 'Free more.')).json).toMatchObject({ id: '3', created: false })
})
