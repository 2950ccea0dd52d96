import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

export interface BundleFile {
  readonly name: string
  readonly code: string
}

/** The JavaScript of `dist/`, which is what a run may load. */
export function bundle(): BundleFile[] {
  return readdirSync(DIST)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, code: readFileSync(join(DIST, name), 'utf8') }))
}

/** The heavy packages, each by a line of its code that nothing else has. */
export const PACKAGES = {
  undici: 'class Pool extends ',
  yaml: 'class YAMLParseError ',
  '@lezer/markdown': 'class MarkdownParser ',
  entities: 'class EntityDecoderBase ',
  '@actions/glob': 'class DefaultGlobber '
} as const
export type Package = keyof typeof PACKAGES

/** Which heavy packages are in these files. */
export function packagesIn(files: readonly BundleFile[]): Package[] {
  const names = Object.keys(PACKAGES) as Package[]
  return names.filter((name) => files.some(({ code }) => code.includes(PACKAGES[name]))).sort()
}
