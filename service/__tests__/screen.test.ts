import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { versionOf } from '../entries.ts'
import { startService } from '../service.ts'
import { client, send, sessionCookie, type RawAnswer } from './http.ts'

// What the pages answer. `browser/screen.test.ts` uses them as a person does.

const LIST = '/workspaces/1/settings/access-tokens'
const KNOWLEDGE = '/workspaces/1/knowledge'
const VALUE = /oap_[0-9A-Za-z]{36}/g

const nextUrls: string[] = []
const service = await startService({ onSignIn: (nextUrl) => nextUrls.push(nextUrl) })
const api = client(service.url)
let cookie: string

afterAll(() => service.close())
beforeEach(async () => {
  service.reset()
  cookie = sessionCookie(await send(service.signInUrl))
})

function get(path: string, session = cookie): Promise<RawAnswer> {
  return send(service.url + path, { headers: [['Cookie', session]] })
}

type Headers = Readonly<Record<string, string>>

function post(
  path: string,
  form: Record<string, string | readonly string[]>,
  headers: Headers = { 'Sec-Fetch-Site': 'same-origin' }
): Promise<RawAnswer> {
  const fields = Object.entries(form).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value])
  )
  return send(service.url + path, {
    method: 'POST',
    headers: Object.entries({ Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded', ...headers }),
    body: new URLSearchParams(fields).toString()
  })
}

const NEW = { name: 'bot', expiration: '30 days' }
const create = (name: string, workspace?: string) => service.tokens.create({ name, expiration: '30 days', workspace })
const states = () => service.tokens.list().map(({ name, state }) => `${name} ${state}`)
const issued = async (session?: string) => [...new Set((await get(`${LIST}/issued`, session)).text.match(VALUE))]

describe('signing in', () => {
  test('the link works once, and leads to the tokens with a cookie for this service only', async () => {
    const url = service.signInUrl
    const first = await send(url)
    expect(first).toMatchObject({ status: 200, headers: { refresh: '0; url=/settings/access-tokens' } })
    expect([first.headers['set-cookie']].flat()[0]).toMatch(
      new RegExp(`^session_${new URL(service.url).port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)
    )
    for (const answer of [await send(url), await send(`${service.url}/sign-in`), await send(`${service.signInUrl}x`)]) {
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
    }
    expect(nextUrls.at(-1)).toBe(service.signInUrl)
    expect((await send(service.signInUrl)).text).toContain('You are signed in')
  })

  test.each(['/', LIST, `${LIST}/new`, KNOWLEDGE, '/workspaces/99/x'])('without a session %s is 403', async (path) => {
    const answer = await get(path, `${cookie}x`)
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Open the last sign-in link')
  })
})

describe('what other sites can do', () => {
  const foreign: readonly Headers[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' }
  ]
  test.each(foreign)('%j: nothing', async (headers) => {
    const { id } = create('bot')
    service.writeEntry({ name: 'x', content: 'y' })
    const version = versionOf({ name: 'x', content: 'y' })
    const forms: [string, Record<string, string>][] = [
      [`${LIST}/new`, NEW],
      [`${LIST}/revoke`, { id }],
      [`${LIST}/rotate`, { id }],
      ['/workspaces/1/settings/workspaces', { name: 'evil' }],
      [`${KNOWLEDGE}/new`, { name: 'evil', content: '' }],
      [`${KNOWLEDGE}/1/edit`, { name: 'evil', content: '', version }],
      [`${KNOWLEDGE}/1/delete`, { version }],
      ['/sign-out', {}]
    ]
    for (const [path, form] of forms) expect((await post(path, form, headers)).status).toBe(403)
    expect([states(), service.workspaces.list().length]).toEqual([['bot active'], 1])
    expect(service.entries()).toMatchObject([{ name: 'x', content: 'y' }])
    expect((await get(LIST)).status).toBe(200)
  })

  test.each([LIST, KNOWLEDGE, '/sign-in', '/workspaces/7/x'])('%s is closed to scripts and frames', async (path) => {
    const { headers, text } = await get(path)
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? 'none'
    expect(headers).toMatchObject({
      'content-security-policy':
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; ` +
        `form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin'
    })
    expect(/<(script|style)(?! nonce=)/.exec(text)).toBeNull()
  })
})

test('a value is shown once, to the session that created it only', async () => {
  await post(`${LIST}/new`, NEW)
  expect(await issued(sessionCookie(await send(service.signInUrl)))).toEqual([])
  expect(await issued()).toHaveLength(1)
  expect(await issued()).toEqual([])
})

test.each(['confirm-rotate', 'rotate'])('%s: a revoked token refuses it, and the selection stays', async (action) => {
  const [good, gone] = [create('good'), create('gone')]
  service.tokens.revoke(gone.id)
  const refused = await post(`${LIST}/${action}`, { id: [good.id, gone.id] })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(
    `“gone” (…${gone.value.slice(-4)}) is revoked and cannot be rotated. None of the selected tokens was changed.`
  )
  expect(states()).toEqual(['gone revoked', 'good active'])
  const back = /class="button" href="([^"]+)" autofocus/.exec(refused.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await get(back)).text).toMatch(new RegExp(`value="${good.id}"[^>]*\\schecked`))
})

test('two rotations at once: one wins', async () => {
  const { id } = create('bot')
  const answers = await Promise.all([post(`${LIST}/rotate`, { id }), post(`${LIST}/rotate`, { id })])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(states()).toEqual(['bot active', 'bot revoked'])
})

test('names, contents and what was entered are text', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`
  const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;amp;'
  service.workspaces.create(evil)
  const { id } = create(evil)
  const content = `${evil}\n\nSource: [docs/${evil}](https://x.example/"'&img) (version 000000000000 of 000000000000)`
  service.writeEntry({ name: evil, content, description: evil })
  await post(`${LIST}/new`, { ...NEW, name: evil })
  for (const { text } of [
    await get(`${LIST}/issued`),
    await get(LIST),
    await post(`${LIST}/confirm-rotate`, { only: id }),
    await post(`${LIST}/new`, { name: evil.repeat(2) }),
    await get(`${KNOWLEDGE}?q=${encodeURIComponent(evil)}`),
    await get(`${KNOWLEDGE}/1`),
    await get(`${KNOWLEDGE}/1?view=source`),
    await get(`${KNOWLEDGE}/1/edit`),
    await get(`${KNOWLEDGE}/1/delete`),
    await post(`${KNOWLEDGE}/1/edit`, { name: evil, content: evil, description: evil }),
    await post(`${KNOWLEDGE}/new`, { name: evil, content: evil, description: evil })
  ]) {
    expect(text).toContain(escaped)
    expect(text).not.toMatch(/<script>alert|<img/)
  }
})

describe('knowledge', () => {
  test('shows the entries of this workspace only', async () => {
    service.workspaces.create('Payments')
    await api.upsert(create('ours').value, 'Disk full', 'Free *some*.\n')
    await api.upsert(create('theirs', 'Payments').value, 'Secret', 'theirs')
    const list = await get(KNOWLEDGE)
    expect(list.text).toContain('<bdi>Disk full</bdi>')
    expect(list.text).not.toContain('Secret')
    expect((await get(`${KNOWLEDGE}/1`)).text).toContain('<em>some</em>')
    expect((await get(`${KNOWLEDGE}/1?view=source`)).text).toContain('Free *some*.')
    expect([(await get(`${KNOWLEDGE}/2`)).status, (await get('/workspaces/2/knowledge/2')).status]).toEqual([404, 200])
  })

  test('has numbered pages, and an entry leads back to its own', async () => {
    for (let at = 0; at < 111; at++) service.writeEntry({ name: `Runbook ${at}`, content: 'x' })
    const rows = async (query: string) =>
      [...(await get(KNOWLEDGE + query)).text.matchAll(/<bdi>Runbook (\d+)<\/bdi><\/a>/g)].map(([, at]) => Number(at))
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at)
    expect(await rows('?page=2')).toEqual(down(60, 11))
    expect([await rows('?page=3'), await rows('?page=9')]).toEqual([down(10, 0), down(10, 0)])
    expect((await get(`${KNOWLEDGE}?page=2`)).text).toContain(`href="${KNOWLEDGE}/61?page=2"`)
    for (const path of [`${KNOWLEDGE}/61?page=2`, `${KNOWLEDGE}/61/edit?page=2`]) {
      expect((await get(path)).text).toContain(`<a href="${KNOWLEDGE}?page=2">Knowledge</a>`)
    }
  })

  const ALERT = '[FIRING:1] NodeDiskFull on <b>node-7</b>: "NEAR(" OR (name:*'
  const SEARCH = `?q=${encodeURIComponent(ALERT)}`
  const namesIn = ({ text }: RawAnswer) =>
    [...text.matchAll(/<bdi>([^<]*)<\/bdi><\/a>\s*(?=<p|<ul)/g)].map(([, name]) => name)

  test('ranks five entries of this workspace for an alert by name and description, which lead back to it', async () => {
    service.workspaces.create('Payments')
    await api.upsert(create('theirs', 'Payments').value, 'NodeDiskFull', 'theirs')
    for (let at = 0; at < 9; at++) service.writeEntry({ name: `Node ${at}`, content: 'NodeDiskFull' })
    service.writeEntry({ name: 'Free some space', content: 'x', description: 'Alerts: NodeDiskFull.' })
    service.writeEntry({ name: 'Disks', content: 'x' })
    const before = await get(KNOWLEDGE + SEARCH)
    expect(namesIn(before)).toEqual(['Free some space', 'Node 1', 'Node 7', 'Disks', 'Node 0'])
    expect(before.text).toContain('The first 5 entries by the words')
    expect(before.text).toContain('value="[FIRING:1] NodeDiskFull on &lt;b&gt;node-7&lt;/b&gt;: &quot;NEAR(&quot; OR')
    const [, entry = ''] = /<a href="([^"]*)"><bdi>Free some space</.exec(before.text) ?? []
    const shown = await get(entry.replaceAll('&amp;', '&'))
    const [, back = ''] = /<a href="([^"]*)">Knowledge</.exec(shown.text) ?? []
    expect(namesIn(await get(back.replaceAll('&amp;', '&')))).toEqual(namesIn(before))
  })

  test('ranks entries as they are now', async () => {
    service.writeEntry({ name: 'Brokers', content: 'x', description: 'Alerts: NodeDiskFull.' })
    expect(namesIn(await get(KNOWLEDGE + SEARCH))).toEqual(['Brokers'])
    service.people.describe('Brokers', null)
    expect(namesIn(await get(KNOWLEDGE + SEARCH))).toEqual([])
    service.people.rename('Brokers', 'Disk is full')
    expect(namesIn(await get(KNOWLEDGE + SEARCH))).toEqual(['Disk is full'])
    service.removeEntries()
    expect((await get(KNOWLEDGE + SEARCH)).text).toContain('No entries yet.')
  })

  const LINE = 'Source: [docs/x.md](https://x.example/?a&b) (version 000000000000 of 000000000000)'
  test.each([
    ['by hand', 'x'],
    ['from <a href="https://x.example/?a&amp;b"><bdi>docs/x.md</bdi></a>, <span class="edited">edited since<', LINE],
    ['from a repository, <span class="edited">edited since<', LINE.replace('docs/x.md', '%E2%80')],
    ['retired, from <bdi>docs/x.md</bdi>', LINE.replace('version 000000000000', 'retired 87428fc52280')]
  ])('says where an entry comes from: %s', async (expected, content) => {
    service.writeEntry({ name: 'a', content })
    for (const path of [KNOWLEDGE, `${KNOWLEDGE}/1`]) expect((await get(path)).text).toContain(expected)
  })
})

