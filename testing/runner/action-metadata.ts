import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** This Action's own folder. */
export const ACTION_FOLDER = fileURLToPath(new URL('../../', import.meta.url))

/** The part of an `action.yml` that a runner uses. A scalar is text, as the runner reads it. */
interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly main: string }
}

/**
 * The script of the Action in `folder`, and the `INPUT_*` variables of a step: every input of the Action with the given value
 * or its default. An empty value that is given does not fall back to the default. Tests run the sources of this Action if
 * `dist/` is not built from them: `RUNBOOK_SYNC_MAIN`.
 *
 * @param githubToken the value of `${{ github.token }}`, the one expression that a default has.
 * @throws {Error} for an input that the Action does not have. GitHub only warns; a test must not misspell.
 */
export async function readAction(folder: string, given: Readonly<Record<string, string>>, githubToken: string) {
  const content = await readFile(join(folder, 'action.yml'), 'utf8')
  const { inputs, runs } = parse(content, { schema: 'failsafe' }) as ActionFile
  const unknown = Object.keys(given).filter((name) => !(name in inputs))
  if (unknown.length > 0) throw new Error(`The Action has no input ${unknown.join(', ')}`)
  const variables = Object.entries(inputs).map(([name, { default: fallback = '' }]) => {
    const value = given[name] ?? fallback.replace('${{ github.token }}', () => githubToken)
    return [`INPUT_${name.toUpperCase()}`, value] as const
  })
  const main = folder === ACTION_FOLDER ? (process.env['RUNBOOK_SYNC_MAIN'] ?? runs.main) : runs.main
  return { main: join(folder, main), variables: Object.fromEntries(variables) }
}
