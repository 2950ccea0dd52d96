/**
 * Measures the Action against the least that the same task takes, and prints a Markdown table of ratios. Without
 * arguments: everything but `large`, which takes minutes.
 *
 *   npm run bench
 *   npm run bench -- start delivery
 *   npm run bench -- large
 */
import { conversion } from './conversion.ts'
import { delivery, fullSync } from './delivery.ts'
import { tableOf, type Row } from './harness.ts'
import { list } from './list.ts'
import { memory } from './memory.ts'
import { start } from './start.ts'

const GROUPS: Readonly<Record<string, () => Promise<Row[]>>> = {
  start,
  conversion,
  delivery,
  memory,
  list,
  full: async () => [await fullSync(20_000)],
  large: async () => [await fullSync(100_000)]
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in GROUPS))
if (unknown !== undefined) {
  console.error(`There is no \`${unknown}\`. Choose from: ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(2)
}

const rows: Row[] = []
for (const [name, group] of Object.entries(GROUPS)) {
  if (wanted.length === 0 ? name === 'large' : !wanted.includes(name)) continue
  console.error(`${name} …`)
  rows.push(...(await group()))
}
console.log(tableOf(rows))
