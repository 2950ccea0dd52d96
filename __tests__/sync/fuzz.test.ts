import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { FaultRule } from '../../service/service.ts'
import { fuzz } from '../support/fuzz.ts'
import type { Tree } from '../support/memory-branch.ts'
import type { Entry, Outcome, World, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// Generated services, histories and edits by hand, against two rules: no green full sync while a list shows that something
// is missing or old, and no text of a person is replaced that was neither saved nor announced as invisible.

const worldOf = await startWorlds()
const LIST_PATH = '/personal/v1/knowledge/list' as const
const UPSERT_PATH = '/personal/v1/knowledge/upsert' as const

const LONG = 'Long '.repeat(60)
const TITLES = ['Disk full', 'Caf\u00e9', 'Zoe\u0301', 'Stra\u00dfe', `${LONG}one`, `${LONG}two`]
const STEPS = 'Free some space. '.repeat(8)
const BODIES = [
  'Text.\n',
  'Other text.\n',
  `${STEPS}End.\n`,
  `${STEPS}Another end.\n`,
  '\r\nCafe\u0301.  \r\n\r\nEnd.\t\n\n',
  `\u{1F525} ${STEPS}`
]

type Value<Generated> = Generated extends fc.Arbitrary<infer Each> ? Each : never

const title = fc.nat(TITLES.length - 1)
const file = fc.record({ title, body: fc.nat(BODIES.length - 1) })
const edit = fc.record({
  title,
  spelling: fc.constantFrom('exact', 'exact', 'capitals', 'blanks', 'NFC', 'NFD'),
  text: fc.constantFrom('own', 'own', 'longer', 'shorter', 'earlier', 'of another', 'empty', 'with CRLF')
})
const step = fc.record({
  event: fc.constantFrom('push', 'full'),
  // At a path; `null` removes the runbook.
  changes: fc.array(fc.record({ at: fc.nat(4), file: fc.option(file, { freq: 5 }) }), { minLength: 1, maxLength: 4 }),
  edits: fc.array(edit, { maxLength: 2 })
})
const steps = fc.array(step, { minLength: 1, maxLength: 4 })

interface Case {
  readonly options: WorldOptions
  /** Entries before all others. */
  readonly others: number
  readonly steps: Value<typeof steps>
}

const textOf = ({ title, body }: Value<typeof file>): string => `# ${TITLES[title] ?? ''}\n\n${BODIES[body] ?? ''}`
const titleOf = (text: string): string => /^# (.*)/.exec(text)?.[1] ?? ''

/** Present in one of so many cases. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, cases = 5) =>
  fc.oneof({ weight: cases - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const answers = fc.record({
  match: sometimes(fc.constantFrom('case', 'blanks', 'unicode', 'copy')),
  names: sometimes(fc.constantFrom('nfc', 'cut')),
  texts: sometimes(fc.uniqueArray(fc.constantFrom('trim', 'lf', 'nfc', 'trailing_blanks')), 2),
  store: sometimes(fc.constantFrom('new', 'none'), 12),
  upsert: sometimes(fc.constantFrom('echo', 'code', 'empty')),
  code: sometimes(fc.constantFrom(1, 'DONE', '00000')),
  list: fc.constantFrom('items', 'array', 'data'),
  content: sometimes(fc.constantFrom('none', 'encoded', 'html', 'summary', 'cut')),
  ids: fc.boolean(),
  total: sometimes(fc.constantFrom('rows', 'pages', 'zero', 'none'), 2),
  first_page: sometimes(fc.constant(0 as const)),
  page_size_max: sometimes(fc.constantFrom(20, 7)),
  cap: sometimes(
    fc.record({
      rows: fc.integer({ min: 1, max: 5 }),
      next: fc.constantFrom('shown', 'asked'),
      from: fc.constantFrom(1, 1, 2)
    }),
    2
  ),
  lag: sometimes(
    fc.oneof(
      fc.record({ requests: fc.integer({ min: 1, max: 9 }) }),
      fc.constantFrom({ ms: 30_000 }, { ms: 300_000 }, 'never' as const)
    )
  ),
  vanish: sometimes(fc.record({ name: fc.constantFrom(...TITLES), requests: fc.integer({ min: 0, max: 6 }) }), 12)
} as const)

const occasion = fc.oneof(
  fc.record({ times: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ every: fc.integer({ min: 2, max: 4 }) }),
  fc.constant({})
)
const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const BODIES_OF_ERRORS = [{ code: 7 }, { status: 'rejected' }, { data: { error: 'Quota' } }, { errors: ['x'] }]
const fault: fc.Arbitrary<FaultRule> = fc.oneof(
  fc
    .tuple(
      occasion,
      fc.constantFrom(
        ...[{ status: 500 }, { status: 429, retry_after: 45 }, { status: 429, retry_after: 3600 }, { status: 404 }],
        ...[{ delay_ms: 29_000 }, { answer: 'html' } as const, { answer: 'truncated' } as const, json({ code: 7 })]
      )
    )
    .map(([when, what]) => ({ path: LIST_PATH, ...when, ...what })),
  fc
    .tuple(
      fc.oneof(occasion, fc.constantFrom(...TITLES.map((name) => ({ name })))),
      fc.constantFrom(
        ...[{ status: 200 }, { status: 400 }, { status: 503 }, { status: 429, retry_after: 45 }, { status: 520 }],
        ...[{ answer: 'interrupted' } as const, { reset: 'after' } as const, ...BODIES_OF_ERRORS.map(json)]
      )
    )
    .map(([when, what]) => ({ path: UPSERT_PATH, ...when, ...what }))
)

const cases: fc.Arbitrary<Case> = fc
  .record({
    concurrency: fc.constantFrom(1, 4),
    manualEdits: fc.constantFrom('save', 'save', 'refuse'),
    history: fc.constantFrom('recorded', 'recorded', 'retire', 'none'),
    answers,
    faults: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(fault, { minLength: 1, maxLength: 2 })),
    others: fc.constantFrom(0, 3, 45),
    steps
  })
  .map(({ concurrency, manualEdits, history, answers, faults, others, steps }) => ({
    options: {
      ...{ concurrency, manualEdits, answers, faults },
      removed: history === 'retire' ? 'retire' : 'report',
      ...(history === 'none' && { environment: undefined })
    },
    others,
    steps
  }))

const fold = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().replace(/\s+/g, ' ').trim()
/** Of texts that differ only as services change them, the same. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()
    .normalize('NFC')

const SPELLINGS: Readonly<Record<Value<typeof edit>['spelling'], (name: string) => string>> = {
  exact: (name) => name,
  capitals: (name) => name.toUpperCase(),
  blanks: (name) => ` ${name.replaceAll(' ', '  ')}`,
  NFC: (name) => name.normalize('NFC'),
  NFD: (name) => name.normalize('NFD')
}

function editedText({ title, text }: Value<typeof edit>, trees: readonly Tree[], nth: number): string {
  const own = trees.flatMap((tree) => Object.values(tree).filter((one) => titleOf(one) === TITLES[title]))
  const now = own.at(-1) ?? `# ${TITLES[title] ?? ''}\n\n${STEPS}End.\n`
  const texts: Readonly<Record<typeof text, string>> = {
    own: `Written at night, ${nth}.\n`,
    longer: `${now}Call Sam, ${nth}.\n`,
    shorter: now.slice(0, Math.floor(now.length / 2)),
    earlier: own[0] ?? now,
    'of another': textOf({ title: (title + 1) % TITLES.length, body: 0 }),
    empty: '',
    'with CRLF': now.replace(/\r?\n/g, '\r\n')
  }
  return texts[text]
}

const BLIND = /are not seen|in a part of the list only|edits of their entries|list cuts texts|list shows no texts/
const DOUBT = /cannot confirm that everything arrived|nothing is verified|in a part of the list only/

/** Runs a case. @returns what breaks a rule. */
async function violationsOf({ options, others, steps }: Case): Promise<string[]> {
  const found: string[] = []
  const world = worldOf(options)
  for (let at = 0; at < others; at++) await world.edit(`Entry ${at}`, 'Stays.\n')
  const trees: Tree[] = []
  const people = new Map<number, Entry>()
  for (const [at, { event, changes, edits }] of steps.entries()) {
    const changed = changes.map(({ at, file }) => [`docs/${at}.md`, file && textOf(file)])
    const tree = world.branch.treeAt(world.commit(Object.fromEntries(changed) as Record<string, string | null>))
    trees.push(tree)
    for (const edit of edits) {
      const name = SPELLINGS[edit.spelling](TITLES[edit.title] ?? '')
      const id = await world.edit(name, editedText(edit, trees, 10 * at + people.size))
      const entry = world.service.entries().find((one) => one.id === id)
      if (entry !== undefined) people.set(entry.id, entry)
    }
    const before = await world.list()
    // An entry that vanishes after the run has verified it is not missed.
    const { name, requests = 0 } = options.answers?.vanish ?? {}
    const isGone = world.service.requests().filter(({ path }) => path === LIST_PATH).length >= requests
    const known = Object.values(tree).filter((text) => isGone || titleOf(text) !== name)
    const outcome = await world.sync(event === 'push')
    const say = (rule: string) => `step ${at + 1}: ${rule}\n${outcome.failure}\n${outcome.told}`
    found.push(...brokenProtection(world, outcome, people, options).map(say))
    found.push(...brokenGuarantee(outcome, before, await world.list(), known, options).map(say))
    if (outcome.failure.startsWith('defect')) found.push(say('a defect'))
  }
  return found
}

/** Texts of people that the run replaced without a trace. */
function brokenProtection(
  { service }: World,
  { known, saved, told, sent, sentBeforeSaving }: Outcome,
  people: Map<number, Entry>,
  { answers = {}, manualEdits }: WorldOptions
): string[] {
  const found: string[] = []
  const entries = new Map(service.entries().map((entry) => [entry.id, entry]))
  for (const [id, { name, content }] of people) {
    if (entries.get(id)?.content === content) continue
    people.delete(id)
    // The list shows a name that is not that of the runbook, or no entry at all.
    const isHidden = !sent.some((one) => fold(one) === fold(name)) || answers.vanish?.name === name
    const texts = known.flatMap((tree) => Object.values(tree).filter((text) => fold(titleOf(text)) === fold(name)))
    if (isHidden || texts.some((text) => plain(text) === plain(content))) continue
    const isSaved = answers.content === undefined ? saved.includes(content) : saved.length > 0
    if (manualEdits === 'refuse') found.push(`“${name}” is replaced although it is refused: ${JSON.stringify(content)}`)
    else if (!isSaved && !BLIND.test(told)) found.push(`“${name}” is replaced: ${JSON.stringify(content)}`)
  }
  if (saved.length > 0 && sentBeforeSaving > 0) found.push('the folder is named after the first upsert')
  return found
}

/** Runbooks that a list shows as missing or old after a green full sync that says nothing about it. */
function brokenGuarantee(
  { isGreen, isFull, told, sent }: Outcome,
  before: readonly Partial<Entry>[],
  after: readonly Partial<Entry>[],
  texts: readonly string[],
  { answers = {}, concurrency }: WorldOptions
): string[] {
  if (!isGreen || !isFull) return []
  const rowsOf = (list: readonly Partial<Entry>[], name: string) => {
    const stored = answers.names === 'nfc' ? name.normalize('NFC') : answers.names === 'cut' ? name.slice(0, 255) : name
    const exact = list.filter((row) => row.name === stored)
    return exact.length > 0 ? exact : list.filter((row) => fold(row.name ?? '') === fold(name))
  }
  const created = sent.filter((name) => rowsOf(before, name).length === 0 && rowsOf(after, name).length > 0)
  const found: string[] = []
  for (const text of texts) {
    const name = titleOf(text)
    const rows = rowsOf(after, name)
    if (rows.length === 0) {
      const isProved = concurrency === 1 && sent.indexOf(name) < sent.lastIndexOf(created.at(-1) ?? '')
      if (!DOUBT.test(told) || (isProved && told.includes('cannot confirm'))) found.push(`“${name}” is missing`)
    } else if (rows.length > Math.max(1, rowsOf(before, name).length)) {
      // A list that lags shows fewer rows before the run; the run names them all.
      const isTold = DOUBT.test(told) || told.includes(`several entries named “${name}”`)
      if (!isTold) found.push(`“${name}” was copied`)
    } else if (rows.length === 1 && answers.content === undefined && plain(rows[0]?.content ?? '') !== plain(text)) {
      if (!DOUBT.test(told)) found.push(`“${name}” has ${JSON.stringify(rows[0]?.content)}`)
    }
  }
  return found
}

test('nothing is lost, and no green run hides it', async () => {
  const property = fc.asyncProperty(cases, async (one) => {
    expect(await violationsOf(one)).toEqual([])
  })
  await fc.assert(property, fuzz(12, 200))
}, 600_000)
