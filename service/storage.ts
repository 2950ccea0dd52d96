import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from './refusal.ts'

/** Marks the file as ours (SQLite's `application_id`): the ASCII letters "RbkS". */
const APPLICATION_ID = 0x52626b53
/** The version of `SCHEMA` (SQLite's `user_version`). A file with a higher one was written by a newer service. */
const SCHEMA_VERSION = 1
/** How long another process on the same file is waited for, in milliseconds: enough for one that is just stopping. */
const BUSY_TIMEOUT = 1000

/** Times are milliseconds since the epoch. `hash` is the SHA-256 of a token's value; the value itself is nowhere. */
const SCHEMA = `
  CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    expiration TEXT NOT NULL CHECK (expiration IN ('30 days', '90 days', '1 year', 'never')),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER CHECK ((expires_at IS NULL) = (expiration = 'never')),
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT;
  CREATE INDEX tokens_of_workspace ON tokens (workspace_id, created_at);

  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (workspace_id, name)
  ) STRICT;
  CREATE INDEX entries_of_workspace ON entries (workspace_id, id);
`

/** A database file that cannot be served, with the words for whoever named it. The file is as it was. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}

/** SQLite could not do as it was told; nothing was stored. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
  /** SQLite's primary result code. */
  readonly code: number

  constructor(code: number, cause: unknown) {
    super(describe(cause), { cause })
    this.code = code
  }
}

export interface Storage {
  readonly db: DatabaseSync
  /** The database had no tables until now. */
  readonly isNew: boolean
  /** Runs `work` and commits, or changes nothing. When it returns, what it wrote survives the end of the process. */
  readonly transaction: <Result>(work: () => Result) => Result
  /**
   * The same together with whatever else is waiting: one write to the disk carries them all, which is what lets many
   * requests at a time be faster than one after the other. A `Refusal` thrown before anything was written is for that work
   * alone; any other error undoes all of them, and each is told.
   */
  readonly together: <Result>(work: () => Result) => Promise<Result>
  close(): void
}

/**
 * Opens `file`, or a database in memory where none is given. The file belongs to this process until `close`.
 *
 * @throws {UnusableDatabase} when the file is another program's, a newer service's, or in use; it is left untouched.
 */
export function openStorage(file?: string): Storage {
  if (file !== undefined && existsSync(file))
    explained(file, () => {
      inspect(file)
    })
  const db = explained(file, () => new DatabaseSync(file ?? ':memory:', { timeout: BUSY_TIMEOUT }))
  const transaction = transactions(db)
  const together = groups(transaction)
  try {
    const isNew = explained(file, () => prepare(db))
    return {
      db,
      isNew,
      transaction,
      together,
      close: () => {
        db.close()
      }
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Looks before anything is written: a connection that may only read cannot even complete another program's journal. */
function inspect(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT })
  try {
    const tables = read(db, 'SELECT count(*) FROM sqlite_schema')
    const application = read(db, 'PRAGMA application_id')
    const version = read(db, 'PRAGMA user_version')
    if (application === 0 && tables === 0 && version === 0) return
    if (application !== APPLICATION_ID) {
      throw new UnusableDatabase(`${file} is the database of another program. Name a new file.`)
    }
    if (version > SCHEMA_VERSION) {
      throw new UnusableDatabase(
        `${file} was written by a newer version of this service (schema ${version}; this one knows ${SCHEMA_VERSION}). ` +
          'Use that version, or name a new file.'
      )
    }
  } finally {
    db.close()
  }
}

/** @returns whether the tables had to be made. */
function prepare(db: DatabaseSync): boolean {
  // Exclusive before the first use, so that a second process is told at once instead of meeting half of our work.
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
  const isNew = read(db, 'SELECT count(*) FROM sqlite_schema') === 0
  if (isNew) {
    db.exec(SCHEMA)
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`)
  }
  db.exec('COMMIT')
  // Only now: the mark above is then in the file itself, not in a write-ahead log that a crash may leave beside it.
  db.exec('PRAGMA journal_mode = WAL')
  return isNew
}

/**
 * `BEGIN IMMEDIATE … COMMIT` around `work`: what SQLite hands out before the commit (such as the rows of `RETURNING`) may
 * be gone with a commit that failed, so nothing leaves here before it.
 */
function transactions(db: DatabaseSync) {
  return function transaction<Result>(work: () => Result): Result {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite has rolled back by itself after some errors (a full disk among them).
      if (db.isTransaction) db.exec('ROLLBACK')
      const code = sqliteCode(error)
      throw code === undefined ? error : new StorageFailure(code, error)
    }
  }
}

interface Waiting {
  /** @returns what to do when the group is committed. */
  readonly run: () => () => void
  readonly fail: (error: unknown) => void
}

function groups(transaction: Storage['transaction']): Storage['together'] {
  let waiting: Waiting[] = []

  function commit(): void {
    const group = waiting
    waiting = []
    try {
      const answers = transaction(() => group.map(({ run }) => run()))
      for (const answer of answers) answer()
    } catch (error) {
      for (const { fail } of group) fail(error)
    }
  }

  return function together<Result>(work: () => Result): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    // After everything that has arrived by now has been read.
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({
      run() {
        try {
          const result = work()
          return () => {
            resolve(result)
          }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return () => {
            reject(error)
          }
        }
      },
      fail: reject
    })
    return promise
  }
}

function read(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0])
}

/** SQLite's primary result codes that have an explanation of their own: https://www.sqlite.org/rescode.html */
export const SQLITE = { BUSY: 5, LOCKED: 6, CORRUPT: 11, FULL: 13, NOTADB: 26 } as const

/** The primary result code of an error that SQLite raised; `undefined` for any other. */
function sqliteCode(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}

function describe(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}

function explained<Result>(file: string | undefined, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const code = sqliteCode(error)
    if (code === undefined) throw error
    const name = file ?? 'The database in memory'
    switch (code) {
      case SQLITE.BUSY:
      case SQLITE.LOCKED:
        throw new UnusableDatabase(`${name} is in use by another process. Stop that one, or name another file.`, {
          cause: error
        })
      case SQLITE.NOTADB:
      case SQLITE.CORRUPT:
        throw new UnusableDatabase(`${name} is not a database of this service. Name a new file.`, { cause: error })
      default:
        throw new UnusableDatabase(
          `${name} cannot be opened: ${describe(error)}. Its folder must exist and be writable.`,
          { cause: error }
        )
    }
  }
}
