import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pullRequestEvent, scheduleEvent, type JobEvent } from '../../testing/github/events.ts'
import { recordDelivery } from '../../testing/delivered.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { Secret } from '../../src/secret.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { retirementNote } from '../../src/sync/retirement-note.ts'
import {
  say,
  startMisbehaving,
  type Behaviour,
  type MisbehavingService,
  type Received
} from '../support/misbehaving-service.ts'
import { reportOf, reported } from './report.ts'
import { expectSafe } from './safe.ts'

/** A row of the list; `content` and `id` may be absent. */
interface Row {
  readonly id?: number
  readonly name: string
  readonly content?: string
}

const FOLDER = 'docs/runbooks'
const DISK = `${FOLDER}/disk.md`
const NAME = 'Disk full'
const EDIT = '# Disk full\n\nWritten at night.\r\nCall Sam <b>&amp;</b>.\n\n'
/** Paths that mean something else to a file system, or are too long for one. */
const HOSTILE = [
  '..\\..\\outside.md',
  'C:\\outside.md',
  'con.md',
  'a. /x.md',
  'a\n::error::x.md',
  'a:b|c?.md',
  `${'x'.repeat(252)}.md`,
  `${'deep/'.repeat(2000)}x.md`,
  'Case.md',
  'case.md'
].map((path) => `${FOLDER}/hostile/${path}`)
const GONE = ['known', 'edited', 'retired']
const LONG = Array.from({ length: 100 }, (_, at) => `Line ${at}.`).join('\n')
const HOSTILE_TEXT = '</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
/** More than the ten pages that a push reads. */
const OTHERS = Array.from({ length: 1500 }, (_, id) => ({ id: id + 10, name: `Other ${id}`, content: 'Stays.' }))
const MANY = Array.from({ length: 25 }, (_, at) => `Many ${at}`)

const NOTE = retirementNote(
  {
    name: NAME,
    path: DISK,
    texts: [],
    reason: 'was removed',
    unselected: undefined,
    certain: true,
    replacement: undefined
  },
  {
    repository: 'harbour/handbook',
    serverUrl: 'https://github.com',
    ref: 'refs/heads/main',
    commit: '1'.repeat(40),
    date: '2026-11-20'
  }
)

const SAVED = 'saved before the request'
const KNOWN = 'not saved'

/** What the list shows under the name of a runbook, and what of it is saved. */
type Case = readonly [
  title: string,
  saved: typeof SAVED | typeof KNOWN,
  shown: (text: (of: string) => string) => readonly string[]
]

const CASES: readonly Case[] = [
  ['the text of the base', KNOWN, (text) => [text('Base.')]],
  ['the text of a commit that was never delivered', SAVED, (text) => [text('Between.')]],
  ['a retirement note', KNOWN, () => [NOTE]],
  ['the current text', KNOWN, (text) => [text('Tip.')]],
  ['an edit', SAVED, () => [EDIT]],
  ['a text from before the base', SAVED, (text) => [text('Oldest.')]],
  ['the text of the base with its links as they are in Git', SAVED, () => [written('Base.')]],
  ['the text of another runbook', SAVED, () => ['# Other\n\nText.\n']],
  ['a retirement note with a sentence of somebody', SAVED, () => [`${NOTE.trimEnd()} Call Sam.\n`]],
  [
    'a retirement note with words of somebody in the middle',
    SAVED,
    () => [NOTE.replace(' as of', ', call Sam, as of')]
  ],
  ['an empty text', SAVED, () => ['']],
  ['a text that the list cuts', SAVED, (text) => [text('Base.').slice(0, 20)]],
  ['a text that the list encodes for HTML', SAVED, (text) => [text('Base.').replaceAll('/', '&#x2F;')]],
  ['two edits', SAVED, () => [EDIT, 'Another.']]
]
const CASE_FOLDER = 'docs/cases'
const casePath = (at: number): string => `${CASE_FOLDER}/${at}.md`
/** With the runbook of the first case. */
const WITH_CASE = { files: `${FOLDER}/**\n${casePath(0)}` }

