import { describe, expect, test } from '@jest/globals'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { escapeLine, escapeMarkdown, Sink, type Markup } from '../../src/report/sink.ts'
import { WORKFLOW } from '../../src/wording.ts'

test.each<{ name: string; text: string; line: string }>([
  { name: 'a command at the start', text: '::error::x', line: ': :error::x' },
  { name: 'a command behind blanks', text: '  ::stop-commands::x', line: '  : :stop-commands::x' },
  { name: 'an old command anywhere', text: 'a ##[error]x', line: 'a # #[error]x' },
  { name: 'colons that are no command', text: 'http://[::1]:4180', line: 'http://[::1]:4180' },
  { name: 'ends of lines', text: 'a\nb\r\tc', line: 'a\\nb\\r\\tc' },
  { name: 'invisible characters', text: 'a\u202eb\u200bc\u001b[31m', line: 'a\\u{202e}b\\u{200b}c\\u{1b}[31m' },
  { name: 'a lone surrogate', text: 'a\ud800', line: 'a\ufffd' }
])('one inert line: $name', ({ text, line }) => {
  expect(escapeLine(text)).toBe(line)
})

test('a line of code keeps its tabs, and is no command behind them', () => {
  expect(new Sink([]).code('\t::error::x\r')).toBe('\t: :error::x\\r')
})

test.each([
  { name: 'an old command', value: '##[error]x' },
  { name: 'invisible characters', value: 'a\u202eb\u2028c\u009bd\u{e0041}' },
  { name: 'a lone surrogate', value: '\ud800' },
  { name: 'escapes', value: '"\\##[' }
])('JSON keeps its values: $name', ({ value }) => {
  const json = new Sink([]).json(value).trimEnd()
  expect(JSON.parse(json)).toBe(value)
  expect(json).toMatch(/^[ -~]*$/)
  expect(json).not.toContain('##[')
})

test.each<{ name: string; text: string; markdown: string }>([
  { name: 'cells, links and formulas', text: 'a|b [a](b) $a$', markdown: 'a&#124;b &#91;a&#93;(b) &#36;a&#36;' },
  { name: 'underscores', text: 'snake_case _em_', markdown: 'snake_case &#95;em&#95;' },
  { name: 'addresses', text: 'https://evil.de www.evil.de', markdown: 'https&#58;//evil.de www&#46;evil.de' },
  { name: 'an address in a word', text: 'see_www.evil.example', markdown: 'see_www&#46;evil.example' },
  { name: 'an e-mail address', text: 'a@evil.example', markdown: 'a&#64;&#8203;evil.example' },
  { name: 'mentions and issues', text: '@team a/b#12', markdown: '&#64;&#8203;team a/b&#35;&#8203;12' }
])('inert in Markdown as GitHub shows it: $name', ({ text, markdown }) => {
  expect(escapeMarkdown(text)).toBe(markdown)
})

const { markup, prose, codeBlock } = new Sink([])

test('a message has code between backticks, and nothing else', () => {
  expect(prose('Input `a<b` *is* `c`.').text).toBe('Input <code>a&#60;b</code> &#42;is&#42; <code>c</code>.')
})

test('our own address is a link, and no other', () => {
  expect(prose(`See (${WORKFLOW}), not https://evil.example.`).text).toBe(
    `See ([docs/workflow.md](${WORKFLOW})), not https&#58;//evil.example.`
  )
})

describe('no token is left', () => {
  const token = 'rbs_3f9cA1b2C3d4E5xyz0123456789'
  const sink = new Sink([`  ${token}\n`, 'short', undefined])

  test('also where a text is cut', () => {
    const text = 'x'.repeat(1990) + token
    expect(sink.line(text)).toBe(`${'x'.repeat(1990)}***`)
    expect(sink.markup`${'x'.repeat(590) + token}`.text).toBe(`${'x'.repeat(590)}&#42;&#42;&#42;`)
    expect(sink.code('x'.repeat(490) + token)).toBe(`${'x'.repeat(490)}***`)
  })

  test('JSON stays JSON if an escape stands before a token', () => {
    expect(JSON.parse(sink.json({ name: `a\\${token}` }))).toEqual({ name: 'a\\***' })
  })

  test('what is too short for a token stays', () => {
    expect(sink.line('short')).toBe('short')
  })
})

/** The tags that GitHub would show. */
function tagsOf(parts: readonly Markup[]): readonly string[] {
  const text = parts.map((part) => part.text).join('\n')
  const dangerous = { allowDangerousHtml: true, allowDangerousProtocol: true }
  const html = micromark(text, { ...dangerous, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  return html.match(/<[^>]*>/g) ?? []
}

const PIECES =
  '<b> </details> ~~~~ ``` ` | [x](y) ![ * _ # - 1. === --- &lt; &#60; \\ www.a.de https://a.de a@b.de @a #1 :a: >'

test.each<{ place: string; put: (text: string) => readonly Markup[] }>([
  { place: 'a heading', put: (text) => [markup`## ${text}`] },
  { place: 'a paragraph', put: (text) => [markup`${text}`] },
  { place: 'an item of a list', put: (text) => [markup`- ${text}`] },
  { place: 'the text of a link', put: (text) => [markup`[${text}](https://github.com)`] },
  { place: 'a box', put: (text) => [markup`> [!WARNING]\n> ${text}\n>\n> ${text}`] },
  { place: 'HTML', put: (text) => [markup`<details>\n<summary>${text}</summary>\n\n</details>`] },
  { place: 'a table', put: (text) => [markup`| a | b |\n| --- | --- |\n| ${text} | ${text} |`] },
  { place: 'a difference', put: (text) => [codeBlock('diff', [`-${text}`, ` ${text}`, text])] }
])('foreign text is never markup in $place', ({ put }) => {
  for (const piece of [...PIECES.split(' '), PIECES]) {
    for (const text of [piece, `${piece}x${piece}`, ` ${piece} x ${piece}`, `x\n\r${piece}`, `    ${piece}`]) {
      expect({ text, tags: tagsOf(put(text)) }).toEqual({ text, tags: tagsOf(put('x')) })
    }
  }
})
