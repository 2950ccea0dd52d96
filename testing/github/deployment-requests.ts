import { z } from 'zod'
import { commitOf, type ApiRequest, type KnownRepository } from './api.ts'
import { addStatus, secondsOf, type StoredDeployment, type StoredStatus } from './deployments.ts'
import { FORBIDDEN, problem, type Answer } from './faults.ts'
import type { Permission } from './graphql-deployments.ts'

/** What requests about deployments read and change. */
export interface DeploymentStore {
  readonly deployments: StoredDeployment[]
  /** Of the job's token. */
  readonly permission: Permission
  /** A new one at each call. */
  readonly nextId: () => number
  /** Called with each new deployment and status. */
  readonly onMade: (record: StoredDeployment | StoredStatus) => void
  readonly now: Date
}

const DESCRIPTION = z.string().max(140)

/**
 * What the stand-in accepts: all that the Action must say, within the limits of
 * docs.github.com/rest/deployments/deployments#create-a-deployment. Without the first two literals GitHub merges the default
 * branch into a commit that is behind it, and waits for the checks of the commit, one of which is the job itself. Without the
 * other two a later success does not make the deployment inactive.
 */
const NEW_DEPLOYMENT = z.object({
  auto_merge: z.literal(false),
  required_contexts: z.tuple([]),
  transient_environment: z.literal(false),
  production_environment: z.literal(false),
  ref: z.string(),
  task: z.string(),
  payload: z.record(z.string(), z.unknown()),
  environment: z.string().max(255),
  description: DESCRIPTION
})

/** docs.github.com/rest/deployments/statuses#create-a-deployment-status. */
const NEW_STATUS = z.object({
  state: z.enum(['error', 'failure', 'in_progress', 'queued', 'pending', 'success']),
  description: DESCRIPTION,
  log_url: z.string(),
  auto_inactive: z.literal(true)
})

/** Answers the REST requests that make deployments and statuses. The Action reads them by GraphQL. */
export async function answerDeployments(
  repository: KnownRepository,
  request: ApiRequest,
  store: DeploymentStore
): Promise<Answer> {
  const { deployments, permission } = store
  if (permission !== 'write') return problem(403, FORBIDDEN)
  if (request.route === 'record') return create(repository, store, request.body)
  const found = deployments.find(({ id }) => String(id) === request.parameters[1])
  return found === undefined ? problem(404, 'Not Found') : mark(found, store, request.body)
}

async function create(
  repository: KnownRepository,
  { deployments, nextId, onMade, now }: DeploymentStore,
  body: unknown
): Promise<Answer> {
  const { data: asked, error } = NEW_DEPLOYMENT.safeParse(body)
  if (asked === undefined) return invalid(error)
  const { ref, environment, task, payload } = asked
  const sha = await commitOf(repository, ref)
  if (sha === undefined) return problem(422, `No ref found for: ${ref}`)
  const made = { id: nextId(), sha, environment, task, payload, createdAt: wholeSecond(now), statuses: [] }
  deployments.push(made)
  onMade(made)
  return { status: 201, body: { id: made.id, sha, environment, task } }
}

function mark(found: StoredDeployment, { deployments, onMade, now }: DeploymentStore, body: unknown): Answer {
  const { data: asked, error } = NEW_STATUS.safeParse(body)
  if (asked === undefined) return invalid(error)
  const { state, description, log_url: logUrl } = asked
  const status = { state, createdAt: wholeSecond(now), description, logUrl }
  for (const made of addStatus(deployments, found, status)) onMade(made)
  return { status: 201, body: { id: found.statuses.length, state } }
}

function invalid(error: z.ZodError): Answer {
  return problem(422, `Invalid request.\n\n${z.prettifyError(error)}`)
}

function wholeSecond(time: Date): Date {
  return new Date(secondsOf(time) * 1000)
}
