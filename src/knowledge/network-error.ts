import { messageOf } from '../errors.ts'
import type { Connection } from './connection.ts'
import { RequestError } from './response.ts'

const CHECK_NETWORK =
  'Check `base-url`, and that the runner’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).'
const RUN_AGAIN = 'Run the job again; if this stays, ask those who operate the service or the network in between.'
const CHECK_HOST = 'Check the scheme, host and port of `base-url`.'

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
  const said = messageOf(error)
  const unreachable = (message: string, hint: string, retryable = true): RequestError =>
    new RequestError('unreachable', message, hint, { retryable, cause: error })
  const failing = (message: string, hint: string): RequestError =>
    new RequestError('service-failing', message, hint, { retryable: true, cause: error })

  if (error instanceof Error && error.name === 'TimeoutError') {
    const hint = 'Run the job again when the service works, or raise `timeout`.'
    return failing(`The service gave no complete answer within ${timeout / 1000} s.`, hint)
  }
  const tunnel = /\((\d{3})\) when HTTP Tunneling/.exec(said)?.[1]
  if (tunnel !== undefined) {
    const hint = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.'
    return unreachable(`The proxy does not connect to ${host} (HTTP ${tunnel}).`, hint, tunnel.startsWith('5'))
  }
  if (said === 'bad response') {
    return failing(`${host} sent an interim answer (100 Continue) that was not asked for.`, RUN_AGAIN)
  }
  switch (code) {
    case 'ECONNREFUSED':
      return unreachable(`Nothing listens at ${peer}: the connection was refused.`, CHECK_NETWORK)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return unreachable(`The name of ${peer} cannot be resolved.`, CHECK_NETWORK)
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return unreachable(`No route leads to ${peer} from this network.`, CHECK_NETWORK)
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return unreachable(`${peer} accepts no connection in time.`, CHECK_NETWORK)
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return failing('The answer of the service is shorter or longer than it says.', RUN_AGAIN)
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return unreachable(`The connection to ${host} ended before the answer was complete.`, RUN_AGAIN)
    // The same certificate would be shown again.
    case 'CERT_HAS_EXPIRED': {
      const hint = 'Ask those who operate the service to renew it. The token was not sent.'
      return unreachable(`The certificate of ${host} has expired.`, hint, false)
    }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
    case 'UND_ERR_PRX_TLS': {
      const hint = 'Check the host in `base-url`. The token was not sent.'
      return unreachable(`The certificate that ${host} shows is for another host.`, hint, false)
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY': {
      const hint =
        'If it is your own authority, name its certificate in the environment of the step: `NODE_EXTRA_CA_CERTS: /path/to/ca.pem`.'
      const message = `The runner does not trust the authority that signed the certificate of ${host}.`
      return unreachable(message, hint, false)
    }
  }
  if (/^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|EPROTO$)/.test(code)) {
    return unreachable(`No secure connection to ${host} is possible (${code}).`, CHECK_HOST, false)
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return unreachable(`What answers at ${host} does not speak HTTP (${code}).`, CHECK_HOST, false)
  }
  return unreachable(`The request to ${host} failed (${code === '' ? said.slice(0, 200) : code}).`, CHECK_NETWORK)
}

/** Of a host with several addresses, Node reports one error with the errors of all of them. */
function codeOf(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  for (const one of [error, inner]) {
    if (typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string') return one.code
  }
  return ''
}
