import { expect, test } from '@jest/globals'
import { WORKFLOW } from '../../testing/histories/files.ts'
import { differences, expectedOf } from '../../testing/histories/judge.ts'
import { Random } from '../../testing/histories/random.ts'
import { simulate } from '../../testing/histories/simulation.ts'
import { copyAction, makeReleases, MUTATIONS } from '../../testing/soak/mutations.ts'
import { openProcesses } from '../../testing/soak/processes.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

test('after every green run of a short soak the knowledge base equals the branch', async () => {
  await using folder = await temporaryFolder()
  const random = Random.of(57)
  await using lab = await openProcesses(await makeReleases(folder.path), random)
  const { problem, counts } = await simulate(lab, random, { runs: 6, isExact: true })
  expect(problem).toBeUndefined()
  expect(counts).toMatchObject({ runs: expect.any(Number), compared: expect.any(Number) })
}, 120_000)

test('each mutation of the sources can be made', async () => {
  await using folder = await temporaryFolder()
  for (const mutation of Object.values(MUTATIONS)) await copyAction(folder.path, [mutation])
  await expect(copyAction(folder.path, [['src/main.ts', 'await', '']])).rejects.toThrow(
    /^src\/main\.ts has \d+ times: await$/
  )
})

test('the judge sees missing, old and undeliverable texts', () => {
  const files = new Map([
    [WORKFLOW, JSON.stringify({ files: 'docs/runbooks/**/*.md !docs/runbooks/platform/**' })],
    ['docs/runbooks/a.md', '---\ntitle: A\n---\n\nText.\n'],
    ['docs/runbooks/b.md', '# B\n\nText.\n'],
    ['docs/runbooks/c.md', '---\ntitle: C\ndraft: true\n---\n\nText.\n'],
    ['docs/runbooks/platform/d.md', '# D\n']
  ])
  const expected = expectedOf(files)
  const equal = [
    { name: 'A', content: 'Text.\n\nSource: docs/runbooks/a.md, version 0123456789ab\n' },
    { name: 'B', content: '# B\n\nText.\n' }
  ]
  expect(differences(equal, expected)).toEqual([])
  expect(differences([{ name: 'A', content: 'Old.\n' }], expected)).toEqual([
    '“A” of docs/runbooks/a.md has [{"name":"A","content":"Old.\\n"}] instead of "Text.\\n"',
    '“B” of docs/runbooks/b.md has [] instead of "# B\\n\\nText.\\n"'
  ])
  const refused = new Map([...files, ['docs/runbooks/a.md', '# A\n\n\0\n'], ['docs/runbooks/b.md', '# A\n']])
  expect(differences(equal, expectedOf(refused))).toEqual([
    'docs/runbooks/a.md cannot be delivered, and the run is green',
    'docs/runbooks/b.md cannot be delivered, and the run is green'
  ])
})
