import type { HostedRepository } from '../github/repository.ts'
import type { GitHubServer } from '../github/server.ts'
import type { Workflow } from '../github/workflow.ts'
import type { History } from './history.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import type { Release } from './mutations.ts'
import type { Random } from './random.ts'

/** Everything that runs work with. */
export interface World {
  readonly random: Random
  readonly hosted: HostedRepository
  readonly history: History
  readonly github: GitHubServer
  readonly base: KnowledgeBase
  readonly workflow: Workflow
  /** The workflow uses the first. */
  readonly releases: [Release, Release]
  /** In which deliveries are recorded; `none` where they are not. */
  readonly environment: string
  /** Whether only a knowledge base that differs from the branch is a problem: of a release with a part taken out. */
  readonly onlyDifferences: boolean
}
