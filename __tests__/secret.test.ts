import { inspect } from 'node:util'
import { expect, test } from '@jest/globals'
import { Secret } from '../src/secret.ts'

/** Has what is written differently in a URL, in base64, in JSON and in HTML. */
const TOKEN = 'rsp+A1b2/C3d4=E5"f6&x<y>'
const secret = new Secret(TOKEN)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const percent = encodeURIComponent(TOKEN)
const json = JSON.stringify(TOKEN)

test.each<{ form: string; text: string }>([
  { form: 'as it is', text: TOKEN },
  { form: 'percent-encoded', text: percent },
  { form: 'in JSON', text: json },
  { form: 'in base64url', text: Buffer.from(TOKEN).toString('base64url') },
  { form: 'in base64 of the header', text: base64(`Bearer ${TOKEN}`) },
  { form: 'in base64 of a login', text: base64(`x-access-token:${TOKEN}`) },
  { form: 'in base64 with a text behind it', text: base64(`a${TOKEN}, and more`) }
])('a secret is redacted $form', ({ text }) => {
  const redacted = secret.redact(`before ${text} after`)
  expect(redacted).toMatch(/^before .*\*\*\*.* after$/)
  expect(redacted).not.toMatch(/A1b2|C3d4|QTFiM/i)
  expect(secret.isIn(text)).toBe(true)
})

test('each time that it appears', () => {
  expect(secret.redact(`${TOKEN} ${TOKEN}${TOKEN} a ${percent}`)).toBe('*** ****** a ***')
})

test.each([
  { what: 'short encodings of a short one: YW is `ab` in base64', token: 'ab', text: 'Restart the service YW.' },
  { what: 'anything of an empty one', token: '', text: 'Restart the service.' }
])('but not $what', ({ token, text }) => {
  expect(new Secret(token).redact(text)).toBe(text)
  expect(new Secret(token).isIn(text)).toBe(false)
})

test('a secret is hidden as a string, in JSON and when it is inspected', () => {
  const shown = [String(secret), JSON.stringify({ secret }), inspect({ secret })]
  expect(shown).toEqual(['***', '{"secret":"***"}', '{ secret: *** }'])
})
