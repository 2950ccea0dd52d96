import { describe, expect, test } from '@jest/globals'
import { cpuTime } from '../support/cpu-time.ts'
import { convert, nameOf, PATH, read, textOf, treeWith } from './read.ts'

const STRIP = { comments: 'strip' } as const

describe('`comments: strip` leaves out', () => {
  test.each<[string, file: string, text: string]>([
    ['a block', '# A\n\n<!-- b -->\n\nC\n', '# A\n\n\n\nC\n'],
    ['what is on a line', 'A <!-- b --> c <!-- d -->\n', 'A  c \n'],
    ['lines, and no line ends', 'A\n\n<!-- b\n\nc -->\n\nD <!-- e\r\nf --> g\n', 'A\n\n\n\n\n\nD \r\n g\n'],
    ['a comment in a heading', '# A <!-- b -->\n\nC\n', '# A \n\nC\n'],
    ['a comment in other HTML', '<details>\n<!-- a -->\n<b>c</b>\n</details>\n', '<details>\n\n<b>c</b>\n</details>\n'],
    ['a comment in a list and a block quote', '- a\n  <!-- b -->\n\n> c <!-- d\n> e --> f\n', '- a\n  \n\n> c \n f\n'],
    ['empty ones', 'A<!--> b<!---> c<!----> d\n', 'A b c d\n'],
    ['a shortcode of Hugo', 'A {{% comment %}} b {{% /comment %}} c', 'A  c'],
    ['another one of Hugo', 'A\n{{< comment >}}\n\n[b](c.md)\n\n{{< /comment >}}\nD\n', 'A\n\n\n\n\n\nD\n'],
    ['an action of Go', 'A {{/* b */}} c {{- /* d */ -}}\n', 'A  c \n'],
    ['comments of Jekyll', 'A {% comment %}\n# B\n{%- endcomment -%}\n', 'A \n\n\n'],
    ['comments of kramdown', 'C {::comment}d{:/comment} {::comment}e{:/}\n', 'C  \n'],
    ['a definition with a remark', '# A\n\n[//]: # (b)\n[comment]: <> "c"\n[_]: # \'d\'\n\nE\n', '# A\n\n\n\n\n\nE\n'],
    ['one in another one', '<!-- {% comment %} a --> b {{% comment %}} c <!-- d --> {{% /comment %}} e\n', ' b  e\n'],
    ...[
      '`<!-- a -->`\n\n    <!-- b -->\n\n```\n<!-- c -->\n```\n',
      'A\n\n<!-- b\n\nC\n',
      '\\<!-- a -->\n',
      '# A\n\n[b]: # (c)\n[d]: # \n[e]: https://a.example (f)\n\n[b]\n',
      '`{% comment %}` a `{% endcomment %}`',
      '```\n{{% comment %}} a {{% /comment %}}\n[//]: # (b)\n```',
      '    {::comment}a{:/}',
      'A {% comment %} b\n\n{{% comment %}} c\n\n{{/* d }}',
      '{{</* comment */>}} a {{</* /comment */>}} {/* b */}'
    ].map((file): [string, string, string] => [`nothing of ${JSON.stringify(file)}`, file, file])
  ])('%s', (_, file, text) => {
    expect(textOf(file, STRIP)).toBe(text)
    expect(textOf(file)).toBe(file)
  })

  const CODE = '`{/* a */}`\n\n    ~~~\n    {/* b */}\n    ~~~\n\n{/* c\n'
  test.each<[string, file: string, text: string]>([
    ['expressions', '# A {/* b */}\n\nC {/* d\n\n    [e](f.md)\n\n*/} g\n', '# A \n\nC \n\n\n\n g\n'],
    ['HTML', '<B>\n<!-- c\n\nd -->\n</B> <!-- e -->\n', '<B>\n\n\n\n</B> \n'],
    ['nothing of code', CODE, CODE]
  ])('of MDX %s', (_, file, text) => {
    expect(textOf(file, STRIP, 'a.mdx')).toBe(text)
    expect(textOf(file, {}, 'a.mdx')).toBe(file)
  })

  test('a comment of a generator has no title and no text', () => {
    expect(nameOf('{% comment %}\n# A\n{% endcomment %}\n\n# B {{/* c */}}\n')).toBe('B')
    expect(nameOf('{% comment %} A {% endcomment %}\n\n[//]: # (b)\n\n{% comment %}{% endcomment %}')).toBe('skipped')
  })

  test('links beside them lead to where they did, and dead ones are named at their lines', () => {
    const file = '<!-- a\n[b](b.md) -->\n\n[c](c.md) <!-- d --> [e](/e.md)\n'
    const { below, dead } = convert(file, STRIP, 'x.md', treeWith('c.md'))
    const root = 'https://github.com/acme/handbook/blob/main'
    expect(below).toBe(`\n\n\n[c](${root}/c.md)  [e](${root}/e.md)\n`)
    expect(dead).toEqual([{ path: 'e.md', link: '/e.md', line: 4 }])
  })
})

