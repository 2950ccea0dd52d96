import { describe, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { addressOf } from '../../src/cli/remote-address.ts'
import { forgeOf } from '../../src/runbook/links.ts'
import { git } from '../../testing/git.ts'
import { Clone, DISK, OTHER, RUNBOOKS } from './clone.ts'

const ADDRESS = ['--repository', 'acme/handbook']
const LINKED = '# Disk full\n\n[Other](other.md) ![Graph](graph.png) [Folder](./)\n'
const TREE = { ...RUNBOOKS, [DISK]: LINKED, 'docs/runbooks/graph.png': 'x' }

function linked(root: string): string {
  const page = (kind: string, path: string): string => `${root}/${kind}/main/docs/runbooks${path}`
  return `# Disk full\n\n[Other](${page('blob', '/other.md')}) ![Graph](${page('raw', '/graph.png')}) [Folder](${page('tree', '/')})\n`
}

test('runbooks with changes are named, and sent as they are committed', async () => {
  await using clone = await Clone.create()
  await clone.write({ [DISK]: '# Disk full\n\nNot yet.\n', 'docs/runbooks/new.md': '# New\n', 'notes.md': 'x' })
  const { code, stdout } = await clone.run(['sync', ...ADDRESS])
  expect(code).toBe(0)
  expect(stdout).toContain(`Uncommitted changes are left out: ${DISK}, docs/runbooks/new.md.`)
  expect(clone.texts()).toEqual({ 'Disk full': RUNBOOKS[DISK], Other: '# Other\n\nText.\n' })
})

describe('HEAD is compared with the branch of the remote', () => {
  test('a commit that is not pushed: 1, and with --allow-stale it is sent', async () => {
    await using clone = await Clone.create()
    await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
    const stale = await clone.run(['sync', ...ADDRESS])
    expect(stale.code).toBe(1)
    expect(stale.stdout).toMatch(/✗ HEAD is \w{7}, and the branch main of origin is at \w{7}\.\n .*`--allow-stale`/)
    expect(clone.entries()).toEqual({})
    expect(await clone.run(['plan', ...ADDRESS])).toMatchObject({ code: 0 })
    expect(await clone.run(['sync', '--allow-stale', ...ADDRESS])).toMatchObject({ code: 0 })
    expect(clone.texts()['Disk full']).toBe('# Disk full\n\nNewer.\n')
  })

  test('a push during the sync: what was sent is not confirmed, and the exit code is 1', async () => {
    await using clone = await Clone.create()
    const newer = await clone.git('commit-tree', '-p', 'HEAD', '-m', 'Newer', 'HEAD^{tree}')
    await clone.git('push', '--quiet', 'origin', `${newer}:refs/heads/next`)
    // An upload hook would need a server: Git asks for the remote by a program that moves the branch at its second start.
    const program = join(clone.path, '..', 'upload-pack')
    const script = `#!/bin/sh\nif [ -e "$0.asked" ]; then git --git-dir="$1" update-ref refs/heads/main ${newer}; fi\n: > "$0.asked"\nexec git-upload-pack "$1"\n`
    await writeFile(program, script, { mode: 0o755 })
    await clone.git('config', 'remote.origin.uploadpack', program)
    const report = await clone.report(['sync', ...ADDRESS])
    expect(report).toMatchObject({ code: 1, totals: { pending: 2 }, failure: { kind: 'branch-moved' } })
    expect(clone.texts()).toMatchObject({ 'Disk full': RUNBOOKS[DISK] })
  })

  test('another branch: 1; with --branch it is the one to compare with', async () => {
    await using clone = await Clone.create()
    await clone.git('checkout', '--quiet', '-b', 'edge')
    await clone.commit({ [DISK]: '# Disk full\n\nEdge.\n' })
    await clone.git('push', '--quiet', 'origin', 'edge')
    expect(await clone.run(['sync', ...ADDRESS])).toMatchObject({ code: 1 })
    expect(await clone.run(['sync', '--branch', 'edge', ...ADDRESS])).toMatchObject({ code: 0 })
  })
})

test('a shallow clone is enough', async () => {
  await using clone = await Clone.create()
  await clone.commit({ [DISK]: '# Disk full\n\nSecond.\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  await git(join(clone.path, '..'), ['clone', '--quiet', '--depth=1', `file://${clone.remote}`, 'shallow'])
  expect(await clone.run(['sync', ...ADDRESS], { folder: '../shallow' })).toMatchObject({ code: 0 })
  expect(clone.texts()['Disk full']).toBe('# Disk full\n\nSecond.\n')
})

describe('a repository without remote', () => {
  test('a plan leaves the links, and says so; a sync needs the address and --allow-stale, and --branch if HEAD is detached', async () => {
    await using clone = await Clone.create(TREE)
    await clone.git('remote', 'remove', 'origin')
    const plan = await clone.run(['plan'])
    expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('Relative links stay as they are') })
    const sync = await clone.run(['sync'])
    expect(sync).toMatchObject({ code: 2, stdout: expect.stringContaining('`--repository OWNER/NAME`') })
    const named = await clone.run(['sync', ...ADDRESS])
    expect(named).toMatchObject({ code: 1, stdout: expect.stringMatching(/no remote.*\n.*--allow-stale/) })
    expect(await clone.run(['sync', ...ADDRESS, '--allow-stale'])).toMatchObject({ code: 0 })
    expect(clone.texts()['Disk full']).toBe(linked('https://github.com/acme/handbook'))
    await clone.git('checkout', '--quiet', '--detach')
    const detached = await clone.run(['plan'])
    expect(detached).toMatchObject({ code: 2, stdout: expect.stringContaining('`--branch NAME`') })
    expect(await clone.run(['plan', '--branch', 'main', ...ADDRESS])).toMatchObject({ code: 0 })
    // Without an address, nobody can tell that the entries are of this repository.
    const unknown = await clone.run(['plan', '--branch', 'main'])
    const place = `comes from https://github.com/acme/handbook/blob/main/${DISK}.`
    expect(unknown).toMatchObject({ code: 1, stdout: expect.stringContaining(place) })
  })
})

test('in a job of GitLab, its variables tell the address for links, and HEAD is detached', async () => {
  await using clone = await Clone.create(TREE)
  await clone.git('checkout', '--quiet', '--detach')
  await clone.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD')
  const env = {
    GITLAB_CI: 'true',
    CI_SERVER_URL: 'https://git.example.com',
    CI_PROJECT_PATH: 'acme/handbook',
    CI_DEFAULT_BRANCH: 'main'
  }
  expect(await clone.report(['sync'], { env })).toMatchObject({ code: 0, success: true })
  expect(clone.texts()['Disk full']).toBe(linked('https://git.example.com/acme/handbook/-'))
  const source = `Source: [${DISK}](https://git.example.com/acme/handbook/-/blob/main/${DISK}) (version `
  expect(clone.entries()['Disk full']).toContain(source)
})

test.each<[url: string, serverUrl: string, repository: string, forge: string]>([
  ['https://robin:hunter2@git.example:8443/acme/handbook/', 'https://git.example:8443', 'acme/handbook', 'other'],
  ['git@github.com:acme/handbook.git', 'https://github.com', 'acme/handbook', 'github'],
  ['git@github.com-work:acme/ops', 'https://github.com', 'acme/ops', 'github'],
  ['http://127.0.0.1:8080/acme/handbook', 'http://127.0.0.1:8080', 'acme/handbook', 'other'],
  ['ssh://git@gitlab.example:2222/acme/ops/book.git', 'https://gitlab.example', 'acme/ops/book', 'gitlab'],
  ['https://codeberg.org/acme/ops.git', 'https://codeberg.org', 'acme/ops', 'other'],
  [
    'https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/ops',
    'https://git-codecommit.eu-west-1.amazonaws.com',
    'v1/repos/ops',
    'other'
  ]
])('the address of the remote %s', async (url, serverUrl, repository, forge) => {
  const hostOf = (alias: string) => Promise.resolve(alias === 'github.com-work' ? 'ssh.github.com' : alias)
  expect(await addressOf(url, hostOf)).toEqual({ serverUrl, repository })
  expect(forgeOf(new URL(serverUrl).hostname)).toBe(forge)
})

test('links of a host that nobody knows stay, and an entry names the repository; a pipeline of GitLab tells how they look', async () => {
  await using clone = await Clone.create(TREE)
  await clone.git('remote', 'set-url', 'origin', 'https://git.example/acme/handbook')
  expect(await clone.run(['sync', '--allow-stale'])).toMatchObject({ code: 0 })
  expect(clone.entries()['Disk full']).toContain(`Source: git.example/acme/handbook ${DISK} (version `)
  expect(clone.texts()['Disk full']).toContain('[Other](other.md)')
  expect(await clone.report(['sync', '--allow-stale'])).toMatchObject({ code: 0, totals: { unchanged: 2 } })
  const other = ['--repository', 'acme/other', '--replace', DISK]
  expect(await clone.report(['plan', ...other])).toMatchObject({ code: 1, totals: { planned: 1, refused: 1 } })
  await clone.commit({ '.gitlab-ci.yml': 'x' })
  expect(await clone.run(['sync', '--allow-stale', '--on-conflict', 'replace'])).toMatchObject({ code: 0 })
  expect(clone.texts()['Disk full']).toBe(linked('https://git.example/acme/handbook/-'))
})

test.each<[title: string, url: string, forge: string]>([
  ['a repository named blob', 'https://github.com/acme/blob', 'github'],
  ['a server in a folder', 'https://git.example/git/acme/handbook', 'other']
])('a second sync finds the entries of the first: %s', async (_, url, forge) => {
  await using clone = await Clone.create(TREE)
  await clone.git('remote', 'set-url', 'origin', url)
  const sync = ['sync', '--allow-stale', '--forge', forge]
  expect(await clone.report(sync)).toMatchObject({ code: 0, totals: { upserted: 2 } })
  expect(await clone.report(sync)).toMatchObject({ code: 0, totals: { unchanged: 2, refused: 0 } })
})

test.each([
  ...[
    '/srv/git/handbook.git',
    'C:/git/handbook',
    'https://a.example',
    'https://github.com?x=/o/r',
    'https://github.com#/o/r'
  ],
  ...['https://x) **Run it** [y](/o/r.git', 'https://github.com/a/b/../../c/d', 'git@x)y:o/r']
])('no address is in the remote “%s”', async (url) => {
  expect(await addressOf(url, (alias) => Promise.resolve(alias))).toBeUndefined()
})

test.each(['robin:hunter2', 'robin:hun/ter2'])(
  'a remote that does not answer: 1, without the password of %s in its URL',
  async (user) => {
    await using clone = await Clone.create()
    await clone.git('remote', 'set-url', 'origin', `http://${user}@127.0.0.1:9/acme/handbook.git`)
    const { code, stdout, stderr } = await clone.run(['sync', '--forge', 'github', ...ADDRESS])
    expect(code).toBe(1)
    expect(stdout).toMatch(/The remote origin does not say where main is.*\n.*`--allow-stale`/)
    expect(stdout + stderr).not.toContain('ter2')
  }
)

test('a remote that a partial fetch by URL has registered: its password is not printed', async () => {
  await using clone = await Clone.create()
  const url = 'http://robin:hunter2@127.0.0.1:9/acme/handbook.git'
  await clone.git('remote', 'remove', 'origin')
  await clone.git('config', `remote.${url}.promisor`, 'true')
  await clone.git('config', `remote.${url}.partialclonefilter`, 'blob:none')
  const { stdout, stderr } = await clone.run(['sync', '--branch', 'main', '--forge', 'github', ...ADDRESS])
  expect(stdout + stderr).toMatch(/The remote http:.* does not say where main is/)
  expect(stdout + stderr).not.toContain('hunter2')
})

test('a branch `a/refs/heads/main` is not taken for `main`, where HEAD is detached', async () => {
  await using clone = await Clone.create()
  const old = await clone.git('rev-parse', 'HEAD')
  await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
  await clone.git('push', '--quiet', 'origin', 'main', `${old}:refs/heads/a/refs/heads/main`)
  await clone.git('checkout', '--quiet', '--detach', old)
  expect(await clone.run(['sync', ...ADDRESS])).toMatchObject({ code: 1 })
  expect(clone.entries()).toEqual({})
  await clone.git('checkout', '--quiet', '--detach', 'main')
  expect(await clone.run(['sync', ...ADDRESS])).toMatchObject({ code: 0 })
  expect(clone.entries()['Disk full']).toContain('Newer.')
})

test.each([
  ['a folder', ''],
  ['a folder whose name looks like what Git says', '\nfatal: x']
])('the repository of another user, in %s: its configuration runs nothing', async (_, ending) => {
  await using clone = await Clone.create()
  const folder = `${clone.path}${ending}`
  const ran = await mkdtemp('/tmp/ran-')
  const program = join(ran, 'program')
  await writeFile(program, `#!/bin/sh\n: > ${ran}/marker\n`, { mode: 0o755 })
  await clone.git('config', 'core.fsmonitor', program)
  await rename(clone.path, folder)
  // Only root could give the folder to somebody else.
  const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
  await expect(git(folder, ['status'], { env })).rejects.toThrow(/dubious ownership/)
  const { code, stdout } = await clone.run(['plan'], { env, folder: relative(clone.path, join(folder, 'docs')) })
  const files = await readdir(ran)
  await rm(ran, { recursive: true })
  expect({ files, code, stdout }).toEqual({
    files: ['program'],
    code: 2,
    stdout: expect.stringContaining('safe.directory')
  })
})

test('a partial clone: what is missing comes from its own remote, and nothing is stored in it', async () => {
  await using clone = await Clone.create()
  await git(clone.remote, ['config', 'uploadpack.allowFilter', 'true'])
  const from = ['clone', '--quiet', '--filter=blob:none', '--no-checkout', `file://${clone.remote}`, 'partial']
  await git(join(clone.path, '..'), from)
  const partial = join(clone.path, '..', 'partial')
  const before = await git(partial, ['count-objects', '-v'])
  // The address of the links has nothing to fetch.
  expect(await clone.run(['sync', ...ADDRESS], { folder: '../partial' })).toMatchObject({ code: 0 })
  expect(clone.texts()['Disk full']).toBe(RUNBOOKS[DISK])
  expect(await git(partial, ['count-objects', '-v'])).toBe(before)
  await git(partial, ['remote', 'set-url', 'origin', 'file:///nonexistent'])
  const { code, stdout } = await clone.run(['plan'], { folder: '../partial' })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /2 files that the checkout lacks cannot be fetched: .*\n {2}Check that this machine reaches the repository/
  )
})

