import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Changes, Range } from '../../src/changes/changes.ts'
import { compilePatterns } from '../../src/changes/patterns.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/leftovers.ts'
import type { Style } from '../../src/runbooks/runbook.ts'
import { openDisk } from '../../src/source/disk.ts'
import { planRound } from '../../src/sync/round.ts'

const FILES = ['*.md']
const STYLE: Style = {
  name: '{title}',
  frontMatter: 'strip',
  links: 'absolute',
  sourceLink: false,
  maxBytes: 1000,
  repository: 'harbour/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}
const RANGE: Range = { kind: 'changed', base: 'a', head: 'b', reason: '' }
const SINCE_SUCCESS: Range = { ...RANGE, sinceSuccess: true }
const WHOLE: Range = { kind: 'whole', head: 'b', reason: '' }
const GONE = [{ path: 'gone.md', id: '' }]
const GOOD = [{ path: 'good.md', id: '' }]

/** One runbook that can be delivered, and one that is refused. */
describe('a round', () => {
  let folder: TemporaryFolder

  beforeAll(async () => {
    folder = await temporaryFolder()
    await writeFile(join(folder.path, 'good.md'), '# Good\n\nText.\n')
    await writeFile(join(folder.path, 'gone.md'), '# Gone\n\nText.\n')
    await writeFile(join(folder.path, 'refused.md'), Buffer.from('# Caf\xe9\n', 'latin1'))
  })

  afterAll(async () => {
    await folder[Symbol.asyncDispose]()
  })

  test.each<[string, Partial<Changes> & { range: Range }, 'all' | 'range', { refused: number; reads: boolean }]>([
    ['nothing changed since a success', { range: SINCE_SUCCESS }, 'all', { refused: 0, reads: false }],
    ['nothing changed since another commit', { range: RANGE }, 'all', { refused: 1, reads: true }],
    ['nothing changed, a plan', { range: RANGE }, 'range', { refused: 0, reads: false }],
    ['one changed since a success', { range: SINCE_SUCCESS, changed: GOOD }, 'all', { refused: 1, reads: true }],
    ['one is gone since a success', { range: SINCE_SUCCESS, gone: GONE }, 'all', { refused: 1, reads: true }],
    ['a whole sync of nothing', { range: WHOLE }, 'all', { refused: 1, reads: true }]
  ])('%s', async (_, given, judge, { refused, reads }) => {
    await using source = openDisk(folder.path, FILES)
    const { files, looked } = await source.list('', compilePatterns(FILES))
    const read = jest.spyOn(source, 'read')
    const selected = files.filter(({ path }) => path !== 'gone.md')
    const changes: Changes = { selected, changed: [], gone: [], skipped: [], looked, notices: [], ...given }
    const inputs = { concurrency: 1, shard: undefined, timeout: 1000, verify: 'auto' } as const
    const workshop = { source, style: STYLE, inputs, signal: AbortSignal.any([]), onOutcome: () => undefined }

    const plan = await planRound(changes, workshop, judge)

    expect(plan.withheld.map(({ outcome, path }) => `${outcome} ${path}`)).toEqual(
      Array.from({ length: refused }, () => 'refused refused.md')
    )
    expect(plan.leftBehind.map(({ path }) => path)).toEqual((given.gone ?? []).map(({ path }) => path))
    expect(read.mock.calls.length > 0).toBe(reads)
  })
})
