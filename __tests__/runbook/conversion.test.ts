import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { CONVERSION } from '../../src/changes/settings.ts'
import { convertAll, read } from './read.ts'

/** SHA-256 of what each value of `CONVERSION` makes of `INPUTS`. Append only: knowledge bases hold what earlier releases wrote. */
const DIGESTS: Readonly<Record<number, string>> = {
  1: 'd039ca2bbf578261943fca7054de21c285d89fdd4ced3230e500e9bf17f06659',
  2: '83919d4ce7eb46a06204ceae45e2a6a980d03361ca63fd477e8a7f87cfd6e52b'
}

/** Path and text. Another input changes the digest, too. */
const INPUTS: readonly (readonly [path: string, text: string])[] = [
  // Titles
  ['docs/a.md', '---\ntitle: "Disk: *full*"\nowner: storage\n---\n\n# Another\n\nText.\n'],
  ['docs/a.md', '---\nowner: storage\ntags: [a, b]\n---\n# `kubectl` &amp; *Disk* [full](b.md) ![icon](i.png) {#id}\n'],
  ['docs/a.md', 'Text.\n\n> # Quoted\n\n```sh\n# comment\n```\n\nDisk\nfull\n====\n'],
  ['docs/a.md', '# ![logo](logo.png)\n\n# [Disk][d] <b>full</b> https://x.example ##\n\n[D]: b.md\n'],
  ['docs/disk-full.md', 'No heading.\n\n## Second level\n'],
  ['docs/disk/README.md', '#\n\nText.\n'],
  // What is left of the bytes
  ['docs/a.md', '\uFEFF---\r\ntitle: Disk\r\n---\r\n\r\nText  \r\n\ttab\r\n[a](b.md)\r\n'],
  ['docs/a.md', '---\n\nBetween thematic breaks\n\n---\n\n    code\n'],
  ['docs/a.md', '\n\n# Disk\u00a0full ß€😀\n\nText without a line feed'],
  // Links
  ['docs/a.md', '# A\n\n[a](b.md) [a](../b.md "t") [a](<c d.md#e>) [a](/root.md?x=(1)) ![a](i.png) [a](dir/) [a](.)\n'],
  [
    'docs/a.md',
    '# A\n\n[a](#b) [a](https://x.example) [a](//x) [a](mailto:a@b) [a](../../out.md) [a]({{ b }}) [a]()\n'
  ],
  ['docs/ä b/a.md', '# A\n\n[a](b%20c.md) [a](b\\_c.md) [a](b&amp;c.md) [a](ß.md) [a](100%.md) [a](a%2Fb.md)\n'],
  ['docs/a.md', '# A\n\n[a][1] ![b][2] [^3]\n\n[1]: b.md\n[2]: <i j.png> "t"\n[^3]: [a](note.md)\n'],
  [
    'docs/a.md',
    '# A\n\n<a href="b.md">b</a> <img alt=i src=i.png>\n\n<div>\n<a href=\'c.md\'>\n</div>\n\n<!-- <a href="d.md"> -->\n'
  ],
  [
    'docs/a.md',
    '# A\n\n`[a](b.md)` \\[a](b.md)\n\n    [a](b.md)\n\n~~~\n[a](b.md)\n~~~\n\n> - [a](b.md)\n>   1. [a](b.md)\n'
  ],
  [
    'docs/a.md',
    '# A\n\n| a | b |\n| - | - |\n| [a](b.md) | `\\|` [a](c\\|d.md) |\n\n[![a](i.png)](b.md) https://x/[a](b.md)\n'
  ],
  ['docs/a.md', '# A\n\n[a [b] c](b.md) [a [^1]](b.md)\n\n[^1]: note.md\n\n    [a](b.md)\n\n> a [c\n> d](b.md)\n'],
  ['docs/a.md', '# *a* ~~b~~ `c`\n\n1. a\n   - b [a](b.md)\n\n     [a](b.md)\n\n<!-- a --> <a href="b.md">\n'],
  ['docs/a.md', `# A\n\n${'- a\n  - b\n    - c\n'.repeat(3_000)}\n[a](b.md)\n`],
  // Too complex to parse
  ['docs/a.md', `# A\n\n[a](b.md)\n\n${'[a](b.md)'.repeat(20_000)}\n`],
  // No entry
  ['docs/a.md', '---\ndraft: true\n---\n\n# A\n'],
  ['docs/_index.md', '---\ntitle: A\n---\n\n'],
  ['docs/a.md', '---\ntitle: [a\n---\n\nText.\n'],
  ['docs/a.md', '---\nfiles: *.md\n---\n\nText.\n']
]

test('`CONVERSION` is raised with each change of what runbooks become', () => {
  const outputs = [{}, { links: 'keep' }, { frontMatter: 'keep' }] as const
  const converted = outputs.flatMap((options) => INPUTS.map(([path, text]) => entryOf(path, text, options)))
  const digest = createHash('sha256').update(JSON.stringify(converted)).digest('hex')
  const newest = Math.max(...Object.keys(DIGESTS).map(Number))
  const advice =
    `The same texts become other entries. Raise CONVERSION in src/changes/settings.ts to ${newest + 1}, and append the ` +
    'digest to DIGESTS.'
  expect({ number: CONVERSION, digest, advice }).toEqual({ number: newest, digest: DIGESTS[newest], advice })
})

/** What the knowledge base gets: warnings and reasons may change. */
function entryOf(
  path: string,
  text: string,
  options: Parameters<typeof read>[1]
): readonly [name: string, content: string] {
  const result = read(text, options, path)
  return result.kind === 'runbook' ? [result.name, convertAll(text, options, path).content] : [result.kind, '']
}
