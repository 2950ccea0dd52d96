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
    ['a file with a dot segment', './a.md', `${HERE}/a.md`],
    ['a file in another folder', '../cpu/a.md', `${BLOB}/docs/runbooks/cpu/a.md`],
    ['a root-relative file', '/CODEOWNERS', `${BLOB}/CODEOWNERS`],
    ['a file in the root', '../../../a.md', `${BLOB}/a.md`],
    ['empty segments', 'b//c/./a.md', `${HERE}/b/c/a.md`],
    ['a folder', 'b/', `${TREE}/docs/runbooks/disk/b/`],
    ['the same folder', '.', `${TREE}/docs/runbooks/disk`],
    ['the parent folder', '..', `${TREE}/docs/runbooks`],
    ['the root', '/', TREE],
    ['a query and a fragment', 'a.md?x=1&amp;y=../z#a/../b?c', `${HERE}/a.md?x=1&amp;y=../z#a/../b?c`],
    ['an encoded name', 'a%20b%C3%BC.md', `${HERE}/a%20b%C3%BC.md`],
    ['an encoded question mark', 'a%3Fb.md', `${HERE}/a%3Fb.md`],
    ['letters outside ASCII', 'ü😀.md', `${HERE}/%C3%BC%F0%9F%98%80.md`],
    ['parentheses', 'a(b).md', `${HERE}/a%28b%29.md`],
    ['parentheses in a fragment', 'a.md#b(c)', `${HERE}/a.md#b(c)`],
    ['parentheses across path and fragment', 'a(b.md#c)', `${HERE}/a%28b.md#c%29`],
    ['an escaped parenthesis', 'a\\).md', `${HERE}/a%29.md`],
    ['a backslash', 'a\\b.md', `${HERE}/a%5Cb.md`],
    ['an entity', 'a&amp;b&copy;.md', `${HERE}/a%26b%C2%A9.md`],
    ['an escaped number sign', 'a.md\\#b', `${HERE}/a.md\\#b`],
    ['an entity for a number sign', 'a.md&num;b', `${HERE}/a.md&num;b`],
    ['a percent sign', '100%.md', `${HERE}/100%25.md`],
    ['an escape that is not UTF-8', 'a%FF.md', `${HERE}/a%FF.md`],
    ['encoded dots', '%2e%2E/a.md', `${BLOB}/docs/runbooks/a.md`],
    ['quotes', `a"b'c.md`, `${HERE}/a%22b%27c.md`],
    ['an equals sign, which could end an attribute', 'a=b.md', `${HERE}/a%3Db.md`],
    ['a pipe', 'a|b.md', `${HERE}/a%7Cb.md`],
    ['a colon after a slash', './a:b.md', `${HERE}/a:b.md`],
    ['an escape in angle brackets', '<a\\>b.md>', `<${HERE}/a%3Eb.md>`]
  ])('%s', (_, destination, url) => {
    expect(convert(`Text [a](${destination}) text.\n`).content).toBe(`Text [a](${url}) text.\n`)
  })

  test.each([
    ['entities', 'a&amp;b.md#c&amp;d', `${HERE}/a%26b.md#c&amp;d`],
    ['a backslash before a full stop', 'a\\.md', `${HERE}/a%5C.md`],
    ['blanks around the path', ' a.md ', `${HERE}/a.md`],
    ['an ERB tag, which stays', '<%= url %>/a.md', '<%= url %>/a.md']
  ])('an attribute with %s', (_, value, url) => {
    expect(convert(`<a href="${value}">`).content).toBe(`<a href="${url}">`)
  })

  test.each([
    ['a query alone', '?plain=1'],
    ['nothing', ''],
    ['nothing in angle brackets', '<>'],
    ['https', 'https://example.com/a.md'],
    ['mailto', 'mailto:ops@example.com'],
    ['another scheme', 'slack-app+x.1://channel?id=1'],
    ['a drive', 'C:/a.md'],
    ['a host', '//example.com/a.md'],
    ['a host with backslashes', '<\\\\\\\\example.com/a.md>'],
    ['a host with a slash and a backslash', '/\\example.com'],
    ['the root of a Docusaurus site', '@site/docs/a.md'],
    ['the home of a wiki', '~/a.md'],
    ['a backslash at the start', '\\\\a.md'],
    ['a path above the root', '/../a.md'],
    ['a path outside the repository and back', '../../../../handbook/a.md'],
    ['an encoded path outside the repository', '%2e%2e/%2e%2e/%2e%2e/%2e%2e/a.md'],
    ['an encoded slash', '..%2f..%2f..%2f..%2fetc/passwd'],
    ['a Liquid variable', '{{site.baseurl}}/a.md'],
    ['a Liquid variable with blanks', '<{{ site.baseurl }}/a.md>'],
    ['a Liquid tag', '<{% link a.md %}>'],
    ['an ERB tag', '<% link_to "a.md" %>'],
    ['a Hugo shortcode', '{{< ref "./a.md" >}}'],
    ['a tab', '<a\tb.md>']
  ])('%s stays', (_, destination) => {
    const markdown = `Text [a](${destination}) text.\n\n![b](${destination})\n`
    expect(convert(markdown)).toEqual({ content: markdown, targets: [], warnings: [] })
  })

  test.each<[string, Partial<RunbookOptions>, string, string]>([
    ['a branch with a slash', { ref: 'release/2.x' }, 'x.md', 'https://github.com/acme/handbook/blob/release/2.x/a.md'],
    [
      'a branch with special characters',
      { ref: 'fix/a#1%(b) ü' },
      'x.md',
      'https://github.com/acme/handbook/blob/fix/a%231%25%28b%29%20%C3%BC/a.md'
    ],
    [
      'another server',
      { serverUrl: 'https://git.example' },
      'x.md',
      'https://git.example/acme/handbook/blob/main/a.md'
    ],
    ['a folder with special characters', {}, 'docs/50%25 (old)#1/x.md', `${BLOB}/docs/50%2525%20%28old%29%231/a.md`],
    ['a folder with a command', {}, 'a\n::error::b/x.md', `${BLOB}/a%0A::error::b/a.md`]
  ])('a file with %s', (_, options, path, url) => {
    expect(convert('[a](a.md)', options, path).content).toBe(`[a](${url})`)
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

  test('are none with `links: keep`', () => {
    expect(convert('# A\n[a](b.md)\n', { links: 'keep' })).toEqual({
      content: '# A\n[a](b.md)\n',
      targets: [],
      warnings: []
    })
  })

  test('have the view of their use: image, link or folder', () => {
    expect(convert('![a][b] [b] <img src=c.png>\n\n[b]: b.png\n[d]: d/\n').content).toBe(
      `![a][b] [b] <img src=${RAW}/docs/runbooks/disk/c.png>\n\n` +
        `[b]: ${RAW}/docs/runbooks/disk/b.png\n[d]: ${TREE}/docs/runbooks/disk/d/\n`
    )
  })
})
