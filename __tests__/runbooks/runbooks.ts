import type { Content } from '../../src/source/source.ts'
import type { Style } from '../../src/runbooks/runbook.ts'

/** The style of a run that says nothing about any of it. */
export const STYLE: Style = {
  name: '{title}',
  frontMatter: 'strip',
  links: 'absolute',
  sourceLink: false,
  maxBytes: 1_048_576,
  repository: 'acme/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}

export function bytes(text: string | readonly number[]): Content {
  return { kind: 'bytes', bytes: typeof text === 'string' ? Buffer.from(text) : Buffer.from(text) }
}
