import { afterAll, expect, test } from '@jest/globals'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UnusableDatabase } from '../database.ts'
import { startService } from '../service.ts'
import { client } from './http.ts'
import { runProgram, startProgram, tokenIn } from './program.ts'

const folder = await mkdtemp(join(process.env['RUNBOOK_SYNC_TEST_FOLDER'] ?? tmpdir(), 'service-'))
afterAll(() => rm(folder, { recursive: true }))

test.each<[string, (file: string) => unknown, RegExp]>([
  ['that is no database', (file) => writeFile(file, 'Dear diary,\n'.repeat(1000)), /file is not a database/],
  [
    'of another program, or of another version',
    (file) => {
      using db = new DatabaseSync(file)
      db.exec('CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 5')
    },
    /is of another program/
  ],
  [
    'with a damaged page',
    async (file) => {
      await (await startService({ db: file })).close()
      // The last page belongs to a table or an index, not to the schema.
      const bytes = await readFile(file)
      await writeFile(file, bytes.fill(0xff, bytes.length - 4096))
    },
    /damaged|malformed/
  ]
])('a file %s is refused in one sentence, and not changed', async (name, make, message) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.sqlite`)
  await make(file)
  const before = await readFile(file)
  const error: unknown = await startService({ db: file }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnusableDatabase)
  expect((error as Error).message).toMatch(message)
  expect((await readFile(file)).equals(before)).toBe(true)
})

test('one service at a time has the file, which its owner alone can read, and what is stored is there after a restart', async () => {
  const db = join(folder, 'restart.sqlite')
  const first = await startService({ db })
  const { value } = first.tokens.create({ name: 'bot', expiration: '30 days' })
  await client(first.url).upsert(value, 'x', 'y')
  const listed = first.tokens.list()
  expect([(await stat(db)).mode & 0o777, (await stat(`${db}-wal`)).mode & 0o777]).toEqual([0o600, 0o600])
  await expect(startService({ db })).rejects.toThrow(/database is locked/)
  await using other = runProgram(['--port', '0', '--db', db])
  expect(await other.ended).toBe(1)
  expect(other.stderr()).toContain('Stop the process that uses it')
  await first.close()

  await using second = await startService({ db })
  expect([first.isNew, second.isNew, second.tokens.list()]).toEqual([true, false, listed])
  expect(second.entries()).toMatchObject([{ name: 'x', content: 'y' }])
  expect((await readFile(db)).includes(value)).toBe(false)
})

test('if the file cannot grow, writes get 500 and are not stored, and reading goes on', async () => {
  await using program = await startProgram(['--db', join(folder, 'full.sqlite')], { limit: 256 })
  const api = client(program.url)
  const token = tokenIn(program.stderr()) ?? ''
  const statuses: number[] = []
  for (let index = 0; index < 40; index++) {
    statuses.push((await api.upsert(token, `runbook ${index}`, 'x'.repeat(8000))).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200, 500]))
  const acknowledged = statuses.filter((status) => status === 200).length
  expect((await api.list(token, 1, 100)).json).toMatchObject({ data: { page: { total: acknowledged } } })
  expect(program.stderr()).toMatch(/^The service failed\. Nothing was stored\. /m)
})

test('every write that was acknowledged is there after kill -9', async () => {
  const db = join(folder, 'killed.sqlite')
  const acknowledged = new Map<string, string>()
  let token = ''
  for (const round of [1, 2]) {
    await using program = await startProgram(['--db', db])
    token ||= tokenIn(program.stderr()) ?? ''
    const api = client(program.url)
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; ; index++) {
        const [name, content] = [`runbook ${writer}-${index}`, `${round} ${'x'.repeat(500 * (index % 7))}`]
        const answer = await api.upsert(token, name, content).catch(() => undefined)
        if (answer?.status !== 200) return
        acknowledged.set(name, content)
        if (index === 20 * round) program.child.kill('SIGKILL')
      }
    }
    await Promise.all([0, 1, 2, 3].map(write))
    expect(await program.ended).toBe('SIGKILL')
  }
  await using service = await startService({ db })
  const stored = new Map(service.entries().map(({ name, content }) => [name, content]))
  expect(acknowledged.size).toBeGreaterThan(60)
  expect([...acknowledged].filter(([name]) => !stored.has(name))).toEqual([])
})