const commits = { oldest: '', base: '', between: '', tip: '' }
let environment: TestEnvironment
let service: MisbehavingService
let rows: Row[]
/** The saved texts when each upsert arrived, by name of the entry. */
let savedBefore: Map<string, string[]>
let temp: string
let otherAnswer: OtherAnswer

function written(text: string): string {
  return `# Disk full\n\n${text} See [other](other.md).\n`
}

/** As it is sent. */
function known(text: string, folder = FOLDER): string {
  const url = `${environment.github.url}/harbour/handbook/blob/main/${folder}/other.md`
  return written(text).replace('other.md', url)
}

beforeAll(async () => {
  const tree = (text: string): Record<string, string> => ({
    ...Object.fromEntries(CASES.map(([title], at) => [casePath(at), `---\ntitle: ${title}\n---\n${written(text)}`])),
    [DISK]: written(text),
    [`${FOLDER}/other.md`]: '# Other\n\nText.\n',
    ...(text === 'Tip.' ? {} : Object.fromEntries(GONE.map((name) => [`${FOLDER}/${name}.md`, `# ${name}\n\nText.\n`])))
  })
  environment = await TestEnvironment.with(tree('Oldest.'))
  const { repository } = environment
  commits.oldest = environment.event.sha
  commits.base = await repository.commit(tree('Base.'))
  commits.between = await repository.commit(tree('Between.'))
  commits.tip = await environment.commit(tree('Tip.'))
  service = await startMisbehaving((request, reply) => {
    const other = otherAnswer(request)
    if (other !== undefined) return other(request, reply)
    const { page_num: page = 1, page_size: size = 0, name = '', content = '' } = request.body
    if (request.path === LIST_PATH) {
      const items = rows.slice((page - 1) * size, page * size)
      return say(200, JSON.stringify({ items, total: rows.length }))(request, reply)
    }
    savedBefore.set(name, [...savedTexts().values()])
    const at = rows.findIndex((row) => row.name === name)
    rows.splice(at === -1 ? rows.length : at, 1, { ...rows[at], name, content })
    return say(200)(request, reply)
  })
  service.list = undefined
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})

/** What was saved, without the first line, by the path below the folder of saved texts. */
function savedTexts(): Map<string, string> {
  const files = readdirSync(temp, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    paths
      .map((path) => [relative(temp, path).split('/'), readFileSync(path, 'utf8')] as const)
      .filter(([[folder = '']]) => folder.startsWith('runbook-sync-overwritten-'))
      .map(([[, ...path], text]) => [path.join('/'), text.slice(text.indexOf('\n') + 1)])
  )
}

/** How the service answers a request in another way than usual. */
type OtherAnswer = (request: Received) => Behaviour | undefined

interface Options {
  readonly inputs?: Readonly<Record<string, string>>
  readonly event?: JobEvent
  readonly workspace?: string
  /** A full sync without it. */
  readonly base?: string | undefined
  readonly otherAnswer?: OtherAnswer
}

async function start(list: readonly Row[], { inputs, base = commits.base, ...options }: Options = {}) {
  rows = [...list]
  otherAnswer = options.otherAnswer ?? (() => undefined)
  savedBefore = new Map()
  temp = await mkdtemp(join(environment.folder, 'temp-'))
  const given = { 'base-url': service.url, retries: '0', ...inputs }
  environment.github.deployments.length = 0
  if (base !== '') recordDelivery(environment, base, given)
  return environment.start(given, { env: { RUNNER_TEMP: temp }, ...options })
}

async function run(list: readonly Row[], options: Options = {}): Promise<JobResult> {
  const job = await (await start(list, options)).result
  expectSafe(job, environment.token)
  // Texts never appear in the log, not even in that of a private repository.
  expect(job.stdout).not.toMatch(/Written at night|Line \d/)
  return job
}

/** Its only row, beside another entry that is up to date. */
function shown(content: string): Row[] {
  return [
    { id: 1, name: 'Other', content: '# Other\n\nText.\n' },
    { id: 2, name: NAME, content }
  ]
}

/** The list is this answer. */
function ofList(answer: string): OtherAnswer {
  return ({ path }) => (path === LIST_PATH ? say(200, answer) : undefined)
}

