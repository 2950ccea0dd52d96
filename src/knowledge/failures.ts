import { ActionError, type ErrorKind } from '../errors.ts'

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
  /** Requests that were made. */
  attempts = 1

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

const CHECK_URL =
  'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.'
const CHECK_HOST = 'Check the scheme, host and port of `base-url`.'
const CHECK_NETWORK =
  'Check `base-url`, and that the network of this machine reaches it (firewall, VPN, `https_proxy`, `no_proxy`).'
const CHECK_PROXY = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.'
const CHECK_WORKSPACE =
  'A token works only in the workspace in which it was created: check that `base-url` and `token` belong to the same ' +
  'workspace, and that the owner of the token may edit knowledge there. If the token was rotated, update the secret.'
const CORRECT =
  'Correct the runbook by what the service says; if that does not help, ask the people who run the service.'
const ASK_FOR_LIST = 'Ask the people who run the service: every run needs the list.'
const RUN_AGAIN =
  'When the service works, start a new run: Run workflow, or push. If it does not, tell the people who run it.'
const RUN_AGAIN_OR_ASK =
  'Start a new run: Run workflow, or push. If it happens again, ask the people who run the service or the network in between.'
const RUN_LATER = 'Start a new run later (Run workflow, or push): it delivers what is pending.'
const STORE_TOKEN =
  'store the new value, which is shown once, in the secret `RUNBOOK_SYNC_TOKEN`. Then start a new run: Run workflow, or push.'
const TOKENS = 'Settings → Access Tokens of the assistant'
const TOKEN_REJECTED = 'The service rejects the token (HTTP 401){said}'

/**
 * What may be wrong with the service or the way to it: kind, message and hint. Braces hold a fact of the request. Upserts and the
 * list share the messages, so none names an entry; `listHint` replaces the hints that are about one.
 */
export const FAILURES = {
  // The answer is an error. `said` ends the sentence with what the service says.
  redirected: [
    'wrong-address',
    '{url} redirects (HTTP {status}) {where}. Runbook Sync follows no redirect, so that the token stays here.',
    `${CHECK_URL} If the API has moved, give its new address.`
  ],
  tokenExpired: ['token-rejected', TOKEN_REJECTED, `Choose Rotate in ${TOKENS}, and ${STORE_TOKEN}`],
  tokenRevoked: [
    'token-rejected',
    TOKEN_REJECTED,
    'A revoked token cannot be rotated. If a rotation replaced it, store that value. Otherwise choose Create Token in ' +
      `${TOKENS}, and ${STORE_TOKEN}`
  ],
  tokenRejected: [
    'token-rejected',
    TOKEN_REJECTED,
    `In ${TOKENS}, choose Rotate if the token is listed as expired, else Create Token; then ${STORE_TOKEN}`
  ],
  forbidden: ['forbidden', 'The token has no permission for this request (HTTP {status}){said}', CHECK_WORKSPACE],
  noSuchApi: ['wrong-address', 'There is no such API at {url} (HTTP {status}){said}', CHECK_URL],
  proxyNeedsLogin: [
    'unreachable',
    'The proxy requires credentials (HTTP {status}){said}',
    'Add them to `https_proxy`, or add the host of the service to `no_proxy`.'
  ],
  tooLarge: ['entry-rejected', 'The service says that this is too large (HTTP {status}){said}', 'Split the runbook.'],
  rateLimited: ['rate-limited', 'The service receives too many requests (HTTP {status}){said}', RUN_LATER],
  rejected: ['entry-rejected', 'The service rejects the request (HTTP {status}){said}', CORRECT],
  failing: ['service-failing', 'The service fails (HTTP {status}){said}', RUN_AGAIN],

  // The answer is no success, although its status may say so.
  reportsError: [
    'entry-rejected',
    'The service answered with HTTP {status}, but its answer reports an error (`{sign}`){said}',
    CORRECT
  ],
  html: [
    'wrong-address',
    '{url} returned an HTML page instead of JSON (HTTP {status}){said}',
    `${CHECK_URL} A sign-in page or a proxy in between also answers like this.`
  ],
  notJson: ['wrong-address', '{url} returned text instead of JSON (HTTP {status}){said}', CHECK_URL],
  notAList: ['wrong-address', 'The answer of {url} is no list of entries{said}', CHECK_URL],
  damaged: [
    'service-failing',
    'The service returned {encoding} content that cannot be decoded (HTTP {status}).',
    RUN_AGAIN
  ],
  brokenJson: [
    'service-failing',
    'The service returned JSON that is incomplete or malformed (HTTP {status}).',
    RUN_AGAIN
  ],
  answerTooLarge: [
    'service-failing',
    'The answer (HTTP {status}) is larger than {mebibytes} MiB and was not read.',
    'Check `base-url`, or ask the people who run the service.'
  ],

  // There is no answer, or no whole one. `peer` is what is connected to: the host, or the proxy.
  timedOut: ['service-failing', 'The service gave no complete answer within {seconds} s.', RUN_AGAIN],
  tunnelRefused: ['unreachable', 'The proxy does not connect to {host} (HTTP {status}).', CHECK_PROXY],
  interimAnswer: [
    'service-failing',
    '{host} sent an interim answer (100 Continue) that was not asked for.',
    RUN_AGAIN_OR_ASK
  ],
  connectionRefused: ['unreachable', 'Nothing listens at {peer}: the connection was refused.', CHECK_NETWORK],
  unknownHost: ['unreachable', 'The name of {peer} cannot be resolved.', CHECK_NETWORK],
  noRoute: ['unreachable', 'No route leads to {peer} from this network.', CHECK_NETWORK],
  connectTimedOut: ['service-failing', '{peer} accepts no connection in time.', CHECK_NETWORK],
  wrongLength: ['service-failing', 'The answer of the service is shorter or longer than it says.', RUN_AGAIN_OR_ASK],
  connectionEnded: ['unreachable', 'The connection to {host} ended before the answer was complete.', RUN_AGAIN_OR_ASK],
  certificateExpired: [
    'unreachable',
    'The certificate of {host} has expired.',
    'Ask the people who run the service to renew it. The token was not sent.'
  ],
  certificateOfAnother: [
    'unreachable',
    'The certificate that {host} shows is for another host.',
    'Check the host in `base-url`. The token was not sent.'
  ],
  certificateUntrusted: [
    'unreachable',
    'This machine does not trust the authority that signed the certificate of {host}.',
    'If it is your own authority, name the file of its certificate in `NODE_EXTRA_CA_CERTS`, in the environment of the step or command.'
  ],
  notSecure: ['unreachable', 'No secure connection to {host} is possible ({code}).', CHECK_HOST],
  notHttp: ['unreachable', 'What answers at {host} does not speak HTTP ({code}).', CHECK_HOST],
  noConnection: ['unreachable', 'The request to {host} failed ({code}).', CHECK_NETWORK],

  // The list cannot be read to its end, although its pages can be read.
  listTooLong: [
    'service-failing',
    'The list shows more than {most} entries, which is more than a run can hold.',
    ASK_FOR_LIST
  ],
  listTooSlow: ['service-failing', 'The list could not be read to its end within {minutes} minutes.', RUN_AGAIN],

  // The run ends.
  closed: ['cancelled', 'The connection to the service was closed.', 'Start a new run: Run workflow, or push.'],
  cancelled: ['cancelled', 'The run was cancelled.', 'Start a new run: Run workflow, or push.'],
  asksToWait: [
    'out-of-time',
    'The service asks to wait {time} before the next request (Retry-After); a run waits ten minutes at most.',
    'Start a new run after that time (Run workflow, or push): it delivers what is pending.'
  ],
  waitedForLong: ['out-of-time', 'The service made the run wait for ten minutes. The last failure: {last}', RUN_LATER],
  noSuccess: ['out-of-time', 'No request succeeded for {minutes} min. The last failure: {last}', RUN_LATER]
} as const satisfies Record<string, readonly [kind: ErrorKind, message: string, hint: string]>

