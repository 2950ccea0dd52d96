import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { makeAbsolute } from '../../src/runbooks/absolute.ts'
import { convert } from '../../src/runbooks/convert.ts'
import { destinationsOf } from '../../src/runbooks/destinations.ts'
import { readRunbook } from '../../src/runbooks/read.ts'
import { fuzz } from '../support/fuzz.ts'
import { bytes, STYLE } from './runbooks.ts'

const RUNS = fuzz(2_000)
const PATH = 'docs/runbooks/disk (1)/full.md'

// Pieces that mean something to Markdown, HTML or YAML, so that random texts are more than prose.
const PIECES = [
  ...['[', ']', '![', '](', '](b.md)', '](<c d.md> "t")', '](../e.md#f)', '(', ')', '<', '>', '|', '\\', '^', ':', '!'],
  ...[
    '`',
    '``',
    '```\n',
    '~~~\n',
    '*',
    '_',
    '#',
    '# ',
    '\n===\n',
    '\n---\n',
    '---\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\t'
  ],
  ...[
    '- ',
    '1. ',
    '> ',
    '    ',
    ' ',
    '[a]',
    '[a]: b\n',
    '[A]: <b c> "t"\n',
    '\n[a]:\n',
    '[^1]: ',
    'a|b\n-|-\n',
    '- [ ] '
  ],
  ...[
    '<a href="b.md">',
    "<img src='c.png'>",
    '<a href=d>',
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '<script>',
    '<?',
    '<![CDATA['
  ],
  ...[
    '&amp;',
    '&#x41;',
    '&',
    '%20',
    '%',
    '%2e',
    '..',
    '/',
    '//',
    '?',
    'https://x.example',
    'mailto:a@b',
    '{{',
    '"',
    "'"
  ],
  ...[
    'title: A\n',
    'draft: true\n',
    'a: [',
    '&x',
    '*x',
    '!!js/function',
    '__proto__: 1\n',
    'a',
    'ü',
    '😀',
    '\u202e',
    '\u0000'
  ]
]
const markdown = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 40
  })
  .map((pieces) => pieces.join('').toWellFormed())

const styles = fc.record({
  frontMatter: fc.constantFrom('strip', 'keep'),
  links: fc.constantFrom('absolute', 'keep'),
  sourceLink: fc.boolean(),
  name: fc.constantFrom('{title}', '{path}', '{dir}: {stem}')
} as const)

describe('whatever a file holds', () => {
  test('a Markdown text is read, and converted where it was named', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, styles, async (text, style) => {
        const content = bytes(text)
        const reading = await readRunbook(PATH, content, { ...STYLE, ...style })
        if (reading.kind === 'refused') return
        expect(reading.name).toMatch(/^[^\p{Cc}]+$/u)
        if (reading.kind === 'excluded') return
        const converted = await convert(PATH, content, { ...STYLE, ...style })
        expect(converted.name).toBe(reading.name)
        expect(converted.content.isWellFormed()).toBe(true)
      }),
      RUNS
    )
  })

  test('bytes are text or refused, never guessed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (raw) => {
        const content = bytes([...raw])
        const reading = await readRunbook(PATH, content, { ...STYLE, frontMatter: 'keep', links: 'keep' })
        if (reading.kind !== 'named') return
        const converted = await convert(PATH, content, { ...STYLE, frontMatter: 'keep', links: 'keep' })
        const sent = Buffer.from(converted.content)
        expect(sent.equals(raw) || sent.equals(raw.subarray(3))).toBe(true)
      }),
      RUNS
    )
  })
})

describe('making links absolute', () => {
  const body = markdown.map((text) => text.replaceAll('\u0000', ''))

  test('changes no byte outside the destinations, and makes none of them another thing', () => {
    fc.assert(
      fc.property(body, (text) => {
        const { linked } = makeAbsolute(text, PATH, STYLE, 1)
        expect(withoutDestinations(linked)).toBe(withoutDestinations(text))
      }),
      RUNS
    )
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(body, (text) => {
        const { linked } = makeAbsolute(text, PATH, STYLE, 1)
        expect(makeAbsolute(linked, PATH, STYLE, 1)).toEqual({ linked, targets: [] })
      }),
      RUNS
    )
  })

  test('finds what stands in a text without any other markup', () => {
    const name = fc.string({
      unit: fc.constantFrom(' ', ...'a/b/./-/_/ü/%/(/)/&/#/?/[/]/</>/"/`/*/|/=/\\/~'.split('/')),
      minLength: 1,
      maxLength: 12
    })
    fc.assert(
      fc.property(name, (file) => {
        fc.pre(file.trim() !== '' && !['.', '..'].includes(file))
        const { linked, targets } = makeAbsolute(
          `[a](${encodeURIComponent(file).replace(/[()]/g, '\\$&')})`,
          'x.md',
          STYLE,
          1
        )
        expect(targets).toEqual([{ path: file, line: 1 }])
        expect(decodeURIComponent(linked)).toBe(`[a](https://github.com/acme/handbook/blob/main/${file})`)
      }),
      RUNS
    )
  })
})

function withoutDestinations(text: string): string {
  let kept = ''
  let at = 0
  for (const { from, to } of destinationsOf(text)) {
    kept += `${text.slice(at, from)}\u0000`
    at = to
  }
  return kept + text.slice(at)
}
