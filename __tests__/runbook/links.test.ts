import { describe, expect, test } from '@jest/globals'
import { selectionOf } from '../../src/branch/source.ts'
import { findTarget, placesOf } from '../../src/runbook/links.ts'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { convert, PATH, textOf, treeWith } from './read.ts'

const BLOB = 'https://github.com/acme/handbook/blob/main'
const RAW = 'https://github.com/acme/handbook/raw/main'
const TREE = 'https://github.com/acme/handbook/tree/main'
/** The folder of the file in these tests. */
const HERE = `${BLOB}/docs/runbooks/disk`

test.each<{ name: string; link: string; files: readonly string[]; target: string | undefined }>([
  { name: 'the file beside it', link: 'b.md', files: ['docs/ops/b.md', 'b.md'], target: 'docs/ops/b.md' },
  { name: 'a file in another folder', link: '../b.md', files: ['docs/b.md'], target: 'docs/b.md' },
  { name: 'a page in HTML', link: 'b.html', files: ['docs/ops/b.html', 'docs/ops/b.md'], target: 'docs/ops/b.html' },
  { name: 'the page of MkDocs', link: 'b.html', files: ['docs/ops/b.md'], target: 'docs/ops/b.md' },
  { name: 'the page of Jekyll', link: 'b', files: ['docs/ops/b.markdown'], target: 'docs/ops/b.markdown' },
  { name: 'the page of Hugo', link: 'b/', files: ['docs/ops/b.md'], target: 'docs/ops/b.md' },
  { name: 'the page of Middleman', link: 'b.html', files: ['docs/ops/b.html.md'], target: 'docs/ops/b.html.md' },
  { name: 'the page beside one that is a folder', link: '../b/', files: ['docs/ops/b.md'], target: 'docs/ops/b.md' },
  { name: 'a page below one that is a folder', link: './b/', files: ['docs/ops/a/b.md'], target: 'docs/ops/a/b.md' },
  { name: 'what is written, first', link: './b/', files: ['docs/ops/b/x', 'docs/ops/a/b.md'], target: 'docs/ops/b' },
  { name: 'a page first', link: 'b', files: ['docs/ops/b.md', 'docs/ops/b/index.md'], target: 'docs/ops/b.md' },
  { name: 'the index of a folder', link: 'b/', files: ['docs/ops/b/index.md'], target: 'docs/ops/b/index.md' },
  { name: 'its _index', link: 'b', files: ['docs/ops/b/_index.md'], target: 'docs/ops/b/_index.md' },
  { name: 'the index above', link: '..', files: ['docs/index.html.md.erb'], target: 'docs/index.html.md.erb' },
  { name: 'a folder without one', link: 'b/', files: ['docs/ops/b/x.png'], target: 'docs/ops/b' },
  { name: 'the root', link: '/b.md', files: ['b.md', 'docs/b.md'], target: 'b.md' },
  { name: 'the root of the site', link: '/ops/b/', files: ['docs/ops/b.md'], target: 'docs/ops/b.md' },
  { name: 'the nearest folder above', link: '/b', files: ['docs/b.md', 'docs/ops/b.md'], target: 'docs/ops/b.md' },
  { name: 'a static file', link: '/img/b.png', files: ['static/img/b.png'], target: 'static/img/b.png' },
  { name: 'a public file', link: '/b.png', files: ['docs/public/b.png'], target: 'docs/public/b.png' },
  { name: 'no page for a picture', link: 'b.png', files: ['docs/ops/b.png.md'], target: undefined },
  { name: 'nothing', link: 'b.md', files: ['b.md'], target: undefined }
])('a link in docs/ops/a.md leads to $name: $link', ({ link, files, target }) => {
  const { path, kind } = findTarget(link, 'docs/ops/a.md', treeWith(...files))
  expect(kind && path).toBe(target)
})

