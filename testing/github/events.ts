/** What starts a job: the name, ref and commit that the runner puts in the environment, and the event file. */
export interface JobEvent {
  readonly name: string
  /** Full ref: `refs/heads/main`. */
  readonly ref: string
  /** The commit that the job checks out. */
  readonly sha: string
  /** Of what GitHub sends, the part that says who did what. */
  readonly payload: Readonly<Record<string, unknown>>
}

const MAIN = 'refs/heads/main'
const NO_COMMIT = '0'.repeat(40)

/**
 * A push to the default branch.
 *
 * @param repository `owner/name`.
 * @param before is absent on the first push.
 * @param after is absent when the branch was deleted.
 */
export function pushEvent(repository: string, before = NO_COMMIT, after = NO_COMMIT): JobEvent {
  const deleted = after === NO_COMMIT
  const payload = { ref: MAIN, before, after, deleted, ...commonPayload(repository) }
  return { name: 'push', ref: MAIN, sha: deleted ? before : after, payload }
}

/** A run that a person started on the default branch. */
export function dispatchEvent(repository: string, sha: string): JobEvent {
  return { name: 'workflow_dispatch', ref: MAIN, sha, payload: { ref: MAIN, ...commonPayload(repository) } }
}

/** A pull request into the default branch. @param merge the commit that GitHub makes of both sides. */
export function pullRequestEvent(repository: string, merge: string): JobEvent {
  const payload = { pull_request: { base: { ref: 'main' } }, ...commonPayload(repository) }
  return { name: 'pull_request', ref: 'refs/pull/7/merge', sha: merge, payload }
}

function commonPayload(repository: string) {
  return {
    repository: { full_name: repository, private: true, default_branch: 'main' },
    sender: { login: 'robin', type: 'User' }
  }
}
