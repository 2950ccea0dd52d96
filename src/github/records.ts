import { COMMIT } from '../job/event.ts'
import { field } from '../field.ts'
import { joined, shorten } from '../wording.ts'
import { array, GitHubError, integer, text, type GitHub } from '../branch/github.ts'

/**
 * Records are GitHub deployments that the Action made: what it delivers, and from which commit.
 *
 * @see https://docs.github.com/en/rest/deployments
 */
const TASK = 'runbook-sync'
const PAYLOAD_VERSION = 1

/** Milliseconds after which a record without a final status counts as ended. */
export const LIFETIME = 60 * 60 * 1000
/** Milliseconds before the base that the list must reach: every record from before that ended long before the base was made. */
const LOOK_BACK = 2 * LIFETIME
const MAX_PAGES = 5
/** Characters of a description that GitHub accepts. */
const MAX_DESCRIPTION = 140

/** What a record says about its run. Only a payload of this version is understood. */
export interface RecordPayload {
  /** A digest of each input that decides what is sent, by its name. */
  readonly settings: Readonly<Record<string, string>>
  /** A digest of token and address. */
  readonly access: string
  /** Whether the run was a full sync. */
  readonly full: boolean
  readonly run: number
  readonly attempt: number
  /** Of the run among those of its workflow; a repeated run keeps it. */
  readonly number: number
  /** The path of the workflow's file. */
  readonly workflow: string
  /** Of this record alone: ids of new deployments exceed the `Int` that GraphQL has for them. */
  readonly key: string
}

/** What the final status of a record says. */
export interface RecordResult extends Pick<DeliveryRecord, 'refused' | 'listShows'> {
  readonly what: string
}

/** What a description says of the texts that the list shows. */
const LIST_SHOWS = { changed: 'The service changes texts.', 'as sent': 'Listed as sent.' } as const

export interface DeliveryRecord {
  readonly commit: string
  /** Epoch milliseconds by GitHub's clock, in whole seconds, as `endedAt`. */
  readonly createdAt: number
  readonly endedAt: number
  readonly succeeded: boolean
  /** How many runbooks were refused, although it succeeded: what corrects them is a commit of theirs, or a full sync. */
  readonly refused: number
  /** Whether the list shows texts as they were sent; undefined where the run could not tell. */
  readonly listShows: keyof typeof LIST_SHOWS | undefined
  /** Undefined where it cannot be understood. */
  readonly payload: RecordPayload | undefined
}

/**
 * The newest delivery that succeeded: its last record, all of them, and when the first one was made (`Infinity` without any).
 * A long run renews its record under the same key.
 */
export function lastDelivery(records: readonly DeliveryRecord[]) {
  const base = records.find(({ succeeded }) => succeeded)
  const key = base?.payload?.key
  const isPart = (record: DeliveryRecord): boolean =>
    record === base || (key !== undefined && record.payload?.key === key)
  const parts = records.filter(isPart)
  return { base, parts: new Set(parts), begunAt: Math.min(...parts.map(({ createdAt }) => createdAt)) }
}

/** The records of one environment. */
export class Records {
  readonly #github: GitHub
  readonly #environment: string

  constructor(github: GitHub, environment: string) {
    this.#github = github
    this.#environment = environment
  }

  /**
   * The newest records, as far back as they matter, newest first.
   *
   * @throws {GitHubError}
   */
  async list(): Promise<readonly DeliveryRecord[]> {
    const records: DeliveryRecord[] = []
    let after: string | null = null
    for (let pages = 1; pages <= MAX_PAGES; pages++) {
      const what = 'show earlier deliveries'
      const variables = { environments: [this.#environment], after }
      const page: ReturnType<typeof parsePage> = await this.#github.graphql(what, parsePage, QUERY, variables)
      records.push(...page.records)
      records.sort((a, b) => b.createdAt - a.createdAt)
      const { base, begunAt } = lastDelivery(records)
      const isEnough = base !== undefined && page.oldest < begunAt - LOOK_BACK
      if (page.next === null || isEnough) return records
      after = page.next
    }
    throw new GitHubError(
      `The environment ${this.#environment} has more than ${MAX_PAGES * 100} deployments, and no recent one says what was delivered.`,
      'Give the input `environment` a name that nothing else deploys to.'
    )
  }

  /**
   * Records that a commit is going to be delivered. A lost answer makes a second record, which does no harm.
   *
   * @returns its id.
   */
  async make(commit: string, payload: RecordPayload): Promise<number> {
    const parse = (data: unknown): number => integer(field(data, 'id'))
    return this.#github.request('record the delivery', parse, 'POST /deployments', {
      ref: commit,
      environment: this.#environment,
      task: TASK,
      // Otherwise GitHub merges the default branch into the commit, or waits for its checks.
      auto_merge: false,
      required_contexts: [],
      production_environment: false,
      transient_environment: false,
      description: 'Runbooks for the knowledge base',
      payload: { v: PAYLOAD_VERSION, ...payload }
    })
  }

