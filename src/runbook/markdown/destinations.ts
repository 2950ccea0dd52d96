import { readBlocks } from './blocks.ts'
import { htmlDestinations } from './html.ts'
import { scanInline } from './inline.ts'
import type { Span } from './syntax.ts'

/** Where a link or an image points to, as written, without angle brackets or quotes. */
export interface Destination extends Span {
  readonly image: boolean
  /** Decides which escapes it may contain. */
  readonly syntax: 'markdown' | 'html'
}

/**
 * Finds all destinations of a Markdown document in order: of inline links and images, of definitions, of `<a href>` and
 * `<img src>`. A definition that an image uses counts as an image.
 */
export function findDestinations(markdown: string): Destination[] {
  const found: Destination[] = []
  const blocks = [...readBlocks(markdown)]
  const labels = new Set(blocks.flatMap((block) => (block.kind === 'definition' ? [block.label] : [])))
  const imageLabels = new Set<string>()
  const add = (offset: number, { from, to }: Span, image: boolean, syntax: Destination['syntax']): void => {
    found.push({ from: offset + from, to: offset + to, image, syntax })
  }
  const addHtml = (offset: number, html: string): void => {
    for (const destination of htmlDestinations(html)) add(offset, destination, destination.image, 'html')
  }

  for (const block of blocks) {
    if (block.kind === 'html') addHtml(block.from, block.text)
    // Most blocks have no links.
    if (block.kind === 'html' || block.kind === 'definition' || !/[\]<]/.test(block.text)) continue
    const { from, text } = block
    const { links, tags } = scanInline(text, labels)
    for (const { image, destination, label } of links) {
      if (image && label !== undefined) imageLabels.add(label)
      if (destination !== undefined) add(from, destination, image, 'markdown')
    }
    for (const tag of tags) addHtml(from + tag.from, text.slice(tag.from, tag.to))
  }
  for (const block of blocks) {
    if (block.kind === 'definition') add(0, block, imageLabels.has(block.label), 'markdown')
  }
  return found.sort((one, other) => one.from - other.from)
}
