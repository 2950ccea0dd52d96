/** They take about three seconds. Of 10,341 public documents, one has more: minutes of meetings with 264 KB of nested lists. */
export const MAX_STEPS = 250_000_000
/** In characters. A longer text needs a GiB of memory or more. */
const MAX_LENGTH = 1024 * 1024

/** Characters that become elements of a paragraph. */
const MARKS = /[\\`<&[\]!|*_~]/g
/** From each of these, micromark may read to the end of the paragraph or back to its start. */
const SEARCHES = /`+|[<\]]/g
/** Markers of block quotes, lists and footnotes; underlines of headings; definitions. */
const CONTAINERS =
  /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)|\[\^[^\]\s]+\]:)[ \t]*)+|^[ \t]*[=-](?=[=-]*[ \t]*$)|\]:/gm

/** Whether micromark could take more than about five seconds. Counts decide, so that all machines send the same text. */
export function isTooComplex(text: string): boolean {
  return text.length > MAX_LENGTH || stepsOf(text) > MAX_STEPS
}

/**
 * Estimates how many steps of about 12 ns micromark takes at most. It takes quadratic time for the brackets, tags and code spans of a
 * paragraph. It also does for containers: where one ends, micromark moves all elements of the document.
 */
export function stepsOf(text: string): number {
  let elements = 0
  let searches = 0
  let containers = 0
  // No paragraph contains a blank line.
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = count(block, /\n/g) + 2
    const marks = count(block, MARKS)
    let markers = 0
    for (const [prefix] of block.matchAll(CONTAINERS)) {
      const depth = count(prefix, /[^ \t]/g)
      markers += depth
      // For each marker of a list, micromark looks for a thematic break in the rest of the line.
      searches += 16 * depth * depth
    }
    elements += 3 * lines + marks + markers
    searches += count(block, SEARCHES) * block.length + lines * marks
    // An indented block may continue a container. Any line may then end it.
    if (markers > 0 || /^\n?[ \t]/.test(block)) containers += lines + markers
  }
  return elements * 2000 + searches + elements * containers
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
