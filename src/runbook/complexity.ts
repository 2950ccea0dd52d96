/** About four seconds of micromark. Of 8,422 public documents, the most complex one has 322 million; it has 264 KB. */
export const MAX_STEPS = 330_000_000
/** In characters. A longer text needs a GiB of memory or more. */
const MAX_LENGTH = 1024 * 1024

/** Characters that become elements of a paragraph. */
const MARKS = /[\\`<&[\]!|*_~]/g
/** From these, micromark may read to the end of the paragraph, or back to its start. */
const SEARCHES = /`+|[<\]]/g
/** Markers of block quotes, lists and footnotes; underlines of headings; definitions. */
const CONTAINERS =
  /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)|\[\^[^\]\s]+\]:)[ \t]*)+|^[ \t]*[=-](?=[=-]*[ \t]*$)|\]:/gm

/** Whether micromark could take more than about five seconds. Counts decide, so that all machines send the same text. */
export function isTooComplex(text: string): boolean {
  return text.length > MAX_LENGTH || stepsOf(text) > MAX_STEPS
}

/**
 * An upper estimate of the steps that micromark takes; a step is about 12 ns. It takes quadratic time where a paragraph has many
 * brackets, tags or code spans, and where containers end: each end moves all elements of the document.
 */
export function stepsOf(text: string): number {
  let elements = 0
  let searches = 0
  let containers = 0
  // No paragraph contains a blank line.
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = count(block, /\n/g) + 2
    const marks = count(block, MARKS)
    const markers = block.match(CONTAINERS)?.join('').replace(/[ \t]/g, '').length ?? 0
    elements += 3 * lines + marks + markers
    searches += count(block, SEARCHES) * block.length + lines * marks
    if (markers > 0) containers += lines + markers
  }
  return elements * 2000 + searches + elements * containers
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
