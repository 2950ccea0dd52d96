import { expect, test } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../../src/event.ts'
import { findGit } from '../../src/git/command.ts'
import { Repository } from '../../src/git/git.ts'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

test.each([
  ['in the checkout', ''],
  ['that a shallow checkout lacks', 'tip']
])('a history of more than 10,000 commits %s is not looked through', async (_, shallow) => {
  await using folder = await temporaryFolder()
  await git(folder.path, ['init', '--quiet', '--bare', '--initial-branch=main'])
  const commit = 'commit refs/heads/main\ncommitter R <r@harbour.example> 1 +0000\ndata 0\n'
  await git(folder.path, ['fast-import', '--quiet'], { input: commit.repeat(10_002) })
  const ids = (await git(folder.path, ['rev-list', 'main'])).split('\n')
  const [tip = '', first = ''] = [ids[0], ids.at(-1)]
  if (shallow !== '') await writeFile(join(folder.path, 'shallow'), `${tip}\n`)

  const job = { sha: tip, repository: 'a/b', serverUrl: 'http://127.0.0.1:9', temp: folder.path } as Job
  const setup = { program: findGit(process.env) ?? '', job, token: undefined, env: process.env }
  await using repository = await Repository.open(folder.path, setup)
  const range = await repository.range(tip, [first], () => Promise.resolve(50_000))
  expect(range).toMatchObject({ kind: 'unknown', why: expect.stringMatching(/^more than 10,000 commits/) })
})
