/** What starts a job: the name, ref and commit that the runner puts in the environment, and the event file. */
export interface JobEvent {
  readonly name: string
  /** Full ref: `refs/heads/main`. */
  readonly ref: string
  /** The commit that the job checks out. */
  readonly sha: string
  readonly payload: Readonly<Record<string, unknown>>
}

const MAIN = 'refs/heads/main'
const NO_COMMIT = '0'.repeat(40)

/**
 * A push to the default branch, as Actions describes it: without the lists of files that a webhook has.
 *
 * @param repository `owner/name`.
 * @param before is absent on the first push.
 * @param after is absent when the branch was deleted.
 */
export function pushEvent(repository: string, before = NO_COMMIT, after = NO_COMMIT): JobEvent {
  const isDeleted = after === NO_COMMIT
  return {
    name: 'push',
    ref: MAIN,
    sha: isDeleted ? before : after,
    payload: {
      ref: MAIN,
      before,
      after,
      created: before === NO_COMMIT,
      deleted: isDeleted,
      forced: false,
      commits: [],
      head_commit: isDeleted ? null : { id: after, message: 'Update the runbooks' },
      ...commonPayload(repository)
    }
  }
}

/** A run that a person started on the default branch. */
export function dispatchEvent(repository: string, sha: string): JobEvent {
  return { name: 'workflow_dispatch', ref: MAIN, sha, payload: { ref: MAIN, inputs: {}, ...commonPayload(repository) } }
}

/** The commits of a pull request; `merge` is the one that GitHub makes of both sides, and that of the job. */
interface Pull {
  readonly base: string
  readonly head: string
  readonly merge: string
}

export function pullRequestEvent(repository: string, { base, head, merge }: Pull): JobEvent {
  return {
    name: 'pull_request',
    ref: 'refs/pull/7/merge',
    sha: merge,
    payload: {
      action: 'synchronize',
      number: 7,
      pull_request: {
        number: 7,
        merge_commit_sha: merge,
        base: { ref: 'main', sha: base, repo: { full_name: repository } },
        head: { ref: 'clarify', sha: head, repo: { full_name: repository, fork: false } }
      },
      ...commonPayload(repository)
    }
  }
}

/** What payloads say about the repository and the sender. */
function commonPayload(repository: string) {
  const [owner = '', name = ''] = repository.split('/')
  return {
    repository: {
      id: 732_451,
      name,
      full_name: repository,
      private: true,
      owner: { login: owner, type: 'Organization' },
      default_branch: 'main'
    },
    sender: { login: 'robin', type: 'User' }
  }
}
