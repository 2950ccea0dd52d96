import { rootOf, type LinkBase } from '../runbook/links.ts'
import { isSamePlace, placeOf, type SourceLine } from '../runbook/source-line.ts'

/** Tells source lines of this repository and branch from those of others. */
export class Places {
  readonly #base: LinkBase
  readonly #root: string

  constructor(base: LinkBase) {
    this.#base = base
    this.#root = rootOf(base)
  }

  /** True also if a line names no repository, because a list may have cut the line or removed its links. */
  isOfRepository({ root }: Pick<SourceLine, 'root'>): boolean {
    if (root === '' || root === this.#root) return true
    const place = placeOf({ root })
    return place !== undefined && isSamePlace(this.#base, place)
  }

  isOfBranch(line: Pick<SourceLine, 'root' | 'path'>): boolean {
    if (line.path === '' || !this.isOfRepository(line)) return false
    if (line.root === '' || line.root === this.#root) return true
    const place = placeOf(line)
    return place !== undefined && (place.ref ?? this.#base.ref) === this.#base.ref
  }
}
