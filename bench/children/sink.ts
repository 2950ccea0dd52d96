/** The sink in a process of its own, directed by messages of the benchmark. */
import { startSink } from '../sink.ts'

export type Order =
  | { readonly kind: 'latency'; readonly milliseconds: number }
  | { readonly kind: 'reset'; readonly keep: boolean }
  | { readonly kind: 'save'; readonly file: string }
  | { readonly kind: 'arrivals' }

const sink = await startSink()

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => {
  process.exit()
})
process.send?.(sink.url)

/** Every order is answered, so that whoever gave it knows that it was carried out. */
async function obey(order: Order): Promise<unknown> {
  switch (order.kind) {
    case 'latency':
      sink.latency = order.milliseconds
      return null
    case 'reset':
      sink.reset(order)
      return null
    case 'save':
      await sink.save(order.file)
      return null
    case 'arrivals':
      return sink.arrivals()
  }
}
