// Plays a random history: pushes, runs, people and trouble, in any order, some of them while a run is under way.
import { LIST_PATH, UPSERT_PATH, type AnswerOptions, type FaultRule } from '../../service/service.ts'
import { dispatchEvent, pushEvent, type JobEvent } from '../../testing/github/events.ts'
import type { WorkflowRun } from '../../testing/github/workflow.ts'
import { git } from '../../testing/git.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { Project } from '../../testing/project.ts'
import { inputsIn, OTHER_STEP, WORKFLOW } from './files.ts'
import { History } from './history.ts'
import { problemsOf, problemsOfRest, type PlayedRun, type Replacement, type Report } from './judge.ts'
import { fold, KnowledgeBase } from './knowledge-base.ts'
import type { Random } from './random.ts'

const INPUTS = { 'confirm-within': '60' }
/** Runs between two that nothing disturbs. */
const RUNS_TO_REST = 6

/** Trouble in which the list does not show everything as it is. */
const PARTIAL = ['lag', 'order', 'empty']

/** The process waits a twentieth of the time, and names the run in each request. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
import { subscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
const [wait, now] = [timers.setTimeout, performance.now.bind(performance)]
let skipped = 0
performance.now = () => now() + skipped
timers.setTimeout = async (ms, ...more) => {
  try {
    return await wait(ms / 20, ...more)
  } finally {
    skipped += ms * 19 / 20
  }
}
syncBuiltinESMExports()
subscribe('undici:request:create', ({ request }) => request.addHeader('x-run', process.env.RUN_KEY))
`)}`

export interface PlayOptions {
  readonly runs: number
  /** Whether runs wait for each other, as with \`concurrency\` in the workflow. */
  readonly isGrouped: boolean
  /** The folder of the Action. */
  readonly action: string
  readonly signal: AbortSignal
}

/** What happened, how often each thing, and the first problem if there was one. */
export interface Played {
  readonly steps: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly problem: string | undefined
}

/** What is known of a run while it is under way. */
interface Watch {
  readonly key: string
  readonly startedAt: number
  readonly replaced: Replacement[]
  readonly retired: string[]
  requests: number
  /** How often it has asked for the head. */
  looks: number
  /** When its last reading of the list began, and the last one before it sent anything. */
  listedAt: number
  readAt: number
  lastAt: number
  /** The last text of each name that it has sent, and at which look. */
  readonly sent: Map<string, { readonly content: string; readonly look: number }>
  readonly repeated: string[]
  /** Whether another run wrote. */
  isAlone: boolean
  /** What happens at one of its requests. */
  moment: { readonly at: number | 'confirmation'; readonly act: () => Promise<void> } | undefined
}

/** Plays one repository and its knowledge base. */
export async function play(random: Random, options: PlayOptions): Promise<Played> {
  const objectFormat = random.chance(0.1) ? 'sha256' : 'sha1'
  await using project = await Project.create({ repository: { objectFormat } })
  const player = new Player(project, random, options)
  try {
    await player.play()
  } catch (error) {
    player.problem ??= `The soak failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`
  }
  return player
}

class Player implements Played {
  readonly steps: string[] = []
  readonly counts: Record<string, number> = {}
  problem: string | undefined
  readonly #project: Project
  readonly #random: Random
  readonly #options: PlayOptions
  readonly #history: History
  readonly #base: KnowledgeBase
  readonly #watches = new Map<string, Watch>()
  readonly #waiting: WorkflowRun[] = []
  readonly #ended: WorkflowRun[] = []
  #trouble: string[] = []
  #troubleSince = 0
  #makesCopies = false
  #key = 0

  constructor(project: Project, random: Random, options: PlayOptions) {
    this.#project = project
    this.#random = random
    this.#options = options
    this.#history = new History(project.repository, random)
    this.#base = new KnowledgeBase(project.service, random, () => this.#history.moment())
    project.onRequest = ({ kind: request, run, body }) => this.#onRequest(request, run, body)
    project.github.onRequest = ({ route, token }) => {
      const watch = this.#watches.get(token.replace('ghs_', ''))
      if (watch !== undefined && route === 'tip') watch.looks++
    }
  }

