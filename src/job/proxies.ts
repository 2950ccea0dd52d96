import { ActionError } from '../errors.ts'

/**
 * The libraries ignore a proxy variable that they cannot read and connect without a proxy; that must not happen silently.
 * They take the host of `host:port` for a scheme, hence the address in full.
 */
export function prepareProxies(env: NodeJS.ProcessEnv): void {
  for (const variable of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) {
    const value = env[variable] ?? ''
    if (value === '') continue
    const address = value.includes('://') ? value : `http://${value}`
    if (!isProxyAddress(address)) {
      // The value may hold a password.
      throw new ActionError(
        'input',
        `The environment variable \`${variable}\` is not the address of an HTTP proxy (the value is not shown).`,
        'Correct it, for example `http://proxy.example.com:3128`, with `%` in a password written as `%25`; or unset it.'
      )
    }
    env[variable] = address
  }
}

function isProxyAddress(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address)
    // Git prints what it cannot use, on several lines if there is a line break.
    return /^https?:$/.test(protocol) && !/\p{Cc}/u.test(decodeURIComponent(username + password))
  } catch {
    return false
  }
}
