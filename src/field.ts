/** A field of JSON that was not checked, by the names that lead to it; undefined if it is missing. */
export function field(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((holder, name) => (holder as Readonly<Record<string, unknown>> | null | undefined)?.[name], value)
}

/** True for a field that says something: neither missing, nor an empty text, list or object, nor false or 0. */
export function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}
