import type { Diagnostic } from '../errors.ts'
import type { Source } from '../git/git.ts'
import type { LinkTarget } from '../runbook/runbook.ts'

/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000

interface Link {
  readonly path: string
  readonly line: number
}

/** Collects the targets of relative links and finds those that do not exist. */
export class BrokenLinks {
  readonly #links = new Map<string, Link[]>()
  readonly #paths = new Set<string>()
  #count = 0

  /** Adds the targets of a runbook once. */
  add(path: string, targets: readonly LinkTarget[]): void {
    if (this.#paths.has(path)) return
    this.#paths.add(path)
    for (const target of targets) {
      // The empty path is the root of the repository.
      if (target.path === '' || this.#count === MAX_LINKS) continue
      const links = this.#links.get(target.path) ?? []
      const last = links.at(-1)
      // One line may have the same link many times.
      if (last?.path === path && last.line === target.line) continue
      this.#count++
      links.push({ path, line: target.line })
      this.#links.set(target.path, links)
    }
  }

  /** A warning for each link whose target `commit` lacks. */
  async find(files: Source, commit: string): Promise<Diagnostic[]> {
    const missing = await files.missing(commit, new Set(this.#links.keys()))
    return [...missing].flatMap((target) =>
      (this.#links.get(target) ?? []).map(({ path, line }): Diagnostic => {
        const message = `The link target ${target} does not exist. Correct the link, or add the file.`
        return { level: 'warning', path, line, message }
      })
    )
  }
}
