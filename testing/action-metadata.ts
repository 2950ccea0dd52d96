import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of an `action.yml` that a runner acts on. */
export interface ActionMetadata {
  /** Absolute path of the script. */
  readonly main: string
  /** Every input and its default, which may be an expression; an input without one has the empty string. */
  readonly inputs: Readonly<Record<string, string>>
}

interface ActionYaml {
  readonly inputs?: Readonly<Record<string, { readonly default?: unknown } | null>>
  readonly runs: { readonly main: string }
}

/** This Action's own folder. */
export const ACTION_FOLDER = fileURLToPath(new URL('../', import.meta.url))

/** Reads `action.yml` of the Action in `folder`. */
export async function readActionMetadata(folder: string): Promise<ActionMetadata> {
  const { parse } = await import('yaml')
  const yaml = parse(await readFile(join(folder, 'action.yml'), 'utf8')) as ActionYaml
  const inputs = Object.entries(yaml.inputs ?? {}).map(([name, input]) => {
    const value = input?.default ?? ''
    return [name, typeof value === 'string' ? value : JSON.stringify(value)] as const
  })
  return { main: join(folder, yaml.runs.main), inputs: Object.fromEntries(inputs) }
}

/**
 * The `INPUT_*` variables of a step: all inputs of the Action, those given with their values (also when empty, for an
 * empty value does not fall back to the default), the others with their defaults.
 *
 * @param githubToken what `${{ github.token }}`, the one expression that a default may hold here, stands for.
 * @throws {Error} for an input that the Action does not have; GitHub merely warns, a rehearsal must not misspell.
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
