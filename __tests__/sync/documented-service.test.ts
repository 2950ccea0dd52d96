import { expect, test } from '@jest/globals'
import { checkService } from '../../src/cli/check.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { KnowledgeClient } from '../../src/knowledge/client.ts'
import { Journal } from '../../src/report/journal.ts'
import { Secret } from '../../src/secret.ts'
import { say, startMisbehaving, type Behaviour } from '../support/misbehaving-service.ts'

// The list of the one service that documents this API. It is not the local service, which may share a mistake with the program:
// this server says what the documentation says, and nothing more.

const SMART = { type: 'document', trigger: 'smart', trigger_config: {} }
const EMPTY = { description: null, data: {}, labels: null, metadata: null, forked_from: null }
const FLAGS = { is_public: false, is_readonly: false, is_applied: true }
const MADE = { workspace_id: 7, source: 'custom', created_at: 1_767_000_000_000, updated_at: 1_767_000_000_000 }

function documentedList(fields: readonly object[]): Behaviour {
  const items = fields.map((some, id) => ({ id, name: `Entry ${id}`, ...SMART, ...EMPTY, ...FLAGS, ...MADE, ...some }))
  return (request, reply) => {
    if (!request.path.endsWith(LIST_PATH)) return void say(404)(request, reply)
    const { page_num = 1, page_size = 20 } = request.body
    const page = { total: items.length, page_num, page_size }
    const data = { page, items: items.slice((page_num - 1) * page_size, page_num * page_size) }
    say(200, JSON.stringify({ code: 200, message: 'common.success', data }))(request, reply)
  }
}

const THEIRS = { data: { content: 'Of the vendor.' }, is_readonly: true }

test.each<{ name: string; entries: readonly object[]; says: readonly RegExp[] }>([
  {
    name: 'texts in two fields',
    entries: [THEIRS, { content: 'One.' }, { content: 'Two.' }, { data: { document_content: 'Three.', format: 'md' } }],
    says: [
      /^notice: This assistant fits: its list shows names and texts\.$/,
      /shows 3 entries; texts: 2 in `content`, 1 in `data\.document_content`\. Its total is 4\. 1 read-only entry is left out\. It takes both forms of a request\. 3 entries have a trigger, so entries are updated by their ids\. They are of 1 workspace\.$/
    ]
  },
  {
    name: 'no texts',
    entries: [THEIRS, { data: { steps: [] } }],
    says: [
      /^warning: This assistant fits in part: its list shows names but no texts/,
      /^notice: The list shows 1 entry\. Its total is 2\./
    ]
  },
  {
    name: 'no entries',
    entries: [THEIRS],
    says: [/^notice: .* as far as an empty list can show\.$/, /^notice: The list shows 0 entries\. Its total is 1\./]
  }
])('a check says what the list shows, and what no list can show: $name', async ({ entries, says }) => {
  await using service = await startMisbehaving(documentedList(entries))
  service.list = undefined
  const { signal } = new AbortController()
  const token = new Secret('oap_test')
  await using client = new KnowledgeClient({ token, baseUrl: service.url, signal, trace: () => undefined })
  const journal = new Journal()
  await checkService(client, journal)
  const said = journal.result(undefined).notices.map(({ level, message }) => `${level}: ${message}`)
  expect(said.slice(0, 2)).toEqual(says.map((each) => expect.stringMatching(each)))
})
