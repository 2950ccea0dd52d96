import type { Diagnostic } from '../errors.ts'
import type { Source } from '../git/git.ts'
import type { LinkTarget } from '../runbook/runbook.ts'

/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000

/** Collects the targets of relative links and finds those that do not exist. */
export class BrokenLinks {
  /** Runbooks and their links, by their JSON: a line may have a link twice, and a runbook may be added twice. */
  readonly #links = new Map<string, readonly [runbook: string, target: LinkTarget]>()

  add(runbook: string, targets: readonly LinkTarget[]): void {
    for (const target of targets) {
      if (this.#links.size === MAX_LINKS) return
      this.#links.set(JSON.stringify([runbook, target]), [runbook, target])
    }
  }

  /** A warning for each link whose target `commit` lacks. */
  async find(files: Source, commit: string): Promise<Diagnostic[]> {
    const links = [...this.#links.values()]
    const missing = await files.missing(commit, new Set(links.map(([, target]) => target.path)))
    return links
      .filter(([, target]) => missing.has(target.path))
      .map(([path, { path: target, line }]) => {
        const message = `The link target ${target} does not exist. Correct the link, or add the file.`
        return { level: 'warning', path, line, message }
      })
  }
}
