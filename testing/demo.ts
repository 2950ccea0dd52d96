// The main job on any machine: `npm run demo`, or `npm run demo -- --open`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Printer } from './demo/printer.ts'
import { demonstrate } from './demo/samples.ts'
import { ACTION_FOLDER } from './runner/action-metadata.ts'

const USAGE = `npm run demo [-- --open] [--verbose]
  syncs examples/runbooks with a service on this machine: pushes, an edit in the assistant, a conflict, an expired token,
  a deleted entry, a removed runbook

  --open     leaves the service running, so that you can edit an entry and see what the next run does to your edit
  --verbose  shows logs, summaries and checks`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      open: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  if (!existsSync(join(ACTION_FOLDER, process.env['RUNBOOK_SYNC_MAIN'] ?? 'dist/index.js'))) {
    console.error('There is no dist/index.js. Build it with: npm run package')
    return 2
  }
  const printer = new Printer(values.verbose)
  await demonstrate(printer, values.open)
  const { checks, problems } = printer
  if (problems.length > 0) {
    printer.line(`\n${problems.length} of ${checks} checks failed:`)
    for (const problem of problems) printer.line(`  ✗ ${problem}`)
    return 1
  }
  printer.line(`\nAll ${checks} checks passed. Look closer:`)
  printer.line('  npm run demo -- --verbose   logs, job summaries and checks')
  printer.line('  npm run demo -- --open      edit an entry, and see what a run does to it')
  return 0
}

// `exit` removes the temporary files after Ctrl-C, too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
// The reader may stop: `npm run demo | head`.
process.stdout.once('error', () => process.exit(1))
process.exitCode = await main()