test.each<[string, file: string, keep: boolean, strip: boolean]>([
  ['a comment', 'A <!-- b -->\n', true, false],
  ['one of a generator', 'A {% comment %} b {% endcomment %}\n', true, false],
  ['a remark in a definition', '[//]: # (a)\n\nB\n', true, false],
  ['one in code', '`<!-- b -->`\n', false, false]
])('an entry has %s', (_, file, keep, strip) => {
  expect([convert(file).hasComments, convert(file, STRIP).hasComments]).toEqual([keep, strip])
})

test.each<[string, file: string, line: number | undefined]>([
  ['alone', '---\ntitle: A\n---\n\nB\n\n<!-- c\n\nD\n', 7],
  ['in other HTML', '<div>\n<!-- a --> <!-- b\n\nC\n', 2],
  ['behind text, where it is text', 'A <!-- b\n\nC\n', undefined],
  ['in code', '```\n<!-- a\n```\n', undefined],
  ['that ends', '<div>\n<!-- a\n\nb -->\n', undefined]
])('a comment that never ends is found: %s', (_, file, line) => {
  expect(convert(file).openComment).toBe(line)
})

test.each([
  ['that end', '<!-- a -->b'],
  ['that never end', '<!--\n'],
  ['on one line', ' <!-- a'],
  ['in other HTML', '<div>\n<!--'],
  ['of Jekyll', '{% comment %}'],
  ['of Jekyll that end', '{% comment %}{% endcomment %}\n\n'],
  ['in definitions', '[//]: # (a)\n']
])('a text of 64 KiB of comments %s takes little time', (_, piece) => {
  const file = piece.repeat(Math.ceil((64 * 1024) / piece.length))
  expect(cpuTime(() => read(file, STRIP))).toBeLessThan(1_500)
})

describe('invisible characters', () => {
  const tags = (text: string): string =>
    text.replace(/./g, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0)))

  test.each<[string, file: string, name: string, characters: readonly string[], path?: string]>([
    ['are no part of a name', '# \u200bDisk\u00ad full\u202e\n', 'Disk full', ['U+200B', 'U+00AD', 'U+202E']],
    ['in a title of the front matter', '---\ntitle: "a\\u200bb"\n---\nC\n', 'ab', ['U+200B']],
    ['as entities', '# A&shy;b\n', 'Ab', ['U+00AD']],
    ['with which texts are hidden', `# A${tags('r')}\u{e007f}\u{e0100}\n`, 'A', ['U+E0072', 'U+E007F', 'U+E0100']],
    ['that stand for nothing', '# A\u180e\u2064\u115f\u2800b\n', 'Ab', ['U+180E', 'U+2064', 'U+115F', 'U+2800']],
    ['of emoji and languages stay', '# 👩‍🚒 نمی‌خواهم\n', '👩‍🚒 نمی‌خواهم', []],
    ['in the name of the file', 'Text.\n', 'disk', ['U+200B'], 'docs/disk\u200b.md']
  ])('%s', (_, file, name, characters, path = PATH) => {
    expect(convert(file, {}, path)).toMatchObject({ name, invisibleInName: characters })
  })

  test.each<[string, file: string, found: object | undefined]>([
    ['in a command', '# A\n\n    df -h\u200b /\n\nB\u2060\n', { characters: ['U+200B', 'U+2060'], first: 3, lines: 2 }],
    ['below front matter', '---\ntitle: A\n---\n\nB \u202eC\n', { characters: ['U+202E'], first: 5, lines: 1 }],
    ['in a text from right to left', '# A\n\n\u202bשלום\u202c\n', undefined],
    ['as tags', `# A\n\nB${tags('x')}\n`, { characters: ['U+E0078'], first: 3, lines: 1 }],
    ['none in emoji', '# A\n\n👩‍🚒 ❤️ 🇩🇪\n', undefined]
  ])('are found %s', (_, file, found) => {
    expect(convert(file).invisible).toEqual(found)
  })
})
