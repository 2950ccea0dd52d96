/**
 * Writes the tables of inputs and outputs in README.md from action.yml, so that the two cannot disagree.
 *
 *   node scripts/readme.ts          writes
 *   node scripts/readme.ts --check  exits 1 where the README is not what would be written
 */
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { parse } from 'yaml'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string }>>
}

const action = parse(await readFile('action.yml', 'utf8')) as Action
const readme = await readFile('README.md', 'utf8')

const inputs = Object.entries(action.inputs).map(([name, { description, default: value }]) => [
  `\`${name}\``,
  value === undefined ? '' : `\`${value}\``,
  description
])
const outputs = Object.entries(action.outputs).map(([name, { description }]) => [`\`${name}\``, description])

const tables = replaced(
  replaced(readme, 'inputs', table(['input', 'default', 'meaning'], inputs)),
  'outputs',
  table(['output', 'meaning'], outputs)
)
const written = await format(tables, { ...(await resolveConfig('README.md')), parser: 'markdown' })

if (!process.argv.includes('--check')) await writeFile('README.md', written)
else if (written !== readme) {
  console.error('README.md does not say what action.yml says: run "npm run readme" and commit it.')
  process.exitCode = 1
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function replaced(text: string, name: string, content: string): string {
  const opening = `<!-- ${name} -->`
  const closing = `<!-- /${name} -->`
  const start = text.indexOf(opening)
  const end = text.indexOf(closing)
  if (start === -1 || end === -1) throw new Error(`README.md has no ${opening} … ${closing}`)
  return `${text.slice(0, start + opening.length)}\n\n${content}\n\n${text.slice(end)}`
}
