/** A text that the Action has sent without its source line. */
export function withoutSource(content: string): string {
  return content.replace(/\nSource: .*, version [0-9a-f]{12}\n$/, '')
}
