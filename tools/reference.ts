import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { parse } from 'yaml'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string }>>
}

const FILE = 'docs/reference.md'

/** Writes docs/reference.md, the inputs and outputs, from action.yml. */
export async function writeReference(): Promise<void> {
  const { inputs, outputs } = parse(await readFile('action.yml', 'utf8')) as Action
  const paragraphs = [
    '# Inputs and outputs',
    'This file is written from [action.yml](../action.yml) by `npm run package`.',
    '## Inputs',
    ...Object.entries(inputs).flatMap(([name, { description, default: value }]) => [
      `### ${name}`,
      value === undefined ? description : `${description} Default: \`${value}\`.`
    ]),
    '## Outputs',
    'A number that is not known is empty.',
    Object.entries(outputs)
      .map(([name, { description }]) => `- **\`${name}\`**: ${description}`)
      .join('\n')
  ]
  const text = paragraphs.join('\n\n')
  await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), parser: 'markdown', proseWrap: 'always' }))
}
