import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from '@jest/globals'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { Journal } from '../../src/report/journal.ts'
import { Secret } from '../../src/secret.ts'
import type { Service } from '../../service/service.ts'
import { skippingClock } from '../support/skipping-clock.ts'
import type { Outcome, World } from './world.ts'

// The list and the answers of the one service that documents this API. It is not the local service, which may share a
// mistake with the program: this server says what the documentation says, and nothing more.

const clock = skippingClock()
// After the clock: these modules wait.
const { World: TheWorld } = await import('./world.ts')
const { KnowledgeClient } = await import('../../src/knowledge/client.ts')
const { checkService } = await import('../../src/cli/check.ts')
const temp = await temporaryFolder()

interface Item {
  readonly id: number
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
  readonly items: Item[] = []
  readonly #requests: { readonly path: string; readonly body: Body }[] = []
  place: Place = (text) => ({ data: { content: text } })
  /** The most rows of a page. */
  most = 100
  /** Milliseconds that an answer takes. */
  takes = 0
  /** The answer to an upsert in place of a success; undefined to store it. */
  refuse: (name: string) => object | undefined = () => undefined
  /** The most requests for the list at a time. */
  mostAtOnce = 0
  #now = 0
  readonly #server = createServer((request, reply) => void this.#answer(request, reply))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** As somebody does it on the screen. */
  write(name: string, text: string, isReadOnly = false): void {
    const item = this.items.find((one) => one.name === name && !one.isReadOnly)
    if (item !== undefined && !isReadOnly) item.text = text
    else this.items.push({ id: this.items.length + 1, name, text, isReadOnly })
  }

  /** What `World` needs of a service. */
  asService(): Service {
    const { port } = this.#server.address() as AddressInfo
    const nothing = { set: () => undefined }
    return {
      url: `http://127.0.0.1:${port}`,
      reset: () => undefined,
      answers: nothing,
      faults: nothing,
      tokens: { create: () => ({ value: 'oap_test' }) },
      entries: () => this.items.map(({ name, text }) => ({ name, content: text })),
      requests: () => this.#requests
    } as unknown as Service
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = JSON.parse(await readText(request)) as Body
    const { url: path = '' } = request
    this.#requests.push({ path, body })
    const isList = path.endsWith('/list')
    if (isList) this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#now)
    if (this.takes > 0) await new Promise((resolve) => setTimeout(resolve, this.takes))
    if (isList) this.#now--
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(isList ? this.#list(body) : this.#upsert(body)))
  }

  #list({ page_num = 1, page_size = 20 }: Body): object {
    const size = Math.min(page_size, this.most)
    const items = this.items.slice((page_num - 1) * size, page_num * size).map((item) => this.#row(item))
    const page = { total: this.items.length, page_num, page_size: size }
    return { code: 200, message: 'common.success', data: { page, items } }
  }

  #row({ id, name, text, isReadOnly }: Item): object {
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

const services: DocumentedService[] = []

afterAll(async () => {
  await Promise.all(services.map(async (service) => service.close()))
  await temp[Symbol.asyncDispose]()
  clock[Symbol.dispose]()
})

async function start(concurrency = 1): Promise<{ service: DocumentedService; world: World }> {
  const service = await new DocumentedService().start()
  services.push(service)
  return { service, world: new TheWorld(service.asService(), clock, temp.path, { concurrency }) }
}

const [A, B] = ['docs/a.md', 'docs/b.md']
const TWO = { [A]: '# A\n\nFirst.\n', [B]: '# B\n\nFirst.\n' }

const PLACES: Readonly<Record<string, Place>> = {
  '`content`': (text) => ({ content: text, data: {} }),
  '`data.content`': (text) => ({ data: { content: text, format: 'markdown' } }),
  '`data.text`': (text) => ({ data: { text, format: 'markdown' } }),
  '`data.markdown`': (text) => ({ data: { markdown: text, format: 'markdown' } }),
  '`data.body`': (text) => ({ data: { body: text, format: 'markdown' } }),
  'another key of `data`': (text) => ({ data: { value: text, format: `markdown${' '.repeat(1000)}` } }),
  '`data` itself': (text) => ({ data: text })
}

describe('the text of a row is', () => {
  test.each(Object.entries(PLACES))('%s', async (_, place) => {
    const { service, world } = await start()
    service.place = place

    expect(await world.push(TWO)).toMatchObject({ isGreen: true, outcomes: { [A]: 'upserted', [B]: 'upserted' } })
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [], notices: [] })

    const edited = world.contentOf('A').replace('First.', 'First.\n\nCall Sam.')
    service.write('A', edited)
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [], outcomes: { [A]: 'kept', [B]: 'unchanged' } })

    const pushed = await world.push({ [A]: '# A\n\nSecond.\n' })
    expect(pushed).toMatchObject({ isGreen: false, sent: [], outcomes: { [A]: 'refused' } })
    expect(world.contentOf('A')).toBe(edited)
  })
})

const rowOf = ({ report }: Outcome, path: string) => report.runbooks.find((row) => row.path === path)

