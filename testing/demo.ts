// The main job on any machine: `npm run demo`, `npm run demo -- --open`, or `npm run demo -- --repo PATH --files 'PATTERN'`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Printer } from './demo/printer.ts'
import { demonstrateRepository, UsageError } from './demo/repository.ts'
import { demonstrateSamples } from './demo/samples.ts'
import { ACTION_FOLDER } from './runner/action-metadata.ts'

const USAGE = `npm run demo
    syncs examples/runbooks with a service on this machine: pushes, an edit in the assistant, a conflict, an expired token,
    a deleted entry, a removed runbook

npm run demo -- --open
    leaves the service running, so that you can edit an entry and see what the next run does to your edit

npm run demo -- --repo PATH [--files PATTERN]... [--entry-name TEMPLATE]
    does the same with the last pushes of a Git repository, which is only read

  --repo PATH            a repository on this machine
  --files PATTERN        which of its files are runbooks; by default docs/runbooks/**/*.md; may be repeated
  --entry-name TEMPLATE  if titles repeat, for example '{dir}: {title}'
  --verbose              shows logs, summaries and checks`

function readArguments() {
  const options = {
    repo: { type: 'string' },
    files: { type: 'string', multiple: true },
    'entry-name': { type: 'string' },
    open: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  } as const
  try {
    const { values } = parseArgs({ options })
    for (const option of ['files', 'entry-name'] as const) {
      if (values[option] !== undefined && values.repo === undefined)
        throw new Error(`--${option} goes together with --repo`)
    }
    if (values.open && values.repo !== undefined) throw new Error('--open shows the sample runbooks; leave out --repo')
    return values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

async function main(): Promise<number> {
  const { repo, files = ['docs/runbooks/**/*.md'], 'entry-name': entryName = '', open, verbose, help } = readArguments()
  if (help) {
    console.log(USAGE)
    return 0
  }
  if (!existsSync(join(ACTION_FOLDER, process.env['RUNBOOK_SYNC_MAIN'] ?? 'dist/index.js'))) {
    throw new UsageError('There is no dist/index.js. Build it with: npm run package')
  }
  const printer = new Printer(verbose)
  const started = performance.now()
  await (repo === undefined
    ? demonstrateSamples(printer, open)
    : demonstrateRepository(printer, repo, { files: files.join('\n'), 'entry-name': entryName }))

  const { checks, problems } = printer
  const seconds = open ? '' : ` in ${((performance.now() - started) / 1000).toFixed(1)} s`
  if (problems.length > 0) {
    printer.line(`\n${problems.length} of ${checks} checks failed:`)
    for (const problem of problems) printer.line(`  ✗ ${problem}`)
    return 1
  }
  printer.line(`\n${printer.state}`)
  printer.line(`All ${checks} checks passed${seconds}. Look closer:`)
  printer.line('  npm run demo -- --verbose                        logs, job summaries and checks')
  printer.line('  npm run demo -- --open                           edit an entry, and see what a run does to it')
  printer.line("  npm run demo -- --repo PATH --files '**/*.md'    the same with runbooks of your own")
  return 0
}

// `exit` removes the temporary files after Ctrl-C, too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
// The reader may stop: `npm run demo | head`.
process.stdout.once('error', () => process.exit(1))

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
