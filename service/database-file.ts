import { closeSync, existsSync, fsyncSync, openSync, readSync, realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID, applySchema, SCHEMA_VERSION } from './schema.ts'
import { SQLITE, sqliteCode } from './sqlite-codes.ts'

/** How long to wait for another process that has the file open, in milliseconds: enough for one that is stopping. */
const BUSY_TIMEOUT = 1000

/** A database file that the service cannot use, with a text for the person who named it. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}

export interface OpenDatabase {
  readonly db: DatabaseSync
  /** An absolute path without links, as SQLite uses it for the write-ahead log; `undefined` in memory. */
  readonly file: string | undefined
  /** The database had no tables before. */
  readonly isNew: boolean
  readonly close: () => void
}

/** The files that this process has open. Closing another descriptor of such a file would end SQLite's lock on it. */
const openFiles = new Set<string>()

/**
 * Opens the database, or creates it with mode 0600. No other process can open the file meanwhile.
 *
 * @param path in memory if it is absent.
 * @throws {UnusableDatabase} The file of another program or of a newer service is not changed.
 */
export function openDatabase(path: string | undefined): OpenDatabase {
  if (path === undefined) return { ...connect(':memory:'), file: undefined }
  if (path === '') throw new UnusableDatabase('The name of the database file is empty. Name a file.')
  return explain(path, () => {
    // SQLite gives the write-ahead log the mode of the file.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    const file = realpathSync(path)
    if (openFiles.has(file)) throw inUse(path)
    prepareFile(file)
    const { db, isNew } = connect(file)
    openFiles.add(file)
    return {
      db,
      file,
      isNew,
      close() {
        db.close()
        openFiles.delete(file)
      }
    }
  })
}

function connect(file: string): Pick<OpenDatabase, 'db' | 'isNew' | 'close'> {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT })
  try {
    // Exclusive before the first use: a second process gets SQLITE_BUSY at once.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    const version = Number(pragma(db, 'user_version'))
    checkVersion(file, version)
    if (pragma(db, 'quick_check(1)') !== 'ok') throw damaged(file)
    if (version === 0) applySchema(db)
    db.exec('COMMIT')
    // After the commit: `application_id` is then in the file itself and not in a write-ahead log beside it.
    db.exec('PRAGMA journal_mode = WAL')
    return {
      db,
      isNew: version === 0,
      close() {
        db.close()
      }
    }
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareFile(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(100)
    const length = readSync(descriptor, header)
    // Without SQLite, which would roll back an interrupted transaction in the file of another program.
    if (length > 0) checkHeader(file, header.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
  // A killed process may leave a complete commit in the log that is not on the disk yet. Readers must not see it before.
  const log = `${file}-wal`
  if (existsSync(log)) syncFile(log)
}

/** Offsets: https://www.sqlite.org/fileformat2.html#the_database_header */
function checkHeader(file: string, header: Buffer): void {
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new UnusableDatabase(`${file} is not a database. Name a new file.`)
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new UnusableDatabase(`${file} is the database of another program. Name a new file.`)
  }
  checkVersion(file, header.readUInt32BE(60))
}

function checkVersion(file: string, version: number): void {
  if (version === 0 || version === SCHEMA_VERSION) return
  throw new UnusableDatabase(
    `${file} was written by another version of this service. Use that version, or name a new file.`
  )
}

/** Writes a file from the page cache of the system to the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function inUse(file: string, cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(`${file} is in use by another process. Stop that one, or name another file.`, { cause })
}

function damaged(file: string, cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(`${file} is damaged. Restore it from a copy, or name a new file.`, { cause })
}

function explain<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error
    const code = sqliteCode(error)
    if (code === SQLITE.BUSY || code === SQLITE.LOCKED) throw inUse(file, error)
    if (code === SQLITE.NOTADB || code === SQLITE.CORRUPT) throw damaged(file, error)
    throw new UnusableDatabase(
      `${file} cannot be opened (${(error as Error).message}). Name a file in a folder that exists and is writable.`,
      { cause: error }
    )
  }
}