function eventWith(repository: Readonly<Record<string, unknown>>): JobEvent {
  const { payload } = environment.event
  return {
    ...environment.event,
    payload: { ...payload, repository: { ...(payload['repository'] as object), ...repository } }
  }
}

describe('a push compares the list with the texts of the range:', () => {
  let job: JobResult
  let saved: Map<string, string>
  let atRequest: Map<string, string[]>
  const textOf = (of: string): string => known(of, CASE_FOLDER)

  beforeAll(async () => {
    const list = CASES.flatMap(([name, , shown], at) =>
      shown(textOf).map((content, copy) => ({ id: 10 * at + copy, name, content }))
    )
    job = await run(list, { inputs: { files: `${CASE_FOLDER}/**` } })
    saved = savedTexts()
    atRequest = savedBefore
  })

  test.each(CASES)('%s: replaced, %s', (name, expected, shown) => {
    const texts = expected === KNOWN ? [] : shown(textOf)
    const at = CASES.findIndex(([one]) => one === name)
    const own = [...saved].filter(([path]) => path.endsWith(casePath(at))).map(([, text]) => text)
    expect(own).toEqual(texts)
    expect(atRequest.get(name)).toEqual(expect.arrayContaining([...texts]))
    expect(reported(job, casePath(at))).toMatchObject({ outcome: 'upserted' })
    expect(reportOf(job).overwritten.filter((one) => one.name === name)).toHaveLength(texts.length)
    expect(rows.find((row) => row.name === name)?.content).toBe(textOf('Tip.'))
  })
})

