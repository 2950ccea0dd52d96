/** What a runbook says, as an entry: the words that the rooms after this one use. */

/** Why a runbook cannot be sent as it is, and the way out. */
export interface Problem {
  readonly message: string
  readonly remedy: string
  /** 1-based line and column in the file, where they are known. */
  readonly line?: number
  readonly column?: number
}

/** What reading a runbook's name came to. */
export type Reading =
  | { readonly kind: 'named'; readonly name: string }
  /** Not a runbook: the file says so itself (`draft: true`, `runbook: false`), or is an index page without text. */
  | { readonly kind: 'excluded'; readonly name: string; readonly reason: string }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** A relative link or image to a file of the repository. */
export interface Target {
  /** The path it points to, from the repository's root, decoded, without query and fragment. */
  readonly path: string
  /** 1-based line in the file. */
  readonly line: number
}

/** A runbook as it is sent. */
export interface Converted {
  readonly name: string
  readonly content: string
  /** Every relative link, so that somebody who knows the commit can say which lead nowhere. */
  readonly targets: readonly Target[]
}

/** How runbooks become entries in this run; the same for all of them. */
export interface Style {
  /** Template of the name, already checked: `{title}`, `{path}`, `{dir}`, `{stem}`, `{repository}`. */
  readonly name: string
  readonly frontMatter: 'strip' | 'keep'
  readonly links: 'absolute' | 'keep'
  readonly sourceLink: boolean
  /** The largest runbook, in bytes. */
  readonly maxBytes: number
  /** `owner/name`. */
  readonly repository: string
  /** `https://github.com`, or the GHES server; no trailing slash. */
  readonly serverUrl: string
  /** Branch or tag that absolute links point to, without `refs/heads/`. */
  readonly ref: string
}
