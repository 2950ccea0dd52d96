import { expect, test } from '@jest/globals'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpError } from '../http-error.ts'
import { startService, UPSERT_PATH } from '../service.ts'
import { openStorage, StorageError, UnknownOutcome, type Storage } from '../storage.ts'
import { folderForTests } from './folder.ts'
import { client } from './http.ts'
import { hasStrace, startProgram, tokenIn, type RunningProgram } from './program.ts'

// The long form, which prints its figures: KILLS=100 IO_ERRORS=20 npm test -- service/__tests__/durability
const KILLS = Number(process.env['KILLS'] ?? 2)
const IO_ERRORS = hasStrace ? Number(process.env['IO_ERRORS'] ?? 5) : 0

const folder = await folderForTests()

const names = (storage: Storage): unknown[] =>
  storage.db
    .prepare('SELECT name FROM workspaces')
    .all()
    .map(({ name }) => name)
const insert = (storage: Storage, name: string) => (): string => {
  storage.db.prepare('INSERT INTO workspaces (name) VALUES (?)').run(name)
  return name
}

test('writes reach the disk before they are acknowledged', () => {
  const storage = openStorage(join(folder, 'pragmas.sqlite'))
  const pragma = (name: string): unknown => Object.values(storage.db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1])
  storage.close()
})

test('a batch is stored when its first answer is given, and goes on without one that is refused', async () => {
  const storage = openStorage()
  const refused = storage.batch(() => {
    throw new HttpError(401, 'revoked')
  })
  const others = ['a', 'b'].map((name) => storage.batch(insert(storage, name)))
  expect(names(storage)).toEqual([])
  await expect(refused).rejects.toThrow('revoked')
  expect(await others[0]).toBe('a')
  expect(names(storage)).toEqual(['a', 'b'])
})

test('a batch is undone as a whole if one of it fails', async () => {
  const storage = openStorage()
  const outcomes = await Promise.allSettled(['a', 'b', 'a'].map((name) => storage.batch(insert(storage, name))))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(names(storage)).toEqual([])
})

/** What a start after a crash finds. */
async function afterCrash(file: string): Promise<unknown[]> {
  for (const end of ['', '-wal']) await copyFile(file + end, `${file}-crash${end}`)
  const storage = openStorage(`${file}-crash`)
  const found = names(storage)
  storage.close()
  return found
}

test('a commit whose fsync failed is removed from the log, or the storage is not used again', async () => {
  let lost = 0
  const file = join(folder, 'refused.sqlite')
  const storage = openStorage(file, { onUnknownOutcome: () => lost++ })
  const fail = () =>
    storage.transaction(() => {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 })
    })
  storage.transaction(insert(storage, 'acknowledged'))
  // Without a broken disk: SQLite writes the frames of the commit in a copy, and this connection does not know them.
  for (const end of ['', '-wal']) await copyFile(file + end, `${file}-copy${end}`)
  const copy = openStorage(`${file}-copy`)
  copy.transaction(insert(copy, 'refused'))
  await copyFile(`${file}-copy-wal`, `${file}-wal`)
  copy.close()
  expect(await afterCrash(file)).toEqual(['acknowledged', 'refused'])
  expect(fail).toThrow(StorageError)
  expect(await afterCrash(file)).toEqual(['acknowledged'])

  // SQLite cannot truncate the log while a statement reads.
  storage.transaction(insert(storage, 'later'))
  const reading = storage.db.prepare('SELECT name FROM workspaces').iterate()
  reading.next()
  expect(fail).toThrow(UnknownOutcome)
  reading.return?.()
  expect(() => storage.transaction(insert(storage, 'refused'))).toThrow(UnknownOutcome)
  expect(lost).toBe(1)
  expect(await afterCrash(file)).toEqual(['acknowledged', 'later'])
})

const full: [string, Parameters<typeof startProgram>[1], number][] = [
  ['the file cannot grow', { limit: 256 }, 500],
  ['the disk is full (needs strace)', { inject: 'pwrite64:error=ENOSPC:when=90+' }, 507]
]
test.each(full.slice(0, hasStrace ? 2 : 1))('if %s, reading goes on', async (_, faults, refusal) => {
  await using program = await startProgram(['--db', join(folder, `full-${refusal}.sqlite`)], faults)
  const api = await client(program.url)
  const token = tokenIn(program.stderr()) ?? ''
  const statuses: number[] = []
  for (let index = 0; index < 40; index++) {
    statuses.push((await api.upsert(token, `runbook ${index}`, 'x'.repeat(8000))).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200, refusal]))
  const acknowledged = statuses.filter((status) => status === 200).length
  expect((await api.list(token, 1, 100)).json).toMatchObject({ data: { page: { total: acknowledged } } })
  expect(program.stderr()).toMatch(/^The database failed: /m)
  expect(program.stderr()).not.toMatch(/^ +at /m)
})

