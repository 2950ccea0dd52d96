import { inspect } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { Secret } from '../src/secret.ts'

const TOKEN = 'rsp+A1b2/C3d4=E5"f6&x<y>'
const secret = new Secret(TOKEN)
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const hexOf = (char: string): string => char.charCodeAt(0).toString(16)

describe('a secret is redacted', () => {
  test.each<[string, string]>([
    ['as it is', TOKEN],
    ['in base64', Buffer.from(TOKEN).toString('base64')],
    ['in base64 without padding', Buffer.from(TOKEN).toString('base64').replace(/=+$/, '')],
    ['in base64url', Buffer.from(TOKEN).toString('base64url')],
    ['in base64 of the header', Buffer.from(`Bearer ${TOKEN}`).toString('base64')],
    ['in base64 of a login', Buffer.from(`x-access-token:${TOKEN}`).toString('base64')],
    ['in base64 with a text behind it', Buffer.from(`a${TOKEN}, and more`).toString('base64')],
    ['percent-encoded', encodeURIComponent(TOKEN)],
    ['percent-encoded in lower case', encodeURIComponent(TOKEN).replace(/%../g, (code) => code.toLowerCase())],
    ['in hex', Buffer.from(TOKEN).toString('hex')],
    ['in upper-case hex', Buffer.from(TOKEN).toString('hex').toUpperCase()],
    ['in JSON', JSON.stringify(TOKEN)],
    ['in JSON with an escaped slash', JSON.stringify(TOKEN).replaceAll('/', '\\/')],
    ['in HTML', TOKEN.replace(/[&<>"]/g, (char) => HTML[char] ?? '')],
    // Each encoder leaves other characters as they are.
    ['percent-encoded as Python does', encodeURIComponent(TOKEN).replaceAll('%2F', '/')],
    ['in JSON as Go writes it', JSON.stringify(TOKEN).replace(/[&<>]/g, (char) => `\\u00${hexOf(char)}`)],
    ['in JSON as .NET writes it', TOKEN.replace(/[+"&<>]/g, (char) => `\\u00${hexOf(char).toUpperCase()}`)],
    ['in HTML as Go writes it', TOKEN.replace(/[&<>]/g, (char) => HTML[char] ?? '').replaceAll('"', '&#34;')],
    ['in numeric entities', Array.from(TOKEN, (char) => `&#x${hexOf(char)};`).join('')]
  ])('%s', (_, form) => {
    const redacted = secret.redact(`before ${form} after`)
    expect(redacted).toContain('***')
    expect(redacted).not.toMatch(/A1b2|C3d4|QTFiM|413162/i)
    expect(redacted).toMatch(/^before .*after$/)
  })

  test.each([
    ['as it is', (long: string) => long],
    ['percent-encoded', encodeURIComponent]
  ])('also where it has 2,000 characters: %s', (_, encode) => {
    const long = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(4, 'x+/')).join('')
    expect(new Secret(long).redact(`before ${encode(long)} after`)).toMatch(/^before (?:\*\*\*)+ after$/)
  })

  test('and nothing else is', () => {
    // 6162 is `ab` in hex, and YW in base64.
    const text = 'Restart the service YW of ticket 6162 with systemctl restart, then wait for ten minutes.'
    expect(new Secret('ab').redact(text)).toBe(text)
  })
})

test('a secret is hidden as a string, in JSON and when it is inspected', () => {
  expect([String(secret), JSON.stringify({ secret }), inspect({ secret })].join(' ')).toBe(
    '*** {"secret":"***"} { secret: *** }'
  )
})
