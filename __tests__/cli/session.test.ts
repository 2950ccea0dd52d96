import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { PassThrough } from 'node:stream'
import { readCommand } from '../../src/cli/command-line.ts'
import { addressOf } from '../../src/cli/remote-address.ts'
import { Patterns } from '../../src/branch/patterns.ts'
import { openSession } from '../../src/cli/session.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { Clone, DISK, OTHER, RUNBOOKS } from './clone.ts'

const NEW = 'docs/runbooks/new.md'
let clone: Clone

beforeEach(async () => {
  clone = await Clone.create()
})

afterEach(async () => {
  await clone[Symbol.asyncDispose]()
})

/** The settings, the runbooks with their texts, the paths that the command is about, and what is said meanwhile. */
async function open(line: string, env: Readonly<Record<string, string>> = {}) {
  const stdout = new PassThrough() as never
  const place = { env: { ...GIT_ENVIRONMENT, ...env }, folder: clone.path }
  const shell = { args: line.split(' '), ...place, stdout, stderr: stdout }
  const command = readCommand(shell)
  if (command === undefined) throw new Error('It asked for help')
  await using resources = new AsyncDisposableStack()
  const notices: string[] = []
  const {
    head,
    inputs,
    place: opened
  } = await openSession(command, shell, resources, ({ message }) => notices.push(message))
  const { source, base, changedAt, replace } = opened
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

  test.each<{ line: string; texts: Record<string, string>; concerned?: string[]; notices?: string[] }>([
    { line: 'plan', texts: COMMITTED, notices: LEFT_OUT },
    { line: 'plan --since HEAD^', texts: COMMITTED, concerned: [OTHER], notices: LEFT_OUT },
    { line: 'plan --staged', texts: { ...COMMITTED, [DISK]: STAGED, [NEW]: STAGED }, concerned: [DISK, NEW] },
    { line: 'plan --worktree', texts: { [DISK]: LATER, [NEW]: STAGED }, concerned: [DISK, NEW, OTHER] }
  ])('$line', async ({ line, texts, concerned, notices = [] }) => {
    await clone.commit({ [OTHER]: '# Other\n' })
    await clone.write({ [DISK]: STAGED, [NEW]: STAGED, 'notes.md': '# Note\n' })
    await clone.git('add', DISK, NEW)
    await clone.write({ [DISK]: LATER, [OTHER]: undefined })
    expect(await open(`${line} --repository acme/ops`)).toMatchObject({ texts, concerned, notices })
  })

  test('the workflow of HEAD', async () => {
    const uses = 'jobs: {a: {steps: [{uses: runbook-sync/runbook-sync@v1, with: {files: notes.md}}]}}'
    await clone.commit({ '.github/workflows/runbooks.yml': uses, 'notes.md': '# Note\n' })
    const [plan, own] = [await open('plan --repository a/b'), await open('plan --files docs/** --repository a/b')]
    expect(plan).toMatchObject({
      texts: { 'notes.md': '# Note\n' },
      notices: [expect.stringMatching(/^From \.github/)]
    })
    expect(own).toMatchObject({ texts: RUNBOOKS, notices: [] })
  })
})

describe('where links lead:', () => {
  const GITHUB = { serverUrl: 'https://github.com', repository: 'acme/ops', forge: 'github' }
  const OWN = 'https://git.example/acme/ops'
  const OTHERS = { serverUrl: 'https://git.example', repository: 'acme/ops', forge: 'other' }

  test.each<{ title: string; options?: string; remote?: string; file?: string; settings: object }>([
    { title: 'by the remote', remote: 'git@github.com:acme/ops.git', settings: GITHUB },
    { title: 'by --repository', options: ' --repository acme/ops', settings: GITHUB },
    { title: 'on a host that nobody knows', remote: OWN, settings: OTHERS },
    { title: 'with --forge', options: ' --forge github', remote: OWN, settings: { ...OTHERS, forge: 'github' } },
    { title: 'with a pipeline', remote: OWN, file: '.gitlab-ci.yml', settings: { ...OTHERS, forge: 'gitlab' } }
  ])('$title', async ({ options = '', remote, file, settings }) => {
    if (remote !== undefined) await clone.git('remote', 'set-url', 'origin', remote)
    if (file !== undefined) await clone.write({ [file]: '' })
    expect((await open(`plan${options}`)).settings).toMatchObject(settings)
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
    const expected = serverUrl === undefined ? undefined : { serverUrl, repository }
    expect(addressOf(url)).toEqual(expected)
  })
})

describe('the branch is', () => {
  test.each<{ title: string; remoteHead?: string; options?: string; branch: string }>([
    { title: 'what the clone says of the remote', remoteHead: 'trunk/x', branch: 'trunk/x' },
    { title: 'what the remote says, also if HEAD is on another branch', branch: 'main' },
    { title: 'what --branch says', remoteHead: 'trunk', options: ' --branch edge', branch: 'edge' }
  ])('$title', async ({ remoteHead, options = '', branch }) => {
    const head = 'refs/remotes/origin/HEAD'
    await clone.git('checkout', '--quiet', '-b', 'topic')
    await clone.git('symbolic-ref', '--delete', head)
    if (remoteHead !== undefined) await clone.git('symbolic-ref', head, `refs/remotes/origin/${remoteHead}`)
    expect((await open(`plan --repository acme/ops${options}`)).settings.ref).toBe(branch)
  })
})

test.each([
  { where: 'nowhere', warns: true },
  { where: 'in the clone alone', warns: false },
  { where: 'at the remote alone', warns: false }
])('the branch that `--branch` names may exist $where: warns $warns', async ({ where, warns }) => {
  if (where === 'in the clone alone') await clone.git('branch', 'edge')
  // Its own copy of the branch may be missing.
  if (where === 'at the remote alone') await git(clone.project.repository.folder, ['branch', 'edge', 'main'])
  const { notices } = await open('plan --repository acme/ops --branch edge')
  const says = expect.stringContaining('Neither this clone nor origin has a branch `edge`')
  expect(notices).toEqual(warns ? [says] : [])
})

test('the repository of another user is opened in a CI', async () => {
  // Only root could give the folder to somebody else.
  const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', CI: 'true' }
  expect(await open('plan --repository acme/ops', env)).toMatchObject({ texts: RUNBOOKS })
})
