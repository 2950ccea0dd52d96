import { inspect } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { Secret } from '../src/secret.ts'

/** Has what is written differently in a URL, in base64, in JSON and in HTML. */
const TOKEN = 'rsp+A1b2/C3d4=E5"f6&x<y>'
const secret = new Secret(TOKEN)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('a secret is redacted', () => {
  test.each<{ name: string; form: string }>([
    { name: 'as it is', form: TOKEN },
    { name: 'percent-encoded', form: encodeURIComponent(TOKEN) },
    {
      name: 'percent-encoded in lower case',
      form: encodeURIComponent(TOKEN).replace(/%../g, (code) => code.toLowerCase())
    },
    { name: 'percent-encoded as Python does', form: encodeURIComponent(TOKEN).replaceAll('%2F', '/') },
    { name: 'in JSON', form: JSON.stringify(TOKEN) },
    { name: 'in JSON with an escaped slash', form: JSON.stringify(TOKEN).replaceAll('/', '\\/') },
    {
      name: 'in JSON as Go writes it',
      form: JSON.stringify(TOKEN).replace(/[&<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    },
    { name: 'in base64', form: base64(TOKEN) },
    { name: 'in base64 without padding', form: base64(TOKEN).replace(/=+$/, '') },
    { name: 'in base64url', form: Buffer.from(TOKEN).toString('base64url') },
    { name: 'in base64 of the header', form: base64(`Bearer ${TOKEN}`) },
    { name: 'in base64 of a login', form: base64(`x-access-token:${TOKEN}`) },
    { name: 'in base64 with a text behind it', form: base64(`a${TOKEN}, and more`) },
    { name: 'in percent-encoded base64', form: encodeURIComponent(base64(TOKEN)) }
  ])('$name', ({ form }) => {
    const redacted = secret.redact(`before ${form} after`)
    expect(redacted).toContain('***')
    expect(redacted).not.toMatch(/A1b2|C3d4|QTFiM/i)
    expect(redacted).toMatch(/^before .*after$/)
    expect(secret.isIn(form)).toBe(true)
  })

  test.each<{ name: string; encode: (long: string) => string }>([
    { name: 'as it is', encode: (long) => long },
    { name: 'percent-encoded', encode: encodeURIComponent },
    { name: 'in base64', encode: base64 }
  ])('also if it has 2,000 characters: $name', ({ encode }) => {
    const long = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(4, 'x+/')).join('')
    expect(new Secret(long).redact(`before ${encode(long)} after`)).toMatch(/^before \*\*\*.{0,4} after$/)
  })

  test.each<{ name: string; encode: (token: string) => string }>([
    { name: 'base64', encode: base64 },
    { name: 'base64url', encode: (token) => Buffer.from(token).toString('base64url') },
    { name: 'percent-encoded base64', encode: (token) => encodeURIComponent(base64(token)) }
  ])('also if it needs digits of $name that are no letters', ({ encode }) => {
    // `cnNwX34+fj4/Pz8/QTFiMg` in base64.
    const token = 'rsp_~>~>????A1b2C3d4'
    expect(new Secret(token).redact(`before ${encode(token)} after`)).toMatch(/^before \*\*\*.{0,4} after$/)
  })

  test('each time that it appears', () => {
    expect(secret.redact(`${TOKEN} ${TOKEN}${TOKEN} a ${encodeURIComponent(TOKEN)}`)).toBe('*** ****** a ***')
  })

  test.each<{ name: string; token: string; text: string }>([
    {
      name: 'short encodings of a short one: YW is `ab` in base64',
      token: 'ab',
      text: 'Restart the service YW of ticket YWI with systemctl restart, then wait for ten minutes.'
    },
    { name: 'anything of an empty one', token: '', text: 'Restart the service.' }
  ])('but not $name', ({ token, text }) => {
    expect(new Secret(token).redact(text)).toBe(text)
    expect(new Secret(token).isIn(text)).toBe(false)
  })
})

test('a secret is hidden as a string, in JSON and when it is inspected', () => {
  expect(String(secret)).toBe('***')
  expect(JSON.stringify({ secret })).toBe('{"secret":"***"}')
  expect(inspect({ secret })).toBe('{ secret: *** }')
})
