import MarkdownIt, { type Token } from 'markdown-it'
import { readBlocks } from './markdown/blocks.ts'
import { collapse } from './name.ts'

/** In characters. The inline parser takes quadratic time, and no longer heading is a name. */
const MAX_LENGTH = 4096

const inlineParser = new MarkdownIt('commonmark').enable('strikethrough')
// The default rejects `javascript:` links; here only the text of a link counts.
inlineParser.validateLink = () => true

/** The first top-level H1 with text, as plain text. Headings in lists and block quotes do not count. */
export function firstHeading(markdown: string): string | undefined {
  let references: ReturnType<typeof readReferences> | undefined
  for (const block of readBlocks(markdown)) {
    if (block.kind !== 'title') continue
    const source = block.text.trim()
    if (source.length > MAX_LENGTH) return collapse(source)
    if (source.includes('[')) references ??= readReferences(markdown)
    const [inline] = inlineParser.parseInline(source, { references: references ?? {} })
    const text = collapse(plainText(inline?.children ?? []))
    if (text !== '') return text
  }
  return undefined
}

/** The labels that a document defines, as markdown-it expects them. */
function readReferences(markdown: string): Record<string, { href: string; title: string }> {
  const definitions = [...readBlocks(markdown)].filter((block) => block.kind === 'definition')
  return Object.fromEntries(definitions.map(({ label }) => [label, { href: '', title: '' }]))
}

/** Text as readers see it: without markup and HTML, images as their alternative text. */
function plainText(tokens: readonly Token[]): string {
  const parts = tokens.map((token) => {
    if (token.type === 'image') return plainText(token.children ?? [])
    if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
    return token.type === 'html_inline' ? '' : token.content
  })
  return parts.join('')
}
