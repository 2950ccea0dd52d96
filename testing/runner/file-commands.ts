/**
 * The values in a file of `name=value` lines and heredocs, the format of `GITHUB_OUTPUT`, `GITHUB_STATE` and
 * `GITHUB_ENV`, read as strictly as the runner does (actions/runner, `FileCommandManager.cs`).
 *
 * @throws {Error} where the runner would fail the step.
 */
export function parseFileCommands(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const [, name, mark, rest] = /^(.*?)(=|<<)([^]*)$/.exec(line) ?? []
    if (name === undefined || name === '' || rest === undefined) throw new Error(`Invalid format '${line}'`)
    if (mark === '=') {
      values[name] = rest
      continue
    }
    if (rest === '') throw new Error(`Invalid format '${line}': the delimiter must not be empty`)
    const end = lines.indexOf(rest, index + 1)
    if (end < 0) throw new Error(`Matching delimiter not found '${rest}'`)
    values[name] = lines.slice(index + 1, end).join('\n')
    index = end
  }
  return values
}
