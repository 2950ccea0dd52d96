import type { CheckoutKind } from '../github/checkout.ts'
import type { GitHubRequest } from '../github/server.ts'
import type { WorkflowRun } from '../github/workflow.ts'
import { expectedAt, type Delivering } from './oracle.ts'
import type { World } from './world.ts'

/** What must become of a run that nothing disturbs. */
export type Expectation = 'green' | 'red, and writes nothing' | 'anything'

/** What a run compares with earlier records. */
export interface Given {
  readonly run: WorkflowRun
  readonly attempt: number
  readonly environment: string
  readonly file: string
  readonly checkout: CheckoutKind
  readonly delivering: Delivering
  /** Inputs, release and source of the texts, as one text. */
  readonly settings: string
  readonly token: string
}

/** Something that a run recorded. */
export interface Recorded {
  readonly given: Given
  readonly request: GitHubRequest
  /** Epoch milliseconds by GitHub's clock. */
  readonly time: number
}

/** GitHub orders records by whole seconds. */
const SAME_TIME = 2000

/** @param recorded the oldest first. */
export async function expectationOf(
  given: Given,
  recorded: readonly Recorded[],
  world: Pick<World, 'history' | 'hosted'>
): Promise<Expectation> {
  const { history, hosted } = world
  const { run, attempt, environment, file, checkout } = given
  const { sha, payload } = run.event
  const { head } = history
  const earlier = recorded.filter((other) => other.given.environment === environment)

  const siblings = earlier.filter((other) => other.given.run === run && other.given.attempt === attempt)
  if (siblings.some((other) => isOther(other.given, given) || other.given.token !== given.token)) {
    return siblings.every(isMade) ? 'red, and writes nothing' : 'anything'
  }
  const ofFile = earlier.filter((other) => other.given.file === file)
  const newest = ofFile.filter(({ time }) => time > (ofFile.at(-1)?.time ?? 0) - SAME_TIME)
  const ofNewer = newest.filter((other) => isOther(other.given, given) && isNewer(other.given))
  if (ofNewer.length > 0) {
    return ofNewer.length === newest.length && newest.every(isMade) ? 'red, and writes nothing' : 'anything'
  }
  if (sha !== head) {
    // The head may be an old answer: of before a forced push.
    const before = String(payload['before'])
    const looksOld = payload['forced'] === true && (!history.has(before) || history.isAncestor(head, before))
    if (checkout === 'without Git' || looksOld || !history.isAncestor(sha, head)) return 'anything'
  }
  const { entries, refused } = await expectedAt(hosted, head, given.delivering)
  // Patterns that match no file fail a full sync.
  return refused.length === 0 && entries.size > 0 ? 'green' : 'anything'

  function isNewer({ run: { number } }: Given): boolean {
    return number > run.number
  }
}

function isOther(one: Given, other: Given): boolean {
  return one.settings !== other.settings
}

/** Whether GitHub certainly has it. */
function isMade({ request }: Recorded): boolean {
  return request.status === 201
}