const CAFE = { path: 'docs/Café.md', kind: 'file' } as const
test.each<[string, link: string, files: readonly string[], target: ReturnType<typeof findTarget>]>([
  ['in the other Unicode form', 'Cafe\u0301.md', ['docs/Café.md'], CAFE],
  ['in the form of one of two', 'Café', ['docs/Cafe\u0301.md', 'docs/Café.md'], CAFE],
  ['in another case', 'B', ['docs/b.md', 'B.md'], { path: 'docs/B', kind: undefined, meant: 'docs/b.md' }],
  ['in a case that two files have not', 'B.md', ['docs/b.md', 'docs/b.MD'], { path: 'docs/B.md', kind: undefined }],
  ['in case and form', 'cafe\u0301', [CAFE.path], { path: 'docs/cafe\u0301', kind: undefined, meant: CAFE.path }]
])('a link names a file %s', (_, link, files, target) => {
  const listed = files.map((path) => ({ path, id: '', skip: undefined }))
  expect(findTarget(link, 'docs/a.md', selectionOf(listed, () => true).tree)).toEqual(target)
})

test.each([
  ['from the root', 'docs/b.md', 'docs/b.md', 'docs/b.md'],
  ['from the root, with folders above it', '../docs/b#c', 'docs/b.md', 'docs/b.md'],
  ['from a folder above', 'img/b.png', 'docs/img/b.png', 'docs/img/b.png'],
  ['not in another folder', 'b.md', 'ops/b.md', undefined],
  ['not if it is a folder', 'docs/b', 'docs/b/c.txt', undefined]
])('a dead link stays dead, and names the file: %s', (_, link, file, known) => {
  const { below, dead } = convert(`[a](${link})`, {}, 'docs/ops/a.md', treeWith(file))
  expect(below).toMatch(/\/main\/docs\/(?:ops\/)?(?:docs|img|b)/)
  expect(dead).toMatchObject([{ line: 1 }])
  expect(dead[0]?.known).toBe(known)
})

test('a link that leads where it says asks for one path, a dead picture for few', () => {
  const asked: string[] = []
  const tree = treeWith('docs/b.md')
  const counting = (path: string) => {
    asked.push(path)
    return tree(path)
  }
  findTarget('b.md', 'docs/a.md', counting)
  expect(asked).toEqual(['docs/b.md'])
  findTarget('b.png', 'docs/a.md', counting)
  const roots = ['', 'docs/'].flatMap((folder) =>
    ['b.png', 'static/b.png', 'public/b.png'].map((name) => folder + name)
  )
  const beside = ['docs/b.png', 'docs/b.png', 'docs/b.png', 'docs/a/b.png', 'docs/a/b.png']
  expect(asked.slice(1)).toEqual([...beside, ...roots])
})

test('a dead link knows its line and what it could have been', () => {
  const file = '---\ntitle: A\n---\n\n[a](b%20c.md#d)\r\n![e](/f.png) [g](g.md)'
  const page = { path: 'b c.md', link: 'b c.md', line: 5 }
  const { dead } = convert(file, {}, 'x.md', treeWith('g.md'))
  expect(dead).toEqual([page, { path: 'f.png', link: '/f.png', line: 6 }])
  const places = placesOf('b c.md', 'x.md').map(({ path }) => path)
  expect([...places]).toEqual(expect.arrayContaining(['b c.md', 'b c.md.html.md.erb', 'b c.md/README.md']))
})

test('a link of a site is looked for in the root, and in ten folders above its file', () => {
  const file = `${'d/'.repeat(40)}a.md`
  const folders = (depth: number): string => 'd/'.repeat(depth)
  const found = [0, 31, 40].map((depth) => findTarget('/b.md', file, treeWith(`${folders(depth)}b.md`)).kind)
  expect(found).toEqual(['file', 'file', 'file'])
  expect(findTarget('/b.md', file, treeWith(`${folders(30)}b.md`)).kind).toBeUndefined()
})

