import { describe, expect, test } from '@jest/globals'
import type { Changes } from '../../src/changes/changes.ts'
import type { Source } from '../../src/branch/checkout.ts'
import type { SourceFile } from '../../src/branch/source.ts'
import { RunbookReader } from '../../src/sync/runbooks.ts'

const LINK = { serverUrl: 'https://github.example', repository: 'harbour/handbook', ref: 'main' }
const OPTIONS = { ...LINK, nameTemplate: '{title}', frontMatter: 'strip', links: 'absolute', maxBytes: 1e7 } as const

/** A commit that lacks the targets of all links. */
function readerOf(textOf: (file: SourceFile) => string): RunbookReader {
  const source = {
    prefetch: () => Promise.resolve(),
    read: (file: SourceFile) => Promise.resolve({ kind: 'bytes', bytes: Buffer.from(textOf(file)) }),
    missing: (_: string, paths: ReadonlySet<string>) => Promise.resolve(paths)
  }
  return new RunbookReader(source as unknown as Source, OPTIONS)
}

function changesOf(paths: readonly string[], more: Partial<Changes> = {}): Changes {
  const selected = { files: paths.map((path) => ({ path, id: path })) }
  return { isFull: true, tip: '', earlier: new Map(), selected, ...more } as never
}

test('links of a text that is read twice count once, and 20,000 are checked', async () => {
  const reader = readerOf(
    ({ path }) => `# ${path}\n\n${Array.from({ length: 12_000 }, (_, at) => `[a](${path}-${at}.md)\n\n`).join('')}`
  )
  const { due } = await reader.read(changesOf(['a']))
  for (const runbook of due) await reader.entryOf(runbook)
  expect(await reader.problems(changesOf([]))).toHaveLength(12_000)
  await reader.read(changesOf(['b']))
  expect(await reader.problems(changesOf([]))).toHaveLength(20_000)
})

describe('links to a removed file in runbooks that did not change', () => {
  const gone = 'docs/réseau plan.md'
  const removed = { isFull: false, earlier: new Map([[gone, { atBase: '1', ids: new Set(['1']) }]]) }
  const texts: Readonly<Record<string, string>> = {
    'docs/a.md': '# A\n\nSee [the plan](r%C3%A9seau%20plan.md#now).\n',
    'docs/b.md': '# B\n\nSee [a page](other.md) and `réseau plan.md`.\n'
  }
  const message = `The link target ${gone} does not exist. Correct the link, or add the file.`

  test.each<[string, Partial<Changes>, paths: string[]]>([
    ['of a push that removes it', removed, ['docs/a.md']],
    ['of a pull request that removes it', { ...removed, proposed: new Set([gone]) }, ['docs/a.md']],
    ['of a pull request that does not', { ...removed, proposed: new Set(['docs/c.md']) }, []]
  ])('%s', async (_, more, paths) => {
    const reader = readerOf(({ path }) => texts[path] ?? '')
    const changes = changesOf(Object.keys(texts), more)
    await reader.read(changes)
    expect(await reader.problems(changes)).toEqual(paths.map((path) => ({ level: 'warning', path, line: 3, message })))
  })
})
