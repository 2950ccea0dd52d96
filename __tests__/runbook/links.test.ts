import { describe, expect, test } from '@jest/globals'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { convert } from './read.ts'

const BLOB = 'https://github.com/acme/handbook/blob/main'
const RAW = 'https://github.com/acme/handbook/raw/main'
const TREE = 'https://github.com/acme/handbook/tree/main'
/** The folder of the file in these tests. */
const HERE = `${BLOB}/docs/runbooks/disk`

describe('the URL of', () => {
  test.each([
    ['a file in another folder', '../cpu/a.md', `${BLOB}/docs/runbooks/cpu/a.md`],
    ['a root-relative file', '/CODEOWNERS', `${BLOB}/CODEOWNERS`],
    ['empty segments', 'b//c/./a.md', `${HERE}/b/c/a.md`],
    ['a folder', 'b/', `${TREE}/docs/runbooks/disk/b/`],
    ['the parent folder', '..', `${TREE}/docs/runbooks`],
    ['the root', '/', TREE],
    ['a query and a fragment', 'a.md?x=1&amp;y=../z#a/../b?c', `${HERE}/a.md?x=1&amp;y=../z#a/../b?c`],
    ['an encoded name', 'a%20b%C3%BC.md', `${HERE}/a%20b%C3%BC.md`],
    ['an encoded question mark', 'a%3Fb.md', `${HERE}/a%3Fb.md`],
    ['parentheses in a fragment', 'a.md#b(c)', `${HERE}/a.md#b(c)`],
    ['parentheses across path and fragment', 'a(b.md#c)', `${HERE}/a%28b.md#c%29`],
    ['an entity', 'a&amp;b&copy;.md', `${HERE}/a%26b%C2%A9.md`],
    ['an escaped number sign', 'a.md\\#b', `${HERE}/a.md\\#b`],
    ['a percent sign', '100%.md', `${HERE}/100%25.md`],
    ['an escape that is not UTF-8', 'a%FF.md', `${HERE}/a%FF.md`],
    ['encoded dots', '%2e%2E/a.md', `${BLOB}/docs/runbooks/a.md`],
    ['quotes', `a"b'c.md`, `${HERE}/a%22b%27c.md`],
    ['an equals sign, which could end an attribute', 'a=b.md', `${HERE}/a%3Db.md`],
    ['a pipe', 'a|b.md', `${HERE}/a%7Cb.md`],
    ['a colon after a slash', './a:b.md', `${HERE}/a:b.md`],
    ['an escape in angle brackets', '<a\\>b.md>', `<${HERE}/a%3Eb.md>`]
  ])('%s', (_, destination, url) => {
    expect(convert(`Text [a](${destination}) text.\n`).text).toBe(`Text [a](${url}) text.\n`)
  })

  test.each([
    ['entities', 'a&amp;b.md#c&amp;d', `${HERE}/a%26b.md#c&amp;d`],
    ['a backslash before a full stop', 'a\\.md', `${HERE}/a%5C.md`],
    ['blanks around the path', ' a.md ', `${HERE}/a.md`],
    ['an ERB tag, which stays', '<%= url %>/a.md', '<%= url %>/a.md']
  ])('an attribute with %s', (_, value, url) => {
    expect(convert(`<a href="${value}">`).text).toBe(`<a href="${url}">`)
  })

  test.each([
    ['a query alone', '?plain=1'],
    ['nothing', ''],
    ['https', 'https://example.com/a.md'],
    ['another scheme', 'slack-app+x.1://channel?id=1'],
    ['a drive', 'C:/a.md'],
    ['a host', '//example.com/a.md'],
    ['a host with backslashes', '<\\\\\\\\example.com/a.md>'],
    ['a host with a slash and a backslash', '/\\example.com'],
    ['the root of a Docusaurus site', '@site/docs/a.md'],
    ['a backslash at the start', '\\\\a.md'],
    ['a path above the root', '/../a.md'],
    ['an encoded path outside the repository', '%2e%2e/%2e%2e/%2e%2e/%2e%2e/a.md'],
    ['an encoded slash', '..%2f..%2f..%2f..%2fetc/passwd'],
    ['a Liquid variable', '{{site.baseurl}}/a.md'],
    ['a Liquid tag', '<{% link a.md %}>'],
    ['an ERB tag', '<% link_to "a.md" %>'],
    ['a tab', '<a\tb.md>']
  ])('%s stays', (_, destination) => {
    const markdown = `Text [a](${destination}) text.\n\n![b](${destination})\n`
    expect(convert(markdown)).toEqual({ text: markdown, targets: [], warnings: [] })
  })

  test.each<[string, Partial<RunbookOptions>, path: string, url: string]>([
    ['a branch with a slash', { ref: 'release/2.x' }, 'x.md', 'blob/release/2.x/a.md'],
    ['a branch with special characters', { ref: 'a#1%(b) ü' }, 'x.md', 'blob/a%231%25%28b%29%20%C3%BC/a.md'],
    ['a folder with special characters', {}, 'docs/50%25 (o)#1/x.md', 'blob/main/docs/50%2525%20%28o%29%231/a.md'],
    ['a folder with a command', {}, 'a\n::error::b/x.md', 'blob/main/a%0A::error::b/a.md']
  ])('a file with %s', (_, options, path, url) => {
    const given = { ...options, serverUrl: 'https://git.example' }
    expect(convert('[a](a.md)', given, path).text).toBe(`[a](https://git.example/acme/handbook/${url})`)
  })

  test('a file on GitLab', () => {
    const url = 'https://github.com/acme/handbook/-/raw/main/a.png'
    expect(convert('![a](a.png)', { forge: 'gitlab' }, 'x.md').text).toBe(`![a](${url})`)
  })
})

