import { expect, test } from '@jest/globals'
import type { EntryDetails } from '../../src/knowledge/api-types.ts'
import { writeRequests, type EntryWrite } from '../../src/knowledge/writing.ts'

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
  const rest = { type: 'document', description: null, labels: null, metadata: null, workspace: 'w', updatedAt: 1 }
  return { name, details: { id: 7, trigger, triggerConfig, ...rest, ...details } }
}

interface Case {
  readonly name: string
  readonly listed?: EntryWrite['listed']
  readonly runbook?: string
  readonly hasTriggers?: boolean
  readonly takesTriggers?: boolean
  /** Of each request: the last part of its path, its body, and the statuses after which the next one is sent. */
  readonly requests: readonly (readonly [path: string, body: object, otherwise?: readonly number[]])[]
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
    takesTriggers: true,
    requests: [['upsert', NEW]]
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
      ['upsert', { ...UPSERT, ...FILLED }]
    ]
  },
  {
    name: 'a row of the other type',
    listed: listedAs(NAME, { type: 'default' }),
    requests: [
      ['update', { id: 7, ...TO_SIMPLE }, MISSING],
      ['upsert', { name: NAME, ...ALERT, ...TO_SIMPLE }]
    ]
  },
  {
    name: 'a row whose name differs in case: under its own',
    listed: listedAs('DISK FULL'),
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', { ...UPSERT, name: 'DISK FULL' }]
    ]
  },
  {
    name: 'a row whose name is escaped for HTML: under its own',
    listed: listedAs('R&amp;D'),
    runbook: 'R&D',
    requests: [
      ['update', UPDATE, MISSING],
      ['upsert', { ...UPSERT, name: 'R&amp;D' }]
    ]
  },
  {
    name: 'a row with the former title: with the new one, also if a new name is refused',
    listed: listedAs('Disk', FILLED),
    requests: [
      ['update', { ...UPDATE, name: NAME }, [...MISSING, ...REFUSED]],
      ['upsert', { ...UPSERT, ...FILLED }]
    ]
  },
  {
    name: 'a row with a trigger, and without an id',
    listed: listedAs(NAME, { id: undefined, labels: {} }),
    requests: [['upsert', { ...UPSERT, labels: {} }]]
  }
])('$name', ({ listed, runbook: name = NAME, hasTriggers = true, takesTriggers = false, requests }) => {
  const all = writeRequests({ name, content: CONTENT, listed }, { hasTriggers, takesTriggers })
  expect(all.map(({ path, body, otherwise }) => [path.split('/').at(-1), body, otherwise])).toEqual(
    requests.map(([path, body, otherwise = []]) => [path, body, otherwise])
  )
})
