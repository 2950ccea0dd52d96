import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { Journal } from '../../src/report/journal.ts'
import { Secret } from '../../src/secret.ts'
import type { Service } from '../../service/service.ts'
import { skippingClock } from '../support/skipping-clock.ts'
import type { World } from './world.ts'

// The list and the answers of the one service that documents this API. It is not the local service, which may share a
// mistake with the program: this server says what the documentation says, and nothing more.

const clock = skippingClock()
// After the clock: these modules wait.
const { World: TheWorld } = await import('./world.ts')
const { KnowledgeClient } = await import('../../src/knowledge/client.ts')
const { checkService } = await import('../../src/cli/check.ts')
const temp = await temporaryFolder()

interface Item {
  readonly name: string
  text: string
  readonly isReadOnly: boolean
}

/** Fields of a row that has this text. */
type Place = (text: string) => object

interface Body {
  readonly name?: string
  readonly content?: string
  readonly page_num?: number
  readonly page_size?: number
}

class DocumentedService {
  items: Item[] = []
  requests: { readonly path: string; readonly body: Body }[] = []
  place: Place = (text) => ({ data: { content: text } })
  /** The answer to an upsert in place of a success; undefined to store it. */
  refuse: (name: string) => object | undefined = () => undefined

  /** As somebody does it on the screen. */
  write(name: string, text: string, isReadOnly = false): void {
    const item = this.items.find((one) => one.name === name && !one.isReadOnly)
    if (item !== undefined && !isReadOnly) item.text = text
    else this.items.push({ name, text, isReadOnly })
  }

  async answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = JSON.parse(await readText(request)) as Body
    const { url: path = '' } = request
    this.requests.push({ path, body })
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(path.endsWith('/list') ? this.#list(body) : this.#upsert(body)))
  }

  #list({ page_num = 1, page_size = 20 }: Body): object {
    const items = this.items.map((item, at) => this.#row(item, at))
    const page = { total: items.length, page_num, page_size }
    const data = { page, items: items.slice((page_num - 1) * page_size, page_num * page_size) }
    return { code: 200, message: 'common.success', data }
  }

  #row({ name, text, isReadOnly }: Item, id: number): object {
    return {
      ...{ id, name, type: 'document', trigger: 'smart', trigger_config: {}, description: null },
      ...this.place(text),
      ...{ labels: null, metadata: null, workspace_id: 7, is_public: false, is_readonly: isReadOnly, is_applied: true },
      ...{ source: 'custom', forked_from: null, created_at: 1_767_000_000_000, updated_at: 1_767_000_000_000 }
    }
  }

  #upsert({ name = '', content = '' }: Body): object {
    const refused = this.refuse(name)
    if (refused !== undefined) return refused
    this.write(name, content)
    return { code: 200, message: 'common.success', data: { id: 1 } }
  }
}

let service: DocumentedService
let world: World
const server = createServer((request, reply) => void service.answer(request, reply))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeEach(() => {
  service = new DocumentedService()
  const nothing = { set: () => undefined }
  const asService = {
    url,
    reset: () => undefined,
    answers: nothing,
    faults: nothing,
    tokens: { create: () => ({ value: 'oap_test' }) },
    entries: () => service.items.map(({ name, text }) => ({ name, content: text })),
    requests: () => service.requests
  }
  world = new TheWorld(asService as unknown as Service, clock, temp.path, {})
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await temp[Symbol.asyncDispose]()
  clock[Symbol.dispose]()
})

const [A, B] = ['docs/a.md', 'docs/b.md']
const TWO = { [A]: '# A\n\nFirst.\n', [B]: '# B\n\nFirst.\n' }