  async play(): Promise<void> {
    await this.#run(await this.#push())
    for (let sinceRest = 1; this.#runs < this.#options.runs && this.problem === undefined; sinceRest++) {
      if (this.#options.signal.aborted) return
      if (sinceRest % RUNS_TO_REST === 0) await this.#rest()
      else await this.#step()
      await this.#project.idle()
    }
    if (this.problem !== undefined || this.#options.signal.aborted) return
    await this.#rest()
    await this.#renameRepository()
    await this.#makeCopies()
  }

  get #place(): { readonly repository: string; readonly ref: string; readonly defaultBranch: string } {
    const { branch } = this.#history
    return { repository: this.#project.repository.name, ref: `refs/heads/${branch}`, defaultBranch: branch }
  }

  /** The runs before it are those of another branch. */
  async #renameBranch(): Promise<void> {
    const [history, { repository }] = [this.#history, this.#project]
    const { branch } = history
    history.branch = branch === 'main' ? 'trunk' : 'main'
    await repository.setHead(history.head, history.branch)
    await git(repository.folder, ['symbolic-ref', 'HEAD', `refs/heads/${history.branch}`])
    await git(repository.folder, ['update-ref', '-d', `refs/heads/${branch}`])
    this.#note('renamed branches', history.branch)
    this.#waiting.length = 0
    this.#ended.length = 0
  }

  /** Its entries are those of another one then, until a run by hand replaces them. */
  async #renameRepository(): Promise<void> {
    this.#project.rename('harbour/runbooks')
    await this.#run(this.#dispatch(), 'rest')
    const replacing = await this.#run(this.#dispatch(), 'rest', 'replace')
    if (replacing === undefined || this.problem !== undefined) return
    this.#fail(problemsOfRest(replacing, this.#history, this.#base), replacing.key, '')
  }

  /** At last every upsert makes a copy, which nobody can take back, and every text is another one. */
  async #makeCopies(): Promise<void> {
    const { head } = this.#history
    const files = this.#history.filesOf(head)
    const texts = Array.from(files, ([path, text]) => [path, path === WORKFLOW ? text : `${text}\nAgain.\n`] as const)
    await this.#history.commit(new Map(texts))
    this.#makesCopies = true
    this.#base.disturb({ copies: true })
    await this.#run(this.#queue(pushEvent({ ...this.#place, before: head, after: this.#history.head, forced: false })))
  }

