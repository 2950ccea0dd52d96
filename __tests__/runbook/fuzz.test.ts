import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseMarkdown } from '../../src/runbook/markdown.ts'
import { CHARACTER, fuzz } from '../support/fuzz.ts'
import { PIECES } from './pieces.ts'
import { bytes, convert, read } from './read.ts'

const PATH = 'docs/runbooks/disk (1)/full.md'

const markdown = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: CHARACTER, maxLength: 5 })), {
    maxLength: 40
  })
  .map((pieces) => pieces.join('').replaceAll('\0', '').toWellFormed())

const options = fc.record({
  frontMatter: fc.constantFrom('strip', 'keep'),
  forge: fc.constantFrom('github', 'other'),
  nameTemplate: fc.constantFrom('{title}', '{path}', '{dir}: {stem}')
} as const)

describe('every file', () => {
  test('of Markdown gives a printable name and well-formed text', () => {
    fc.assert(
      fc.property(markdown, options, (text, chosen) => {
        const result = read(text, chosen, PATH)
        if (result.kind !== 'runbook') return
        expect(result.name).toMatch(/^[^\p{Cc}]+$/u)
        expect(convert(text, chosen, PATH).text.isWellFormed()).toBe(true)
      }),
      fuzz(150)
    )
  })

  test('of bytes is refused, or its text has the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (raw) => {
        const result = read(bytes([...raw]), { frontMatter: 'keep', forge: 'other' })
        if (result.kind !== 'runbook') return
        const sent = Buffer.from(result.above + result.below)
        expect(sent.equals(raw) || sent.equals(raw.subarray(3))).toBe(true)
      }),
      fuzz(150)
    )
  })
})

describe('absolute links', () => {
  // A paragraph at the start keeps the text from being empty or front matter.
  const OPTIONS = { nameTemplate: '{path}' }
  const body = markdown.map((text) => `x\n\n${text}`)

  test('change nothing but destinations', () => {
    fc.assert(
      fc.property(body, (text) => {
        const { destinations } = parseMarkdown(text)
        // An encoded pipe no longer separates cells, so the line can become the header of a table.
        fc.pre(!destinations.some(({ from, to }) => text.slice(from, to).includes('|')))
        expect(withoutDestinations(convert(text, OPTIONS, PATH).text)).toBe(withoutDestinations(text))
      }),
      fuzz(150)
    )
  })

  test('stay the same in a second conversion', () => {
    fc.assert(
      fc.property(body, (file) => {
        const { text } = convert(file, OPTIONS, PATH)
        expect(convert(text, OPTIONS, PATH)).toEqual({ text, targets: [], warnings: [] })
      }),
      fuzz(150)
    )
  })

  test('lead to files with special characters in their names', () => {
    const characters = Array.from(' a.-_ü%()&#?[]<>"`*|=\\~{}')
    const name = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(name, (file) => {
        fc.pre(file.trim() !== '' && !['.', '..'].includes(file))
        const written = encodeURIComponent(file).replace(/[()]/g, '\\$&')
        const { text, targets } = convert(`[a](${written})`, {}, 'x.md')
        expect(targets).toEqual([{ path: file, line: 1 }])
        expect(decodeURIComponent(text)).toBe(`[a](https://github.com/acme/handbook/blob/main/${file})`)
      }),
      fuzz(150)
    )
  })
})

function withoutDestinations(text: string): string {
  const parts: string[] = []
  let end = 0
  for (const { from, to } of parseMarkdown(text).destinations) {
    parts.push(text.slice(end, from))
    end = to
  }
  return [...parts, text.slice(end)].join('\0')
}
