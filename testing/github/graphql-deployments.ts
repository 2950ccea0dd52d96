import { connection, QueryError, type PageArguments, type Position } from './connection.ts'
import { secondsOf, statusesInOrder, timestamp, type StoredDeployment, type StoredStatus } from './deployments.ts'
import { FORBIDDEN } from './faults.ts'

/** GitHub documents no order. `mixed` begins with the second. */
export type StatusOrder = 'oldest first' | 'newest first' | 'mixed'

/** What a query is answered from. */
export interface KnownDeployments {
  /** `owner/name`. */
  readonly repository: string
  readonly deployments: readonly StoredDeployment[]
  readonly permission: Permission
  readonly statusOrder: StatusOrder
}

/** What the job's token may do with a resource. */
export type Permission = 'none' | 'write'

type Resolver<T> = (args: T) => unknown

interface DeploymentArguments extends PageArguments {
  readonly environments?: readonly string[] | null
  readonly orderBy?: { readonly direction: 'ASC' | 'DESC' } | null
}

/** The fields of the type `Query` that the stand-in answers. */
export function queryFields(known: KnownDeployments): { repository: Resolver<{ owner: string; name: string }> } {
  return {
    repository: ({ owner, name }) => {
      if (`${owner}/${name}` === known.repository) return repositoryFields(known)
      throw new QueryError('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`)
    }
  }
}

function repositoryFields(known: KnownDeployments): { deployments: Resolver<DeploymentArguments> } {
  return {
    deployments: ({ environments, orderBy, ...page }) => {
      if (known.permission === 'none') {
        throw new QueryError('FORBIDDEN', FORBIDDEN, { saml_failure: false })
      }
      const items = known.deployments
        // Whether GitHub compares with regard to case is not known: a query in the wrong case finds nothing here.
        .filter(({ environment }) => environments?.includes(environment) ?? true)
        .map((given) => ({
          position: [secondsOf(given.createdAt), given.id] as const,
          node: deploymentFields(known, given)
        }))
      const sign = orderBy?.direction === 'DESC' ? -1 : 1
      // GitHub documents no order within a second: it is the unexpected one for `DESC`.
      const compare = (one: Position, other: Position): number => sign * (one[0] - other[0]) || one[1] - other[1]
      return connection('deployments', items, compare, page)
    }
  }
}

/** What the Action asks for; `graphql.ts` refuses the rest. */
function deploymentFields({ statusOrder }: KnownDeployments, given: StoredDeployment): Record<string, unknown> {
  return {
    commitOid: given.sha,
    task: given.task,
    // As JSON, so a string becomes JSON in JSON.
    payload: given.payload === null ? null : JSON.stringify(given.payload),
    createdAt: timestamp(given.createdAt),
    statuses: (page: PageArguments) => {
      const items = arrange(statusesInOrder(given), statusOrder).map((status, at) => ({
        position: [at, 0] as const,
        node: statusFields(status, given)
      }))
      return connection('statuses', items, ([one], [other]) => one - other, page)
    }
  }
}

function statusFields({ state, createdAt, description, logUrl }: StoredStatus, { payload }: StoredDeployment) {
  const run = typeof payload === 'object' ? payload?.['run'] : undefined
  const url = logUrl ?? (typeof run === 'number' ? `https://github.com/harbour/handbook/actions/runs/${run}` : '')
  return {
    state: state.toUpperCase(),
    createdAt: timestamp(createdAt),
    description,
    logUrl: url === '' ? null : url
  }
}

function arrange(statuses: readonly StoredStatus[], order: StatusOrder): readonly StoredStatus[] {
  switch (order) {
    case 'oldest first':
      return statuses
    case 'newest first':
      return statuses.toReversed()
    case 'mixed':
      return [...statuses.filter((_, at) => at % 2 === 1), ...statuses.filter((_, at) => at % 2 === 0)]
  }
}
