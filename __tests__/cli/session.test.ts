import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { readCommand } from '../../src/cli/command-line.ts'
import { webAddressOf } from '../../src/cli/remote-address.ts'
import { Patterns } from '../../src/branch/patterns.ts'
import { openSession } from '../../src/cli/session.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { Clone, DISK, OTHER, RUNBOOKS, sharedClone } from './clone.ts'

const NEW = 'docs/runbooks/new.md'
/** What is committed in it stays as it is. */
const shared = sharedClone()

/** The settings, the runbooks with their texts, the paths that the command is about, and what is said meanwhile. */
async function open(line: string, { path: folder } = shared(), env: Readonly<Record<string, string>> = {}) {
  const stdout = new PassThrough() as never
  const shell = { args: line.split(' '), env: { ...GIT_ENVIRONMENT, ...env }, folder, stdout, stderr: stdout }
  const command = readCommand(shell)
  if (command === undefined) throw new Error('It asked for help')
  await using resources = new AsyncDisposableStack()
  const notices: string[] = []
  const session = await openSession(command, shell, resources, ({ message }) => notices.push(message))
  const { head, inputs } = session
  const { source, base, changedAt, replace } = session.place
  const { matches } = new Patterns(inputs.files)
  const texts: Record<string, string> = {}
  for await (const { file, content } of source.contents((await source.list(head, matches)).files, 1024)) {
    texts[file.path] = content.kind === 'bytes' ? content.bytes.toString() : content.kind
  }
  const changed = await changedAt(head, matches)
  return { settings: { ...inputs, ...base, replace }, notices, texts, concerned: changed && [...changed].sort() }
}

describe('what is read, and what a command is about:', () => {
  const [LATER, STAGED] = ['# Later\n', '# Staged\n']
  const LEFT_OUT = [`Uncommitted changes are left out: ${DISK}, ${NEW}, ${OTHER}.`]
  const COMMITTED = { ...RUNBOOKS, [OTHER]: '# Other\n' }
  const changed = sharedClone(async () => {
    const clone = await Clone.create()
    await clone.commit({ [OTHER]: '# Other\n' })
    await clone.write({ [DISK]: STAGED, [NEW]: STAGED, 'notes.md': '# Note\n' })
    await clone.git('add', DISK, NEW)
    await clone.write({ [DISK]: LATER, [OTHER]: undefined })
    return clone
  })

  test.each<{ line: string; texts: Record<string, string>; concerned?: string[]; notices?: string[] }>([
    { line: 'plan', texts: COMMITTED, notices: LEFT_OUT },
    { line: 'plan --since HEAD^', texts: COMMITTED, concerned: [OTHER], notices: LEFT_OUT },
    { line: 'plan --staged', texts: { ...COMMITTED, [DISK]: STAGED, [NEW]: STAGED }, concerned: [DISK, NEW] },
    { line: 'plan --worktree', texts: { [DISK]: LATER, [NEW]: STAGED }, concerned: [DISK, NEW, OTHER] }
  ])('$line', async ({ line, texts, concerned, notices = [] }) => {
    expect(await open(`${line} --repository acme/ops`, changed())).toMatchObject({ texts, concerned, notices })
  })

  test('the workflow of HEAD', async () => {
    const uses = 'jobs: {a: {steps: [{uses: runbook-sync/runbook-sync@v1, with: {files: notes.md}}]}}'
    await using own = await Clone.create()
    await own.commit({ '.github/workflows/runbooks.yml': uses, 'notes.md': '# Note\n' })
    const narrow = await open('plan --files docs/** --repository a/b', own)
    const found = { texts: { 'notes.md': '# Note\n' }, notices: [expect.stringMatching(/^From \.github/)] }
    expect(await open('plan --repository a/b', own)).toMatchObject(found)
    expect(narrow).toMatchObject({ texts: RUNBOOKS, notices: [] })
  })
})

