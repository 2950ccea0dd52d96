import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { CONVERSION } from '../../src/runbook/source-line.ts'
import { convertAll, read } from './read.ts'

/** SHA-256 of the corpus, and of the entries that this number of the conversion makes of it. */
const CONVERTED = {
  number: 1,
  corpus: '78214499a51889a70f7a194c3ff2ad7ad6c04a946d9677cff8a9f7b68fd736d5',
  entries: '27b5e004943071af0d792bccddecce35902c036cddeaf9708ffa44ec4e62e491'
}

/** Path and text. */
const TEXTS: readonly (readonly [path: string, text: string])[] = [
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

const EXAMPLES = globSync('examples/runbooks/**/*.md').sort()
const CORPUS = [...TEXTS, ...EXAMPLES.map((path) => [path, readFileSync(path, 'utf8')] as const)]

const OUTPUTS: readonly Partial<RunbookOptions>[] = [
  {},
  { frontMatter: 'keep' },
  { repository: '' },
  { forge: 'other' }
]

test('`CONVERSION` is raised with each change of what runbooks become', () => {
  const entries = OUTPUTS.flatMap((options) => CORPUS.map(([path, text]) => entryOf(path, text, options)))
  const found = { number: CONVERSION, corpus: digestOf(CORPUS), entries: digestOf(entries) }
  expect({ ...found, advice: adviceFor(found) }).toEqual({ ...CONVERTED, advice: '' })
})

function adviceFor({ number, corpus, entries }: typeof CONVERTED): string {
  if (corpus !== CONVERTED.corpus)
    return 'The corpus has changed, for example a runbook in examples/: write down both digests.'
  if (entries === CONVERTED.entries) return ''
  if (number !== CONVERTED.number) return 'Write down the new number and the digest of its entries.'
  return `The same texts become other entries. Raise CONVERSION in src/runbook/source-line.ts to ${number + 1}.`
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value))
}

/** What the knowledge base gets: warnings and reasons may change. Its source line has the number of the conversion. */
function entryOf(
  path: string,
  text: string,
  options: Partial<RunbookOptions>
): readonly [name: string, content: string] {
  const result = read(text, options, path)
  return result.kind === 'runbook' ? [result.name, convertAll(text, options, path).content] : [result.kind, '']
}
