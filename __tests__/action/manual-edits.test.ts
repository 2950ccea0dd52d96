import { afterAll, describe, expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Secret } from '../../src/secret.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { retirementNote } from '../../src/sync/retirement-note.ts'
import { recordDelivery } from '../../testing/delivered.ts'
import { pullRequestEvent, scheduleEvent, type JobEvent } from '../../testing/github/events.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { say, startMisbehaving, type Behaviour, type Received } from '../support/misbehaving-service.ts'
import { reportOf, reported, type ReportedRunbook } from './report.ts'
import { expectSafe } from './safe.ts'

/** A row of the list; `content` and `id` may be absent. */
interface Row {
  readonly id?: number
  readonly name: string
  readonly content?: string
}

const FOLDER = 'docs/runbooks'
const CASE_FOLDER = 'docs/cases'
const DISK = `${FOLDER}/disk.md`
const NAME = 'Disk full'
const EDIT = '# Disk full\n\nWritten at night.\r\nCall Sam <b>&amp;</b>.\n\n'
const REFUSE = { 'manual-edits': 'refuse' }
const GONE = ['known', 'edited', 'retired', 'rejected']
/** More than the ten pages that a push reads. */
const OTHERS = Array.from({ length: 1500 }, (_, id) => ({ id: id + 10, name: `Other ${id}`, content: 'Stays.' }))

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
    ...{ repository: 'harbour/handbook', serverUrl: 'https://github.com', ref: 'refs/heads/main' },
    ...{ commit: '1'.repeat(40), date: '2026-11-20' }
  }
)

/** The texts that the list shows under the name of a runbook; `text` gives one as it was sent. */
type Shown = (text: (of: string) => string) => readonly string[]

const OLDER = 'a text from before the base'
const CURRENT = 'the current text'
const AN_EDIT = 'an edit'
const OURS: readonly (readonly [title: string, shown: Shown])[] = [
  ['the text of the base', (text) => [text('Base.')]],
  ['a retirement note', () => [NOTE]],
  [CURRENT, (text) => [text('Tip.')]]
]
const SAVED: readonly (readonly [title: string, shown: Shown])[] = [
  [AN_EDIT, () => [EDIT]],
  [OLDER, (text) => [text('Oldest.')]],
  ['the text of a commit that was never delivered', (text) => [text('Between.')]],
  ['the text of the base with its links as they are in Git', () => [written('Base.')]],
  ['the text of another runbook', () => ['# Other\n\nText.\n']],
  ['a retirement note with a sentence of somebody', () => [`${NOTE.trimEnd()} Call Sam.\n`]],
  ['a retirement note with words of somebody in the middle', () => [NOTE.replace(' as of', ', call Sam, as of')]],
  ['an empty text', () => ['']],
  ['a text that the list cuts', (text) => [text('Base.').slice(0, 20)]],
  ['a text that the list encodes for HTML', (text) => [text('Base.').replaceAll('/', '&#x2F;')]],
  ['two edits', () => [EDIT, 'Another.']]
]
const casePath = (title: string): string => `${CASE_FOLDER}/${title}.md`

function written(text: string): string {
  return `# Disk full\n\n${text} See [other](other.md).\n`
}

function tree(text: string): Record<string, string> {
  const cases = [...OURS, ...SAVED].map(([title]) => [casePath(title), `---\ntitle: ${title}\n---\n${written(text)}`])
  const gone = GONE.map((name) => [`${FOLDER}/${name}.md`, `# ${name}\n\nText.\n`])
  return {
    ...(Object.fromEntries(text === 'Tip.' ? cases : [...cases, ...gone]) as Record<string, string>),
    ...{ [DISK]: written(text), [`${FOLDER}/other.md`]: '# Other\n\nText.\n' }
  }
}

const environment = await TestEnvironment.with(tree('Oldest.'))
const { repository } = environment
const base = await repository.commit(tree('Base.'))
await repository.commit(tree('Between.'))
const tip = await environment.commit(tree('Tip.'))

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

