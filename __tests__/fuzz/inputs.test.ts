import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { Failure } from '../../src/failures.ts'
import { readInputs, type Inputs } from '../../src/inputs.ts'
import { excerpt } from '../../src/knowledge/excerpt.ts'
import { JobLog, LineCutter } from '../../testing/job-log.ts'
import { Secret } from '../../src/secret.ts'
import { LIST_PATH } from '../../src/wire.ts'
import { fuzz } from '../support/fuzz.ts'
import { hostileText, INVISIBLE } from '../support/hostile.ts'

const written: string[] = []
const before = { ...process.env }

beforeEach(() => {
  // Masking is by way of standard output.
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
})
afterAll(() => {
  jest.restoreAllMocks()
  process.env = before
})

/** What the inputs came to, and what a runner had read when they had. */
function read(inputs: Readonly<Record<string, string>>): { inputs?: Inputs; failure?: Failure; log: JobLog } {
  process.env = { ...before }
  // No environment holds a NUL.
  for (const [name, value] of Object.entries(inputs))
    process.env[`INPUT_${name.toUpperCase()}`] = value.replaceAll('\0', '')
  written.length = 0
  const log = new JobLog()
  const result = attempt()
  const cutter = new LineCutter()
  for (const line of [...cutter.cut(written.join('')), ...cutter.rest()]) log.add(line)
  return { ...result, log }
}

function attempt(): { inputs: Inputs } | { failure: Failure } {
  try {
    return { inputs: readInputs() }
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    return { failure: error as Failure }
  }
}

const address = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https', 'ftp', 'file'] }),
  fc
    .tuple(
      fc.constantFrom(
        'https://',
        'http://',
        'HTTPS://',
        'https:/',
        'https:\\\\',
        '//',
        'file:///',
        'javascript:',
        'data:,'
      ),
      fc.constantFrom('', 'user@', 'user:pass@', '@', ':@'),
      fc.constantFrom(
        '127.0.0.1',
        '[::1]',
        'localhost',
        '127.1',
        '0x7f.1',
        'localhost.evil.example',
        '127.0.0.1.nip.io',
        'a.example',
        ''
      ),
      fc.oneof(
        fc.constantFrom(
          '',
          ':80',
          ':443',
          ':0',
          ':65536',
          '/',
          '//',
          '/api/',
          '/../..',
          '/a b',
          '/%2e%2e/',
          '?',
          '#',
          ';'
        ),
        hostileText
      )
    )
    .map((parts) => parts.join('')),
  hostileText
)
const token = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom('Bearer ', 'bearer\t', '', ' ', '\n'),
      fc.base64String({ minLength: 8 }),
      fc.constantFrom('', '\n', '\r\n', '\u200b', '\n::error::x')
    )
    .map((parts) => parts.join('')),
  hostileText
)

describe('whatever is given', () => {
  test('an address that is taken is safe to send a token to, and is joined once', () => {
    let taken = 0
    fc.assert(
      fc.property(address, (value) => {
        const { inputs, failure } = read({ 'base-url': value })
        if (failure !== undefined) expect(failure.message).toMatch(/^Input `base-url` /)
        const base = inputs?.baseUrl
        if (base === undefined) return
        taken++
        const url = new URL(base)
        const loopback = url.hostname === 'localhost' || url.hostname === '[::1]' || url.hostname.startsWith('127.')
        expect(
          url.protocol === 'https:' ||
            (url.protocol === 'http:' && loopback && !/[a-z]/.test(url.hostname.replace('localhost', '')))
        ).toBe(true)
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
        const joined = new URL(base + LIST_PATH)
        expect(joined.origin).toBe(url.origin)
        expect(joined.href).toBe(base + LIST_PATH)
        expect(joined.pathname.slice(0, -LIST_PATH.length)).toBe(url.pathname.replace(/\/+$/, ''))
      }),
      fuzz(600)
    )
    expect(taken).toBeGreaterThan(20)
  })

  test('a token is printed nowhere but in the command that masks it, and then masked wherever it is printed', () => {
    fc.assert(
      fc.property(token, (raw) => {
        const value = raw.replaceAll('\0', '').trim()
        const { inputs, failure, log } = read({ token: raw })
        expect(log.commands.map(({ name }) => name).filter((name) => name !== 'add-mask')).toEqual([])
        expect(
          log.text
            .replaceAll('\n', '')
            .replaceAll("Warning: Can't add secret mask for empty string in ##[add-mask] command.", '')
        ).toBe('')
        if (value === '') return
        const bare = failure === undefined ? '' : `${failure.message}${failure.remedy}`
        expect(bare).not.toMatch(INVISIBLE)
        // A short value is in every sentence by chance.
        if (value.length >= 8 && !'Bearer is empty'.includes(value)) expect(bare).not.toContain(value)
        expect(log.mask(`before ${value} after`)).not.toContain(value.length >= 4 ? value : '\0')
        if (inputs?.token === undefined) return
        expect(inputs.token.reveal()).toMatch(/^[\x21-\x7e]+$/)
        expect(`${String(inputs.token)}${JSON.stringify(inputs)}`).not.toContain(value.length >= 8 ? value : '\0')
      }),
      fuzz(600)
    )
  })

  test.each([
    'files',
    'root',
    'mode',
    'scope',
    'since',
    'shard',
    'concurrency',
    'timeout',
    'retries',
    'max-bytes',
    'token-expires-on'
  ])('`%s` is taken or refused by name, in a message that is short and inert', (name) => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const { failure } = read({ [name]: value })
        if (failure === undefined) return
        expect(failure.kind).toBe('input')
        expect(failure.message).toMatch(new RegExp(`^Input \`${name}\` `))
        expect(failure.message).not.toMatch(INVISIBLE)
        expect(failure.message.length).toBeLessThan(300)
      }),
      fuzz(50)
    )
  })
})

describe('what a service says', () => {
  const secret = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_~+/='.split('')), minLength: 12, maxLength: 40 })
  const around = fc.array(hostileText, { minLength: 1, maxLength: 4 })
  const wrap = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => JSON.stringify({ detail: text }),
    (text) => JSON.stringify({ error: { message: text } }),
    (text) => JSON.stringify(text),
    (text) => `<!doctype html><title>${text}</title>`
  )

  test('is shown short, on one line, without the token and without a command', () => {
    fc.assert(
      fc.property(secret, around, wrap, (value, pieces, wrapped) => {
        const forms = [value, encodeURIComponent(value), Buffer.from(value).toString('base64')]
        // Also with something in between that nobody sees, which goes out and would leave it whole.
        const split = `${value.slice(0, 5)}\u200b${value.slice(5)}`
        const said = excerpt(wrapped(pieces.join([split, ...forms].join(' '))), new Secret(value))
        expect(forms.filter((form) => said.includes(form))).toEqual([])
        expect(said).not.toMatch(INVISIBLE)
        expect(said).not.toContain('\n')
        const log = new JobLog()
        log.add(said)
        expect(log.commands).toEqual([])
        expect(said.length).toBeLessThanOrEqual(201)
        expect(said.isWellFormed()).toBe(true)
      }),
      fuzz(600)
    )
  })
})
