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

export function openRequestLog(): RequestLog {
  let log: { readonly request: Omit<RecordedRequest, 'body'>; readonly body: string }[] = []
  return {
    add(request, body, token) {
      const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
      log.push({ request, body: token === undefined ? text : text.replaceAll(token, '***') })
    },
    all: () => log.map(({ request, body }) => ({ ...request, body: parseOrNull(body) })),
    clear() {
      log = []
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
