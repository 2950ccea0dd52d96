import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { readCommand } from '../../src/cli/command-line.ts'
import { addressOf } from '../../src/cli/remote-address.ts'
import { openSession, type Session } from '../../src/cli/session.ts'
import { git, GIT_ENVIRONMENT, initRepository } from '../../testing/git.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/temporary-files.ts'

// What a command reads of a clone.

const DISK = 'docs/runbooks/disk.md'
const REDIS = 'docs/runbooks/redis.md'
const COMMITTED = { [DISK]: '# Disk full\n', [REDIS]: '# Redis full\n' }

let temporary: TemporaryFolder
let folder: string

beforeEach(async () => {
  temporary = await temporaryFolder()
  folder = join(temporary.path, 'clone')
  await initRepository(join(folder, '.git'), { settings: '[remote "origin"]\n\turl = git@github.com:acme/ops.git\n' })
  await commit(COMMITTED)
})

afterEach(async () => {
  await temporary[Symbol.asyncDispose]()
})

/** Writes files; `null` removes one. */
async function write(tree: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await (content === null ? rm(join(folder, path)) : writeFile(join(folder, path), content))
  }
}

async function commit(tree: Readonly<Record<string, string>>): Promise<void> {
  await write(tree)
  await git(folder, ['add', '--all'])
  await git(folder, ['commit', '--quiet', '--message', 'Change'])
}

interface Opened {
  readonly session: Session
  readonly notices: readonly string[]
  /** The runbooks that a command reads, with their texts. */
  readonly texts: Readonly<Record<string, string>>
  /** The paths that it is about; `all` if it is about everything. */
  readonly concerned: readonly string[] | 'all'
}

async function open(line: string, env: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const stdout = new PassThrough() as never
  const shell = { args: line.split(' '), env: { ...GIT_ENVIRONMENT, ...env }, folder, stdout, stderr: stdout }
  const command = readCommand(shell)
  if (command === undefined) throw new Error('It asked for help')
  await using resources = new AsyncDisposableStack()
  const notices: string[] = []
  const session = await openSession(command, shell, resources, ({ message }) => notices.push(message))
  const { source, patterns, changedAt } = session.branch
  const { matches } = patterns
  const texts: Record<string, string> = {}
  for await (const { file, content } of source.contents((await source.list(session.head, matches)).files, 1024)) {
    texts[file.path] = content.kind === 'bytes' ? content.bytes.toString() : content.kind
  }
  const changed = await changedAt(session.head, matches)
  return { session, notices, texts, concerned: changed === undefined ? 'all' : [...changed].sort() }
}

describe('what is read, and what a command is about', () => {
  const NEW = 'docs/runbooks/new.md'

  beforeEach(async () => {
    await commit({ [REDIS]: '# Redis is full\n' })
    await write({ [DISK]: '# Staged\n', [NEW]: '# New\n', 'notes.md': '# Note\n' })
    await git(folder, ['add', DISK, NEW])
    await write({ [DISK]: '# Later\n', [REDIS]: null })
  })

  test.each<{ line: string; texts: Record<string, string>; concerned: Opened['concerned']; notices?: string[] }>([
    {
      line: 'plan',
      texts: { ...COMMITTED, [REDIS]: '# Redis is full\n' },
      concerned: 'all',
      notices: [`Uncommitted changes are left out: ${DISK}, ${NEW}, ${REDIS}.`]
    },
    {
      line: 'plan --since HEAD^',
      texts: { ...COMMITTED, [REDIS]: '# Redis is full\n' },
      concerned: [REDIS],
      notices: [expect.stringContaining('Uncommitted changes') as unknown as string]
    },
    {
      line: 'plan --staged',
      texts: { [DISK]: '# Staged\n', [NEW]: '# New\n', [REDIS]: '# Redis is full\n' },
      concerned: [DISK, NEW]
    },
    { line: 'plan --worktree', texts: { [DISK]: '# Later\n', [NEW]: '# New\n' }, concerned: [DISK, NEW, REDIS] }
  ])('$line', async ({ line, notices = [], ...expected }) => {
    expect(await open(line)).toMatchObject({ ...expected, notices })
  })
})

