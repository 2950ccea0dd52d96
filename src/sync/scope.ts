import type { FileDifference, Matcher } from '../branch/source.ts'

/** What a run is about: a push or a pull request about the files that it changed, any other run about all files. */
export interface Scope {
  /** True also if the change is one of the inputs, which decide about all files. */
  readonly isEverything: boolean
  /** What a push or a pull request changed, by path; empty if that is not known. */
  readonly files: ReadonlyMap<string, FileDifference>
}

export const EVERYTHING: Scope = { isEverything: true, files: new Map() }

/**
 * What a change is about; everything if it is not known.
 *
 * @param differences finds what has changed.
 * @param selects tells the runbooks.
 * @param hasInputs tells the files that say which files are runbooks, and how they become entries.
 */
export async function scopeOfChange(
  differences: (matches: Matcher) => Promise<ReadonlyMap<string, FileDifference> | undefined>,
  selects: Matcher,
  hasInputs: Matcher
): Promise<Scope> {
  const changed = await differences((path) => hasInputs(path) || selects(path))
  if (changed === undefined) return EVERYTHING
  const files = new Map([...changed].filter(([path]) => selects(path)))
  return { isEverything: [...changed.keys()].some(hasInputs), files }
}

export function isInScope(scope: Scope, path: string): boolean {
  return scope.isEverything || scope.files.has(path)
}

/** How a push or a pull request changed a file; undefined also if that is not known. */
export function changeOf(scope: Scope, path: string): FileDifference | undefined {
  return scope.files.get(path)
}
