import { describe, expect, test } from '@jest/globals'
import { convert } from '../../src/runbooks/convert.ts'
import type { Style } from '../../src/runbooks/runbook.ts'
import { bytes, STYLE } from './runbooks.ts'

const PATH = 'docs/runbooks/disk/full.md'
const BLOB = 'https://github.com/acme/handbook/blob/main'
const RAW = 'https://github.com/acme/handbook/raw/main'
const TREE = 'https://github.com/acme/handbook/tree/main'
const HERE = `${BLOB}/docs/runbooks/disk`

async function converted(markdown: string, style: Partial<Style> = {}, path = PATH): Promise<string> {
  return (await convert(path, bytes(markdown), { ...STYLE, ...style })).content
}

describe('where a destination leads', () => {
  test.each([
    ['a file beside it', 'a.md', `${HERE}/a.md`],
    ['a file beside it, with a dot', './a.md', `${HERE}/a.md`],
    ['a file above', '../cpu/a.md', `${BLOB}/docs/runbooks/cpu/a.md`],
    ['a file of the root', '/CODEOWNERS', `${BLOB}/CODEOWNERS`],
    ['a file far above', '../../../a.md', `${BLOB}/a.md`],
    ['empty parts', 'b//c/./a.md', `${HERE}/b/c/a.md`],
    ['a folder', 'b/', `${TREE}/docs/runbooks/disk/b/`],
    ['its own folder', '.', `${TREE}/docs/runbooks/disk`],
    ['the folder above', '..', `${TREE}/docs/runbooks`],
    ['the root', '/', TREE],
    ['a fragment', 'a.md#how-to', `${HERE}/a.md#how-to`],
    ['a query', 'a.md?plain=1', `${HERE}/a.md?plain=1`],
    ['both, with what they contain', 'a.md?x=1&amp;y=../z#a/../b?c', `${HERE}/a.md?x=1&amp;y=../z#a/../b?c`],
    ['an encoded name', 'a%20b%C3%BC.md', `${HERE}/a%20b%C3%BC.md`],
    ['an encoded question mark', 'a%3Fb.md', `${HERE}/a%3Fb.md`],
    ['a letter that is not ASCII', 'ü😀.md', `${HERE}/%C3%BC%F0%9F%98%80.md`],
    ['parentheses', 'a(b).md', `${HERE}/a%28b%29.md`],
    ['parentheses in a fragment', 'a.md#b(c)', `${HERE}/a.md#b(c)`],
    ['a parenthesis that ends in the fragment', 'a(b.md#c)', `${HERE}/a%28b.md#c%29`],
    ['an escaped parenthesis', 'a\\).md', `${HERE}/a%29.md`],
    ['a backslash that escapes nothing', 'a\\b.md', `${HERE}/a%5Cb.md`],
    ['an entity', 'a&amp;b&copy;.md', `${HERE}/a%26b%C2%A9.md`],
    ['an escaped hash', 'a.md\\#b', `${HERE}/a.md\\#b`],
    ['a percent sign that encodes nothing', '100%.md', `${HERE}/100%25.md`],
    ['bytes that are no UTF-8', 'a%FF.md', `${HERE}/a%FF.md`],
    ['dots that are encoded', '%2e%2E/a.md', `${BLOB}/docs/runbooks/a.md`],
    ['quotes', `a"b'c.md`, `${HERE}/a%22b%27c.md`],
    ['an equals sign, which ends an attribute', 'a=b.md', `${HERE}/a%3Db.md`],
    ['a pipe', 'a|b.md', `${HERE}/a%7Cb.md`],
    ['a colon behind a slash', './a:b.md', `${HERE}/a:b.md`]
  ])('%s', async (_, destination, url) => {
    expect(await converted(`Text [a](${destination}) text.\n`)).toBe(`Text [a](${url}) text.\n`)
  })

  test.each([
    ['an anchor', '#anchor'],
    ['a query alone', '?plain=1'],
    ['nothing', ''],
    ['nothing, in brackets', '<>'],
    ['https', 'https://example.com/a.md'],
    ['mailto', 'mailto:ops@example.com'],
    ['a scheme of its own', 'slack-app+x.1://channel?id=1'],
    ['javascript', 'javascript:alert(1)'],
    ['a drive', 'C:/a.md'],
    ['a host', '//example.com/a.md'],
    ['a host, to a browser', '<\\\\\\\\example.com/a.md>'],
    ['a host, half and half', '/\\example.com'],
    ['out of the repository', '../../../../a.md'],
    ['out of the repository, from its root', '/../a.md'],
    ['out of it and in again', '../../../../handbook/a.md'],
    ['out of it, encoded', '%2e%2e/%2e%2e/%2e%2e/%2e%2e/a.md'],
    ['an encoded slash', '..%2f..%2f..%2f..%2fetc/passwd'],
    ['a placeholder', '{{site.baseurl}}/a.md'],
    ['a placeholder with blanks', '<{{ site.baseurl }}/a.md>'],
    ['a tag of a generator', '<{% link a.md %}>'],
    ['a tab', '<a\tb.md>']
  ])('untouched: %s', async (_, destination) => {
    const markdown = `Text [a](${destination}) text.\n\n![b](${destination})\n`
    expect(await converted(markdown)).toBe(markdown)
  })

  test('a shortcode is no link to Markdown', async () => {
    const markdown = 'See [Node]({{< ref "./Node.md" >}}) and [new]({{< param Repo >}}/new/main).\n'
    expect(await converted(markdown)).toBe(markdown)
  })
})

