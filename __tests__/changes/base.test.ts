import { describe, expect, test } from '@jest/globals'
import { findRival, findBase } from '../../src/changes/base.ts'
import type { Settings } from '../../src/changes/settings.ts'
import type { DeliveryRecord, RecordPayload } from '../../src/github/records.ts'

const MINUTE = 60_000
const OWN: Settings = { settings: { files: 'f', ref: 'main' }, access: 'a', workflow: 'sync.yml' }
const PAYLOAD: RecordPayload = { ...OWN, access: 'a', full: false, run: 1, attempt: 1, number: 7, key: 'k' }

/** A record of minute `minute`, of commit `<minute>`, that ended after half a minute. */
function record(
  minute: number,
  more: Partial<DeliveryRecord> & { payload?: RecordPayload | undefined } = {}
): DeliveryRecord {
  const endedAt = (minute + 0.5) * MINUTE
  const payload = { ...PAYLOAD, key: String(minute) }
  const result = { succeeded: false, refused: 0, listShows: undefined }
  return { commit: String(minute), createdAt: minute * MINUTE, endedAt, ...result, payload, ...more }
}

const ok = (minute: number, more: Partial<DeliveryRecord> = {}): DeliveryRecord =>
  record(minute, { succeeded: true, ...more })
const ended = (minute: number): Partial<DeliveryRecord> => ({ endedAt: minute * MINUTE })
const saying = (payload: Partial<RecordPayload>): Partial<DeliveryRecord> => ({
  payload: { ...PAYLOAD, key: JSON.stringify(payload), ...payload }
})

const had = (settings: Record<string, string>, workflow = 'sync.yml'): Partial<DeliveryRecord> =>
  saying({ settings: { ...OWN.settings, ...settings }, workflow })

const FULL = saying({ full: true })
const ANOTHER = 'another workflow or branch delivers to this environment'
const VERSION = 'another version of Runbook Sync delivers to this environment'
const CONVERTS = 'this version of Runbook Sync converts runbooks differently'
const FAILED = 'the last full sync did not succeed'
const NONE = 'no delivery is recorded yet'

/** A run of an hour, which began while another one was writing. */
const RENEWED = [
  ok(110, saying({ key: 'long' })),
  record(60, { ...saying({ key: 'long' }), ...ended(110) }),
  record(55, ended(59))
]

