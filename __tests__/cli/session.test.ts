import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readCommand } from '../../src/cli/command-line.ts'
import { accessError, openSession, type Session } from '../../src/cli/session.ts'
import { Patterns } from '../../src/branch/patterns.ts'
import { readInputs } from '../../src/job/inputs.ts'
import { git, GIT_ENVIRONMENT, initRepository, writeRef } from '../../testing/git.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/temporary-files.ts'

type Tree = Readonly<Record<string, string>>

const DISK = 'docs/runbooks/disk.md'
const REDIS = 'docs/runbooks/redis.md'
const WORKFLOW = '.github/workflows/runbooks.yml'
const COMMITTED = { [DISK]: '# Disk full\n', [REDIS]: '# Redis full\n' }

const workingFolder = process.cwd()
let temporary: TemporaryFolder
let folder: string

beforeEach(async () => {
  temporary = await temporaryFolder()
  folder = join(temporary.path, 'clone')
  await initRepository(join(folder, '.git'), { settings: '[remote "origin"]\n\turl = git@github.com:acme/ops.git\n' })
  await writeRef(join(folder, '.git'), 'refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/trunk')
  await write(COMMITTED)
  await commit()
})

afterEach(async () => {
  process.chdir(workingFolder)
  await temporary[Symbol.asyncDispose]()
})

async function write(tree: Tree): Promise<void> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

async function commit(): Promise<void> {
  await git(folder, ['add', '--all'])
  await git(folder, ['commit', '--quiet', '--message', 'Change'])
}

/** What a command knows of the clone, and what it says meanwhile. */
async function open<T>(
  line: readonly string[],
  look: (session: Session, notices: readonly string[]) => T | Promise<T>,
  env: Readonly<Record<string, string>> = {}
): Promise<T> {
  const variables = { ...GIT_ENVIRONMENT, ...env }
  const command = readCommand(line, variables)
  if (command === undefined) throw new Error('It asked for help')
  process.chdir(folder)
  await using resources = new AsyncDisposableStack()
  const notices: string[] = []
  const notice = ({ message }: { readonly message: string }): void => void notices.push(message)
  return await look(await openSession({ command, env: variables, resources, notice }), notices)
}

/** The texts of the runbooks that a command reads. */
async function texts({ local, branch: { source, patterns } }: Session): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const file of (await source.list(local.head, patterns.matches)).files) {
    const content = await source.read(file, 1024)
    found[file.path] = content.kind === 'bytes' ? content.bytes.toString() : content.kind
  }
  return found
}

/** The paths that a command is about; `all` if it is about everything. */
async function concerned({ local, branch: { changedAt, patterns } }: Session): Promise<readonly string[] | 'all'> {
  const changed = await changedAt(local.head, patterns.matches)
  return changed === undefined ? 'all' : [...changed].sort()
}

test('HEAD is read, and everything concerns the command; where links lead comes from the remote', async () => {
  await write({ [DISK]: '# Not yet\n', 'docs/runbooks/new.md': '# New\n' })
  await open(['plan'], async (session, notices) => {
    expect(await texts(session)).toEqual(COMMITTED)
    expect(await concerned(session)).toBe('all')
    expect(session.branch.settings).toMatchObject({
      repository: 'acme/ops',
      serverUrl: 'https://github.com',
      ref: 'trunk',
      forge: 'github'
    })
    expect(notices).toEqual([`Uncommitted changes are left out: ${DISK}, docs/runbooks/new.md.`])
  })
})

describe('before a commit', () => {
  const NEW = 'docs/runbooks/new.md'

  beforeEach(async () => {
    await write({ [DISK]: '# Staged\n', [NEW]: '# Redis full\n', 'notes.md': '# Note\n' })
    await git(folder, ['add', DISK, NEW])
    await rm(join(folder, REDIS))
    await write({ [DISK]: '# Later\n' })
  })

  test('--staged is about what would be committed', async () => {
    await open(['plan', '--staged'], async (session, notices) => {
      expect(await texts(session)).toEqual({ ...COMMITTED, [DISK]: '# Staged\n', [NEW]: '# Redis full\n' })
      expect(await concerned(session)).toEqual([DISK, NEW])
      expect(notices).toEqual([])
    })
  })

  test('--worktree is about the files on the disk', async () => {
    await open(['plan', '--worktree'], async (session, notices) => {
      expect(await texts(session)).toEqual({ [DISK]: '# Later\n', [NEW]: '# Redis full\n' })
      expect(await concerned(session)).toEqual([DISK, NEW, REDIS])
      expect(notices).toEqual([])
    })
  })

  test('a workflow counts as it would be committed', async () => {
    const uses = 'jobs: {a: {steps: [{uses: runbook-sync/runbook-sync@v1, with: {files: notes.md}}]}}'
    await write({ [WORKFLOW]: uses })
    await open(['plan', '--worktree'], async (session) => {
      expect(await texts(session)).toEqual({ 'notes.md': '# Note\n' })
    })
    await open(['plan', '--staged'], async (session) => {
      expect(Object.keys(await texts(session))).toContain(DISK)
    })
  })
})