  get #runs(): number {
    return this.counts['runs'] ?? 0
  }

  #note(what: string, details = ''): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
    this.steps.push(`${what} ${details}`)
  }

  async #step(): Promise<void> {
    const random = this.#random
    this.#setTrouble()
    if (random.chance(0.3)) this.#note('people', await this.#base.change())
    if (random.chance(0.05)) this.#base.rotate()
    if (random.chance(0.03)) await this.#renameBranch()
    await random.weighted<() => Promise<unknown>>([
      [7, async () => this.#run(await this.#push())],
      [2, async () => this.#run(this.#dispatch())],
      [2, async () => this.#run(this.#earlier())],
      [2, async () => this.#run(this.#waiting.shift())],
      // Its run is skipped, or starts later.
      [2, async () => this.#waiting.push(await this.#push())],
      [this.#options.isGrouped ? 0.1 : 2, async () => this.#overlap()]
    ])()
  }

  async #overlap(): Promise<void> {
    const first = await this.#push()
    const second = this.#random.chance(0.5) ? await this.#push() : this.#dispatch()
    if (this.#options.isGrouped) {
      await this.#run(first)
      await this.#run(second)
    } else await Promise.all([this.#run(first), this.#run(second)])
  }

  /** One undisturbed run by hand, and another one, which sends nothing. */
  async #rest(): Promise<void> {
    this.#trouble = []
    this.#base.disturb({})
    this.#project.service.faults.set([])
    this.#project.github.setFaults()
    await this.#project.idle()
    const rest = await this.#run(this.#dispatch(), 'rest')
    if (rest === undefined || this.problem !== undefined) return
    this.#fail(problemsOfRest(rest, this.#history, this.#base), rest.key, '')
    const again = await this.#run(this.#dispatch(), 'rest')
    const sent = again?.report?.runbooks.filter(({ outcome }) => outcome === 'upserted') ?? []
    if (rest.end === 'green')
      this.#fail(
        sent.map(({ path }) => `a second run by hand sent ${path}`),
        again?.key ?? '',
        ''
      )
  }

  async #push(): Promise<WorkflowRun> {
    const [random, history] = [this.#random, this.#history]
    const before = history.head
    if (before !== '' && random.chance(0.1)) await history.moveTo()
    else if (before !== '' && random.chance(0.15)) await history.takeBack()
    else if (random.chance(0.5) && (await this.#bringIn())) this.#note('edits are brought into files')
    else await history.push()
    const after = history.head
    const forced = before !== '' && !history.isAncestor(before, after)
    this.#note(forced ? 'forced pushes' : 'pushes', after.slice(0, 7))
    return this.#queue(pushEvent({ ...this.#place, before: before === '' ? undefined : before, after, forced }))
  }

  /** A commit of what people have edited in some entry, some with a new line below. @returns false if there is nothing. */
  async #bringIn(): Promise<boolean> {
    const [random, history] = [this.#random, this.#history]
    const files = history.filesOf(history.head)
    const edits = [...this.#base.broughtIn(files)]
    if (edits.length === 0) return false
    const [path, text] = random.pick(edits)
    await history.commit(new Map(files).set(path, random.chance(0.3) ? `${text}More.\n` : text))
    return true
  }

  #dispatch(): WorkflowRun {
    return this.#queue(dispatchEvent({ ...this.#place, sha: this.#history.head }))
  }

  #earlier(): WorkflowRun | undefined {
    const recent = this.#ended.slice(-4)
    return recent.length === 0 ? undefined : this.#random.pick(recent)
  }

  #queue(event: JobEvent): WorkflowRun {
    return this.#project.workflow.queue(event)
  }

  /** Plays a run, and looks for problems. @param kind `rest`: nothing disturbs it. */
  async #run(
    of: WorkflowRun | undefined,
    kind: 'any' | 'rest' = 'any',
    onConflict: 'keep' | 'replace' = 'keep'
  ): Promise<PlayedRun | undefined> {
    const [random, history, base] = [this.#random, this.#history, this.#base]
    if (of === undefined) return undefined
    const isRest = kind === 'rest'
    const key = String(++this.#key)
    const given = inputsIn(history.filesOf(of.event.sha))
    const inputs = {
      ...given,
      ...(!isRest && random.chance(0.08) && { files: OTHER_STEP }),
      token: base.token,
      'on-conflict': !isRest && random.chance(0.15) ? 'replace' : onConflict,
      removed: !isRest && random.chance(0.2) ? 'retire' : 'report'
    }
    const isDisturbed = !isRest && random.chance(0.45)
    const others = [...this.#watches.values()]
    for (const other of others) other.isAlone = false
    const watch: Watch = {
      key,
      startedAt: history.moment(),
      replaced: [],
      retired: [],
      requests: 0,
      looks: 0,
      listedAt: 0,
      readAt: 0,
      lastAt: history.moment(),
      sent: new Map(),
      repeated: [],
      isAlone: others.length === 0,
      moment: isDisturbed
        ? { at: random.chance(0.3) ? 'confirmation' : random.integer(1, 12), act: async () => this.#interfere(key) }
        : undefined
    }
    this.#watches.set(key, watch)
    const rowsBefore = base.rows.length
    const { result, ...job } = await this.#project.workflow.start(of, {
      checkout: isRest
        ? 'depth 1'
        : random.pick(['depth 1', 'depth 1', 'full', 'blobless, depth 1', 'treeless'] as const),
      action: this.#options.action,
      githubToken: `ghs_${key}`,
      timeout: 90_000,
      env: { NODE_OPTIONS: `--import=${PRELOAD}`, RUN_KEY: key },
      inputs: { ...INPUTS, ...inputs }
    })
    this.#jobs.set(key, job)
    const ended = await result
    await this.#project.idle()
    this.#watches.delete(key)
    if (!this.#ended.includes(of)) this.#ended.push(of)
    const played = playedOf(watch, ended, {
      inputs,
      address: `${this.#project.github.url}/${this.#project.repository.name}/blob/${history.branch}/`,
      isSteady: !isDisturbed && this.#trouble.length === 0,
      unseenSince: this.#trouble.includes('lag') ? this.#troubleSince : watch.startedAt,
      isUndisturbed: !isDisturbed && this.#trouble.every((trouble) => trouble === 'lag'),
      copies: this.#makesCopies ? base.rows.length - rowsBefore : 0
    })
    this.#note(
      'runs',
      `${key}: ${of.event.name} ${of.number}.${of.attempt}, ${inputs['on-conflict']}, ${this.#trouble.join(', ')}`
    )
    const counts = Object.entries(Object.groupBy(played.report?.runbooks ?? [], ({ outcome }) => outcome))
    this.#note(played.end, `${key}: ${counts.map(([outcome, rows]) => `${rows?.length} ${outcome}`).join(', ')}`)
    this.#fail(
      problemsOf(played, history, base, (what) => {
        this.#note(what)
      }),
      key,
      ended.log
    )
    return played
  }

  readonly #jobs = new Map<string, { signal: (signal: NodeJS.Signals) => void; cancel: () => void }>()

  #fail(problems: readonly string[], key: string, log: string): void {
    if (problems.length > 0) this.problem ??= `Run ${key}: ${problems.join('; ')}\n${log}`
  }

  /** Something happens to a run at one of its requests. */
  async #interfere(key: string): Promise<void> {
    const job = this.#jobs.get(key)
    const what = this.#random.weighted([
      [2, 'kill'],
      [1, 'cancel'],
      [3, 'people'],
      [4, 'push'],
      [1, 'rotate']
    ] as const)
    this.#note(`during a run: ${what}`, key)
    if (what === 'kill') job?.signal('SIGKILL')
    if (what === 'cancel') job?.cancel()
    if (what === 'people') {
      const last = [...(this.#watches.get(key)?.sent.keys() ?? [])].at(-1)
      const goesOn = last !== undefined && this.#random.chance(0.7)
      this.#note('people', await (goesOn ? this.#base.continue(last) : this.#base.change()))
    }
    if (what === 'push') this.#waiting.push(await this.#push())
    if (what === 'rotate') this.#base.rotate()
  }

  async #onRequest(kind: 'list' | 'upsert', key: string, body: string): Promise<void> {
    const watch = this.#watches.get(key)
    if (watch === undefined) return
    watch.requests++
    const now = kind === 'list' && watch.sent.size > 0 ? 'confirmation' : watch.requests
    const { moment } = watch
    if (moment !== undefined && (moment.at === now || moment.at === watch.requests)) {
      watch.moment = undefined
      await moment.act()
    }
    watch.lastAt = this.#history.moment()
    if (kind === 'list') {
      const { page_num: page } = JSON.parse(body) as { page_num: number }
      if (page === 1) watch.listedAt = watch.lastAt
      return
    }
    for (const other of this.#watches.values()) if (other !== watch) other.isAlone = false
    const { name, content } = JSON.parse(body) as { name: string; content: string }
    if (watch.sent.size === 0) watch.readAt = watch.listedAt
    const [, retired] = /^Source: \[(.+?)\]\(\S+ \(retired /.exec(content) ?? []
    if (retired !== undefined) watch.retired.push(retired)
    const isWhole = !this.#trouble.some((trouble) => PARTIAL.includes(trouble))
    const earlier = watch.sent.get(name)
    for (const row of this.#base.rows.filter((each) => fold(each.name) === fold(name))) {
      const edit = this.#base.editIn(row)
      if (edit !== undefined) {
        const wasSeen = edit.at < watch.listedAt && !this.#trouble.includes('lag')
        const mayHaveBeenMissed = this.#trouble.includes('order')
        watch.replaced.push({ edit, wasSeen, mayHaveBeenMissed })
      }
      const isThere = row.content === content && earlier?.content === content && earlier.look < watch.looks
      if (isThere && isWhole && watch.isAlone) watch.repeated.push(name)
    }
    watch.sent.set(name, { content, look: watch.looks })
  }

  /** Other trouble than before, or none. */
  #setTrouble(): void {
    const random = this.#random
    const answers: AnswerOptions = {
      ...(random.chance(0.15) && { lag: random.integer(20, 400) }),
      ...(random.chance(0.1) && { order: 'changing' as const })
    }
    const faults: FaultRule[] = random.chance(0.2) ? [randomFault(random)] : []
    const isEmpty = random.chance(0.08)
    if (isEmpty) faults.push(emptyPage(random.integer(1, 2)))
    this.#base.disturb(answers)
    this.#troubleSince = this.#history.moment()
    this.#project.service.faults.set(faults)
    const isOld = random.chance(0.1)
    this.#project.github.setFaults(
      ...(isOld
        ? [
            {
              route: 'tip',
              fault: random.pick(['server error', 'reset'] as const),
              times: random.integer(1, 3)
            } as const
          ]
        : [])
    )
    this.#trouble = [
      ...Object.keys(answers),
      ...(isEmpty ? ['empty'] : []),
      ...faults.map((fault) => JSON.stringify(fault)),
      ...(isOld ? ['GitHub'] : [])
    ]
  }
}

