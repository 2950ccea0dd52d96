import { expect, test } from '@jest/globals'
import { HostedRepository } from '../../testing/github/repository.ts'
import { copyAction } from '../../testing/soak/action-copy.ts'
import { titleIn } from '../../testing/soak/files.ts'
import { History } from '../../testing/soak/history.ts'
import { makeReleases, MUTATIONS } from '../../testing/soak/mutations.ts'
import { differences, expectedAt } from '../../testing/soak/oracle.ts'
import { Random } from '../../testing/soak/random.ts'
import { Seen } from '../../testing/soak/seen.ts'
import { simulate } from '../../testing/soak/simulation.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

test('after every green run of a short soak the knowledge base equals the branch', async () => {
  await using folder = await temporaryFolder()
  const { problem, counts } = await simulate({ seed: 57, runs: 6, releases: await makeReleases(folder.path) })
  expect(problem).toBeUndefined()
  expect(counts).toMatchObject({ runs: expect.any(Number), compared: expect.any(Number) })
}, 120_000)

test('each mutation of the sources can be made', async () => {
  await using folder = await temporaryFolder()
  for (const mutation of Object.values(MUTATIONS)) await copyAction(folder.path, [mutation])
  await expect(copyAction(folder.path, [{ file: 'src/main.ts', anchor: 'await', text: '' }])).rejects.toThrow(
    /^src\/main\.ts has \d+ times: await$/
  )
})

test('the oracle sees missing, old and undeliverable texts', async () => {
  await using folder = await temporaryFolder()
  const hosted = await HostedRepository.create(folder.path)
  const commit = await hosted.commit({
    '.github/workflows/runbooks.yml': 'on: push\nwith:\n  files: docs/runbooks/**/*.md !docs/runbooks/platform/**\n',
    'docs/runbooks/a.md': '---\ntitle: A\n---\n\nText.\n',
    'docs/runbooks/b.md': '# B\n\nText.\n',
    'docs/runbooks/c.md': '---\ntitle: C\ndraft: true\n---\n\nText.\n',
    'docs/runbooks/platform/d.md': '# D\n'
  })
  const expected = await expectedAt(hosted, commit)
  const equal = new Map([
    ['A', 'Text.\n\nSource: docs/runbooks/a.md, version 0123456789ab\n'],
    ['B', '# B\n\nText.\n']
  ])
  expect(differences(equal, expected)).toEqual([])
  expect(differences(new Map([['A', 'Old.\n']]), expected)).toEqual([
    '“A” of docs/runbooks/a.md has "Old.\\n" instead of "Text.\\n"',
    '“B” of docs/runbooks/b.md has null instead of "# B\\n\\nText.\\n"'
  ])
  const refused = await hosted.commit({ 'docs/runbooks/a.md': '# A\n\n\0\n', 'docs/runbooks/b.md': '# A\n' })
  expect((await expectedAt(hosted, refused)).refused).toHaveLength(2)
  expect(titleIn('---\ntitle: A\n---\n')).toBe('A')
})

test('a run has replaced an edit that it knew when it decided, and no other', async () => {
  await using folder = await temporaryFolder()
  const seen = new Seen(await History.create(await HostedRepository.create(folder.path), new Random(1)))
  const [known, late] = ['Known.\n', 'Late.\n']
  seen.reads([
    { name: 'A', content: known },
    { name: 'B', content: known }
  ])
  seen.writes({ name: 'A', content: 'Text.\n' })
  // To confirm what it has sent.
  seen.reads([{ name: 'C', content: late }])
  seen.writes({ name: 'C', content: 'Text.\n' })
  expect([[...seen.replaced], [...seen.shown]]).toEqual([[known], [known]])
})
