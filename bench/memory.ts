import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measure, type Row } from './harness.ts'
import { runNode } from './processes.ts'
import { hostFullSync, run } from './repository.ts'
import { runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** Peak memory of the process in a full sync; Git's processes are not in it. */
export async function memory(): Promise<Row[]> {
  const rows: Row[] = []
  for (const entries of [1000, 20_000]) {
    await using environment = await hostFullSync(runbooks(entries))
    await using service = await BenchService.start()
    const PEAK_FILE = join(environment.folder, 'peak')
    const env = { NODE_OPTIONS: `--import=${PRELOAD}`, PEAK_FILE }
    const peak = async (): Promise<number> => Number(await readFile(PEAK_FILE, 'utf8')) / 1024
    rows.push(
      await measure({
        name: `peak memory of a full sync of ${entries.toLocaleString('en')} runbooks`,
        action: () => run(environment, { 'base-url': service.url }, { env }).then(peak),
        other: () => runNode(['-e', '0'], env).then(peak),
        otherName: '`node -e 0`',
        unit: 'MiB',
        rounds: 3
      })
    )
  }
  return rows
}

/** Linux's own count in KiB: `maxRSS` begins with what the parent held when it forked. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from 'node:fs'
  process.once('exit', () => {
    const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
    writeFileSync(process.env.PEAK_FILE, peak)
  })`)}`
