/** Milliseconds of CPU time that this process takes: unlike a clock, it does not count what other processes do. */
export function cpuTime(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
