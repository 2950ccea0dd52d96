import { type Gate } from '../gate.ts'
import { CHECKOUTS, type CheckoutKind } from '../github/checkout.ts'
import type { JobEvent } from '../github/events.ts'
import type { Route } from '../github/faults.ts'
import type { HostedRepository } from '../github/repository.ts'
import type { WorkflowRun } from '../github/runs.ts'
import type { GitHubServer } from '../github/server.ts'
import type { StartedRun, Workflow } from '../github/workflow.ts'
import { settingsIn, WORKFLOW, type History } from './history.ts'
import type { KillableService } from './killable-service.ts'
import { defectsOf, differences, expectedAt } from './oracle.ts'
import type { Random } from './random.ts'

export interface Parts {
  readonly random: Random
  readonly hosted: HostedRepository
  readonly history: History
  readonly github: GitHubServer
  readonly service: KillableService
  readonly workflow: Workflow
}

/** Something that happens when a run asks its nth question of a kind, and before it gets the answer. */
export interface Moment {
  readonly at: 'upsert' | 'list' | Route
  readonly nth: number
  readonly act: (run: StartedRun) => Promise<unknown>
}

export interface ActiveRun {
  readonly name: string
  readonly run: WorkflowRun
  readonly event: JobEvent
  readonly job: StartedRun
  /** The part of the token and of the gate's path that tells this attempt from others. */
  readonly key: string
  readonly mustBeGreen: boolean
  /** No other run was under way at any time, and no request of a killed one. */
  alone: boolean
}

