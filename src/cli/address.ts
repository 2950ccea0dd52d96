import type { Address } from '../report/findings.ts'

/**
 * Where a repository is, by the URL of its remote: `https://host/owner/name.git`, `ssh://git@host/owner/name` or
 * `git@host:owner/name.git`. Undefined for a folder of this machine.
 */
export function addressOf(url: string): Address | undefined {
  const [, scheme = 'ssh', host = '', path = ''] =
    /^(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/(.+)$/i.exec(url) ??
    /^()(?:[^/@:]+@)?([^/@:]{2,}):(?!\/\/)(.+)$/.exec(url) ??
    []
  const repository = path.replace(/^\/+|(?:\.git)?\/*$/g, '')
  if (!/^[\w.-]+(?:\/[\w.-]+)+$/.test(repository)) return undefined
  const isWeb = scheme.startsWith('http')
  return { repository, serverUrl: `${isWeb ? scheme : 'https'}://${isWeb ? host : host.replace(/:\d+$/, '')}` }
}

/** GitLab as far as an address tells: by the name of the host, or by a group in a group. */
export function isGitLab({ repository, serverUrl }: Address): boolean {
  return /^https?:\/\/[^/]*\bgitlab\b/i.test(serverUrl) || repository.split('/').length > 2
}
