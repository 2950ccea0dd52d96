import { describe, expect, jest, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Clone, addressOf } from '../../src/branch/clone.ts'
import { git } from '../../testing/git.ts'
import { Hosting } from './hosting.ts'

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

test('uncommitted runbooks are named, in the index and in the work tree', async () => {
  await using hosting = await Hosting.start()
  const head = await hosting.repository.commit({
    'a.md': 'A\n',
    'b.md': 'B\n',
    'c.md': 'C\n',
    'd.md': 'D\n',
    'x.txt': ''
  })
  const { clone, folder } = await cloneOf(hosting)
  await writeFile(join(folder, 'a.md'), 'A\r\n')
  await writeFile(join(folder, 'b.md'), 'B2\n')
  await git(folder, ['rm', '--quiet', '--cached', 'c.md'])
  await mkdir(join(folder, 'docs'))
  await writeFile(join(folder, 'docs', 'new.md'), '')
  await writeFile(join(folder, 'x.txt'), 'x')
  const isMarkdown = (path: string): boolean => path.endsWith('.md')
  const repository = await hosting.openAt(folder, head)
  const { files } = await repository.list(head, isMarkdown)
  expect(await clone.uncommitted(files, isMarkdown)).toEqual(['b.md', 'c.md', 'docs/new.md'])
})

describe('the address of a remote', () => {
  test.each<{ url: string; serverUrl: string; repository: string }>([
    { url: 'git@github.com:acme/handbook.git', serverUrl: 'https://github.com', repository: 'acme/handbook' },
    { url: 'https://github.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'http://github.com/Acme/X.git/', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'https://www.github.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'HTTPS://robin:secret@GitHub.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'github.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'www.GitHub.com/Acme/X', serverUrl: 'https://github.com', repository: 'Acme/X' },
    { url: 'ssh://git@ssh.github.com:443/acme/x', serverUrl: 'https://github.com', repository: 'acme/x' },
    { url: 'git@GitHub.com:acme/x', serverUrl: 'https://github.com', repository: 'acme/x' },
    { url: 'git@work:acme/ops', serverUrl: 'https://github.com', repository: 'acme/ops' },
    { url: 'http://127.0.0.1:8080/acme/x', serverUrl: 'http://127.0.0.1:8080', repository: 'acme/x' },
    { url: 'http://www.git.example/acme/x', serverUrl: 'http://www.git.example', repository: 'acme/x' },
    { url: 'http://github.com.evil.example/acme/x', serverUrl: 'http://github.com.evil.example', repository: 'acme/x' },
    { url: 'https://gitlab.com/acme/ops/book.git', serverUrl: 'https://gitlab.com', repository: 'acme/ops/book' }
  ])('$url', async ({ url, serverUrl, repository }) => {
    const hostOf = (alias: string) => Promise.resolve(alias === 'work' ? 'github.com' : alias)
    expect(await addressOf(url, hostOf)).toEqual({ serverUrl, repository })
  })

  test.each([
    '/srv/git/handbook.git',
    'C:/git/handbook',
    'git.example/acme/x',
    'github.com',
    'github.com/acme',
    'ext::sh -c x/y',
    `https://github.com/acme/${'x'.repeat(2000)}`
  ])('none is in %j', async (url) => {
    expect(await addressOf(url, (alias) => Promise.resolve(alias))).toBeUndefined()
  })
})
