import { beforeEach, describe, expect, test } from '@jest/globals'
import { movableClock, type Clock } from '../../service/clock.ts'
import { Refusal } from '../../service/refusal.ts'
import { openStorage, type Storage } from '../../service/storage.ts'
import { openTokens, type Tokens } from '../../service/tokens.ts'
import { isTokenValue, newTokenValue } from '../../service/token-value.ts'
import { openWorkspaces } from '../../service/workspaces.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const DAY = 24 * 60 * 60 * 1000

let clock: Clock
let storage: Storage
let tokens: Tokens
let here: number
let elsewhere: number

beforeEach(() => {
  clock = movableClock(() => START)
  storage = openStorage()
  tokens = openTokens(storage, clock)
  const workspaces = openWorkspaces(storage)
  here = workspaces.create('Operations').id
  elsewhere = workspaces.create('Payments').id
})

/** The status and the field of the refusal that `work` ends in. */
function refusalOf(work: () => unknown): { status: number; field: string | undefined; detail: string } {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) {
      return { status: error.status, field: error.fields[0]?.pointer, detail: error.message }
    }
    throw error
  }
  throw new Error('not refused')
}

function states(): Record<string, string> {
  return Object.fromEntries(tokens.list(here).map(({ id, state }) => [id, state]))
}

describe('creation', () => {
  const emoji = '\u{1F525}'

  test.each([
    ['1 character', 'a', 'a'],
    ['100 characters', 'a'.repeat(100), 'a'.repeat(100)],
    ['100 emoji, which are 200 UTF-16 units', emoji.repeat(100), emoji.repeat(100)],
    ['white space around it', '  release bot ', 'release bot'],
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['quotes of SQL', `'; DROP TABLE tokens; --`, `'; DROP TABLE tokens; --`]
  ])('takes a name of %s', (_, name, kept) => {
    tokens.create(here, name, 'never')
    expect(tokens.list(here).map((token) => token.name)).toEqual([kept])
  })

  test.each([
    ['0 characters', ''],
    ['101 characters', 'a'.repeat(101)],
    ['101 emoji', emoji.repeat(101)],
    ['spaces only', ' \u00a0\u3000\t'],
    ['NUL in it', 'a\0b'],
    ['a line break in it', 'a\nb'],
    ['half a surrogate pair', 'a\ud83d']
  ])('refuses a name of %s', (_, name) => {
    expect(refusalOf(() => tokens.create(here, name, 'never'))).toMatchObject({ status: 422, field: '/name' })
    expect(tokens.list(here)).toEqual([])
  })

  test.each(['', '30', '30 DAYS', '31 days', 'toString', '__proto__'])('refuses the expiration %j', (expiration) => {
    expect(refusalOf(() => tokens.create(here, 'bot', expiration))).toMatchObject({ status: 422, field: '/expiration' })
  })

  test.each([
    ['30 days', 30 * DAY],
    ['90 days', 90 * DAY],
    ['1 year', 365 * DAY]
  ])('%s ends to the millisecond', (expiration, window) => {
    const { value } = tokens.create(here, 'bot', expiration)
    clock.advance(window - 1)
    expect(tokens.authenticate(value)).toMatchObject({ ok: true })
    clock.advance(1)
    expect(tokens.authenticate(value)).toEqual({ ok: false, state: 'expired' })
  })

  test('never is never', () => {
    const { value } = tokens.create(here, 'bot', 'never')
    clock.advance(1000 * 365 * DAY)
    expect(tokens.authenticate(value)).toMatchObject({ ok: true })
  })

  test('stores nothing from which the value could be had', () => {
    const { value } = tokens.create(here, 'bot', 'never')
    const stored = JSON.stringify(storage.db.prepare('SELECT * FROM tokens').all(), (_, part: unknown) =>
      part instanceof Uint8Array ? Buffer.from(part).toString('latin1') : part
    )
    expect(stored).not.toContain(value)
    expect(stored).not.toContain(value.slice(4, 34))
  })
})

describe('a value', () => {
  test('has a prefix, 178 random bits and a checksum', () => {
    const values = Array.from({ length: 1000 }, newTokenValue)
    expect(new Set(values).size).toBe(1000)
    for (const value of values) {
      expect(value).toMatch(/^oap_[0-9A-Za-z]{36}$/)
      expect(isTokenValue(value)).toBe(true)
    }
  })

  test('is not accepted with any one character altered', () => {
    const { value } = tokens.create(here, 'bot', 'never')
    for (let index = 0; index < value.length; index++) {
      const other = value[index] === 'x' ? 'y' : 'x'
      const altered = value.slice(0, index) + other + value.slice(index + 1)
      expect(isTokenValue(altered)).toBe(false)
      expect(tokens.authenticate(altered)).toEqual({ ok: false, state: undefined })
    }
  })

  test('that is well formed and nobody’s is not accepted', () => {
    expect(tokens.authenticate(newTokenValue())).toEqual({ ok: false, state: undefined })
  })
})

