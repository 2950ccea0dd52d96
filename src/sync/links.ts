import type { Notice } from '../notices.ts'
import type { Target } from '../runbooks/runbook.ts'
import type { Source } from '../source/source.ts'

/** Links looked at in one round, so that memory does not grow with what runbooks hold. */
const MOST_LINKS = 20_000

interface Link {
  readonly from: string
  readonly line: number
}

/** Collects where relative links lead while runbooks are converted, and says in the end which lead nowhere. */
export class LinkCheck {
  readonly #known: ReadonlySet<string>
  readonly #links = new Map<string, Link[]>()
  #count = 0

  /** @param known paths that are there anyway: most links lead to other runbooks. */
  constructor(known: ReadonlySet<string>) {
    this.#known = known
  }

  note(from: string, targets: readonly Target[]): void {
    for (const { path, line } of targets) {
      // The empty path is the repository's root.
      if (path === '' || this.#known.has(path) || this.#count === MOST_LINKS) continue
      this.#count++
      const links = this.#links.get(path)
      if (links === undefined) this.#links.set(path, [{ from, line }])
      else links.push({ from, line })
    }
  }

  /** A warning for each link to a path that `commit` does not have. */
  async broken(source: Source, commit: string): Promise<Notice[]> {
    if (this.#links.size === 0) return []
    const missing = await source.missing(commit, new Set(this.#links.keys()))
    return [...missing].flatMap((target) =>
      (this.#links.get(target) ?? []).map(({ from, line }): Notice => {
        return {
          level: 'warning',
          path: from,
          line,
          message: `The link to ${target} leads nowhere: there is no such file.`
        }
      })
    )
  }
}