test('the configuration of a clone starts no filter and no monitor, and a bare repository is named as such', async () => {
  await using clone = await Clone.create()
  const ran = join(clone.path, '..', 'ran')
  const program = join(clone.path, '..', 'program')
  await writeFile(program, `#!/bin/sh\n: > ${ran}\ncat\n`, { mode: 0o755 })
  await clone.commit({ '.gitattributes': '*.md filter=evil\n' })
  for (const name of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge'])
    await clone.git('config', name, program)
  await clone.write({ [DISK]: RUNBOOKS[DISK].replaceAll('\n', '\r\n'), [OTHER]: '# Other\n\nNew.\n' })
  const { code, stdout } = await clone.run(['plan', ...ADDRESS], { env: { CI: 'true' } })
  expect({ code, stdout, files: existsSync(ran) }).toEqual({
    code: 0,
    stdout: expect.stringContaining(`Uncommitted changes are left out: ${OTHER}.`),
    files: false
  })
  const bare = await clone.run(['plan'], { folder: relative(clone.path, clone.remote) })
  expect(bare).toMatchObject({ code: 2, stdout: expect.stringContaining('is a bare repository') })
})

describe('a pipeline', () => {
  const env = { CI: 'true' }

  test('of an older commit of the branch delivers the newer one, but not by options of the older one', async () => {
    await using clone = await Clone.create()
    await git(join(clone.path, '..'), ['clone', '--quiet', '--depth=1', `file://${clone.remote}`, 'job'])
    await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
    await clone.git('push', '--quiet', 'origin', 'main')
    expect(await clone.run(['sync', ...ADDRESS], { folder: '../job' })).toMatchObject({ code: 1 })
    // Nobody knows the files that have the options of another CI.
    expect(await clone.run(['sync', ...ADDRESS], { env, folder: '../job' })).toMatchObject({ code: 1 })
    const gitLab = { ...env, GITLAB_CI: 'true' }
    const job = await clone.run(['sync', ...ADDRESS], { env: gitLab, folder: '../job' })
    expect(job).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^notice +HEAD is \w{7}; the branch main has a newer commit, \w{7}, which is/m)
    })
    expect(clone.entries()['Disk full']).toContain('Newer.')
    await clone.commit({ '.gitlab-ci.yml': 'sync: {}\n' })
    await clone.git('push', '--quiet', 'origin', 'main')
    expect(await clone.run(['sync', ...ADDRESS], { env: gitLab, folder: '../job' })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Start a pipeline of the newer commit.')
    })
    await clone.commit({ [DISK]: '# Disk full\n\nNever pushed.\n' })
    expect(await clone.run(['sync', ...ADDRESS], { env: gitLab })).toMatchObject({ code: 1 })
  })

  test('of a merge request: a plan since its base fails for what the merge request changes alone', async () => {
    await using clone = await Clone.create()
    const base = await clone.git('rev-parse', 'HEAD')
    clone.writeEntry('Other', 'By hand.')
    await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
    expect(await clone.report(['plan', ...ADDRESS])).toMatchObject({ code: 1 })
    expect(await clone.report(['plan', '--since', base, ...ADDRESS])).toMatchObject({ code: 0 })
    await clone.commit({ [OTHER]: '# Other\n\nNewer.\n' })
    expect(await clone.report(['plan', '--since', base, ...ADDRESS])).toMatchObject({ code: 1 })
    const unknown = await clone.run(['plan', '--since', 'nothing', ...ADDRESS])
    expect(unknown).toMatchObject({ code: 2, stdout: expect.stringContaining('`--since` names no commit') })
  })
})