/** As it is sent. */
function known(text: string, folder = FOLDER): string {
  return written(text).replace('other.md', `${environment.github.url}/harbour/handbook/blob/main/${folder}/other.md`)
}

interface Options {
  readonly inputs?: Readonly<Record<string, string>>
  readonly event?: JobEvent
  readonly workspace?: string
  /** The last commit that was delivered; a full sync where it is empty. */
  readonly delivered?: string
  /** How the service answers a request in another way than usual. */
  readonly answer?: (request: Received) => Behaviour | undefined
  /** Ends the run at its first upsert, which gets no answer. */
  readonly signal?: NodeJS.Signals
}

interface Run {
  readonly job: JobResult
  /** The list after the run. */
  readonly rows: readonly Row[]
  /** The saved texts without their first line, by the path below their folder. */
  readonly saved: ReadonlyMap<string, string>
  /** The same texts when the upsert of an entry arrived, by its name. */
  readonly savedBefore: ReadonlyMap<string, readonly string[]>
  /** Requests for the list. */
  readonly lists: number
}

async function start(
  list: readonly Row[],
  { inputs, delivered = base, answer, signal, ...options }: Options
): Promise<Run> {
  const rows = [...list]
  const savedBefore = new Map<string, string[]>()
  const temp = await mkdtemp(join(environment.folder, 'temp-'))
  await using service = await startMisbehaving((request, reply) => {
    const other = answer?.(request)
    if (other !== undefined) return other(request, reply)
    const { page_num: page = 1, page_size: size = 0, name = '', content = '' } = request.body
    if (request.path === LIST_PATH) {
      const items = rows.slice((page - 1) * size, page * size)
      return say(200, JSON.stringify({ items, total: rows.length }))(request, reply)
    }
    if (signal !== undefined) {
      running.signal(signal)
      return undefined
    }
    savedBefore.set(name, [...savedTexts(temp).values()])
    const at = rows.findIndex((row) => row.name === name)
    rows.splice(at === -1 ? rows.length : at, 1, { ...rows[at], name, content })
    return say(200)(request, reply)
  })
  service.list = undefined
  const given = { 'base-url': service.url, retries: '0', ...inputs }
  environment.github.deployments.length = 0
  if (delivered !== '') recordDelivery(environment, delivered, given)
  const running = environment.start(given, { env: { RUNNER_TEMP: temp }, ...options })
  const job = await running.result
  const lists = service.requests.filter(({ path }) => path === LIST_PATH).length
  return { job, rows, saved: savedTexts(temp), savedBefore, lists }
}

async function run(list: readonly Row[], options: Options = {}): Promise<Run> {
  const result = await start(list, options)
  expectSafe(result.job, environment.token)
  // Texts never appear in the log, not even in that of a private repository.
  expect(result.job.stdout).not.toMatch(/Written at night|Line \d/)
  return result
}

/** Makes it at the first call. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function savedTexts(temp: string): Map<string, string> {
  const files = readdirSync(temp, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    paths
      .map((path) => [relative(temp, path).split('/'), readFileSync(path, 'utf8')] as const)
      .filter(([[folder = '']]) => folder.startsWith('runbook-sync-overwritten-'))
      .map(([[, ...path], text]) => [path.join('/'), text.slice(text.indexOf('\n') + 1)])
  )
}

/** Its row, beside that of an entry that is up to date. */
function shown(content: string): Row[] {
  return [
    { id: 1, name: 'Other', content: '# Other\n\nText.\n' },
    { id: 2, name: NAME, content }
  ]
}

function eventWith(given: Readonly<Record<string, unknown>>): JobEvent {
  const { payload } = environment.event
  const all = { ...(payload['repository'] as object), ...given }
  return { ...environment.event, payload: { ...payload, repository: all } }
}

function entriesOf(job: JobResult, name: string): ReportedRunbook[] {
  return reportOf(job).runbooks.filter((one) => one.name === name)
}

