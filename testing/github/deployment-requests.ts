import { z } from 'zod'
import { git } from '../git.ts'
import { commitOf, type ApiRequest, type KnownRepository } from './api.ts'
import {
  addStatus,
  nodeIdOf,
  secondsOf,
  statusesInOrder,
  timestamp,
  updatedAt,
  type StoredDeployment,
  type StoredStatus
} from './deployments.ts'
import { FORBIDDEN, problem, type Answer } from './faults.ts'

/** What requests about deployments read and change. */
export interface DeploymentStore {
  readonly deployments: StoredDeployment[]
  /** Of the job's token. */
  readonly permission: 'none' | 'read' | 'write'
  /** A new one at each call. */
  readonly nextId: () => number
  /** Called with each new deployment and status. */
  readonly onMade: (record: StoredDeployment | StoredStatus) => void
  readonly now: Date
  /** Address of the repository in the API. */
  readonly address: string
}

const DESCRIPTION = z.string().max(140).nullish()

/** Fields and limits: docs.github.com/rest/deployments/deployments#create-a-deployment. */
const NEW_DEPLOYMENT = z.object({
  ref: z.string(),
  task: z.string().default('deploy'),
  auto_merge: z.boolean().default(true),
  required_contexts: z.array(z.string()).optional(),
  payload: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  environment: z.string().max(255).default('production'),
  description: DESCRIPTION,
  transient_environment: z.boolean().default(false),
  production_environment: z.boolean().optional()
})

/** docs.github.com/rest/deployments/statuses#create-a-deployment-status. */
const NEW_STATUS = z.object({
  state: z.enum(['error', 'failure', 'inactive', 'in_progress', 'queued', 'pending', 'success']),
  description: DESCRIPTION,
  log_url: z.string().default(''),
  auto_inactive: z.boolean().default(true)
})

/** Answers the REST requests that make deployments and statuses. The Action reads them by GraphQL. */
export async function answerDeployments(
  repository: KnownRepository,
  heads: ReadonlyMap<string, string>,
  request: ApiRequest,
  store: DeploymentStore
): Promise<Answer> {
  const { deployments, permission } = store
  if (permission !== 'write') return problem(403, FORBIDDEN)
  if (request.route === 'record') return create(repository, heads, store, request.body)
  const found = deployments.find(({ id }) => String(id) === request.parameters[1])
  return found === undefined ? problem(404, 'Not Found') : mark(found, store, request.body)
}

async function create(
  repository: KnownRepository,
  heads: ReadonlyMap<string, string>,
  { deployments, nextId, onMade, now, address }: DeploymentStore,
  body: unknown
): Promise<Answer> {
  const { data: asked, error } = NEW_DEPLOYMENT.safeParse(body)
  if (asked === undefined) return invalid('Deployment', body, error)
  const { ref, environment } = asked
  const sha = await commitOf(repository, heads, ref)
  if (sha === undefined) return problem(422, `No ref found for: ${ref}`)
  const target = heads.get(repository.defaultBranch)
  if (asked.auto_merge && target !== undefined && (await isBehind(repository, sha, target))) {
    return { status: 202, body: { message: `Auto-merged ${repository.defaultBranch} into ${ref} on deployment.` } }
  }
  if (asked.required_contexts?.length !== 0) return missingContexts(ref)
  const made: StoredDeployment = {
    id: nextId(),
    sha,
    ref,
    environment,
    task: asked.task,
    payload: asked.payload ?? null,
    description: asked.description ?? '',
    creator: 'github-actions[bot]',
    createdAt: wholeSecond(now),
    transient: asked.transient_environment,
    production: asked.production_environment ?? environment === 'production',
    statuses: []
  }
  deployments.push(made)
  onMade(made)
  return { status: 201, body: describeDeployment(made, address) }
}

/** Whether a branch has commits that a commit lacks. */
async function isBehind({ folder }: KnownRepository, sha: string, target: string): Promise<boolean> {
  return (await git(folder, ['rev-list', '--max-count=1', target, `^${sha}`])) !== ''
}

/** A job is a check of its own commit, and has not ended when it asks: by default it waits for itself. */
function missingContexts(ref: string): Answer {
  const { status, body } = problem(409, `Conflict: Commit status checks failed for ${ref}.`)
  const contexts = [{ context: 'runbooks', state: 'pending' }]
  const errors = [{ contexts, resource: 'Deployment', field: 'required_contexts', code: 'invalid' }]
  return { status, body: { ...(body as object), errors } }
}

function mark(found: StoredDeployment, { deployments, onMade, now, address }: DeploymentStore, body: unknown): Answer {
  const { data: asked, error } = NEW_STATUS.safeParse(body)
  if (asked === undefined) return invalid('DeploymentStatus', body, error)
  const { state, description, log_url: logUrl } = asked
  const status = { state, createdAt: wholeSecond(now), description: description ?? '', logUrl }
  for (const made of addStatus(deployments, found, status, asked.auto_inactive)) onMade(made)
  return { status: 201, body: describeStatuses(found, address).at(-1) }
}

/** The first thing that is wrong with a body, as GitHub says it. */
function invalid(resource: string, body: unknown, { issues: [issue] }: z.ZodError): Answer {
  if (typeof body !== 'object' || body === null || issue === undefined) return problem(400, 'Problems parsing JSON')
  const field = String(issue.path[0])
  if (issue.code === 'too_big') {
    const message = `${field} is too long (maximum is ${String(issue.maximum)} characters)`
    const { status, body: answer } = problem(422, 'Validation Failed')
    return { status, body: { ...(answer as object), errors: [{ resource, code: 'custom', field, message }] } }
  }
  const reason = field in body ? `For 'properties/${field}', ${issue.message}.` : `"${field}" wasn't supplied.`
  return problem(422, `Invalid request.\n\n${reason}`)
}

function describeDeployment(given: StoredDeployment, address: string): Record<string, unknown> {
  const url = `${address}/deployments/${given.id}`
  return {
    url,
    id: given.id,
    node_id: nodeIdOf(given.id),
    sha: given.sha,
    ref: given.ref,
    task: given.task,
    payload: given.payload ?? {},
    original_environment: given.environment,
    environment: given.environment,
    description: given.description,
    creator: describeActor(given.creator),
    created_at: timestamp(given.createdAt),
    updated_at: timestamp(updatedAt(given)),
    statuses_url: `${url}/statuses`,
    repository_url: address,
    transient_environment: given.transient,
    production_environment: given.production
  }
}

/** Oldest first. */
function describeStatuses(given: StoredDeployment, address: string): Record<string, unknown>[] {
  const url = `${address}/deployments/${given.id}`
  return statusesInOrder(given).map(({ state, createdAt, description, logUrl }, at) => ({
    url: `${url}/statuses/${at + 1}`,
    id: at + 1,
    node_id: nodeIdOf(`${given.id}:${at}`),
    state,
    creator: describeActor(given.creator),
    description,
    environment: given.environment,
    target_url: logUrl,
    log_url: logUrl,
    environment_url: '',
    created_at: timestamp(createdAt),
    updated_at: timestamp(createdAt),
    deployment_url: url,
    repository_url: address
  }))
}

function describeActor(login: string): Record<string, unknown> {
  return { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' }
}

function wholeSecond(time: Date): Date {
  return new Date(secondsOf(time) * 1000)
}