/** A failure of one request. @param facts what its sentences name. */
export function requestError(
  failure: keyof typeof FAILURES,
  facts: Readonly<Record<string, string | number>>,
  options?: ConstructorParameters<typeof RequestError>[3]
): RequestError {
  return new RequestError(...sentencesOf(failure, facts), options)
}

/** An upsert of a name that a read-only entry has failed. */
export function readOnlyError(cause: RequestError): RequestError {
  const hint =
    'The assistant has a read-only entry of this name, which an upsert may not change. Give the runbook another ' +
    `\`title\`, or set \`entry-name\`.`
  const error = new RequestError('entry-rejected', cause.message, hint, { cause })
  error.attempts = cause.attempts
  return error
}

/** Why the list cannot be read: a failure of the request for one of its pages. */
export function listError(page: number, cause: RequestError): ActionError {
  const message = `Page ${page} of the list cannot be read. ${cause.message}`
  return new ActionError(cause.kind, message, listHint(cause), { cause })
}

function listHint({ kind, hint }: RequestError): string {
  // Its own hint is about an entry.
  return kind === 'entry-rejected' ? ASK_FOR_LIST : hint
}

/** A failure that ends the run, or the reading of the list. @param facts what its sentences name. */
export function endError(failure: keyof typeof FAILURES, facts: Readonly<Record<string, string>> = {}): ActionError {
  return new ActionError(...sentencesOf(failure, facts))
}

function sentencesOf(
  failure: keyof typeof FAILURES,
  facts: Readonly<Record<string, string | number>>
): [kind: ErrorKind, message: string, hint: string] {
  const fill = (text: string): string => text.replace(/\{([\w-]+)\}/g, (_, name: string) => String(facts[name]))
  const [kind, message, hint] = FAILURES[failure]
  return [kind, fill(message), fill(hint)]
}
