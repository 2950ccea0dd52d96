import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { startService, type Expiration, type Service } from '../../service/service.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { send, type RawAnswer } from '../service/http.ts'

/**
 * The states of a token as somebody sees them who has a browser and a client, and nothing else: what the tests of the
 * service show of its rooms is shown here of the running service.
 */
let now: number
let service: Service
let cookie: string

const DAY = 24 * 60 * 60 * 1000
const TOKENS = '/workspaces/1/settings/access-tokens'

beforeAll(async () => {
  now = Date.UTC(2026, 0, 5)
  service = await startService({ port: 0, control: true, now: () => now })
})

afterAll(async () => {
  await service.close()
})

beforeEach(async () => {
  service.reset()
  now = Date.UTC(2026, 0, 5)
  const answer = await send(service.signInUrl)
  cookie = ([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? ''
})

/** A button on the settings screen. */
function press(transition: 'rotate' | 'revoke', ...ids: readonly string[]): Promise<RawAnswer> {
  return send(`${service.url}${TOKENS}/${transition}`, {
    method: 'POST',
    headers: [
      ['Cookie', cookie],
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Sec-Fetch-Site', 'same-origin']
    ],
    body: ids.map((id) => `id=${encodeURIComponent(id)}`).join('&')
  })
}

/** The values in the dialog that follows a rotation. */
async function shown(): Promise<readonly string[]> {
  const { text } = await send(`${service.url}${TOKENS}/issued`, { headers: [['Cookie', cookie]] })
  return [...new Set(text.match(/oap_[0-9A-Za-z]{36}/g) ?? [])]
}

async function use(value: string): Promise<number> {
  const { status } = await send(service.url + LIST_PATH, {
    method: 'POST',
    headers: [
      ['Authorization', `Bearer ${value}`],
      ['Content-Type', 'application/json']
    ],
    body: '{"page_num":1,"page_size":1}'
  })
  return status
}

function create(expiration: Expiration = '30 days', name = 'bot'): { readonly id: string; readonly value: string } {
  return service.tokens.create({ name, expiration })
}

function states(): readonly string[] {
  return service.tokens.list().map(({ state }) => state)
}

describe('a value', () => {
  test('altered by one character: 401', async () => {
    const { value } = create()
    expect(await use(value)).toBe(200)
    for (let at = 0; at < value.length; at++) {
      const altered = value.slice(0, at) + (value[at] === 'x' ? 'y' : 'x') + value.slice(at + 1)
      expect(await use(altered)).toBe(401)
    }
  })

  test.each<[Expiration, number]>([
    ['30 days', 30],
    ['90 days', 90],
    ['1 year', 365]
  ])('that expires in %s: good up to the millisecond before, 401 from that instant on', async (expiration, days) => {
    const { value } = create(expiration)
    now += days * DAY - 1
    expect(await use(value)).toBe(200)
    now += 1
    expect(await use(value)).toBe(401)
    now += 365 * DAY
    expect(await use(value)).toBe(401)
  })

  test('that never expires: good in a hundred years', async () => {
    const { value } = create('never')
    now += 100 * 365 * DAY
    expect(await use(value)).toBe(200)
  })

  test('that was revoked: 401 at once', async () => {
    const { id, value } = create()
    expect((await press('revoke', id)).status).toBe(303)
    expect(await use(value)).toBe(401)
  })
})

describe('a transition', () => {
  test('revoke twice: the same result', async () => {
    const { id, value } = create()
    expect((await press('revoke', id)).status).toBe(303)
    expect((await press('revoke', id)).status).toBe(303)
    expect(states()).toEqual(['revoked'])
    expect(await use(value)).toBe(401)
  })

  test('rotate a revoked one: refused with 409, and no new token', async () => {
    const { id } = create()
    await press('revoke', id)
    expect((await press('rotate', id)).status).toBe(409)
    expect(states()).toEqual(['revoked'])
    expect(await shown()).toEqual([])
  })

  test('rotate an expired one: a new window from now', async () => {
    const { id, value } = create('90 days')
    now += 200 * DAY
    expect(await use(value)).toBe(401)
    expect((await press('rotate', id)).status).toBe(303)
    const [renewed = ''] = await shown()
    expect(await use(renewed)).toBe(200)
    now += 90 * DAY - 1
    expect(await use(renewed)).toBe(200)
    now += 1
    expect(await use(renewed)).toBe(401)
  })

  test('two rotates at once: exactly one wins, and the old value ends', async () => {
    const { id, value } = create()
    const answers = await Promise.all(Array.from({ length: 8 }, () => press('rotate', id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(7).fill(409)])
    const [renewed = '', ...others] = await shown()
    expect(others).toEqual([])
    expect([await use(value), await use(renewed)]).toEqual([401, 200])
  })

  test('a rotate and a revoke at once: one of two histories, and the old value ends', async () => {
    const { id, value } = create()
    const [rotated] = await Promise.all([press('rotate', id), press('revoke', id)])
    expect(await use(value)).toBe(401)
    expect(states().filter((state) => state === 'active')).toHaveLength(rotated.status === 303 ? 1 : 0)
  })
})

describe('a batch', () => {
  test.each(['revoke', 'rotate'] as const)('%s: empty is 422', async (transition) => {
    create()
    expect((await press(transition)).status).toBe(422)
    expect(states()).toEqual(['active'])
  })

  test.each(['revoke', 'rotate'] as const)('%s: a duplicate counts once', async (transition) => {
    const { id } = create()
    expect((await press(transition, id, id, id)).status).toBe(303)
    expect(await shown()).toHaveLength(transition === 'rotate' ? 1 : 0)
  })

  test.each(['revoke', 'rotate'] as const)(
    '%s: with one that is unknown, foreign or in another state, all or nothing',
    async (transition) => {
      service.workspaces.create('Payments')
      const foreign = service.tokens.create({ name: 'theirs', expiration: 'never', workspace: 'Payments' })
      const old = create('30 days')
      now += 30 * DAY
      const [one, two, gone] = [create(), create(), create()]
      await press('revoke', gone.id)
      const before = service.tokens.list()
      const wrong = transition === 'rotate' ? gone.id : old.id
      for (const [bad, status] of [
        ['nobody', 404],
        [foreign.id, 404],
        [wrong, 409]
      ] as const) {
        expect((await press(transition, one.id, bad, two.id)).status).toBe(status)
        expect(service.tokens.list()).toEqual(before)
        expect(await shown()).toEqual([])
      }
      expect([await use(one.value), await use(two.value), await use(foreign.value)]).toEqual([200, 200, 200])
    }
  )
})

describe('a token’s name of', () => {
  test.each([
    ['0 characters', '""', 422],
    ['1 character', '"a"', 200],
    ['100 characters', JSON.stringify('a'.repeat(100)), 200],
    ['101 characters', JSON.stringify('a'.repeat(101)), 422],
    ['spaces only', '" \\u00a0\\u3000 "', 422],
    ['100 emoji', JSON.stringify('\u{1F525}'.repeat(100)), 200],
    ['101 emoji', JSON.stringify('\u{1F525}'.repeat(101)), 422],
    ['NUL', '"a\\u0000b"', 422],
    ['a lone surrogate', '"a\\ud83d"', 422]
  ])('%s', async (_, name, status) => {
    const answer = await send(`${service.url}/_control/tokens`, {
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      body: `{"name":${name},"expiration":"never"}`
    })
    expect(answer.status).toBe(status)
    expect(states()).toHaveLength(status === 200 ? 1 : 0)
  })
})
