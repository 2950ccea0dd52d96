import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../branch/command.ts'
import type { Job } from '../job/event.ts'

/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE = /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/|(?:[^/@:]+@)?([^/@:]{2,}):(?!:|\/\/))(.+)$/i

/** These hosts have one address, which people also write with `www.`, with `http:` or without a scheme. */
const PUBLIC_HOST = /^(?:www\.)?(github\.com|gitlab\.com)$/i

/** In characters. */
const MAX_URL = 2000

/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
export async function addressOf(
  url: string,
  hostOf: (alias: string) => Promise<string>
): Promise<Pick<Job, 'repository' | 'serverUrl'> | undefined> {
  if (url.length > MAX_URL) return undefined
  const full = PUBLIC_HOST.test(url.split('/', 1)[0] ?? '') ? `https://${url}` : url
  const [, scheme = 'ssh', host = '', sshHost = host, path = ''] = REMOTE.exec(full) ?? []
  const repository = path.replace(/^\/+|(?:\.git)?\/*$/g, '')
  // The configuration of a clone is no more to be trusted than its files.
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(sshHost)) return undefined
  if (!/^(?!\.\.?(?:\/|$))[\w.%-]+(?:\/(?!\.\.?(?:\/|$))[\w.%-]+)+$/.test(repository)) return undefined
  if (/^http/i.test(scheme)) {
    const known = PUBLIC_HOST.exec(host)?.[1]
    const server = known === undefined ? `${scheme}://${host}` : `https://${known}`
    return { repository, serverUrl: server.toLowerCase() }
  }
  const server = await hostOf(sshHost.replace(/:\d+$/, ''))
  // Hosts for SSH through port 443.
  const web = server.toLowerCase().replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com)$)/, '')
  return { repository, serverUrl: `https://${web}` }
}

/** The host that an alias in the configuration of SSH means. */
export async function hostOfAlias(alias: string, env: NodeJS.ProcessEnv): Promise<string> {
  const ssh = findProgram('ssh', env)
  if (ssh === undefined || !/^\w/.test(alias)) return alias
  const asking = promisify(execFile)(ssh, ['-G', '--', alias], { env, timeout: 10_000 })
  const { stdout } = await asking.catch(() => ({ stdout: '' }))
  return /^hostname (\S+)$/m.exec(stdout)?.[1] ?? alias
}
