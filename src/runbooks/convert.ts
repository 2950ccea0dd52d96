import type { Content } from '../source/source.ts'
import { openRunbook } from './read.ts'
import type { Converted, Style } from './runbook.ts'

/**
 * A runbook as it is sent: the Markdown as it is written but for the front matter and the destinations of relative links.
 * `targets` is empty with `links: keep`, where links are somebody else's business.
 *
 * @throws {Error} for a file that `readRunbook` did not name; whoever calls knows, for names come first.
 */
export async function convert(path: string, content: Content, style: Style): Promise<Converted> {
  const runbook = await openRunbook(path, content, style)
  if (runbook.kind !== 'runbook') throw new Error(`${path} was converted although it is ${runbook.kind}`)
  const { name, text, body } = runbook
  const head = style.frontMatter === 'keep' ? text.slice(0, body) : ''
  const markdown = text.slice(body)
  const { linked, targets } =
    style.links === 'absolute' && mayLinkHere(markdown)
      ? (await import('./absolute.ts')).makeAbsolute(markdown, path, style, lineOf(text, body))
      : { linked: markdown, targets: [] }
  const source = style.sourceLink ? (await import('./source-link.ts')).sourceLine(linked, path, style) : ''
  return { name, content: head + linked + source, targets }
}

/** Whether there is any syntax of a link that is not plainly another site's: most runbooks have none and need no parser. */
function mayLinkHere(markdown: string): boolean {
  return /\](?:\(|:)\s*(?!\s|<?(?:https?:|mailto:|#))|<(?:a|img)[\s/]/i.test(markdown)
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
