import { expect, test } from '@jest/globals'
import { renderMarkdown } from '../screen/markdown.ts'

test.each([
  ['# One\n\n###### Six', '<h2>One</h2>\n<h6>Six</h6>'],
  ['```sh\na <b>\n```', '<pre><code class="language-sh">a &lt;b&gt;\n</code></pre>'],
  ['- [x] a\n- [ ] b', '<li>☑ a</li>\n<li>☐ b</li>'],
  ['[a](https://x.example/?a&b "t")', '<a href="https://x.example/?a&amp;b" title="t">a</a>'],
  ['![graph](https://x.example/g.png)', '!<a href="https://x.example/g.png">graph</a>']
])('%j becomes %j', (text, html) => {
  expect(String(renderMarkdown(text))).toContain(html)
})

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '[x](javascript:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '![x" onerror="alert(1)](https://x.example/g.png)',
  '```<script>\n<script>\n```',
  '&lt;script&gt; &#60;script&#62;'
])('nothing of %j acts', (text) => {
  for (const [, tag = '', attributes = ''] of String(renderMarkdown(text)).matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)) {
    expect(['a', 'code', 'p', 'pre']).toContain(tag)
    expect(attributes).toMatch(/^(?: class="language-&lt;script&gt;"| href="(?:https:\/\/x\.example\/g\.png)?")?$/)
  }
})

test.each(['*a_', '> '])('%j, a million times, is stopped', (text) => {
  expect(renderMarkdown(text.repeat(1e6))).toBeUndefined()
})