describe('a read-only entry that has the name of a runbook', () => {
  test('is no entry of ours: the runbook is sent, and found again', async () => {
    const { service, world } = await start()
    service.write('A', 'Of the vendor.', true)
    expect(await world.push(TWO)).toMatchObject({ isGreen: true, notices: [], outcomes: { [A]: 'upserted' } })
    expect(await world.run()).toMatchObject({ isGreen: true, sent: [], notices: [] })
    expect(service.items.map(({ name, isReadOnly }) => [name, isReadOnly])).toEqual([
      ['A', true],
      ['A', false],
      ['B', false]
    ])
  })

  test('may refuse an upsert: that runbook alone fails, with what the service says', async () => {
    const { service, world } = await start()
    service.write('A', 'Of the vendor.', true)
    service.refuse = (name) => (name === 'A' ? { code: 40_301, message: 'knowledge.readonly', data: null } : undefined)
    const outcome = await world.push(TWO)
    expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'failed', [B]: 'upserted' } })
    expect(rowOf(outcome, A)).toMatchObject({
      reason: expect.stringContaining('(`code: 40301`): “knowledge.readonly”')
    })
  })
})

test('a code in an answer of 200 fails the entry, with the code and the message', async () => {
  const { service, world } = await start()
  service.refuse = (name) => (name === 'A' ? { code: 50_001, message: 'knowledge.quota', data: null } : undefined)
  const outcome = await world.push(TWO)
  expect(outcome).toMatchObject({ isGreen: false, outcomes: { [A]: 'failed', [B]: 'upserted' } })
  const { reason, hint } = rowOf(outcome, A) ?? {}
  expect(reason).toContain('reports an error (`code: 50001`): “knowledge.quota”')
  expect(hint).not.toContain('read-only')
})

test('401 in an answer of 200 is a rejected token', async () => {
  const { service, world } = await start()
  service.refuse = () => ({ code: 401, message: 'common.unauthorized', data: null })
  const outcome = await world.push(TWO)
  expect(outcome).toMatchObject({ isGreen: false, ended: { kind: 'token-rejected' } })
  expect(outcome.sent).toHaveLength(1)
})

test('650 entries in pages of 50: read once, plus one page, at least four pages at a time', async () => {
  const { service, world } = await start(8)
  await world.push(TWO)
  for (let entry = 3; entry <= 650; entry++) service.write(`Entry ${entry}`, 'By hand.')
  Object.assign(service, { most: 50, takes: 20, mostAtOnce: 0 })
  expect(await world.run()).toMatchObject({ isGreen: true, sent: [], lists: 13 + 1 })
  expect(service.mostAtOnce).toBeGreaterThanOrEqual(4)
})

test('entries above the recommended size are sent, and counted', async () => {
  const { world } = await start()
  const { isGreen, notices } = await world.push({ ...TWO, 'docs/long.md': `# Long\n\n${'Text. '.repeat(10_000)}\n` })
  expect(isGreen).toBe(true)
  expect(notices).toEqual([expect.stringMatching(/^notice: 1 entry of more than 50 KB was sent\./)])
})

describe('a check says what the list shows, and what no list can show:', () => {
  const texts = (content: string): object => (content === 'In data.' ? { data: { text: content } } : { content })

  test.each<{ name: string; entries: readonly string[]; place?: Place; says: readonly [level: string, RegExp][] }>([
    {
      name: 'texts in two fields, and a read-only entry',
      entries: ['In content.', 'Also there.', 'In data.'],
      place: texts,
      says: [
        ['notice', /^This assistant fits: its list shows names and texts\.$/],
        [
          'notice',
          /^The list shows 3 entries; texts: 2 in `content`, 1 in `data\.text`\. Its total is 4\. 1 read-only entry is left out/
        ],
        ['notice', /^No list can show by what an upsert finds the entry to update\. Runbook Sync relies on the name/]
      ]
    },
    {
      name: 'no texts',
      entries: ['Text.'],
      place: () => ({ data: { steps: [] } }),
      says: [
        ['warning', /^This assistant fits in part: its list shows names but no texts/],
        ['notice', /^The list shows 1 entry\. Its total is 2\./],
        ['notice', /^No list can show/]
      ]
    },
    {
      name: 'no entries',
      entries: [],
      says: [
        ['notice', /as far as an empty list can show\.$/],
        ['notice', /^The list shows 0 entries\. Its total is 1\./],
        ['notice', /^No list can show/]
      ]
    }
  ])('$name', async ({ entries, place = texts, says }) => {
    const { service } = await start()
    service.place = place
    service.write('Theirs', 'Of the vendor.', true)
    for (const [at, text] of entries.entries()) service.write(`Entry ${at}`, text)
    const { signal } = new AbortController()
    const setup = { token: new Secret('oap_test'), signal, trace: () => undefined }
    await using client = new KnowledgeClient({ ...setup, baseUrl: service.asService().url })
    const journal = new Journal()
    await checkService(client, journal)
    const { notices } = journal.result(undefined)
    expect(notices.map(({ level, message }) => [level, message])).toEqual(
      says.map(([level, message]) => [level, expect.stringMatching(message)])
    )
  })
})
