import { describe, expect, test } from '@jest/globals'
import { convert } from './read.ts'

/** In these documents `x.md` and `x.png` are links and images, `no.md` is neither. */
function expectLinks(markdown: string): void {
  for (const lineEnding of ['\n', '\r\n', '\r']) {
    const text = markdown.replaceAll('\n', lineEnding)
    const expected = text
      .replaceAll('x.md', 'https://github.com/acme/handbook/blob/main/docs/runbooks/disk/x.md')
      .replaceAll('x.png', 'https://github.com/acme/handbook/raw/main/docs/runbooks/disk/x.png')
    expect(convert(text).content).toBe(expected)
  }
}

describe('links', () => {
  test.each([
    ['image', '![a](x.png "t")'],
    ['escaped exclamation mark', '\\![a](x.md)'],
    ['code in a link', '[`]`](x.md)'],
    ['definition of an image', '![a][]\n\n[A]: x.png'],
    ['definition in a block quote', '> [a]:\n> x.md'],
    ['definition in a footnote', '[^1]: [a]: x.md'],
    ['heading', '## [a](x.md) ##'],
    ['setext heading', '[a](x.md)\n---'],
    ['nested list', '- 1. > [a](x.md)'],
    ['task list', '- [ ] [a](x.md)'],
    ['lines of a block quote', '> [a\n> b](\n> x.md)'],
    ['lazy continuation', '> [a](x.md)\n[b](x.md)'],
    ['table', '| a | b |\n|---|---|\n| [a](x.md) | `|` [b](x.md) |'],
    ['table with one column', 'a\n:-\n[a](x.md)'],
    ['table below text', '[a](x.md)\nb|c\n-|-\n[d](x.md)'],
    ['text below a table', 'a|b\n-|-\n|\n[d](\nx.md)'],
    ['text below a table in a block quote', '> a|b\n> -|-\n[c](\nx.md)'],
    ['text below a delimiter row of another width', 'a|b|c\n-|-\n[d\ne](x.md)'],
    ['escaped pipe in a cell', 'a|b\n-|-\n[c\\|d](x.md)|e'],
    ['paragraph with a number', '[a\n2. b](x.md)'],
    ['`<a href>`', 'y <a class="b" href="x.md">y</a>'],
    ['`<a href>` in single quotes', "y <a href='x.md'>y</a>"],
    ['`<a href>` without quotes', 'y <A HREF=x.md>y</a>'],
    ['`<a href>` twice', 'y <a href="x.md" href="no.md">y</a>'],
    ['`<img src>`', '<img alt="a > b" src="x.png"/>'],
    ['block of HTML', '<p>\n<img\n  src="x.png">\n</p>'],
    ['text in a block of HTML', '<details>\n\n[a](x.md)\n</details>'],
    ['HTML after a comment', '<!-- no.md --> <a href="x.md">'],
    ['text after an empty comment', 'y <!--> [a](x.md) -->'],
    ['HTML after a script', '<p><script>"<a href=\'no.md\'>"</script>\n<a href="x.md"></p>'],
    ['text after indented code', 'a\n\n    [b](no.md)\n\n[c](x.md)'],
    ['indented text in a paragraph', 'a\n    [b](x.md)'],
    ['block quote after a block quote', '> ```\n> [a](no.md)\n[b](x.md)'],
    ['list item that starts with a blank line', '-\n  [a](x.md)'],
    ['list item with code', '-     [a](no.md)\n\n  [b](x.md)'],
    ['list item with tabs', '-\ta\n\n\t[b](x.md)\n\n\t\t[c](no.md)'],
    ['`>` with a tab', '>\t\t[a](no.md)\n\n>\t [b](x.md)'],
    ['long fence', '````\n[a](no.md)\n```\n[b](no.md)\n````\n[c](x.md)'],
    ['backticks in the line of a fence', '``` a`\n[b](x.md)']
  ])('%s', (_, markdown) => {
    expectLinks(`${markdown}\n`)
  })
})

