import { expect, test } from '@jest/globals'
import type { EntryDetails } from '../../src/knowledge/api-types.ts'
import { Dialect, type EntryWrite } from '../../src/knowledge/dialect.ts'

// What is sent for each kind of row, to a service of each form.

const [NAME, CONTENT] = ['Disk full', 'Text.']
const DOCUMENT = { type: 'document', data: { document_content: CONTENT } }
const [SMART, ALERT] = [
  { trigger: 'smart', trigger_config: {} },
  { trigger: 'alert', trigger_config: { match_patterns: ['disk'] } }
]
const MISSING = [404, 405, 410, 501]
const REFUSED = [400, 422]

/** A row of the documented list, which somebody has bound to an alert. */
function listedAs(name: string, details: Partial<EntryDetails> = {}): EntryWrite['listed'] {
  const { trigger, trigger_config: triggerConfig } = ALERT
  const rest = { type: 'document', description: null, labels: null, metadata: null, workspace: 'w' }
  return { name, details: { id: 7, trigger, triggerConfig, ...rest, ...details } }
}

/** For which row, and which of its requests, the service has accepted. */
const ACCEPTED = {
  update: { listed: listedAs(NAME), nth: 0 },
  'upsert with a trigger': { listed: undefined, nth: 0 },
  'upsert of the specification': { listed: undefined, nth: 1 },
  'upsert of the specification in place of an update': { listed: listedAs(NAME), nth: 2 }
}

interface Case {
  readonly name: string
  readonly listed?: EntryWrite['listed']
  readonly runbook?: string
  readonly hasTriggers?: boolean
  /** What the service has accepted before. */
  readonly accepted?: keyof typeof ACCEPTED
  /** Of each request: the last part of its path, its body, and the statuses after which the next one is sent. */
  readonly requests: readonly (readonly [path: string, body: object, otherwise?: readonly number[]])[]
}

/** The dialect of a service whose list shows triggers, or does not, after it has accepted a write. */
function dialectOf(hasTriggers: boolean, accepted: Case['accepted']): Dialect {
  const dialect = new Dialect()
  const page = { rows: [], total: 0, pageSize: 100, hasTriggers, hasDescriptions: hasTriggers }
  dialect.accept(dialect.listForms[0], page, 100)
  if (accepted === undefined) return dialect
  const { listed, nth } = ACCEPTED[accepted]
  const requests = dialect.requestsFor({ name: NAME, content: CONTENT, listed })
  const request = requests[nth]
  if (request === undefined) throw new Error('There is no such request.')
  dialect.accepted(request, requests.slice(0, nth))
  return dialect
}

const PLAIN = { name: NAME, content: CONTENT }
const NEW = { name: NAME, ...SMART, ...DOCUMENT }
const UPDATE = { id: 7, ...DOCUMENT }
const UPSERT = { name: NAME, ...ALERT, ...DOCUMENT }
const FILLED = { description: 'Short.', labels: { team: 'sre' }, metadata: { a: 1 } }
const TO_SIMPLE = { type: 'default', data: { content: CONTENT } }

