import { describe, expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { Patterns } from '../../src/branch/patterns.ts'
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
function errorOf(read: () => unknown): Pick<ActionError, 'kind' | 'message' | 'hint'> {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const { kind, message, hint } = error
    return { kind, message, hint }
  }
  throw new Error('accepted')
}

// An empty value given in `with:` does not fall back to the default of action.yml.
test('an empty value is an absent one, and src/job/inputs.ts has the defaults of action.yml', async () => {
  const { inputs } = parse(await readFile('action.yml', 'utf8')) as { inputs: Record<string, { default?: string }> }
  const given = Object.entries(inputs).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]]
  )
  const defaults = Object.fromEntries(given) as Values
  const { githubToken, ...others } = inputsOf({ ...defaults, 'github-token': '' })
  expect(githubToken).toBeUndefined()
  expect(inputsOf(Object.fromEntries(Object.keys(inputs).map((name) => [name, ''])))).toEqual({
    ...others,
    githubToken
  })
  const withoutDefault = Object.keys(inputs).filter((name) => inputs[name]?.default === undefined)
  expect(withoutDefault).toEqual(['token', 'base-url', 'alerts', 'root', 'token-expires-on'])
  expect(others).toMatchObject({ token: undefined, baseUrl: undefined, root: '', tokenExpiresOn: undefined })
  expect(others).toMatchObject({ files: ['docs/runbooks/**/*.md'], alerts: [], mode: 'auto' })
  expect(others).toMatchObject({ onConflict: 'keep', confirmWithin: 120_000 })
})

describe('accepted', () => {
  test.each<[string, Record<string, string>, Partial<Inputs>]>([
    ['a host in capitals', { 'base-url': 'HTTPS://A.Example' }, { baseUrl: 'https://a.example' }],
    ['patterns with comments and blanks', { files: ' a/*.md \r\n\n# no\n!b.md\n' }, { files: ['a/*.md', '!b.md'] }],
    ['patterns of alerts', { alerts: ' rules/**\n# no\n' }, { alerts: ['rules/**'] }],
    ['retired entries', { removed: 'Retire' }, { removed: 'retire' }],
    ['front matter that is kept', { 'front-matter': 'KEEP' }, { frontMatter: 'keep' }],
    ['the least patience', { 'confirm-within': '10' }, { confirmWithin: 10_000 }],
    ['another answer to conflicts', { 'on-conflict': 'Replace' }, { onConflict: 'replace' }],
    ['a date', { 'token-expires-on': '2028-02-29' }, { tokenExpiresOn: new Date('2028-02-29T00:00:00Z') }],
    ['a root with slashes around it', { root: './handbook/' }, { root: 'handbook' }],
    ['the workspace itself as root', { root: '.' }, { root: '' }],
    ['text around variables', { 'entry-name': '$& {path}{path}' }, { nameTemplate: '$& {path}{path}' }]
  ])('%s', (_, given, expected) => {
    expect(inputsOf(given)).toMatchObject(expected)
  })
})

