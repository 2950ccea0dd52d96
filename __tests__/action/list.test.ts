import { describe, expect, jest, test } from '@jest/globals'
import type { AnswerOptions, FaultRule } from '../../service/service.ts'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { scheduleEvent } from '../../testing/github/events.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { fastClock } from '../support/fast-clock.ts'
import { Branch, disk, DISK, expectRed, OTHER } from './branch.ts'
import { outcomesOf, reported, reportOf } from './report.ts'
import { expectSafe } from './safe.ts'

// The services of docs/service.md, "Services that mislead", that verification.test.ts does not have.
jest.setTimeout(60_000)

const REFUSE = { 'manual-edits': 'refuse' }
const EDIT = '# Disk full\n\nWritten at night.\n'
const UNCHANGED = '# Other\n\nText.\n'

type Entry = readonly [name: string, content: string]

const others = (count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, at) => [`Entry ${from + at}`, 'Stays.'])

/** A branch that was delivered, and the entries that the knowledge base has since then. */
async function branchWith(entries: readonly Entry[], answers: AnswerOptions = {}) {
  const branch = await Branch.create({ concurrency: '1' })
  const { service } = branch.environment
  service.removeEntries()
  const body = JSON.stringify(entries.map(([name, content]) => ({ name, content })))
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${service.url}/_control/entries`, { method: 'POST', headers, body })
  expect(status).toBe(200)
  service.answers.set(answers)
  const before = service.requests().length
  const requests = (path: string) =>
    service
      .requests()
      .slice(before)
      .filter((request) => request.path === path)
  return {
    branch,
    service,
    lists: () => requests(LIST_PATH).length,
    sent: () => requests(UPSERT_PATH).map(({ body }) => (body as { name: string }).name),
    entry: (name: string) => branch.environment.entries().get(name),
    [Symbol.asyncDispose]: () => branch[Symbol.asyncDispose]()
  }
}

function savedTexts({ overwritten }: JobResult): string[] {
  return [...overwritten.values()].map((text) => text.slice(text.indexOf('\n') + 1))
}

/** `level: message` of each annotation. */
function told({ annotations }: JobResult): string {
  return annotations.map(({ level, message }) => `${level}: ${message}`).join('\n')
}

describe('an edit is refused, else saved, and nothing else is sent, where', () => {
  const own: Entry[] = [
    ['Disk full', EDIT],
    ['Other', UNCHANGED]
  ]
  const at = (before: number, after = 0): Entry[] => [...others(before), ...own, ...others(after, 1000)]

  test.concurrent.each<[string, AnswerOptions, Entry[]]>([
    ['`total` is 0', { total: 'zero' }, at(150)],
    ['`total` is that of the page', { total: 'rows' }, at(150)],
    ['`total` is the number of pages', { total: 'pages' }, at(150)],
    ['there is no `total`, and no object', { list: 'array' }, at(150)],
    ['a page has 50 rows, and the next one the next 50', { cap: { rows: 50 } }, at(60, 100)],
    ['the same without `total`', { cap: { rows: 50 }, total: 'none' }, at(60, 100)],
    ['a page has 50 of 100 rows', { cap: { rows: 50, next: 'asked' } }, at(60, 100)],
    ['a page has 50 of 100 rows, without `total`', { cap: { rows: 50, next: 'asked' }, total: 'none' }, at(60, 100)],
    ['the second page is smaller', { cap: { rows: 50, next: 'asked', from: 2 } }, at(160, 100)],
    ['pages are counted from zero', { first_page: 0 }, at(20)],
    ['pages are counted from zero, and there are several', { first_page: 0, total: 'rows' }, at(20, 300)],
    ['the entry has its name in capitals', { match: 'case' }, [['DISK FULL', EDIT], ...own.slice(1)]],
    ['the entry has more blanks in its name', { match: 'blanks' }, [[' Disk  full', EDIT], ...own.slice(1)]]
  ])('%s', async (_, answers, entries) => {
    await using base = await branchWith(entries, answers)
    const refused = await base.branch.push({ [DISK]: disk('Second.') }, { inputs: REFUSE })
    expect(reported(refused, DISK)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/^Somebody edited/)
    })
    expect(base.sent()).toEqual([])

    const saved = await base.branch.push({ [DISK]: disk('Third.') })
    expect(savedTexts(saved)).toEqual([EDIT])
    expect(told(saved)).toContain('warning: Somebody edited the entry “Disk full”')
    expect(base.sent()).toEqual(['Disk full'])
    const [name = ''] = entries.find(([, text]) => text === EDIT) ?? []
    expect(base.entry(name)).toBe(disk('Third.'))
  })
})

describe('the name of an entry', () => {
  const CAFE = '# Caf\u00e9\n\nText.\n'

  test.concurrent('that is equal counts before a similar one, which stays', async () => {
    await using base = await branchWith([
      ['DISK FULL', EDIT],
      ['Disk full', disk('First.')],
      ['Other', UNCHANGED]
    ])
    const job = await base.branch.push({ [DISK]: disk('Second.') })
    expect([job.exitCode, savedTexts(job), base.sent()]).toEqual([0, [], ['Disk full']])
    expect(base.entry('DISK FULL')).toBe(EDIT)
  })

  test.concurrent.each<[string, AnswerOptions, stored: string]>([
    ['is stored in NFC', { names: 'nfc' }, 'Caf\u00e9'],
    ['is found in another Unicode form', { match: 'unicode' }, 'Cafe\u0301']
  ])('%s: the edit is saved, and a second full sync sends nothing', async (_, answers, stored) => {
    await using base = await branchWith([[stored, 'Written at night.\n']], answers)
    const path = 'docs/runbooks/cafe.md'
    const first = await base.branch.push({ [path]: stored === 'Caf\u00e9' ? CAFE.normalize('NFD') : CAFE })
    expect([first.exitCode, savedTexts(first)]).toEqual([0, ['Written at night.\n']])
    await base.branch.dispatch()
    const requests = base.sent().length
    const second = await base.branch.dispatch()
    expect([second.exitCode, base.sent().slice(requests)]).toEqual([0, []])
  })

  test.concurrent('is cut at 255 characters, so that two runbooks become one entry: red', async () => {
    const long = (end: string): string => `# ${'Long '.repeat(60)}${end}\n\nText.\n`
    const [one, two] = ['docs/runbooks/a.md', 'docs/runbooks/b.md']
    await using environment = await TestEnvironment.with({ [one]: long('one'), [two]: long('two'), [OTHER]: UNCHANGED })
    environment.service.answers.set({ names: 'cut' })
    const job = await environment.run({ concurrency: '1' }, { env: fastClock(20) })
    expectRed(job)
    for (const path of [one, two]) expect(reported(job, path).reason).toMatch(/its list does not show it/)
  })
})

