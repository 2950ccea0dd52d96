import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Order } from './children/sink.ts'
import type { Arrivals } from './sink.ts'

/** The sink in a process of its own, so that its work is neither the benchmark's nor the Action's. */
export interface FarSide extends AsyncDisposable {
  readonly url: string
  setLatency(milliseconds: number): Promise<void>
  arrivals(): Promise<Arrivals>
  reset(options?: { readonly keep?: boolean }): Promise<void>
  save(file: string): Promise<void>
}

export async function startFarSide(): Promise<FarSide> {
  const child = fork(join(import.meta.dirname, 'children/sink.ts'), { serialization: 'advanced' })
  const answer = async (): Promise<unknown> => ((await once(child, 'message')) as [unknown])[0]
  const url = (await answer()) as string
  const order = async (order: Order): Promise<unknown> => {
    child.send(order)
    return answer()
  }
  return {
    url,
    async setLatency(milliseconds) {
      await order({ kind: 'latency', milliseconds })
    },
    arrivals: async () => (await order({ kind: 'arrivals' })) as Arrivals,
    async reset({ keep = false } = {}) {
      await order({ kind: 'reset', keep })
    },
    async save(file) {
      await order({ kind: 'save', file })
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    }
  }
}
