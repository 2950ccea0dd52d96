import { expect, test } from '@jest/globals'
import type { Source } from '../../src/git/git.ts'
import { BrokenLinks } from '../../src/sync/broken-links.ts'

test('links of a text that is converted twice count once, and 20,000 are checked', async () => {
  const links = new BrokenLinks()
  const targets = Array.from({ length: 12_000 }, (_, at) => ({ path: `${at}.md`, line: at + 1 }))
  const files = { missing: (_: string, paths: ReadonlySet<string>) => Promise.resolve(paths) } as unknown as Source
  for (let conversion = 1; conversion <= 2; conversion++) links.add('a.md', targets)
  expect(await links.find(files, '')).toHaveLength(12_000)
  links.add('b.md', targets)
  expect(await links.find(files, '')).toHaveLength(20_000)
})
