export type DeploymentState = 'error' | 'failure' | 'inactive' | 'in_progress' | 'queued' | 'pending' | 'success'

export interface StoredStatus {
  state: DeploymentState
  createdAt: Date
  description: string
  /** By default that of the run that the deployment's payload names; empty where there is none. */
  logUrl?: string
}

/** A deployment as GitHub keeps it. Tests change it as they need. */
export interface StoredDeployment {
  readonly id: number
  readonly sha: string
  environment: string
  task: string
  /** As given; `null` where none was. */
  payload: Readonly<Record<string, unknown>> | string | null
  createdAt: Date
  /** In any order. */
  statuses: StoredStatus[]
}

/** A delivery of an hour ago that succeeded a minute later, unless `given` says otherwise. */
export function deployment(given: Pick<StoredDeployment, 'id' | 'sha'> & Partial<StoredDeployment>): StoredDeployment {
  const createdAt = given.createdAt ?? new Date(Date.now() - 3_600_000)
  return {
    environment: 'knowledge-base',
    task: 'runbook-sync',
    payload: {},
    createdAt,
    statuses: [deploymentStatus('success', new Date(createdAt.getTime() + 60_000))],
    ...given
  }
}

export function deploymentStatus(state: DeploymentState, createdAt: Date): StoredStatus {
  return { state, createdAt, description: '' }
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

/** Oldest first. Of one second, the later one in the list is the later one. */
export function statusesInOrder({ statuses }: StoredDeployment): StoredStatus[] {
  return statuses.toSorted((one, other) => secondsOf(one.createdAt) - secondsOf(other.createdAt))
}

/**
 * Adds a status, and after a success `inactive` to what it replaces: all earlier deployments to the environment that have
 * succeeded (docs.github.com, `auto_inactive`).
 *
 * @returns the statuses that are new.
 */
export function addStatus(
  deployments: readonly StoredDeployment[],
  given: StoredDeployment,
  status: StoredStatus
): StoredStatus[] {
  const replaced = deployments.filter(
    (other) =>
      isEarlier(other, given) &&
      other.environment === given.environment &&
      statusesInOrder(other).at(-1)?.state === 'success'
  )
  given.statuses.push(status)
  if (status.state !== 'success') return [status]
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
