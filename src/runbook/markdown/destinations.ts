import { readBlocks } from './blocks.ts'
import { htmlDestinations } from './html-attributes.ts'
import { scanInline } from './inline.ts'
import type { Span } from './span.ts'

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
  const addHtml = (text: string, offset: number, start?: number, end?: number): void => {
    for (const { image, from, to } of htmlDestinations(text, start, end)) {
      found.push({ from: offset + from, to: offset + to, image, syntax: 'html' })
    }
  }

  for (const block of blocks) {
    if (block.kind === 'definition') continue
    if (block.kind === 'html') {
      addHtml(block.text, block.from)
      continue
    }
    // Most blocks have no links.
    if (!/[\]<]/.test(block.text)) continue
    const { links, tags } = scanInline(block.text, (label) => labels.has(label))
    for (const { image, destination, label } of links) {
      if (image && label !== undefined) imageLabels.add(label)
      if (destination === undefined) continue
      found.push({
        from: block.from + destination.from,
        to: block.from + destination.to,
        image,
        syntax: 'markdown'
      })
    }
    for (const tag of tags) addHtml(block.text, block.from, tag.from, tag.to)
  }
  for (const block of blocks) {
    if (block.kind !== 'definition') continue
    found.push({ ...block.destination, image: imageLabels.has(block.label), syntax: 'markdown' })
  }
  return found.sort((one, other) => one.from - other.from)
}
