import { timeActionAndUsage } from '../action.ts'
import { startFarSide } from '../far-side.ts'
import type { Contestant, Group } from '../measure.ts'
import { stockedWorkspace, type StockedWorkspace } from '../workspace.ts'

interface Stock {
  readonly count: number
  readonly workspace: StockedWorkspace
}

/** A run holds names and hashes, never all contents: twenty times the runbooks must not take twenty times the memory. */
export const memory: Group = {
  name: 'memory',
  async prepare({ folder, programs }) {
    const servers = new AsyncDisposableStack()
    const farSide = servers.use(await startFarSide())
    const stock = async (count: number): Promise<Stock> => {
      return { count, workspace: servers.use(await stockedWorkspace(folder, count, { bytes: 4096, links: 5 })) }
    }
    const few = await stock(1000)
    const many = await stock(20_000)
    const inputs = { token: 'bench', 'base-url': farSide.url, verify: 'false' }
    const sync = ({ count, workspace }: Stock): Contestant => {
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
          floor: sync(few),
          subject: sync(many),
          figures: [
            { ...peak, name: 'peak', as: 'alone', goal: { atMost: 130 } },
            { ...peak, name: 'more than for 1,000', as: 'more', goal: { atMost: 20 } },
            // V8 doubles it, up to three times 16 MiB, whenever as much as it holds has survived collections.
            { name: 'of it V8’s young generation', key: 'young', unit: 'MiB', as: 'more' }
          ],
          rounds: 3
        }
      ],
      [Symbol.asyncDispose]: () => servers.disposeAsync()
    }
  }
}
