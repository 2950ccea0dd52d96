import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { excerpt } from '../../src/knowledge/excerpt.ts'
import { Secret } from '../../src/secret.ts'

const VALUE = 'pat_0123456789abcdef+/='
const token = new Secret(VALUE)

test.each([
  { name: 'nothing', text: '', said: '' },
  {
    name: 'a problem (RFC 9457)',
    text: '{"type":"about:blank","title":"Bad","detail":"name is empty"}',
    said: 'name is empty'
  },
  { name: 'a title where there is no detail', text: '{"title":"Bad Request","detail":""}', said: 'Bad Request' },
  { name: 'an OAuth error', text: '{"error":"invalid_token","error_description":"expired"}', said: 'expired' },
  { name: 'an error object', text: '{"error":{"code":7,"message":"too long"}}', said: 'too long' },
  { name: 'an unknown object', text: '{"x":1}', said: '{"x":1}' },
  { name: 'a page', text: '<!doctype html><title>\n Sign in </title><p>…', said: 'Sign in' },
  { name: 'a page without a title', text: '<html><body>x</body></html>', said: '' },
  { name: 'words on two lines', text: ' no\r\n\tway ', said: 'no way' },
  { name: 'workflow commands', text: 'x\n::error::y\n##[add-mask]z', said: 'x : :error: :y ## [add-mask]z' },
  { name: 'controls, and what reorders text', text: 'a\u001b[31mb\u202Ec\u0000d\u200b', said: 'a[31mbcd' },
  { name: 'the token', text: `no ${VALUE}!`, said: 'no ***!' },
  { name: 'the token, URL-encoded', text: encodeURIComponent(VALUE), said: '***' },
  {
    name: 'the token with something invisible in it',
    text: `${VALUE.slice(0, 9)}\u200b${VALUE.slice(9)}`,
    said: '***'
  },
  { name: 'the token in JSON escapes', text: `{"message":"\\u0070${VALUE.slice(1)}"}`, said: '***' },
  { name: 'the token behind much that is left out', text: `${' '.repeat(3990)}${VALUE}`, said: '***' },
  { name: 'a long text', text: 'é'.repeat(500), said: `${'é'.repeat(200)}…` },
  { name: 'a long text cut inside a pair', text: `${'x'.repeat(199)}\u{1F525}\u{1F525}`, said: `${'x'.repeat(199)}…` },
  { name: 'half a pair', text: 'a\ud83d', said: 'a\ufffd' }
])('$name', ({ text, said }) => {
  expect(excerpt(text, token)).toBe(said)
})

test('a token at the point where it is shortened leaves nothing behind', () => {
  for (let before = 170; before < 210; before++) {
    expect(excerpt(`${'x'.repeat(before)}${VALUE}`, token)).not.toContain('pat')
  }
})

test('it is one short line without the token, whatever the service says', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(VALUE, '::', '##[', '\n', '{"message":"', '\u202e')
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const said = excerpt(pieces.join(''), token)
      expect(said.length).toBeLessThanOrEqual(201)
      expect(said).not.toMatch(/[\p{Cc}\p{Cf}\u2028]|::|##\[|pat_0123456789abcdef/u)
    }),
    { seed: 5 }
  )
})
