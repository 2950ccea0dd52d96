/** A field of JSON that was not checked, by the names that lead to it; undefined if it is missing. */
export function field(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((holder, name) => (holder as Readonly<Record<string, unknown>> | null | undefined)?.[name], value)
}