  /**
   * Sets the final status of a record.
   *
   * @param result what was delivered, in a few words, and what later runs read of it.
   * @param url of the run.
   */
  async mark(id: number, state: 'success' | 'failure', result: RecordResult, url: string): Promise<void> {
    const { what, refused, listShows } = result
    const facts = joined([refused > 0 && `${refused} refused.`, listShows && LIST_SHOWS[listShows]])
    const description = joined([`${shorten(what, MAX_DESCRIPTION - facts.length - 2)}.`, facts])
    const status = { state, description, log_url: url, auto_inactive: true }
    await this.#github.request('mark the record', () => undefined, `POST /deployments/${id}/statuses`, status)
  }
}

/** GitHub computes `state` and moves `updatedAt`, and a later success changes `latestStatus`: none of them is asked for. */
const QUERY = `query ($owner: String!, $name: String!, $environments: [String!], $after: String) {
  repository(owner: $owner, name: $name) {
    deployments(environments: $environments, first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { commitOid task payload createdAt statuses(first: 20) { nodes { state createdAt description logUrl } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

function parsePage(data: unknown) {
  const deployments = field(data, 'repository', 'deployments')
  const nodes = array(field(deployments, 'nodes'))
  const hasNext = field(deployments, 'pageInfo', 'hasNextPage') === true
  return {
    // Other tools may deploy to the same environment.
    oldest: nodes.reduce<number>((least, node) => Math.min(least, timeOf(field(node, 'createdAt'))), Infinity),
    records: nodes.filter((node) => field(node, 'task') === TASK).map(parseNode),
    next: hasNext ? text(field(deployments, 'pageInfo', 'endCursor'), /./) : null
  }
}

function parseNode(node: unknown): DeliveryRecord {
  const createdAt = timeOf(field(node, 'createdAt'))
  const payload = parsePayload(field(node, 'payload'))
  const ends: number[] = []
  let succeeded = false
  let description = ''
  for (const status of array(field(node, 'statuses', 'nodes'))) {
    const state = text(field(status, 'state'), /^/)
    // Bots answer deployments with statuses of their own.
    const isOwn = payload === undefined || String(field(status, 'logUrl')).endsWith(`/actions/runs/${payload.run}`)
    if (!isOwn || !/^(?:SUCCESS|FAILURE|ERROR)$/.test(state)) continue
    succeeded ||= state === 'SUCCESS'
    ends.push(timeOf(field(status, 'createdAt')))
    description += String(field(status, 'description'))
  }
  return {
    commit: text(field(node, 'commitOid'), COMMIT),
    ...{ createdAt, succeeded, payload },
    endedAt: ends.length > 0 ? Math.min(...ends) : createdAt + LIFETIME,
    refused: Number(/(\d+) refused\./.exec(description)?.[1] ?? 0),
    listShows: (['changed', 'as sent'] as const).find((shows) => description.includes(LIST_SHOWS[shows]))
  }
}

/** The payload is JSON; where it was sent as text, JSON in JSON. */
function parsePayload(value: unknown): RecordPayload | undefined {
  let payload = value
  try {
    for (let times = 0; times < 2 && typeof payload === 'string'; times++) payload = JSON.parse(payload)
    if (field(payload, 'v') !== PAYLOAD_VERSION) return undefined
    return {
      settings: Object.fromEntries(
        Object.entries(field(payload, 'settings') as object).map(([name, digest]) => [name, text(digest, /^/)])
      ),
      access: text(field(payload, 'access'), /^/),
      full: field(payload, 'full') !== false,
      run: integer(field(payload, 'run')),
      attempt: integer(field(payload, 'attempt')),
      key: text(field(payload, 'key'), /./),
      number: integer(field(payload, 'number')),
      workflow: text(field(payload, 'workflow'), /^/)
    }
  } catch {
    // Somebody else may have made it; a record that is not understood makes a full sync.
    return undefined
  }
}

function timeOf(value: unknown): number {
  return integer(Date.parse(text(value, /^\d{4}-\d\d-\d\dT/)))
}
