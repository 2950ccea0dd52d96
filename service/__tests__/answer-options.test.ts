import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ALTERATION_NAMES } from '../alterations.ts'
import { AnswerOptions } from '../answer-options.ts'
import { BROKEN, HIDDEN_TEXTS, LISTS, NAMES, type Kind } from '../kinds.ts'
import { LIST_PATH, startService, UPSERT_PATH } from '../service.ts'
import { send } from './http.ts'

const DAY = 24 * 60 * 60 * 1000

const service = await startService({ control: true })
let token: string

afterAll(() => service.close())
beforeEach(() => {
  service.reset()
  token = service.tokens.create({ name: 'bot', expiration: 'never' }).value
})

/** Below the client of the tests, which refuses what is not documented. */
async function call(path: string, body: object) {
  const headers = [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json']
  ] as const
  const { status, text } = await send(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status, json: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly total?: number
}

const list = (page_num = 1, page_size = 10) => call(LIST_PATH, { page_num, page_size })
const upsert = (name: string, content = 'y') => call(UPSERT_PATH, { name, content })
const listed = async (page?: number, size?: number) => (await list(page, size)).json as Listed
const contents = async () => (await listed()).items.map(({ content }) => content)
const stored = () => service.entries().map(({ name, content }) => `${name}: ${content}`)
const fill = async (count: number): Promise<void> => {
  for (let at = 1; at <= count; at++) await upsert(String(at))
}

describe('the list', () => {
  test.each<{ answers: AnswerOptions; json: unknown }>([
    { answers: {}, json: { items: [expect.objectContaining({ id: '1', name: 'a', content: 'Text.' })], total: 1 } },
    { answers: { list: 'array' }, json: [expect.objectContaining({ name: 'a' })] },
    { answers: { list: 'data', code: 0 }, json: { code: 0, data: { items: [expect.anything()], total: 1 } } }
  ])('has another form with $answers', async ({ answers, json }) => {
    await upsert('a', 'Text.')
    service.answers.set(answers)
    expect((await list()).json).toEqual(
      Array.isArray(json) ? json : expect.objectContaining(json as Record<string, unknown>)
    )
  })

  test.each<{ answers: AnswerOptions; json: unknown }>([
    { answers: {}, json: { items: [], page_num: 1, page_size: 10, total: 0 } },
    { answers: { no_rows: 'null', total: 'none' }, json: { items: null, page_num: 1, page_size: 10 } },
    { answers: { no_rows: 'null', list: 'array' }, json: null },
    { answers: { no_rows: 'null', list: 'data', code: 7 }, json: { data: null, code: 7 } }
  ])('without entries is $json with $answers', async ({ answers, json }) => {
    service.answers.set(answers)
    expect(await list()).toEqual({ status: 200, json })
  })

  test.each<{ answers: AnswerOptions; shown: readonly unknown[] }>([
    {
      answers: { shown: [{ cut: 1 }, 'footer'], only: { above: 2 } },
      shown: ['1', '22', expect.stringMatching(/^3\n/)]
    },
    { answers: { shown: ['moderated'], only: { name: 'b' } }, shown: ['1', '[removed]', '333'] },
    { answers: { omit: ['content'], only: { name: 'c' } }, shown: ['1', '22', undefined] },
    { answers: { content: 'null' }, shown: [null, null, null] },
    {
      answers: { content: 'rich_text', only: { name: 'a' } },
      shown: [{ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '1' }] }] }, '22', '333']
    }
  ])('shows three texts with $answers', async ({ answers, shown }) => {
    for (const [name, content] of ['1', '22', '333'].entries()) await upsert('abc'.charAt(name), content)
    service.answers.set(answers)
    expect(await contents()).toEqual(shown)
    expect(stored()).toEqual(['a: 1', 'b: 22', 'c: 333'])
  })

  test('has rows without the fields that are left out', async () => {
    await upsert('a')
    service.answers.set({ omit: ['id', 'name'] })
    expect(Object.keys((await listed()).items[0] ?? {})).toEqual(['content', 'created_at', 'updated_at'])
  })

  test('shows another text at each reading, on all pages of it', async () => {
    await fill(2)
    service.answers.set({ shown: ['differs'] })
    const shown = async (page: number) => (await listed(page, 1)).items[0]?.['content']
    const texts = [await shown(1), await shown(2), await shown(1)].map((text) => /\d/.exec(String(text))?.[0])
    expect(texts).toEqual(['1', '1', '2'])
  })

  test.each<{ answers: AnswerOptions; pages: readonly string[] }>([
    { answers: { total: 'pages' }, pages: ['1 2 3 of 3', '4 5 6 of 3', '7 of 3', 'none of 3'] },
    { answers: { total: 'rows' }, pages: ['1 2 3 of 3', '4 5 6 of 3', '7 of 1', 'none of 0'] },
    { answers: { total: { most: 5 } }, pages: ['1 2 3 of 5', '4 5 6 of 5', '7 of 5', 'none of 5'] },
    { answers: { cap: { rows: 2 } }, pages: ['1 2 of 7', '3 4 of 7', '5 6 of 7', '7 of 7'] },
    { answers: { cap: { rows: 2, next: 'asked' } }, pages: ['1 2 of 7', '4 5 of 7', '7 of 7', 'none of 7'] },
    { answers: { cap: { rows: 2, from: 2 } }, pages: ['1 2 3 of 7', '4 5 of 7', '6 7 of 7', 'none of 7'] },
    { answers: { beyond: 'first' }, pages: ['1 2 3 of 7', '4 5 6 of 7', '7 of 7', '1 2 3 of 7'] },
    { answers: { beyond: 404 }, pages: ['1 2 3 of 7', '4 5 6 of 7', '7 of 7', '404'] },
    { answers: { page_num: 'ignored' }, pages: ['1 2 3 of 7', '1 2 3 of 7', '1 2 3 of 7', '1 2 3 of 7'] },
    { answers: { empty: { times: 2 } }, pages: ['none of 0', 'none of 0', '7 of 7', 'none of 7'] },
    { answers: { empty: { times: 1, page: 2 } }, pages: ['1 2 3 of 7', 'none of 7', '7 of 7', 'none of 7'] },
    { answers: { missing: { name: '2', after: 1 } }, pages: ['1 2 3 of 7', '5 6 7 of 6', 'none of 6', 'none of 6'] },
    { answers: { page_size_max: 2 }, pages: ['422', '422', '422', '422'] }
  ])('of seven entries has pages of three with $answers', async ({ answers, pages }) => {
    await fill(7)
    service.answers.set(answers)
    const shown: string[] = []
    for (const number of pages.keys()) {
      const { status, json } = await list(number + 1, 3)
      const { items = [], total } = json as Partial<Listed>
      const names = items.map(({ name }) => name).join(' ') || 'none'
      shown.push(status === 200 ? `${names} of ${total}` : String(status))
    }
    expect(shown).toEqual(pages)
  })

  test('lacks rows at random, the same ones on all pages of a reading', async () => {
    await fill(40)
    service.answers.set({ missing: { probability: 0.2, seed: 3 } })
    const read = async () => {
      const pages = [await listed(1, 20), await listed(2, 20)]
      return {
        names: pages.flatMap(({ items }) => items.map(({ name }) => name)),
        totals: pages.map(({ total }) => total)
      }
    }
    const [first, second] = [await read(), await read()]
    expect(first.names.length).toBeGreaterThan(20)
    expect(first.names.length).toBeLessThan(40)
    expect(first.totals).toEqual([first.names.length, first.names.length])
    expect(second.names).not.toEqual(first.names)
    service.answers.set({ missing: { probability: 0.2, seed: 3 } })
    expect(await read()).toEqual(first)
  })

  test.each<{ order: NonNullable<AnswerOptions['order']>; first: string; second: string }>([
    { order: 'id', first: '1 2 3 4 5', second: '1 2 3 4 5' },
    { order: 'latest', first: '2 5 4 3 1', second: '2 5 4 3 1' },
    { order: 'changing', first: '5 4 2 1 3', second: '5 3 1 4 2' }
  ])('has the order $order', async ({ order, first, second }) => {
    for (const name of ['1', '2', '3', '4', '5', '2']) {
      service.clock.advance(1000)
      await upsert(name)
    }
    service.answers.set({ order })
    const names = async () => (await listed()).items.map(({ name }) => name).join(' ')
    expect([await names(), await names()]).toEqual([first, second])
  })

  test('lags by requests or by time', async () => {
    await upsert('a', 'old')
    service.answers.set({ lag: { requests: 2 } })
    await upsert('a', 'new')
    await upsert('b', 'more')
    expect([await contents(), await contents(), await contents()]).toEqual([['old'], ['old'], ['new', 'more']])

    service.answers.set({ lag: { ms: DAY } })
    await upsert('a', 'newer')
    expect(await contents()).toEqual(['new', 'more'])
    service.clock.advance(DAY)
    expect(await contents()).toEqual(['newer', 'more'])
  })
})

