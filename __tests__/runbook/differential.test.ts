import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { HtmlRenderer, Parser, type Node } from 'commonmark'
import fc from 'fast-check'
import { findDestinations } from '../../src/runbook/markdown/destinations.ts'
import { fuzz } from '../support/fuzz.ts'
import { PIECES } from './pieces.ts'

/** Replaces each destination that the scanner finds by a URL; the reference parser then has to find exactly these URLs. */
const MARK = 'https://mark.invalid/'

function markDestinations(markdown: string): string {
  let marked = ''
  let end = 0
  for (const [index, { from, to }] of findDestinations(markdown).entries()) {
    // A destination with a newline is never changed.
    if (from === to || markdown.slice(from, to).includes('\n')) continue
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

function expectSameLinks(markdown: string): void {
  const marked = readWithReference(markDestinations(markdown))
  expect(marked.destinations.filter((found) => !found.startsWith(MARK))).toEqual([])
  expect(marked.html).toBe(readWithReference(markdown).html)
}

describe('the examples of the CommonMark specification have the links that commonmark.js finds', () => {
  const { tests } = createRequire(import.meta.url)('commonmark-spec') as {
    tests: readonly { section: string; number: number; markdown: string }[]
  }
  const bySection = Map.groupBy(tests, ({ section }) => section)

  test.each([...bySection.keys()])('%s', (section) => {
    for (const { markdown } of bySection.get(section) ?? []) {
      for (const variant of [markdown, `> ${markdown.trimEnd().replaceAll('\n', '\n> ')}\n`]) {
        expectSameLinks(variant)
      }
    }
  })
})

// commonmark.js has no tables, footnotes and bare URLs, and takes no tab for white space in links.
const COMMONMARK = PIECES.filter((piece) => !/[|^\t]|:-|:\/\/|www/.test(piece))

test('generated documents have the links that commonmark.js finds', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...COMMONMARK), { maxLength: 30 }), (pieces) => {
      const markdown = pieces.join('')
      // On a lazy continuation line, a tag alone is text for commonmark.js and a block for cmark-gfm.
      fc.pre(!/\S.*\n[ >]*<\/?[a-z]/.test(markdown))
      expectSameLinks(markdown)
    }),
    fuzz(3_000)
  )
})
