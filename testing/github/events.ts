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

/** Who started a run. */
export interface Sender {
  readonly login: string
  readonly type: 'User' | 'Bot'
}

const PERSON: Sender = { login: 'robin', type: 'User' }
/** The sender of what a workflow does with its own token, such as starting another workflow. */
export const ACTIONS_BOT: Sender = { login: 'github-actions[bot]', type: 'Bot' }

interface EventRepository {
  /** `owner/name`. */
  readonly repository: string
  readonly defaultBranch?: string
  readonly sender?: Sender
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
      base_ref: null,
      compare: `https://github.com/${push.repository}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
      commits: [],
      head_commit: after === NO_COMMIT ? null : { id: after, message: 'Update the runbooks', distinct: true },
      pusher: { name: 'robin', email: 'robin@harbour.example' },
      ...commonPayload(push)
    }
  }
}

/** A run that a person, or another workflow, started on a branch. */
export function dispatchEvent(
  run: EventRepository & {
    readonly ref: string
    readonly sha: string
    readonly inputs?: Readonly<Record<string, string>>
  }
): JobEvent {
  const { ref, sha, inputs = {} } = run
  return {
    name: 'workflow_dispatch',
    ref,
    sha,
    payload: { ref, inputs, workflow: '.github/workflows/runbooks.yml', ...commonPayload(run) }
  }
}

/** A scheduled run, which is always on the default branch, and which nobody has started. */
export function scheduleEvent(run: EventRepository & { readonly sha: string; readonly schedule?: string }): JobEvent {
  const { defaultBranch = 'main', sha, schedule = '17 4 * * 1' } = run
  const { repository, organization } = commonPayload(run)
  return {
    name: 'schedule',
    ref: `refs/heads/${defaultBranch}`,
    sha,
    payload: { schedule, workflow: '.github/workflows/runbooks.yml', repository, organization }
  }
}

/** A pull request; `merge` is the commit that GitHub makes of both sides, and the commit of the job. */
export function pullRequestEvent(
  pull: EventRepository & {
    readonly number: number
    readonly base: string
    readonly head: string
    readonly merge: string
    readonly name?: 'pull_request' | 'pull_request_target'
  }
): JobEvent {
  const { number, base, head, merge, repository, defaultBranch = 'main' } = pull
  const { name = 'pull_request' } = pull
  const target = name === 'pull_request_target'
  return {
    name,
    ref: target ? `refs/heads/${defaultBranch}` : `refs/pull/${number}/merge`,
    sha: target ? base : merge,
    payload: {
      action: 'synchronize',
      number,
      pull_request: {
        number,
        state: 'open',
        title: 'Clarify the runbook',
        merge_commit_sha: merge,
        base: { ref: defaultBranch, sha: base, repo: { full_name: repository } },
        head: { ref: 'clarify', sha: head, repo: { full_name: repository, fork: false } }
      },
      ...commonPayload(pull)
    }
  }
}

/** What payloads say about the repository and the sender. */
function commonPayload({ repository, defaultBranch = 'main', sender = PERSON }: EventRepository) {
  const [owner = '', name = ''] = repository.split('/')
  return {
    repository: {
      id: REPOSITORY_ID,
      name,
      full_name: repository,
      private: true,
      fork: false,
      owner: { login: owner, type: 'Organization' },
      default_branch: defaultBranch,
      html_url: `https://github.com/${repository}`,
      url: `https://api.github.com/repos/${repository}`
    },
    organization: { login: owner },
    sender
  }
}
