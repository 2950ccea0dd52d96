import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** The part of an `action.yml` that a runner uses. */
export interface ActionMetadata {
  /** Absolute path of the script. Of this Action, tests run the sources if `dist/` is not built from them: `RUNBOOK_SYNC_MAIN`. */
  readonly main: string
  /** Every input and its default, which may be an expression; an input without a default has the empty string. */
  readonly inputs: Readonly<Record<string, string>>
}

/** This Action's own folder. */
export const ACTION_FOLDER = fileURLToPath(new URL('../../', import.meta.url))

/** The part of the file that is read. A scalar is text, as the runner reads it. */
interface ActionFile {
  readonly inputs?: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly using: string; readonly main: string }
}

/**
 * Reads `action.yml` of the Action in `folder`. Whether GitHub would load it is a test of this Action's own.
 *
 * @throws {Error} if the Action does not run on Node 24.
 */
export async function readActionMetadata(folder: string): Promise<ActionMetadata> {
  const content = await readFile(join(folder, 'action.yml'), 'utf8')
  const { inputs = {}, runs } = parse(content, { schema: 'failsafe' }) as ActionFile
  if (runs.using !== 'node24') throw new Error(`${folder} runs on ${runs.using}, not on node24`)
  return {
    main: join(folder, folder === ACTION_FOLDER ? (process.env['RUNBOOK_SYNC_MAIN'] ?? runs.main) : runs.main),
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default ?? '']))
  }
}

/**
 * The `INPUT_*` variables of a step: every input of the Action with the given value or its default. An empty value that is
 * given does not fall back to the default.
 *
 * @param githubToken the value of `${{ github.token }}`, the one expression that a default may hold here.
 * @throws {Error} for an input that the Action does not have. GitHub only warns; a test must not misspell.
 */
export function inputVariables(
  { inputs }: ActionMetadata,
  given: Readonly<Record<string, string>>,
  githubToken: string
): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !(name in inputs))
  if (unknown.length > 0) throw new Error(`The Action has no input ${unknown.map((name) => `\`${name}\``).join(', ')}`)
  const variables = Object.entries(inputs).map(([name, fallback]) => {
    const value = given[name] ?? fallback.replace(/\$\{\{\s*github\.token\s*\}\}/g, () => githubToken)
    if (given[name] === undefined && value.includes('${{'))
      throw new Error(`Input \`${name}\`: cannot evaluate ${value}`)
    return [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value] as const
  })
  return Object.fromEntries(variables)
}
