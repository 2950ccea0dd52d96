/** A request as it was received and answered. Headers are not kept, so the token is not either. */
export interface RecordedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** `null` if the connection was reset instead of an answer. */
  readonly status: number | null
  /** The parsed JSON body, in which the presented token is `***`; `null` if it is not JSON. */
  readonly body: unknown
  /** The id of the accepted token. */
  readonly token_id: string | null
  /** By the service's clock, in milliseconds since the epoch. */
  readonly received_at: number
}

export interface RequestLog {
  add(request: Omit<RecordedRequest, 'body'>, body: Uint8Array, token: string | undefined): void
  all(): RecordedRequest[]
  clear(): void
}

/** Beyond one of these the older half of the requests is dropped. */
const REQUEST_LIMIT = 200_000
const BODY_BYTES_LIMIT = 256 * 1024 * 1024

export function openRequestLog(): RequestLog {
  let log: { readonly request: Omit<RecordedRequest, 'body'>; readonly body: string }[] = []
  let bytes = 0
  return {
    add(request, body, token) {
      const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
      const kept = token === undefined ? text : text.replaceAll(token, '***')
      log.push({ request, body: kept })
      bytes += kept.length
      if (log.length > REQUEST_LIMIT || bytes > BODY_BYTES_LIMIT) {
        log = log.slice(Math.ceil(log.length / 2))
        bytes = log.reduce((total, { body }) => total + body.length, 0)
      }
    },
    all: () => log.map(({ request, body }) => ({ ...request, body: parseOrNull(body) })),
    clear() {
      log = []
      bytes = 0
    }
  }
}

export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
