import { existsSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's `application_id` of a database of this service: the ASCII letters "RbkS". */
const APPLICATION_ID = 0x52626b53
/** SQLite's `user_version` of the schema below. */
const SCHEMA_VERSION = 6

/**
 * Times are milliseconds since the epoch. The value of a token is not stored: `hash` is its SHA-256. Several entries may have
 * one name, and copies also one trigger. `trigger_config`, `labels` and `metadata` are JSON.
 */
const SCHEMA = `
  CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    expiration TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    ends_in TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT;

  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    type TEXT NOT NULL,
    document_id TEXT,
    trigger TEXT NOT NULL,
    trigger_config TEXT NOT NULL,
    description TEXT,
    labels TEXT,
    metadata TEXT,
    forked_from INTEGER,
    is_readonly INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    by_token TEXT REFERENCES tokens (id)
  ) STRICT;
  CREATE INDEX entries_by_name ON entries (workspace_id, name);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/** A database file that the service cannot use, with a text for the person who named it. */
export class UnusableDatabase extends Error {}

export interface Database {
  readonly db: DatabaseSync
  /** The database had no tables before. */
  readonly isNew: boolean
}

/**
 * Opens the database, or creates it with mode 0600. No other process can open the file meanwhile.
 *
 * @param file in memory if it is absent.
 * @throws {UnusableDatabase} The file of another program or version is not changed.
 */
export function openDatabase(file: string | undefined): Database {
  if (file === undefined) return connect(':memory:')
  try {
    // SQLite gives the write-ahead log the mode of the file.
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 })
    return connect(file)
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error
    throw new UnusableDatabase(`${file} cannot be used: ${(error as Error).message}. ${ADVICE}`, { cause: error })
  }
}

const ADVICE = 'Stop the process that uses it, or name a new file in a folder that is writable.'

function connect(file: string): Database {
  // One second is enough for a process that is stopping.
  const db = new DatabaseSync(file, { timeout: 1000 })
  try {
    // Exclusive before the first use: a second process finds it locked at once.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    const isNew = db.prepare('SELECT name FROM sqlite_schema').get() === undefined
    if (isNew) db.exec(SCHEMA)
    if (pragma(db, 'application_id') !== APPLICATION_ID || pragma(db, 'user_version') !== SCHEMA_VERSION) {
      throw new UnusableDatabase(
        `${file} is of another program, or of another version of this service. Name a new file.`
      )
    }
    if (pragma(db, 'quick_check(1)') !== 'ok') throw new UnusableDatabase(`${file} is damaged. Name a new file.`)
    db.exec('COMMIT; PRAGMA journal_mode = WAL')
    return { db, isNew }
  } catch (error) {
    db.close()
    throw error
  }
}

function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

/** Runs `work` and commits, or changes nothing. What it wrote survives the end of the process from the moment it returns. */
export function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite has rolled back by itself after some errors.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
