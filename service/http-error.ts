/** One invalid field of a request: a JSON Pointer into its body (RFC 6901), and the reason. */
export interface FieldError {
  readonly pointer: string
  readonly detail: string
}

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 500 | 507

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

/** The text of an error that is not an `HttpError` stays in the service. */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  return isDiskFull(error)
    ? new HttpError(507, 'The disk is full. Nothing was stored.', { cause: error })
    : new HttpError(500, 'The service failed. Nothing was stored.', { cause: error })
}

/** SQLITE_FULL: https://www.sqlite.org/rescode.html#full. Under jest an error of `node:sqlite` is of another realm. */
function isDiskFull(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === 13
}

/** An answer in the form of the others: the status is its `code`. */
export function errorAnswer({
  status,
  message,
  fields = [],
  headers
}: Pick<HttpError, 'message' | 'headers'> & { readonly status: number; readonly fields?: readonly FieldError[] }) {
  const body = { code: status, message, data: null, ...(fields.length > 0 && { errors: fields }) }
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