describe('a push compares the list with the texts of the range:', () => {
  const textOf = (of: string): string => known(of, CASE_FOLDER)
  const list = [...OURS, ...SAVED].flatMap(([name, shown], at) =>
    shown(textOf).map((content, copy) => ({ id: 10 * at + copy, name, content }))
  )
  const replaced = once(() => run(list, { inputs: { files: `${CASE_FOLDER}/**` } }))

  test.each(OURS)('%s is replaced, and not saved', async (title) => {
    const { job, rows, saved } = await replaced()
    expect([...saved.keys()].filter((path) => path.endsWith(casePath(title)))).toEqual([])
    expect(reportOf(job).overwritten.filter(({ name }) => name === title)).toEqual([])
    expect(rows.find(({ name }) => name === title)?.content).toBe(textOf('Tip.'))
  })

  test.each(SAVED)('%s is saved before the request that replaces it', async (title, shown) => {
    const { job, rows, saved, savedBefore } = await replaced()
    const texts = shown(textOf)
    expect([...saved].flatMap(([path, text]) => (path.endsWith(casePath(title)) ? [text] : []))).toEqual(texts)
    expect(savedBefore.get(title)).toEqual(expect.arrayContaining([...texts]))
    expect(reportOf(job).overwritten.filter(({ name }) => name === title)).toHaveLength(texts.length)
    expect(rows.find(({ name }) => name === title)?.content).toBe(textOf('Tip.'))
  })

  test('the path, a header, a warning on the runbook, summary, report and output name it', async () => {
    const { job } = await replaced()
    const path = casePath(AN_EDIT)
    const file = join(job.outputs['overwritten'] ?? '', path)
    expect(readFileSync(file, 'utf8')).toMatch(
      /^<!-- The entry "an edit" before run \d+ \(http:\/\/127\.0\.0\.1:\d+\/harbour\/handbook\/actions\/runs\/\d+\) replaced it, \d{4}-\d\d-\d\dT[\d:.]+Z -->\n# Disk full/
    )
    const [warning] = job.annotations.filter((one) => one.file === path)
    expect(warning).toMatchObject({ level: 'warning', message: expect.stringContaining(file) })
    expect(warning?.message).toContain('Somebody edited the entry “an edit” in the assistant.')
    expect(job.summary).toMatch(/an edit\.md.*Somebody edited the entry “an edit”/)
    expect(reportOf(job).overwritten).toContainEqual({ path, name: AN_EDIT, file })
  })
})

