#!/usr/bin/env node
const { node } = process.versions

if (Number(node.split('.')[0]) < 24) {
  process.stderr.write(`runbook-sync needs Node 24, and this is Node ${node}. Install Node 24: https://nodejs.org\n`)
  process.exit(2)
}
// Older versions cannot load the rest.
const { runCommand } = await import('./cli/main.ts')
const { argv, env, stdout, stderr } = process
const args = argv.slice(2)
let isLost = false
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  const isClosed = code === 'EPIPE'
  // `| head` has read enough, but a program that gets half of a report has not.
  if (!isClosed && !isLost) stderr.write(`The output cannot be written: ${message}.\n`)
  isLost ||= !isClosed || args.includes('--json')
})
const code = await runCommand({ args, env, folder: process.cwd(), stdout, stderr })
// Requests and Git commands of a command that failed must not keep the process alive. An error is reported before `setImmediate`.
stdout.write('', () => setImmediate(() => process.exit(code === 0 && isLost ? 1 : code)))
