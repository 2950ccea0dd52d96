import type { Diagnostic } from '../errors.ts'
import type { Source } from '../git/git.ts'
import type { LinkTarget } from '../runbook/runbook.ts'

/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000

/** Collects the targets of relative links and finds those that do not exist. */
export class BrokenLinks {
  readonly #links = new Map<string, readonly LinkTarget[]>()
  #count = 0

  /** Adds the targets of a runbook once: its text may be converted twice. */
  add(runbook: string, targets: readonly LinkTarget[]): void {
    const checked = targets.slice(0, MAX_LINKS - this.#count)
    if (checked.length === 0 || this.#links.has(runbook)) return
    this.#count += checked.length
    this.#links.set(runbook, checked)
  }

  /** A warning for each link whose target `commit` lacks. */
  async find(source: Source, commit: string): Promise<Diagnostic[]> {
    const links = [...this.#links].flatMap(([path, targets]) => targets.map((target) => ({ path, target })))
    const missing = await source.missing(commit, new Set(links.map(({ target }) => target.path)))
    return links
      .filter(({ target }) => missing.has(target.path))
      .map(({ path, target }) => {
        const message = `The link target ${target.path} does not exist. Correct the link, or add the file.`
        return { level: 'warning', path, line: target.line, message }
      })
  }
}
