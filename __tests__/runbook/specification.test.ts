import { createRequire } from 'node:module'
import { expect, test } from '@jest/globals'
import { HtmlRenderer, Parser, type Node } from 'commonmark'
import { parseMarkdown } from '../../src/runbook/markdown.ts'

/** Replaces each destination that the parser finds by a URL. The reference parser has to find exactly these URLs. */
const MARK = 'https://mark.invalid/'

function markDestinations(markdown: string): string {
  let marked = ''
  let end = 0
  for (const [index, { from, to }] of parseMarkdown(markdown, 'a.md').destinations.entries()) {
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
/** A link in which there are brackets that nothing defines: the parser takes them for a link, so that the outer one is none. */
const NESTED_BRACKETS: readonly number[] = [512]
const SECTIONS = Map.groupBy(
  EXAMPLES.filter(({ number }) => !NESTED_BRACKETS.includes(number)),
  ({ section }) => section
)

test.each([...SECTIONS.keys()])(
  'the examples of the CommonMark specification have the links that commonmark.js finds: %s',
  (section) => {
    for (const { markdown } of SECTIONS.get(section) ?? []) {
      for (const variant of [markdown, `> ${markdown.trimEnd().replaceAll('\n', '\n> ')}\n`]) {
        const marked = readWithReference(markDestinations(variant))
        expect(marked.destinations.filter((found) => !found.startsWith(MARK))).toEqual([])
        expect(marked.html).toBe(readWithReference(variant).html)
      }
    }
  }
)
