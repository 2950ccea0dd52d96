import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, syncFile, UnusableDatabase } from './database-file.ts'
import { HttpError } from './http-error.ts'
import { extendedSqliteCode, IOERR_WRITE, SQLITE } from './sqlite-codes.ts'

export { UnusableDatabase }

/** SQLite failed, and nothing was stored: neither now nor after a crash. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** The primary result code of SQLite. */
  readonly code: number

  constructor(code: number, cause: Error) {
    super(`The database failed: ${cause.message}.`, { cause })
    this.code = code & 0xff
  }
}

/** A commit failed, and the next start may find it stored. Nothing may be answered to the request. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'

  constructor(cause: unknown) {
    super('The database failed, and it is not certain that the last change was undone.', { cause })
  }
}

export interface Storage {
  readonly db: DatabaseSync
  /** The database had no tables before. */
  readonly isNew: boolean
  /**
   * Runs `work` and commits, or changes nothing. What it wrote survives the end of the process from the moment it returns.
   *
   * @throws {StorageError} nothing was stored; {UnknownOutcome} the storage can no longer be used; or the error of `work`.
   */
  readonly transaction: <Result>(work: () => Result) => Result
  /**
   * The same, in one transaction with every other `work` of this turn of the event loop: one write to the disk for many
   * requests. An `HttpError` rejects its own `work` only (it must be thrown before the first write); any other error
   * undoes and rejects all of them.
   */
  readonly batch: <Result>(work: () => Result) => Promise<Result>
  close(): void
}

export interface StorageOptions {
  /** Called once, before the first `UnknownOutcome` is thrown. */
  readonly onUnknownOutcome?: ((error: UnknownOutcome) => void) | undefined
}

/**
 * Opens the database at `path`, or one in memory without it.
 *
 * @throws {UnusableDatabase} if the file is in use, damaged, of another program or of a newer service.
 */
export function openStorage(path?: string, { onUnknownOutcome }: StorageOptions = {}): Storage {
  const { db, file, isNew, close } = openDatabase(path)
  const transaction = transactions(db, file, onUnknownOutcome)
  return { db, isNew, transaction, batch: batches(transaction), close }
}

/** Nothing leaves `work` before the commit: rows of `RETURNING`, for example, may be gone with a commit that failed. */
function transactions(
  db: DatabaseSync,
  file: string | undefined,
  onUnknownOutcome: StorageOptions['onUnknownOutcome']
): Storage['transaction'] {
  let lost: UnknownOutcome | undefined
  return function transaction<Result>(work: () => Result): Result {
    if (lost !== undefined) throw lost
    try {
      db.exec('BEGIN IMMEDIATE')
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      const code = extendedSqliteCode(error)
      try {
        // SQLite has rolled back by itself after some errors.
        if (db.isTransaction) db.exec('ROLLBACK')
        if (file !== undefined && code !== undefined && mayBeInLog(code)) truncateLog(db, file)
      } catch (cause) {
        lost = new UnknownOutcome(cause)
        onUnknownOutcome?.(lost)
        throw lost
      }
      throw code === undefined ? error : new StorageError(code, error as Error)
    }
  }
}

/**
 * Whether the write-ahead log may hold a failed commit as a whole, where the next start would find it. It does after a
 * failed `fsync`. After a failed write its last frame is incomplete, so its checksum is wrong and SQLite ignores it.
 */
function mayBeInLog(code: number): boolean {
  const primary = code & 0xff
  return primary !== SQLITE.CONSTRAINT && primary !== SQLITE.FULL && code !== IOERR_WRITE
}

/** Moves the earlier commits from the log to the database file and cuts the log to nothing, on the disk too. */
function truncateLog(db: DatabaseSync, file: string): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const log = `${file}-wal`
  const { size } = statSync(log)
  if (size > 0) throw new Error(`${log} cannot be truncated.`)
  syncFile(log)
}

interface Waiting {
  /** @returns what to do after the commit. */
  readonly run: () => () => void
  readonly fail: (error: unknown) => void
}

function batches(transaction: Storage['transaction']): Storage['batch'] {
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

  return function batch<Result>(work: () => Result): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    // `setImmediate` runs after everything that has arrived by now was read.
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({
      run() {
        try {
          const result = work()
          return () => {
            resolve(result)
          }
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
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
