import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { AnswerOptions, FaultRule } from '../../service/service.ts'
import { fuzz } from '../support/fuzz.ts'
import { withoutSource } from '../support/source-line.ts'
import type { Entry, Outcome, World, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

// Generated services, histories and people, against these rules: no green run leaves a runbook missing or old that it is
// about, as far as the list can show it; a plan says before what a sync decides; no text of a person is replaced that was neither saved nor announced as invisible;
// no entry of a runbook is called orphaned; and without people nothing is called an edit.

const worldOf = await startWorlds()
const LIST_PATH = '/personal/v1/knowledge/list' as const
const UPSERT_PATH = '/personal/v1/knowledge/upsert' as const

const LONG = 'Long '.repeat(60)
const TITLES = [
  'Disk full',
  'Caf\u00e9',
  'Zoe\u0301',
  'Stra\u00dfe',
  `${LONG}one`,
  'Ledger <imbalance>',
  'R_and_D *beta*'
]
const STEPS = 'Free some space. '.repeat(8)
const BODIES = [
  'Text.\n',
  'Other text, with [a link](other.md).\n',
  `${STEPS}End.\n`,
  `${STEPS}Another <b>end</b> & more.\n`,
  '\r\nCafe\u0301.  \r\n\r\n\r\n\r\nEnd.\t\n\n',
  `\u{1F525} ${STEPS}\n\n* One\n* Two_a_b\n`
]

/** Services without which a person would be called an author of what the service did. */
const CALM: Readonly<Record<string, AnswerOptions>> = {
  'stores texts exactly': {},
  trims: { texts: ['trim'] },
  'normalises line ends': { texts: ['lf', 'trailing_blanks'] },
  'normalises Unicode': { texts: ['nfc'], names: 'nfc' },
  'collapses blank lines': { texts: ['blank_lines'] },
  'escapes HTML': { content: 'encoded' },
  'renders HTML': { content: 'html' },
  'adds a footer': { content: 'footer' },
  'cuts texts': { content: 'cut' },
  'omits texts': { content: 'none' },
  'omits long texts': { content: 'none', only: { above: 200 } }
}
/** Services whose changes nobody can always tell from those of people: what becomes of them is counted, and not required. */
const WILD: Readonly<Record<string, AnswerOptions>> = {
  'shows summaries': { content: 'summary' },
  sanitises: { content: 'sanitised' },
  'takes links away': { content: 'unlinked' },
  'writes Markdown anew': { content: 'rewritten' },
  'cuts one of three': { content: 'cut', only: { every: 3 } },
  'replaces one text': { content: 'removed', only: { name: 'Disk full' } },
  'empties one text': { content: 'empty', only: { name: 'Disk full' } },
  'stores new entries without text': { store: 'empty' },
  'stores new entries only': { store: 'new' },
  'stores nothing': { store: 'none' },
  'writes names in upper case': { names: 'upper' },
  'cuts names': { names: 'cut' },
  'swaps two texts': { swap: ['Disk full', 'Caf\u00e9'] }
}
const KINDS = { ...CALM, ...WILD }
type Kind = keyof typeof KINDS

/** How often something happened, by kind of service. */
const counts = new Map<string, number>()

type Value<Generated> = Generated extends fc.Arbitrary<infer Each> ? Each : never

const title = fc.nat(TITLES.length - 1)
const file = fc.record({ title, body: fc.nat(BODIES.length - 1) })
const edit = fc.record({
  title,
  spelling: fc.constantFrom('exact', 'exact', 'exact', 'capitals', 'NFD'),
  how: fc.constantFrom('a note', 'a note', 'inside', 'by hand', 'empty', 'adopted', 'deleted')
})
const step = fc.record({
  event: fc.constantFrom('push', 'push', 'full', 'another input'),
  // At a path; `null` removes the runbook. Most runbooks keep their title.
  changes: fc.array(fc.record({ at: fc.nat(5), file: fc.option(file, { freq: 5 }), renames: fc.boolean() }), {
    maxLength: 3
  }),
  edits: fc.array(edit, { maxLength: 2 }),
  /** Whether a person brings the edits of this step into the files. */
  merges: fc.boolean()
})

interface Case {
  readonly kind: Kind
  readonly options: WorldOptions
  readonly hasPeople: boolean
  /** Entries before all others. */
  readonly others: number
  readonly first: readonly Value<typeof file>[]
  readonly steps: readonly Value<typeof step>[]
}

/** Present in one of so many cases. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, cases = 5) =>
  fc.oneof({ weight: cases - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const more = fc.record({
  match: sometimes(fc.constantFrom('case', 'blanks', 'unicode')),
  upsert: sometimes(fc.constantFrom('echo', 'code', 'empty')),
  code: sometimes(fc.constantFrom(1, 'DONE', '00000')),
  list: fc.constantFrom('items', 'array', 'data'),
  ids: fc.boolean(),
  total: sometimes(fc.constantFrom('rows', 'pages', 'zero', 'none'), 2),
  order: sometimes(fc.constant('changing'), 4),
  empty: sometimes(fc.constant(1), 10),
  first_page: sometimes(fc.constant(0 as const)),
  page_size_max: sometimes(fc.constantFrom(20, 7)),
  cap: sometimes(
    fc.record({
      rows: fc.integer({ min: 1, max: 5 }),
      next: fc.constantFrom('shown', 'asked'),
      from: fc.constantFrom(1, 2)
    })
  ),
  deleted: sometimes(fc.constantFrom('deleted', 'deleted_at')),
  lag: sometimes(
    fc.oneof(fc.record({ requests: fc.integer({ min: 1, max: 9 }) }), fc.constantFrom({ ms: 30_000 }, { ms: 300_000 })),
    8
  )
} as const)

const occasion = fc.oneof(
  fc.record({ times: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ every: fc.integer({ min: 1, max: 4 }) })
)
const json = (body: unknown) => ({ status: 200, body: JSON.stringify(body) })
const ERRORS = [
  { code: 7 },
  { status: 'rejected' },
  { data: { error: 'Quota' } },
  { detail: 'Not authenticated' },
  { errno: 1 }
]
const fault: fc.Arbitrary<FaultRule> = fc.oneof(
  fc
    .tuple(
      occasion,
      fc.constantFrom(
        ...[{ status: 500 }, { status: 429, retry_after: 45 }, { status: 404 }, { status: 403 }],
        ...[{ answer: 'html' } as const, { answer: 'truncated' } as const, json({ code: 7 })]
      )
    )
    .map(([when, what]) => ({ path: LIST_PATH, ...when, ...what })),
  fc
    .tuple(
      fc.oneof(occasion, fc.constantFrom(...TITLES.map((name) => ({ name })))),
      fc.constantFrom(
        ...[{ status: 200 }, { status: 202 }, { status: 400 }, { status: 503 }, { status: 520 }],
        ...[{ answer: 'interrupted' } as const, { reset: 'after' } as const, ...[...ERRORS, 'Unauthorized'].map(json)]
      )
    )
    .map(([when, what]) => ({ path: UPSERT_PATH, ...when, ...what }))
)

const cases: fc.Arbitrary<Case> = fc
  .record({
    kind: fc.oneof(
      fc.constant('stores texts exactly'),
      fc.constantFrom(...Object.keys(CALM)),
      fc.constantFrom(...Object.keys(WILD))
    ),
    concurrency: fc.constantFrom(1, 4),
    onConflict: fc.constantFrom('keep', 'keep', 'replace'),
    history: fc.constantFrom('recorded', 'recorded', 'retire', 'none'),
    answers: more,
    faults: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(fault, { minLength: 1, maxLength: 2 })),
    hasPeople: fc.boolean(),
    others: fc.constantFrom(0, 3, 45),
    first: fc.array(file, { minLength: 3, maxLength: 6 }),
    steps: fc.array(step, { minLength: 1, maxLength: 4 })
  })
  .map(({ kind, concurrency, onConflict, history, answers, faults, others, ...rest }) => ({
    ...{ ...rest, kind },
    // An order matters where there are several pages.
    others: answers.order === undefined ? others : 45,
    options: {
      ...{ concurrency, onConflict, faults },
      answers: { ...answers, ...(answers.order !== undefined && { page_size_max: 7 }), ...KINDS[kind] },
      removed: history === 'retire' ? 'retire' : 'report',
      ...(history === 'none' && { environment: undefined })
    }
  }))

const textOf = ({ title, body }: Value<typeof file>): string => `# ${TITLES[title] ?? ''}\n\n${BODIES[body] ?? ''}`
/** As the Action reads it: titles of the generator have little markup. */
const nameOf = (text: string, path = ''): string =>
  (/^# (.*)/.exec(text)?.[1] ?? path.replace(/^.*\/|\.md$/g, ''))
    .replace(' *beta*', ' beta')
    .replace('<imbalance>', '')
    .trim()
const fold = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().replace(/\s+/g, ' ').trim()
/** Of texts that differ only as services change them, the same. */
const plain = (text: string): string =>
  text
    .replace('(https://github.example/harbour/handbook/blob/main/docs/other.md)', '(other.md)')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')

function edited({ how }: Value<typeof edit>, content: string, nth: number): string {
  switch (how) {
    case 'a note':
      return `${content}\nCall Sam, ${nth}.\n`
    case 'inside':
      return content.replace('\n\n', `\n\nWritten at night, ${nth}.\n\n`)
    case 'adopted':
      return withoutSource(content)
    case 'empty':
      return ''
    case 'by hand':
    case 'deleted':
      return `Written by hand, ${nth}.\n`
  }
}

/** What a run says where it cannot see edits, or cannot tell them from what the service does. */
const BLIND = /Edits in the assistant are not seen|nobody can tell whether a person|list shows no texts/
/** What it says with `replace` of entries that it could not look for. */
const UNSEEN = 'does not show whether somebody edited'
const DOUBT = /Nobody can tell whether everything was stored|nothing is confirmed/
/** Contents of a list in which the version of an entry can be read. */
const SHOWS_VERSIONS = new Set([undefined, 'full', 'encoded', 'html', 'footer', 'sanitised', 'unlinked', 'rewritten'])

/** What happens in a case. */
class Story {
  readonly world: World
  readonly found: string[] = []
  readonly #case: Case
  /** Texts of people that are in the knowledge base, by the id of the entry. */
  readonly #people = new Map<number, Entry>()
  /** Paths that a run has named as not delivered, or could not look for, until one delivers them. */
  readonly #named = new Set<string>()
  /** Texts that commits have had. */
  readonly #written = new Set<string>()

  constructor(given: Case) {
    this.#case = given
    this.world = worldOf(given.options)
  }

  async play(): Promise<string[]> {
    const { world } = this
    const { first, steps, others, hasPeople, options } = this.#case
    for (let at = 0; at < others; at++) await world.edit(`Entry ${at}`, 'Stays.\n')
    const unique = [...new Map(first.map((each) => [each.title, each])).values()]
    world.commit(Object.fromEntries(unique.map((each, at) => [`docs/${at}.md`, textOf(each)])))
    await this.#run('first', false)
    for (const [at, { event, changes, edits, merges }] of steps.entries()) {
      const before: Record<string, string | null> = {}
      for (const edit of hasPeople ? edits : []) await this.#edit(edit, at, merges ? before : {})
      const tree = world.branch.treeAt(world.branch.head)
      const changed = changes.map(({ at, file, renames }) => {
        const [heading] = renames ? [] : (/^# .*/.exec(tree[`docs/${at}.md`] ?? '') ?? [])
        return [`docs/${at}.md`, file && textOf(file).replace(/^# .*/, (title) => heading ?? title)] as const
      })
      world.commit({ ...Object.fromEntries(changed), ...before })
      if (event === 'another input') {
        const links = options.links === 'absolute' ? 'keep' : 'absolute'
        await this.#run(`step ${at + 1}, ${links}`, true, { links })
      } else await this.#run(`step ${at + 1}`, event === 'push')
    }
    return this.found
  }

  /** A person edits the entry of a runbook, or deletes it. @param files get the text if the person brings it home. */
  async #edit(made: Value<typeof edit>, at: number, files: Record<string, string | null>): Promise<void> {
    const { world } = this
    const [path, text] =
      Object.entries(world.branch.treeAt(world.branch.head)).find(([, each]) =>
        each.startsWith(`# ${TITLES[made.title] ?? ''}\n`)
      ) ?? []
    const name = nameOf(text ?? `# ${TITLES[made.title] ?? ''}\n`)
    const spelled =
      made.spelling === 'exact' ? name : made.spelling === 'NFD' ? name.normalize('NFD') : name.toUpperCase()
    const entry = world.service.entries().find((each) => each.name === spelled)
    if (made.how === 'deleted') {
      world.service.removeEntries({ name: spelled })
      // Only a full sync looks for it.
      if (path !== undefined) this.#named.add(path)
      if (entry !== undefined) this.#people.delete(entry.id)
      return
    }
    const content = edited(made, entry?.content ?? 'Nothing yet.\n', at)
    const id = await world.edit(spelled, content)
    if (id === undefined) return
    const stored = world.service.entries().find((each) => each.id === id)
    if (stored !== undefined) this.#people.set(id, { name: stored.name, content: stored.content })
    if (path !== undefined && made.how === 'inside') files[path] = withoutSource(content)
  }

  async #run(what: string, isPush: boolean, given: Partial<WorldOptions> = {}): Promise<void> {
    const { world } = this
    const before = new Map(world.service.entries().map((entry) => [entry.id, entry.content]))
    for (const text of Object.values(world.branch.treeAt(world.branch.head)))
      this.#written.add(plain(withoutSource(text)))
    const planned = this.#isDisturbed ? undefined : await world.plan(isPush, given)
    const outcome = await world.sync(isPush, given)
    const say = (rule: string): void => {
      this.found.push(
        `${what}, ${this.#case.kind}: ${rule}\n${outcome.failure}\n${outcome.told}\n${JSON.stringify(outcome.reasons)}`
      )
    }
    for (const { path, outcome: result, name } of outcome.findings.outcomes) {
      if (['refused', 'failed', 'pending', 'kept'].includes(result)) this.#named.add(path)
      else if (result === 'upserted') this.#named.delete(path)
      const tree = world.branch.treeAt(world.branch.head)
      const isLiving = Object.values(tree).some((text) => fold(nameOf(text)) === fold(name ?? ''))
      if ((result === 'orphaned' || result === 'retired') && isLiving) say(`“${name ?? ''}” lives, and is ${result}`)
    }
    const decided = outcome.findings.items.map(({ decision: { kind, path } }) => `${kind} ${path}`).sort()
    if (planned !== undefined && outcome.findings.range?.kind !== 'nothing' && String(planned) !== String(decided)) {
      say(`the plan said ${planned.join(', ')}, and the sync decided ${decided.join(', ')}`)
    }
    this.#checkPeople(outcome, before, say)
    this.#checkGuarantee(outcome, say)
    this.#checkCalm(outcome, say)
    if (outcome.failure.startsWith('defect')) say('a defect')
  }

  /** Whether two readings of the list may differ although nothing was written. */
  get #isDisturbed(): boolean {
    const { faults = [], answers = {} } = this.#case.options
    const { order, empty, lag, code } = answers
    return faults.length > 0 || [order, empty, lag, code].some((each) => each !== undefined)
  }

  /** Texts of people that the run replaced without a trace. */
  #checkPeople(
    { told, saved, sent, sentBeforeSaving, findings }: Outcome,
    before: ReadonlyMap<number, string>,
    say: (rule: string) => void
  ): void {
    const { world } = this
    const { options, kind } = this.#case
    const now = new Map(world.service.entries().map((entry) => [entry.id, entry.content]))
    for (const [id, { name, content }] of this.#people) {
      if (now.get(id) === content) continue
      this.#people.delete(id)
      const isInGit = content.trim() === '' || [...this.#written].some((text) => text === plain(withoutSource(content)))
      // To a service that counts from one, a page 0 that fails is no page.
      const { lag, first_page } = options.answers ?? {}
      const isListed =
        lag === undefined && !(first_page === 0 && (options.faults ?? []).length > 0) && before.get(id) === content
      const isShown = isListed && sent.some((each) => fold(each) === fold(name))
      if (isInGit || !isShown || KINDS[kind]?.content === 'empty') continue
      const replaces = options.onConflict === 'replace'
      const isSaved = KINDS[kind]?.content === undefined ? saved.includes(content) : saved.length > 0
      const isAnnounced = BLIND.test(told) || (replaces && told.includes(UNSEEN))
      if (!isSaved && !isAnnounced) say(`“${name}” is replaced: ${JSON.stringify(content)}`)
      const isMerged = findings.outcomes.some(
        (one) => fold(one.name ?? '') === fold(name) && /contains the edit|has the text/.test(one.reason)
      )
      if (!replaces && KINDS[kind]?.content === undefined && kind in CALM && !isMerged && !BLIND.test(told))
        say(`“${name}” is replaced, and edits are to be kept: ${JSON.stringify(content)}`)
    }
    if (saved.length > 0 && sentBeforeSaving > 0) say('the folder is named after the first upsert')
  }

  /** Runbooks that a green run leaves missing or old although the list can show it. */
  #checkGuarantee({ isGreen, told, findings }: Outcome, say: (rule: string) => void): void {
    const { world } = this
    const { answers = {}, environment = 'knowledge-base' } = this.#case.options
    if (DOUBT.test(told)) for (const path of Object.keys(world.branch.treeAt(world.branch.head))) this.#named.add(path)
    if (!isGreen || findings.range?.kind === 'nothing') return
    if (!SHOWS_VERSIONS.has(answers.content) && answers.only === undefined) return
    // An entry that a person has deleted, and that comes back without text: a list that lags shows it as it was.
    if (answers.lag !== undefined && answers.store === 'empty') return
    const links = world.branch.treeAt(world.branch.head)
    for (const [path, text] of Object.entries(links)) {
      if (this.#named.has(path)) continue
      const rows = world.service.entries().filter(({ name }) => fold(name) === fold(nameOf(text, path)))
      const isRight = rows.some(({ id, content }) => {
        return this.#people.has(id) || plain(text) === plain(withoutSource(`${content.trimEnd()}\n`))
      })
      if (!isRight) say(`${path} is ${rows.length === 0 ? 'missing' : `old: ${JSON.stringify(rows)}`} (${environment})`)
    }
  }

  /** What is called an edit although nobody edits anything, and what is red although the service works. */
  #checkCalm({ findings, isGreen, failure }: Outcome, say: (rule: string) => void): void {
    const { kind, hasPeople, others } = this.#case
    if (hasPeople || others > 0) return
    const isDisturbed = this.#isDisturbed
    const edits = findings.items.filter(
      ({ decision: { kind: what, cause } }) => what === 'kept' || cause === 'conflict'
    )
    if (edits.length > 0) {
      count(`taken for edits: ${kind}`)
      if (kind in CALM && !isDisturbed)
        say(`nobody has edited ${edits.map(({ decision }) => decision.path).join(', ')}`)
    }
    const isDuplicate = findings.items.some(({ decision }) => decision.cause === 'duplicate')
    if (isGreen || isDisturbed || isDuplicate) return
    count(`red: ${kind}`)
    if (kind in CALM) say(`red without a reason: ${failure}`)
  }
}

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

test('nothing is lost, nothing is taken for an edit, and no green run hides it', async () => {
  const property = fc.asyncProperty(cases, async (one) => {
    expect(await new Story(one).play()).toEqual([])
  })
  await fc.assert(property, fuzz(12, 100))
  if (process.env['FUZZ_TIMES'] !== undefined) {
    for (const [what, number] of [...counts].sort()) process.stdout.write(`${String(number).padStart(6)}  ${what}\n`)
  }
}, 600_000)