/** The answers to all writes, compared with what is stored. */
class Ledger {
  /** By name: the contents that the service may hold; '' for no entry. */
  readonly #possible = new Map<string, string[]>()
  readonly figures = { acknowledged: 0, refused: 0, unanswered: 0 }
  /** Names of which an acknowledged write is lost, or a refused one is there. */
  readonly wrong: string[] = []

  add(name: string, content: string, status: number | undefined): void {
    const before = this.#possible.get(name) ?? ['']
    const isAcknowledged = status === 200
    if (isAcknowledged) this.figures.acknowledged++
    else this.figures[status === undefined ? 'unanswered' : 'refused']++
    this.#possible.set(name, isAcknowledged ? [content] : status === undefined ? [...before, content] : before)
  }

  compare(stored: ReadonlyMap<string, string>): void {
    for (const [name, contents] of this.#possible) {
      const content = stored.get(name) ?? ''
      if (!contents.includes(content)) this.wrong.push(name)
      this.#possible.set(name, [content])
    }
  }
}

const FAULTS = [
  'fsync:error=EIO',
  'pwrite64:error=EIO',
  'pwrite64:error=ENOSPC',
  'fsync:error=EIO',
  'pwrite64:error=EIO'
]

/** The fault of a round, and the number of the system call that it meets first; with `+` it stays. */
function injection(round: number): string {
  const fault = FAULTS[round % FAULTS.length] ?? ''
  const when = fault.startsWith('fsync') ? 4 + ((round * 7) % 23) : 20 + ((round * 37) % 190)
  return `${fault}:when=${when}${round % FAULTS.length < 3 ? '' : '+'}`
}

/** Writes until `enough`; then kills the program. */
async function writeAndKill(program: RunningProgram, round: number, ledger: Ledger, token: string) {
  let writes = 0
  let failures = 0
  const enough =
    round < KILLS ? () => writes > 20 + ((round * 13) % 40) : () => (failures > 0 && writes > 60) || writes > 900
  const write = async (writer: number): Promise<void> => {
    for (let index = 0; ; index++) {
      // Half of them are new entries, half of them updates of earlier rounds.
      const name = `runbook ${writer}-${index % 2 === 0 ? index : `${round}-${index}`}`
      const content = `${round} ${index} ${'x'.repeat(500 * (index % 7))}`
      const answer = await fetch(program.url + UPSERT_PATH, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, content })
      }).catch(() => undefined)
      ledger.add(name, content, answer?.status)
      if (answer === undefined) return
      if (answer.status >= 400) failures++
      if (++writes > 0 && enough()) program.child.kill('SIGKILL')
    }
  }
  await Promise.all([0, 1, 2, 3].map(write))
  await program.ended
}

test(
  'of acknowledged writes none is lost, and of refused ones none is there, after kills and I/O errors',
  async () => {
    const db = join(folder, 'killed.sqlite')
    const ledger = new Ledger()
    const first = await startService({ db })
    const token = first.tokens.create({ name: 'writer', expiration: 'never' }).value
    await first.close()
    const codes: unknown[] = []
    for (let round = 0; round < KILLS + IO_ERRORS; round++) {
      await using program = await startProgram(['--db', db], round < KILLS ? {} : { inject: injection(round - KILLS) })
      await writeAndKill(program, round, ledger, token)
      codes.push(await program.ended)

      await using service = await startService({ db })
      ledger.compare(new Map(service.entries().map(({ name, content }) => [name, content])))
    }
    const { acknowledged, refused, unanswered } = ledger.figures
    if (process.env['KILLS'] !== undefined)
      process.stdout.write(`${JSON.stringify({ KILLS, IO_ERRORS, ...ledger.figures, wrong: ledger.wrong.length })}\n`)
    expect(ledger.wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(20 * KILLS)
    expect(unanswered).toBeGreaterThan(0)
    if (IO_ERRORS > 3) {
      expect(refused).toBeGreaterThan(0)
      // A disk that stays broken ends the service.
      expect(new Set(codes)).toEqual(new Set(['SIGKILL', 1]))
    }
  },
  10_000 * (KILLS + IO_ERRORS)
)
