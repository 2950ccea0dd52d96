import type { Style } from '../../src/runbooks/runbook.ts'

/** The Action's defaults, and a repository whose name does not matter. */
export const STYLE: Style = {
  name: '{title}',
  frontMatter: 'strip',
  links: 'absolute',
  sourceLink: false,
  maxBytes: 1024 * 1024,
  repository: 'harbour/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}

/** For `openGit`: a repository that is all there, so that nobody is asked for more of it. */
export function openOptions(workspace: string) {
  const { serverUrl, repository } = STYLE
  return { workspace, env: process.env, serverUrl, repository, token: undefined }
}
