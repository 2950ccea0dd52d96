// The Action and the service under random trouble: `npm run soak`, or `npm run soak -- --seconds 600 --seed 7`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ACTION_FOLDER } from './action-metadata.ts'
import { soak } from './soak/soak.ts'

const USAGE = `npm run soak -- [--seconds 60] [--seed NUMBER] [--verbose]

  plays random pushes and runs against the service while requests, processes and tokens fail at random moments, and
  compares the knowledge base with the branch: after every green run, and after a reconciling run at the end`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
})

// `exit` removes what is left, also where a person lost patience.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

process.exitCode = await main()

async function main(): Promise<number> {
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
  if (values.help || !(seconds > 0) || !Number.isSafeInteger(seed)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  if (!existsSync(join(ACTION_FOLDER, 'dist/index.js'))) {
    console.error('There is no dist/index.js. Build it with: npm run package')
    return 2
  }
  console.log(`Seed ${seed}, ${seconds} s: repeat with npm run soak -- --seconds ${seconds} --seed ${seed}`)
  const narrate = (line: string) => {
    if (values.verbose) console.log(line)
  }
  const { figures, problems } = await soak({ seed, seconds, narrate })
  for (const [name, figure] of Object.entries(figures)) console.log(`${String(figure).padStart(8)}  ${name}`)
  for (const problem of problems) console.error(`\n${problem}`)
  console.log(
    problems.length === 0 ? 'Every runbook is there, with its text.' : `Seed ${seed}: the promise was broken.`
  )
  return problems.length === 0 ? 0 : 1
}