test.each<{ where: string; place: Place }>([
  { where: '`content`', place: (text) => ({ content: text, data: {} }) },
  { where: '`data.content`', place: (text) => ({ data: { content: text, format: 'markdown' } }) },
  { where: 'another key of `data`', place: (text) => ({ data: { value: text, format: `md${' '.repeat(1000)}` } }) },
  { where: '`data` itself', place: (text) => ({ data: text }) }
])('runbooks are delivered, and edits are seen, if the text of a row is $where', async ({ place }) => {
  service.place = place
  expect(await world.push(TWO)).toMatchObject({ isGreen: true, outcomes: { [A]: 'upserted', [B]: 'upserted' } })
  expect(await world.run()).toMatchObject({ isGreen: true, sent: [], notices: [] })
  service.write('A', world.contentOf('A').replace('First.', 'First.\n\nCall Sam.'))
  expect(await world.run()).toMatchObject({ isGreen: true, sent: [], outcomes: { [A]: 'kept', [B]: 'unchanged' } })
})

test('a read-only entry with the name of a runbook is the vendor’s: the runbook is sent, and found again', async () => {
  service.write('A', 'Of the vendor.', true)
  expect(await world.push(TWO)).toMatchObject({ isGreen: true, notices: [], outcomes: { [A]: 'upserted' } })
  expect(await world.run()).toMatchObject({ isGreen: true, sent: [], notices: [] })
  expect(service.items.map(({ name }) => name)).toEqual(['A', 'A', 'B'])
})

test('a code in an answer of 200 fails the entry alone, with the code and the message', async () => {
  const answer = { code: 40_301, message: 'knowledge.readonly', data: null }
  service.refuse = (name) => (name === 'A' ? answer : undefined)
  const outcome = await world.push(TWO)
  expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'failed', [B]: 'upserted' } })
  const reason = expect.stringContaining('(`code: 40301`): “knowledge.readonly”')
  expect(outcome.report.runbooks).toContainEqual(expect.objectContaining({ path: A, reason }))
})

test('401 in an answer of 200 is a rejected token', async () => {
  service.refuse = () => ({ code: 401, message: 'common.unauthorized', data: null })
  expect(await world.push(TWO)).toMatchObject({ ended: { kind: 'token-rejected' }, sent: { length: 1 } })
})

test('entries above the recommended size are sent, and counted', async () => {
  const { isGreen, notices } = await world.push({ ...TWO, 'docs/long.md': `# Long\n\n${'Text. '.repeat(10_000)}\n` })
  expect(isGreen).toBe(true)
  expect(notices).toEqual([expect.stringMatching(/^notice: 1 entry of more than 50 KB was sent\./)])
})

describe('a check says what the list shows, and what no list can show:', () => {
  const texts = (content: string): object => (content === 'In data.' ? { data: { text: content } } : { content })
  test.each<{ name: string; entries: readonly string[]; place: Place; says: readonly RegExp[] }>([
    {
      name: 'texts in two fields',
      entries: ['In content.', 'Also there.', 'In data.'],
      place: texts,
      says: [
        /^notice: This assistant fits: its list shows names and texts\.$/,
        /shows 3 entries; texts: 2 in `content`, 1 in `data\.text`\. Its total is 4\. 1 read-only entry is left out/
      ]
    },
    {
      name: 'no texts',
      entries: ['Text.'],
      place: () => ({ data: { steps: [] } }),
      says: [
        /^warning: This assistant fits in part: its list shows names but no texts/,
        /^notice: The list shows 1 entry\. Its total is 2\./
      ]
    },
    {
      name: 'no entries',
      entries: [],
      place: texts,
      says: [/^notice: .* as far as an empty list can show\.$/, /^notice: The list shows 0 entries\. Its total is 1\./]
    }
  ])('$name', async ({ entries, place, says }) => {
    service.place = place
    service.write('Theirs', 'Of the vendor.', true)
    for (const [at, text] of entries.entries()) service.write(`Entry ${at}`, text)
    const { signal } = new AbortController()
    await using client = new KnowledgeClient({
      token: new Secret('oap_test'),
      baseUrl: url,
      signal,
      trace: () => undefined
    })
    const journal = new Journal()
    await checkService(client, journal)
    const all = [...says, /^notice: No list can show by what an upsert finds the entry to update\./]
    const { notices } = journal.result(undefined)
    expect(notices.map(({ level, message }) => `${level}: ${message}`)).toEqual(
      all.map((each) => expect.stringMatching(each))
    )
  })
})
