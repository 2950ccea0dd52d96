import { timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'
import { HttpError, unprocessable } from './http-error.ts'
import { checkedName } from './names.ts'
import type { Storage } from './storage.ts'
import { endOf, hashOf, isTokenValue, newTokenValue, randomBase62 } from './token-value.ts'

const DAY = 24 * 60 * 60 * 1000

/** The four choices of the specification, in milliseconds. A year has 365 days. */
const WINDOWS = { '30 days': 30 * DAY, '90 days': 90 * DAY, '1 year': 365 * DAY, never: undefined } as const

export type Expiration = keyof typeof WINDOWS
export const EXPIRATIONS = Object.keys(WINDOWS) as readonly Expiration[]

/** The first millisecond at which a token issued at `now` no longer works; `undefined` for never. */
export function expiresAt(expiration: Expiration, now: number): number | undefined {
  const window = WINDOWS[expiration]
  return window === undefined ? undefined : now + window
}

/** Computed for each use, so that it is never out of date. */
export type TokenState = 'active' | 'expired' | 'revoked'

/** What a person can do to tokens, one or a batch. */
export type Transition = 'revoke' | 'rotate'

/** A token without its value. Times are milliseconds since the epoch. */
export interface Token {
  readonly id: string
  readonly workspaceId: number
  readonly name: string
  readonly expiration: Expiration
  readonly state: TokenState
  readonly createdAt: number
  /** The first millisecond at which it no longer works. */
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
  /** To the minute. */
  readonly lastUsedAt: number | undefined
  /** The last four characters of the value. */
  readonly endsIn: string
  /** The token that a rotation issued for this one. */
  readonly replacedBy: { readonly id: string; readonly endsIn: string | undefined } | undefined
}

/** The only object with a value. It exists once, at creation or rotation. */
export interface IssuedToken {
  readonly id: string
  readonly name: string
  readonly value: string
}

/** The state says why a value is not accepted; `undefined` if it is the value of no token. */
export type Authentication =
  { readonly ok: true; readonly token: Token } | { readonly ok: false; readonly state: TokenState | undefined }

/** Every transition is one transaction, also of a batch. */
export interface Tokens {
  /** @throws {HttpError} 422 if the name or the expiration is not valid. */
  create(workspaceId: number, name: string, expiration: string): IssuedToken
  /**
   * Revokes the active and the expired tokens of a batch, at once and permanently.
   *
   * @returns the tokens as they were: those that are revoked now, and those that were revoked before.
   * @throws {HttpError} 422 for an empty batch, 404 for an id that is not of this workspace.
   */
  revoke(
    workspaceId: number,
    ids: readonly string[]
  ): { readonly revoked: readonly Token[]; readonly unchanged: readonly Token[] }
  /**
   * Revokes each token of a batch and issues one of the same name, whose window of the same length starts now.
   *
   * @throws {HttpError} 422 for an empty batch, 404 for an id that is not of this workspace, 409 for a revoked token.
   */
  rotate(workspaceId: number, ids: readonly string[]): readonly IssuedToken[]
  /** Newest first; a rotated token is in the place of the one that it replaces. */
  list(workspaceId: number): readonly Token[]
  /** The tokens of a batch, without duplicates, in the given order. @throws {HttpError} 422, 404. */
  find(workspaceId: number, ids: readonly string[]): readonly Token[]
  /** @throws {HttpError} 409 if a token of the batch is revoked. */
  checkRotation(batch: readonly Token[]): void
  authenticate(value: string): Authentication
  /** Stores the time of use, unless it is within a minute of the stored one. */
  recordUse(token: Token): void
}

interface Row {
  readonly id: string
  readonly workspace_id: number
  readonly name: string
  readonly expiration: Expiration
  readonly hash: Uint8Array
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly last_used_at: number | null
  readonly ends_in: string
  readonly replaced_by: string | null
  readonly replacement_ends_in: string | null
}

const LAST_USE_PRECISION = 60 * 1000

export function openTokens({ db, transaction }: Storage, clock: Clock): Tokens {
  const insert = db.prepare(
    `INSERT INTO tokens (id, workspace_id, name, expiration, hash, created_at, expires_at, ends_in, listed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )
  const select = `SELECT tokens.*, replacement.ends_in AS replacement_ends_in FROM tokens
    LEFT JOIN tokens AS replacement ON replacement.id = tokens.replaced_by`
  const byId = db.prepare(`${select} WHERE tokens.workspace_id = ? AND tokens.id = ?`)
  const byHash = db.prepare(`${select} WHERE tokens.hash = ?`)
  const ofWorkspace = db.prepare(
    `${select} WHERE tokens.workspace_id = ? ORDER BY tokens.listed_at DESC, tokens.created_at DESC, tokens.rowid DESC`
  )
  const setRevoked = db.prepare('UPDATE tokens SET revoked_at = ? WHERE id = ?')
  const setReplaced = db.prepare('UPDATE tokens SET revoked_at = ?, replaced_by = ? WHERE id = ?')
  const setLastUsed = db.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?')
  const listedAt = db.prepare('SELECT listed_at FROM tokens WHERE id = ?')

  function issue(workspaceId: number, name: string, expiration: Expiration, now: number, listed: number): IssuedToken {
    const issued = { id: randomBase62(12), name, value: newTokenValue() }
    const { id, value } = issued
    const end = expiresAt(expiration, now) ?? null
    insert.run(id, workspaceId, name, expiration, hashOf(value), now, end, endOf(value), listed)
    return issued
  }

  function find(workspaceId: number, ids: readonly string[]): Token[] {
    if (ids.length === 0) throw unprocessable('ids', 'Select at least one token.')
    const now = clock.now()
    return [...new Set(ids)].map((id) => {
      const row = byId.get(workspaceId, id) as Row | undefined
      if (row === undefined) throw new HttpError(404, 'There is no such token in this workspace.')
      return toToken(row, now)
    })
  }

  function rowOf(value: string): Row | undefined {
    if (!isTokenValue(value)) return undefined
    const hash = hashOf(value)
    const row = byHash.get(hash) as Row | undefined
    return row !== undefined && timingSafeEqual(row.hash, hash) ? row : undefined
  }

  return {
    create(workspaceId, name, expiration) {
      const checked = { name: checkedName(name), expiration: checkedExpiration(expiration) }
      const now = clock.now()
      return transaction(() => issue(workspaceId, checked.name, checked.expiration, now, now))
    },

    revoke(workspaceId, ids) {
      return transaction(() => {
        const now = clock.now()
        const { revoked: unchanged = [], other: revoked = [] } = Object.groupBy(find(workspaceId, ids), ({ state }) =>
          state === 'revoked' ? 'revoked' : 'other'
        )
        for (const { id } of revoked) setRevoked.run(now, id)
        return { revoked, unchanged }
      })
    },

    rotate(workspaceId, ids) {
      return transaction(() => {
        const now = clock.now()
        const batch = find(workspaceId, ids)
        checkRotation(batch)
        return batch.map(({ id, name, expiration }) => {
          const { listed_at } = listedAt.get(id) as unknown as { listed_at: number }
          const issued = issue(workspaceId, name, expiration, now, listed_at)
          setReplaced.run(now, issued.id, id)
          return issued
        })
      })
    },

    list(workspaceId) {
      const now = clock.now()
      return (ofWorkspace.all(workspaceId) as unknown as Row[]).map((row) => toToken(row, now))
    },

    find,
    checkRotation,

    authenticate(value) {
      const row = rowOf(value)
      if (row === undefined) return { ok: false, state: undefined }
      const token = toToken(row, clock.now())
      return token.state === 'active' ? { ok: true, token } : { ok: false, state: token.state }
    },

    recordUse(token) {
      const now = clock.now()
      if (token.lastUsedAt === undefined || now - token.lastUsedAt >= LAST_USE_PRECISION) {
        setLastUsed.run(now, token.id)
      }
    }
  }
}

function toToken(row: Row, now: number): Token {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    expiration: row.expiration,
    state: stateOf(row, now),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    endsIn: row.ends_in,
    replacedBy:
      row.replaced_by === null ? undefined : { id: row.replaced_by, endsIn: row.replacement_ends_in ?? undefined }
  }
}

function stateOf({ revoked_at, expires_at }: Row, now: number): TokenState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && now >= expires_at ? 'expired' : 'active'
}

function checkRotation(batch: readonly Token[]): void {
  const revoked = batch.find(({ state }) => state === 'revoked')
  if (revoked === undefined) return
  const others = batch.length > 1 ? ' None of the selected tokens was changed.' : ''
  throw new HttpError(409, `The token ${quoted(revoked)} is revoked and cannot be rotated.${others}`)
}

/** A token in a sentence: its name, and the end of its value. */
export function quoted({ name, endsIn }: Token): string {
  return `“${name}” (…${endsIn})`
}

function checkedExpiration(value: string): Expiration {
  if (Object.hasOwn(WINDOWS, value)) return value as Expiration
  throw unprocessable('expiration', `Choose an expiration: ${EXPIRATIONS.join(', ')}.`)
}
