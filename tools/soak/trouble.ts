// What a service does wrong for a while.
import { LIST_PATH, UPDATE_PATH, UPSERT_PATH, type AnswerOptions, type FaultRule } from '../../service/service.ts'
import type { Random } from './random.ts'

export interface Trouble {
  readonly answers: AnswerOptions
  readonly faults: readonly FaultRule[]
}

/** Some trouble, or none. */
export function randomTrouble(random: Random): Trouble {
  const answers: AnswerOptions = {
    ...(random.chance(0.15) && { lag: random.integer(20, 400) }),
    ...(random.chance(0.1) && { order: 'changing' as const })
  }
  const faults = random.chance(0.2) ? [randomFault(random)] : []
  return { answers, faults: random.chance(0.08) ? [...faults, emptyPage(random.integer(1, 2))] : faults }
}

/** @returns `lag`, `order`, `empty`, `copies`, or faults. */
export function troubleNames({ answers, faults }: Trouble): string[] {
  return [
    ...Object.keys(answers),
    ...faults.map((fault) => (fault.status === 200 && fault.page !== undefined ? 'empty' : JSON.stringify(fault)))
  ]
}

/** A page of the list has no entries, once. */
function emptyPage(page: number): FaultRule {
  const body = JSON.stringify({ code: 200, data: { page: { total: 0 }, items: [] } })
  return { path: LIST_PATH, page, times: 1, status: 200, body }
}

const WRITES: NonNullable<FaultRule['path']> = [UPSERT_PATH, UPDATE_PATH]

function randomFault(random: Random): FaultRule {
  const fault = random.pick<FaultRule>([
    { status: random.pick([503, 403, 404]) },
    { path: WRITES, status: random.pick([500, 409, 502, 404, 403, 422]) },
    { path: WRITES, reset: random.pick(['before', 'after'] as const) },
    { status: 429, retry_after: 0 },
    { reset: random.pick(['before', 'after'] as const) },
    { path: WRITES, status: 413 },
    { status: 200, body: '{"message":"maintenance"}' }
  ])
  return { ...fault, times: random.integer(1, 4) }
}
