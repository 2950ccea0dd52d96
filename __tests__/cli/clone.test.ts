import { describe, expect, jest, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Clone } from '../../src/cli/clone.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from '../branch/hosting.ts'

jest.setTimeout(60_000)

async function cloneOf(hosting: Hosting): Promise<{ readonly clone: Clone; readonly folder: string }> {
  const sha = (await hosting.repository.head()) ?? (await hosting.repository.commit({ 'a.md': '1\n' }))
  const folder = await hosting.checkOut(sha)
  return { clone: await Clone.find(join(hosting.folder, 'bin', 'git'), folder, hosting.env), folder }
}

describe('the default branch', () => {
  test.each<{ what: string; setUp: (folder: string) => Promise<unknown>; branch: string; commands: string[] }>([
    {
      what: 'is known here: the remote is not asked',
      setUp: (folder) => git(folder, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk/x']),
      branch: 'trunk/x',
      commands: ['symbolic-ref']
    },
    {
      what: 'is not known here, and HEAD is on another branch',
      setUp: (folder) => git(folder, ['checkout', '--quiet', '-b', 'topic']),
      branch: 'main',
      commands: ['symbolic-ref', 'ls-remote']
    },
    {
      what: 'is not known, and the remote does not answer',
      setUp: (folder) => git(folder, ['remote', 'set-url', 'origin', 'file:///nonexistent']),
      branch: 'main',
      commands: ['symbolic-ref', 'ls-remote', 'symbolic-ref']
    }
  ])('$what', async ({ setUp, branch, commands }) => {
    await using hosting = await Hosting.start()
    const { clone, folder } = await cloneOf(hosting)
    await setUp(folder)
    expect({ branch: await clone.branch('origin'), commands: hosting.commands() }).toEqual({ branch, commands })
  })

  test('a remote that is a program is not started, although the clone allows it', async () => {
    await using hosting = await Hosting.start()
    const { clone, folder } = await cloneOf(hosting)
    const ran = join(hosting.folder, 'ran')
    await writeFile(join(hosting.folder, 'program'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 })
    await git(folder, ['config', 'remote.origin.url', `ext::${join(hosting.folder, 'program')}`])
    await git(folder, ['config', 'protocol.ext.allow', 'always'])
    await git(folder, ['config', 'protocol.allow', 'always'])
    expect(await clone.branch('origin')).toBe('main')
    expect(await clone.tip('origin', 'main')).toEqual({ problem: expect.stringMatching(/transport 'ext' not allowed/) })
    await clone.isNewer('origin', 'main', '1'.repeat(40), '2'.repeat(40))
    expect(existsSync(ran)).toBe(false)
    await git(folder, ['ls-remote', 'origin']).catch(() => undefined)
    expect(existsSync(ran)).toBe(true)
  })
})