/** A page of the list has no entries, once. */
function emptyPage(page: number): FaultRule {
  const body = JSON.stringify({ code: 200, data: { page: { total: 0 }, items: [] } })
  return { path: LIST_PATH, page, times: 1, status: 200, body }
}

function randomFault(random: Random): FaultRule {
  const fault = random.pick<FaultRule>([
    { status: random.pick([500, 502, 503, 504]) },
    { status: 429, retry_after: 0 },
    { reset: random.pick(['before', 'after'] as const) },
    { path: UPSERT_PATH, status: random.pick([200, 202, 400, 413]) },
    { path: LIST_PATH, status: random.pick([403, 404, 500]) },
    { path: LIST_PATH, page: 2, status: 403, times: random.integer(2, 4) },
    { path: LIST_PATH, page: 2, status: 403, times: random.integer(2, 4) },
    { status: 200, body: '{"message":"maintenance"}' }
  ])
  if (fault.page !== undefined) return fault
  return {
    ...fault,
    ...(random.chance(0.5) ? { times: random.integer(1, 4) } : { probability: 0.2, seed: random.integer(0, 1e6) })
  }
}

function playedOf(
  { key, startedAt, replaced, retired, repeated, readAt, listedAt, lastAt, isAlone }: Watch,
  { conclusion, signal, report, overwritten, log }: JobResult,
  known: Pick<PlayedRun, 'inputs' | 'address' | 'isSteady' | 'isUndisturbed' | 'unseenSince' | 'copies'>
): PlayedRun {
  return {
    key,
    end: signal === 'SIGKILL' ? 'killed' : conclusion === 'success' ? 'green' : 'red',
    startedAt,
    report: report as Report | undefined,
    saved: Array.from(overwritten.values(), (file) => file.slice(file.indexOf('\n') + 1)),
    replaced,
    retired,
    readAt: readAt === 0 ? listedAt : readAt,
    listedAt,
    lastAt,
    repeated,
    isAlone,
    ...known,
    defects: [
      ...(/unexpected error|^\s+at .+:\d+:\d+\)?$/im.test(log) ? ['a defect in the log'] : []),
      ...(/oap_[0-9A-Za-z]{8}/.test(log) ? ['a token is readable'] : [])
    ]
  }
}
