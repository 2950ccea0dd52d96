const { node } = process.versions

if (Number(node.split('.')[0]) < 24) {
  // On an old runner, or by hand. A runner shows the line as an error of the job.
  process.stdout.write(`::error::Runbook Sync needs Node 24, and this is Node ${node}. Update the runner to 2.327.1.\n`)
  process.exit(1)
}
// Older versions cannot load the rest.
const { main } = await import('./main.ts')
await main()