describe('revoking', () => {
  test('ends a value at once, and once is as good as twice', () => {
    const { id, value } = tokens.create(here, 'bot', 'never')
    tokens.revoke(here, [id])
    expect(tokens.authenticate(value)).toEqual({ ok: false, state: 'revoked' })
    const first = tokens.list(here)
    clock.advance(DAY)
    tokens.revoke(here, [id])
    expect(tokens.list(here)).toEqual(first)
  })

  test('is for active tokens: an expired one is refused, and stays expired', () => {
    const { id } = tokens.create(here, 'bot', '30 days')
    clock.advance(30 * DAY)
    expect(
      refusalOf(() => {
        tokens.revoke(here, [id])
      })
    ).toMatchObject({ status: 409 })
    expect(states()).toEqual({ [id]: 'expired' })
  })

  test('is for ever: a revoked token does not become expired', () => {
    const { id } = tokens.create(here, 'bot', '30 days')
    tokens.revoke(here, [id])
    clock.advance(30 * DAY)
    expect(states()).toEqual({ [id]: 'revoked' })
  })
})

describe('rotating', () => {
  test('an active token revokes it and issues one of the same name and window, from now', () => {
    const { id, value } = tokens.create(here, 'bot', '30 days')
    clock.advance(10 * DAY)
    const [rotated] = tokens.rotate(here, [id])
    expect(tokens.authenticate(value)).toEqual({ ok: false, state: 'revoked' })
    expect(tokens.authenticate(rotated?.value ?? '')).toMatchObject({
      ok: true,
      token: { name: 'bot', expiration: '30 days', expiresAt: START + 40 * DAY }
    })
  })

  test('an expired token renews access', () => {
    const { id, value } = tokens.create(here, 'bot', '30 days')
    clock.advance(31 * DAY)
    const [rotated] = tokens.rotate(here, [id])
    expect(tokens.authenticate(value)).toEqual({ ok: false, state: 'revoked' })
    expect(tokens.authenticate(rotated?.value ?? '')).toMatchObject({
      ok: true,
      token: { expiresAt: START + 61 * DAY }
    })
  })

  test('a revoked token is refused, so of two rotations one wins', () => {
    const { id } = tokens.create(here, 'bot', 'never')
    tokens.rotate(here, [id])
    expect(refusalOf(() => tokens.rotate(here, [id]))).toMatchObject({ status: 409 })
    expect(tokens.list(here).filter(({ state }) => state === 'active')).toHaveLength(1)
  })
})

describe('a batch', () => {
  const transitions = ['revoke', 'rotate'] as const

  test.each(transitions)('%s: empty is refused', (transition) => {
    expect(refusalOf(() => tokens[transition](here, []))).toMatchObject({ status: 422, field: '/ids' })
  })

  test.each(transitions)('%s: a duplicate counts once', (transition) => {
    const { id } = tokens.create(here, 'bot', 'never')
    tokens[transition](here, [id, id, id])
    expect(states()[id]).toBe('revoked')
    expect(tokens.list(here)).toHaveLength(transition === 'rotate' ? 2 : 1)
  })

  test.each(
    transitions.flatMap((transition) => [
      { transition, offender: 'unknown' as const, status: 404 },
      { transition, offender: 'foreign' as const, status: 404 },
      { transition, offender: transition === 'revoke' ? ('expired' as const) : ('revoked' as const), status: 409 }
    ])
  )('$transition: one that is $offender, and nothing happens to the others', ({ transition, offender, status }) => {
    const bad = {
      unknown: () => 'unknown',
      foreign: () => tokens.create(elsewhere, 'theirs', 'never').id,
      expired: () => {
        const { id } = tokens.create(here, 'old', '30 days')
        clock.advance(30 * DAY)
        return id
      },
      revoked: () => {
        const { id } = tokens.create(here, 'gone', 'never')
        tokens.revoke(here, [id])
        return id
      }
    }[offender]()
    const good = [tokens.create(here, 'one', 'never').id, tokens.create(here, 'two', 'never').id]
    const before = tokens.list(here)
    expect(refusalOf(() => tokens[transition](here, [good[0] ?? '', bad, good[1] ?? '']))).toMatchObject({ status })
    expect(tokens.list(here)).toEqual(before)
    expect(tokens.list(elsewhere).every(({ state }) => state === 'active')).toBe(true)
  })

  test('rotates active and expired ones together, each to its own window', () => {
    const expired = tokens.create(here, 'old', '30 days').id
    clock.advance(30 * DAY)
    const active = tokens.create(here, 'new', '90 days').id
    const rotated = tokens.rotate(here, [expired, active])
    expect(rotated.map(({ name }) => name)).toEqual(['old', 'new'])
    expect(
      rotated.map(({ value }) => {
        const result = tokens.authenticate(value)
        return result.ok ? (result.token.expiresAt ?? 0) - clock.now() : undefined
      })
    ).toEqual([30 * DAY, 90 * DAY])
  })
})

test('the time of last use is kept to the minute', () => {
  const { value } = tokens.create(here, 'bot', 'never')
  const use = (): number | undefined => {
    const result = tokens.authenticate(value)
    if (result.ok) tokens.touch(result.token)
    return tokens.list(here)[0]?.lastUsedAt
  }
  expect(tokens.list(here)[0]?.lastUsedAt).toBeUndefined()
  expect(use()).toBe(START)
  clock.advance(59_999)
  expect(use()).toBe(START)
  clock.advance(1)
  expect(use()).toBe(START + 60_000)
})
