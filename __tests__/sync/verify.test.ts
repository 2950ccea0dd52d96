import { describe, expect, test } from '@jest/globals'
import { readList } from '../../src/knowledge/list.ts'
import { verify, type Verification } from '../../src/sync/verify.ts'
import { run, runbooks } from '../support/delivery.ts'
import { knowledgeBase, type KnowledgeBaseOptions, type Stored } from '../support/knowledge-base.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'

const OTHERS = [
  { name: 'Written by hand', content: 'a' },
  { name: 'Another', content: 'b' }
]

interface Verified extends Verification {
  /** Readings of the list after the delivery. */
  readonly looks: number
}

/** A whole sync of ten runbooks, one at a time so that the order is certain, and what verification makes of it. */
async function sync(options: KnowledgeBaseOptions, count = 10): Promise<Verified> {
  const base = knowledgeBase(options)
  await using service = await startMisbehaving(base.behave)
  let verification: Verification | undefined
  let before = 0
  const { ended, totals } = await run({
    url: service.url,
    items: runbooks(count),
    concurrency: 1,
    // Without `known` there is no canary: copies are then found by verification alone.
    then: async (knowledge, { hashes }) => {
      const known = await listed
      if (known === undefined) throw new Error('not listed')
      before = base.readings()
      verification = await verify({ knowledge, before: known, hashes, pause: 0, signal: new AbortController().signal })
    },
    know: async (knowledge) => {
      listed = readList(knowledge)
      await listed
      return undefined
    }
  })
  expect({ ended, totals }).toEqual({ ended: undefined, totals: { upserted: count } })
  if (verification === undefined) throw new Error('not verified')
  return { ...verification, looks: base.readings() - before }
}
let listed: ReturnType<typeof readList> | undefined

function without(names: readonly string[]): (all: readonly Stored[]) => readonly Stored[] {
  return (all) => all.filter(({ name }) => !names.includes(name))
}

test('all that was accepted is there: one look, nothing to say', async () => {
  const { missing, copied, notices, looks } = await sync({ entries: OTHERS })
  expect({ missing: [...missing], copied: [...copied], notices, looks }).toEqual({
    missing: [],
    copied: [],
    notices: [],
    looks: 1
  })
})

test('nothing accepted: no request', async () => {
  await using service = await startMisbehaving(say(500))
  await run({
    url: service.url,
    items: [],
    then: async (knowledge) => {
      const before = { extent: 'whole', why: '', size: 0, rows: new Map() } as const
      const signal = new AbortController().signal
      expect(await verify({ knowledge, before, hashes: new Map(), signal })).toMatchObject({ notices: [] })
    }
  })
  expect(service.requests).toHaveLength(0)
})

describe('found out', () => {
  test('accepted and forgotten', async () => {
    const { missing, notices, looks } = await sync({
      entries: OTHERS,
      forgets: (name) => ['Runbook 3', 'Runbook 5'].includes(name)
    })
    expect([...missing]).toEqual(['Runbook 3', 'Runbook 5'])
    expect({ notices, looks }).toEqual({ notices: [], looks: 3 })
  })

  test('copied although it was there once', async () => {
    const { copied } = await sync({ entries: [...OTHERS, { name: 'Runbook 4', content: 'old' }], copies: true })
    expect([...copied]).toEqual(['Runbook 4'])
  })

  test('there twice from before: a warning, not a failure', async () => {
    const twice = { name: 'Runbook 4', content: 'old' }
    const { copied, notices } = await sync({ entries: [twice, twice] })
    expect([...copied]).toEqual([])
    expect(notices).toEqual([{ level: 'warning', message: expect.stringContaining('“Runbook 4”') }])
  })
})