describe('a deleted entry', () => {
  const TIME = expect.stringMatching(/^[\d-]+T[\d:.]+Z$/)

  test.each<{ deleted: NonNullable<AnswerOptions['deleted']>; field: string; living: unknown; marked: unknown }>([
    { deleted: 'deleted', field: 'deleted', living: false, marked: true },
    { deleted: 'is_deleted', field: 'is_deleted', living: 0, marked: 1 },
    { deleted: 'archived', field: 'archived', living: false, marked: true },
    { deleted: 'disabled', field: 'disabled', living: false, marked: true },
    { deleted: 'status', field: 'status', living: 'active', marked: 'deleted' },
    { deleted: 'status_archived', field: 'status', living: 'active', marked: 'archived' },
    { deleted: 'deleted_at', field: 'deleted_at', living: null, marked: TIME },
    { deleted: 'deleted_at_zero', field: 'deleted_at', living: 0, marked: TIME },
    { deleted: 'deleted_at_year_one', field: 'deleted_at', living: '0001-01-01T00:00:00Z', marked: TIME }
  ])('stays in the list with $deleted, and its name is free', async ({ deleted, field, living, marked }) => {
    const row = (id: string, name: string, content: string, mark: unknown) => ({ id, name, content, [field]: mark })
    for (const name of ['a', 'b']) await upsert(name, 'old')
    service.answers.set({ deleted, lag: { requests: 1 } })
    service.removeEntries({ name: 'b' })
    await upsert('b', 'new')
    expect((await listed()).items).toMatchObject([row('1', 'a', 'old', living), row('2', 'b', 'old', living)])
    const rows = [row('1', 'a', 'old', living), row('2', 'b', 'old', marked), row('3', 'b', 'new', living)]
    expect(await listed()).toMatchObject({ items: rows, total: 3 })
    expect(stored()).toEqual(['a: old', 'b: new'])
  })

  test('is not shown, but counted in the total', async () => {
    await fill(2)
    service.answers.set({ total: 'with_deleted' })
    service.removeEntries({ name: '1' })
    expect(await listed()).toMatchObject({ items: [{ name: '2' }], total: 2 })
  })
})

