import { messageOf } from '../errors.ts'
import type { Connection } from './connection.ts'
import { RequestError } from './response.ts'

const CHECK_NETWORK =
  'Check `base-url`, and that the runner’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).'
const RUN_AGAIN = 'Run the job again; if this stays, ask those who operate the service or the network in between.'

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
  const unreachable = (message: string, hint: string, retryable = true): RequestError =>
    new RequestError({ kind: 'unreachable', message, hint, retryable, cause: error })
  const failing = (message: string, hint: string): RequestError =>
    new RequestError({ kind: 'service-failing', message, hint, retryable: true, cause: error })

  if (error instanceof Error && error.name === 'TimeoutError') {
    return failing(
      `The service gave no complete answer within ${timeout / 1000} s.`,
      'Run the job again when the service works, or raise `timeout`.'
    )
  }
  const certificate = certificateProblem(code, host)
  // The same certificate would be shown again.
  if (certificate !== undefined) return unreachable(...certificate, false)
  const tunnel = /\((\d{3})\) when HTTP Tunneling/.exec(messageOf(error))?.[1]
  if (tunnel !== undefined) {
    const hint = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.'
    return unreachable(`The proxy does not connect to ${host} (HTTP ${tunnel}).`, hint, tunnel.startsWith('5'))
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
      if (messageOf(error) === 'bad response') {
        return failing(`${host} sent an interim answer (100 Continue) that was not asked for.`, RUN_AGAIN)
      }
      return unreachable(`The connection to ${host} ended before the answer was complete.`, RUN_AGAIN)
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return unreachable(`The connection to ${host} ended before the answer was complete.`, RUN_AGAIN)
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    const hint = 'Check the scheme, host and port of `base-url`.'
    return unreachable(`What answers at ${host} does not speak HTTP (${code}).`, hint, false)
  }
  return unreachable(
    `The request to ${host} failed (${code === '' ? messageOf(error).slice(0, 200) : code}).`,
    CHECK_NETWORK
  )
}

function certificateProblem(code: string, host: string): [message: string, hint: string] | undefined {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return [
        `The certificate of ${host} has expired.`,
        'Ask those who operate the service to renew it. The token was not sent.'
      ]
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
    case 'UND_ERR_PRX_TLS':
      return [
        `The certificate that ${host} shows is for another host.`,
        'Check the host in `base-url`. The token was not sent.'
      ]
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return [
        `The runner does not trust the authority that signed the certificate of ${host}.`,
        'If it is your own authority, name its certificate in the environment of the step: `NODE_EXTRA_CA_CERTS: /path/to/ca.pem`.'
      ]
    default:
      return /^(?:CERT_|ERR_SSL_|ERR_TLS_|UNABLE_TO_)|^(?:EPROTO|CRL_.*|INVALID_CA|INVALID_PURPOSE)$/.test(code)
        ? [
            `No secure connection to ${host} is possible (${code}).`,
            'Check the scheme and port in `base-url`, and the TLS settings of the service.'
          ]
        : undefined
  }
}

/** Of a host with several addresses, Node reports one error with the errors of all of them. */
function codeOf(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  for (const one of [error, inner]) {
    if (typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string') return one.code
  }
  return ''
}
