import { describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { ActionError } from '../../src/errors.ts'
import { prepareProxies } from '../../src/job/proxies.ts'
import { Secret } from '../../src/secret.ts'
import { emptyInputError, missingAccess, readInputs, type Inputs } from '../../src/job/inputs.ts'

type Values = Readonly<Record<string, string>>

const TOKEN = 'rsp_A1b2C3d4E5f6'

function inputsOf(given: Values, mask: (form: string) => void = () => undefined): Inputs {
  return readInputs((name) => given[name] ?? '', mask)
}

/** What is thrown, in the words of the Action. */
function errorOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof ActionError && error.kind === 'input') return `${error.message} ${error.hint}`
    throw error
  }
  throw new Error('accepted')
}

// An empty value given in `with:` does not fall back to the default of action.yml.
test('an empty value is an absent one, and src/job/inputs.ts has the defaults of action.yml', async () => {
  const { inputs } = parse(await readFile('action.yml', 'utf8')) as { inputs: Record<string, { default?: string }> }
  const defaults = Object.entries(inputs).map(([name, { default: value = '' }]) => [name, value])
  const given = inputsOf({ ...(Object.fromEntries(defaults) as Values), 'github-token': '' })
  expect(inputsOf({})).toEqual(given)
  expect(given).toMatchObject({ token: undefined, baseUrl: undefined, root: '', tokenExpiresOn: undefined, alerts: [] })
  expect(given).toMatchObject({ files: ['docs/runbooks/**/*.md'], mode: 'auto', onConflict: 'keep' })
})

const BASE = { 'base-url': 'https://a.example' }
const API = { 'base-url': 'https://a.example/personal/v1/knowledge' }
const DAY = new Date('2028-02-29T00:00:00Z')

test.each<{ what: string; given: Values; expected: Partial<Inputs> }>([
  { what: 'capitals, and /', given: { 'base-url': 'HTTPS://A.De/api/' }, expected: { baseUrl: 'https://a.de/api' } },
  { what: 'IPv6', given: { 'base-url': 'http://[::1]:9' }, expected: { baseUrl: 'http://[::1]:9' } },
  { what: 'comments', given: { files: ' a/*.md \r\n\n# no\n!b.md\n' }, expected: { files: ['a/*.md', '!b.md'] } },
  { what: 'words in any case', given: { removed: 'Retire' }, expected: { removed: 'retire' } },
  { what: 'the least patience', given: { 'confirm-within': '10' }, expected: { confirmWithin: 10_000 } },
  { what: 'a date', given: { 'token-expires-on': '2028-02-29' }, expected: { tokenExpiresOn: DAY } },
  { what: 'a root with slashes around it', given: { root: './handbook/' }, expected: { root: 'handbook' } },
  { what: 'the workspace itself as root', given: { root: '.' }, expected: { root: '' } },
  { what: 'a template', given: { 'entry-name': '$& {path}{path}' }, expected: { nameTemplate: '$& {path}{path}' } }
])('accepted: $what', ({ given, expected }) => {
  expect(inputsOf(given)).toMatchObject(expected)
})

