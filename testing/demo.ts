// The main job on any machine: `npm run demo`, or `npm run demo -- --repo PATH --files 'PATTERN'`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ACTION_FOLDER } from './action-metadata.ts'
import { CannotPlay, playRepository } from './demo-repository.ts'
import { playSamples } from './demo-samples.ts'
import { Narrator } from './narrator.ts'
import { Terminal } from './terminal.ts'

const USAGE = `npm run demo
    carries the runbooks of examples/runbooks through four pushes into a service on this machine

npm run demo -- --repo PATH [--files PATTERN]...
    does the same with the last pushes of any Git repository, which is only read

  --repo PATH      a repository on this machine
  --files PATTERN  which of its files are runbooks; docs/runbooks/**/*.md without it, several if repeated`

interface Arguments {
  readonly repo: string | undefined
  readonly files: string
  readonly help: boolean
}

function readArguments(): Arguments {
  const options = {
    repo: { type: 'string' },
    files: { type: 'string', multiple: true },
    help: { type: 'boolean' }
  } as const
  try {
    const { repo, files, help = false } = parseArgs({ options }).values
    if (files !== undefined && repo === undefined) throw new Error('--files goes together with --repo')
    return { repo, files: files?.join('\n') ?? 'docs/runbooks/**/*.md', help }
  } catch (error) {
    throw new CannotPlay(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

async function main(): Promise<number> {
  const { repo, files, help } = readArguments()
  if (help) {
    console.log(USAGE)
    return 0
  }
  if (!existsSync(join(ACTION_FOLDER, 'dist/index.js'))) {
    throw new CannotPlay('There is no dist/index.js. Build it with: npm run package')
  }
  const terminal = new Terminal(process.stdout, process.env)
  const narrator = new Narrator(terminal)
  const started = performance.now()
  await (repo === undefined ? playSamples(narrator) : playRepository(narrator, repo, files))

  const { problems } = narrator
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (problems.length === 0) {
    terminal.heading(`Everything is as it should be (${seconds} s)`)
    return 0
  }
  terminal.heading(`${problems.length} of the checks failed`)
  for (const problem of problems) terminal.check(false, problem)
  return 1
}

// `exit` removes what is left, also where a person lost patience.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
// Whoever reads the output may stop reading: `npm run demo | head`.
process.stdout.once('error', () => process.exit(1))

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CannotPlay)) throw error
  console.error(error.message)
  process.exitCode = 2
}
