import { connect, type ConnectOptions } from '../../src/knowledge/client.ts'
import type { Knowledge } from '../../src/knowledge/knowledge.ts'
import { Secret } from '../../src/secret.ts'
import { deliver, type Delivered, type DeliverOptions, type DeliveryItem } from '../../src/sync/deliver.ts'
import type { RunbookOutcome } from '../../src/sync/outcome.ts'

export interface DeliveryOptions extends Partial<Omit<ConnectOptions, 'access'>> {
  readonly url: string
  readonly items: readonly DeliveryItem[]
  readonly prepare?: DeliverOptions<DeliveryItem>['prepare']
  /** Before anything is sent: what `deliver` is to know of the list. */
  readonly know?: (knowledge: Knowledge) => Promise<DeliverOptions<DeliveryItem>['known']>
  /** After it. */
  readonly then?: (knowledge: Knowledge, delivered: Delivered) => Promise<void>
}

export interface Run extends Delivered {
  readonly outcomes: readonly RunbookOutcome[]
  /** How many of each outcome. */
  readonly totals: Readonly<Record<string, number>>
}

export function runbooks(count: number): { path: string; name: string }[] {
  return Array.from({ length: count }, (_, i) => ({ path: `docs/runbooks/${i}.md`, name: `Runbook ${i}` }))
}

export function contentOf({ name }: DeliveryItem): string {
  return `# ${name}\n\nWhat to do about ${name}.\n`
}

/** Connects, delivers and disconnects, as a run does. */
export async function run({ url, items, prepare, know, then, ...options }: DeliveryOptions): Promise<Run> {
  const settings = { concurrency: 4, timeout: 2000, retries: 2, signal: new AbortController().signal, ...options }
  await using knowledge = await connect({ access: { token: new Secret('pat_1'), baseUrl: url }, ...settings })
  const known = await know?.(knowledge)
  const outcomes: RunbookOutcome[] = []
  const delivered = await deliver({
    items,
    prepare:
      prepare ?? ((item) => Promise.resolve({ kind: 'ready', entry: { name: item.name, content: contentOf(item) } })),
    knowledge,
    concurrency: settings.concurrency,
    signal: settings.signal,
    pause: 0,
    ...(known === undefined ? {} : { known }),
    onOutcome: (outcome) => outcomes.push(outcome)
  })
  await then?.(knowledge, delivered)
  const totals: Record<string, number> = {}
  for (const { outcome } of outcomes) totals[outcome] = (totals[outcome] ?? 0) + 1
  return { ...delivered, outcomes, totals }
}