/** Starts runs, and compares the knowledge base with the branch after every green one. */
export class Runs {
  readonly steps: string[] = []
  readonly counts: Record<string, number> = {}
  /** The first difference, with the log of its run. */
  problem: string | undefined
  token = { id: '', value: '' }
  tokenIsValid = true
  hasFaults = false
  /** Lets the held requests of a killed run go on. */
  late: (() => void) | undefined
  gate!: Gate
  readonly #parts: Parts
  readonly #active = new Set<ActiveRun>()
  readonly #moments = new Map<string, Moment & { readonly run: () => StartedRun }>()
  readonly #asked = new Map<string, number>()
  /** Commits whose text the knowledge base may have. */
  #delivered = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  note(step: string): void {
    this.steps.push(step)
  }

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  /** Calls what is to happen at this question of a run, and waits for it. */
  async reach(at: Moment['at'], key: string): Promise<void> {
    const question = `${key} ${at}`
    const nth = (this.#asked.get(question) ?? 0) + 1
    this.#asked.set(question, nth)
    const moment = this.#moments.get(key)
    if (moment?.at === at && moment.nth === nth) await moment.act(moment.run())
  }

  /**
   * Whether everything that the knowledge base may have would still be known to a later run: from the history of the
   * branch at `head`, or from a listed run whose commit is not in that history.
   */
  mayMoveTo(head: string, without?: WorkflowRun): boolean {
    const { github, history } = this.#parts
    const runs = github.runs.filter(
      (run) => run !== without && run.branch === 'main' && !run.event.startsWith('pull_request')
    )
    const delivered = [...this.#delivered, ...[...this.#active].flatMap((active) => this.#tipsOf(active))]
    return delivered.every(
      (commit) =>
        history.isAncestor(commit, head) ||
        runs.some(({ sha }) => history.isAncestor(commit, sha) && !history.isAncestor(sha, head))
    )
  }

  async start(run: WorkflowRun, again = false, moment?: Moment): Promise<ActiveRun> {
    const { random, history, workflow } = this.#parts
    const event = workflow.eventOf(run)
    const key = `${run.number}-${run.attempt + 1}`
    const checkout = random.chance(0.6) ? 'depth 1' : random.pick(CHECKOUTS)
    const inputs = {
      ...{ token: this.token.value, 'base-url': `${this.gate.url}/${key}` },
      ...{ links: 'keep', retries: '2', timeout: '10', concurrency: '4' },
      ...settingsIn(history.filesOf(event.sha).get(WORKFLOW) ?? ''),
      ...(event.payload['inputs'] as Record<string, string> | undefined)
    }
    const mustBeGreen = moment === undefined && (await this.#mustBeGreen(event, checkout))
    if (moment !== undefined) this.#moments.set(key, { ...moment, run: () => job })
    const step = { checkout, inputs }
    const job = await (again ? workflow.startAgain(run.number, step) : workflow.start(run, step))
    const name = `run ${key}, ${event.name} ${event.ref.replace('refs/heads/', '')} ${event.sha.slice(0, 7)}`
    this.note(`${name}, ${checkout}`)
    const alone = this.#active.size === 0 && this.late === undefined
    for (const other of this.#active) other.alone = false
    const active = { name, run, event, job, key, mustBeGreen, alone }
    this.#active.add(active)
    return active
  }

  /** Nothing disturbs the run, and its commit is one that it can deliver. */
  async #mustBeGreen(event: JobEvent, checkout: CheckoutKind): Promise<boolean> {
    const { hosted, history } = this.#parts
    const { head } = history
    if (!this.tokenIsValid || this.hasFaults || this.#active.size > 0) return false
    if (event.sha !== head) {
      const looksOld = event.payload['forced'] === true && history.isAncestor(head, String(event.payload['before']))
      if (checkout === 'without Git' || looksOld || !history.isAncestor(event.sha, head)) return false
      const [own, tip] = [event.sha, head].map((commit) => history.filesOf(commit).get(WORKFLOW))
      if (own !== tip) return false
    }
    const { entries, refused } = await expectedAt(hosted, head)
    // Patterns that match no file fail a full sync.
    return refused.length === 0 && entries.size > 0
  }

  async finish(active: ActiveRun): Promise<void> {
    const { hosted, history, service } = this.#parts
    const { name, run, event, key, job } = active
    const { head } = history
    const result = await job.result
    this.#active.delete(active)
    this.#moments.delete(key)
    // A request that a killed process left behind may still be under way.
    if (this.#active.size === 0 && this.late === undefined) await this.gate.idle()
    this.count('runs')
    this.count(result.signal === 'SIGKILL' ? 'killed' : result.conclusion)
    const outcomes = ['upserted', 'unchanged', 'refused', 'failed', 'pending'].map(
      (name) => result.outputs[name] ?? '?'
    )
    this.note(`run ${key}: ${result.signal ?? result.conclusion} (${outcomes.join(', ')})`)
    const broken = (problems: readonly string[]) => {
      if (problems.length > 0) this.problem ??= `${name}: ${problems.join('; ')}\n${result.log}${result.stderr}`
    }

    broken(defectsOf(result))
    const isSync = run.branch === 'main' && event.ref === 'refs/heads/main'
    if (!isSync && this.gate.upserts(`/${key}`) > 0) broken(['it has written'])
    if (active.mustBeGreen && active.alone && result.conclusion !== 'success') broken(['it should be green'])
    if (!isSync) return
    const tips = this.#tipsOf(active)
    if (result.conclusion !== 'success' || !active.alone) {
      for (const commit of [event.sha, ...tips]) this.#delivered.add(commit)
      return
    }
    // The branch as GitHub last showed it to the run: a push that moves it later has a run of its own.
    const commit = tips.at(-1) ?? head
    this.#delivered = new Set([commit])
    // Where the run had nothing to send, it does not look again; a force push may have removed the commit since.
    if (!history.has(commit)) return
    this.count('compared')
    const held = new Map(await service.call('entries'))
    broken(differences(held, await expectedAt(hosted, commit)))
  }

  /** The commits that GitHub gave a run as the branch's. */
  #tipsOf({ run }: ActiveRun): string[] {
    const token = `ghs_${run.number}_${run.attempt}`
    const { requests } = this.#parts.github
    return requests.flatMap((request) => (request.token === token ? (request.tip ?? []) : []))
  }
}
