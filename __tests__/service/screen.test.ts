import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { startService, type Service } from '../../service/service.ts'
import { send, type RawAnswer } from './http.ts'

let service: Service
let used: string[]
let cookie: string

beforeAll(async () => {
  used = []
  service = await startService({
    onSignIn: (nextUrl) => {
      used.push(nextUrl)
    }
  })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.reset()
  cookie = sessionCookie(await send(service.signInUrl))
})

const LIST = '/workspaces/1/settings/access-tokens'

function sessionCookie(answer: RawAnswer): string {
  return ([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? ''
}

function get(path: string, headers: readonly (readonly [string, string])[] = []): Promise<RawAnswer> {
  return send(service.url + path, { headers: [['Cookie', cookie], ...headers] })
}

function post(
  path: string,
  form: readonly (readonly [string, string])[],
  headers: readonly (readonly [string, string])[] = [['Sec-Fetch-Site', 'same-origin']]
): Promise<RawAnswer> {
  return send(service.url + path, {
    method: 'POST',
    headers: [['Cookie', cookie], ['Content-Type', 'application/x-www-form-urlencoded'], ...headers],
    body: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString()
  })
}

function create(name: string, workspace?: string): { id: string; value: string } {
  return service.tokens.create({ name, expiration: '30 days', workspace })
}

const VALUE = /oap_[0-9A-Za-z]{36}/g

describe('signing in', () => {
  test('the link works once, and leads to the tokens with a cookie that scripts and other sites cannot use', async () => {
    const url = service.signInUrl
    const first = await send(url)
    expect(first).toMatchObject({ status: 303, headers: { location: '/settings/access-tokens' } })
    const port = new URL(service.url).port
    expect([first.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(new RegExp(`^session_${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`))
    ])
    const second = await send(url)
    expect(second.status).toBe(403)
    expect(second.headers['set-cookie']).toBeUndefined()
    expect(second.text).toContain('This sign-in link does not work any more')
  })

  test('a used link is followed by another one', async () => {
    const before = service.signInUrl
    await send(before)
    expect(service.signInUrl).not.toBe(before)
    expect(used.at(-1)).toBe(service.signInUrl)
    expect((await send(service.signInUrl)).status).toBe(303)
  })

  test.each(['', '?key=', '?key=x', '?key=%00', '?key=' + 'A'.repeat(43)])('%s does not sign in', async (query) => {
    const answer = await send(`${service.url}/sign-in${query}`)
    expect(answer.status).toBe(403)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each(['/', '/settings/access-tokens', LIST, `${LIST}/new`, '/workspaces/1/knowledge', '/workspaces/99/x'])(
    'without a session %s says where the link is',
    async (path) => {
      for (const headers of [[], [['Cookie', `${cookie}x`]], [['Cookie', 'session_=x']]] as [string, string][][]) {
        const answer = await send(service.url + path, { headers })
        expect(answer.status).toBe(403)
        expect(answer.text).toContain('<code>ready</code>')
      }
    }
  )

  test('an access token is no session, and a session is no access token', async () => {
    const { value } = create('bot')
    expect((await send(service.url + LIST, { headers: [['Authorization', `Bearer ${value}`]] })).status).toBe(403)
    const answer = await send(`${service.url}/personal/v1/knowledge/list`, {
      method: 'POST',
      headers: [
        ['Cookie', cookie],
        ['Content-Type', 'application/json']
      ],
      body: '{"page_num":1,"page_size":1}'
    })
    expect(answer.status).toBe(401)
  })

  test('signing out ends the session', async () => {
    const answer = await post('/sign-out', [])
    expect(answer.status).toBe(303)
    expect([answer.headers['set-cookie']].flat()[0]).toContain('Max-Age=0')
    expect((await get(LIST)).status).toBe(403)
  })
})

describe('what other sites can do', () => {
  test.each<[string, [string, string][]]>([
    ['Origin of another site', [['Origin', 'https://evil.example']]],
    ['Origin null', [['Origin', 'null']]],
    ['Origin of another port', [['Origin', 'http://127.0.0.1:1']]],
    ['Origin by another name of this machine', [['Origin', 'http://localhost:1']]],
    ['Sec-Fetch-Site cross-site', [['Sec-Fetch-Site', 'cross-site']]],
    ['Sec-Fetch-Site same-site', [['Sec-Fetch-Site', 'same-site']]],
    [
      'a good Sec-Fetch-Site with a foreign Origin',
      [
        ['Sec-Fetch-Site', 'same-origin'],
        ['Origin', 'https://evil.example']
      ]
    ]
  ])('%s: nothing', async (_, headers) => {
    const { id, value } = create('bot')
    for (const [path, form] of [
      [`${LIST}/new`, [['name', 'evil'] as const, ['expiration', 'never'] as const]],
      [`${LIST}/revoke`, [['id', id] as const]],
      [`${LIST}/rotate`, [['id', id] as const]],
      ['/workspaces/1/settings/workspaces', [['name', 'evil'] as const]],
      ['/sign-out', []]
    ] as const) {
      expect((await post(path, form, headers)).status).toBe(403)
    }
    expect(service.tokens.list().map(({ state }) => state)).toEqual(['active'])
    expect(service.workspaces.list()).toHaveLength(1)
    expect((await get(LIST)).status).toBe(200)
    expect(value).toMatch(VALUE)
  })

  test('our own Origin is taken, and so is a program that sends none of it', async () => {
    const form = [
      ['name', 'bot'],
      ['expiration', 'never']
    ] as const
    expect((await post(`${LIST}/new`, form, [['Origin', service.url]])).status).toBe(303)
    expect((await post(`${LIST}/new`, form, [])).status).toBe(303)
  })

  test('a name of another machine does not reach the pages (DNS rebinding)', async () => {
    expect((await get(LIST, [['Host', 'evil.example']])).status).toBe(421)
  })

  test('nothing changes by GET', async () => {
    const { id } = create('bot')
    expect((await get(`${LIST}/revoke?id=${id}`)).status).toBe(200)
    expect((await get(`${LIST}/rotate?id=${id}`)).status).toBe(200)
    expect(service.tokens.list().map(({ state }) => state)).toEqual(['active'])
  })

  test('every page is closed to scripts, frames and caches', async () => {
    const policies = new Set<unknown>()
    for (const path of [
      LIST,
      `${LIST}/new`,
      '/workspaces/1/knowledge',
      '/sign-in',
      '/workspaces/7/x',
      '/settings/access-tokens'
    ]) {
      const { headers, text } = await get(path)
      const policy = String(headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
      expect(policy).toBe(
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; ` +
          `form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
      )
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin'
      })
      expect(/<(script|style)(?! nonce=)/.exec(text)).toBeNull()
      policies.add(policy)
    }
    expect(policies.size).toBe(6)
  })
})

describe('a value', () => {
  test('is on the page that follows creation, once', async () => {
    const created = await post(`${LIST}/new`, [
      ['name', 'bot'],
      ['expiration', '30 days']
    ])
    expect(created).toMatchObject({ status: 303, headers: { location: `${LIST}/issued` } })
    const shown = await get(`${LIST}/issued`)
    expect(shown.text.match(VALUE)).toHaveLength(1)
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(await get(`${LIST}/issued`)).toMatchObject({ status: 303, headers: { location: LIST } })
    expect((await get(LIST)).text).not.toMatch(VALUE)
  })

  test('is shown to the session that made it only', async () => {
    await post(`${LIST}/new`, [
      ['name', 'bot'],
      ['expiration', '30 days']
    ])
    const other = sessionCookie(await send(service.signInUrl))
    const elsewhere = await send(`${service.url}${LIST}/issued`, { headers: [['Cookie', other]] })
    expect(elsewhere.status).toBe(303)
    expect((await get(`${LIST}/issued`)).text).toMatch(VALUE)
  })

  test('of each of two forms sent at once is shown', async () => {
    const form = [
      ['name', 'bot'],
      ['expiration', 'never']
    ] as const
    await Promise.all([post(`${LIST}/new`, form), post(`${LIST}/new`, form)])
    expect((await get(`${LIST}/issued`)).text.match(VALUE)).toHaveLength(2)
  })

  test('of two rotations at once is one, and it is shown', async () => {
    const { id } = create('bot')
    const answers = await Promise.all([post(`${LIST}/rotate`, [['id', id]]), post(`${LIST}/rotate`, [['id', id]])])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect((await get(`${LIST}/issued`)).text.match(VALUE)).toHaveLength(1)
    expect(service.tokens.list().filter(({ state }) => state === 'active')).toHaveLength(1)
  })
})

describe('forms', () => {
  test.each([
    ['', '30 days', 'Give a name.'],
    ['a'.repeat(101), '30 days', 'The name has 101 characters; 100 is the most.'],
    ['bot', '', 'Choose an expiration'],
    ['bot', '31 days', 'Choose an expiration']
  ])('name %j with expiration %j: 422, what was entered, and why', async (name, expiration, message) => {
    const answer = await post(`${LIST}/new`, [
      ['name', name],
      ['expiration', expiration]
    ])
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(message)
    expect(answer.text).toContain(`value="${name}"`)
    expect(service.tokens.list()).toEqual([])
  })

  test('fields that are missing, and bodies that are no form', async () => {
    expect((await post(`${LIST}/new`, [])).status).toBe(422)
    expect((await post(`${LIST}/revoke`, [])).status).toBe(422)
    const json = await send(`${service.url}${LIST}/new`, {
      method: 'POST',
      headers: [
        ['Cookie', cookie],
        ['Content-Type', 'application/json']
      ],
      body: '{"name":"bot","expiration":"never"}'
    })
    expect(json.status).toBe(415)
  })

  test.each(['revoke', 'rotate'])('%s: tokens of another workspace are unknown here', async (transition) => {
    service.workspaces.create('Payments')
    const ours = create('ours')
    const theirs = create('theirs', 'Payments')
    const ids = [ours, theirs].map(({ id }) => ['id', id] as const)
    expect((await post(`${LIST}/${transition}`, ids)).status).toBe(404)
    expect((await get(`${LIST}/${transition}?id=${theirs.id}`)).status).toBe(404)
    expect(service.tokens.list().map(({ state }) => state)).toEqual(['active'])
    expect(service.tokens.list('Payments').map(({ state }) => state)).toEqual(['active'])
  })

  test('a batch of 1,000 tokens can be confirmed and revoked', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => create(`bot ${index}`).id)
    expect((await get(`${LIST}/revoke?${ids.map((id) => `id=${id}`).join('&')}`)).status).toBe(200)
    expect(
      (
        await post(
          `${LIST}/revoke`,
          ids.map((id) => ['id', id])
        )
      ).status
    ).toBe(303)
    expect(new Set(service.tokens.list().map(({ state }) => state))).toEqual(new Set(['revoked']))
  })

  test('a workspace name must be new', async () => {
    const path = '/workspaces/1/settings/workspaces'
    expect((await post(path, [['name', 'Payments']])).headers['location']).toBe('/workspaces/2/settings/workspaces')
    const again = await post(path, [['name', 'Payments']])
    expect(again.status).toBe(409)
    expect(again.text).toContain('There is a workspace “Payments” already.')
  })
})

describe('what comes from outside is text', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`
  const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;amp;'

  test('as the name of a token, on every page that shows it', async () => {
    const { id } = create(evil)
    for (const path of [LIST, `${LIST}/revoke?id=${id}`, `${LIST}/rotate?id=${id}`]) {
      const { text } = await get(path)
      expect(text).toContain(escaped)
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('<img')
    }
  })

  test('as the name of a workspace, and as what was entered', async () => {
    service.workspaces.create(evil)
    expect((await get(LIST)).text).not.toContain('<script>alert')
    const answer = await post(`${LIST}/new`, [
      ['name', `${evil}${'x'.repeat(100)}`],
      ['expiration', evil]
    ])
    expect(answer.text).not.toContain('<script>alert')
  })
})

describe('knowledge', () => {
  async function upsert(token: string, name: string, content: string): Promise<void> {
    await fetch(`${service.url}/personal/v1/knowledge/upsert`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, content })
    })
  }

  test('shows what has landed in this workspace, and nothing of another', async () => {
    service.workspaces.create('Payments')
    await upsert(create('ours').value, 'Disk full', '# Disk full\n\nFree *some*.\n')
    await upsert(create('theirs', 'Payments').value, 'Secret', 'theirs')
    const list = await get('/workspaces/1/knowledge')
    expect(list.text).toContain('<bdi>Disk full</bdi>')
    expect(list.text).not.toContain('Secret')
    expect((await get('/workspaces/1/knowledge/1')).text).toContain('<em>some</em>')
    expect((await get('/workspaces/1/knowledge/1?view=source')).text).toContain('Free *some*.')
    expect((await get('/workspaces/1/knowledge/2')).status).toBe(404)
    expect((await get('/workspaces/2/knowledge/2')).status).toBe(200)
  })

  test('has pages', async () => {
    const { value } = create('bot')
    for (let index = 0; index < 51; index++) await upsert(value, `runbook ${index}`, 'x')
    const first = (await get('/workspaces/1/knowledge')).text
    const second = (await get('/workspaces/1/knowledge?page=2')).text
    expect(first.match(/<bdi>runbook \d+<\/bdi>/g)).toHaveLength(50)
    expect(second.match(/<bdi>runbook \d+<\/bdi>/g)).toEqual(['<bdi>runbook 0</bdi>'])
  })

  test.each(['0', '-1', 'x', '1e3', '999999999999999'])('page %s is a page', async (page) => {
    expect((await get(`/workspaces/1/knowledge?page=${page}`)).status).toBe(200)
  })

  test.each(['0', 'x', '1e0', '99999999999999999999', '..%2f1'])('entry %s is none', async (entry) => {
    expect((await get(`/workspaces/1/knowledge/${entry}`)).status).toBe(404)
  })
})
