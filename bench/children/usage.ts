/**
 * Loaded into a child process before its own program (`node --import`): when the process ends, writes what it used to
 * the file that BENCH_USAGE names. What its own children used (Git's work) is not counted.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { getHeapSpaceStatistics } from 'node:v8'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cpu = (userCPUTime + systemCPUTime) / 1e6
  const youngSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  const young = (youngSpace?.physical_space_size ?? NaN) / 1024 / 1024
  writeFileSync(process.env['BENCH_USAGE'] ?? '', JSON.stringify({ cpu, peak: (highWater() ?? maxRSS) / 1024, young }))
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