describe('the texts of a list', () => {
  const CHANGED = '\r\n# Disk full \r\n\r\nCafe\u0301.  \r\nEnd.\t\n\n'

  test.concurrent.each<[string, AnswerOptions]>([
    ['trimmed', { texts: ['trim'] }],
    ['with LF for CRLF', { texts: ['lf'] }],
    ['in NFC', { texts: ['nfc'] }],
    ['without blanks at the ends of lines', { texts: ['trailing_blanks'] }],
    ['with all of this', { texts: ['lf', 'trailing_blanks', 'nfc', 'trim'], ids: false, total: 'zero' }]
  ])('%s: a second full sync sends and saves nothing, and refuses nothing', async (_, answers) => {
    await using environment = await TestEnvironment.with({ [DISK]: CHANGED, [OTHER]: UNCHANGED })
    environment.service.answers.set(answers)
    expect((await environment.run()).exitCode).toBe(0)
    expect(environment.entries().get('Disk full')).not.toBe(CHANGED)
    const event = scheduleEvent({ repository: environment.repository.name, sha: environment.event.sha })
    const job = await environment.run(REFUSE, { event })
    expect([job.exitCode, environment.received(UPSERT_PATH), job.outputs['overwritten']]).toEqual([0, [], ''])
    expect(outcomesOf(job)).toEqual([`unchanged ${DISK}`, `unchanged ${OTHER}`])
  })

  const long = (title: string, end: string): string => `# ${title}\n\n${'Free some space. '.repeat(10)}${end}\n`
  const [LONG_DISK, LONG_OTHER] = [long('Disk full', 'End.'), long('Other', 'End.')]
  const cut = (text: string): string => text.slice(0, 100)

  test.concurrent(
    'cut to their beginning: said once, nothing is skipped, called an edit or verified by them',
    async () => {
      await using base = await branchWith([], { content: 'cut' })
      await base.branch.deliver({ [DISK]: LONG_DISK, [OTHER]: LONG_OTHER })
      const edited = long('Disk full', 'Written at night.')
      await base.branch.environment.write('Disk full', edited)
      const refused = await base.branch.dispatch(REFUSE)
      expect(outcomesOf(refused)).toEqual([`refused ${DISK}`, `refused ${OTHER}`])
      expect(base.entry('Disk full')).toBe(edited)

      const job = await base.branch.dispatch()
      expect(told(job).match(/The list cuts texts to 100 characters/g)).toHaveLength(1)
      expect(told(job)).not.toContain('Somebody edited')
      expect(savedTexts(job)).toEqual([cut(edited), cut(LONG_OTHER)])
      expect([job.exitCode, outcomesOf(job)]).toEqual([0, [`upserted ${DISK}`, `upserted ${OTHER}`]])
    }
  )

  test.concurrent.each<[AnswerOptions['content'], saved: string]>([
    ['html', '<h1>Disk full</h1>\n<p>Written &lt;at&gt; night.</p>'],
    ['encoded', '# Disk full\n\nWritten &lt;at&gt; night.\n'],
    ['summary', 'Disk full, in 7 words.']
  ])('as %s: saved as they are shown before they are replaced', async (content, saved) => {
    const edit = EDIT.replace('at', '<at>')
    await using base = await branchWith(
      [
        ['Other', UNCHANGED],
        ['Disk full', edit]
      ],
      { content }
    )
    const refused = await base.branch.push({ [DISK]: disk('Second.') }, { inputs: REFUSE })
    expect([outcomesOf(refused), base.entry('Disk full')]).toEqual([[`refused ${DISK}`], edit])
    const job = await base.branch.push({ [DISK]: disk('Third.') })
    expect([job.exitCode, savedTexts(job)]).toEqual([0, [saved]])
  })
})