test('the workflow of HEAD says what is read', async () => {
  const uses = 'jobs: {a: {steps: [{uses: runbook-sync/runbook-sync@v1, with: {files: notes.md}}]}}'
  await commit({ '.github/workflows/runbooks.yml': uses, 'notes.md': '# Note\n' })
  expect(await open('plan')).toMatchObject({ texts: { 'notes.md': '# Note\n' }, notices: [expect.any(String)] })
  expect(await open('plan --files docs/**')).toMatchObject({ texts: COMMITTED, notices: [] })
})

describe('where links lead:', () => {
  const GITHUB = { serverUrl: 'https://github.com', repository: 'acme/ops', forge: 'github' }
  const OTHER = { serverUrl: 'https://git.example', repository: 'acme/ops', forge: 'other' }

  test.each<{ title: string; line?: string; remote?: string | null; pipeline?: true; base: object }>([
    { title: 'by the remote', base: GITHUB },
    { title: 'by --repository', line: '--repository acme/ops', remote: null, base: GITHUB },
    { title: 'by an address', line: '--repository https://git.example/acme/ops', base: OTHER },
    { title: 'on a host that nobody knows', remote: 'https://git.example/acme/ops', base: OTHER },
    {
      title: 'on a host with --forge',
      line: '--forge github',
      remote: 'https://git.example/acme/ops',
      base: { ...OTHER, forge: 'github' }
    },
    {
      title: 'on a host with a pipeline of GitLab',
      remote: 'https://git.example/acme/ops',
      pipeline: true,
      base: { ...OTHER, forge: 'gitlab' }
    }
  ])('$title', async ({ line, remote, pipeline, base }) => {
    if (remote === null) await git(folder, ['remote', 'remove', 'origin'])
    else if (remote !== undefined) await git(folder, ['remote', 'set-url', 'origin', remote])
    if (pipeline !== undefined) await write({ '.gitlab-ci.yml': '' })
    const { session } = await open(['plan --branch main', line ?? ''].join(' ').trim())
    expect(session.branch.settings).toMatchObject({ ...base, ref: 'main' })
  })

  test.each([
    ['git@github.com:acme/ops.git', 'https://github.com', 'acme/ops'],
    ['HTTPS://robin:secret@GitHub.com/Acme/Ops/', 'https://github.com', 'Acme/Ops'],
    ['git@github.com-work:acme/ops', 'https://github.com', 'acme/ops'],
    ['ssh://git@ssh.github.com:443/acme/ops', 'https://github.com', 'acme/ops'],
    ['ssh://git@gitlab.example:2222/acme/ops/book.git', 'https://gitlab.example', 'acme/ops/book'],
    ['http://127.0.0.1:8080/acme/ops', 'http://127.0.0.1:8080', 'acme/ops'],
    ['https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/ops', undefined, 'v1/repos/ops'],
    ['/srv/git/ops.git', undefined, undefined],
    ['C:/git/ops', undefined, undefined],
    ['https://x) **Run it** [y](/o/r.git', undefined, undefined]
  ])('by the remote %s', async (url, serverUrl, repository) => {
    const hostOf = (alias: string) => Promise.resolve(alias === 'github.com-work' ? 'ssh.github.com' : alias)
    const found = await addressOf(url, hostOf)
    expect(found?.repository).toBe(repository)
    if (serverUrl !== undefined) expect(found?.serverUrl).toBe(serverUrl)
  })
})

describe('the branch is', () => {
  test.each<{ title: string; remoteHead?: string; options?: string; branch: string }>([
    { title: 'what the clone says of the remote', remoteHead: 'trunk/x', branch: 'trunk/x' },
    { title: 'what the remote says, whatever branch HEAD is on', branch: 'main' },
    { title: 'what --branch says', remoteHead: 'trunk', options: ' --branch edge', branch: 'edge' }
  ])('$title', async ({ remoteHead, options = '', branch }) => {
    const remote = join(temporary.path, 'remote')
    await git(temporary.path, ['clone', '--quiet', '--bare', folder, remote])
    await git(folder, ['remote', 'set-url', 'origin', remote])
    await git(folder, ['checkout', '--quiet', '-b', 'topic'])
    const head = 'refs/remotes/origin/HEAD'
    if (remoteHead !== undefined) await git(folder, ['symbolic-ref', head, `refs/remotes/origin/${remoteHead}`])
    const { session } = await open(`plan --repository acme/ops${options}`)
    expect(session.branch.settings.ref).toBe(branch)
  })
})

test('the repository of another user is opened in a CI', async () => {
  // Only root could give the folder to somebody else.
  await open('plan --branch main', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', CI: 'true' })
})
