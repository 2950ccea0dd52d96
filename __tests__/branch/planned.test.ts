import { expect, jest, test } from '@jest/globals'
import { plannedCommits } from '../../src/branch/planned.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

jest.setTimeout(60_000)

const OF_MERGE = { parent: undefined }

test.each<{ what: string; sha: string; proposal?: { parent: string | undefined }; tip?: string; parent?: string }>([
  { what: 'a branch', sha: 'base', tip: 'base' },
  { what: 'an annotated tag', sha: 'tag', tip: 'tag' },
  { what: 'a pull request', sha: 'merge', proposal: OF_MERGE, tip: 'merge', parent: 'base' },
  { what: 'a pull request without a merge commit', sha: 'head', proposal: OF_MERGE },
  { what: 'a pull request whose merge commit is gone', sha: 'gone', proposal: OF_MERGE },
  { what: 'a merge group', sha: 'head', proposal: { parent: 'base' }, tip: 'head', parent: 'base' }
])('the commits of $what', async ({ sha, proposal, tip, parent }) => {
  await using hosting = await Hosting.start()
  const { repository: hosted } = hosting
  const base = await hosted.commit({ 'a.md': '1\n' })
  const head = await hosted.commit({ 'a.md': '2\n' }, { branch: 'clarify', parents: [base] })
  const merge = await hosted.commit({ 'a.md': '2\n' }, { branch: null, parents: [base, head] })
  await git(hosted.folder, ['tag', '-a', '-m', 'Release', 'v1', base])
  const tag = await git(hosted.folder, ['rev-parse', 'v1'])
  const ids: Readonly<Record<string, string>> = { base, head, merge, tag, gone: '1'.repeat(40) }
  const repository = await hosting.open(sha === 'merge' ? merge : head, 'depth 1')
  const known = proposal && { parent: ids[proposal.parent ?? ''] }
  const commits = await plannedCommits(repository, ids[sha] ?? '', known)
  expect(commits).toEqual(tip && { tip: ids[tip], parent: parent && ids[parent] })
  if (tip !== undefined) {
    const { files } = await repository.list(commits?.tip ?? '', () => true)
    expect(await hosting.textOf(repository, files[0]?.id ?? '')).toBe(parent === undefined ? '1\n' : '2\n')
  }
})

test('without Git, the plan is about the files that are there', async () => {
  expect(await plannedCommits({ history: undefined }, 'x', OF_MERGE)).toEqual({ tip: 'x' })
})