test('--since is about what differs from a commit', async () => {
  await write({ [REDIS]: '# Redis is full\n' })
  await commit()
  await open(['plan', '--since', 'HEAD^'], async (session) => {
    expect(await concerned(session)).toEqual([REDIS])
  })
})

test.each([
  {
    title: 'a commit that is not here',
    line: ['plan', '--since', 'nothing'],
    message: '`--since` names no commit that is here: nothing.'
  },
  {
    title: 'a path that is no runbook',
    line: ['sync', '--replace', DISK, '--replace', 'docs/x.md'],
    message: '`--replace` names no runbook of HEAD: docs/x.md.'
  }
])('wrong use: $title', async ({ line, message }) => {
  await expect(open(line, () => undefined)).rejects.toMatchObject({ kind: 'input', message })
})

describe('an address that nothing tells', () => {
  const NO_REMOTE = 'the remote does not say what the address of the repository is'

  test.each([
    { title: 'a sync needs it', line: ['sync'], message: `where they come from: ${NO_REMOTE}.` },
    {
      title: 'names of entries need it',
      line: ['plan', '--entry-name', '{repository} {title}'],
      message: `where they come from: ${NO_REMOTE}.`
    }
  ])('$title', async ({ line, message }) => {
    await git(folder, ['remote', 'remove', 'origin'])
    const opening = open(line, () => undefined)
    await expect(opening).rejects.toMatchObject({ kind: 'input', message: expect.stringContaining(message) })
  })

  test('a plan leaves links as they are', async () => {
    await git(folder, ['remote', 'remove', 'origin'])
    await open(['plan'], ({ branch }, notices) => {
      expect(branch.settings.repository).toBe('')
      expect(notices).toEqual([expect.stringContaining(`look like those of another one: ${NO_REMOTE}.`)])
    })
  })

  test.each([
    { title: 'of a host that nobody knows, links stay', line: ['sync'], forge: 'other' },
    { title: '--forge tells how links look', line: ['sync', '--forge', 'github'], forge: 'github' },
    { title: 'a pipeline of GitLab does, too', line: ['sync'], pipeline: true, forge: 'gitlab' }
  ])('$title', async ({ line, pipeline = false, forge }) => {
    await git(folder, ['remote', 'set-url', 'origin', 'https://git.example/acme/ops'])
    if (pipeline) await write({ '.gitlab-ci.yml': '' })
    expect(await open(line, ({ branch }) => branch.settings)).toMatchObject({ forge, repository: 'acme/ops' })
  })
})

test('in a job of GitLab its variables tell the address and the branch', async () => {
  const env = {
    GITLAB_CI: 'true',
    CI_SERVER_URL: 'https://git.example',
    CI_PROJECT_PATH: 'group/sub/ops',
    CI_DEFAULT_BRANCH: 'master'
  }
  await git(folder, ['checkout', '--quiet', '--detach'])
  const options = await open(['sync'], (session) => session.branch.settings, env)
  expect(options).toMatchObject({
    serverUrl: 'https://git.example',
    repository: 'group/sub/ops',
    ref: 'master',
    forge: 'gitlab'
  })
})

test('a command that needs the token and the address says which is missing', () => {
  const inputs = (values: Readonly<Record<string, string>>) =>
    readInputs(
      (name) => values[name] ?? '',
      () => undefined
    )
  const token = 'rsp_A1b2C3'
  expect(accessError(inputs({}))).toMatchObject({ kind: 'input', message: 'RUNBOOK_SYNC_TOKEN is not set.' })
  expect(accessError(inputs({ token }))).toMatchObject({ message: 'The address of the assistant’s API is not known.' })
})
