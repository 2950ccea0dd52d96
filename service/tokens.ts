import { timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'
import { Refusal, unprocessable } from './refusal.ts'
import type { Storage } from './storage.ts'
import { hashOf, isTokenValue, newTokenValue, randomBase62 } from './token-value.ts'
import { checkedName } from './words.ts'

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

/** Derived whenever it is asked for, so that no stored state can be stale. Only `revoked` is for ever. */
export type TokenState = 'active' | 'expired' | 'revoked'

/** What a person can do to tokens, one or a batch. */
export type Transition = 'revoke' | 'rotate'

/** The state from which each of them does not go, and why. */
const IMPOSSIBLE = {
  revoke: { state: 'expired', reason: 'has expired, so there is nothing to revoke' },
  rotate: { state: 'revoked', reason: 'is revoked, and that cannot be undone' }
} as const

/** A token as the settings screen shows it. Times are milliseconds since the epoch. */
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
}

/** What creation and rotation hand out: the only time that the value is seen. */
export interface IssuedToken {
  readonly id: string
  readonly name: string
  readonly value: string
}

/** Why a value is not accepted; `undefined` where it is no value of ours, or of nobody. */
export type Authentication =
  { readonly ok: true; readonly token: Token } | { readonly ok: false; readonly state: TokenState | undefined }

/**
 * The life of tokens: (none) → active → expired or revoked; an expired one can only be rotated. Every transition happens
 * in one transaction, and a batch happens wholly or not at all.
 */
export interface Tokens {
  /** @throws {Refusal} 422 where the name or the expiration is not valid. */
  create(workspaceId: number, name: string, expiration: string): IssuedToken
  /**
   * Revokes at once and for good. What is revoked already stays as it is.
   *
   * @throws {Refusal} 422 for an empty batch, 404 for an id not of this workspace, 409 for an expired token.
   */
  revoke(workspaceId: number, ids: readonly string[]): void
  /**
   * Revokes each active or expired token and issues one of the same name, whose window of the same length starts now.
   *
   * @throws {Refusal} 422 for an empty batch, 404 for an id not of this workspace, 409 for a revoked token.
   */
  rotate(workspaceId: number, ids: readonly string[]): readonly IssuedToken[]
  /** Newest first. */
  list(workspaceId: number): readonly Token[]
  /** The tokens of a batch as they are now, duplicates dropped, in the order given. @throws {Refusal} 422, 404. */
  find(workspaceId: number, ids: readonly string[]): readonly Token[]
  /** Whether all of a batch may make this transition. @throws {Refusal} 409 */
  check(transition: Transition, batch: readonly Token[]): void
  authenticate(value: string): Authentication
  /** Notes the use; a use within a minute of the noted one is not worth a write. */
  touch(token: Token): void
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
}

const LAST_USE_PRECISION = 60 * 1000

export function openTokens({ db, transaction }: Storage, clock: Clock): Tokens {
  const insert = db.prepare(
    `INSERT INTO tokens (id, workspace_id, name, expiration, hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)`
  )
  const byId = db.prepare('SELECT * FROM tokens WHERE workspace_id = ? AND id = ?')
  const byHash = db.prepare('SELECT * FROM tokens WHERE hash = ?')
  const ofWorkspace = db.prepare('SELECT * FROM tokens WHERE workspace_id = ? ORDER BY created_at DESC, rowid DESC')
  const setRevoked = db.prepare('UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const setLastUsed = db.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?')

  function issue(workspaceId: number, name: string, expiration: Expiration, now: number): IssuedToken {
    const issued = { id: randomBase62(12), name, value: newTokenValue() }
    const end = expiresAt(expiration, now) ?? null
    insert.run(issued.id, workspaceId, name, expiration, hashOf(issued.value), now, end)
    return issued
  }

  function find(workspaceId: number, ids: readonly string[], now: number): Token[] {
    if (ids.length === 0) throw unprocessable('ids', 'Select at least one token.')
    return [...new Set(ids)].map((id) => {
      const row = byId.get(workspaceId, id) as Row | undefined
      if (row === undefined) throw new Refusal(404, 'There is no such token in this workspace.')
      return fromRow(row, now)
    })
  }

  return {
    create(workspaceId, name, expiration) {
      const checked = { name: checkedName(name), expiration: checkedExpiration(expiration) }
      return transaction(() => issue(workspaceId, checked.name, checked.expiration, clock.now()))
    },

    revoke(workspaceId, ids) {
      transaction(() => {
        const now = clock.now()
        const batch = find(workspaceId, ids, now)
        check('revoke', batch)
        for (const token of batch) setRevoked.run(now, token.id)
      })
    },

    rotate(workspaceId, ids) {
      return transaction(() => {
        const now = clock.now()
        const batch = find(workspaceId, ids, now)
        check('rotate', batch)
        return batch.map((token) => {
          setRevoked.run(now, token.id)
          return issue(workspaceId, token.name, token.expiration, now)
        })
      })
    },

    list: (workspaceId) => (ofWorkspace.all(workspaceId) as unknown as Row[]).map((row) => fromRow(row, clock.now())),

    find: (workspaceId, ids) => find(workspaceId, ids, clock.now()),

    check,

    authenticate(value) {
      if (!isTokenValue(value)) return { ok: false, state: undefined }
      const hash = hashOf(value)
      const row = byHash.get(hash) as Row | undefined
      if (row === undefined || !timingSafeEqual(row.hash, hash)) return { ok: false, state: undefined }
      const token = fromRow(row, clock.now())
      return token.state === 'active' ? { ok: true, token } : { ok: false, state: token.state }
    },

    touch(token) {
      const now = clock.now()
      if (token.lastUsedAt === undefined || now - token.lastUsedAt >= LAST_USE_PRECISION) {
        setLastUsed.run(now, token.id)
      }
    }
  }
}

function fromRow(row: Row, now: number): Token {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    expiration: row.expiration,
    state: stateOf(row, now),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined
  }
}

function stateOf({ revoked_at, expires_at }: Row, now: number): TokenState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && now >= expires_at ? 'expired' : 'active'
}

function check(transition: Transition, batch: readonly Token[]): void {
  const { state, reason } = IMPOSSIBLE[transition]
  const offender = batch.find((token) => token.state === state)
  if (offender === undefined) return
  const others = batch.length > 1 ? ' None of the selected tokens was changed.' : ''
  throw new Refusal(409, `The token “${offender.name}” ${reason}.${others}`)
}

function checkedExpiration(value: string): Expiration {
  if (value in WINDOWS && Object.hasOwn(WINDOWS, value)) return value as Expiration
  throw unprocessable('expiration', `Choose an expiration: ${EXPIRATIONS.join(', ')}.`)
}
