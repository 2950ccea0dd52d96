import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Has the digest of the files from which `dist/` was built. */
export const DIGEST_FILE = join(ROOT, 'dist', 'sources.sha256')

/** A digest of all files that decide what is in `dist/`. */
export function digestOfSources(): string {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).sort()
  const files = [...sources, 'package-lock.json', 'tsconfig.json', 'tools/package.ts']
  return hash('sha256', JSON.stringify(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])))
}

/** True if `dist/` was built from the files that are here. */
export function isBuilt(): boolean {
  return existsSync(DIGEST_FILE) && readFileSync(DIGEST_FILE, 'utf8').trim() === digestOfSources()
}
