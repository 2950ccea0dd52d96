import { messageOf } from '../failures.ts'
import type { Problem } from './judge.ts'

const WHERE = 'Check `base-url`, and that this runner’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).'

/** What it means that an exchange brought no answer: `error` is what `Line.send` threw. */
export function explainNoAnswer(error: unknown, host: string): Problem {
  const code = codeOf(error)
  const certificate = explainCertificate(code, host, error)
  if (certificate !== undefined) return certificate
  switch (code) {
    case 'ECONNREFUSED':
      return unreachable(`Nothing listens at ${host}: the connection was refused.`, WHERE, error)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return unreachable(`There is no host ${host}: its name cannot be resolved.`, WHERE, error)
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return unreachable(`There is no way to ${host} from this network.`, WHERE, error)
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return unreachable(`No connection to ${host} in time.`, WHERE, error)
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'UND_ERR_SOCKET':
      return unreachable(
        `The connection to ${host} broke off before a complete answer was there.`,
        'Run the job again; if it stays so, ask whoever runs the service or the network in between.',
        error
      )
    case 'DEADLINE':
      return {
        kind: 'service-failing',
        message: `The service gave ${messageOf(error)}.`,
        remedy: 'Run the job again when the service is well, or give it more time with `timeout`.',
        again: true,
        cause: error
      }
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return {
        kind: 'service-failing',
        message: 'The service’s answer is shorter or longer than it says.',
        remedy: 'Run the job again; if it stays so, tell whoever runs the service, or the proxy in between.',
        again: true,
        cause: error
      }
    default:
      return explainOther(code, host, error)
  }
}

function explainOther(code: string, host: string, error: unknown): Problem {
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      kind: 'not-the-api',
      message: `What answers at ${host} does not speak HTTP (${code}).`,
      remedy: 'Check the scheme, host and port of `base-url`.',
      again: false,
      cause: error
    }
  }
  if (messageOf(error).includes('when HTTP Tunneling')) {
    const status = /\((\d{3})\)/.exec(messageOf(error))?.[1] ?? 'no status'
    return {
      kind: 'unreachable',
      message: `The proxy does not connect to ${host} (${status}).`,
      remedy: 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.',
      again: status.startsWith('5'),
      cause: error
    }
  }
  return unreachable(`The exchange with ${host} failed (${code === '' ? 'no code' : code}).`, WHERE, error)
}

/** TLS is never tried again: the same certificate would be shown. */
function explainCertificate(code: string, host: string, error: unknown): Problem | undefined {
  const remark = (message: string, remedy: string): Problem => ({
    kind: 'unreachable',
    message,
    remedy,
    again: false,
    cause: error
  })
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return remark(
        `The certificate of ${host} has expired.`,
        'Whoever runs the service renews it; nothing was sent meanwhile.'
      )
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
    case 'UND_ERR_PRX_TLS':
      return remark(
        `The certificate that ${host} shows is for another host.`,
        'Check the host in `base-url`; if it is right, whoever runs the service corrects its certificate.'
      )
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return remark(
        `The certificate of ${host} is signed by nobody this runner trusts.`,
        'If that is your own authority, put its certificate on the runner and name the file in the step’s environment: ' +
          '`NODE_EXTRA_CA_CERTS: /path/to/ca.pem`.'
      )
    default:
      return /^(CERT_|ERR_SSL_|ERR_TLS_|UNABLE_TO_)|^(EPROTO|CRL_.*|INVALID_CA|INVALID_PURPOSE)$/.test(code)
        ? remark(
            `No secure connection to ${host} came about (${code}).`,
            'Check the scheme and port in `base-url`, and the certificate and TLS versions of the service.'
          )
        : undefined
  }
}

function unreachable(message: string, remedy: string, cause: unknown): Problem {
  return { kind: 'unreachable', message, remedy, again: true, cause }
}

/** Node wraps the failures of several addresses of one host into one error, with the code of the first. */
function codeOf(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  for (const one of [error, inner]) {
    if (typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string') return one.code
  }
  return ''
}