describe('no links', () => {
  test.each([
    ['code span with backticks', '`` ` [a](no.md) ``'],
    ['fence in a list', '- ~~~md\n  [a](no.md)\n  ~~~'],
    ['comment', '<!-- [a](no.md) <a href="no.md"> -->'],
    ['comment in a line', 'y <!-- [a](no.md) --> y'],
    ['block of HTML', '<div>\n[a](no.md)\n</div>'],
    ['script', '<script>\nlet a = "<a href=\'no.md\'>"\n</script>'],
    ['other attributes', '<a title="no.md" data-href="no.md">y</a> <span href="no.md"> <img srcset="no.md">'],
    ['closing tag', '<p>\n</a href="no.md">'],
    ['unclosed destination', '[a](no.md'],
    ['parenthesis in a title', '[a](no.md (t (u))'],
    ['rows of a table', '|a||\n|-|-|\n[b\nc](no.md)'],
    ['indented code below a thematic break', '* * *\n      [a](no.md)'],
    ['indented code below an empty item', '-\n\n     [a](no.md)'],
    ['undefined label', '[a][no.md]'],
    ['brackets alone', '[[no.md]] [no.md]'],
    ['footnote', '[^1]: no.md'],
    ['autolink', '<https://x.example/no.md> https://x.example/no.md <no.md>']
  ])('%s', (_, markdown) => {
    expectLinks(`${markdown}\n\n[z](x.md)\n`)
  })

  test('after an unclosed fence', () => {
    expectLinks('[a](x.md)\n\n```\n[a](no.md)\n\n[b](no.md)')
  })
})

/** Where GitHub's parser, cmark-gfm, goes beyond CommonMark or decides what it leaves open. */
describe('as on GitHub', () => {
  test.each([
    ['footnote with paragraphs', '[^1]: a [b](x.md)\n\n    [c](x.md)\n\n        [d](no.md)\n\n[e](x.md)'],
    ['footnote with an indented paragraph', '[^1]: a\n\n      [b](x.md)'],
    ['footnote below text', 'a\n[^1]: b\n\n    [c](x.md)'],
    ['footnote in a list', '- [^1]: a\n\n      [b](x.md)\n\n      > [c](x.md)'],
    ['footnote that a blank in an empty line ends', '[^1]: a\n \n    [b](no.md)'],
    ['label with a blank, which is no footnote', '[^a b]: x.md'],
    ['bare URL before a link', 'https://y/[a](no.md) https://y [b](x.md)'],
    ['bare URL in upper case', 'HTTPS://Y[a](no.md)'],
    ['bare URL after `www.`', '(www.y.example/[a](no.md)'],
    ['URL in brackets', '[https://y/[a](x.md)'],
    ['URL without a host', 'https://[a](x.md)'],
    ['URL with an underscore in its domain', 'https://a_b.example/[a](x.md)'],
    ['URL with another scheme', 'yhttps://y/[a](x.md)'],
    ['`www.` in a word', 'ywww.y.example/[a](x.md)'],
    ['text above a table, which is no definition', '[a]: no.md\nb|c\n-|-\n\n[d](x.md)'],
    ['tag alone after a block quote', '> a\n<y>\n[b](no.md)'],
    ['tag alone in a paragraph', 'a\n<y>\n[b](x.md)'],
    ['tag with attributes alone', '<y-z a="b" c>\n[b](no.md)'],
    ['tag and text', '<y> [a](x.md)'],
    ['tag and a no-break space', '<y>\u00a0\n[a](x.md)'],
    ['block tag and a no-break space', '<div\u00a0>\n[a](x.md)'],
    ['URL with a zero-width no-break space in its host', 'https://\ufeffy[a](no.md)'],
    ['delimiter row of another width above a table', 'a|b|c\n-|-\n`d|e\n-|-\n[f](no.md)`']
  ])('%s', (_, markdown) => {
    expectLinks(`${markdown}\n`)
  })

  test('links in more than 100 containers stay', () => {
    expectLinks(`${'>'.repeat(101)} [a](no.md)\n\n[c](x.md)\n`)
    expectLinks(`${'>'.repeat(99)} [a](x.md)\n\n[c](x.md)\n`)
  })
})
