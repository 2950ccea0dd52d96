import { join } from 'node:path'
import { measure, type Row } from './harness.ts'
import { recordUsage, runNode } from './processes.ts'
import { hostFullSync, run } from './repository.ts'
import { runbooks } from './runbooks.ts'
import { BenchService } from './service.ts'

/** Peak memory of the process in a full sync; Git's processes are not in it. */
export async function memory(): Promise<Row[]> {
  const rows: Row[] = []
  for (const entries of [1000, 20_000]) {
    await using hosted = await hostFullSync(runbooks(entries))
    await using service = await BenchService.start({ stores: true })
    const { env, read } = recordUsage(join(hosted.project.folder, 'usage'))
    const peak = async (): Promise<number> => (await read()).memory
    rows.push(
      await measure({
        name: `peak memory of a full sync of ${entries.toLocaleString('en')} runbooks`,
        action: () => {
          service.reset()
          return run(hosted, { 'base-url': service.url }, { env }).then(peak)
        },
        other: () => runNode(['-e', '0'], env).then(peak),
        otherName: '`node -e 0`',
        unit: 'MiB',
        rounds: 3
      })
    )
  }
  return rows
}
