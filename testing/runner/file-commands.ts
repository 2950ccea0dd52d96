/**
 * The values in a file of `name=value` lines and heredocs, the format of `GITHUB_OUTPUT`, read as strictly as the runner
 * does (actions/runner, `FileCommandManager.cs`).
 *
 * @throws {Error} where the runner would fail the step.
 */
export function parseFileCommands(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const [, name, mark, rest] = /^(.+?)(=|<<)([^]*)$/.exec(line) ?? []
    if (name === undefined || rest === undefined) throw new Error(`Invalid format '${line}'`)
    const end = mark === '=' ? index : lines.indexOf(rest, index + 1)
    if (end < 0 || (mark === '<<' && rest === '')) throw new Error(`Invalid format '${line}': no end`)
    values[name] = mark === '=' ? rest : lines.slice(index + 1, end).join('\n')
    index = end
  }
  return values
}