describe('writing knowledge', () => {
  const disk = { name: 'Disk full', content: '# Disk full\n' }
  const byBot = { ...disk, content: 'by the <bot>' }
  const byHand = { ...disk, content: 'by hand', version: versionOf(disk) }
  const EDIT = `${KNOWLEDGE}/1/edit`
  const stored = () => service.entries().map(({ name, content }) => ({ name, content }))
  let value: string
  const upsert = ({ name, content }: typeof disk) => api.upsert(value, name, content)

  beforeEach(async () => {
    value = create('bot').value
    await upsert(disk)
  })

  test.each([
    [' ', 422, 'The name must not be empty.'],
    ['Disk full', 409, 'Another entry has this name and this trigger.']
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

  test('an entry that changed meanwhile is neither replaced nor deleted', async () => {
    await upsert(byBot)
    expect((await post(EDIT, byHand)).status).toBe(409)
    const kept = await post(`${KNOWLEDGE}/1/delete`, byHand)
    expect([kept.status, stored()]).toEqual([409, [byBot]])
    expect(kept.text).toContain('Nothing is deleted. The entry was changed meanwhile.')
  })

  test('an entry that was deleted meanwhile can be created again with the text of the person', async () => {
    expect((await post(`${KNOWLEDGE}/1/delete`, byHand)).headers['location']).toBe(`${KNOWLEDGE}#notice`)
    const refused = await post(EDIT, byHand)
    expect(refused.status).toBe(404)
    for (const part of ['because somebody deleted the entry.', `action="${KNOWLEDGE}/new"`, 'by hand</textarea']) {
      expect(refused.text).toContain(part)
    }
    expect(stored()).toEqual([])
  })

  test.each(['edit', 'delete'])('%s in another workspace, or of a read-only entry: nothing', async (action) => {
    service.workspaces.create('Payments')
    const path = `/workspaces/2/knowledge/1/${action}`
    expect([(await get(path)).status, (await post(path, byHand)).status]).toEqual([404, 404])
    service.writeEntry({ ...disk, isReadonly: true })
    expect((await get(`${KNOWLEDGE}/1`)).text).not.toContain(`${KNOWLEDGE}/1/${action}`)
    expect((await post(`${KNOWLEDGE}/1/${action}`, byHand)).status).toBe(403)
    expect(stored()).toEqual([disk])
  })
})

describe('binding, labels and copies', () => {
  const FORM = { name: 'Disk full', type: 'document', trigger: 'smart', bound: '', labels: '', content: 'x' }
  const EDIT = `${KNOWLEDGE}/1/edit`
  const version = () => versionOf(service.entries()[0] ?? { name: '', content: '' })
  const save = (changes: Record<string, string>) => post(EDIT, { ...FORM, version: version(), ...changes })

  beforeEach(() => {
    service.people.write({ name: 'Disk full', content: 'x' })
  })

  test.each<[Record<string, string>, object]>([
    [
      { trigger: 'alert', bound: ' a \r\n\r\nb c' },
      { trigger: 'alert', triggerConfig: { match_patterns: ['a', 'b c'] } }
    ],
    [
      { trigger: 'proxy', bound: 'p-1\r\n' },
      { trigger: 'proxy', triggerConfig: { proxy_id: 'p-1' } }
    ],
    [
      { trigger: 'always', bound: 'left over' },
      { trigger: 'always', triggerConfig: {} }
    ],
    [{ labels: 'env=prod\r\n a = b=c \nalone' }, { labels: { env: 'prod', a: 'b=c', alone: '' } }],
    [{ description: ' Why.\r\nWhen. ' }, { description: 'Why.\nWhen.' }],
    [
      { type: 'default', name: 'Disk' },
      { type: 'default', name: 'Disk', content: 'x' }
    ]
  ])('%j is stored, and shown again', async (changes, stored) => {
    expect((await save(changes)).status).toBe(303)
    expect(service.entries()).toMatchObject([stored])
    const before = service.entries()[0]
    if (before?.trigger === 'always') expect(before.triggerConfig).toEqual({})
    // What the form shows, saved again, is no change.
    const { text } = await get(EDIT)
    const shown = (field: string) =>
      new RegExp(`(?:id="${field}"[^>]*value="|id="${field}"[^>]*>\n?)([^"<]*)`).exec(text)?.[1] ?? ''
    const chosen = (field: string) => new RegExp(`id="${field}"[^]*?selected>([^<]*)`).exec(text)?.[1] ?? ''
    const again = Object.fromEntries(
      ['name', 'bound', 'description', 'labels', 'content'].map((field) => [field, shown(field)])
    )
    await save({ ...again, type: chosen('type'), trigger: chosen('trigger') })
    expect(service.entries()[0]).toEqual(before)
  })

  test.each<[Record<string, string>, field: string, message: string]>([
    [{ trigger: 'alert', bound: ' ' }, 'bound', 'Name at least one alert, one in a line.'],
    [{ trigger: 'bridge_node' }, 'bound', 'Enter the id of the bridge node client.'],
    [{ labels: '=x' }, 'labels', 'A label needs a key.'],
    [{ labels: '=x', trigger: 'alert' }, 'bound', 'Name at least one alert, one in a line.'],
    [{ trigger: 'none' }, 'trigger', 'The trigger must be one of ']
  ])('%j is refused beside the field', async (changes, field, message) => {
    const { status, text } = await save(changes)
    expect(status).toBe(422)
    expect(text).toMatch(
      new RegExp(`id="${field}"[^>]*aria-describedby="${field}-error"[^>]*aria-invalid="true" autofocus`)
    )
    expect(text).toContain(`id="${field}-error" role="alert">${message}`)
    expect(service.entries()).toMatchObject([{ trigger: 'smart', labels: null }])
  })

  test('what a form cannot show stays', async () => {
    service.people.bind('Disk full', 'service', { service_id: 's', application_id: 'a' })
    await save({ trigger: 'service', bound: 't' })
    expect(service.entries()).toMatchObject([{ triggerConfig: { service_id: 't', application_id: 'a' } }])
  })

  test('a copy needs another name or trigger, and knows what it is a copy of', async () => {
    expect((await get(`${KNOWLEDGE}/1/copy`)).text).toContain('name="copy_of" value="1"')
    expect((await post(`${KNOWLEDGE}/new`, { ...FORM, copy_of: '1' })).status).toBe(409)
    await post(`${KNOWLEDGE}/new`, { ...FORM, copy_of: '1', trigger: 'always' })
    expect(service.entries()).toMatchObject([{ forkedFrom: null }, { trigger: 'always', forkedFrom: 1 }])
    expect((await get(`${KNOWLEDGE}/2`)).text).toContain('a copy of entry 1')
  })

  test('list and entry show trigger, type, labels and description', async () => {
    service.people.bind('Disk full', 'alert', { match_patterns: ['a', 'b'] })
    service.people.label('Disk full', { env: 'prod' })
    service.people.describe('Disk full', 'Why.')
    for (const path of [KNOWLEDGE, `${KNOWLEDGE}/1`]) {
      const { text } = await get(path)
      for (const part of ['alert: <bdi>a, b</bdi>', 'document', '<bdi>env</bdi>=<bdi>prod</bdi>', '<bdi>Why.</bdi>']) {
        expect(text).toContain(part)
      }
    }
  })

  test.each([
    [
      'version 000000000000',
      'The file <b><bdi>docs/x.md</bdi></b> owns the name and the content. A sync keeps your edit of the text, and reports it until it is in the file, too. A new name makes it another entry.'
    ],
    ['retired 87428fc52280', 'This entry came from <b><bdi>docs/x.md</bdi></b>, which is gone.'],
    ['by hand', undefined]
  ])('the form says who owns the entry: %s', async (word, expected) => {
    service.people.rename('Disk full', 'a')
    service.people.edit('a', `Source: [docs/x.md](https://x.example/) (${word} of 000000000000)`)
    const text = (await get(EDIT)).text.replaceAll(/\s+/g, ' ')
    if (expected === undefined) expect(text).not.toContain('class="owner"')
    else expect(text).toContain(expected)
  })
})

test.each(['<x>', '"', '%00', '🙂'])(
  'a search for %j finds nothing, says so, and leads to all entries',
  async (text) => {
    service.people.write({ name: 'Disk full', content: 'x' })
    const answer = await get(`${KNOWLEDGE}?q=${text}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Nothing found.')
    expect(answer.text).toContain(`<a class="button" href="${KNOWLEDGE}">Show all entries</a>`)
  }
)

test('a text that takes too long to render is shown as it is', async () => {
  service.people.write({ name: 'Stars', content: '*a_<b>'.repeat(200_000) })
  const { text } = await get(`${KNOWLEDGE}/1`)
  expect(text).toContain('takes too long to render')
  expect(text).toContain('*a_&lt;b&gt;*a_')
})

test.each([
  ['text/html,*/*;q=0.8', 'text/html; charset=UTF-8', '<h1>Not Found</h1>'],
  ['*/*', 'application/json', '"code":404']
])('/nope is a page for people, and JSON for programs: %s', async (accept, type, part) => {
  const answer = await send(`${service.url}/nope`, { headers: [['Accept', accept]] })
  expect(answer).toMatchObject({ status: 404, headers: { 'content-type': type } })
  expect(answer.text).toContain(part)
})

describe('an error', () => {
  const TOKENS = ['settings/access-tokens', 'Access Tokens'] as const
  test.each([
    ['an entry that is not there', '/knowledge/9', ['knowledge', 'Knowledge'], 'Knowledge'],
    ['a page that is not there, of a section', '/settings/access-tokens/x', TOKENS, 'Access Tokens'],
    ['a page that is not there, of a workspace', '/knowledges', TOKENS, undefined],
    ['a page that is not there', '/../../nope', TOKENS, undefined]
  ])('keeps the navigation, and leads to a section of the last workspace: %s', async (_, path, next, current) => {
    const { id } = service.workspaces.create('Payments')
    await get(`/workspaces/${id}/knowledge`)
    const answer = await send(new URL(`/workspaces/${id}${path}`, service.url).href, {
      headers: Object.entries({ Cookie: cookie, Accept: 'text/html' })
    })
    expect(answer).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
    expect(answer.text).toContain('<summary><span class="sr-only">Workspace: </span><bdi>Payments</bdi></summary>')
    expect(answer.text).toContain(`<a class="button" href="/workspaces/${id}/${next[0]}">Go to ${next[1]}</a>`)
    expect(/ aria-current="page">([^<]*)/.exec(answer.text)?.[1]).toBe(current)
  })

  test('shows nothing of the workspaces to who is not signed in', async () => {
    const { text } = await send(`${service.url}/nope`, { headers: [['Accept', 'text/html']] })
    expect(text).toContain('<a class="button" href="/">Sign in</a>')
    expect(text).not.toContain('<nav')
  })
})

test('the warning of a rotation counts the tokens', async () => {
  const ids = [create('a').id, create('b').id]
  expect((await post(`${LIST}/confirm-rotate`, { id: ids })).text).toContain('window replaces each.')
  expect((await post(`${LIST}/confirm-rotate`, { only: ids[0] ?? '' })).text).toContain('window replaces it.')
})

test.each([
  ['30 days', 'value="2027-03-03"'],
  ['never', 'It never expires: leave <code>token-expires-on</code> empty.']
])('a new token of %s shows its expiration as `token-expires-on` takes it', async (expiration, part) => {
  service.clock.advance(Date.parse('2027-02-01T12:00:00Z') - service.clock.now())
  await post(`${LIST}/new`, { ...NEW, expiration })
  expect((await get(`${LIST}/issued`)).text).toContain(part)
})
