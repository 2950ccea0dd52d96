// The service in a process of its own, so that it can be killed; directed by messages of the process that started it.
import { startService, type FaultRule, type StoredEntry, type TokenValue } from '../../service/service.ts'

/** What it can be asked, and what it answers. */
export interface Directions {
  readonly createToken: () => TokenValue
  readonly rotateToken: (id: string) => TokenValue
  readonly setFaults: (rules: readonly FaultRule[]) => void
  /** Milliseconds. */
  readonly advance: (by: number) => void
  readonly entries: () => readonly StoredEntry[]
  /** How many requests it was sent, and how many of them it did not carry out. */
  readonly counts: () => Counts
}

export interface Counts {
  readonly requests: number
  readonly faults: number
}

export interface Question {
  readonly id: number
  readonly name: keyof Directions
  readonly args: readonly unknown[]
}

export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

const [db = '', port = '0', ahead = '0'] = process.argv.slice(2)
const service = await startService({ db, port: Number(port), control: true, now: () => Date.now() + Number(ahead) })

const directions: Directions = {
  createToken: () => service.tokens.create({ name: 'Soak', expiration: '30 days' }),
  rotateToken: (id) => service.tokens.rotate(id),
  setFaults: (rules) => {
    service.faults.set(rules)
  },
  advance: (by) => {
    service.clock.advance(by)
  },
  entries: () => service.entries(),
  counts: () => {
    const requests = service.requests()
    return {
      requests: requests.length,
      faults: requests.filter(({ status }) => status === null || status === 429 || status >= 500).length
    }
  }
}

process.on('message', ({ id, name, args }: Question) => {
  const ask = directions[name] as (...given: readonly unknown[]) => unknown
  try {
    process.send?.({ id, value: ask(...args) } satisfies Answer)
  } catch (error) {
    process.send?.({ id, error: String(error) } satisfies Answer)
  }
})
// Whoever started it is gone.
process.once('disconnect', () => process.exit())
process.send?.({ id: 0, value: service.url } satisfies Answer)
