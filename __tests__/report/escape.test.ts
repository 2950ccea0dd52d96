import { describe, expect, test } from '@jest/globals'
import { escapeLog, escapeMarkdown, makeVisible, messageToMarkdown } from '../../src/report/escape.ts'
import { shorten } from '../../src/wording.ts'

test.each([
  ['::error::x', ': :error::x'],
  ['  ::stop-commands::x', '  : :stop-commands::x'],
  ['a ##[error]x', 'a # #[error]x'],
  ['http://[::1]:4180', 'http://[::1]:4180'],
  ['a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['a\u202eb\u200bc\u001b[31m', 'a\\u{202e}b\\u{200b}c\\u{1b}[31m']
])('%j becomes %j in the log', (text, expected) => {
  expect(escapeLog(text)).toBe(expected)
})

describe('Markdown', () => {
  test.each([
    ['<img src=x onerror=y>', '&#60;img src=x onerror=y&#62;'],
    ['a|b', 'a&#124;b'],
    ['[a](javascript:x)', '&#91;a&#93;(javascript&#58;x)'],
    ['`a` *b* ~~c~~', '&#96;a&#96; &#42;b&#42; &#126;&#126;c&#126;&#126;'],
    ['snake_case _em_', 'snake_case &#95;em&#95;'],
    ['https://evil.example www.evil.example', 'https&#58;//evil.example www&#46;evil.example'],
    ['see_www.evil.example', 'see_www&#46;evil.example'],
    ['a@evil.example', 'a&#64;&#8203;evil.example'],
    ['@team a/b#12', '&#64;&#8203;team a/b&#35;&#8203;12'],
    ['a\n# b', 'a&#92;n&#35; b']
  ])('%j becomes %j', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected)
  })

  test('a message has code between backticks, and nothing else', () => {
    expect(messageToMarkdown('Input `a<b` *is* `c`.')).toBe('Input <code>a&#60;b</code> &#42;is&#42; <code>c</code>.')
  })
})

test('lone surrogates become visible', () => {
  expect(makeVisible('a\ud800')).toBe('a\ufffd')
})

test('a text is shortened between characters', () => {
  expect([shorten('abc', 3), shorten('abcd', 3), shorten('a😀b', 3)]).toEqual(['abc', 'ab…', 'a…'])
})
