import { beforeEach, expect, test } from '@jest/globals'
import { openClock, type Clock } from '../clock.ts'
import { openStorage } from '../storage.ts'
import { openTokens, type Tokens } from '../tokens.ts'
import { isTokenValue, newTokenValue } from '../token-value.ts'
import { openWorkspaces } from '../workspaces.ts'

// The states and transitions are in tokens-model.test.ts.

const START = Date.parse('2026-03-01T00:00:00Z')
const DAY = 24 * 60 * 60 * 1000
const EMOJI = '\u{1F525}'

let clock: Clock
let tokens: Tokens
let here: number

beforeEach(() => {
  clock = openClock(() => START)
  const storage = openStorage()
  tokens = openTokens(storage, clock)
  here = openWorkspaces(storage).create('Operations').id
})

test('a name has up to 100 characters that a person can see, with no blanks around them', () => {
  for (const name of [EMOJI.repeat(100), '  release bot ']) tokens.create(here, name, 'never')
  for (const name of [EMOJI.repeat(101), 'bot\u202egnp.exe', 'a\nb', 'a\ud83d']) {
    const refusal = { status: 422, fields: [expect.objectContaining({ pointer: '/name' })] }
    expect(() => tokens.create(here, name, 'never')).toThrow(expect.objectContaining(refusal))
  }
  expect(tokens.list(here).map(({ name }) => name)).toEqual(['release bot', EMOJI.repeat(100)])
})

test('a value has a prefix, 178 random bits and a checksum', () => {
  const values = Array.from({ length: 1000 }, newTokenValue)
  expect(new Set(values).size).toBe(1000)
  for (const value of values) {
    expect(value).toMatch(/^oap_[0-9A-Za-z]{36}$/)
    expect(isTokenValue(value)).toBe(true)
  }
})

test('a rotated token is in the place of the one that it replaces, which names it', () => {
  const ids = ['a', 'b', 'c'].map((name) => {
    clock.advance(DAY)
    return tokens.create(here, name, 'never').id
  })
  clock.advance(DAY)
  const [issued] = tokens.rotate(here, [ids[1] ?? ''])
  expect(tokens.list(here).map(({ id }) => id)).toEqual([ids[2], issued?.id, ids[1], ids[0]])
  expect(tokens.find(here, [ids[1] ?? ''])).toMatchObject([
    { replacedBy: { id: issued?.id, endsIn: issued?.value.slice(-4) } }
  ])
})

test('the time of last use is kept to the minute', () => {
  const { value } = tokens.create(here, 'bot', 'never')
  const use = (): number | undefined => {
    const result = tokens.authenticate(value)
    if (result.ok) tokens.recordUse(result.token)
    return tokens.list(here)[0]?.lastUsedAt
  }
  expect(tokens.list(here)[0]?.lastUsedAt).toBeUndefined()
  expect(use()).toBe(START)
  clock.advance(59_999)
  expect(use()).toBe(START)
  clock.advance(1)
  expect(use()).toBe(START + 60_000)
})
