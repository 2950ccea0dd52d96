#!/usr/bin/env node
const { node } = process.versions

if (Number(node.split('.')[0]) < 24) {
  process.stderr.write(`runbook-sync needs Node 24, and this is Node ${node}. Install Node 24: https://nodejs.org\n`)
  process.exit(2)
}
// Older versions cannot load the rest.
const { runCommand } = await import('./cli/main.ts')
const code = await runCommand(process.argv.slice(2), process.env)
// Requests and Git commands of a command that failed must not keep the process alive.
process.stdout.write('', () => process.exit(code))
