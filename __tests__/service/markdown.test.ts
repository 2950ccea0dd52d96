import { describe, expect, test } from '@jest/globals'
import { rendered } from '../../service/screen/markdown.ts'

async function markup(text: string): Promise<string> {
  const html = String(await rendered(text)).replaceAll(/\s+/g, ' ')
  // White space at the edges of these means nothing.
  return html.replaceAll(/(<(?:h2|ol)[^>]*>) | (<\/(?:h2|ol)>)/g, '$1$2')
}

const outside = 'rel="noopener noreferrer nofollow" target="_blank"'

describe('Markdown is rendered', () => {
  test.each([
    ['# One', '<h2>One</h2>'],
    ['One\n===', '<h2>One</h2>'],
    ['a *b* **c** ~~d~~', '<p>a <em>b</em> <strong>c</strong> <s>d</s></p>'],
    ['`` a`b ``', '<p><code>a`b</code></p>'],
    ['```sh\na <b>\n```', '<code>a &lt;b&gt;</code>'],
    ['    indented', '<code>indented</code>'],
    ['> quoted\n> more', '<blockquote><p>quoted more</p></blockquote>'],
    ['3. a\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['- [x] a', '☑'],
    ['a  \nb', 'a<br />b'],
    ['a \\* b &copy; &#42;', 'a * b &copy; &#42;'],
    ['|a|b|\n|-|-|\n|1|*2*|', '<th scope="col">a</th>'],
    ['|a|b|\n|-|-|\n|1|*2*|', '<tr><td>1</td><td><em>2</em></td></tr>'],
    ['[a *b*](https://x.example/?a&b "t")', `<a href="https://x.example/?a&amp;b" ${outside}>a <em>b</em></a>`],
    ['[a][B  c]\n\n[b C]: https://x.example', `<a href="https://x.example" ${outside}>a</a>`],
    ['[a]\n\n[a]: <https://x.example/y z>', `<a href="https://x.example/y z" ${outside}>a</a>`],
    ['<https://x.example>', `<a href="https://x.example" ${outside}>https://x.example</a>`],
    ['<a@b.example>', `<a href="mailto:a@b.example" ${outside}>a@b.example</a>`],
    ['![graph](https://x.example/g.png)', `<a href="https://x.example/g.png" ${outside}>Image: graph</a>`],
    ['[no reference][x]', '[no reference][x]']
  ])('%j', async (text, expected) => {
    expect(await markup(text)).toContain(expected)
  })
})

describe('and nothing of it can act', () => {
  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<svg/onload=alert(1)>',
    '<!-- --><script>alert(1)</script>',
    '<?php <script>alert(1)</script> ?>',
    '[x](javascript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '[x](https://x.example/"onmouseover="alert(1))',
    '![x" onerror="alert(1)](x)',
    '[a]: javascript:alert(1)\n\n[a]',
    '`<script>`',
    '```<script>\n<script>\n```',
    '# <script>',
    '|<script>|\n|-|\n|<script>|',
    '&lt;script&gt; &#60;script&#62; &#x3c;script&#x3e;',
    '<javascript:alert(1)>'
  ])('%j', async (text) => {
    const html = await markup(text)
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)]
    for (const [, tag = '', attributes = ''] of tags) {
      expect(
        'a article blockquote br code div em h2 hr li ol p pre s span strong table tbody td th thead tr ul'.split(' ')
      ).toContain(tag)
      expect(attributes).not.toMatch(/ on\w+=(?![^"]*"[^"]*$)/)
      expect(attributes).not.toMatch(/ (src|style|srcdoc)=/)
      const href = / href="([^"]*)"/.exec(attributes)?.[1]
      if (href !== undefined) expect(href).toMatch(/^(https?:\/\/|mailto:)/)
    }
  })
})

describe('and it is bounded', () => {
  test.each([
    ['long', 'x'.repeat(150_000)],
    ['deep in quotes', '>'.repeat(10_000)],
    ['deep in lists', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n')]
  ])('%s: not rendered', (_, text) => {
    expect(rendered(text)).toBeUndefined()
  })

  test.each([
    ['brackets', '['.repeat(50_000)],
    ['stars', '*a '.repeat(40_000)],
    ['backticks', Array.from({ length: 400 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['entities', '&#60;'.repeat(20_000)],
    ['references', '[a]: https://x.example\n\n'.repeat(4000) + '[a] '.repeat(4000)]
  ])('%s: quickly', async (_, text) => {
    expect(text.length).toBeGreaterThan(40_000)
    const started = performance.now()
    await rendered(text)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
