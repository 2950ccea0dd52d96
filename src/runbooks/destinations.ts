import { leavesOf, type Leaf } from './blocks.ts'
import { htmlDestinations } from './html.ts'
import { readDefinitions, scanInline, type Definition, type Span } from './inline.ts'

/** Where a link or an image points, as it is written, without angle brackets or quotes. */
export interface Destination extends Span {
  readonly image: boolean
  /** Which escapes it is written with: an HTML attribute knows entities, Markdown backslashes too. */
  readonly syntax: 'markdown' | 'html'
}

/**
 * Every destination in a Markdown text, in its order: of inline links and images, of definitions, of `<a href>` and
 * `<img src>`. A definition is an image's where an image refers to it.
 */
export function destinationsOf(text: string): Destination[] {
  const leaves = leavesOf(text)
  const defined = definitionsIn(leaves)
  const isDefined = (label: string): boolean => defined.labels.has(label)
  const found: Destination[] = []
  const imageLabels = new Set<string>()

  for (const leaf of leaves) {
    const place = ({ from, to }: Span): Span => ({ from: leaf.from + from, to: leaf.from + to })
    if (leaf.kind === 'html') {
      for (const { image, ...span } of htmlDestinations(leaf.text))
        found.push({ ...place(span), image, syntax: 'html' })
      continue
    }
    if (!/[\]<]/.test(leaf.text)) continue
    const { links, tags } = scanInline(leaf.text, defined.ends.get(leaf) ?? 0, isDefined)
    for (const { image, destination, label } of links) {
      if (destination !== undefined) found.push({ ...place(destination), image, syntax: 'markdown' })
      if (image && label !== undefined) imageLabels.add(label)
    }
    for (const { from, to } of tags) {
      const inside = htmlDestinations(leaf.text, from, to)
      for (const { image, ...span } of inside) found.push({ ...place(span), image, syntax: 'html' })
    }
  }
  for (const { label, destination } of defined.all) {
    found.push({ ...destination, image: imageLabels.has(label), syntax: 'markdown' })
  }
  return found.sort((one, other) => one.from - other.from)
}

/** The definitions of a document, with their places in it, and where they end in the leaves that they open. */
export function definitionsIn(leaves: readonly Leaf[]): {
  readonly all: readonly Definition[]
  readonly labels: ReadonlySet<string>
  readonly ends: ReadonlyMap<Leaf, number>
} {
  const all: Definition[] = []
  const ends = new Map<Leaf, number>()
  for (const leaf of leaves) {
    if (!leaf.text.startsWith('[') || (leaf.kind !== 'paragraph' && leaf.kind !== 'heading')) continue
    const { definitions, end } = readDefinitions(leaf.text)
    if (end > 0) ends.set(leaf, end)
    for (const { label, destination } of definitions) {
      all.push({ label, destination: { from: leaf.from + destination.from, to: leaf.from + destination.to } })
    }
  }
  return { all, labels: new Set(all.map(({ label }) => label)), ends }
}