describe('a good run stays green with a list that', () => {
  const cases: { name: string; options: KnowledgeBaseOptions; count?: number; why: string }[] = [
    { name: 'is not understood', options: { shape: () => ({ data: 'x' }) }, why: 'form is not known' },
    {
      name: 'knows no pages',
      options: { entries: OTHERS, shape: (_rows, all) => all.slice(0, 5) },
      why: 'a page again'
    },
    {
      name: 'says that it has more than it shows',
      options: { entries: OTHERS, shape: (items, all) => ({ items: items.slice(0, 4), total: all.length }) },
      why: 'the list says that it has'
    },
    {
      name: 'was cut before, so that nobody knows what was new',
      options: {
        entries: OTHERS,
        shape: (items, all) => ({ items, total: all.length === 2 ? 99 : all.length }),
        shown: without(['Runbook 3'])
      },
      why: 'has 99 entries and shows 2'
    },
    {
      name: 'does not show the first that was sent',
      options: { entries: OTHERS, shown: without(['Runbook 0']) },
      why: 'the first entry that was sent'
    },
    {
      name: 'shows nothing of what was sent, because it lags behind',
      options: { entries: OTHERS, shown: (all) => all.slice(0, 2) },
      why: 'the first entry that was sent'
    },
    {
      name: 'lags behind by the last few',
      options: { entries: OTHERS, shown: (all) => all.slice(0, 8) },
      why: 'does not show 4 of 10, which may be a delay'
    },
    {
      name: 'lacks one only at the first look',
      options: { entries: OTHERS, shown: (all, look) => (look === 2 ? without(['Runbook 3'])(all) : all) },
      why: ''
    },
    {
      name: 'is cut off at a hundred',
      options: {
        entries: Array.from({ length: 95 }, (_, i) => ({ name: `Runbook 1${i}x`, content: '' })),
        shown: (all) => all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, 100)
      },
      why: 'may be a limit'
    },
    {
      name: 'drops old ones for new ones',
      options: {
        entries: OTHERS,
        shown: (all) =>
          all
            .toReversed()
            .filter(({ name }) => name !== 'Runbook 4')
            .slice(0, 10)
      },
      why: 'no longer shows'
    },
    {
      name: 'begins at page 0',
      options: {
        entries: OTHERS,
        firstPage: 0,
        pageSize: 4,
        shape: (rows) => rows,
        shown: (all) => all.toSorted((a, b) => Number(/[2345]/.test(b.name)) - Number(/[2345]/.test(a.name)))
      },
      count: 11,
      why: 'pages do not begin at 1'
    },
    {
      name: 'trims and encodes names',
      options: {
        shape: (rows) => rows.map((row) => ({ ...row, name: row.name.toLowerCase().replace(' ', '&nbsp;') }))
      },
      why: ''
    },
    {
      name: 'makes slugs of names',
      options: { shape: (rows) => rows.map((row) => ({ ...row, name: row.name.replace(' ', '-').toUpperCase() })) },
      why: ''
    },
    {
      name: 'normalises content',
      options: { shape: (rows) => rows.map((row) => ({ ...row, content: row.content.trim().slice(0, 10) })) },
      why: ''
    },
    {
      name: 'shows two of a name that cannot be told apart',
      options: {
        shape: (rows) =>
          rows.flatMap(({ name, content }) => [
            { name, content },
            { name, content }
          ])
      },
      why: ''
    },
    {
      name: 'holds something else that has names',
      options: { shape: (_rows, all, page) => ({ tags: page === 1 ? [{ name: 'x' }] : [], count: all.length }) },
      why: 'the first entry that was sent'
    }
  ]
  test.each(cases)('$name', async ({ options, count, why }) => {
    const { missing, copied, notices } = await sync(options, count)
    expect({ missing: [...missing], copied: [...copied] }).toEqual({ missing: [], copied: [] })
    expect(notices.filter(({ level }) => level === 'warning')).toEqual([])
    if (why === '') expect(notices).toEqual([])
    else expect(notices).toEqual([{ level: 'notice', message: expect.stringContaining(why) }])
  })

  test('cuts names off', async () => {
    const long = 'What to do when the disk of the primary database is full '
    const base = knowledgeBase({
      entries: OTHERS,
      shape: (rows) => rows.map((row) => ({ ...row, name: row.name.slice(0, 40) }))
    })
    await using service = await startMisbehaving(base.behave)
    await run({
      url: service.url,
      items: ['Short', `${long} 1`, 'Short, too'].map((name) => ({ path: name, name })),
      concurrency: 1,
      then: async (knowledge, { hashes }) => {
        const before = {
          extent: 'whole',
          why: '',
          size: 2,
          rows: new Map(OTHERS.map(({ name }) => [name, []]))
        } as const
        const signal = new AbortController().signal
        expect((await verify({ knowledge, before, hashes, pause: 0, signal })).missing.size).toBe(0)
      }
    })
  })
})

test('a list that fails after the delivery is said once, and a 401 then ends the run', async () => {
  const base = knowledgeBase({ entries: OTHERS })
  await using service = await startMisbehaving(base.behave)
  const signal = new AbortController().signal
  await run({
    url: service.url,
    items: runbooks(2),
    retries: 0,
    then: async (knowledge, { hashes }) => {
      const before = await readList(knowledge)
      service.behave = say(500)
      expect(await verify({ knowledge, before, hashes, signal })).toMatchObject({
        notices: [{ level: 'notice', message: expect.stringContaining('(500)') }]
      })
      service.behave = say(401)
      await expect(verify({ knowledge, before, hashes, signal })).rejects.toMatchObject({ kind: 'token-rejected' })
    }
  })
})