describe('the reading of a list', () => {
  test.concurrent('decides by its last pages: an entry that vanishes meanwhile is sent', async () => {
    await using environment = await TestEnvironment.with({ [DISK]: disk('First.'), [OTHER]: UNCHANGED })
    await environment.write('Disk full', disk('First.'))
    await environment.write('Other', UNCHANGED)
    environment.service.answers.set({ cap: { rows: 1 }, vanish: { name: 'Disk full', requests: 2 } })
    const job = await environment.run({}, { env: fastClock(20) })
    expect(reported(job, DISK)).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/does not show it/) })
    expect(reported(job, OTHER).outcome).toBe('unchanged')
  })

  test.concurrent.each<[string, push: boolean, pages: number, speed: number]>([
    ['push: two minutes', true, 5, 20],
    ['full sync: ten minutes', false, 21, 100]
  ])('with pages that take 29 s, on a %s', async (_, isPush, pages, speed) => {
    await using base = await branchWith(others(40), { cap: { rows: 1 } })
    base.service.faults.set([{ path: LIST_PATH, delay_ms: 29_000 / speed }])
    if (isPush) await base.branch.commit({ [DISK]: disk('Second.') })
    const event = await base.branch.pushed()
    const step = { inputs: { timeout: '600', ...(isPush ? {} : { environment: 'none' }) }, env: fastClock(speed) }
    const job = await base.branch.run(event, step)
    expect([job.exitCode, base.entry('Disk full')]).toEqual([0, disk(isPush ? 'Second.' : 'First.')])
    expect(told(job)).toMatch(/notice: Edits by hand .* are seen in a part of the list only/)
    expect(base.lists()).toBeLessThanOrEqual(pages)
  })

  const hour: FaultRule = { path: LIST_PATH, status: 429, retry_after: 3600 }
  const silent: FaultRule = { path: LIST_PATH, delay_ms: 600_000 }
  const failing: FaultRule = { path: UPSERT_PATH, status: 503, times: 1 }

  // An answer must arrive in a hundredth, or a twentieth, of `timeout`.
  test.concurrent.each<[string, FaultRule[], times: number, timeout: string]>([
    ['429 with an hour of Retry-After, then 503 to an upsert', [hour, failing], 100, '600'],
    ['429 again and again', [{ path: LIST_PATH, status: 429 }], 100, '600'],
    ['no answer for two minutes, then 503 to an upsert', [silent, failing], 20, '30']
  ])('that ends with %s: a notice, and everything is delivered', async (_, faults, times, timeout) => {
    await using base = await branchWith([['Disk full', EDIT]])
    base.service.faults.set(faults)
    const step = { inputs: { timeout, retries: '4' }, env: fastClock(times) }
    const job = await base.branch.push({ [DISK]: disk('Second.') }, step)
    expect([job.exitCode, base.entry('Disk full')]).toEqual([0, disk('Second.')])
    expect(told(job)).toMatch(/^notice: Edits by hand in the assistant are not seen, and nothing is verified: page 1 /)
  })

  test.concurrent.each([
    ['an empty object', '{}'],
    ['text', '"ok"'],
    ['rows without names', '[{"title": "Disk full"}]'],
    ['an error', '{"code": 1, "message": "quota exceeded"}']
  ])('by `mode: check`: %s is no list, and red', async (_, body) => {
    await using environment = await TestEnvironment.with({ [DISK]: disk('First.') })
    environment.service.faults.set([{ path: LIST_PATH, status: 200, body }])
    expectRed(await environment.run({ mode: 'check' }))
  })
})

