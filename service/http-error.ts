/** One invalid field of a request: a JSON Pointer into its body (RFC 6901), and the reason. */
export interface FieldError {
  readonly pointer: string
  readonly detail: string
}

/** The error statuses of the service; the API and the settings screen share them. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 503 | 507

/** A request that the service refuses, with the status and text of the answer. Nothing was changed when it is thrown. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: ErrorStatus
  readonly fields: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ErrorStatus,
    detail: string,
    { fields = [], headers = {}, cause }: ErrorOptions & Partial<Pick<HttpError, 'fields' | 'headers'>> = {}
  ) {
    super(detail, { cause })
    this.status = status
    this.fields = fields
    this.headers = headers
  }
}

/** 422 because of one field. */
export function unprocessable(field: string, detail: string): HttpError {
  return new HttpError(422, detail, { fields: [{ pointer: `/${field}`, detail }] })
}
