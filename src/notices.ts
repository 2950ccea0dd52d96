/**
 * What a person should know although nothing failed. Rooms return notices; only the report shows them.
 */
export interface Notice {
  readonly level: 'notice' | 'warning'
  readonly message: string
  /** Path in the repository, where the notice is about one file. */
  readonly path?: string
  /** 1-based line in that file. */
  readonly line?: number
}