describe('a text that Git does not know', () => {
  test('the token is redacted in file and summary', async () => {
    const { token } = environment
    const list = shown(`${EDIT}token: ${token}, ${Buffer.from(token).toString('base64')}\n`)
    const { job, saved } = await start(list, {})
    expect(job.exitCode).toBe(0)
    for (const text of [saved.get(DISK), readFileSync(job.outputs['summary'] ?? '', 'utf8')]) {
      expect(text).toMatch(/token: \*\*\*, \S{0,2}\*\*\*\S{0,4}$/m)
      for (const form of new Secret(token).forms()) expect(text).not.toContain(form)
    }
  })

  test('a killed run loses no text', async () => {
    const { job, saved } = await start(shown(EDIT), { signal: 'SIGKILL' })
    expect(job.signal).toBe('SIGKILL')
    expect([...saved]).toEqual([[DISK, EDIT]])
  })

  test('a cancelled run names the folder', async () => {
    const { job } = await start(shown(EDIT), { signal: 'SIGINT' })
    expect(readFileSync(join(job.outputs['overwritten'] ?? '', DISK), 'utf8')).toContain(EDIT)
  })

  test('a full sync without a base reads the complete list, and saves all that it replaces', async () => {
    const [copies, equal] = ['two edits', CURRENT]
    const list = [
      { id: 1, name: 'Other', content: 'Our own.' },
      { id: 2, name: OLDER, content: known('Oldest.', CASE_FOLDER) },
      { id: 3, name: copies, content: known('Tip.', CASE_FOLDER) },
      { id: 4, name: copies, content: NOTE },
      { id: 5, name: equal, content: known('Tip.', CASE_FOLDER) },
      ...OTHERS,
      { id: 6, name: NAME, content: EDIT }
    ]
    const { job, rows, saved } = await run(list, { delivered: '', inputs: { files: 'docs/**' } })
    expect(saved).toEqual(
      new Map([
        [casePath(OLDER), known('Oldest.', CASE_FOLDER)],
        [DISK, EDIT],
        [`${FOLDER}/other.md`, 'Our own.']
      ])
    )
    const outcomes = [OLDER, copies, equal].map((title) => reported(job, casePath(title)).outcome)
    expect(outcomes).toEqual(['upserted', 'upserted', 'unchanged'])
    expect(rows.filter(({ content }) => content === 'Stays.')).toHaveLength(OTHERS.length)
  })

  test('names and paths cannot write outside the folder, and every text is there byte for byte', async () => {
    // These mean something else to a file system, or are too long for one.
    const names = [
      ...['..\\..\\outside', 'C:\\outside', 'con', 'a. /x', 'a\n::error::x', 'a:b|c?', 'x'.repeat(252)],
      ...[`${'deep/'.repeat(2000)}x`, 'Case', 'case']
    ]
    const hostile = new Map(names.map((name, at) => [`${FOLDER}/hostile/${name}.md`, `Hostile ${at} --><script>`]))
    const files = [...hostile].map(([path, title]) => [path, `---\ntitle: ${title}\n---\nText of ${title}.\n`] as const)
    const commit = await repository.commit(Object.fromEntries(files))
    const list = [...hostile.values()].map((name, id) => ({ id, name, content: `Edit of ${name}. --> "\r\n` }))
    const event = environment.pushOf(tip, commit)
    const { job } = await run(list, { delivered: '', event, inputs: { files: `${FOLDER}/hostile/**` } })
    await repository.setHead(tip)
    expect(reportOf(job).overwritten).toHaveLength(names.length)
    const folder = job.outputs['overwritten'] ?? ''
    for (const { path, file } of reportOf(job).overwritten) {
      expect(relative(folder, file)).not.toMatch(/^\.\.|^\//)
      const [header, ...text] = readFileSync(file, 'utf8').split('\n')
      expect(header).toMatch(/^<!-- .* -->$/)
      expect(text.join('\n')).toBe(`Edit of ${hostile.get(path) ?? ''}. --> "\r\n`)
    }
    expect(readdirSync(dirname(folder)).filter((name) => !name.startsWith('runbook-sync-'))).toEqual([])
  })
})

test('a plan of a pull request shows the differences of 20 entries in 60 lines, in which nothing is markup', async () => {
  const hostile = '</details>\n\r# x\n::error::pwned\n##[error]pwned\n\u202e```\n<img src=x>\n\n    @team\n'
  const long = `${hostile}${Array.from({ length: 100 }, (_, at) => `Line ${at}.`).join('\n')}\n`
  const many = Array.from({ length: 25 }, (_, at) => `Many ${at}`)
  const linked = casePath(CURRENT)
  const proposed = {
    ...{ [DISK]: written('Proposed.'), [`${FOLDER}/other.md`]: '# Other\n\nText.\n' },
    ...{ [linked]: `---\ntitle: ${CURRENT}\n---\n${written('Proposed.')}` },
    ...Object.fromEntries(many.map((name) => [`${FOLDER}/${name}.md`, `# ${name}\n\nNew.\n`]))
  }
  const head = await repository.commit(proposed, { branch: 'clarify', parents: [tip] })
  const merge = await repository.commit(proposed, { branch: null, parents: [tip, head] })
  const event = pullRequestEvent({ repository: repository.name, number: 7, base: tip, head, merge })
  const list = [
    { name: NAME, content: EDIT },
    // With a link to the branch into which the pull request is merged.
    { name: CURRENT, content: known('Tip.', CASE_FOLDER) },
    ...many.map((name) => ({ name, content: long }))
  ]
  const inputs = { files: `${FOLDER}/**\n${linked}` }
  const workspace = await repository.checkout(event)
  const { job, saved, savedBefore } = await run(list, { event, workspace, inputs, delivered: tip })
  expect([saved.size, savedBefore.size, job.outputs['overwritten']]).toEqual([0, 0, ''])
  const reason = 'Would replace another text, which Git or the records do not explain.'
  expect(reported(job, DISK)).toMatchObject({ outcome: 'planned', reason })
  const message = expect.stringContaining('would replace')
  expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'warning', file: DISK, message }))
  expect(reportOf(job).overwritten).toContainEqual({ path: DISK, name: NAME, file: '' })
  expect(reportOf(job).overwritten).toHaveLength(1 + many.length)
  expect(reported(job, linked)).toMatchObject({ outcome: 'planned', reason: 'Updates its entry.' })
  expect(job.summary).toContain('    -Written at night.\\r\n')
  expect(job.summary).toMatch(/^ {4}\+Proposed\. See /m)
  const sections = job.summary.split('Edited in the assistant: ').slice(1)
  expect(sections).toHaveLength(20)
  for (const section of sections.slice(1)) {
    const [, , code = ''] = section.split(/\n\n/)
    expect(code.split('\n')).toHaveLength(60)
    expect(code.split('\n').filter((line) => !/^ {4}/.test(line))).toEqual([])
    expect(code).toMatch(/^ {4}\(\d+ more lines\)$/m)
  }
  expect(job.summary).not.toMatch(/\r|\u202e/)
})

