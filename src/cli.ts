#!/usr/bin/env node
const { node } = process.versions

if (Number(node.split('.')[0]) < 24) {
  process.stderr.write(`runbook-sync needs Node 24, and this is Node ${node}. Install Node 24: https://nodejs.org\n`)
  process.exit(2)
}
// Older versions cannot load the rest.
const { runCommand } = await import('./cli/main.ts')
const { argv, env, stdout, stderr } = process
// Who reads it may be gone.
stdout.on('error', () => undefined)
const code = await runCommand({ args: argv.slice(2), env, folder: process.cwd(), stdout, stderr })
// Requests and Git commands of a command that failed must not keep the process alive.
stdout.write('', () => process.exit(code))
