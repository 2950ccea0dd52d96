import type { FileContent, Tree } from '../../src/branch/source.ts'
import {
  readRunbook,
  type ConvertedRunbook,
  type RunbookOptions,
  type RunbookResult
} from '../../src/runbook/runbook.ts'
import { describedDigits } from '../../src/runbook/description.ts'
import { writeEntry } from '../../src/runbook/source-line.ts'

export const OPTIONS: RunbookOptions = {
  nameTemplate: '{title}',
  frontMatter: 'strip',
  comments: 'keep',
  repository: 'acme/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}

export const PATH = 'docs/runbooks/disk/full.md'

/** A tree that has these files. */
export function treeWith(...files: string[]): Tree {
  return (path) => {
    if (files.includes(path)) return 'file'
    return files.some((file) => file.startsWith(`${path}/`)) ? 'folder' : undefined
  }
}

export function bytes(content: string | readonly number[]): FileContent {
  return { kind: 'bytes', bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content) }
}

export function read(
  content: string | FileContent,
  options: Partial<RunbookOptions> = {},
  path = PATH,
  tree: Tree = () => 'file'
): RunbookResult {
  const given = typeof content === 'string' ? bytes(content) : content
  return readRunbook({ path, id: '' }, given, { ...OPTIONS, ...options }, tree)
}

/** The name of a runbook, or the kind of any other result. */
export function nameOf(text: string, options?: Partial<RunbookOptions>, path?: string): string {
  const result = read(text, options, path)
  return result.kind === 'runbook' ? result.name : result.kind
}

export function convert(...args: Parameters<typeof read>): ConvertedRunbook {
  const result = read(...args)
  if (result.kind !== 'runbook') throw new Error(`${result.kind}: ${JSON.stringify(result)}`)
  return result
}

/** The entry of a runbook without alerts, as a run would send it. */
export function contentOf(read: ConvertedRunbook, path = PATH, base: RunbookOptions = OPTIONS): string {
  const { name, blob, summary, reviewBy } = read
  const facts = { kind: 'version', path, blob, alerts: '', described: describedDigits(summary), reviewBy } as const
  return writeEntry(name, read, facts, base).content
}

/** What the entry of a runbook has beside its source line, as the file has it. */
export function textOf(...args: Parameters<typeof read>): string {
  const { above, below } = convert(...args)
  return above + below
}
