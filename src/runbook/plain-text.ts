import { decodeHTMLStrict } from 'entities/decode'
import type { parseSyntax } from './syntax.ts'
import { collapse } from './text.ts'

type Node = ReturnType<typeof parseSyntax>

/**
 * The text of a node for readers: without markup, HTML, pictures and the numbers of footnotes.
 *
 * @param labels of the definitions of the document, as `foldLabel` makes them.
 */
export function plainText(node: Node, text: string, labels: ReadonlySet<string>): string {
  const source = text.slice(node.from, node.to)
  if (/^(?:Header|Emphasis|Strikethrough|Code)Mark$|^Comment|^ProcessingInstruction/.test(node.name)) return ''
  switch (node.name) {
    case 'Escape':
      return source.slice(1)
    case 'Entity':
      return decodeHTMLStrict(source)
    case 'Autolink':
      return source.slice(1, -1)
    case 'HardBreak':
      return ' '
    case 'HTMLTag':
      return /^<br\b/i.test(source) ? ' ' : ''
  }
  let { from, to } = node
  if (node.name === 'Link' || node.name === 'Image') {
    const [opening, closing, ...more] = node.getChildren('LinkMark')
    const label = labelOf(node, text)
    if (more.length > 0 || labels.has(label)) {
      const isFootnote = label.startsWith('^') && source.startsWith('[^')
      if (node.name === 'Image' || isFootnote) return ''
      from = opening?.to ?? from
      to = closing?.from ?? to
    }
  }
  let shown = ''
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.from < from || child.to > to) continue
    shown += text.slice(from, child.from) + plainText(child, text, labels)
    from = child.to
  }
  return shown + text.slice(from, to)
}

/** The label of a definition, a link or an image, without regard to case, and to the `>` of a block quote. */
export function labelOf(node: Node, text: string): string {
  const label = node.getChild('LinkLabel')
  const written = label === null ? '' : text.slice(label.from + 1, label.to - 1)
  const [opening, closing] = node.getChildren('LinkMark')
  const own = written.trim() === '' ? text.slice(opening?.to, closing?.from) : written
  return foldLabel(own)
}

/** Labels that are equal for a parser of Markdown are equal. */
export function foldLabel(label: string): string {
  return collapse(label.replace(/\n[ \t>]*/g, ' '))
    .toLowerCase()
    .toUpperCase()
}
