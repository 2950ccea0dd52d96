import { expect, test } from '@jest/globals'
import type { EntryDetails } from '../../src/knowledge/api-types.ts'
import { Dialect, type EntryWrite, type WriteRequest } from '../../src/knowledge/dialect.ts'

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
  documented: { listed: undefined, nth: 0 },
  specified: { listed: undefined, nth: 1 },
  'no update': { listed: listedAs(NAME), nth: 2 }
}

type SentRequest = Pick<WriteRequest, 'path' | 'body' | 'otherwise'>

function update(body = {}, otherwise = MISSING): SentRequest {
  return { path: 'update', body: { id: 7, ...DOCUMENT, ...body }, otherwise }
}

/** In the form of the documentation. */
function upsert(body = {}, otherwise: readonly number[] = REFUSED): SentRequest {
  return { path: 'upsert', body: { name: NAME, ...ALERT, ...DOCUMENT, ...body }, otherwise }
}

/** In the form of the specification. */
function plain(name = NAME): SentRequest {
  return { path: 'upsert', body: { name, content: CONTENT }, otherwise: [] }
}

/** The dialect of a service whose list shows triggers, or does not, after it has accepted a write. */
function dialectOf(hasTriggers: boolean, accepted: keyof typeof ACCEPTED | undefined): Dialect {
  const dialect = new Dialect()
  const page = { rows: [], total: 0, pageSize: 100, hasTriggers, hasDescriptions: hasTriggers }
  dialect.settleForm(dialect.listForms[0], page, 100)
  if (accepted === undefined) return dialect
  const { listed, nth } = ACCEPTED[accepted]
  const requests = dialect.requestsFor({ name: NAME, content: CONTENT, listed })
  dialect.noteAccepted(requests[nth] ?? { path: '', body: {}, otherwise: [] }, requests.slice(0, nth))
  return dialect
}

const BOUND = listedAs(NAME)
const FILLED = { description: 'Short.', labels: { team: 'sre' }, metadata: { a: 1 } }
const SIMPLE = { type: 'default', data: { content: CONTENT } }
const untriggered = (name: string) => ({ name, details: undefined })

test.each<{
  name: string
  listed?: EntryWrite['listed']
  runbook?: string
  hasTriggers?: boolean
  /** What the service has accepted before. */
  after?: keyof typeof ACCEPTED
  requests: readonly SentRequest[]
}>([
  { name: 'a new entry, if rows have no triggers', hasTriggers: false, requests: [plain()] },
  { name: 'a new entry, if rows have triggers', requests: [upsert(SMART), plain()] },
  { name: 'a new entry, after a documented upsert', after: 'documented', requests: [upsert(SMART, [])] },
  { name: 'a new entry, after one of the specification', after: 'specified', requests: [plain()] },
  { name: 'a new entry, after an update', after: 'update', requests: [upsert(SMART), plain()] },
  { name: 'a row without a trigger', listed: untriggered(NAME), requests: [plain()] },
  { name: 'the same in its own case', listed: untriggered('DISK  FULL'), requests: [plain('DISK  FULL')] },
  { name: 'the same, escaped for HTML', listed: untriggered('R&amp;D'), runbook: 'R&D', requests: [plain('R&D')] },
  { name: 'a bound row that is filled', listed: listedAs(NAME, FILLED), requests: [update(), upsert(FILLED), plain()] },
  // An upsert of the specification would make a second entry.
  { name: 'a bound row, after an update', listed: BOUND, after: 'update', requests: [update(), upsert({}, [])] },
  { name: 'the same after an upsert', listed: BOUND, after: 'documented', requests: [update(), upsert({}, [])] },
  { name: 'after one of the specification', listed: BOUND, after: 'specified', requests: [update(), plain()] },
  { name: 'after one in place of an update', listed: BOUND, after: 'no update', requests: [plain()] },
  // It becomes a document.
  { name: 'no text', listed: listedAs(NAME, { type: 'topology' }), requests: [update(), upsert(), plain()] },
  {
    name: 'a row of the other type',
    listed: listedAs(NAME, { type: 'default' }),
    requests: [update(SIMPLE), upsert(SIMPLE), plain()]
  },
  {
    name: 'a bound row whose name is escaped for HTML: under its own, as far as the documentation says how to find it',
    listed: listedAs('R&amp;D'),
    runbook: 'R&D',
    requests: [update(), upsert({ name: 'R&amp;D' }), plain('R&D')]
  },
  {
    name: 'a row with the former title: with the new one, also if a new name is refused',
    listed: listedAs('Disk', FILLED),
    requests: [update({ name: NAME }, [...MISSING, ...REFUSED]), upsert(FILLED), plain()]
  },
  {
    name: 'a row with a trigger, and without an id',
    listed: listedAs(NAME, { id: undefined, labels: {} }),
    requests: [upsert({ labels: {} }), plain()]
  }
])('$name', ({ listed, runbook: name = NAME, hasTriggers = true, after, requests }) => {
  const all = dialectOf(hasTriggers, after).requestsFor({ name, content: CONTENT, listed })
  expect(all.map(({ path, body, otherwise }) => ({ path: path.split('/').at(-1), body, otherwise }))).toEqual(requests)
})
