// Random services: how each answers while nothing disturbs it, and what may disturb it.
import { LIST_PATH, UPSERT_PATH } from '../../service/api-types.ts'
import type { AnswerOptions, FaultRule } from '../../service/service.ts'
import type { Random } from './random.ts'

/** Services that leave texts to people, or change all of them in one way. */
const CALM: readonly AnswerOptions[] = [
  { texts: ['trim'] },
  { texts: ['lf', 'trailing_blanks'] },
  { texts: ['nfc'], names: 'nfc' },
  { texts: ['blank_lines'] },
  { content: 'encoded' },
  { content: 'html' },
  { content: 'footer' },
  { content: 'cut' },
  { content: 'none' },
  { content: 'none', only: { above: 200 } }
]

/** Services whose changes nobody can always tell from those of people. */
const WILD: readonly AnswerOptions[] = [
  { content: 'summary' },
  { content: 'sanitised' },
  { content: 'unlinked' },
  { content: 'rewritten' },
  { content: 'cut', only: { every: 3 } },
  { content: 'removed', only: { name: 'Disk full' } },
  { content: 'empty', only: { name: 'Disk full' } },
  { store: 'empty' },
  { store: 'new' },
  { store: 'none' },
  { names: 'upper' },
  { names: 'cut' },
  { swap: ['Disk full', 'Caf\u00e9'] }
]

export interface RandomService {
  /** What is certain: what it stores, what people wrote, or nothing. */
  readonly kind: 'exact' | 'calm' | 'wild'
  readonly answers: AnswerOptions
  /** Whether each reading of its list may show something else, or its answers say nothing. */
  readonly isShaky: boolean
  /** Whether its list shows which version it has of each text. */
  readonly showsVersions: boolean
  /** Entries before those of the history: they make a list of several pages. */
  readonly others: number
}

/** @param isExact whether it stores and shows each text as it was sent. */
export function randomService(random: Random, isExact: boolean): RandomService {
  const kind = isExact ? 'exact' : random.pick(['exact', 'calm', 'wild'] as const)
  const maybe = <Name extends keyof AnswerOptions>(
    chance: number,
    option: Name,
    ...values: readonly AnswerOptions[Name][]
  ): AnswerOptions => (random.chance(chance) ? { [option]: random.pick(values) } : {})
  const isChanging = random.chance(isExact ? 0.03 : 0.2)
  const answers: AnswerOptions = {
    ...maybe(0.2, 'match', 'case', 'blanks', 'unicode'),
    ...maybe(0.2, 'upsert', 'echo', 'code', 'empty'),
    ...maybe(isExact ? 0 : 0.2, 'code', 1, 'DONE', '00000'),
    ...maybe(0.6, 'list', 'array', 'data'),
    ...maybe(0.5, 'ids', false),
    ...maybe(0.5, 'total', 'rows', 'pages', 'zero', 'none'),
    ...maybe(isExact ? 0.02 : 0.1, 'empty', 1),
    ...maybe(0.2, 'first_page', 0),
    ...maybe(0.2, 'deleted', 'deleted', 'deleted_at'),
    ...maybe(0.2, 'page_size_max', 20, 7),
    ...maybe(0.1, 'cap', { rows: random.integer(1, 5), next: 'shown' }, { rows: 5, next: 'asked', from: 2 }),
    // An order matters where there are several pages.
    ...(isChanging && { order: 'changing', page_size_max: 7 }),
    ...(kind !== 'exact' && random.pick(kind === 'calm' ? CALM : WILD))
  }
  const { content = 'full', only } = answers
  return {
    ...{ answers, kind },
    showsVersions: only !== undefined || !['none', 'summary', 'cut'].includes(content),
    isShaky: isChanging || answers.empty !== undefined || answers.code !== undefined,
    others: isChanging ? 45 : random.pick([0, 0, 3, 45])
  }
}

/** After how many list requests, or milliseconds, a list shows a change. @param isExact where nobody waits so long. */
export function randomLag(random: Random, isExact: boolean): NonNullable<AnswerOptions['lag']> {
  const requests = random.integer(1, 12)
  return isExact || random.chance(0.7) ? { requests } : { ms: random.pick([30_000, 300_000]) }
}

/** Bodies of status 200 that say, or do not say, that nothing was stored. */
const ACCEPTED = [
  ...['{}', '{"status":false}', '{"errno":1}', '{"detail":"Not authenticated"}', '{"message":"queued"}', '{"code":7}'],
  ...['{"status":"rejected"}', '{"data":{"error":"Quota"}}', '"Unauthorized"']
]

/** Up to three kinds of trouble at once, each with some of the requests. */
export function randomFaults(random: Random): FaultRule[] {
  const fault = (): FaultRule =>
    random.weighted<FaultRule>([
      [2, { status: random.pick([408, 500, 502, 503, 504, 520]) }],
      [1, { status: 429, retry_after: random.pick([0, 0, 45]) }],
      [2, { reset: random.pick(['before', 'after'] as const) }],
      [2, { path: UPSERT_PATH, status: 200, body: random.pick(ACCEPTED) }],
      [2, { path: UPSERT_PATH, status: random.pick([200, 202, 400, 413, 500]) }],
      [1, { path: UPSERT_PATH, name: 'Disk full', status: 503 }],
      [1, { path: UPSERT_PATH, answer: 'interrupted' }],
      [2, { path: LIST_PATH, status: random.pick([403, 404, 500, 503]) }],
      [1, { path: LIST_PATH, answer: random.pick(['html', 'truncated'] as const) }],
      [1, { path: LIST_PATH, status: 200, body: '{"code":7}' }]
    ])
  const occasion = (): FaultRule =>
    random.weighted<FaultRule>([
      [2, { probability: random.integer(1, 40) / 100, seed: random.integer(0, 1e9) }],
      [1, { times: random.integer(1, 4) }],
      [1, { every: random.integer(1, 4) }]
    ])
  return Array.from({ length: random.integer(1, 3) }, () => ({ ...fault(), ...occasion() }))
}
