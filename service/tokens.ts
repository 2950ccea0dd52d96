import { createHash, randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from './clock.ts'
import { transaction } from './database.ts'
import { HttpError, unprocessable } from './http-error.ts'
import { checkedName } from './names.ts'

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

/** What a person can do to tokens, one or a batch. */
export type Transition = 'revoke' | 'rotate'

/** A token without its value. Times are milliseconds since the epoch. */
export interface Token {
  readonly id: string
  readonly workspaceId: number
  readonly name: string
  readonly expiration: Expiration
  readonly state: 'active' | 'expired' | 'revoked'
  readonly createdAt: number
  /** The first millisecond at which it no longer works. */
  readonly expiresAt: number | null
  /** The last four characters of the value. */
  readonly endsIn: string
}

/** The only object with a value. It exists once, at creation or rotation. */
export interface IssuedToken {
  readonly id: string
  readonly name: string
  readonly value: string
  /** The first millisecond at which it no longer works. */
  readonly expiresAt: number | null
}

/** Every transition is one transaction, also of a batch. */
export class Tokens {
  readonly #db: DatabaseSync
  readonly #clock: Clock

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** @throws {HttpError} 422 if the name or the expiration is not valid. */
  create(workspaceId: number, name: string, expiration: string): IssuedToken {
    const checked = checkedName(name)
    if (!isExpiration(expiration)) {
      throw unprocessable('expiration', `Choose an expiration: ${EXPIRATIONS.join(', ')}.`)
    }
    return this.#issue(workspaceId, checked, expiration)
  }

  /**
   * Revokes the active and the expired tokens of a batch, at once and permanently.
   *
   * @throws {HttpError} 422 for an empty batch, 404 for an id that is not of this workspace.
   */
  revoke(workspaceId: number, ids: readonly string[]): void {
    transaction(this.#db, () => {
      for (const { id, state } of this.find(workspaceId, ids)) if (state !== 'revoked') this.#revoke(id)
    })
  }

  /**
   * Revokes each token of a batch and issues one of the same name, whose window of the same length starts now.
   *
   * @throws {HttpError} 422 for an empty batch, 404 for an id that is not of this workspace, 409 for a revoked token.
   */
  rotate(workspaceId: number, ids: readonly string[]): readonly IssuedToken[] {
    return transaction(this.#db, () => {
      const batch = this.find(workspaceId, ids)
      checkRotation(batch)
      return batch.map(({ id, name, expiration }) => {
        this.#revoke(id)
        return this.#issue(workspaceId, name, expiration)
      })
    })
  }

  /** The newest first. */
  list(workspaceId: number): readonly Token[] {
    return this.#select('workspace_id = ? ORDER BY created_at DESC, rowid DESC', workspaceId)
  }

  /** The tokens of a batch, without duplicates, in the given order. @throws {HttpError} 422, 404. */
  find(workspaceId: number, ids: readonly string[]): readonly Token[] {
    if (ids.length === 0) throw unprocessable('ids', 'Select at least one token.')
    return [...new Set(ids)].map((id) => {
      const [token] = this.#select('workspace_id = ? AND id = ?', workspaceId, id)
      if (token === undefined) throw new HttpError(404, 'There is no such token in this workspace.')
      return token
    })
  }

  /** The token of this value, in any state. */
  withValue(value: string): Token | undefined {
    return this.#select('hash = ?', hashOf(value))[0]
  }

  #issue(workspaceId: number, name: string, expiration: Expiration): IssuedToken {
    const now = this.#clock.now()
    const end = expiresAt(expiration, now) ?? null
    const issued = { id: randomBase62(12), name, value: `oap_${randomBase62(36)}`, expiresAt: end }
    this.#db
      .prepare(
        `INSERT INTO tokens (id, workspace_id, name, expiration, hash, ends_in, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
      )
      .run(issued.id, workspaceId, name, expiration, hashOf(issued.value), endOf(issued.value), now, end)
    return issued
  }

  #revoke(id: string): void {
    this.#db.prepare('UPDATE tokens SET revoked_at = ? WHERE id = ?').run(this.#clock.now(), id)
  }

  #select(condition: string, ...values: readonly (string | number | Buffer)[]): Token[] {
    const state = `CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= ? THEN 'expired' ELSE 'active' END`
    const query = this.#db.prepare(
      `SELECT id, workspace_id AS workspaceId, name, expiration, ${state} AS state, created_at AS createdAt,
         expires_at AS expiresAt, ends_in AS endsIn
       FROM tokens WHERE ${condition}`
    )
    return query.all(this.#clock.now(), ...values) as unknown as Token[]
  }
}

function isExpiration(value: string): value is Expiration {
  return Object.hasOwn(WINDOWS, value)
}

/** @throws {HttpError} 409 if a token of the batch is revoked. */
export function checkRotation(batch: readonly Token[]): void {
  const revoked = batch.find(({ state }) => state === 'revoked')
  if (revoked === undefined) return
  const others = batch.length > 1 ? ' None of the selected tokens was changed.' : ''
  throw new HttpError(409, `The token ${quoted(revoked)} is revoked and cannot be rotated.${others}`)
}

/** A token in a sentence: its name, and the end of its value. */
export function quoted({ name, endsIn }: Token): string {
  return `“${name}” (…${endsIn})`
}

/** By its last four characters people tell tokens apart. */
export function endOf(value: string): string {
  return value.slice(-4)
}

/** What is stored of a value. It is random, so the hash needs neither salt nor slowness. */
function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** `randomInt` draws from the CSPRNG without the bias of a remainder. */
function randomBase62(length: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