describe('a text that Git does not know', () => {
  /** A run that is interrupted while it replaces the text. */
  async function interrupted(signal: NodeJS.Signals): Promise<JobResult> {
    const onUpsert = (): void => {
      job.signal(signal)
    }
    const job = await start(shown(EDIT), { otherAnswer: ({ path }) => (path === LIST_PATH ? undefined : onUpsert) })
    return job.result
  }

  test('the path, a header, a warning on the runbook, summary, report and output name it', async () => {
    const job = await run(shown(EDIT))
    const folder = job.outputs['overwritten'] ?? ''
    const file = join(folder, DISK)
    expect(readFileSync(file, 'utf8')).toMatch(
      /^<!-- The entry "Disk full" before run \d+ \(http:\/\/127\.0\.0\.1:\d+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, \d{4}-\d\d-\d\dT[\d:.]+Z -->\n# Disk full/
    )
    expect(job.annotations).toEqual([
      expect.objectContaining({ level: 'warning', file: DISK, message: expect.stringContaining(file) })
    ])
    expect(job.annotations[0]?.message).toContain(`Somebody edited the entry “${NAME}” in the assistant.`)
    expect(job.summary).toMatch(/disk\.md.*Somebody edited the entry “Disk full”/)
    expect(reportOf(job).overwritten).toEqual([{ path: DISK, name: NAME, file }])
  })

  test('the token is redacted in file and summary', async () => {
    const { token } = environment
    const job = await start(shown(`${EDIT}token: ${token}, ${Buffer.from(token).toString('base64')}\n`))
    const { outputs, exitCode } = await job.result
    expect(exitCode).toBe(0)
    for (const text of [savedTexts().get(DISK), readFileSync(outputs['summary'] ?? '', 'utf8')]) {
      expect(text).toMatch(/token: \*\*\*, \S{0,2}\*\*\*\S{0,4}$/m)
      for (const form of new Secret(token).forms()) expect(text).not.toContain(form)
    }
  })

  test('a killed run loses no text', async () => {
    expect((await interrupted('SIGKILL')).signal).toBe('SIGKILL')
    expect([...savedTexts()]).toEqual([[DISK, EDIT]])
  })

  test('a cancelled run names the folder', async () => {
    const { outputs } = await interrupted('SIGINT')
    expect(readFileSync(join(outputs['overwritten'] ?? '', DISK), 'utf8')).toContain(EDIT)
  })

  test('a full sync without a base reads the complete list, and saves all that it replaces', async () => {
    const [older = '', twice = '', equal = ''] = CASES.map(([title]) => title)
    const own = [
      { id: 1, name: 'Other', content: 'Our own.' },
      { id: 2, name: older, content: known('Oldest.', CASE_FOLDER) },
      { id: 3, name: twice, content: known('Tip.', CASE_FOLDER) },
      { id: 4, name: twice, content: NOTE },
      { id: 5, name: equal, content: known('Tip.', CASE_FOLDER) }
    ]
    const list = [...own, ...OTHERS, { id: 6, name: NAME, content: EDIT }]
    const job = await run(list, { base: '', inputs: { files: 'docs/**' } })
    expect([...savedTexts()].sort()).toEqual([
      [casePath(0), known('Oldest.', CASE_FOLDER)],
      [DISK, EDIT],
      [`${FOLDER}/other.md`, 'Our own.']
    ])
    expect([0, 1, 2].map((at) => reported(job, casePath(at)).outcome)).toEqual(['upserted', 'upserted', 'unchanged'])
    expect(rows.filter(({ content }) => content === 'Stays.')).toHaveLength(OTHERS.length)
  })
})

test('names and paths cannot write outside the folder, and every text is there byte for byte', async () => {
  const { repository } = environment
  const nameOf = (at: number): string => `Hostile ${at} --><script>`
  const tree = Object.fromEntries(HOSTILE.map((path, at) => [path, `---\ntitle: ${nameOf(at)}\n---\nText ${at}.\n`]))
  const tip = await repository.commit(tree)
  const event = environment.pushOf(commits.tip, tip)
  const list = HOSTILE.map((_, id) => ({ id, name: nameOf(id), content: `Edit ${id}. --> "\r\n` }))
  const job = await run(list, { base: '', event, inputs: { files: `${FOLDER}/hostile/**` } })
  await repository.setHead(commits.tip)
  expect(reportOf(job).overwritten).toHaveLength(HOSTILE.length)
  const folder = job.outputs['overwritten'] ?? ''
  for (const { path, file } of reportOf(job).overwritten) {
    expect(relative(folder, file)).not.toMatch(/^\.\.|^\//)
    expect(readFileSync(file, 'utf8')).toMatch(/^<!-- [^\n]* -->\n/)
    expect(readFileSync(file, 'utf8').split('\n').slice(1).join('\n')).toBe(list[HOSTILE.indexOf(path)]?.content)
  }
  expect(readdirSync(dirname(folder)).filter((name) => !name.startsWith('runbook-sync-'))).toEqual([])
})

describe('a plan', () => {
  let pullRequest: JobEvent
  let workspace: string

  beforeAll(async () => {
    const { repository } = environment
    const many = Object.fromEntries(MANY.map((name) => [`${FOLDER}/${name}.md`, `# ${name}\n\nNew.\n`]))
    const tree = { [DISK]: written('Proposed.'), [`${FOLDER}/other.md`]: '# Other\n\nText.\n', ...many }
    const head = await repository.commit(tree, { branch: 'clarify', parents: [commits.tip] })
    const merge = await repository.commit(tree, { branch: null, parents: [commits.tip, head] })
    pullRequest = pullRequestEvent({ repository: repository.name, number: 7, base: commits.tip, head, merge })
    workspace = await repository.checkout(pullRequest)
  })

  function expectPlanned(job: JobResult): void {
    expect(reported(job, DISK)).toMatchObject({
      outcome: 'planned',
      reason: 'Would replace a text that is not in Git.'
    })
    expect(reportOf(job).overwritten).toContainEqual({ path: DISK, name: NAME, file: '' })
    expect(job.summary).toContain('    -Written at night.\\r\n')
    expect(job.summary).toMatch(/^ {4}\+(?:Tip|Proposed)\. See /m)
    expect(job.outputs).toMatchObject({ overwritten: '' })
    expect(savedTexts()).toEqual(new Map())
    expect(savedBefore.size).toBe(0)
  }

  test('would replace a text that is not in Git, with the difference in the summary', async () => {
    const job = await run(shown(EDIT), { inputs: { mode: 'plan' } })
    expectPlanned(job)
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'warning', file: DISK, message: expect.stringContaining('would replace') })
    )
  })

  test('of a pull request: the same, with the differences of 20 entries in 60 lines, in which nothing is markup', async () => {
    const list = MANY.map((name, id) => ({ id, name, content: `${HOSTILE_TEXT}${LONG}\n` }))
    const job = await run([{ name: NAME, content: EDIT }, ...list], { event: pullRequest, workspace })
    expectPlanned(job)
    expect(reportOf(job).overwritten).toHaveLength(1 + MANY.length)
    const sections = job.summary.split('Edited in the assistant: ').slice(1)
    expect(sections).toHaveLength(20)
    for (const section of sections.slice(1)) {
      const [, , code = ''] = section.split(/\n\n/)
      expect(code.split('\n').filter((line) => /^ {4}/.test(line))).toHaveLength(60)
      expect(code.split('\n')).toHaveLength(60)
      expect(code).toMatch(/^ {4}\(\d+ more lines\)$/m)
    }
    expect(job.summary).not.toMatch(/\r|\u202e/)
  })
})

