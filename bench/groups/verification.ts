import { timeActionAndUsage } from '../action.ts'
import { startFarSide } from '../far-side.ts'
import type { Group } from '../measure.ts'
import { timeAndUsage } from '../process.ts'
import { LIST_PATH } from '../../src/wire.ts'
import { stockedWorkspace } from '../workspace.ts'

const ENTRIES = 1000

/** The weekly whole sync, as it mostly is: the list is read, and nothing has to be sent. */
export const verification: Group = {
  name: 'verification',
  async prepare({ folder, programs }) {
    const servers = new AsyncDisposableStack()
    const farSide = servers.use(await startFarSide())
    const workspace = servers.use(await stockedWorkspace(folder, ENTRIES, { bytes: 4096, links: 5 }))
    const inputs = { token: 'bench', 'base-url': farSide.url, verify: 'true' }
    await timeActionAndUsage({ ...workspace, inputs }, programs)
    await farSide.reset({ keep: true })
    await timeActionAndUsage({ ...workspace, inputs }, programs)
    const { pageSize } = await farSide.arrivals()
    return {
      cases: [
        {
          name: 'whole sync of 1,000 runbooks, all unchanged',
          floor: {
            name: 'undici Pool that reads the list',
            run: async () => {
              await farSide.reset({ keep: true })
              const { time, usage } = await timeAndUsage(
                {
                  command: process.execPath,
                  args: [programs.path('list')],
                  env: { ...process.env, URL: farSide.url + LIST_PATH, PAGE_SIZE: String(pageSize) }
                },
                programs
              )
              return { ...usage, time, requests: (await farSide.arrivals()).lists }
            }
          },
          subject: {
            name: 'whole run',
            run: async () => {
              await farSide.reset({ keep: true })
              const { time, usage } = await timeActionAndUsage({ ...workspace, inputs }, programs)
              const { upserts, lists } = await farSide.arrivals()
              return { ...usage, time, requests: lists, upserts }
            }
          },
          figures: [
            { name: 'time', key: 'time', unit: 'ms', as: 'times' },
            { name: 'CPU', key: 'cpu', unit: 's', as: 'times' },
            { name: 'lists', key: 'requests', unit: '', as: 'times' },
            { name: 'upserts', key: 'upserts', unit: '', as: 'alone', goal: { atMost: 0 } }
          ],
          rounds: 5
        }
      ],
      [Symbol.asyncDispose]: () => servers.disposeAsync()
    }
  }
}