describe('the URL of', () => {
  test.each([
    ['empty segments', 'b//c/./a.md', `${HERE}/b/c/a.md`],
    ['the root', '/', `${TREE}/`],
    ['a query and a fragment', 'a.md?x=1&amp;y=../z#a/../b?c', `${HERE}/a.md?x=1&amp;y=../z#a/../b?c`],
    ['an encoded name', 'a%20b%C3%BC.md', `${HERE}/a%20b%C3%BC.md`],
    ['an encoded question mark', 'a%3Fb.md', `${HERE}/a%3Fb.md`],
    ['parentheses', 'a(b).md#c(d)', `${HERE}/a%28b%29.md#c%28d%29`],
    ['an entity', 'a&amp;b&copy;.md', `${HERE}/a%26b%C2%A9.md`],
    ['an escaped number sign', 'a.md\\#b', `${HERE}/a.md\\#b`],
    ['a percent sign', '100%.md', `${HERE}/100%25.md`],
    ['encoded dots', '%2e%2E/a.md', `${BLOB}/docs/runbooks/a.md`],
    ['quotes', `a"b'c.md`, `${HERE}/a%22b%27c.md`],
    ['an equals sign, which could end an attribute', 'a=b.md', `${HERE}/a%3Db.md`],
    ['a colon after a slash', './a:b.md', `${HERE}/a:b.md`],
    ['an escape in angle brackets', '<a\\>b.md>', `<${HERE}/a%3Eb.md>`],
    ['an issue, from three folders deep', '../../../../../issues/5', 'https://github.com/acme/handbook/issues/5'],
    ['a place outside of the server', `${'../'.repeat(9)}etc/a%20%281%29.md`, 'https://github.com/etc/a%20%281%29.md']
  ])('%s', (_, destination, url) => {
    expect(textOf(`Text [a](${destination}) text.\n`)).toBe(`Text [a](${url}) text.\n`)
  })

  test.each([
    ['a backslash before a full stop', 'a\\.md', `${HERE}/a%5C.md`],
    ['blanks around the path', ' a.md ', `${HERE}/a.md`],
    ['an ERB tag, which stays', '<%= url %>/a.md', '<%= url %>/a.md']
  ])('an attribute with %s', (_, value, url) => {
    expect(textOf(`<a href="${value}">`)).toBe(`<a href="${url}">`)
  })

  test.each<[string, Partial<RunbookOptions>, path: string, url: string]>([
    ['a branch with special characters', { ref: 'a#1%(b) ü' }, 'x.md', 'blob/a%231%25%28b%29%20%C3%BC/a.md'],
    ['a folder with special characters', {}, 'docs/50%25 (o)#1/x.md', 'blob/main/docs/50%2525%20%28o%29%231/a.md'],
    ['a folder with a command', {}, 'a\n::error::b/x.md', 'blob/main/a%0A::error::b/a.md'],
    ['GitLab', { forge: 'gitlab' }, 'x.md', '-/blob/main/a.md']
  ])('a file with %s', (_, options, path, url) => {
    const given = { ...options, serverUrl: 'https://git.example' }
    expect(textOf('[a](a.md)', given, path)).toBe(`[a](https://git.example/acme/handbook/${url})`)
  })

  test('an image, a link to an image, and a folder', () => {
    const tree = treeWith(...['b.png', 'c.png', 'd/e.png'].map((path) => `docs/runbooks/disk/${path}`))
    expect(textOf('![a][b] [b](b.png) <img src=c.png>\n\n[b]: b.png\n[d]: d/\n', {}, PATH, tree)).toBe(
      `![a][b] [b](${HERE}/b.png) <img src=${RAW}/docs/runbooks/disk/c.png>\n\n` +
        `[b]: ${RAW}/docs/runbooks/disk/b.png\n[d]: ${TREE}/docs/runbooks/disk/d/\n`
    )
  })
})

test.each([
  ['a query alone', '?plain=1'],
  ['https', 'https://example.com/a.md'],
  ['another scheme', 'slack-app+x.1://channel?id=1'],
  ['a host', '//example.com/a.md'],
  ['a host with backslashes', '<\\\\\\\\example.com/a.md>'],
  ['a host with a slash and a backslash', '/\\example.com'],
  ['the root of a Docusaurus site', '@site/docs/a.md'],
  ['a Liquid variable', '{{site.baseurl}}/a.md'],
  ['a Liquid tag', '<{% link a.md %}>'],
  ['an ERB tag', '<%= url %>'],
  ['the version of a site', '/docs/x/<VERSION>/a/'],
  ['a tab', '<a\tb.md>']
])('%s stays', (_, destination) => {
  const markdown = `Text [a](${destination}) text.\n\n![b](${destination})\n`
  expect(textOf(markdown)).toBe(markdown)
})

