import { ActionError, messageOf, type ErrorKind } from '../errors.ts'
import { field } from '../field.ts'
import { joined, NEW_RUN } from '../wording.ts'

type RequestErrorOptions = ErrorOptions &
  Partial<Pick<RequestError, 'retryable' | 'retryAfter' | 'status' | 'statusText' | 'tooLarge'>>

export class RequestError extends ActionError {
  /** True if the same request may succeed later. */
  readonly retryable: boolean
  /** Milliseconds that the service asks to wait; 0 if it does not. */
  readonly retryAfter: number
  /** The status of the answer; undefined without one. */
  readonly status: number | undefined
  /** The status in words: `HTTP 503`, or `code 503 in an HTTP 200`. */
  readonly statusText: string | undefined
  /** True if a smaller page of the list may succeed. */
  readonly tooLarge: boolean
  readonly #options: RequestErrorOptions

  constructor(kind: ErrorKind, message: string, hint: string, options: RequestErrorOptions = {}) {
    super(kind, message, hint, options)
    this.#options = options
    this.retryable = options.retryable ?? false
    this.retryAfter = options.retryAfter ?? 0
    this.status = options.status
    this.statusText = options.statusText
    this.tooLarge = options.tooLarge ?? false
  }

  /** This failure, with another message. */
  inWords(message: string): RequestError {
    return new RequestError(this.kind, message, this.hint, { ...this.#options, cause: this })
  }
}

/** An Action cannot see the name of a secret. */
export const WHERE_STORED =
  'as the secret that the workflow gives to `token` (for the command line, as RUNBOOK_SYNC_TOKEN)'

/** Next steps. Upserts and the list share the sentences about requests, so none names an entry. */
export const HINTS = {
  url: 'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.',
  permission:
    'A token works only in the workspace in which it was created: check that `base-url` and `token` belong to the ' +
    'same workspace, and that the owner of the token may edit knowledge there. If the token was rotated, ' +
    `store the new value ${WHERE_STORED}.`,
  network:
    'Check `base-url`, and that the network of this machine reaches it (firewall, VPN, `https_proxy`, `no_proxy`).',
  correct: 'Correct the runbook by what the service says; if that does not help, ask the people who run the service.',
  list: 'Ask the people who run the service: every run needs the list.',
  works: `When the service works, start ${NEW_RUN}. If it does not, tell the people who run it.`,
  askOrAgain: `Start ${NEW_RUN}. If it happens again, ask the people who run the service or the network in between.`,
  later: `Later, start ${NEW_RUN}: it delivers what is pending.`
} as const

/** The last failure of a request that was repeated. @param time milliseconds since the first attempt. */
export function triedError(last: RequestError, tries: number, time: number): RequestError {
  return last.inWords(`${last.message} It was tried ${tries} times in ${sayDuration(time)}.`)
}

/** `48 s`, `4 min 51 s`. */
function sayDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  return joined([minutes > 0 && `${minutes} min`, `${seconds % 60} s`])
}

/** Why the list cannot be read: a failure of the request for one of its pages. */
export function listError(page: number, cause: RequestError): ActionError {
  const { kind, message, hint } = cause
  const ofList = kind === 'entry-rejected' ? HINTS.list : hint
  // Behind a page that could be read, the service has trouble with this one.
  const said = page === 1 ? message : `${message} So page ${page} of the list cannot be read.`
  return new ActionError(kind, said, ofList, { cause })
}

/** Every page has shown something new for ten minutes. */
export function endlessListError(page: number): ActionError {
  return new ActionError(
    'service-failing',
    `The list was read for ten minutes, to page ${page}, and has no end.`,
    HINTS.list
  )
}

/** The service, and what is connected to: the service, or a proxy. Both with their port. */
export interface Hosts {
  readonly host: string
  readonly peer: string
}

interface NetworkFailure {
  /** Codes of Node, undici and OpenSSL. */
  readonly codes: RegExp
  readonly says: (hosts: Hosts, code: string) => string
  /** `HINTS.network` if there is none. */
  readonly hint?: string
  /** The next attempt would meet the same certificate, or the same server. */
  readonly isFinal?: true
}

/** The first that fits counts. */
const NETWORK_FAILURES: readonly NetworkFailure[] = [
  { codes: /^ECONNREFUSED$/, says: ({ peer }) => `Nothing listens at ${peer}: the connection was refused.` },
  { codes: /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/, says: ({ peer }) => `The name of ${peer} cannot be resolved.` },
  { codes: /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, says: ({ peer }) => `${peer} accepts no connection in time.` },
  {
    codes: /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    says: ({ host }) => `The connection to ${host} ended before the answer was complete.`,
    hint: HINTS.askOrAgain
  },
  {
    codes: /SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
    says: ({ host }) => `This machine does not trust the authority that signed the certificate of ${host}.`,
    hint: 'If it is your own authority, name the file of its certificate in `NODE_EXTRA_CA_CERTS`, in the environment of the step or command.',
    isFinal: true
  },
  {
    codes:
      /^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|UND_ERR_PRX_TLS$|EPROTO$)/,
    says: ({ host }, code) => `No secure connection to ${host} is possible (${code}). The token was not sent.`,
    hint: 'Check the scheme, host and port of `base-url`, and the certificate of the service: it may have expired, or be for another host.',
    isFinal: true
  }
]

export function networkError(cause: unknown, hosts: Hosts): RequestError {
  // OpenSSL's messages end with a line break.
  const said = messageOf(cause).replace(/\s+/g, ' ').trim()
  const [, status] = /\((\d{3})\)(?: !== 200)? when HTTP Tunneling/.exec(said) ?? []
  if (status !== undefined) {
    const message = `The proxy does not connect to ${hosts.host} (HTTP ${status}).`
    const hint = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.'
    return new RequestError('unreachable', message, hint, { retryable: /^(?:5|408|429)/.test(status), cause })
  }
  // If a host has several addresses, Node reports one error with the code of the first.
  const given = field(cause, 'code')
  const code = typeof given === 'string' ? given : said.slice(0, 200)
  const failure = NETWORK_FAILURES.find(({ codes }) => codes.test(code))
  const message = failure?.says(hosts, code) ?? `The request to ${hosts.host} failed (${code}).`
  const options = { retryable: failure?.isFinal !== true, cause }
  return new RequestError('unreachable', message, failure?.hint ?? HINTS.network, options)
}
