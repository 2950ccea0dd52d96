/** Result codes of SQLite that the service tells apart: https://www.sqlite.org/rescode.html */
export const SQLITE = { BUSY: 5, LOCKED: 6, CORRUPT: 11, FULL: 13, CONSTRAINT: 19, NOTADB: 26 } as const

/** SQLITE_IOERR_WRITE, an extended result code. */
export const IOERR_WRITE = 778

/** The extended result code of an error that SQLite raised; `undefined` for any other error. */
export function extendedSqliteCode(error: unknown): number | undefined {
  // Not `instanceof`: under jest the errors of Node's modules are of another realm.
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

/** The primary result code, without the details. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedSqliteCode(error)
  return code === undefined ? undefined : code & 0xff
}
