import { expect, test } from '@jest/globals'
import { renderMarkdown } from '../screen/markdown.ts'

// Each text is rendered in a thread of its own, which takes longer than the text: one text has all cases.

test('Markdown becomes HTML', async () => {
  const cases: [text: string, expected: string][] = [
    ['# One\n\n###### Six', '<h2>One</h2>\n<h6>Six</h6>'],
    ['a *b* ~~d~~', '<p>a <em>b</em> <del>d</del></p>'],
    ['```sh\na <b>\n```', '<pre><code class="language-sh">a &lt;b&gt;\n</code></pre>'],
    ['- [x] a\n- [ ] b', '<li class="task">☑ a</li>\n<li class="task">☐ b</li>'],
    ['+ [x] c\n\n+ d', '<li class="task">\n<p>☑ c</p>\n</li>\n<li>\n<p>d</p>'],
    ['|a|\n|-|\n|1|', '<td>1</td>'],
    ['[a](https://x.example/?a&b "t")', '<a href="https://x.example/?a&amp;b" title="t">a</a>'],
    ['![graph](https://x.example/g.png)', '!<a href="https://x.example/g.png">graph</a>'],
    ['&lt;input type="checkbox" disabled="" /&gt;', '&lt;input type=&quot;checkbox&quot; disabled=&quot;&quot; /&gt;']
  ]
  const html = String(await renderMarkdown(cases.map(([text]) => text).join('\n\n')))
  for (const [, expected] of cases) expect(html).toContain(expected)
})

const ATTRIBUTES = /^(aria-describedby|aria-label|class|data-footnotes|data-footnote-(back)?ref|href|id|title)$/

test('nothing of a text acts', async () => {
  const texts = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[x](javascript:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '![x" onerror="alert(1)](https://x.example/g.png)',
    '![x][a]\n\n[a]: https://x.example/g.png',
    '[b]: javascript:alert(1)\n\n[b]',
    '```<script>\n<script>\n```',
    '[^<img src=x>]\n\n[^<img src=x>]: x',
    '&lt;script&gt; &#60;script&#62; &#x3c;script&#x3e;'
  ]
  const html = String(await renderMarkdown(texts.join('\n\n')))
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)]
  expect(tags.length).toBeGreaterThan(2 * texts.length)
  for (const [, tag = '', attributes = ''] of tags) {
    expect(['a', 'code', 'h2', 'h3', 'li', 'ol', 'p', 'pre', 'section', 'sup']).toContain(tag)
    for (const [, name] of attributes.matchAll(/\s([\w-]+)="[^"]*"/g)) expect(name).toMatch(ATTRIBUTES)
    expect(/ href="([^"]*)"/.exec(attributes)?.[1] ?? '').toMatch(/^(https?:\/\/.*|#user-content-.*|x|)$/)
  }
})

test.each([
  ['longer than 64 KiB', 'x'.repeat(65_537)],
  ['that takes micromark quadratic time', '*a_ '.repeat(16_000)]
])('a text %s is not rendered', async (_, text) => {
  expect(await renderMarkdown(text, 500)).toBeUndefined()
})
