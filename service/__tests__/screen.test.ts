import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { relative, timeText } from '../screen/dates.ts'
import { versionOf } from '../entries.ts'
import { startService } from '../service.ts'
import { client, send, sessionCookie, type RawAnswer } from './http.ts'

const LIST = '/workspaces/1/settings/access-tokens'
const KNOWLEDGE = '/workspaces/1/knowledge'
const VALUE = /oap_[0-9A-Za-z]{36}/g
const DAY = 24 * 60 * 60 * 1000
/** `from` down to `to`. */
const digits = (from: number, to: number): string[] => Array.from({ length: from - to + 1 }, (_, at) => `${from - at}`)

const nextUrls: string[] = []
const service = await startService({ onSignIn: (nextUrl) => nextUrls.push(nextUrl) })
const api = await client(service.url)
let cookie: string

afterAll(() => service.close())
beforeEach(async () => {
  service.reset()
  cookie = sessionCookie(await send(service.signInUrl))
})

/** `Name: value; Name: value` */
function headersOf(text: string): [string, string][] {
  return text === '' ? [] : text.split('; ').map((header) => header.split(': ') as [string, string])
}

function get(path: string, headers = '', method = 'GET'): Promise<RawAnswer> {
  return send(service.url + path, { method, headers: [['Cookie', cookie], ...headersOf(headers)] })
}

function post(path: string, form: Record<string, string | string[]>, headers = 'Sec-Fetch-Site: same-origin') {
  const type = ['Content-Type', 'application/x-www-form-urlencoded'] as const
  const fields = Object.entries(form).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value])
  )
  return send(service.url + path, {
    method: 'POST',
    headers: [['Cookie', cookie], type, ...headersOf(headers)],
    body: new URLSearchParams(fields).toString()
  })
}

