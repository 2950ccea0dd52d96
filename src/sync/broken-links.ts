import type { Diagnostic } from '../errors.ts'
import type { Source } from '../git/git.ts'
import type { LinkTarget } from '../runbook/runbook.ts'

/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000

interface Link {
  /** Of the runbook. */
  readonly path: string
  readonly line: number
  readonly target: string
}

/** Collects the targets of relative links and finds those that do not exist. */
export class BrokenLinks {
  /** By their fields: a line may have a link twice, and a runbook may be added twice. */
  readonly #links = new Map<string, Link>()

  add(path: string, targets: readonly LinkTarget[]): void {
    for (const { path: target, line } of targets) {
      if (this.#links.size === MAX_LINKS) return
      this.#links.set(JSON.stringify([path, line, target]), { path, line, target })
    }
  }

  /** A warning for each link whose target `commit` lacks. */
  async find(files: Source, commit: string): Promise<Diagnostic[]> {
    const links = [...this.#links.values()]
    const missing = await files.missing(commit, new Set(links.map(({ target }) => target)))
    return links
      .filter(({ target }) => missing.has(target))
      .map(({ path, line, target }) => {
        const message = `The link target ${target} does not exist. Correct the link, or add the file.`
        return { level: 'warning', path, line, message }
      })
  }
}