describe('an answer', () => {
  test.concurrent.each<[string, FaultRule['answer']]>([
    ['whose body is cut', 'interrupted'],
    ['whose body never ends', 'endless'],
    ['whose encoding is damaged', 'not_gzip']
  ])('of 401 %s: the run stops at the first one, and says what to do with the token', async (_, answer) => {
    await using environment = await TestEnvironment.with({ [DISK]: disk('First.'), [OTHER]: UNCHANGED })
    environment.service.faults.set([{ path: UPSERT_PATH, status: 401, answer }])
    const job = await environment.run({ concurrency: '1' })
    expectSafe(job, environment.token)
    expect(reportOf(job).failure).toMatchObject({ kind: 'token-rejected', hint: expect.stringMatching(/Rotate/) })
    expect([environment.received(UPSERT_PATH).length, job.outputs['pending']]).toEqual([1, '2'])
  })

  test.concurrent.each<[string, object, field: string]>([
    ['an error one level down', { data: { error: 'Quota exceeded' } }, 'data.error'],
    ['a failure one level down', { result: { success: false } }, 'result.success'],
    ['a code', { code: 1, message: 'quota exceeded' }, 'code'],
    ['a code in words', { code: 'QUOTA_EXCEEDED' }, 'code'],
    ['a status in words', { status: 'rejected' }, 'status']
  ])('of 200 with %s: failed, and the reason names the field', async (_, body, field) => {
    await using environment = await TestEnvironment.with({ [DISK]: disk('First.'), [OTHER]: UNCHANGED })
    environment.service.faults.set([{ path: UPSERT_PATH, name: 'Disk full', status: 200, body: JSON.stringify(body) }])
    const job = await environment.run()
    expectRed(job)
    expect(reported(job, DISK)).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(`(\`${field}\`)`) })
    expect(reported(job, OTHER).outcome).toBe('upserted')
  })

  test.concurrent.each<[string, AnswerOptions, FaultRule[]]>([
    ['with `code: 1`, as every answer of the service', { code: 1, upsert: 'echo' }, []],
    ['with a code in words, as every answer of the service', { code: 'DONE' }, []],
    [
      'with a draft',
      {},
      [
        { path: LIST_PATH, status: 404 },
        { path: UPSERT_PATH, status: 200, body: '{"status": "draft", "code": "00000"}' }
      ]
    ]
  ])('of 200 %s: delivered', async (_, answers, faults) => {
    await using environment = await TestEnvironment.with({ [DISK]: disk('First.') })
    environment.service.answers.set(answers)
    environment.service.faults.set(faults)
    const job = await environment.run()
    expect([job.exitCode, outcomesOf(job)]).toEqual([0, [`upserted ${DISK}`]])
  })
})
