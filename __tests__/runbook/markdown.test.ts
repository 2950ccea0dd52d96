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
    ['image in a link', '[![a](x.png) b](x.md)'],
    ['link in an image', '![[a](x.md)](x.png)'],
    ['destination on the next line', '[a](\nx.md)'],
    ['definition on two lines', '[a]:\nx.md'],
    ['definition of an image', '![a][b]\n\n[B]: x.png'],
    ['definition of an image without a label', '![a][]\n\n[A]: x.png'],
    ['definition of an image without brackets', '![a]\n\n[A]: x.png'],
    ['definition of an image, above it', '[a]: x.png\n\n![b][a]'],
    ['definition of an image, with a label of two lines', '> ![a\n> b]\n>\n> [A b]: x.png'],
    ['definition of a link in an image', '![[a]](x.png)\n\n[a]: x.md'],
    ['definition in a footnote', '[^1]: [a]: x.md'],
    ['definition in upper and lower case', '![ẞ]\n\n[SS]: x.png'],
    ['lines of a block quote', '> [a\n> b](\n> x.md)'],
    ['table', '| a | b |\n|---|---|\n| [a](x.md) | `|` [b](x.md) |'],
    ['escaped pipe in a cell', 'a|b\n-|-\n[c\\|d](x.md)|e'],
    ['tabs', '-\ta\n\n\t[b](x.md)\n\n\t\t[c](no.md)'],
    ['character of two UTF-16 units', '😀 [a](x.md)'],
    ['footnote with paragraphs', '[^1]: a [b](x.md)\n\n    [c](x.md)\n\n        [d](no.md)\n\n[e](x.md)'],
    ['`<a href>`', 'y <a class="b" href="x.md">y</a>'],
    ['`<a href>` in single quotes', "y <a href='x.md'>y</a>"],
    ['`<a href>` without quotes', 'y <A HREF=x.md>y</a>'],
    ['`<a href>` twice', 'y <a href="x.md" href="no.md">y</a>'],
    ['`<img src>`', '<img alt="a > b" src="x.png"/>'],
    ['block of HTML', '<p>\n<img\n  src="x.png">\n</p>'],
    ['text in a block of HTML', '<details>\n\n[a](x.md)\n</details>'],
    ['HTML after a comment', '<!-- no.md --> <a href="x.md">'],
    ['HTML after a script', '<p><script>"<a href=\'no.md\'>"</script>\n<a href="x.md"></p>']
  ])('%s', (_, markdown) => {
    expectLinks(`${markdown}\n`)
  })
})

describe('no links', () => {
  test.each([
    ['code span with backticks', '`` ` [a](no.md) ``'],
    ['fence in a list', '- ~~~md\n  [a](no.md)\n  ~~~'],
    ['indented code', 'a\n\n    [b](no.md)'],
    ['comment', '<!-- [a](no.md) <a href="no.md"> -->'],
    ['comment in a line', 'y <!-- [a](no.md) --> y'],
    ['block of HTML', '<div>\n[a](no.md)\n</div>'],
    ['script', '<script>\nlet a = "<a href=\'no.md\'>"\n</script>'],
    ['other attributes', '<a title="no.md" data-href="no.md">y</a> <span href="no.md"> <img srcset="no.md">'],
    ['closing tag', '<p>\n</a href="no.md">'],
    ['undefined label', '[a][no.md]'],
    ['footnote', '[^1]: no.md'],
    ['autolink', '<https://x.example/no.md> https://x.example/no.md <no.md>']
  ])('%s', (_, markdown) => {
    expectLinks(`${markdown}\n\n[z](x.md)\n`)
  })
})
