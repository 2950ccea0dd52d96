import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { git, initRepository, type ObjectFormat } from '../git.ts'
import type { JobEvent } from './events.ts'

/** The workspaces in which a run can find itself. */
const KINDS = {
  'depth 1': { depth: 1 },
  'depth 3': { depth: 3 },
  full: {},
  blobless: { filter: 'blob:none' },
  'blobless, depth 1': { filter: 'blob:none', depth: 1 },
  treeless: { filter: 'tree:0' },
  /** Without the runbooks on the disk. */
  sparse: { filter: 'blob:none', depth: 1, sparse: true },
  worktree: { repository: 'main repository' },
  '.git is a file': { depth: 1, repository: 'separate folder' },
  /** `path` of actions/checkout. */
  'below the workspace': { depth: 1, root: 'handbook' },
  'without Git': { depth: 1, withoutGit: true }
} as const satisfies Record<string, Checkout>

export type CheckoutKind = keyof typeof KINDS

export const CHECKOUTS = Object.keys(KINDS) as readonly CheckoutKind[]

/** The input `root` that a checkout needs. */
export function rootOf(kind: CheckoutKind): string {
  return (KINDS[kind] as Checkout).root ?? ''
}

interface Checkout {
  /** All commits without it. */
  readonly depth?: number
  readonly filter?: string
  readonly sparse?: boolean
  readonly repository?: 'main repository' | 'separate folder'
  readonly root?: string
  readonly withoutGit?: boolean
}

/**
 * Makes a checkout of the event's commit, on its branch, or detached where its ref is no branch.
 *
 * @param folder is empty, and gets everything that belongs to the checkout.
 * @returns the workspace, a folder below it.
 */
export async function checkOut(
  hosted: { readonly folder: string; readonly url: string; readonly objectFormat: ObjectFormat },
  { ref, sha }: JobEvent,
  kind: CheckoutKind,
  folder: string
): Promise<string> {
  const { depth, filter, sparse, repository, root = '.', withoutGit }: Checkout = KINDS[kind]
  const workspace = join(folder, 'workspace')
  const main = repository === 'main repository' ? join(folder, 'main') : join(workspace, root)
  const gitFolder = repository === 'separate folder' ? join(folder, 'git') : join(main, '.git')
  const place = repository === 'separate folder' ? [`--separate-git-dir=${gitFolder}`, main] : [main]
  const settings = `[remote "origin"]\n\turl = ${hosted.url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`
  await initRepository(gitFolder, { objectFormat: hosted.objectFormat, place, settings })
  const source = pathToFileURL(hosted.folder).href
  if (sparse === true) await git(main, ['sparse-checkout', 'set', '--no-cone', '/README.md'])

  const [, branch] = /^refs\/heads\/(.*)/.exec(ref) ?? []
  const tracking = ref.replace('refs/heads/', 'refs/remotes/origin/').replace('refs/pull/', 'refs/remotes/pull/')
  const given = Object.entries({ depth, filter }).filter(([, value]) => value !== undefined)
  const options = given.map(([name, value]) => `--${name}=${value}`)
  // Its objects are on this machine, and its address is GitHub's.
  const onDisk = ['-c', `url.${source}.insteadOf=${hosted.url}`]
  const fetch = [...onDisk, 'fetch', '--quiet', '--no-tags', '--no-recurse-submodules', ...options, 'origin']
  if (depth === undefined) {
    // As actions/checkout: the history of all branches where `fetch-depth` is 0.
    await git(main, [...fetch, '+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*', sha])
    await git(main, ['update-ref', tracking, sha])
  } else {
    await git(main, [...fetch, `+${sha}:${tracking}`])
  }
  const addFiles =
    repository === 'main repository'
      ? ['worktree', 'add', '--detach', workspace, sha]
      : ['checkout', '--force', ...(branch === undefined ? [tracking] : ['-B', branch, tracking])]
  await git(main, [...onDisk, ...addFiles, '--quiet'])
  if (withoutGit === true) await rm(gitFolder, { recursive: true })
  return workspace
}
