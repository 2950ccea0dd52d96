import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Job } from '../event.ts'
import { findProgram } from './command.ts'

/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE = /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/|(?:[^/@:]+@)?([^/@:]{2,}):(?!:|\/\/))(.+)$/i

/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
export async function addressOf(
  url: string,
  hostOf: (alias: string) => Promise<string>
): Promise<Pick<Job, 'repository' | 'serverUrl'> | undefined> {
  const [, scheme = 'ssh', host = '', sshHost = host, path = ''] = REMOTE.exec(url) ?? []
  const repository = path.replace(/^\/+|(?:\.git)?\/*$/g, '')
  // The configuration of a clone is no more to be trusted than its files.
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(sshHost)) return undefined
  if (!/^(?!\.\.?(?:\/|$))[\w.%-]+(?:\/(?!\.\.?(?:\/|$))[\w.%-]+)+$/.test(repository)) return undefined
  if (/^http/i.test(scheme)) return { repository, serverUrl: `${scheme.toLowerCase()}://${host}` }
  const server = await hostOf(sshHost.replace(/:\d+$/, ''))
  // SSH has addresses of its own there: `git@ssh.dev.azure.com:v3/organisation/project/repository`.
  const [, project, ...rest] = /^v3\/(.+)\/(.+)$/.exec(/azure|visualstudio/.test(server) ? repository : '') ?? []
  if (project !== undefined)
    return { repository: [project, '_git', ...rest].join('/'), serverUrl: 'https://dev.azure.com' }
  // Hosts for SSH through port 443.
  const web = server.replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com|bitbucket\.org)$)/, '')
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
