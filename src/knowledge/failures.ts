import { ActionError, messageOf, type ErrorKind } from '../errors.ts'
import { field } from '../field.ts'
import { NEW_RUN } from '../wording.ts'

/** Why an attempt failed. */
export class RequestError extends ActionError {
  /** True if the same request may succeed later. */
  readonly retryable: boolean
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter: number | undefined
  /** The status of an answer other than 2xx. */
  readonly status: number | undefined
  /** True if a smaller page of the list may succeed. */
  readonly tooLarge: boolean

  constructor(
    kind: ErrorKind,
    message: string,
    hint: string,
    options: ErrorOptions & Partial<Pick<RequestError, 'retryable' | 'retryAfter' | 'status' | 'tooLarge'>> = {}
  ) {
    super(kind, message, hint, options)
    this.retryable = options.retryable ?? false
    this.retryAfter = options.retryAfter
    this.status = options.status
    this.tooLarge = options.tooLarge ?? false
  }
}

/** What to do. Upserts and the list share the sentences about requests, so none names an entry. */
export const HINTS = {
  url: 'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.',
  network:
    'Check `base-url`, and that the network of this machine reaches it (firewall, VPN, `https_proxy`, `no_proxy`).',
  correct: 'Correct the runbook by what the service says; if that does not help, ask the people who run the service.',
  list: 'Ask the people who run the service: every run needs the list.',
  works: `When the service works, start ${NEW_RUN}. If it does not, tell the people who run it.`,
  askOrAgain: `Start ${NEW_RUN}. If it happens again, ask the people who run the service or the network in between.`,
  later: `Later, start ${NEW_RUN}: it delivers what is pending.`
} as const

/** Why the list cannot be read: a failure of the request for one of its pages. */
export function listError(page: number, cause: RequestError): ActionError {
  const { kind, message, hint } = cause
  const ofList = kind === 'entry-rejected' ? HINTS.list : hint
  return new ActionError(kind, `Page ${page} of the list cannot be read. ${message}`, ofList, { cause })
}

/** Why a request got no complete answer. @param names of the service, and of what is connected to: the service, or a proxy. */
export function networkError(
  cause: unknown,
  { host, peer }: { readonly host: string; readonly peer: string }
): RequestError {
  const error = (kind: ErrorKind, message: string, hint: string, retryable = true): RequestError => {
    return new RequestError(kind, message, hint, { retryable, cause })
  }
  // OpenSSL's messages end with a line break.
  const said = messageOf(cause).replace(/\s+/g, ' ').trim()
  const [, tunnel] = /\((\d{3})\)(?: !== 200)? when HTTP Tunneling/.exec(said) ?? []
  if (tunnel !== undefined) {
    const hint = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.'
    const message = `The proxy does not connect to ${host} (HTTP ${tunnel}).`
    return error('unreachable', message, hint, /^(?:5|408|429)/.test(tunnel))
  }
  // If a host has several addresses, Node reports one error with the code of the first.
  const given = field(cause, 'code')
  const code = typeof given === 'string' ? given : said.slice(0, 200)
  const is = (codes: RegExp): boolean => codes.test(code)
  if (is(/^ECONNREFUSED$/)) {
    return error('unreachable', `Nothing listens at ${peer}: the connection was refused.`, HINTS.network)
  }
  if (is(/^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/)) {
    return error('unreachable', `The name of ${peer} cannot be resolved.`, HINTS.network)
  }
  if (is(/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/)) {
    return error('service-failing', `${peer} accepts no connection in time.`, HINTS.network)
  }
  if (is(/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/)) {
    return error('unreachable', `The connection to ${host} ended before the answer was complete.`, HINTS.askOrAgain)
  }
  // The next attempt would meet the same certificate, or the same server.
  if (is(/^CERT_HAS_EXPIRED$/)) {
    const hint = 'Ask the people who run the service to renew it. The token was not sent.'
    return error('unreachable', `The certificate of ${host} has expired.`, hint, false)
  }
  if (is(/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|UND_ERR_PRX_TLS)$/)) {
    const hint = 'Check the host in `base-url`. The token was not sent.'
    return error('unreachable', `The certificate that ${host} shows is for another host.`, hint, false)
  }
  if (is(/SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/)) {
    const message = `This machine does not trust the authority that signed the certificate of ${host}.`
    const hint =
      'If it is your own authority, name the file of its certificate in `NODE_EXTRA_CA_CERTS`, in the environment of the step or command.'
    return error('unreachable', message, hint, false)
  }
  if (is(/^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|EPROTO$)/)) {
    const hint = 'Check the scheme, host and port of `base-url`.'
    return error('unreachable', `No secure connection to ${host} is possible (${code}).`, hint, false)
  }
  return error('unreachable', `The request to ${host} failed (${code}).`, HINTS.network)
}