describe('a repository that the event does not call private publishes names only:', () => {
  const schedule = scheduleEvent({ repository: repository.name, sha: tip })

  test.each<[string, Options, exitCode: number]>([
    ['a push', { event: eventWith({ private: false }) }, 0],
    [
      'a plan whose event says it in another type, which the sync would refuse',
      { event: eventWith({ private: 'true' }), inputs: { mode: 'plan', ...REFUSE } },
      1
    ],
    [
      'a scheduled run without a repository in its event, which refuses it',
      { event: { ...schedule, payload: { ...schedule.payload, repository: undefined } }, inputs: REFUSE },
      1
    ]
  ])('%s', async (_, options, exitCode) => {
    const { job } = await run(shown(EDIT), options)
    expect(job.exitCode).toBe(exitCode)
    for (const text of [job.stdout, job.log, job.summary, JSON.stringify([job.report, job.annotations])]) {
      expect(text).toContain(NAME)
      expect(text).not.toMatch(/Written at night|Call Sam/)
    }
  })
})

describe('`manual-edits: refuse`', () => {
  test('the entry is not sent, and the job is red and says how to adopt or discard the edit; others are sent', async () => {
    const [other] = OURS[0] ?? ['']
    const list = [...shown(EDIT), { id: 3, name: other, content: known('Base.', CASE_FOLDER) }]
    const inputs = { ...REFUSE, files: `${FOLDER}/**\n${casePath(other)}` }
    const { job, savedBefore } = await run(list, { inputs })
    expect(reported(job, DISK)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('Somebody edited the entry'),
      hint: expect.stringMatching(
        /^To keep the edit, push a commit .* exactly the text .*To discard it, remove `manual-edits: refuse`/
      )
    })
    expect([...savedBefore.keys()]).toEqual([other])
    expect([job.exitCode, job.outputs['overwritten']]).toEqual([1, ''])
    expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'error', file: DISK }))
  })

  test.each([
    ['is no list', '"no list"', /: page 1 of the list cannot be read \(.* is no list of entries/],
    ['shows no texts', JSON.stringify([{ id: 1, name: NAME }]), /./],
    ['has an error beside the texts', JSON.stringify({ success: false, items: [{ name: NAME, content: EDIT }] }), /./],
    ['is no JSON', `Entry: ${EDIT}`, /cannot be read/]
  ])('a list that %s: nothing is sent, and no text of it is published', async (_, body, says) => {
    const answer = ({ path }: Received) => (path === LIST_PATH ? say(200, body) : undefined)
    const { job, savedBefore } = await run([], { inputs: REFUSE, answer })
    const { outcome, reason } = reported(job, DISK)
    expect([outcome, job.exitCode, savedBefore.size]).toEqual(['refused', 1, 0])
    expect(reason).toMatch(/does not show whether somebody edited/)
    expect(reason).toMatch(says)
    for (const text of [job.log, job.summary, JSON.stringify(job.report)]) expect(text).not.toContain('Call Sam')
  })

  test('an edit beyond ten pages of the list is seen', async () => {
    const { job } = await run([...OTHERS, ...shown(EDIT)], { inputs: REFUSE })
    const reason = expect.stringContaining('Somebody edited')
    expect(reported(job, DISK)).toMatchObject({ outcome: 'refused', reason })
  })
})

