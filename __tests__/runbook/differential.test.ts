import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { HtmlRenderer, Parser, type Node } from 'commonmark'
import fc from 'fast-check'
import { parseMarkdown, type Destination } from '../../src/runbook/markdown.ts'
import { syntaxTree } from '../../src/runbook/parser.ts'
import { CHARACTER, fuzz } from '../support/fuzz.ts'
import { readWithMicromark } from './micromark.ts'
import { PIECES } from './pieces.ts'

/** Replaces each destination that the parser finds by a URL. The reference parser has to find exactly these URLs. */
const MARK = 'https://mark.invalid/'

function markDestinations(markdown: string): string {
  let marked = ''
  let end = 0
  for (const [index, { from, to }] of parseMarkdown(markdown).destinations.entries()) {
    // A destination with a newline is never changed.
    if (markdown.slice(from, to).includes('\n')) continue
    marked += markdown.slice(end, from) + MARK + String(index)
    end = to
  }
  return marked + markdown.slice(end)
}

/** The document as the reference parser reads it, without destinations, and the destinations of links and images. */
function readWithReference(markdown: string): { html: string; destinations: string[] } {
  const document = new Parser().parse(markdown)
  const destinations: string[] = []
  const walker = document.walker()
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node } = event
    if (!event.entering) continue
    if ((node.type === 'link' || node.type === 'image') && !isAutolink(node)) {
      destinations.push(node.destination ?? '')
      node.destination = ''
    }
    if (node.type === 'html_block' || node.type === 'html_inline') {
      node.literal = (node.literal ?? '').replace(/((?:href|src)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi, '$1')
    }
  }
  return { html: new HtmlRenderer().render(document), destinations: destinations.filter((found) => found !== '') }
}

function isAutolink({ destination, firstChild }: Node): boolean {
  const text = firstChild?.literal ?? ''
  return (destination === encodeURI(text) && text.includes(':')) || destination === `mailto:${text}`
}

const { tests: EXAMPLES } = createRequire(import.meta.url)('commonmark-spec') as {
  tests: readonly { section: string; number: number; markdown: string }[]
}
const SECTIONS = Map.groupBy(EXAMPLES, ({ section }) => section)

/** The text after a prefix, and as much indentation or the same prefix on each further line. */
function inside(first: string, others: string, text: string): string {
  return `${first}${text.trimEnd().replaceAll('\n', `\n${others}`)}\n`
}

describe('the examples of the CommonMark specification have the links that commonmark.js finds', () => {
  test.each([...SECTIONS.keys()])('%s', (section) => {
    for (const { markdown } of SECTIONS.get(section) ?? []) {
      for (const variant of [markdown, inside('> ', '> ', markdown)]) {
        const marked = readWithReference(markDestinations(variant))
        expect(marked.destinations.filter((found) => !found.startsWith(MARK))).toEqual([])
        expect(marked.html).toBe(readWithReference(variant).html)
      }
    }
  })
})

describe('destinations, title and labels are those that micromark finds', () => {
  test.each([...SECTIONS.keys()])('in the examples of the CommonMark specification: %s', (section) => {
    for (const { markdown, number } of SECTIONS.get(section) ?? []) {
      const inList = inside('- ', '  ', markdown)
      // Blanks behind the marker of an empty item.
      const lists = number === 227 ? [] : [inList, inside('[^1]: ', '    ', markdown)]
      for (const variant of [markdown, inside('> ', '> ', markdown), ...lists]) {
        expect(readWithLezer(variant)).toEqual(comparable(readWithMicromark(variant)))
      }
    }
  })

  /** Where @lezer/markdown differs. In 3,500 public documents there is none of these. */
  const DIFFERENCES: Readonly<Record<string, RegExp>> = {
    'a table of one column is none': /^[\s>]*(?=.*[:|])\|?[ \t]*:?-+:?[ \t]*\|?[ \t]*$/m,
    'a line of `=` or `-` right below a table makes a heading of it': /\|-?[^]*\n[ \t>]*(?:=+|-+)[ \t]*$/m,
    'an ordered list right below a table starts with 1': /\|-?.*\n(?:.+\n)*[ \t>]*\d/,
    'below a definition, any block can start': /\]:[ \t]*\S+.*\n[ \t>]*(?:[^\s>]| {4}|\t)/,
    'below the text of a quote or item, what cannot interrupt a paragraph continues it':
      /^[ \t]*(?:>|[-+*]|\d+[.)]).*\n[ \t]*[^\s>]/m,
    'the destination of a definition has any parentheses': /\]:\s*\S*\(/,
    'an image consumes the label behind it, defined or not': /!\[[^\]]*\]\[/,
    'brackets before parentheses are no text for the link around them': /\]\([^]*\]\(/,
    'a bare URL is text like any other': /www\.|https?:\/\//,
    'one tilde is text': /~/,
    'any white space may stand behind a tag, and control characters in a destination': /[^\S \t\n]|(?!\s)\p{Cc}/u
  }
  const text = fc
    .array(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: CHARACTER, maxLength: 5 })),
      {
        maxLength: 40
      }
    )
    .map((pieces) =>
      pieces
        .join('')
        .replace(/\0|^\uFEFF+/g, '')
        .replace(/\r\n?/g, '\n')
        .toWellFormed()
    )
    .filter((generated) => !Object.values(DIFFERENCES).some((difference) => difference.test(generated)))

  test('in generated texts', () => {
    fc.assert(
      fc.property(text, (generated) => {
        expect(readWithLezer(generated)).toEqual(comparable(readWithMicromark(generated)))
      }),
      fuzz(150)
    )
  })
})

test('a text has the same links and title with each kind of line ending', () => {
  for (const { markdown } of EXAMPLES) {
    const { destinations, title } = parseMarkdown(markdown)
    for (const lineEnding of ['\r\n', '\r']) {
      const other = markdown.replaceAll('\n', lineEnding)
      const found = parseMarkdown(other)
      expect(found.title).toBe(title)
      const written = found.destinations.map(({ from, to }) => other.slice(from, to))
      expect(written).toEqual(destinations.map(({ from, to }) => markdown.slice(from, to).replaceAll('\n', lineEnding)))
    }
  }
})

function readWithLezer(text: string): unknown {
  const { destinations, title } = parseMarkdown(text)
  return comparable({ destinations, title, labels: [...syntaxTree(text).labels] })
}

/** Without empty destinations, which never change. */
function comparable({ destinations, title, labels }: ReturnType<typeof readWithMicromark>): unknown {
  const changeable = ({ from, to }: Destination): boolean => from < to
  return { destinations: destinations.filter(changeable), title, labels: [...new Set(labels)].sort() }
}
