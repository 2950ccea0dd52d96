import { rootOf, type LinkBase } from '../runbook/links.ts'
import { isSamePlace, placeOf, type Place, type SourceLine } from '../runbook/source-line.ts'
import type { Row } from './entries.ts'

/** Repositories of which GitHub is asked whether they have become this one. */
const MAX_QUESTIONS = 5

/** Tells source lines of this repository and branch from those of others. */
export class Places {
  readonly #base: LinkBase
  readonly #root: string
  /** This repository under former names. */
  readonly #former: readonly Place[]

  constructor(base: LinkBase, former: readonly Place[] = []) {
    this.#base = base
    this.#root = rootOf(base)
    this.#former = former
  }

  /** True also if a line names no repository, because a list may have cut the line or removed its links. */
  isOfRepository({ root }: Pick<SourceLine, 'root'>): boolean {
    if (root === '' || root === this.#root) return true
    const place = placeOf({ root })
    return place !== undefined && [this.#base, ...this.#former].some((own) => isSamePlace(own, place))
  }

  isOfBranch(line: Pick<SourceLine, 'root' | 'path'>): boolean {
    if (line.path === '' || !this.isOfRepository(line)) return false
    if (line.root === '' || line.root === this.#root) return true
    const place = placeOf(line)
    return place !== undefined && (place.ref ?? this.#base.ref) === this.#base.ref
  }
}

/**
 * Looks for entries that were sent from this repository under a former name. The name comes from a text that people can edit,
 * so a few are asked about, and only on this server.
 *
 * @param known places that a person has named, perhaps on another server.
 * @param leadsHere asks GitHub whether a name leads to this repository today.
 */
export async function findPlaces(
  base: LinkBase,
  rows: readonly Row[],
  known: readonly Place[],
  leadsHere: (repository: string) => Promise<boolean>
): Promise<Places> {
  const own = new Places(base, known)
  const others = new Map<string, Place>()
  for (const { line } of rows) {
    const place = line === undefined || own.isOfRepository(line) ? undefined : placeOf(line)
    if (place === undefined || !isSamePlace({ ...place, repository: base.repository }, base)) continue
    others.set(place.repository.toLowerCase(), place)
  }
  const former = [...known]
  for (const place of [...others.values()].slice(0, MAX_QUESTIONS)) {
    if (await leadsHere(place.repository)) former.push(place)
  }
  return new Places(base, former)
}
