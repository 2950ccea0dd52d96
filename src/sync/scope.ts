import type { FileDifference } from '../branch/source.ts'

/** What a run is about: a push or a pull request about the files that it changed, any other run about all files. */
export type Scope =
  { readonly kind: 'everything' } | { readonly kind: 'changes'; readonly files: ReadonlyMap<string, FileDifference> }

export const EVERYTHING: Scope = { kind: 'everything' }

/** @param files of `History.differences`; undefined if a commit cannot be had. */
export function scopeOf(files: ReadonlyMap<string, FileDifference> | undefined): Scope {
  return files === undefined ? EVERYTHING : { kind: 'changes', files }
}

export function isInScope(scope: Scope, path: string): boolean {
  return scope.kind === 'everything' || scope.files.has(path)
}

/** How a push or a pull request changed a file; undefined also if the run is about everything. */
export function changeOf(scope: Scope, path: string): FileDifference | undefined {
  return scope.kind === 'changes' ? scope.files.get(path) : undefined
}
