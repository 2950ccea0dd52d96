import { timeActionAndUsage } from '../action.ts'
import { startFarSide } from '../far-side.ts'
import type { Contestant, Group } from '../measure.ts'
import { stockedWorkspace } from '../workspace.ts'

/** A run holds names and hashes, never all contents: twenty times the runbooks must not take twenty times the memory. */
export const memory: Group = {
  name: 'memory',
  async prepare({ folder, programs }) {
    const servers = new AsyncDisposableStack()
    const farSide = servers.use(await startFarSide())
    const sync = async (count: number): Promise<Contestant> => {
      const workspace = servers.use(await stockedWorkspace(folder, count, { bytes: 4096, links: 5 }))
      const inputs = { token: 'bench', 'base-url': farSide.url, verify: 'false' }
      return {
        name: `${count.toLocaleString('en')} runbooks`,
        run: async () => {
          await farSide.reset()
          const { usage } = await timeActionAndUsage({ ...workspace, inputs }, programs)
          const { upserts } = await farSide.arrivals()
          if (upserts < count) throw new Error(`Only ${upserts} of ${count} entries arrived`)
          return usage
        }
      }
    }
    const peak = { key: 'peak', unit: 'MiB' } as const
    return {
      cases: [
        {
          name: 'whole sync of 20,000 runbooks',
          floor: await sync(1000),
          subject: await sync(20_000),
          figures: [
            { ...peak, name: 'peak', as: 'alone', goal: { atMost: 130 } },
            { ...peak, name: 'more than for 1,000', as: 'more', goal: { atMost: 20 } }
          ],
          rounds: 3
        }
      ],
      [Symbol.asyncDispose]: () => servers.disposeAsync()
    }
  }
}