/** The page that a form leads to. */
async function noticeAfter(path: string, form: Record<string, string>): Promise<RawAnswer> {
  return get(String((await post(path, form)).headers['location']).replace(/#.*/, ''))
}

const NEW = { name: 'bot', expiration: '30 days' }
const create = (name: string, workspace?: string) => service.tokens.create({ name, expiration: '30 days', workspace })
const states = () => service.tokens.list().map(({ name, state }) => `${name} ${state}`)
const checked = async () => [...(await get(LIST)).text.matchAll(/value="(\w+)"[^>]*\schecked/g)].map(([, id]) => id)
const values = async () => [...new Set((await get(`${LIST}/issued`)).text.match(VALUE))]

describe('signing in', () => {
  test('the link works once, and leads to the tokens with a cookie for this service only', async () => {
    const url = service.signInUrl
    const first = await send(url)
    expect(first).toMatchObject({ status: 200, headers: { refresh: '0; url=/settings/access-tokens' } })
    expect([first.headers['set-cookie']].flat()[0]).toMatch(
      new RegExp(`^session_${new URL(service.url).port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)
    )
    const second = await send(url)
    for (const answer of [second, await send(`${service.url}/sign-in`), await send(`${service.signInUrl}x`)]) {
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
    }
    expect(second.text).toContain('This sign-in link does not work any more')
    expect(second.text).toContain(`<pre>${service.url}/sign-in?key=…</pre>`)
    expect(nextUrls.at(-1)).toBe(service.signInUrl)
    expect((await send(service.signInUrl)).text).toContain('You are signed in')
  })

  test.each(['/', LIST, `${LIST}/new`, KNOWLEDGE, '/workspaces/99/x'])('without a session %s is 403', async (path) => {
    const { value } = create('bot')
    for (const header of [`Cookie: ${cookie}x`, 'Cookie: session_=x', `Authorization: Bearer ${value}`]) {
      const answer = await send(service.url + path, { headers: headersOf(header) })
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('Open the last sign-in link')
    }
  })
})

test.each([
  ['HEAD', ''],
  ['GET', 'Sec-Purpose: prefetch;prerender'],
  ['GET', 'Sec-Fetch-Dest: iframe']
])('%s %s opens no page for a person: it uses up neither the sign-in link nor a value', async (method, headers) => {
  const answer = await send(service.signInUrl, { method, headers: headersOf(headers) })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([method === 'HEAD' ? 200 : 503, undefined])
  expect((await send(service.signInUrl)).text).toContain('You are signed in')
  await post(`${LIST}/new`, NEW)
  expect((await get(`${LIST}/issued`, headers, method)).text).not.toMatch(VALUE)
  expect(await values()).toHaveLength(1)
})

describe('what other sites can do', () => {
  test.each([
    'Origin: https://evil.example',
    'Origin: null',
    'Sec-Fetch-Site: same-site',
    'Sec-Fetch-Site: same-origin; Origin: https://evil.example'
  ])('%s: nothing', async (headers) => {
    const { id, value } = create('bot')
    await api.upsert(value, 'x', 'y')
    const version = versionOf({ name: 'x', content: 'y' })
    const forms: [string, Record<string, string>][] = [
      [`${LIST}/new`, NEW],
      [`${LIST}/confirm-revoke`, { id }],
      [`${LIST}/revoke`, { id }],
      [`${LIST}/rotate`, { id }],
      ['/workspaces/1/settings/workspaces', { name: 'evil' }],
      [`${KNOWLEDGE}/new`, { name: 'evil', content: '' }],
      [`${KNOWLEDGE}/1/edit`, { name: 'evil', content: '', version }],
      [`${KNOWLEDGE}/1/delete`, { version }],
      ['/sign-out', {}]
    ]
    for (const [path, form] of forms) expect((await post(path, form, headers)).status).toBe(403)
    expect(states()).toEqual(['bot active'])
    expect(service.workspaces.list()).toHaveLength(1)
    expect(service.entries()).toMatchObject([{ name: 'x', content: 'y' }])
    expect((await get(LIST)).status).toBe(200)
  })

  test('the Origin of the service is accepted, and so is a program that sends none', async () => {
    expect((await post(`${LIST}/new`, NEW, `Origin: ${service.url}`)).status).toBe(303)
    expect((await post(`${LIST}/new`, NEW, '')).status).toBe(303)
  })

  test('every page is closed to scripts, frames and caches', async () => {
    const paths = [LIST, `${LIST}/new`, KNOWLEDGE, '/sign-in', '/workspaces/7/x', '/settings/access-tokens']
    const policies = new Set<unknown>()
    for (const path of paths) {
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
    expect(policies.size).toBe(paths.length)
  })
})

describe('a value', () => {
  test('is shown to the session that created it only', async () => {
    await post(`${LIST}/new`, NEW)
    const other = sessionCookie(await send(service.signInUrl))
    expect((await send(`${service.url}${LIST}/issued`, { headers: [['Cookie', other]] })).status).toBe(303)
    expect(await values()).toHaveLength(1)
  })

  test('of several tokens is in one file', async () => {
    const names = ['=HYPERLINK("x")', 'a,"b"']
    await post(`${LIST}/rotate`, { id: names.map((name) => create(name).id) })
    const { text } = await get(`${LIST}/issued`)
    const file = /href="data:application\/json;base64,([^"]+)" download="access-tokens.json"/.exec(text)?.[1] ?? ''
    const tokens = JSON.parse(Buffer.from(file, 'base64').toString()) as { name: string; value: string }[]
    expect(tokens.map(({ name }) => name)).toEqual(names)
    for (const { value } of tokens) expect((await api.list(value)).status).toBe(200)
  })
})

test.each(['confirm-rotate', 'rotate'])('%s: a revoked token refuses it, and the selection stays', async (action) => {
  const [good, gone] = [create('good'), create('gone')]
  service.tokens.revoke(gone.id)
  const refused = await post(`${LIST}/${action}`, { id: [good.id, gone.id] })
  expect(refused.status).toBe(409)
  const end = gone.value.slice(-4)
  expect(refused.text).toContain(
    `“gone” (…${end}) is revoked and cannot be rotated. None of the selected tokens was changed.`
  )
  expect(await checked()).toEqual([good.id])
  expect(states()).toEqual(['gone revoked', 'good active'])
  expect((await post(`${LIST}/confirm-revoke`, { id: gone.id })).status).toBe(409)
})

describe('the list', () => {
  async function rows(query: string): Promise<unknown[]> {
    return [...(await get(LIST + query)).text.matchAll(/<th scope="row"><bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)
  }

  test('shows revoked tokens on request, and finds names without regard to case', async () => {
    create('Runbook Sync')
    const { value } = service.tokens.rotate(create('ÜBUNG').id)
    service.tokens.revoke(create('Export').id)
    expect(await rows('')).toEqual(['ÜBUNG', 'Runbook Sync'])
    expect(await rows('?revoked=1')).toEqual(['Export', 'ÜBUNG', 'ÜBUNG', 'Runbook Sync'])
    expect(await rows('?q=übung')).toEqual(['ÜBUNG'])
    expect((await get(`${LIST}?revoked=1`)).text).toContain(`replaced by <code>…${value.slice(-4)}</code>`)
    expect((await get(`${LIST}?q=nothing`)).text).toContain('No token has such a name.')
  })

  test('tells tokens of one name apart by the end of the value and the time of creation', async () => {
    const [one, two] = [create('bot'), create('bot')]
    const labels = [...(await get(LIST)).text.matchAll(/aria-label="(Revoke [^"]*)"/g)].map(([, label]) => label)
    const created = `created ${timeText(service.tokens.list()[0]?.createdAt ?? 0)}`
    expect(labels).toEqual([two, one].map(({ value }) => `Revoke bot, ends in ${value.slice(-4)}, ${created}`))
  })
})

test('names, contents and what was entered are text', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`
  const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;amp;'
  service.workspaces.create(evil)
  const { id, value } = create(evil)
  const content = `${evil}\n\nSource: [docs/${evil}%0A%E2%80%AE](https://x.example/"'&img) (version 000000000000 of 000000000000)`
  await api.upsert(value, evil, content)
  for (const { text } of [
    await get(LIST),
    await post(`${LIST}/confirm-rotate`, { only: id }),
    await post(`${LIST}/new`, { name: evil.repeat(2) }),
    await get(`${KNOWLEDGE}?provenance=edited`),
    await get(`${KNOWLEDGE}/1`),
    await get(`${KNOWLEDGE}/1?view=source`),
    await get(`${KNOWLEDGE}/1/edit`),
    await get(`${KNOWLEDGE}/1/delete`),
    await post(`${KNOWLEDGE}/1/edit`, { name: 'x', content: 'y' }),
    await post(`${KNOWLEDGE}/new`, { name: evil, content: evil }),
    await noticeAfter(`${LIST}/revoke`, { id }),
    await noticeAfter('/workspaces/1/settings/workspaces', { name: `${evil}2` }),
    await noticeAfter(`${KNOWLEDGE}/1/edit`, {
      name: `${evil}2`,
      content: '',
      version: versionOf({ name: evil, content })
    })
  ]) {
    expect(text).toContain(escaped)
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img')
  }
})

describe('knowledge', () => {
  test('shows the entries of this workspace only', async () => {
    service.workspaces.create('Payments')
    await api.upsert(create('ours').value, 'Disk full', '# Disk full\n\nFree *some*.\n')
    await api.upsert(create('theirs', 'Payments').value, 'Secret', 'theirs')
    const list = await get(KNOWLEDGE)
    expect(list.text).toContain('<bdi>Disk full</bdi>')
    expect(list.text).not.toContain('Secret')
    expect((await get(`${KNOWLEDGE}/1`)).text).toContain('<em>some</em>')
    expect((await get(`${KNOWLEDGE}/1?view=source`)).text).toContain('Free *some*.')
    expect((await get(`${KNOWLEDGE}/2`)).status).toBe(404)
    expect((await get('/workspaces/2/knowledge/2')).status).toBe(200)
  })

  const LINE = 'Source: [docs/x.md](https://x.example/?a&b) (version 000000000000 of 000000000000)'
  /** With the digest of its text, under the name *a*. */
  const RETIRED = LINE.replace('version 000000000000', 'retired 87428fc52280')

  test('has numbered pages, a search, and a filter by provenance that goes with both', async () => {
    const { value } = create('bot')
    for (let index = 0; index < 111; index++) await api.upsert(value, `Runbook ${index}`, index < 60 ? LINE : 'x')
    const rows = async (query: string) =>
      [...(await get(KNOWLEDGE + query)).text.matchAll(/<bdi>Runbook (\d+)<\/bdi><\/a>/g)].map(([, index]) => index)
    expect([(await rows('?page=2')).length, await rows('?page=3')]).toEqual([50, digits(10, 0)])
    expect(await rows('?q=BOOK%2010')).toEqual([...digits(109, 100), '10'])
    expect((await get(`${KNOWLEDGE}/..%2f1`)).status).toBe(404)
    expect((await get(`${KNOWLEDGE}?q=%25`)).text).toContain('No entry has such a name.')
    expect(await rows('?provenance=edited&page=2')).toEqual(digits(9, 0))
    expect(await rows('?provenance=hand&q=9')).toEqual(['109', ...digits(99, 90), '89', '79', '69'])
    const { headers } = await get(`${KNOWLEDGE}?provenance=edited&q=book+1&page=3`)
    expect(headers['location']).toBe(`${KNOWLEDGE}?q=book+1&provenance=edited`)
    const { text } = await get(`${KNOWLEDGE}?provenance=edited&q=book+1`)
    const links = [...text.matchAll(/href="[^"]*(\?q=book\+1[^"]*)"[^>]*>([^<]*)</g)]
    expect(links.map(([, query, label]) => `${label} ${query}`)).toEqual([
      'All (22) ?q=book+1',
      'From a repository (0) ?q=book+1&amp;provenance=repository',
      'Edited since (11) ?q=book+1&amp;provenance=edited',
      'By hand (11) ?q=book+1&amp;provenance=hand',
      'Retired (0) ?q=book+1&amp;provenance=retired'
    ])
    expect(text).toContain('11 of 22 entries')
  })

  test.each([
    ['by hand', 'x'],
    ['from <a href="https://x.example/?a&amp;b"><bdi>docs/x.md</bdi></a>, <span class="edited">edited since<', LINE],
    ['from a repository, <span class="edited">edited since<', LINE.replace('docs/x.md', '%E2%80')],
    ['from <bdi>docs/&lt;b&gt;%0A%E2%80%AE.md</bdi>, ', LINE.replace(/x.md.*:/, '<b>%0A\u202e.md](ftp:')],
    ['retired, from <bdi>docs/x.md</bdi>', RETIRED]
  ])('says where an entry comes from: %s', async (expected, content) => {
    await api.upsert(create('bot').value, 'a', content)
    for (const path of [KNOWLEDGE, `${KNOWLEDGE}/1`]) expect((await get(path)).text).toContain(expected)
  })
})

describe('writing knowledge', () => {
  const disk = { name: 'Disk full', content: '# Disk full\n' }
  const byBot = { ...disk, content: 'by the <bot>' }
  const byHand = { ...disk, content: 'by hand', version: versionOf(disk) }
  const EDIT = `${KNOWLEDGE}/1/edit`
  const stored = () => service.entries().map(({ name, content }) => ({ name, content }))
  const versionIn = ({ text }: RawAnswer) => /name="version" value="([^"]+)"/.exec(text)?.[1] ?? ''
  let value: string
  const upsert = ({ name, content }: typeof disk) => api.upsert(value, name, content)

  beforeEach(async () => {
    value = create('Runbook <Sync>').value
    await upsert(disk)
  })

  test.each([
    [' \u200b', 422, 'The name must have a visible character.'],
    ['Disk full', 409, 'Another entry has this name.']
  ])('the name %j is refused with %i, and what was entered stays', async (name, status, message) => {
    const other = { name: 'other', content: 'x' }
    await upsert(other)
    for (const path of [`${KNOWLEDGE}/new`, `${KNOWLEDGE}/2/edit`]) {
      const answer = await post(path, { name, content: 'what was <entered>', version: versionOf(other) })
      expect(answer.status).toBe(status)
      expect(answer.text).toContain(`role="alert">${message}`)
      expect(answer.text).toContain('what was &lt;entered&gt;</textarea')
    }
    expect(stored()).toEqual([disk, other])
  })

  test('the last change is by the token of this name, or by a person; the same text is no change', async () => {
    const page = async () => [(await get(`${KNOWLEDGE}/1`)).text, (await get(KNOWLEDGE)).text]
    const byToken = expect.stringContaining('by the token “<bdi>Runbook &lt;Sync&gt;</bdi>”')
    const byPerson = expect.stringContaining('by a person')
    expect(await page()).toEqual([byToken, byToken])
    await post(EDIT, { ...disk, version: versionOf(disk) })
    expect(await page()).toEqual([byToken, byToken])
    await post(EDIT, byHand)
    expect(await page()).toEqual([byPerson, byPerson])
  })

  test('an entry that changed meanwhile is not replaced after a refused name either', async () => {
    await upsert(byBot)
    const nameless = await post(EDIT, { ...byHand, name: '' })
    const refused = await post(EDIT, { ...byHand, version: versionIn(nameless) })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('by the &lt;bot&gt;</pre>')
    expect(stored()).toEqual([byBot])
  })

  test('an entry that was deleted meanwhile can be created again with the text of the person', async () => {
    service.removeEntries()
    const refused = await post(EDIT, byHand)
    expect(refused.status).toBe(404)
    for (const part of ['because somebody deleted the entry.', `action="${KNOWLEDGE}/new"`, 'by hand</textarea']) {
      expect(refused.text).toContain(part)
    }
    expect(stored()).toEqual([])
  })

  test('Delete deletes this entry only, and not one that changed meanwhile', async () => {
    await upsert({ ...disk, name: 'b' })
    await upsert(byBot)
    const refused = await post(`${KNOWLEDGE}/1/delete`, { version: versionOf(disk) })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Nothing is deleted. The entry was changed meanwhile.')
    expect(stored()).toEqual([byBot, { ...disk, name: 'b' }])
    const form = { version: versionOf(byBot) }
    expect((await post(`${KNOWLEDGE}/1/delete`, form)).headers['location']).toBe(KNOWLEDGE)
    expect(stored()).toEqual([{ ...disk, name: 'b' }])
    expect((await post(`${KNOWLEDGE}/1/delete`, form)).status).toBe(404)
  })

  test.each(['edit', 'delete'])('%s in another workspace, or without a version: nothing', async (action) => {
    service.workspaces.create('Payments')
    const path = `/workspaces/2/knowledge/1/${action}`
    expect([(await get(path)).status, (await post(path, byHand)).status]).toEqual([404, 404])
    expect((await post(`${KNOWLEDGE}/1/${action}`, { ...byHand, version: '' })).status).toBe(409)
    expect(stored()).toEqual([disk])
  })
})

test('a read-only entry is shown, and cannot be changed', async () => {
  service.writeEntry({ name: 'Their guide', content: 'Read me.', isReadonly: true })
  const shown = await get(`${KNOWLEDGE}/1`)
  expect(shown.text).toMatch(/read-only\./)
  expect(shown.text).not.toContain(`${KNOWLEDGE}/1/edit`)
  const version = versionOf({ name: 'Their guide', content: 'Read me.' })
  for (const [path, form] of [
    ['edit', { name: 'x', content: 'y', version }],
    ['delete', { version }]
  ] as const) {
    expect((await get(`${KNOWLEDGE}/1/${path}`)).status).toBe(403)
    expect((await post(`${KNOWLEDGE}/1/${path}`, form)).status).toBe(403)
  }
  expect(service.entries()).toMatchObject([{ name: 'Their guide', content: 'Read me.' }])
})

test('a time is told in the largest unit, rounded', () => {
  const now = Date.UTC(2027, 1, 3, 10, 31)
  const told = [0, 90 * DAY - 1, 365 * DAY - 1, -61_000].map((distance) => relative(now + distance, now))
  expect(told).toEqual(['just now', 'in 90 days', 'in 1 year', '1 minute ago'])
})
