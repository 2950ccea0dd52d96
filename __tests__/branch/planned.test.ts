import { expect, jest, test } from '@jest/globals'
import { plannedCommits } from '../../src/branch/planned.ts'
import type { CheckoutKind } from '../../testing/github/checkout.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

jest.setTimeout(60_000)

/** A pull request of the commit `head` into `base`, with GitHub's merge commit; and a tag of the base. */
async function proposed(hosting: Hosting) {
  const { repository } = hosting
  const base = await repository.commit({ 'a.md': '1\n' })
  const head = await repository.commit({ 'a.md': '2\n' }, { branch: 'clarify', parents: [base] })
  const merge = await repository.commit({ 'a.md': '2\n' }, { branch: null, parents: [base, head] })
  await git(repository.folder, ['tag', '-a', '-m', 'Release', 'v1', base])
  return { base, head, merge, tag: await git(repository.folder, ['rev-parse', 'v1']) }
}

type Name = keyof Awaited<ReturnType<typeof proposed>>

test.each<{ what: string; sha: Name; parent?: Name | 'of the merge commit'; tip?: Name; without?: Name }>([
  { what: 'a branch', sha: 'base', tip: 'base' },
  { what: 'an annotated tag', sha: 'tag', tip: 'base' },
  { what: 'a pull request', sha: 'merge', parent: 'of the merge commit', tip: 'merge', without: 'base' },
  { what: 'a pull request without a merge commit', sha: 'head', parent: 'of the merge commit' },
  { what: 'a merge group', sha: 'head', parent: 'base', tip: 'head', without: 'base' }
])('the commits of $what', async ({ sha, parent, tip, without }) => {
  for (const kind of ['full', 'depth 1'] satisfies CheckoutKind[]) {
    await using hosting = await Hosting.start()
    const ids = await proposed(hosting)
    const repository = await hosting.open(sha === 'tag' ? ids.base : ids[sha], kind)
    await repository.hasCommits([ids[sha]])
    await hosting.forgetCommands()
    const known = parent === 'of the merge commit' ? undefined : parent && ids[parent]
    const commits = await plannedCommits(repository, ids[sha], parent && { parent: known })
    expect(commits).toEqual(tip && { tip: ids[tip], ...(without && { parent: ids[without] }) })
    if (without !== undefined) {
      expect(await repository.parents(ids[without])).toEqual([])
      expect(hosting.commands().filter((name) => name === 'fetch').length).toBe(kind === 'full' ? 0 : 1)
    }
  }
})

test('a merge commit that cannot be fetched any more: there is nothing to plan', async () => {
  await using hosting = await Hosting.start()
  const { base } = await proposed(hosting)
  const repository = await hosting.open(base, 'depth 1')
  expect(await plannedCommits(repository, '1'.repeat(40), { parent: undefined })).toBeUndefined()
  await expect(plannedCommits(repository, '1'.repeat(40), undefined)).rejects.toThrow(/cannot be fetched/)
})

test('without Git, the plan is about the files that are there', async () => {
  expect(await plannedCommits({ history: undefined }, 'x', { parent: undefined })).toEqual({ tip: 'x' })
})
