/** The environment variables that name proxies; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy for `url` by `https_proxy` and `no_proxy` (lower case first, as curl), or undefined to go straight there.
 *
 * Only https goes through a proxy, in a CONNECT tunnel, so that no proxy sees the token. Plain http is for this machine
 * alone, which no proxy can reach on our behalf.
 */
export function proxyFor(url: URL, environment: Environment): string | undefined {
  if (url.protocol !== 'https:') return undefined
  const proxy = environment['https_proxy'] ?? environment['HTTPS_PROXY'] ?? ''
  const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  if (proxy === '' || isException(url, exceptions)) return undefined
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

/** `example.com` stands for itself and everything below, as do `.example.com` and `*.example.com`; `*` for every host. */
function isException(url: URL, exceptions: string): boolean {
  const host = url.hostname.toLowerCase()
  const port = url.port === '' ? '443' : url.port
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((exception) => exception !== '')
    .some((exception) => {
      if (exception === '*') return true
      // A bare IPv6 address has colons of its own.
      const [, name = exception, only] = /^(\[.*\]|[^:]+):(\d+)$/.exec(exception) ?? []
      if (only !== undefined && only !== port) return false
      const domain = name.replace(/^\*?\./, '')
      return host === domain || host === `[${domain}]` || host.endsWith(`.${domain}`)
    })
}
