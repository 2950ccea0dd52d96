/**
 * Loaded into a child process before its own program (`node --import`): when the process ends, writes what it used to
 * the file that BENCH_USAGE names. What its own children used (Git's work) is not counted.
 */
import { readFileSync, writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cpu = (userCPUTime + systemCPUTime) / 1e6
  writeFileSync(process.env['BENCH_USAGE'] ?? '', JSON.stringify({ cpu, peak: (highWater() ?? maxRSS) / 1024 }))
})

/** KiB. On Linux `maxRSS` starts at what the parent held when it forked, so that a large parent would be measured. */
function highWater(): number | undefined {
  try {
    const [, kib] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return kib === undefined ? undefined : Number(kib)
  } catch {
    return undefined
  }
}
