/**
 * Measures the Action against the least that the same task takes, and prints a Markdown table of ratios. Without
 * arguments: everything but `large`, which takes minutes.
 *
 *   npm run bench
 *   npm run bench -- push delivery
 *   npm run bench -- large
 */
import { conversion } from './conversion.ts'
import { delivery, firstSync } from './delivery.ts'
import { tableOf, type Row } from './harness.ts'
import { push } from './push.ts'

const GROUPS: Readonly<Record<string, () => Promise<Row[]>>> = {
  conversion,
  delivery,
  push,
  full: async () => [await firstSync(20_000)],
  large: async () => [await firstSync(100_000)]
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