describe('every way to write a link', () => {
  test.each([
    ['a title in double quotes', '[a](b.md "t (x.md)")', `[a](${HERE}/b.md "t (x.md)")`],
    ['a title in single quotes', "[a](b.md 't')", `[a](${HERE}/b.md 't')`],
    ['a title in parentheses', '[a](b.md (t))', `[a](${HERE}/b.md (t))`],
    ['white space around', '[a](  b.md\n  "t"  )', `[a](  ${HERE}/b.md\n  "t"  )`],
    ['angle brackets', '[a](<b c.md> "t")', `[a](<${HERE}/b%20c.md> "t")`],
    ['angle brackets with an escape', '[a](<b\\>c.md>)', `[a](<${HERE}/b%3Ec.md>)`],
    ['an image', '![a](b.png "t")', `![a](${RAW}/docs/runbooks/disk/b.png "t")`],
    ['an image in a link', '[![a](b.png)](c.md)', `[![a](${RAW}/docs/runbooks/disk/b.png)](${HERE}/c.md)`],
    ['an escaped exclamation mark', '\\![a](b.md)', `\\![a](${HERE}/b.md)`],
    ['brackets in its text', '[a [b] [c](x.md)](d.md)', `[a [b] [c](${HERE}/x.md)](d.md)`],
    ['brackets in its text, no link', '[a [b]](d.md)', `[a [b]](${HERE}/d.md)`],
    ['code in its text', '[`]`](b.md)', `[\`]\`](${HERE}/b.md)`],
    ['a definition', '[a][b]\n\n[b]: c.md "t"', `[a][b]\n\n[b]: ${HERE}/c.md "t"`],
    ['a definition on two lines', '[a]\n\n[a]:\n  <c d.md>\n  "t"', `[a]\n\n[a]:\n  <${HERE}/c%20d.md>\n  "t"`],
    ['a definition of an image', '![a][]\n\n[A]: c.png', `![a][]\n\n[A]: ${RAW}/docs/runbooks/disk/c.png`],
    ['a definition in a quotation', '> [a]:\n> c.md', `> [a]:\n> ${HERE}/c.md`],
    ['in emphasis', '**[a](b.md)**', `**[a](${HERE}/b.md)**`],
    ['in a heading', '## [a](b.md) ##', `## [a](${HERE}/b.md) ##`],
    ['in a setext heading', '[a](b.md)\n---', `[a](${HERE}/b.md)\n---`],
    ['in a nested list', '- 1. > [a](b.md)', `- 1. > [a](${HERE}/b.md)`],
    ['in a task list', '- [ ] [a](b.md)', `- [ ] [a](${HERE}/b.md)`],
    ['over lines of a quotation', '> [a\n> b](\n> c.md)', `> [a\n> b](\n> ${HERE}/c.md)`],
    [
      'in a table',
      '| a | b |\n|---|---|\n| [a](b\\|c.md) | x |',
      `| a | b |\n|---|---|\n| [a](${HERE}/b%7Cc.md) | x |`
    ],
    ['in a footnote', '[^1]\n\n[^1]: see [a](b.md)', `[^1]\n\n[^1]: see [a](${HERE}/b.md)`],
    ['in `<a href>`', 'x <a class="b" href="b.md">y</a>', `x <a class="b" href="${HERE}/b.md">y</a>`],
    ['in `<a href>` in single quotes', "x <a href='b c.md'>y</a>", `x <a href='${HERE}/b%20c.md'>y</a>`],
    ['in `<a href>` without quotes', 'x <A HREF=b.md>y</a>', `x <A HREF=${HERE}/b.md>y</a>`],
    ['in `<img src>`', '<img alt="a > b" src="b.png"/>', `<img alt="a > b" src="${RAW}/docs/runbooks/disk/b.png"/>`],
    [
      'in a block of HTML',
      '<p>\n<img\n  src="b.png">\n</p>',
      `<p>\n<img\n  src="${RAW}/docs/runbooks/disk/b.png">\n</p>`
    ],
    ['in `<details>`', '<details>\n\n[a](b.md)\n</details>', `<details>\n\n[a](${HERE}/b.md)\n</details>`],
    ['behind a comment', '<!-- x --> <a href="b.md">', `<!-- x --> <a href="${HERE}/b.md">`],
    ['an entity in an attribute', '<a href="b&amp;c.md#d&amp;e">', `<a href="${HERE}/b%26c.md#d&amp;e">`]
  ])('%s', async (_, markdown, expected) => {
    expect(await converted(`${markdown}\n`)).toBe(`${expected}\n`)
    expect(await converted(`${markdown}\n`.replaceAll('\n', '\r\n'))).toBe(`${expected}\n`.replaceAll('\n', '\r\n'))
  })

  test.each([
    ['a code span', '`[a](b.md)`'],
    ['a code span with backticks', '`` ` [a](b.md) ``'],
    ['a fence', '```\n[a](b.md)\n```'],
    ['a fence in a list', '- ~~~md\n  [a](b.md)\n  ~~~'],
    ['an unclosed fence', '```\n[a](b.md)\n\n[c](d.md)'],
    ['indented code', '    [a](b.md)'],
    ['a comment', '<!-- [a](b.md) <a href="b.md"> -->'],
    ['a comment in a line', 'x <!-- [a](b.md) --> y'],
    ['a block of HTML', '<div>\n[a](b.md)\n</div>'],
    ['a script', '<script>\nlet a = "<a href=\'b.md\'>"\n</script>'],
    ['another attribute', '<a title="b.md" data-href="c.md">x</a> <span href="d.md"> <img srcset="e.png">'],
    ['an attribute of a closing tag', '</a href="b.md">'],
    ['escaped brackets', '\\[a\\](b.md)'],
    ['a blank before the parenthesis', '[a] (b.md)'],
    ['a blank in the destination', '[a](b c.md)'],
    ['a destination that is not closed', '[a](b.md'],
    ['a link in a link', '[a [b](https://x.example) c](d.md)'],
    ['a label nobody defines', '[a][b.md]'],
    ['brackets alone', '[[a.md]] [b.md]'],
    ['a footnote', '[^1]: b.md'],
    ['an autolink', '<https://x.example/a.md> https://x.example/b.md <b.md>'],
    ['a query of GitHub’s own', '${{ secrets.X }} $(id) ::add-mask::x'],
    ['a definition inside a paragraph', 'Text\n[a]: b.md']
  ])('untouched: %s', async (_, markdown) => {
    // One relative link makes sure that the text is looked at.
    const rest = '\n\n[z](z.md)\n'
    const isOpen = markdown.startsWith('```\n') && !markdown.endsWith('```')
    const expected = markdown + (isOpen ? rest : `\n\n[z](${HERE}/z.md)\n`)
    expect(await converted(markdown + rest)).toBe(expected)
  })
})