test('a page of the forge is no dead link, and links stay if nobody knows the addresses of the forge', () => {
  expect(convert('[a](../../issues/5)', {}, 'README.md').dead).toEqual([])
  const text = '# A\n[a](b.md)\n'
  expect(convert(text, { forge: 'other' }, 'x.md', treeWith())).toMatchObject({ below: text, dead: [] })
})

// `x.md` and `x.png` are links and images, `no.md` is neither.
test.each([
  ['link in an image', '![[a](x.md)](x.png)'],
  ['definition of an image', '![a][b]\n\n[B]: x.png'],
  ['definition of an image with an address in its text', '![<https://a.example/no.md>][b]\n\n[b]: x.png'],
  ['link before one with a label', '[a](x.md) [b]\n\n[b]: https://a.example/no.md'],
  ['definition of an image, with a label of two lines', '> ![a\n> b]\n>\n> [A b]: x.png'],
  ['link in a footnote', '[^1]: see [b](x.md)'],
  ['link that begins a footnote', '[^1]: [b](x.md)'],
  ['picture that begins a footnote', '[^1]: ![b](x.png)'],
  ['table', '| a | b |\n|---|---|\n| [a](x.md) | `|` [b](x.md) |'],
  ['`<a href>` in single quotes', "y <a href='x.md'>y</a>"],
  ['`<a href>` without quotes', 'y <A HREF=x.md>y</a>'],
  ['`<img src>`', '<img alt="a > b" src="x.png"/>'],
  ['block of HTML', '<p>\n<img\n  src="x.png">\n</p>'],
  ['link in a block of HTML', '<table>\n<tr><td>a</td>\n<td><a title="b" href="x.md">b</a></td></tr>\n</table>'],
  ['widths', '<img srcset="x.png 1x, x.png?a,b 2x,\n  https://a.example/no.png 3x, x.png" src="x.png">'],
  ['dark picture', '<picture>\n<source media="(a)" srcset=x.png>\n<source srcset="x.png 6w,x.png, x.png">\n</picture>'],
  ['video', 'y <video poster="x.png" src="x.png" controls><source src="x.png" type="video/mp4"></video>'],
  ['attribute in another one', '<img alt="b src=no.md" src="x.png">'],
  ['HTML after a comment', '<!-- <a href="no.md"> --> <a href="x.md">'],
  ['note of MkDocs', '!!! note\n\n    [a](x.md)\n\n    - ![a](x.png)\n\n        [a](x.md)\n\n            [a](no.md)'],
  ['note with a title', '!!! warning "See [a](x.md)"\n\n    [b]\n\n    [b]: x.md\n\nC\n\n    [a](no.md)'],
  ['note in a note', 'Text\n??? tip inline end\n\n    ???+ note\n\n        [a](x.md)\n\n            [a](no.md)'],
  ['tab in an item', '1. B\n\n    === "C"\n\n        [a](x.md)\n\n            [a](no.md)\n\n    [a](x.md)'],
  ['tab in a block quote', '> ===! "B"\n>\n>     [a](x.md)\n\n    [a](no.md)'],
  ['code in a note', '!!! note\n\n    ```\n    [a](no.md)\n    ```\n\n    [a](x.md)'],
  // No links.
  ['code', '`[a](no.md)`\n\n```\n[a](no.md)\n```\n\n    [a](no.md)'],
  ['note in code', '    !!! note\n\n        [a](no.md)\n\n```\n=== "B"\n\n    [a](no.md)\n```'],
  ['code below no note', 'Stop!!! Note\n\n    [a](no.md)\n\n!!!\n\n    [a](no.md)\n\nB\n===\n\n    [a](no.md)'],
  ['comment in a line', 'y <!-- [a](no.md) --> y'],
  [
    'other attributes',
    '<a title="no.md" data-href="no.md" poster="no.md">y</a> <span href="no.md"> <img href="no.md">'
  ],
  ['footnote', '[^1]: no.md']
])('links are found: %s', (_, markdown) => {
  for (const lineEnding of ['\n', '\r\n', '\r']) {
    const text = `${markdown}\n\n[z](x.md)\n`.replaceAll('\n', lineEnding)
    const expected = text.replaceAll('x.md', `${HERE}/x.md`).replaceAll('x.png', `${RAW}/docs/runbooks/disk/x.png`)
    expect(textOf(text)).toBe(expected)
  }
})

