export type DeploymentState = 'error' | 'failure' | 'inactive' | 'in_progress' | 'queued' | 'pending' | 'success'

export interface StoredStatus {
  state: DeploymentState
  createdAt: Date
  description: string
  logUrl: string
}

/** A deployment as GitHub keeps it. Tests change it as they need. */
export interface StoredDeployment {
  readonly id: number
  readonly sha: string
  /** As given: a commit, a branch or a tag. */
  ref: string
  environment: string
  task: string
  /** As given; `null` where none was. */
  payload: Readonly<Record<string, unknown>> | string | null
  description: string
  creator: string
  createdAt: Date
  transient: boolean
  production: boolean
  /** In any order. */
  statuses: StoredStatus[]
}

/** A delivery of an hour ago that succeeded a minute later, unless `given` says otherwise. */
export function deployment(given: Pick<StoredDeployment, 'id' | 'sha'> & Partial<StoredDeployment>): StoredDeployment {
  const createdAt = given.createdAt ?? new Date(Date.now() - 3_600_000)
  return {
    ref: given.sha,
    environment: 'knowledge-base',
    task: 'runbook-sync',
    payload: {},
    description: '',
    creator: 'github-actions[bot]',
    createdAt,
    transient: false,
    production: false,
    statuses: [deploymentStatus('success', new Date(createdAt.getTime() + 60_000))],
    ...given
  }
}

export function deploymentStatus(state: DeploymentState, createdAt: Date): StoredStatus {
  return { state, createdAt, description: '', logUrl: '' }
}

/** So that later changes do not change it. */
export function copyOf(given: StoredDeployment): StoredDeployment {
  return { ...given, statuses: given.statuses.map((status) => ({ ...status })) }
}

/** GitHub knows no fractions of a second. */
export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

export function timestamp(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Names of environments are equal without regard to case. */
export function isSameEnvironment(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Oldest first. Of one second, the later one in the list is the later one. */
export function statusesInOrder({ statuses }: StoredDeployment): StoredStatus[] {
  return statuses.toSorted((one, other) => secondsOf(one.createdAt) - secondsOf(other.createdAt))
}

export function latestStatus(given: StoredDeployment): StoredStatus | undefined {
  return statusesInOrder(given).at(-1)
}

/** A status moves it. */
export function updatedAt(given: StoredDeployment): Date {
  return latestStatus(given)?.createdAt ?? given.createdAt
}

/**
 * Adds a status, and `inactive` to what it replaces: "all prior non-transient, non-production environment deployments
 * with the same repository and environment name", where they have succeeded (docs.github.com, `auto_inactive`).
 *
 * @returns the statuses that are new, that of `given` first.
 */
export function addStatus(
  deployments: readonly StoredDeployment[],
  given: StoredDeployment,
  status: StoredStatus,
  autoInactive: boolean
): StoredStatus[] {
  const replaced = deployments.filter(
    (other) =>
      other !== given &&
      isEarlier(other, given) &&
      !other.transient &&
      !other.production &&
      isSameEnvironment(other.environment, given.environment) &&
      latestStatus(other)?.state === 'success'
  )
  given.statuses.push(status)
  if (status.state !== 'success' || !autoInactive) return [status]
  return [
    status,
    ...replaced.map((other) => {
      const inactive = deploymentStatus('inactive', status.createdAt)
      other.statuses.push(inactive)
      return inactive
    })
  ]
}

function isEarlier(one: StoredDeployment, other: StoredDeployment): boolean {
  const difference = secondsOf(one.createdAt) - secondsOf(other.createdAt)
  return difference < 0 || (difference === 0 && one.id < other.id)
}

/** The id that REST and GraphQL share. Opaque, as GitHub documents it. */
export function nodeIdOf(id: number | string): string {
  return `DE_${Buffer.from(`0:732451:${id}`).toString('base64url')}`
}
