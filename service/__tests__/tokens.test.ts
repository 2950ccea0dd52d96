import { beforeEach, describe, expect, test } from '@jest/globals'
import { Clock } from '../clock.ts'
import { openDatabase } from '../database.ts'
import { Tokens, type Expiration } from '../tokens.ts'
import { Workspaces } from '../workspaces.ts'

const DAY = 24 * 60 * 60 * 1000
const EMOJI = '\u{1F525}'

let clock: Clock
let tokens: Tokens
let [here, elsewhere] = [0, 0]

beforeEach(() => {
  clock = new Clock(() => Date.parse('2026-03-01T00:00:00Z'))
  const { db } = openDatabase(undefined)
  tokens = new Tokens(db, clock)
  ;[here = 0, elsewhere = 0] = ['Operations', 'Payments'].map((name) => new Workspaces(db).create(name).id)
})

const states = () => tokens.list(here).map(({ name, state }) => `${name} ${state}`)
const refused = (status: number) => expect.objectContaining({ status }) as unknown as Error

test.each([
  ['of one character', 'a', 'a'],
  ['with blanks around it', '  release bot ', 'release bot'],
  ['of 100 emoji', EMOJI.repeat(100), EMOJI.repeat(100)],
  ['of 101', EMOJI.repeat(101), undefined],
  ['of spaces', '  ', undefined],
  ['with NUL', 'a\0', undefined],
  ['with half a surrogate pair', 'a\ud83d', undefined]
])('a name %s is stored, or refused', (_, name, stored) => {
  if (stored === undefined) expect(() => tokens.create(here, name, 'never')).toThrow(refused(422))
  else tokens.create(here, name, 'never')
  expect(tokens.list(here).map((token) => token.name)).toEqual(stored === undefined ? [] : [stored])
})

test.each<[Expiration, number]>([
  ['30 days', 30],
  ['90 days', 90],
  ['1 year', 365]
])('%s: expired to the millisecond, and a rotation starts the same window', (expiration, days) => {
  const { id, value } = tokens.create(here, 'bot', expiration)
  clock.advance(days * DAY - 1)
  expect(tokens.withValue(value)?.state).toBe('active')
  clock.advance(1)
  expect(tokens.withValue(value)?.state).toBe('expired')
  const [rotated] = tokens.rotate(here, [id])
  expect(tokens.withValue(value)?.state).toBe('revoked')
  clock.advance(days * DAY - 1)
  expect(tokens.withValue(rotated?.value ?? '')).toMatchObject({ name: 'bot', state: 'active', expiration })
  clock.advance(1)
  expect(states()).toEqual(['bot expired', 'bot revoked'])
})

test('an unknown expiration is refused, and never is never', () => {
  expect(() => tokens.create(here, 'bot', '2 days')).toThrow(refused(422))
  tokens.create(here, 'bot', 'never')
  clock.advance(1000 * 365 * DAY)
  expect(states()).toEqual(['bot active'])
})

describe('a batch, all or nothing:', () => {
  test.each<{
    what: string
    batch: (ids: { good: string; gone: string; theirs: string }) => string[]
    revoke: number
    rotate: number
  }>([
    { what: 'empty', batch: () => [], revoke: 422, rotate: 422 },
    { what: 'unknown', batch: ({ good }) => [good, 'x'], revoke: 404, rotate: 404 },
    { what: 'foreign', batch: ({ good, theirs }) => [good, theirs], revoke: 404, rotate: 404 },
    { what: 'with a revoked one', batch: ({ good, gone }) => [good, gone], revoke: 0, rotate: 409 },
    { what: 'with duplicates', batch: ({ good }) => [good, good], revoke: 0, rotate: 0 }
  ])('$what: revoke $revoke, rotate $rotate', ({ batch, ...statuses }) => {
    const [good, gone] = ['good', 'gone'].map((name) => tokens.create(here, name, 'never').id) as [string, string]
    const theirs = tokens.create(elsewhere, 'theirs', 'never').id
    tokens.revoke(here, [gone])
    const ids = batch({ good, gone, theirs })
    for (const transition of ['rotate', 'revoke'] as const) {
      const before = states()
      if (statuses[transition] === 0) tokens[transition](here, ids)
      else {
        expect(() => tokens[transition](here, ids)).toThrow(refused(statuses[transition]))
        expect(states()).toEqual(before)
      }
    }
    expect(states().filter((state) => state === 'good active')).toHaveLength(
      statuses.rotate === 0 || statuses.revoke !== 0 ? 1 : 0
    )
    expect(tokens.list(elsewhere)).toMatchObject([{ name: 'theirs', state: 'active' }])
  })
})

test('a value has a prefix and 36 random letters, and is not stored', () => {
  const values = Array.from({ length: 100 }, () => tokens.create(here, 'bot', 'never').value)
  expect(new Set(values).size).toBe(100)
  for (const value of values) expect(value).toMatch(/^oap_[0-9A-Za-z]{36}$/)
  expect(JSON.stringify(tokens.list(here))).not.toContain(values[0])
})