test.each<{ answers: AnswerOptions; status?: number; entries: readonly string[] }>([
  { answers: {}, entries: [' b A: new \n'] },
  { answers: { names: ['upper'] }, entries: [' B A: new \n'] },
  { answers: { names: ['trim', 'lower'] }, entries: ['b a: new \n'] },
  { answers: { stored: ['trim', 'footer'], only: { name: 'x' } }, entries: [' b A: new \n'] },
  { answers: { stored: ['trim'], only: { name: ' b A' } }, entries: [' b A: new'] },
  { answers: { match: 'copy' }, entries: [' b A: old', ' b A: new \n'] },
  { answers: { store: 'new' }, entries: [' b A: old'] },
  { answers: { store: 'empty' }, entries: [' b A: new \n'] },
  { answers: { store: 'empty', match: 'copy' }, entries: [' b A: ', ' b A: '] },
  { answers: { store: { most: 3 } }, entries: [' b A: old'] },
  { answers: { store: 'none', upsert: 'accepted' }, status: 202, entries: [] },
  { answers: { upsert: 'empty' }, status: 204, entries: [' b A: new \n'] }
])('two upserts with $answers leave $entries', async ({ answers, status = 200, entries }) => {
  service.answers.set(answers)
  for (const text of ['old', 'new \n']) expect(await upsert(' b A', text)).toMatchObject({ status })
  expect(stored()).toEqual(entries)
})

describe('the kinds of services', () => {
  let usual: string | undefined

  /** What the service answers, and has in the end. */
  async function play({ answers = {}, faults = [] }: Kind): Promise<string> {
    service.reset()
    token = service.tokens.create({ name: 'bot', expiration: 'never' }).value
    await fill(30)
    service.answers.set(answers)
    service.faults.set(faults)
    const answered: unknown[] = []
    for (const name of ['Disk full', 'B', ' b', 'b', 'Cafe\u0301', 'Caf\u00e9', 'x'.repeat(300)]) {
      answered.push(await upsert(name, 'Free some space. '.repeat(80)).catch(String))
    }
    answered.push(await upsert('Disk full', 'Again.').catch(String))
    service.removeEntries({ name: '1' })
    for (const page of [1, 2, 9]) answered.push(await list(page, 9).catch(String), await list(page, 100).catch(String))
    return hash('sha256', `${JSON.stringify(answered)} ${String(stored())}`.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))
  }

  test.each(Object.entries({ ...HIDDEN_TEXTS, ...NAMES, ...LISTS, ...BROKEN }))(
    'one that %s answers otherwise than usual',
    async (_, kind) => {
      usual ??= await play({})
      expect(await play(kind)).not.toBe(usual)
    }
  )
})

test('README names all options and alterations', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const names = [...Object.keys(AnswerOptions.shape), ...ALTERATION_NAMES]
  expect(names.filter((name) => !readme.includes(`\`${name}\``) && !readme.includes(`\`"${name}"\``))).toEqual([])
})
