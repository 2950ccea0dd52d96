import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of an `action.yml` that a runner uses. */
export interface ActionMetadata {
  /** Absolute path of the script. Of this Action, tests run the sources, which need no build: `RUNBOOK_SYNC_MAIN`. */
  readonly main: string
  /** Every input and its default, which may be an expression; an input without a default has the empty string. */
  readonly inputs: Readonly<Record<string, string>>
}

let parser: ReturnType<typeof importParser> | undefined

/** This Action's own folder. */
export const ACTION_FOLDER = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Reads `action.yml` of the Action in `folder` with GitHub's own parser.
 *
 * @throws {Error} with the parser's messages, where GitHub would refuse to load the Action.
 */
export async function readActionMetadata(folder: string): Promise<ActionMetadata> {
  const { NoOperationTraceWriter, convertActionTemplate, parseAction } = await (parser ??= importParser())
  const content = await readFile(join(folder, 'action.yml'), 'utf8')
  const { context, value } = parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter())
  const errors = context.errors.getErrors().map(String)
  if (value === undefined || errors.length > 0) throw new Error(`GitHub cannot load ${folder}: ${errors.join('; ')}`)
  const { inputs = [], runs } = convertActionTemplate(context, value)
  if (runs.using !== 'node24') throw new Error(`${folder} runs on ${runs.using}, not on node24`)
  return {
    main: join(folder, folder === ACTION_FOLDER ? (process.env['RUNBOOK_SYNC_MAIN'] ?? runs.main) : runs.main),
    inputs: Object.fromEntries(inputs.map((input) => [input.id, input.default?.toString() ?? '']))
  }
}

/** The package imports JSON without an import attribute, which Node refuses: a hook adds the attribute. */
async function importParser() {
  const hooks = process.getBuiltinModule('node:module').registerHooks({
    load: (url, context, nextLoad) =>
      nextLoad(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context)
  })
  try {
    // One after the other: Jest hangs on concurrent imports that share a module.
    return {
      ...(await import('@actions/workflow-parser/actions/action-parser')),
      ...(await import('@actions/workflow-parser/actions/action-template')),
      ...(await import('@actions/workflow-parser/templates/trace-writer'))
    }
  } finally {
    hooks.deregister()
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
