import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import type { ActionError } from '../../src/errors.ts'
import { RequestError } from '../../src/knowledge/failures.ts'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import { parsePage } from '../../src/knowledge/list.ts'
import type { Item } from '../../src/report/outcome.ts'
import { readSource } from '../../src/runbook/source-line.ts'
import { confirmSent } from '../../src/sync/confirm.ts'
import { sentEntry } from '../support/source-line.ts'

const text = (name: string, end: string): string => `# ${name}\n\nFree some space. ${end}\n`
const entryOf = (name: string, end = 'Now.') => sentEntry(`docs/${name}.md`, name, text(name, end))
const [A, B, OLD] = [entryOf('A'), entryOf('B'), entryOf('A', 'Before.')]
const CUT = { ...A, content: '# A' }
const BY_HAND = {
  name: 'A',
  content: text('A', 'By hand, and longer than what was sent. '.repeat(9))
}

/** What one reading of the list shows: entries, or an error. */
type Reading = readonly object[] | RequestError

let now = 0
beforeEach(() => {
  now = 0
  jest.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** A list that shows one reading after the other, the last one again and again; waiting takes no time. */
function clientOf(readings: readonly Reading[]) {
  const left = [...readings]
  const pauses: number[] = []
  const client: Pick<KnowledgeClient, 'ended' | 'listPage' | 'pause' | 'end'> & { ended: ActionError | undefined } = {
    ended: undefined,
    listPage([number]) {
      if (number !== 1) return Promise.resolve({ rows: [] })
      const [reading = []] = left.length > 1 ? left.splice(0, 1) : left
      if (reading instanceof Error) return Promise.reject(reading)
      return Promise.resolve(parsePage(reading) ?? { rows: [] })
    },
    pause(milliseconds) {
      pauses.push(milliseconds)
      now += milliseconds
      return Promise.resolve()
    },
    end(error) {
      client.ended = error
      return error
    }
  }
  return { client: client as unknown as KnowledgeClient, pauses }
}

type Sent = Parameters<typeof confirmSent>[0][number]

function sent({ name, content }: typeof A, given: Partial<Sent> = {}): Sent {
  const item: Item = {
    decision: { about: 'runbook', path: `docs/${name}.md`, name, kind: 'send', reason: '' },
    files: []
  }
  return { item, name, version: readSource(content)?.line.digits ?? '', before: 1, replaced: [], ...given }
}

interface Case {
  readonly readings: readonly Reading[]
  readonly sent?: readonly Sent[]
  readonly within?: number
  readonly isProbe?: boolean
  readonly isFaithful?: boolean
  /** Seconds. */
  readonly waits?: readonly number[]
  /** By name, what is wrong. */
  readonly wrong?: Readonly<Record<string, RegExp>>
  readonly listShows?: 'as sent' | 'changed'
  readonly doubt?: RegExp
}

const UNAVAILABLE = new RequestError('service-failing', 'The service fails (HTTP 503).', 'Try again.')

const CASES: Readonly<Record<string, Case>> = {
  'shows all at once': { readings: [[A, B]], listShows: 'as sent' },
  'shows one at once, and the other after three seconds': {
    readings: [[OLD], [A], [A, B]],
    waits: [1, 2],
    listShows: 'as sent'
  },
  'forgets what it has shown': { readings: [[A], [B]], waits: [1], listShows: 'as sent' },
  'never shows one of them': {
    readings: [[A]],
    waits: [1, 2, 4, 3],
    wrong: { B: /does not show it\.$/ },
    listShows: 'as sent'
  },
  'shows another version of one': {
    readings: [[OLD, B]],
    waits: [1, 2, 4, 3],
    wrong: { A: /shows another version\.$/ },
    listShows: 'as sent'
  },
  'shows a shorter text without a version': {
    readings: [[CUT, B]],
    waits: [1, 2, 4, 3],
    wrong: { A: /cut or replaced its text\.$/ },
    listShows: 'changed'
  },
  'shows a new entry with another text': {
    readings: [[{ name: 'A', content: BY_HAND.content }, B]],
    sent: [sent(A, { before: 0 }), sent(B)],
    listShows: 'changed',
    doubt: /shows no text that could be compared of 1 entry$/
  },
  'still shows the text of a person, and the version of another entry': {
    readings: [[BY_HAND, B]],
    sent: [sent(A, { replaced: [BY_HAND.content] }), sent(B)],
    waits: [1, 2, 4, 3],
    wrong: { A: /still shows the text of before\.$/ },
    listShows: 'as sent'
  },
  'still shows the text of a person, shows no version, and is known to show texts as they were sent': {
    readings: [[BY_HAND]],
    sent: [sent(A, { replaced: [BY_HAND.content] })],
    isFaithful: true,
    waits: [1, 2, 4, 3],
    wrong: { A: /still shows the text of before\.$/ }
  },
  'shows the same text for every entry': {
    readings: [[BY_HAND]],
    sent: [sent(A, { replaced: [BY_HAND.content] })],
    doubt: /shows no text that could be compared of 1 entry$/
  },
  'shows no texts': {
    readings: [[{ name: 'A' }, { name: 'B' }]],
    doubt: /shows no text that could be compared of 2 entries$/
  },
  'fails, and then shows all': { readings: [UNAVAILABLE, [A, B]], listShows: 'as sent' },
  'fails twice': { readings: [UNAVAILABLE], doubt: /page 1 of the list cannot be read .*HTTP 503/ },
  'may not be read': {
    readings: [new RequestError('forbidden', 'The token may not do this (HTTP 403).', 'Ask.')],
    doubt: /page 1 of the list cannot be read .*HTTP 403/
  },
  'shows a text with a footer, and later another text as it was sent': {
    readings: [[{ ...A, content: `${A.content}\nA footer.\n` }], [B]],
    waits: [1],
    listShows: 'changed'
  },
  'also has an entry with a similar name': { readings: [[{ ...OLD, name: 'a' }, A, B]], listShows: 'as sent' },
  'shows a similar name with another version': {
    readings: [[{ ...OLD, name: 'a' }, B]],
    waits: [1, 2, 4, 3],
    wrong: { A: /shows another version\.$/ },
    listShows: 'as sent'
  },
  'is not read where nothing is to be confirmed': { readings: [[A, B]], within: 0 },
  'is read once where only copies are looked for': { readings: [[A]], within: 0, isProbe: true, listShows: 'as sent' }
}

test.each(Object.entries(CASES))('a list that %s', async (_, given) => {
  const {
    readings,
    within = 10_000,
    isProbe = false,
    isFaithful = false,
    waits = [],
    wrong = {},
    listShows,
    doubt
  } = given
  const { client, pauses } = clientOf(readings)
  const entries = given.sent ?? [sent(A), sent(B)]
  const confirmed = await confirmSent(entries, client, { within, isProbe, isFaithful, onWait: undefined })
  expect(confirmed.listShows).toBe(listShows)
  expect(confirmed.doubt ?? '').toMatch(doubt ?? /^$/)
  expect(pauses.map((pause) => pause / 1000)).toEqual(waits)
  for (const { name, item } of entries) expect(item.unconfirmed?.message ?? '').toMatch(wrong[name] ?? /^$/)
})

test.each([0, 10_000])(
  'a list that shows a second entry ends the run, also while more is to be sent: %d',
  async (within) => {
    const { client } = clientOf([
      [
        { ...OLD, id: 1 },
        { ...A, id: 2 }
      ]
    ])
    const confirmed = confirmSent([sent(A)], client, { within, isProbe: true, isFaithful: false, onWait: undefined })
    await expect(confirmed).rejects.toMatchObject({ kind: 'copies' })
    expect(client.ended).toMatchObject({ kind: 'copies' })
  }
)
