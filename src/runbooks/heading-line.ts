/** Without the `#` that may close an ATX heading. */
export function withoutClosing(heading: string): string {
  return heading.replace(/(?:^|[ \t])#+[ \t]*$/, '').trim()
}

/** No character that could be markup; an underscore inside a word never is. */
export function isPlain(text: string): boolean {
  return !/[\\`*<&[\]~]|(?<![a-z\d])_|_(?![a-z\d])/i.test(text)
}
