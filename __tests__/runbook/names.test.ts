import { describe, expect, test } from '@jest/globals'
import { nameOf } from './read.ts'

describe('the first H1 is', () => {
  test.each([
    ['ATX', '# Disk full\n'],
    ['ATX with CRLF', '# Disk full\r\n\r\nText\r\n'],
    ['closed', '# Disk full ##  \n'],
    ['indented by a tab after the marker', '#\tDisk full\n'],
    ['after blank lines', '\n \t\n\n# Disk full\n'],
    ['after text and other headings', 'Text\n\n## Two\n\n# Disk full\n'],
    ['after an empty one', '#\n\n# Disk full\n'],
    ['after an empty one below an H2', 'Two\n---\n\n#\n\n# Disk full\n'],
    ['with a reference to a definition in a block quote', '# [Disk][a] full\n\n> [a]: b\n'],
    ['below more text than is parsed at first', `${'Text. '.repeat(1_000)}\n\n# Disk full\n`],
    ['after one without text', '# ![](logo.png) <br>\n\n# Disk full\n'],
    ['setext', 'Disk full\n=========\n'],
    ['setext with hard line breaks', 'Disk  \nis\\\nfull\n===\n', 'Disk is full'],
    [
      'setext with a line break that readers do not see',
      'Disk-[fu](a\n"b")[l][c\nd]<i\nb>l\n===\n\n[c d]: /x\n',
      'Disk-full'
    ],
    ['setext that begins with a number sign', '#disk full\n===\n', '#disk full'],
    ['setext that ends with number signs', 'Disk ##\n===\n', 'Disk ##'],
    ['setext below a definition and an underline', '[a]: b\n===\n===\n', '==='],
    ['after one in a comment', '<!--\n# Not\n-->\n# Disk full\n'],
    ['after one in a tilde fence', '~~~\n# Not\n```\n~~~\n# Disk full\n'],
    ['after one in a list', '- # Not\n\n# Disk full\n'],
    ['after one in a footnote', '[^1]: # Not\n\n# Disk full\n'],
    ['after a byte order mark', '\uFEFF# Disk full\r\n'],
    ['below an empty title', '---\ntitle:\n---\n# Disk full\n']
  ])('%s', (_, body, title = 'Disk full') => {
    expect(nameOf(body)).toBe(title)
  })

  test.each([
    ['in a text without headings', 'Text\n'],
    ['seven number signs', '####### Disk full\n'],
    ['without a blank after the number sign', '#Disk full\n'],
    ['an underline below a definition', '[a]: b\n===\n']
  ])('not %s', (_, body) => {
    expect(nameOf(body)).toBe('full')
  })
})

describe('the plain text of', () => {
  test.each([
    ['a number sign inside', 'Disk #1 full', 'Disk #1 full'],
    ['code with markup', '`*a*` and `<b>`', '*a* and <b>'],
    ['strikethrough', '~~old~~ new', 'old new'],
    ['a link with brackets', '[Disk [1]](disk.md "t (x)") full', 'Disk [1] full'],
    ['an image with markup', '![**Disk** `a`](a.png) full', 'Disk a full'],
    ['a reference', '[Disk][d] and [full]\n\n[d]: a\n[FULL]: b', 'Disk and full'],
    ['a reference to nothing', '[Disk][d] full', '[Disk][d] full'],
    ['brackets and a remark', '[P1] Disk [full](see below)', '[P1] Disk [full](see below)'],
    ['an escape', '\\[Disk\\] \\*full\\* \\a', '[Disk] *full* \\a'],
    ['entities', 'Disk &amp; CPU &#65;&#x42; &copy; &nosuch; &amp', 'Disk & CPU AB © &nosuch; &amp'],
    ['HTML', 'Disk <b>full</b><br/> <!-- x -->', 'Disk full'],
    ['an autolink', '<https://x.example/a> [b]\n\n[https://x.example/a]: b', 'https://x.example/a [b]'],
    ['a bare URL', 'https://x.example/a_b_c', 'https://x.example/a_b_c'],
    ['white space', 'a  `b`\t c', 'a b c'],
    ['an id', 'Disk full {#disk-full}', 'Disk full'],
    ['an id before closing number signs', 'Disk `full` { #disk.full } ##', 'Disk full'],
    ['braces', 'Disk {full} {#a b}', 'Disk {full} {#a b}'],
    ['a right-to-left override', 'a\u202eb', 'a\u202eb']
  ])('%s', (_, heading, title) => {
    expect(nameOf(`# ${heading}\n`)).toBe(title)
  })
})

describe('a name from', () => {
  const LONG = `# ${'x'.repeat(1_000)} y\n`

  test.each([
    ['the title', '{title}', '# Disk full\n', 'docs/a.md', 'Disk full'],
    ['the path', '{path}', '# Disk full\n', 'docs/a.md', 'docs/a.md'],
    ['folder and stem', '{dir}: {stem}', 'x', 'docs/runbooks/a.md', 'docs/runbooks: a'],
    ['the repository', '{repository}: {title}', 'x', 'docs/a.md', 'acme/handbook: a'],
    ['a title with variables', '{title} ({stem})', '# {stem} $& $1\n', 'docs/a.md', '{stem} $& $1 (a)'],
    ['blanks', '  {title}\t', '---\ntitle: " a \\n\\t b\\u00a0\\u2028c\\ufeff"\n---\nx', 'docs/a.md', 'a b c'],
    ['the root as a folder', '[{dir}] {stem}', 'x', 'a.md', '[] a'],
    ['two dots', '{dir}|{stem}', 'x', 'a.b/c.d.md', 'a.b|c.d'],
    ['an ending alone', '{stem}', 'x', 'a/.md', '.md'],
    ['a stem with a command', '{stem}', 'x', 'a/"%25::error::x.md', '"%25::error::x'],
    ['the stem, where the title is too long', '{stem}', LONG, 'a.md', 'a'],
    ['a title that is too long', '{title}', LONG, 'a.md', 'refused'],
    ['10,000 titles of 1 MB', '{title}'.repeat(10_000), `# ${'x'.repeat(1_000_000)}\n`, 'a.md', 'refused'],
    ['a file without a title', '{title}', 'Text\n', 'docs/disk-full.md', 'disk-full'],
    ['a README', '{title}', 'Text\n', 'docs/redis/README.md', 'redis'],
    ['an _index', '{title}', 'Text\n', 'docs/redis/_index.md', 'redis'],
    ['an index in capitals', '{title}', 'Text\n', 'docs/redis/Index.MD', 'redis'],
    ['the README of the root', '{title}', 'Text\n', 'README.md', 'handbook'],
    ['a file that is no index', '{title}', 'Text\n', 'docs/indexes.md', 'indexes'],
    ['a control character', '{title}', 'Text\n', 'docs/a\u0007b.md', 'refused']
  ])('%s', (_, nameTemplate, text, path, name) => {
    expect(nameOf(text, { nameTemplate }, path)).toBe(name)
  })
})