test.each<{ what: string; given: Values; says: RegExp }>([
  { what: 'http', given: { 'base-url': 'http://127.0.0.1.a.example' }, says: /`base-url` must begin with `https/ },
  { what: 'no scheme', given: { 'base-url': 'localhost:8080' }, says: /`base-url` must begin .* Put `https:.*`http:/ },
  { what: 'a user name', given: { 'base-url': 'https://robin@a.example' }, says: /`base-url` must be .*a user name/ },
  { what: 'a line break', given: { 'base-url': 'https://a.example/\nx' }, says: /`base-url` must be .*white space/ },
  { what: 'a query', given: { 'base-url': 'https://a.example/?x=1' }, says: /`base-url` must be .*a query/ },
  { what: 'the path of the API', given: API, says: /contains `\/personal\/v1`; .*Write `https:\/\/a\.example`\.$/ },
  { what: 'a line in it', given: { 'github-token': 'ghs_A1\nb' }, says: /`github-token` contains .*Leave it out/ },
  { what: 'an unknown word', given: { 'on-conflict': 'save' }, says: /`on-conflict` is `save`.*`keep`, `replace`/ },
  { what: 'more than an hour', given: { 'confirm-within': '3601' }, says: /`confirm-within` is `3601`.*10 to 3600/ },
  { what: 'no time', given: { 'confirm-within': '0' }, says: /`confirm-within` is `0`.*10 to 3600/ },
  { what: 'a number that is no whole one', given: { 'confirm-within': '1e3' }, says: /`confirm-within` is `1e3`/ },
  { what: 'a day that is none', given: { 'token-expires-on': '2027-02-30' }, says: /`token-expires-on` is/ },
  { what: 'a root outside', given: { root: '../elsewhere' }, says: /`root` must be a folder inside/ },
  { what: 'an absolute root', given: { root: '/etc' }, says: /`root` must be a folder inside/ },
  { what: 'a root on another drive', given: { root: 'D:handbook' }, says: /`root` must be a folder inside/ },
  { what: 'an unknown variable', given: { 'entry-name': '{Title}' }, says: /has an unknown variable `{Title}`/ },
  { what: 'an open brace', given: { 'entry-name': '{title' }, says: /`entry-name` has an unmatched brace `{`/ },
  { what: 'one name for all', given: { 'entry-name': 'Runbook' }, says: /`entry-name` has no variable/ },
  { what: 'a command', given: { mode: '`\n::error::x\u202e' }, says: /^Input `mode` is `' ::error::x`/ },
  { what: 'no token', given: BASE, says: /^Input `token` is empty.*the secret that the workflow gives/ },
  { what: 'no address', given: { token: TOKEN }, says: /^Input `base-url` is empty.*for example `base-url: https:/ }
])('refused, naming the input: $what', ({ given, says }) => {
  const error = errorOf(() => {
    throw emptyInputError(inputsOf(given))
  })
  expect(error).toMatch(says)
})

describe('the token', () => {
  test.each([
    { what: 'an inner carriage return', token: 'rsp_A1b2\rc3', says: /contains a space/ },
    { what: 'another secret below', token: 'rsp_A1b2\nrsp_Z9', says: /contains a space/ },
    { what: 'a latin-1 letter', token: 'rsp_A1b2éc3', says: /contains a space/ },
    { what: 'its name', token: `RUNBOOK_SYNC_TOKEN=${TOKEN}`, says: /starts with `NAME=`/ },
    { what: 'Bearer', token: `Bearer ${TOKEN}`, says: /starts with `Bearer`/ },
    { what: 'quotes', token: `'${TOKEN}'`, says: /in quotation marks/ },
    { what: 'the mask', token: '***', says: /consists of asterisks/ },
    { what: 'a variable of a shell', token: '$RUNBOOK_SYNC_TOKEN', says: /name of a variable/ },
    { what: 'an expression', token: '${{ secrets.TOKEN }}', says: /name of a variable/ }
  ])('is refused with what was pasted, and not shown: $what', ({ token, says }) => {
    const error = errorOf(() => inputsOf({ token }))
    expect(error).toMatch(says)
    expect(error).not.toContain('A1b2')
  })

  test.each(['ab=', 'v1==', 'a$b', 'x_y.z-1', 'a"b"c'])('may look like %s, with blanks around it', (token) => {
    expect(inputsOf({ token: `  ${token}\t\n` }).token?.reveal()).toBe(token)
  })

  test('is masked before any input can fail, in every form', () => {
    const masks: string[] = []
    const given = { token: ' a+b/c<d>ef=\n', 'github-token': 'ghs_x', mode: 'nonsense' }
    errorOf(() => inputsOf(given, (form) => masks.push(form)))
    expect(masks).toEqual(expect.arrayContaining([given.token, 'ghs_x', ...new Secret('a+b/c<d>ef=').forms()]))
  })

  test.each<{ given: Values; missing: string | undefined }>([
    { given: {}, missing: 'Without a token and an address the plan' },
    { given: { token: TOKEN }, missing: 'Without an address the plan' },
    { given: { token: TOKEN, ...BASE }, missing: undefined }
  ])('and the address are named if a plan lacks them: $missing', ({ given, missing }) => {
    expect(missingAccess(inputsOf(given))?.slice(0, missing?.length)).toBe(missing)
  })
})

function prepared(proxy: string): string | undefined {
  const env: NodeJS.ProcessEnv = { https_proxy: proxy }
  prepareProxies(env)
  return env['https_proxy']
}

test.each([
  { proxy: 'http://proxy.example:3128', becomes: 'http://proxy.example:3128' },
  { proxy: 'http://user:100%25@proxy.example', becomes: 'http://user:100%25@proxy.example' },
  // The libraries would take the host for a scheme.
  { proxy: 'proxy.example:3128', becomes: 'http://proxy.example:3128' }
])('the proxy $proxy becomes $becomes', ({ proxy, becomes }) => {
  expect(prepared(proxy)).toBe(becomes)
})

test.each(['http://user:100%@proxy.example', 'http://robin:pa55%0Apa55@proxy.example', 'socks5://proxy.example'])(
  'a proxy that the libraries would ignore is refused, and not shown: %s',
  (proxy) => {
    const error = errorOf(() => prepared(proxy))
    expect(error).toMatch(/`https_proxy` is not the address of an HTTP proxy/)
    expect(error).not.toMatch(/robin|user|pa55|100%|socks5/)
  }
)

describe('site', () => {
  test('has an address and a folder a line, the inner one of two first', () => {
    expect(inputsOf({ site: 'https://a.dev/ = docs/\n# none\nhttps://a.dev/b=./notes' }).site).toEqual([
      { address: 'https://a.dev/b', folder: 'notes' },
      { address: 'https://a.dev', folder: 'docs' }
    ])
  })

  const wrong = ['https://a.de', 'a.de = docs', 'https://a.de = ../docs', 'https://a.de = /x', 'https://a.de/?b = x']
  test.each(wrong)('%s is refused', (site) => {
    expect(() => inputsOf({ site })).toThrow(/^Input `site` has the line/)
  })
})