describe('where links lead:', () => {
  const GITHUB = { serverUrl: 'https://github.com', repository: 'acme/ops', forge: 'github' }
  const OWN = 'https://git.example/acme/ops'
  const OTHERS = { serverUrl: 'https://git.example', repository: 'acme/ops', forge: 'other' }

  afterAll(async () => {
    await shared().git('remote', 'set-url', 'origin', shared().project.repository.folder)
  })

  test.each<{ title: string; options?: string; remote?: string; file?: string; settings: object }>([
    { title: 'by the remote', remote: 'git@github.com:acme/ops.git', settings: GITHUB },
    { title: 'by --repository', options: ' --repository acme/ops', settings: GITHUB },
    { title: 'on a host that nobody knows', remote: OWN, settings: OTHERS },
    { title: 'with --forge', options: ' --forge github', remote: OWN, settings: { ...OTHERS, forge: 'github' } },
    { title: 'with a pipeline', remote: OWN, file: '.gitlab-ci.yml', settings: { ...OTHERS, forge: 'gitlab' } }
  ])('$title', async ({ options = '', remote, file, settings }) => {
    if (remote !== undefined) await shared().git('remote', 'set-url', 'origin', remote)
    if (file !== undefined) await shared().write({ [file]: '' })
    expect((await open(`plan${options}`)).settings).toMatchObject(settings)
    if (file !== undefined) await shared().write({ [file]: undefined })
  })

  test.each([
    ['HTTPS://robin:secret@GitHub.com/Acme/Ops/', 'https://github.com', 'Acme/Ops'],
    ['git@github.com-work:acme/ops', 'https://github.com', 'acme/ops'],
    ['ssh://git@ssh.github.com:443/acme/ops', 'https://github.com', 'acme/ops'],
    ['ssh://git@gitlab.example:2222/acme/ops/book.git', 'https://gitlab.example', 'acme/ops/book'],
    ['http://127.0.0.1:8080/acme/ops', 'http://127.0.0.1:8080', 'acme/ops'],
    ['/srv/git/ops.git', undefined, undefined],
    ['C:/git/ops', undefined, undefined],
    ['https://x) **Run it** [y](/o/r.git', undefined, undefined]
  ])('by the remote %s', (url, serverUrl, repository) => {
    expect(webAddressOf(url)).toEqual(serverUrl === undefined ? undefined : { serverUrl, repository })
  })
})

describe('the branch is', () => {
  beforeAll(async () => {
    await shared().git('checkout', '--quiet', '-b', 'topic')
  })

  test.each<{ title: string; remoteHead?: string; options?: string; branch: string }>([
    { title: 'what the clone says of the remote', remoteHead: 'trunk/x', branch: 'trunk/x' },
    { title: 'what the remote says, also if HEAD is on another branch', branch: 'main' },
    { title: 'what --branch says', remoteHead: 'trunk', options: ' --branch edge', branch: 'edge' }
  ])('$title', async ({ remoteHead, options = '', branch }) => {
    const head = join(shared().path, '.git/refs/remotes/origin/HEAD')
    await rm(head, { force: true })
    if (remoteHead !== undefined) await writeFile(head, `ref: refs/remotes/origin/${remoteHead}\n`)
    expect((await open(`plan --repository acme/ops${options}`)).settings.ref).toBe(branch)
  })
})

test.each([
  { where: 'nowhere', branch: 'edge', warns: true },
  { where: 'in the clone alone', branch: 'topic', warns: false },
  { where: 'at the remote alone', branch: 'newer', warns: false }
])('the branch that `--branch` names may exist $where: warns $warns', async ({ where, branch, warns }) => {
  // Its own copy of the branch may be missing.
  if (where === 'at the remote alone') await git(shared().project.repository.folder, ['branch', branch, 'main'])
  const { notices } = await open(`plan --repository acme/ops --branch ${branch}`)
  const says = expect.stringContaining(`Neither this clone nor origin has a branch \`${branch}\``)
  expect(notices).toEqual(warns ? [says] : [])
})

test('the repository of another user is opened in a CI', async () => {
  // Only root could give the folder to somebody else.
  const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', CI: 'true' }
  expect(await open('plan --repository acme/ops', shared(), env)).toMatchObject({ texts: RUNBOOKS })
})
