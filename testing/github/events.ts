/** What starts a job: the name, ref and commit that the runner puts in the environment, and the event file. */
export interface JobEvent {
  readonly name: string
  /** Full ref: `refs/heads/main`. */
  readonly ref: string
  /** The commit that the job checks out. */
  readonly sha: string
  readonly payload: Readonly<Record<string, unknown>>
}

const NO_COMMIT = '0'.repeat(40)
/** GitHub's id of the repository. It stays if the repository is renamed. */
export const REPOSITORY_ID = 732_451

interface EventRepository {
  /** `owner/name`. */
  readonly repository: string
  readonly defaultBranch?: string
}

/**
 * A push, as Actions describes it: without the lists of files that a webhook has. `before` is absent on the first push
 * of a branch; `after` is absent when the branch was deleted.
 */
export function pushEvent(
  push: EventRepository & {
    readonly ref: string
    readonly before?: string | undefined
    readonly after?: string | undefined
    readonly forced?: boolean
  }
): JobEvent {
  const { ref, before = NO_COMMIT, after = NO_COMMIT, forced = false } = push
  return {
    name: 'push',
    ref,
    sha: after === NO_COMMIT ? before : after,
    payload: {
      ref,
      before,
      after,
      created: before === NO_COMMIT,
      deleted: after === NO_COMMIT,
      forced,
      commits: [],
      head_commit: after === NO_COMMIT ? null : { id: after, message: 'Update the runbooks' },
      ...commonPayload(push)
    }
  }
}

/** A run that a person started on a branch. */
export function dispatchEvent(run: EventRepository & { readonly ref: string; readonly sha: string }): JobEvent {
  const { ref, sha } = run
  return { name: 'workflow_dispatch', ref, sha, payload: { ref, inputs: {}, ...commonPayload(run) } }
}

/** A pull request; `merge` is the commit that GitHub makes of both sides, and the commit of the job. */
export function pullRequestEvent(
  pull: EventRepository & {
    readonly number: number
    readonly base: string
    readonly head: string
    readonly merge: string
  }
): JobEvent {
  const { number, base, head, merge, repository, defaultBranch = 'main' } = pull
  return {
    name: 'pull_request',
    ref: `refs/pull/${number}/merge`,
    sha: merge,
    payload: {
      action: 'synchronize',
      number,
      pull_request: {
        number,
        merge_commit_sha: merge,
        base: { ref: defaultBranch, sha: base, repo: { full_name: repository } },
        head: { ref: 'clarify', sha: head, repo: { full_name: repository, fork: false } }
      },
      ...commonPayload(pull)
    }
  }
}

/** What payloads say about the repository and the sender. */
function commonPayload({ repository, defaultBranch = 'main' }: EventRepository) {
  const [owner = '', name = ''] = repository.split('/')
  return {
    repository: {
      id: REPOSITORY_ID,
      name,
      full_name: repository,
      private: true,
      owner: { login: owner, type: 'Organization' },
      default_branch: defaultBranch
    },
    sender: { login: 'robin', type: 'User' }
  }
}
