/** What is at fault in a request: a JSON Pointer into its body (RFC 6901), and why. */
export interface FieldError {
  readonly pointer: string
  readonly detail: string
}

/** The statuses with which the service refuses; the knowledge endpoints and the settings screen share them. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 503 | 507

/** A request that is not carried out, with the words for whoever sent it. Nothing was changed when it is thrown. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: RefusalStatus
  readonly fields: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: RefusalStatus,
    detail: string,
    { fields = [], headers = {}, cause }: ErrorOptions & Partial<Pick<Refusal, 'fields' | 'headers'>> = {}
  ) {
    super(detail, { cause })
    this.status = status
    this.fields = fields
    this.headers = headers
  }
}

/** 422 because of one field. */
export function unprocessable(field: string, detail: string): Refusal {
  return new Refusal(422, detail, { fields: [{ pointer: `/${field}`, detail }] })
}