describe('base and open records', () => {
  test.each<[string, DeliveryRecord[], base: number | undefined, open: number[], whyFull: string | undefined]>([
    ['the base is the newest that succeeded', [ok(50), ok(20)], 50, [], undefined],
    ['without one, all that did not succeed are open', [record(50), record(20)], undefined, [50, 20], NONE],
    ['no record at all', [], undefined, [], NONE],
    ['a failed record after the base', [record(60), ok(50)], 50, [60], undefined],
    ['a record that ended after the base was made', [ok(50), record(40, ended(55))], 50, [40], undefined],
    ['one that ended two minutes before, in whole seconds', [ok(50), record(40, ended(48))], 50, [40], undefined],
    ['one that ended a second earlier', [ok(50), record(40, { endedAt: 48 * MINUTE - 1000 })], 50, [], undefined],
    ['a base that renewed its record: it began with the first one', RENEWED, 110, [55], undefined],
    ['the base had another input', [ok(50, had({ files: 'g' }))], 50, [], 'the input `files` changed'],
    ['another conversion', [ok(50, had({ conversion: '0' }))], 50, [], CONVERTS],
    ['another branch', [ok(50, had({ ref: 'x' }))], 50, [], ANOTHER],
    ['an open record had other inputs', [record(60, saying({ settings: {} })), ok(50)], 50, [60], ANOTHER],
    ['the base had another token', [ok(50, saying({ access: 'b' }))], 50, [], 'the token or `base-url` changed'],
    ['another workflow and other inputs', [ok(50, had({ files: 'g' }, 'x.yml'))], 50, [], ANOTHER],
    ['another workflow and the same inputs', [ok(50, saying({ workflow: 'x.yml' }))], 50, [], undefined],
    ['a closed record had other inputs', [ok(50), record(20, saying({ settings: {} }))], 50, [], undefined],
    ['the base cannot be understood', [ok(50, { payload: undefined })], 50, [], VERSION],
    ['a full sync of the same second failed', [ok(50), record(50, FULL)], 50, [50], FAILED],
    ['a full sync after the base failed, long over', [record(60, { ...FULL, ...ended(1) }), ok(50)], 50, [], FAILED],
    ['a full sync before the base failed', [ok(50), record(20, saying({ full: true }))], 50, [], undefined]
  ])('%s', (_, records, base, open, whyFull) => {
    const found = findBase({ kind: 'records', records }, OWN)
    expect([found.commit && Number(found.commit), found.open.map(Number), found.whyFull]).toEqual([base, open, whyFull])
  })

  test.each<[string, DeliveryRecord[], boolean]>([
    ['the base', [ok(50, had({ files: 'g' }))], true],
    ['an open record, whose texts the list may not show yet', [record(60, had({ files: 'g' })), ok(50)], false],
    ['an open record, which has another token alone', [record(60, saying({ access: 'b' })), ok(50)], true],
    ['a closed record', [ok(50), record(20, had({ files: 'g' }))], true]
  ])('other inputs of %s: whether the list is trusted', (_, records, knowsAll) => {
    expect(findBase({ kind: 'records', records }, OWN).knowsAll).toBe(knowsAll)
  })

  test('of many open records some are compared, and a full sync finds what the others have changed', () => {
    const failed = Array.from({ length: 101 }, (_, at) => record(200 - at))
    const { open, whyFull, knowsAll } = findBase({ kind: 'records', records: [...failed, ok(50)] }, OWN)
    expect([open.length, whyFull, knowsAll]).toEqual([100, '101 runs since the last delivery did not succeed', false])
  })

  test.each<[string, DeliveryRecord[], isNew: boolean]>([
    ['without a record', [], true],
    ['with other inputs', [ok(50, had({ files: 'g' }))], true],
    ['after a full sync that failed', [record(60, FULL), ok(50)], false]
  ])('%s: whether the inputs are new', (_, records, isNew) => {
    expect(findBase({ kind: 'records', records }, OWN).isNew).toBe(isNew)
  })

  test('a plan without a token compares the inputs alone', () => {
    const records = [ok(50, saying({ access: 'b' }))]
    expect(findBase({ kind: 'records', records }, { ...OWN, access: undefined }).whyFull).toBeUndefined()
  })
})

describe('what must write instead of this run', () => {
  const other = { settings: { files: 'g', ref: 'main' } }
  test.each<[string, DeliveryRecord[], ReturnType<typeof findRival>, attempt?: number]>([
    ['nothing', [record(5)], undefined],
    ['another step with other inputs', [record(5, saying({ ...other, run: 100 }))], 'step'],
    ['another step with another address', [record(5, saying({ access: 'b', run: 100 }))], 'step'],
    ['not another attempt with another token', [record(5, saying({ access: 'b', run: 100 }))], undefined, 2],
    ['a newer run', [record(5, saying({ ...other, number: 8 }))], 'newer run'],
    ['not an earlier run, after a reset', [record(5, saying({ ...other, number: 6 }))], undefined],
    ['not a newer run with another token', [record(5, saying({ access: 'b', number: 8 }))], undefined],
    ['not a run of another workflow', [record(5, saying({ ...other, number: 8, workflow: 'x.yml' }))], undefined],
    ['not a run of another branch', [record(5, saying({ settings: { files: 'f', ref: 'v1' }, number: 8 }))], undefined]
  ])('%s', (_, records, expected, runAttempt = 1) => {
    expect(findRival({ kind: 'records', records }, OWN, { runId: 100, runAttempt, runNumber: 7 })).toEqual(expected)
  })
})
