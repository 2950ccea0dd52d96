import { messageOf } from '../errors.ts'
import type { Connection } from './connection.ts'
import { RequestError } from './response.ts'

const CHECK_NETWORK =
  'Check `base-url`, and that the runner’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).'
const RUN_AGAIN = 'Run the job again; if this stays, ask those who operate the service or the network in between.'
const CHECK_HOST = 'Check the scheme, host and port of `base-url`.'
const CHECK_NAME = 'Check the host in `base-url`. The token was not sent.'
const CHECK_PROXY = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.'
const RENEW = 'Ask those who operate the service to renew it. The token was not sent.'
const TRUST =
  'If it is your own authority, name its certificate in the environment of the step: `NODE_EXTRA_CA_CERTS: /path/to/ca.pem`.'

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
  const is = (...codes: readonly string[]): boolean => codes.includes(code)
  const said = messageOf(error)
  const unreachableError = (message: string, hint = CHECK_NETWORK): RequestError =>
    new RequestError('unreachable', message, hint, { retryable: true, cause: error })
  /** The next attempt would meet the same certificate, or the same server. */
  const setupError = (message: string, hint: string): RequestError =>
    new RequestError('unreachable', message, hint, { cause: error })
  const failingError = (message: string, hint = RUN_AGAIN): RequestError =>
    new RequestError('service-failing', message, hint, { retryable: true, cause: error })

  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const hint = 'Run the job again when the service works, or raise `timeout`.'
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
    return failingError(`${peer} accepts no connection in time.`, CHECK_NETWORK)
  if (is('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')) {
    return failingError('The answer of the service is shorter or longer than it says.')
  }
  if (is('UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED')) {
    return unreachableError(`The connection to ${host} ended before the answer was complete.`, RUN_AGAIN)
  }
  if (is('CERT_HAS_EXPIRED')) return setupError(`The certificate of ${host} has expired.`, RENEW)
  if (is('ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH', 'UND_ERR_PRX_TLS')) {
    return setupError(`The certificate that ${host} shows is for another host.`, CHECK_NAME)
  }
  if (/SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(code)) {
    return setupError(`The runner does not trust the authority that signed the certificate of ${host}.`, TRUST)
  }
  if (/^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|EPROTO$)/.test(code)) {
    return setupError(`No secure connection to ${host} is possible (${code}).`, CHECK_HOST)
  }
  if (code.startsWith('HPE_') || is('UND_ERR_HEADERS_OVERFLOW')) {
    return setupError(`What answers at ${host} does not speak HTTP (${code}).`, CHECK_HOST)
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
