import { describe, expect, test } from '@jest/globals'
import { adviseTemplate } from '../../src/runbook/name.ts'
import { convert, nameOf } from './read.ts'

describe('the first H1 is', () => {
  test.each([
    ['ATX with CRLF', '# Disk full\r\n\r\nText\r\n'],
    ['closed', '# Disk full ##  \n'],
    ['indented', '   # Disk full\n'],
    ['after an empty one', '#\n\n# Disk full\n'],
    ['setext', 'Disk full\n=========\n'],
    ['setext with hard line breaks', 'Disk  \nis\\\nfull\n===\n', 'Disk is full'],
    ['after one in a fence', '~~~\n# Not\n```\n~~~\n# Disk full\n'],
    ['after one in a list', '- # Not\n\n# Disk full\n'],
    ['after a byte order mark', '\uFEFF# Disk full\r\n'],
    ['after a list of links that lead elsewhere', '- [a](https://x.example)\n- [b](#disk)\n\n# Disk full\n\n# Not\n'],
    ['below an empty title', '---\ntitle:\n---\n# Disk full\n'],
    ['none without a blank after the number sign', '#Disk\n', 'full']
  ])('%s', (_, body, title = 'Disk full') => {
    expect(nameOf(body)).toBe(title)
  })
})

test.each([
  ['code with markup', '`*a*` and `<b>`', '*a* and <b>'],
  ['emphasis', '*Disk* _full_ on snake_case', 'Disk full on snake_case'],
  ['strikethrough', '~~old~~ new', 'old new'],
  ['a link with a destination', '[**Disk** `a`](disk.md "t (x)") full', 'Disk a full'],
  ['a reference', '[Disk][d] and [full]\n\n[d]: a\n[FULL]: b', 'Disk and full'],
  ['a reference to nothing', '[Disk][d] full', '[Disk][d] full'],
  ['a footnote', 'Disk[^1] full[^a][^B]\n\n[^1]: a\n> [^A]: b\n[^b]: [c](d.md)', 'Disk full'],
  ['no footnote', 'Disk [^1] full\n\n[^2]: a', 'Disk [^1] full'],
  ['an escape', '\\[Disk\\] \\*full\\* \\a', '[Disk] *full* \\a'],
  ['entities', 'Disk &amp; CPU &#65;&#x42; &copy; &nosuch; &amp', 'Disk & CPU AB © &nosuch; &amp'],
  ['tags', 'Disk <b>full</b> <!-- x -->', 'Disk full'],
  ['a line break', 'Disk<br/>full', 'Disk full'],
  ['a picture beside words', '![Build](a.png) Disk full', 'Disk full'],
  ['an autolink', '<https://x.example/a> https://x.example/a_b_c', 'https://x.example/a https://x.example/a_b_c'],
  ['an id', 'Disk full {#disk-full}', 'Disk full'],
  ['attributes of kramdown', 'Two {: #id}', 'Two'],
  ['attributes with values', 'Two { .a data-x="b c" } ##', 'Two'],
  ['braces', 'Disk {full} {#a b}', 'Disk {full} {#a b}']
])('the plain text of %s', (_, heading, title) => {
  expect(nameOf(`# ${heading}\n`)).toBe(title)
})

describe('a name from', () => {
  const LONG = `# ${'x'.repeat(500_000)} y\n`

  test.each([
    ['the path', '{path}', '# Disk full\n', 'docs/a.md', 'docs/a.md'],
    ['folder and stem', '{dir}: {stem}', 'x', 'docs/runbooks/a-b.html.md', 'docs/runbooks: a-b'],
    ['the repository', '{repository}: {title}', 'x', 'docs/a.md', 'acme/handbook: a'],
    ['a title with variables', '{title} ({stem})', '# {stem} $& $1\n', 'docs/a.md', '{stem} $& $1 (a)'],
    ['blanks', '  {title}\t', '---\ntitle: " a \\n\\t b\\u00a0\\u2028c\\ufeff"\n---\nx', 'docs/a.md', 'a b c'],
    ['two dots', '{dir}|{stem}', 'x', 'a.b/c.d.md', 'a.b|c.d'],
    ['an ending alone', '{stem}', 'x', 'a/.md', '.md'],
    ['a title that is too long', '{title}', LONG, 'a.md', 'refused'],
    ['10,000 titles', '{title}'.repeat(10_000), LONG, 'a.md', 'refused'],
    ['a control character', '{title}', 'Text\n', 'docs/a\u0007b.md', 'refused'],
    ['a file', '{title}', 'Text\n', 'docs/disk-full_now.md', 'disk full now'],
    ['a README', '{title}', 'Text\n', 'docs/redis/README.md', 'redis'],
    ['an index with three endings', '{title}', 'Text\n', 'docs/redis-cluster/index.html.md.erb', 'redis cluster'],
    ['the README of the root', '{title}', 'Text\n', 'README.md', 'handbook']
  ])('%s', (_, nameTemplate, text, path, name) => {
    expect(nameOf(text, { nameTemplate }, path)).toBe(name)
  })

  test('a file, if the template needs a title, and there is none', () => {
    const isNamedByFile = (text: string, nameTemplate: string) => convert(text, { nameTemplate }).isNamedByFile
    expect(isNamedByFile('Text\n', '{title}')).toBe(true)
    expect([isNamedByFile('# A\n', '{title}'), isNamedByFile('Text\n', '{path}')]).toEqual([false, false])
  })
})

test.each<[string, isAdvised: boolean, ...groups: string[]]>([
  ['of other folders', true, 'a/x.md a/b/x.md x.md', 'c/y.md d/z.md'],
  ['of one folder', false, 'a/README.md a/AGENTS.md a/CLAUDE.md'],
  ['of one folder in another case', false, 'Disk/index.md disk/_index.md'],
  ['two of which are in one folder', false, 'a/x.md b/x.md', 'a/y.md b/y.md b/z.md']
])('`entry-name` is advised only if it tells files apart: %s', (_, isAdvised, ...groups) => {
  const files = groups.map((paths) => paths.split(' ').map((path) => ({ path })))
  expect(adviseTemplate(files)).toMatch(isAdvised ? /`\{dir\}: \{title\}`, which renames all entries$/ : /^$/)
})
