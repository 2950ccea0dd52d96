/** A range of characters, from `from` up to but not including `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}
