import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../branch/command.ts'
import type { Job } from '../job/event.ts'

/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE =
  /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([\w.-]+)(:\d+)?\/+|(?:[^/@:]+@)?(\w[\w.-]+):\/?(?!\/))([\w.%-]+(?:\/[\w.%-]+)+)$/i

/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
export async function addressOf(
  url: string,
  hostOf: (alias: string) => Promise<string>
): Promise<Pick<Job, 'repository' | 'serverUrl'> | undefined> {
  const [, scheme = 'ssh', host = '', port = '', sshHost = host, repository] =
    REMOTE.exec(url.replace(/(?:\.git)?\/*$/, '')) ?? []
  if (repository === undefined) return undefined
  const isWeb = /^http/i.test(scheme)
  // Hosts for SSH through port 443.
  const web = isWeb ? host + port : (await hostOf(sshHost)).replace(/^(?:alt)?ssh\.(?=(?:github|gitlab)\.com$)/i, '')
  return { repository, serverUrl: `${isWeb ? scheme : 'https'}://${web}`.toLowerCase() }
}

/** The host that an alias in the configuration of SSH means: people with two accounts have one. */
export async function hostOfAlias(alias: string, env: NodeJS.ProcessEnv): Promise<string> {
  const ssh = findProgram('ssh', env)
  if (ssh === undefined) return alias
  const asking = promisify(execFile)(ssh, ['-G', '--', alias], { env, timeout: 10_000 })
  const { stdout } = await asking.catch(() => ({ stdout: '' }))
  return /^hostname (\S+)$/m.exec(stdout)?.[1] ?? alias
}