describe('refused, naming the input', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['http elsewhere', { 'base-url': 'http://localhost.a.example' }, /`base-url` must begin with `https/],
    ['http to an address', { 'base-url': 'http://127.0.0.1.a.example' }, /`base-url` must begin with `https/],
    ['a user name', { 'base-url': 'https://robin@a.example' }, /`base-url` .*a user name or password/],
    ['a line break', { 'base-url': 'https://a.example/\n::error::x' }, /`base-url` .*white space/],
    ['a line break in the GitHub token', { 'github-token': 'ghs_A1\nb' }, /`github-token` contains .*Leave it out/],
    ['a query', { 'base-url': 'https://a.example/?x=1' }, /`base-url` must not have a query/],
    ['a number that is no whole one', { 'confirm-within': '1e3' }, /`confirm-within` is `1e3`/],
    ['another version of it', { 'base-url': 'https://a.example/personal/v2' }, /contains `\/personal\/v2`/],
    ['an unknown answer to conflicts', { 'on-conflict': 'save' }, /`on-conflict` is `save`.*`keep`, `replace`/],
    ['more than an hour for the list', { 'confirm-within': '3601' }, /`confirm-within` is `3601`.*10 to 3600/],
    ['no time for the list', { 'confirm-within': '0' }, /`confirm-within` is `0`.*10 to 3600/],
    ['a part of a second for the list', { 'confirm-within': '0.5' }, /`confirm-within` is `0.5`.*a whole number/],
    ['a day that is none', { 'token-expires-on': '2027-02-30' }, /`token-expires-on` is `2027-02-30`/],
    ['a root outside', { root: '../elsewhere' }, /`root` must be a folder inside/],
    ['a root outside on Windows', { root: 'a\\..\\..\\b' }, /`root` must be a folder inside/],
    ['an absolute root', { root: '/etc' }, /`root` must be a folder inside/],
    ['a root on another drive', { root: 'D:handbook' }, /`root` must be a folder inside/],
    ['a variable in capitals', { 'entry-name': '{Title}' }, /`entry-name` has an unknown variable `{Title}`/],
    ['a variable of the language', { 'entry-name': '{__proto__}' }, /has an unknown variable `{__proto__}`/],
    ['an open brace', { 'entry-name': '{title' }, /`entry-name` has an unmatched brace `{`/],
    ['one name for all', { 'entry-name': 'Runbook' }, /`entry-name` has no variable/],
    ['keys of front matter', { 'front-matter': 'owner, team' }, /`front-matter` is `owner, team`.*`strip`, `keep`/]
  ])('%s', (_, given, expected) => {
    const error = errorOf(() => inputsOf(given))
    expect(error.kind).toBe('input')
    expect(`${error.message} ${error.hint}`).toMatch(expected)
  })

  test.each<[string, Record<string, string>]>([
    ['NAME=value as the token', { token: `RUNBOOK_SYNC_TOKEN=${TOKEN}` }],
    ['the mask as the token', { token: '***' }],
    ['Bearer before the token', { token: `Bearer ${TOKEN}` }],
    ['no token', { 'base-url': 'https://a.example' }],
    ['no address', { token: TOKEN }],
    ['an address with the path of the API', { 'base-url': 'https://a.example/personal/v1/knowledge' }],
    ['a pattern with backslashes', { files: 'docs\\runbooks\\**' }],
    ['an unknown mode', { mode: 'dry-run' }]
  ])('with the way out: %s', (_, given) => {
    const { message, hint } = errorOf(() => {
      const inputs = inputsOf(given)
      new Patterns(inputs.files).watch()
      throw emptyInputError(inputs)
    })
    expect([message, hint].join('\n')).toMatchSnapshot()
  })

  test('what a person typed cannot break out of the message', () => {
    expect(errorOf(() => inputsOf({ mode: '`\n::error::x\u202e' })).message).toBe("Input `mode` is `' ::error::x`.")
  })
})

describe('the token', () => {
  test.each([
    ['an inner carriage return', 'rsp_A1\rb2'],
    ['a latin-1 letter', 'rsp_A1éb2'],
    ['a blank', 'rsp_A1 b2']
  ])('is refused and not shown: %s', (_, token) => {
    const { message, hint } = errorOf(() => inputsOf({ token }))
    expect(message).toMatch(/^Input `token` contains/)
    expect(message + hint).not.toContain('A1')
  })

  test.each([
    ['single quotes', `'${TOKEN}'`, /in quotation marks/],
    ['a variable of a shell', '$RUNBOOK_SYNC_TOKEN', /name of a variable/],
    ['an expression', '${{ secrets.TOKEN }}', /name of a variable/]
  ])('is refused with what was pasted beside it: %s', (_, token, problem) => {
    const { message, hint } = errorOf(() => inputsOf({ token }))
    expect(message).toMatch(problem)
    expect(message + hint).not.toContain('A1b2')
  })

  test.each(['ab=', 'v1==', 'a$b', 'x_y.z-1', 'a"b"c'])('may look like %s, with blanks around it', (token) => {
    expect(inputsOf({ token: `  ${token}\t\n` }).token?.reveal()).toBe(token)
  })

  test('is masked before any input can fail, in every form', () => {
    const masks: string[] = []
    errorOf(() =>
      inputsOf({ token: ' a+b/c<d>ef=\n', 'github-token': 'ghs_x', mode: 'nonsense' }, (form) => masks.push(form))
    )
    expect(masks).toEqual(expect.arrayContaining([' a+b/c<d>ef=\n', 'ghs_x', ...new Secret('a+b/c<d>ef=').forms()]))
  })

  test.each<{ given: Values; missing: string | undefined }>([
    { given: {}, missing: 'Without `token` and `base-url` the plan' },
    { given: { token: TOKEN }, missing: 'Without `base-url` the plan' },
    { given: { 'base-url': 'https://a.example' }, missing: 'Without `token` the plan' },
    { given: { token: TOKEN, 'base-url': 'https://a.example' }, missing: undefined }
  ])('and the address are named if a plan lacks them: $missing', ({ given, missing }) => {
    const message = missingAccess(inputsOf(given))
    expect(message?.slice(0, missing?.length)).toBe(missing)
  })
})

test('a proxy variable that the libraries would ignore is refused and not shown', () => {
  const prepare = (proxy: string) => () => {
    prepareProxies({ https_proxy: proxy })
  }
  for (const proxy of ['http://user:100%@proxy.example', 'socks5://proxy.example', 'http://:@']) {
    const { message, hint } = errorOf(prepare(proxy))
    expect(message).toMatch(/`https_proxy` is not the address/)
    expect(message + hint).not.toContain(proxy)
  }
  for (const proxy of ['http://proxy.example:3128', 'proxy.example:3128', 'http://user:100%25@proxy.example']) {
    expect(prepare(proxy)).not.toThrow()
  }
})
