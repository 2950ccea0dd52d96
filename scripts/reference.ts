/**
 * Writes docs/reference.md, the tables of inputs and outputs, from action.yml.
 *
 *   node scripts/reference.ts          writes
 *   node scripts/reference.ts --check  exits with 1 if the file differs
 */
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { parse } from 'yaml'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string }>>
}

const FILE = 'docs/reference.md'

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
    'This file is written from [action.yml](../action.yml) by `npm run reference`.',
    '## Inputs',
    table(['input', 'default', 'meaning'], inputRows),
    '## Outputs',
    table(['output', 'meaning'], outputRows)
  ].join('\n\n'),
  { ...(await resolveConfig(FILE)), parser: 'markdown' }
)

if (!process.argv.includes('--check')) {
  await writeFile(FILE, text)
} else if (text !== (await readFile(FILE, 'utf8'))) {
  console.error(`${FILE} differs from action.yml: run "npm run reference" and commit it.`)
  process.exitCode = 1
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
