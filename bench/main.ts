/**
 * How fast the Action is, as ratios to floors that were measured in the same rounds: `npm run bench`.
 *
 *   --only GROUP    start, detection, conversion, delivery, memory, verification; may be given more than once
 *   --rounds N      how many rounds settle each case; by default each case has its own number
 *   --full          also the cases that take minutes
 *   --json FILE     where to write the measurements; by default into the folder for temporary files
 *   --docs          writes the table into docs/performance.md
 */
import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../testing/leftovers.ts'
import { writeDocs } from './docs.ts'
import { conversion } from './groups/conversion.ts'
import { delivery } from './groups/delivery.ts'
import { detection } from './groups/detection.ts'
import { memory } from './groups/memory.ts'
import { start } from './groups/start.ts'
import { verification } from './groups/verification.ts'
import type { Group, Measurement, Stage } from './measure.ts'
import { stripPrograms } from './javascript.ts'
import { compare } from './rounds.ts'
import { table } from './table.ts'

const GROUPS: readonly Group[] = [start, detection, conversion, delivery, memory, verification]

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    full: { type: 'boolean', default: false },
    json: { type: 'string', default: join(tmpdir(), 'runbook-sync-bench.json') },
    docs: { type: 'boolean', default: false }
  }
})
const only = values.only ?? GROUPS.map(({ name }) => name)
const unknown = only.find((name) => !GROUPS.some((group) => group.name === name))
if (unknown !== undefined)
  throw new Error(`There is no group \`${unknown}\`: ${GROUPS.map(({ name }) => name).join(', ')}`)
const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds takes a number')

const measurements: Measurement[] = []
{
  await using temporary = await temporaryFolder()
  const programs = await stripPrograms(join(temporary.path, 'programs'))
  for (const group of GROUPS.filter(({ name }) => only.includes(name))) {
    const folder = join(temporary.path, group.name)
    await mkdir(folder)
    measurements.push(...(await measure(group, { folder, full: values.full, programs })))
    await rm(folder, { recursive: true })
  }
}

const result = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  git: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim().replace('git version ', ''),
  cores: availableParallelism(),
  platform: `${process.platform} ${process.arch}`,
  full: values.full,
  measurements
}
await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`)
const printed = table(measurements)
console.log(
  `${result.date}, node ${result.node}, git ${result.git}, ${result.cores} cores, ${result.platform}\n\n${printed}\n`
)
console.log(`As JSON: ${values.json}`)
if (values.docs) await writeDocs(result, printed)

async function measure(group: Group, stage: Stage): Promise<Measurement[]> {
  console.error(`${group.name}: preparing`)
  await using prepared = await group.prepare(stage)
  const results: Measurement[] = []
  for (const contest of prepared.cases) {
    console.error(`${group.name}: ${contest.name}`)
    results.push(...(await compare(group.name, contest, rounds)))
  }
  return results
}