test('a run that ends early names also the runbooks whose entries are missing', async () => {
  let lists = 0
  // The fifth request for the list looks up the first update.
  const { job } = await run([{ id: 2, name: NAME, content: known('Base.') }], {
    event: scheduleEvent({ repository: repository.name, sha: tip }),
    answer: ({ path }) => (path === LIST_PATH && ++lists === 5 ? say(401) : undefined)
  })
  expect(reported(job, `${FOLDER}/other.md`).outcome).toBe('pending')
  expect(job.outputs).toMatchObject({ upserted: '1', pending: '1', 'token-rejected': 'true' })
})

describe('the list', () => {
  test('is read as far as ten pages and page 0 on a push', async () => {
    const { lists, saved, rows } = await run([...OTHERS, ...shown(EDIT)])
    expect([lists, saved.size, rows.at(-1)?.content]).toEqual([11, 0, known('Tip.')])
  })

  test('without contents: one notice that edits by hand are not seen', async () => {
    const { job } = await run([{ id: 1, name: NAME }])
    expect(job.exitCode).toBe(0)
    const message = expect.stringMatching(/Edits by hand .* are not seen/)
    expect(job.annotations).toContainEqual(expect.objectContaining({ level: 'notice', message }))
  })
})

describe('an entry whose runbook is gone is retired only if Git knows its text:', () => {
  const list = [
    { name: 'known', content: '# known\n\nText.\n' },
    { name: 'edited', content: '# edited\n\nText, and more.\n' },
    { name: 'retired', content: NOTE },
    { name: 'rejected', content: '# rejected\n\nText.\n' }
  ]
  const retired = once(() =>
    run([...shown(known('Tip.')), ...list], {
      inputs: { removed: 'retire' },
      answer: ({ body }) => (body.name === 'rejected' ? say(422, '{"detail":"No notes."}') : undefined)
    })
  )

  test.each<[string, outcome: string, reason: RegExp, hint: unknown]>([
    ['known', 'retired', /^$/, null],
    ['edited', 'orphaned', /Not retired: its text .* Git knows/, null],
    ['retired', 'orphaned', /its entry already says so/, null],
    ['rejected', 'failed', /^Not retired: .*No notes/, expect.stringMatching(/^Delete/)]
  ])('%s', async (name, outcome, reason, hint) => {
    const { job, rows } = await retired()
    expect(entriesOf(job, name)).toEqual([
      expect.objectContaining({ outcome, reason: expect.stringMatching(reason), hint })
    ])
    const now = rows.find((row) => row.name === name)?.content
    if (outcome === 'retired') expect(now).toMatch(/^\*\*This runbook is retired/)
    else expect(now).toBe(list.find((row) => row.name === name)?.content)
  })

  test('none while the list ends before its total: an entry of the same name may follow', async () => {
    const answer = ({ path, body }: Received): Behaviour | undefined => {
      const items = body.page_num === 1 ? list.slice(0, 1) : []
      return path === LIST_PATH ? say(200, JSON.stringify({ items, total: 99 })) : undefined
    }
    const { job } = await run([], { inputs: { removed: 'retire' }, answer })
    expect(job.outputs).toMatchObject({ retired: '0' })
    expect(entriesOf(job, 'known')[0]?.reason).toMatch(/Not retired: the list names 99 entries and shows 1\.$/)
  })
})
