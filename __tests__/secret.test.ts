import { inspect } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { Secret } from '../src/secret.ts'

/** Has what is written differently in a URL, in base64, in JSON and in HTML, and looks as if a tag was in it. */
const TOKEN = 'rsp+A1b2/C3d4=E5"f6&x<y>'
const secret = new Secret(TOKEN)
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const hexOf = (char: string): string => char.charCodeAt(0).toString(16)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const eachCharacter = (write: (char: string) => string): string => Array.from(TOKEN, write).join('')

describe('a secret is redacted', () => {
  test.each<{ name: string; form: string }>([
    { name: 'as it is', form: TOKEN },
    { name: 'in base64', form: base64(TOKEN) },
    { name: 'in base64 without padding', form: base64(TOKEN).replace(/=+$/, '') },
    { name: 'in base64url', form: Buffer.from(TOKEN).toString('base64url') },
    { name: 'in base64 of the header', form: base64(`Bearer ${TOKEN}`) },
    { name: 'in base64 of a login', form: base64(`x-access-token:${TOKEN}`) },
    { name: 'in base64 with a text behind it', form: base64(`a${TOKEN}, and more`) },
    { name: 'in percent-encoded base64', form: encodeURIComponent(base64(TOKEN)) },
    { name: 'in base64 of base64', form: base64(base64(TOKEN)) },
    {
      name: 'in base64 of base64url of the header',
      form: base64(Buffer.from(`Bearer ${TOKEN}`).toString('base64url'))
    },
    { name: 'in base64 of a text with base64', form: base64(`token ${base64(`x${TOKEN}`)}`) },
    { name: 'percent-encoded', form: encodeURIComponent(TOKEN) },
    {
      name: 'percent-encoded in lower case',
      form: encodeURIComponent(TOKEN).replace(/%../g, (code) => code.toLowerCase())
    },
    // Each encoder leaves other characters as they are.
    { name: 'percent-encoded as Python does', form: encodeURIComponent(TOKEN).replaceAll('%2F', '/') },
    { name: 'in hex', form: Buffer.from(TOKEN).toString('hex') },
    { name: 'in upper-case hex', form: Buffer.from(TOKEN).toString('hex').toUpperCase() },
    { name: 'in hex with blanks', form: eachCharacter((char) => `${hexOf(char)} `).trim() },
    { name: 'in JSON', form: JSON.stringify(TOKEN) },
    { name: 'in JSON with an escaped slash', form: JSON.stringify(TOKEN).replaceAll('/', '\\/') },
    {
      name: 'in JSON as Go writes it',
      form: JSON.stringify(TOKEN).replace(/[&<>]/g, (char) => `\\u00${hexOf(char)}`)
    },
    {
      name: 'in JSON as .NET writes it',
      form: TOKEN.replace(/[+"&<>]/g, (char) => `\\u00${hexOf(char).toUpperCase()}`)
    },
    { name: 'as a string of C', form: eachCharacter((char) => `\\x${hexOf(char)}`) },
    { name: 'quoted-printable', form: eachCharacter((char) => `=${hexOf(char).toUpperCase()}`) },
    { name: 'in HTML', form: TOKEN.replace(/[&<>"]/g, (char) => HTML[char] ?? '') },
    {
      name: 'in HTML as Go writes it',
      form: TOKEN.replace(/[&<>]/g, (char) => HTML[char] ?? '').replaceAll('"', '&#34;')
    },
    { name: 'in numeric entities', form: eachCharacter((char) => `&#x${hexOf(char)};`) },
    { name: 'in full width', form: eachCharacter((char) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0)) }
  ])('$name', ({ form }) => {
    const redacted = secret.redact(`before ${form} after`)
    expect(redacted).toContain('***')
    expect(redacted).not.toMatch(/A1b2|C3d4|QTFiM|413162|41 31 62|VVRGaU|\uff21/i)
    expect(redacted).toMatch(/^before .*after$/)
  })

  test.each<{ name: string; between: string }>([
    { name: 'a line feed', between: '\n' },
    { name: 'a carriage return and a line feed', between: '\r\n' },
    { name: 'a tab', between: '\t' },
    { name: 'blanks', between: '  \u00a0\u3000' },
    { name: 'a zero-width space', between: '\u200b' },
    { name: 'a soft hyphen', between: '\u00ad' },
    { name: 'a combining grapheme joiner', between: '\u034f' },
    { name: 'a variation selector', between: '\ufe0f' },
    { name: 'a Hangul filler', between: '\u3164' },
    { name: 'an empty Braille pattern', between: '\u2800' },
    { name: 'a tag character', between: '\u{e0041}' },
    { name: 'an accent', between: '\u0301' },
    { name: 'a NUL', between: '\0' }
  ])('broken by $name, wherever it stands', ({ between }) => {
    for (const text of [TOKEN, Buffer.from(TOKEN).toString('hex'), base64(TOKEN), base64(base64(TOKEN))]) {
      for (let at = 1; at < text.length; at++) {
        const broken = text.slice(0, at) + between + text.slice(at)
        expect(secret.redact(`before ${broken}, after`)).toMatch(/^before \*\*\*[^]{0,12}, after$/)
      }
      expect(secret.redact(`before ${Array.from(text).join(between)}, after`)).toMatch(
        /^before \*\*\*[^]{0,12}, after$/
      )
    }
  })

  test.each([8, 12, 23])('cut after %d characters', (length) => {
    const cut = `before ${TOKEN.slice(0, length)}… after`
    expect(secret.redact(cut)).toBe('before ***… after')
  })

  test.each<{ between: string }>([
    { between: '<wbr>' },
    { between: '<WBR/>' },
    { between: '<span class="x">' },
    { between: '</b>' },
    { between: '<!-- -->' },
    { between: '&shy;' },
    { between: '&ZeroWidthSpace;' },
    { between: '&nbsp;' },
    { between: '&#173;' },
    { between: '&#x200B;' },
    { between: '\\n' },
    { between: '\\u200b' },
    { between: '\\xad' },
    { between: '=\r\n' }
  ])('broken by $between', ({ between }) => {
    const plain = 'rsp_A1b2C3d4E5f6'
    const broken = `${plain.slice(0, 7)}${between}\n${plain.slice(7)}`
    expect(new Secret(plain).redact(`before ${broken} after`)).toBe('before *** after')
  })

  test.each<{ name: string; encode: (long: string) => string }>([
    { name: 'as it is', encode: (long) => long },
    { name: 'percent-encoded', encode: encodeURIComponent },
    { name: 'in lines', encode: (long) => long.replace(/.{76}/g, '$&\n') }
  ])('also if it has 2,000 characters: $name', ({ encode }) => {
    const long = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(4, 'x+/')).join('')
    expect(new Secret(long).redact(`before ${encode(long)} after`)).toMatch(/^before (?:\*\*\*)+ after$/)
  })

  test.each<{ name: string; encode: (token: string) => string }>([
    { name: 'base64', encode: base64 },
    { name: 'base64url', encode: (token) => Buffer.from(token).toString('base64url') },
    { name: 'percent-encoded base64', encode: (token) => encodeURIComponent(base64(token)) },
    { name: 'base64 of base64url', encode: (token) => base64(Buffer.from(token).toString('base64url')) },
    { name: 'base64url of base64', encode: (token) => Buffer.from(base64(token)).toString('base64url') }
  ])('also if it needs digits of $name that are no letters', ({ encode }) => {
    // `cnNwX34+fj4/Pz8/QTFiMg` in base64.
    const token = 'rsp_~>~>????A1b2C3d4'
    expect(new Secret(token).redact(`before ${encode(token)} after`)).toMatch(/^before \*\*\*.{0,4} after$/)
  })

  test('each time that it appears', () => {
    expect(secret.redact(`${TOKEN} ${TOKEN}${TOKEN} a ${encodeURIComponent(TOKEN)}`)).toBe('*** *** a ***')
  })

  test.each<{ name: string; token: string; text: string }>([
    {
      name: 'short encodings of a short one: 6162 is `ab` in hex, and YW in base64',
      token: 'ab',
      text: 'Restart the service YW of ticket 6162 with systemctl restart, then wait for ten minutes.'
    },
    { name: 'words that make a short one', token: 'so_on', text: 'and so _on' },
    { name: 'blanks, tags and escapes', token: TOKEN, text: 'a <b>b</b>\\n&nbsp;&amp; <wbr>\n\n =\n c\u200b' }
  ])('but not $name', ({ token, text }) => {
    expect(new Secret(token).redact(text)).toBe(text)
  })
})

/** Each of a kind that takes a careless pattern quadratic time. */
test.each<{ name: string; unit: string }>([
  { name: 'prose', unit: 'The quick brown fox.\n' },
  { name: 'nearly the token', unit: TOKEN.slice(0, -1) },
  { name: 'nearly the token in base64', unit: base64(TOKEN).slice(0, -4) },
  { name: 'tags', unit: '<a' },
  { name: 'entities', unit: '&#0' },
  { name: 'escapes', unit: '\\' },
  { name: 'blanks', unit: ' ' },
  { name: 'accents', unit: '\u0301' }
])('1 MiB is looked through in linear time: $name', ({ unit }) => {
  const text = unit.repeat(2 ** 20 / unit.length)
  expect(secret.redact(text)).toBe(text)
})

test('a secret is hidden as a string, in JSON and when it is inspected', () => {
  expect(String(secret)).toBe('***')
  expect(JSON.stringify({ secret })).toBe('{"secret":"***"}')
  expect(inspect({ secret })).toBe('{ secret: *** }')
})