describe('a repository that the event does not call private publishes names only:', () => {
  test.each<[string, () => Options]>([
    ['a push', () => ({ event: eventWith({ private: false }) })],
    [
      'a plan whose event says it in another type',
      () => ({ event: eventWith({ private: 'true' }), inputs: { mode: 'plan' } })
    ],
    [
      'a scheduled run without a repository in its event, which refuses it',
      () => {
        const event = scheduleEvent({ repository: environment.repository.name, sha: commits.tip })
        const payload = { ...event.payload, repository: undefined }
        return { event: { ...event, payload }, inputs: { 'manual-edits': 'refuse' } }
      }
    ]
  ])('%s', async (_, options) => {
    const job = await run(shown(EDIT), options())
    const published = [job.stdout, job.log, job.summary, JSON.stringify(job.report), JSON.stringify(job.annotations)]
    for (const text of published) {
      expect(text).toContain(NAME)
      expect(text).not.toMatch(/Written at night|Call Sam/)
    }
  })

  test.each([
    ['an error beside the texts', JSON.stringify({ success: false, items: [{ name: NAME, content: EDIT }] })],
    ['texts that are no JSON', `Entry: ${EDIT}`]
  ])('a list with %s', async (_, answer) => {
    const job = await run([], { otherAnswer: ofList(answer) })
    for (const text of [job.log, job.summary, JSON.stringify(job.report)]) expect(text).not.toContain('Call Sam')
  })
})

describe('`manual-edits: refuse`', () => {
  const refuse = { 'manual-edits': 'refuse' }

  test('the entry is not sent, and the job is red and says how to adopt or discard the edit; others are sent', async () => {
    const [older = ''] = CASES[0] ?? []
    const job = await run([...shown(EDIT), { id: 3, name: older, content: known('Base.', CASE_FOLDER) }], {
      inputs: { ...refuse, ...WITH_CASE }
    })
    expect(reported(job, DISK)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('Somebody edited the entry'),
      hint: expect.stringMatching(
        /^To keep the edit, push a commit .* exactly the text .*To discard it, remove `manual-edits: refuse`/
      )
    })
    expect(job.exitCode).toBe(1)
    expect(savedBefore.has(NAME)).toBe(false)
    expect(reported(job, casePath(0)).outcome).toBe('upserted')
    expect(job.outputs).toMatchObject({ overwritten: '' })
    expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'error', file: DISK }))
  })

  test.each([
    [
      'a list that cannot be read',
      '"no list"',
      /does not show whether somebody edited .*: page 1 of the list cannot be read \(.* is no list of entries/
    ],
    ['a list without texts', `[{"id":1,"name":"${NAME}"}]`, /does not show whether somebody edited/]
  ])('%s: nothing is sent', async (_, answer, reason) => {
    const job = await run([], { inputs: refuse, otherAnswer: ofList(answer) })
    expect(reported(job, DISK)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(reason) })
    expect(job.exitCode).toBe(1)
    expect(savedBefore.has(NAME)).toBe(false)
  })

  test('an edit beyond ten pages of the list is seen', async () => {
    const job = await run([...OTHERS, ...shown(EDIT)], { inputs: refuse })
    expect(reported(job, DISK)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('Somebody edited')
    })
  })

  test('a plan says that the sync would refuse it', async () => {
    const job = await run(shown(EDIT), { inputs: { ...refuse, mode: 'plan' } })
    expect(reported(job, DISK).outcome).toBe('refused')
    expect(job.exitCode).toBe(1)
  })
})