describe('link targets', () => {
  test('are all relative links with their lines in the file', () => {
    const markdown = [
      '---',
      'title: A',
      '---',
      '',
      '[a](b%20c.md#d) ![e](../f.png)',
      '`[no](code.md)` [g](/h/) [i](https://x.example)',
      '',
      '[k]: l.md',
      '<img src="m.png"> [root](/) [above](../../..)'
    ].join('\r\n')
    expect(convert(markdown).targets).toEqual([
      { path: 'docs/runbooks/disk/b c.md', line: 5 },
      { path: 'docs/runbooks/f.png', line: 5 },
      { path: 'h', line: 6 },
      { path: 'docs/runbooks/disk/l.md', line: 8 },
      { path: 'docs/runbooks/disk/m.png', line: 9 }
    ])
  })

  test('are none if nobody knows the addresses of the forge', () => {
    const text = '# A\n[a](b.md)\n'
    expect(convert(text, { forge: 'other' })).toEqual({ text, targets: [], warnings: [] })
  })

  test('have the view of their use: image, link or folder', () => {
    expect(convert('![a][b] [b] <img src=c.png>\n\n[b]: b.png\n[d]: d/\n').text).toBe(
      `![a][b] [b] <img src=${RAW}/docs/runbooks/disk/c.png>\n\n` +
        `[b]: ${RAW}/docs/runbooks/disk/b.png\n[d]: ${TREE}/docs/runbooks/disk/d/\n`
    )
  })
})

// `x.md` and `x.png` are links and images, `no.md` is neither.
describe('links are found:', () => {
  test.each([
    ['link in an image', '![[a](x.md)](x.png)'],
    ['definition of an image', '![a][b]\n\n[B]: x.png'],
    ['definition of an image without a label', '![a][]\n\n[A]: x.png'],
    ['definition of an image, with a label of two lines', '> ![a\n> b]\n>\n> [A b]: x.png'],
    ['definition of a link in an image', '![[a]](x.png)\n\n[a]: x.md'],
    ['brackets in a link', '[a [b] [c][] [d][e] ![f] g](x.md)'],
    ['link in a link', '[a [b](x.md) c](no.md)\n\n[[b] a](no.md)\n\n[b]: x.md'],
    ['footnote in a link', '[a[^1]](x.md)\n\n[^1]: b'],
    ['definition in a footnote', '[^1]: [a]: x.md'],
    ['definition in upper and lower case', '![ẞ]\n\n[SS]: x.png'],
    ['table', '| a | b |\n|---|---|\n| [a](x.md) | `|` [b](x.md) |'],
    ['escaped pipe in a cell', 'a|b\n-|-\n[c\\|d](x.md)|e'],
    ['character of two UTF-16 units', '😀 [a](x.md)'],
    ['footnote with paragraphs', '[^1]: a [b](x.md)\n\n    [c](x.md)\n\n        [d](no.md)\n\n[e](x.md)'],
    ['footnote below a paragraph', 'a\n[^1]: b\n\n    [c](x.md)'],
    ['`<a href>` in single quotes', "y <a href='x.md'>y</a>"],
    ['`<a href>` without quotes', 'y <A HREF=x.md>y</a>'],
    ['`<a href>` twice', 'y <a href="x.md" href="no.md">y</a>'],
    ['`<img src>`', '<img alt="a > b" src="x.png"/>'],
    ['block of HTML', '<p>\n<img\n  src="x.png">\n</p>'],
    ['HTML after a comment', '<!-- no.md --> <a href="x.md">'],
    ['HTML after a script', '<p><script>"<a href=\'no.md\'>"</script>\n<a href="x.md"></p>'],
    // No links.
    ['comment in a line', 'y <!-- [a](no.md) --> y'],
    ['script', '<script>\nlet a = "<a href=\'no.md\'>"\n</script>'],
    ['other attributes', '<a title="no.md" data-href="no.md">y</a> <span href="no.md"> <img srcset="no.md">'],
    ['closing tag', '<p>\n</a href="no.md">'],
    ['footnote', '[^1]: no.md'],
    ['footnote in code', 'y\n\n    [^1]: [a](no.md)']
  ])('%s', (_, markdown) => {
    for (const lineEnding of ['\n', '\r\n', '\r']) {
      const text = `${markdown}\n\n[z](x.md)\n`.replaceAll('\n', lineEnding)
      const expected = text.replaceAll('x.md', `${HERE}/x.md`).replaceAll('x.png', `${RAW}/docs/runbooks/disk/x.png`)
      expect(convert(text).text).toBe(expected)
    }
  })
})