describe('in MDX, links are found:', () => {
  test.each([
    ['between tags', '<Warning>\n[a](x.md)\n</Warning>'],
    ['far indented', '<A>\n    <B>\n        [a](x.md)\n\n        - ![b](x.png)\n    </B>\n</A>\n\n[a](x.md)'],
    ['attributes of components', '<Card href="x.md" img=\'x.png\' /> <Link to="x.md">b</Link> <A.B src="x.png"/>'],
    [
      'attributes beside expressions',
      '<A\n  b={{ c: { d: 1 } }}\n  {...e}\n  f={() => g(1 > 2)}\n  href="x.md"\n>\n[a](x.md)\n</A>'
    ],
    ['HTML', 'y <a href="x.md">y</a>\n\n<img\n  src="x.png"\n/>\n[a](x.md)'],
    // No links.
    ['expressions', '<img src={no} /> <Card href={no} img={`no.md`} /> <img src={"no.md"} />'],
    ['other attributes', '<Card icon="no.md" title="no.md" /> <a to="no.md" img="no.md">y</a>'],
    ['code', '<B>\n`[a](no.md)`\n</B>\n\n    ```\n    [a](no.md)\n\n    <Card href="no.md" />\n    ```'],
    ['code below a tag', '<B>\n        ~~~\n        [a](no.md)\n\n        [a](no.md)\n        ~~~\n</B>'],
    ['a tag that never ends in code', '```\n<B a\n```\n\n[a](x.md)\n\n> y'],
    ['text between braces', '< b href="no.md" /> {a} <B {"no.md"} />']
  ])('%s', (_, markdown) => {
    const text = `${markdown}\n\n[z](x.md)\n`
    const expected = text.replaceAll('x.md', `${HERE}/x.md`).replaceAll('x.png', `${RAW}/docs/runbooks/disk/x.png`)
    expect(textOf(text, {}, PATH.replace('.md', '.mdx'))).toBe(expected)
  })

  test('and in Markdown as before', () => {
    const text = '<Warning>\n[a](no.md)\n</Warning>\n\n<Card href="no.md" />\n\n    [a](no.md)\n\n<img src={no} />\n'
    expect(textOf(text)).toBe(text)
  })

  const TAGS = ['<a ', '<a b={', '<a b={{', '<a "', '<a b="" ', '</a', '<a {b}', '<a\n', '<A>\n', '<A><B> x']
  test.each([...TAGS, '    '.repeat(5) + '<A>\n'])('a text of 64 KiB of %j takes little time', (piece) => {
    const text = `<a href="b">${piece.repeat(Math.ceil((64 * 1024) / piece.length))}`
    expect(cpuTime(() => textOf(text, {}, 'a.mdx'))).toBeLessThan(1_500)
  })
})

describe('a link to a site of the repository', () => {
  const site = [{ address: 'https://ops.acme.dev/x', folder: 'docs' }]
  test.each([
    ['leads to the file of the page', 'http://OPS.acme.dev/x/b/?q#c', `${BLOB}/docs/b.md?q#c`],
    ['stays if no file has the page', 'https://ops.acme.dev/x/tags/', 'https://ops.acme.dev/x/tags/'],
    ['stays below another address', 'https://ops.acme.dev/xy/b/', 'https://ops.acme.dev/xy/b/'],
    ['stays if it leaves the repository', 'https://ops.acme.dev/x/../../b', 'https://ops.acme.dev/x/../../b']
  ])('%s', (_, link, target) => {
    expect(textOf(`# A\n\n[b](${link})\n`, { site }, PATH, treeWith('docs/b.md'))).toContain(`[b](${target})`)
  })
})