test('a run that ends early names also the runbooks whose entries are missing', async () => {
  let lists = 0
  const job = await run([{ id: 2, name: NAME, content: known('Base.') }], {
    event: scheduleEvent({ repository: environment.repository.name, sha: commits.tip }),
    otherAnswer: ({ path }) => (path === LIST_PATH && ++lists === 4 ? say(401) : undefined)
  })
  expect(reported(job, `${FOLDER}/other.md`).outcome).toBe('pending')
  expect(job.outputs).toMatchObject({ upserted: '1', pending: '1', 'token-rejected': 'true' })
})

describe('the list', () => {
  test('is read as far as ten pages and page 0 on a push', async () => {
    const requests = service.requests.length
    await run([...OTHERS, ...shown(EDIT)])
    expect(service.requests.slice(requests).filter(({ path }) => path === LIST_PATH)).toHaveLength(11)
    expect(savedTexts()).toEqual(new Map())
    expect(rows.at(-1)?.content).toBe(known('Tip.'))
  })

  test('without contents: one notice that edits by hand are not seen', async () => {
    const job = await run([{ id: 1, name: NAME }])
    expect(job.exitCode).toBe(0)
    expect(job.annotations).toContainEqual(
      expect.objectContaining({ level: 'notice', message: expect.stringMatching(/Edits by hand .* are not seen/) })
    )
  })
})

test('a note that the service refuses: one row, which says what to do with the entry', async () => {
  const [name = ''] = GONE
  const job = await run([...shown(known('Tip.')), { id: 3, name, content: '# known\n\nText.\n' }], {
    inputs: { removed: 'retire' },
    otherAnswer: ({ body }) => (body.name === name ? say(422, '{"detail":"No notes."}') : undefined)
  })
  expect(reportOf(job).runbooks.filter((one) => one.name === name)).toMatchObject([
    {
      outcome: 'failed',
      reason: expect.stringMatching(/^Not retired: .*No notes/),
      hint: expect.stringMatching(/^Delete/)
    }
  ])
  expect(job.exitCode).toBe(1)
})

describe('an entry whose runbook is gone is retired only if Git knows its text:', () => {
  let job: JobResult
  const texts = ['# known\n\nText.\n', '# edited\n\nText, and more.\n', NOTE]

  beforeAll(async () => {
    const list = GONE.map((name, id) => ({ id, name, content: texts[id] ?? '' }))
    job = await run([...shown(known('Tip.')), ...list], { inputs: { removed: 'retire' } })
  })

  test.each<[string, outcome: string, reason: RegExp]>([
    ['known', 'retired', /^$/],
    ['edited', 'orphaned', /Not retired: its text .* Git knows/],
    ['retired', 'orphaned', /its entry already says so/]
  ])('%s', (name, outcome, reason) => {
    const [entry] = reportOf(job).runbooks.filter((one) => one.name === name)
    expect(entry).toMatchObject({ outcome, reason: expect.stringMatching(reason) })
    const now = rows.find((row) => row.name === name)?.content
    if (outcome === 'retired') expect(now).toMatch(/^\*\*This runbook is retired/)
    else expect(now).toBe(texts[GONE.indexOf(name)])
  })
})

test('nothing is retired while the list ends before its total: an entry of the same name may follow', async () => {
  const items = [{ id: 0, name: 'known', content: '# known\n\nText.\n' }]
  const otherAnswer: OtherAnswer = ({ path, body }) =>
    path === LIST_PATH ? say(200, JSON.stringify({ items: body.page_num === 1 ? items : [], total: 99 })) : undefined
  const job = await run([], { inputs: { removed: 'retire' }, otherAnswer })
  expect(job.outputs).toMatchObject({ retired: '0' })
  const [known] = reportOf(job).runbooks.filter(({ name }) => name === 'known')
  expect(known?.reason).toMatch(/Not retired: the list names 99 entries and shows 1\.$/)
})
