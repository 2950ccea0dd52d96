import { expect, test } from '@jest/globals'
import type { Changes } from '../../src/changes/changes.ts'
import type { Source, SourceFile } from '../../src/git/git.ts'
import { RunbookReader } from '../../src/sync/runbooks.ts'

test('links of a text that is read twice count once, and 20,000 are checked', async () => {
  const text = ({ path }: SourceFile): Buffer =>
    Buffer.from(`# ${path}\n\n${Array.from({ length: 12_000 }, (_, at) => `[a](${path}-${at}.md)\n\n`).join('')}`)
  const source = {
    prefetch: () => Promise.resolve(),
    read: (file: SourceFile) => Promise.resolve({ kind: 'bytes', bytes: text(file) }),
    missing: (_: string, paths: ReadonlySet<string>) => Promise.resolve(paths)
  } as unknown as Source
  const link = { serverUrl: 'https://github.example', repository: 'harbour/handbook', ref: 'main' }
  const options = { ...link, nameTemplate: '{title}', frontMatter: 'strip', links: 'absolute', maxBytes: 1e7 } as const
  const reader = new RunbookReader(source, options)
  const changesOf = (...paths: string[]): Changes =>
    ({
      isFull: true,
      tip: '',
      earlier: new Map(),
      selected: { files: paths.map((path) => ({ path, id: path })) }
    }) as never
  const { due } = await reader.read(changesOf('a'))
  for (const runbook of due) await reader.entryOf(runbook)
  expect(await reader.problems(changesOf())).toHaveLength(12_000)
  await reader.read(changesOf('b'))
  expect(await reader.problems(changesOf())).toHaveLength(20_000)
})
