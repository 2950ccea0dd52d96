import type { Job } from '../job/event.ts'

/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE =
  /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([\w.-]+)(:\d+)?\/+|(?:[^/@:]+@)?(\w[\w.-]+):\/?(?!\/))([\w.%-]+(?:\/[\w.%-]+)+)$/i

/** Hosts for SSH through port 443, and what people with two accounts call theirs: `github.com-work`. */
const SSH_HOST = /^(?:(?:alt)?ssh\.)?(github|gitlab)\.com(?:-.*)?$/i

/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
export function webAddressOf(url: string): Pick<Job, 'repository' | 'serverUrl'> | undefined {
  const [, scheme = 'ssh', host = '', port = '', sshHost = host, repository] =
    REMOTE.exec(url.replace(/(?:\.git)?\/*$/, '')) ?? []
  if (repository === undefined) return undefined
  const web = /^http/i.test(scheme) ? `${scheme}://${host}${port}` : `https://${sshHost.replace(SSH_HOST, '$1.com')}`
  return { repository, serverUrl: web.toLowerCase() }
}
