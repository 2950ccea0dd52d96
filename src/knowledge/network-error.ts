import { messageOf } from '../errors.ts'
import type { Connection } from './connection.ts'
import { RequestError } from './response.ts'
import { words } from '../wording.ts'

const CHECK_PROXY = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.'
const RENEW = 'Ask those who operate the service to renew it. The token was not sent.'

/**
 * Explains why a request got no complete answer.
 *
 * @param error what `Connection.post` threw.
 * @param timeout milliseconds.
 */
export function networkError(
  error: unknown,
  { host, peer }: Pick<Connection, 'host' | 'peer'>,
  timeout: number
): RequestError {
  const code = codeOf(error)
  const url = words.input('base-url')
  const checkNetwork = `Check ${url}, and that ${words.machine}’s network reaches it (firewall, VPN, \`https_proxy\`, \`no_proxy\`).`
  const runAgain = `Run ${words.job} again; if this stays, ask those who operate the service or the network in between.`
  const checkHost = `Check the scheme, host and port of ${url}.`
  const is = (...codes: readonly string[]): boolean => codes.includes(code)
  const said = messageOf(error)
  const unreachableError = (message: string, hint = checkNetwork): RequestError =>
    new RequestError('unreachable', message, hint, { retryable: true, cause: error })
  /** The next attempt would meet the same certificate, or the same server. */
  const setupError = (message: string, hint: string): RequestError =>
    new RequestError('unreachable', message, hint, { cause: error })
  const failingError = (message: string, hint = runAgain): RequestError =>
    new RequestError('service-failing', message, hint, { retryable: true, cause: error })

  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const hint = `Run ${words.job} again when the service works, or raise ${words.input('timeout')}.`
    return failingError(`The service gave no complete answer within ${Math.ceil(timeout) / 1000} s.`, hint)
  }
  const tunnel = /\((\d{3})\)(?: !== 200)? when HTTP Tunneling/.exec(said)?.[1]
  if (tunnel !== undefined) {
    const message = `The proxy does not connect to ${host} (HTTP ${tunnel}).`
    return /^(?:5|408|429)/.test(tunnel) ? unreachableError(message, CHECK_PROXY) : setupError(message, CHECK_PROXY)
  }
  if (said === 'bad response')
    return failingError(`${host} sent an interim answer (100 Continue) that was not asked for.`)
  if (is('ECONNREFUSED')) return unreachableError(`Nothing listens at ${peer}: the connection was refused.`)
  if (is('ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA')) return unreachableError(`The name of ${peer} cannot be resolved.`)
  if (is('EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL')) {
    return unreachableError(`No route leads to ${peer} from this network.`)
  }
  if (is('ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'))
    return failingError(`${peer} accepts no connection in time.`, checkNetwork)
  if (is('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')) {
    return failingError('The answer of the service is shorter or longer than it says.')
  }
  if (is('UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED')) {
    return unreachableError(`The connection to ${host} ended before the answer was complete.`, runAgain)
  }
  if (is('CERT_HAS_EXPIRED')) return setupError(`The certificate of ${host} has expired.`, RENEW)
  if (is('ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH', 'UND_ERR_PRX_TLS')) {
    return setupError(
      `The certificate that ${host} shows is for another host.`,
      `Check the host in ${url}. The token was not sent.`
    )
  }
  if (/SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(code)) {
    const where = words.machine.replace(/^./, (first) => first.toUpperCase())
    const hint = `If it is your own authority, name the file of its certificate in \`NODE_EXTRA_CA_CERTS\` ${words.environment}.`
    return setupError(`${where} does not trust the authority that signed the certificate of ${host}.`, hint)
  }
  if (/^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|EPROTO$)/.test(code)) {
    return setupError(`No secure connection to ${host} is possible (${code}).`, checkHost)
  }
  if (code.startsWith('HPE_') || is('UND_ERR_HEADERS_OVERFLOW')) {
    return setupError(`What answers at ${host} does not speak HTTP (${code}).`, checkHost)
  }
  return unreachableError(`The request to ${host} failed (${code === '' ? said.slice(0, 200) : code}).`)
}

/** Of a host with several addresses, Node reports one error with the errors of all of them. */
function codeOf(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  for (const one of [error, inner]) {
    if (typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string') return one.code
  }
  return ''
}
