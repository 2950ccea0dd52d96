import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { movableClock } from '../../service/clock.ts'
import { createApp } from '../../service/app.ts'
import { openEntries } from '../../service/entries.ts'
import { openRateLimit } from '../../service/rate-limit.ts'
import { startService } from '../../service/service.ts'
import { openSignIn } from '../../service/sign-in.ts'
import { Refusal } from '../../service/refusal.ts'
import { openStorage, UnusableDatabase, type Storage } from '../../service/storage.ts'
import { openTokens } from '../../service/tokens.ts'
import { openWorkspaces } from '../../service/workspaces.ts'
import { client } from './http.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
})
afterAll(() => rm(folder, { recursive: true }))

function database(file: string, sql: string): Promise<void> {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
  return Promise.resolve()
}

describe('a file is refused, and left as it was,', () => {
  test.each([
    ['that is no database', (file: string) => writeFile(file, 'Dear diary,\n'.repeat(1000)), /not a database/],
    ['that is no database, and short', (file: string) => writeFile(file, 'Dear diary'), /not a database/],
    [
      'that is another program’s',
      async (file: string) => {
        await database(file, 'CREATE TABLE bookmarks (url TEXT)')
      },
      /the database of another program/
    ],
    [
      'that is another program’s, without tables yet',
      async (file: string) => {
        await database(file, 'PRAGMA application_id = 1; CREATE TABLE x (y); DROP TABLE x')
      },
      /the database of another program/
    ],
    [
      'that a newer version wrote',
      async (file: string) => {
        await (await startService({ db: file })).close()
        await database(file, 'PRAGMA user_version = 2')
      },
      /newer version of this service \(schema 2; this one knows 1\)/
    ],
    [
      'whose header is cut off',
      async (file: string) => {
        await (await startService({ db: file })).close()
        await writeFile(file, (await readFile(file)).subarray(0, 50))
      },
      /not a database/
    ]
  ])('%s', async (name, make, message) => {
    const file = join(folder, `${name.replaceAll(/\W/g, '-')}.sqlite`)
    await make(file)
    const before = await readFile(file)
    await expect(startService({ db: file })).rejects.toThrow(UnusableDatabase)
    await expect(startService({ db: file })).rejects.toThrow(message)
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  test('that another service of this process has open', async () => {
    const file = join(folder, 'open.sqlite')
    await using service = await startService({ db: file })
    await expect(startService({ db: file })).rejects.toThrow(/in use by another process/)
    const { value } = service.tokens.create({ name: 'bot', expiration: 'never' })
    expect((await (await client(service.url)).upsert(value, 'x', 'y')).status).toBe(200)
  })
})

test('an empty file is a new database', async () => {
  const file = join(folder, 'empty.sqlite')
  await writeFile(file, '')
  await using service = await startService({ db: file })
  expect(service.isNew).toBe(true)
})

test('everything is there after a restart, values stay unseen, and the clock is real time again', async () => {
  const file = join(folder, 'restart.sqlite')
  const first = await startService({ db: file })
  first.workspaces.create('Payments')
  const { value } = first.tokens.create({ name: 'bot', expiration: '30 days', workspace: 'Payments' })
  await (await client(first.url)).upsert(value, 'x', 'y')
  const listed = first.tokens.list('Payments')
  await first.close()

  await using second = await startService({ db: file })
  expect(second.isNew).toBe(false)
  expect(second.tokens.list('Payments')).toEqual(listed)
  expect(second.entries('Payments')).toMatchObject([{ name: 'x', content: 'y' }])
  expect((await readFile(file)).includes(value)).toBe(false)
})

test('writes reach the disk before they are acknowledged', () => {
  const storage = openStorage(join(folder, 'pragmas.sqlite'))
  const pragma = (name: string): unknown => Object.values(storage.db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1])
  const strict = storage.db.prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0`).all()
  expect(strict.map((table) => table['name'])).toEqual(['sqlite_schema'])
  storage.close()
})

describe('what is written together', () => {
  const rows = (storage: Storage): unknown[] =>
    storage.db
      .prepare('SELECT name FROM workspaces')
      .all()
      .map(({ name }) => name)
  const insert = (storage: Storage, name: string) => (): string => {
    storage.db.prepare('INSERT INTO workspaces (name) VALUES (?)').run(name)
    return name
  }

  test('is there when the first of it is answered', async () => {
    const storage = openStorage()
    const waiting = ['a', 'b', 'c'].map((name) => storage.together(insert(storage, name)))
    expect(rows(storage)).toEqual([])
    expect(await waiting[0]).toBe('a')
    expect(rows(storage)).toEqual(['a', 'b', 'c'])
    expect(await Promise.all(waiting)).toEqual(['a', 'b', 'c'])
    expect(await storage.together(insert(storage, 'd'))).toBe('d')
  })

  test('goes on without one that is refused', async () => {
    const storage = openStorage()
    const refused = storage.together(() => {
      throw new Refusal(401, 'revoked')
    })
    const others = ['a', 'b'].map((name) => storage.together(insert(storage, name)))
    await expect(refused).rejects.toThrow('revoked')
    expect(await Promise.all(others)).toEqual(['a', 'b'])
    expect(rows(storage)).toEqual(['a', 'b'])
  })

  test('is undone as a whole, and each is told, where one of it fails', async () => {
    const storage = openStorage()
    const all = ['a', 'b', 'a'].map((name) => storage.together(insert(storage, name)))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(rows(storage)).toEqual([])
    expect(await storage.together(insert(storage, 'a'))).toBe('a')
  })
})

test('a full disk is 507, never a 200 for what is not stored, and reading goes on', async () => {
  const file = join(folder, 'full.sqlite')
  const storage = openStorage(file)
  const clock = movableClock()
  const workspaces = openWorkspaces(storage)
  const { id } = workspaces.create('Operations')
  const tokens = openTokens(storage, clock)
  const { value } = tokens.create(id, 'bot', 'never')
  const app = createApp({
    clock,
    workspaces,
    tokens,
    entries: openEntries(storage, clock),
    together: storage.together,
    rateLimit: openRateLimit(undefined),
    signIn: openSignIn(),
    pageSizeMax: 100,
    rehearsal: undefined,
    onSignIn: () => undefined,
    report: () => undefined
  })
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const api = await client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  // SQLite then answers as it does when the disk has no room: https://www.sqlite.org/pragma.html#pragma_max_page_count
  storage.db.exec('PRAGMA max_page_count = 40')
  const acknowledged: string[] = []
  const statuses: number[] = []
  for (let index = 0; index < 40; index++) {
    const { status } = await api.upsert(value, `runbook ${index}`, 'x'.repeat(8000))
    statuses.push(status)
    if (status === 200) acknowledged.push(`runbook ${index}`)
  }
  expect(new Set(statuses)).toEqual(new Set([200, 507]))
  expect((await api.list(value, 1, 100)).json).toMatchObject({ total: acknowledged.length })

  // A batch is all or nothing here too: as many tokens as it takes until no room is left, then one rotation of all.
  const ids: string[] = []
  const fill = (): boolean => {
    try {
      ids.push(tokens.create(id, 'x'.repeat(100), 'never').id)
      return true
    } catch {
      return false
    }
  }
  while (fill());
  const before = tokens.list(id)
  expect(() => tokens.rotate(id, ids)).toThrow(/full/)
  expect(tokens.list(id)).toEqual(before)

  const closed = once(server, 'close')
  server.close()
  await closed
  storage.close()
  await using service = await startService({ db: file })
  expect(service.entries().map(({ name }) => name)).toEqual(acknowledged)
})
