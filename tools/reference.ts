import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { parse } from 'yaml'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string }>>
}

const FILE = 'docs/reference.md'

/** Writes docs/reference.md, the tables of inputs and outputs, from action.yml. */
export async function writeReference(): Promise<void> {
  const { inputs, outputs } = parse(await readFile('action.yml', 'utf8')) as Action
  const inputRows = Object.entries(inputs).map(([name, { description, default: value }]) => [
    `\`${name}\``,
    value === undefined ? '' : `\`${value}\``,
    description
  ])
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description])
  const text = await format(
    [
      '# Inputs and outputs',
      'This file is written from [action.yml](../action.yml) by `npm run package`.',
      '## Inputs',
      table(['input', 'default', 'meaning'], inputRows),
      '## Outputs',
      table(['output', 'meaning'], outputRows)
    ].join('\n\n'),
    { ...(await resolveConfig(FILE)), parser: 'markdown' }
  )
  await writeFile(FILE, text)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
