import { sourceLine, versionOf } from '../../src/runbook/source-line.ts'

/** Where a World's runs find the branch. */
export const PLACE = { serverUrl: 'https://github.example', repository: 'harbour/handbook' }

/** An entry as a World's runs send it. */
export function sentEntry(path: string, name: string, text: string): { name: string; content: string } {
  const line = sourceLine(path, versionOf(name, path, text), { ...PLACE, ref: 'main' })
  return { name, content: `${text.trimEnd()}\n\n${line}\n` }
}

/** A text that the Action has sent without its source line. */
export function withoutSource(content: string): string {
  return content.replace(/\nSource: .*, version [0-9a-f]{12}\n?$/, '')
}