test.each<Case>([
  { name: 'a new entry, if rows have no triggers', hasTriggers: false, requests: [['upsert', PLAIN]] },
  {
    name: 'a new entry, if rows have triggers',
    requests: [
      ['upsert', NEW, REFUSED],
      ['upsert', PLAIN]
    ]
  },
  {
    name: 'a new entry, after an upsert with a trigger was accepted',
    accepted: 'upsert with a trigger',
    requests: [['upsert', NEW]]
  },
  {
    name: 'a new entry, after one of the specification was accepted instead',
    accepted: 'upsert of the specification',
    requests: [['upsert', PLAIN]]
  },
  {
    name: 'a new entry, after an update was accepted',
    accepted: 'update',
    requests: [
      ['upsert', NEW, REFUSED],
      ['upsert', PLAIN]
    ]
  },
  {
    name: 'a row without a trigger',
    listed: { name: NAME, details: undefined },
    hasTriggers: false,
    requests: [['upsert', PLAIN]]
  },
  {
    name: 'a row without a trigger beside others that have one',
    listed: { name: NAME, details: undefined },
    requests: [['upsert', PLAIN]]
  },
  {
    name: 'a row without a trigger, whose name differs in case',
    listed: { name: 'DISK  FULL', details: undefined },
    requests: [['upsert', { ...PLAIN, name: 'DISK  FULL' }]]
  },
  {
    name: 'a row without a trigger, whose name is escaped for HTML',
    listed: { name: 'R&amp;D', details: undefined },
    runbook: 'R&D',
    requests: [['upsert', { ...PLAIN, name: 'R&D' }]]
  },
  {
    name: 'a bound row: by its id, and nothing that it has already',
    listed: listedAs(NAME, FILLED),
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', { ...UPSERT, ...FILLED }, REFUSED],
      ['upsert', PLAIN]
    ]
  },
  {
    name: 'a bound row, after an update was accepted: an upsert of the specification would make a second entry',
    listed: listedAs(NAME),
    accepted: 'update',
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', UPSERT]
    ]
  },
  {
    name: 'a bound row, after an upsert with a trigger was accepted',
    listed: listedAs(NAME),
    accepted: 'upsert with a trigger',
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', UPSERT]
    ]
  },
  {
    name: 'a bound row, after an upsert of the specification was accepted for a new entry',
    listed: listedAs(NAME),
    accepted: 'upsert of the specification',
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', PLAIN]
    ]
  },
  {
    name: 'a bound row, after one was accepted in place of an update',
    listed: listedAs(NAME),
    accepted: 'upsert of the specification in place of an update',
    requests: [['upsert', PLAIN]]
  },
  {
    name: 'a row of a type that has no text: it becomes a document',
    listed: listedAs(NAME, { type: 'topology' }),
    accepted: 'update',
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', UPSERT]
    ]
  },
  {
    name: 'a row of the other type',
    listed: listedAs(NAME, { type: 'default' }),
    requests: [
      ['update', { id: 7, ...TO_SIMPLE }, MISSING],
      ['upsert', { name: NAME, ...ALERT, ...TO_SIMPLE }, REFUSED],
      ['upsert', PLAIN]
    ]
  },
  {
    name: 'a row whose name differs in case: under its own',
    listed: listedAs('DISK FULL'),
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', { ...UPSERT, name: 'DISK FULL' }, REFUSED],
      ['upsert', { ...PLAIN, name: 'DISK FULL' }]
    ]
  },
  {
    name: 'a row whose name is escaped for HTML: under its own',
    listed: listedAs('R&amp;D'),
    runbook: 'R&D',
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', { ...UPSERT, name: 'R&amp;D' }, REFUSED],
      ['upsert', { ...PLAIN, name: 'R&D' }]
    ]
  },
  {
    name: 'a row with the former title: with the new one, also if a new name is refused',
    listed: listedAs('Disk', FILLED),
    requests: [
      ['update', { ...UPDATE, name: NAME }, [...MISSING, ...REFUSED]],
      ['upsert', { ...UPSERT, ...FILLED }, REFUSED],
      ['upsert', PLAIN]
    ]
  },
  {
    name: 'a row with a trigger, and without an id',
    listed: listedAs(NAME, { id: undefined, labels: {} }),
    requests: [
      ['upsert', { ...UPSERT, labels: {} }, REFUSED],
      ['upsert', PLAIN]
    ]
  }
])('$name', ({ listed, runbook: name = NAME, hasTriggers = true, accepted, requests }) => {
  const all = dialectOf(hasTriggers, accepted).requestsFor({ name, content: CONTENT, listed })
  expect(all.map(({ path, body, otherwise }) => [path.split('/').at(-1), body, otherwise])).toEqual(
    requests.map(([path, body, otherwise = []]) => [path, body, otherwise])
  )
})
