import type { FileContent } from '../../src/branch/source.ts'
import {
  readRunbook,
  type ConvertedRunbook,
  type RunbookOptions,
  type RunbookResult
} from '../../src/runbook/runbook.ts'

export const OPTIONS: RunbookOptions = {
  nameTemplate: '{title}',
  frontMatter: 'strip',
  repository: 'acme/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}

export const PATH = 'docs/runbooks/disk/full.md'

export function bytes(content: string | readonly number[]): FileContent {
  return { kind: 'bytes', bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content) }
}

export function read(content: string | FileContent, options: Partial<RunbookOptions> = {}, path = PATH): RunbookResult {
  return readRunbook({ path, id: '' }, typeof content === 'string' ? bytes(content) : content, {
    ...OPTIONS,
    ...options
  })
}

/** The name of a runbook, or the kind of any other result. */
export function nameOf(text: string, options?: Partial<RunbookOptions>, path?: string): string {
  const result = read(text, options, path)
  return result.kind === 'runbook' ? result.name : result.kind
}

/** What the entry of a runbook has beside its source line, as the file has it, and what its author is told. */
export function convert(
  text: string,
  options?: Partial<RunbookOptions>,
  path?: string
): { readonly text: string } & Pick<ConvertedRunbook, 'targets' | 'warnings'> {
  const { above, below, targets, warnings } = convertAll(text, options, path)
  return { text: above + below, targets, warnings }
}

export function convertAll(text: string, options?: Partial<RunbookOptions>, path?: string): ConvertedRunbook {
  const result = read(text, options, path)
  if (result.kind !== 'runbook') throw new Error(`${result.kind}: ${JSON.stringify(result)}`)
  return result
}