describe('the address', () => {
  test.each([
    ['a branch with a slash', { ref: 'release/2.x' }, 'https://github.com/acme/handbook/blob/release/2.x/a.md'],
    [
      'a branch with marks',
      { ref: 'fix/a#1%(b) ü' },
      'https://github.com/acme/handbook/blob/fix/a%231%25%28b%29%20%C3%BC/a.md'
    ],
    ['a server of one’s own', { serverUrl: 'https://git.example' }, 'https://git.example/acme/handbook/blob/main/a.md']
  ])('%s', async (_, style, url) => {
    expect(await converted('[a](/a.md)', style)).toBe(`[a](${url})`)
  })

  test('a folder whose name looks encoded is a name', async () => {
    expect(await converted('[a](b.md)', {}, 'docs/50%25 (old)#1/x.md')).toBe(
      `[a](${BLOB}/docs/50%2525%20%28old%29%231/b.md)`
    )
  })

  test('a file at the root', async () => {
    expect(await converted('[a](b.md)', {}, 'README.md')).toBe(`[a](${BLOB}/b.md)`)
  })
})

describe('what links lead to', () => {
  test('every relative link with its line in the file', async () => {
    const markdown = [
      '---',
      'title: A',
      '---',
      '',
      '[a](b%20c.md#d) ![e](../f.png)',
      '`[no](code.md)` [g](/h/) [i](https://x.example)',
      '',
      '[k]: l.md',
      '<img src="m.png">'
    ].join('\r\n')
    expect((await convert(PATH, bytes(markdown), STYLE)).targets).toEqual([
      { path: 'docs/runbooks/disk/b c.md', line: 5 },
      { path: 'docs/runbooks/f.png', line: 5 },
      { path: 'h', line: 6 },
      { path: 'docs/runbooks/disk/l.md', line: 8 },
      { path: 'docs/runbooks/disk/m.png', line: 9 }
    ])
  })

  test('the repository itself is always there', async () => {
    expect((await convert(PATH, bytes('[a](/) [b](../../..)'), STYLE)).targets).toEqual([])
  })

  test('with `links: keep` nobody looks', async () => {
    const kept = await convert(PATH, bytes('# A\n[a](b.md)\n'), { ...STYLE, links: 'keep' })
    expect(kept).toEqual({ name: 'A', content: '# A\n[a](b.md)\n', targets: [] })
  })
})
