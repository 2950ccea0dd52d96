import { describe, expect, test } from '@jest/globals'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { VERSION } from '../../src/version.ts'
import { LIST_PATH, type FaultRule } from '../../service/service.ts'
import { gitHubToken } from '../runbook/secret-values.ts'
import { BARE, Clone, DISK, OTHER, RUNBOOKS, sharedClone, type RunOptions } from './clone.ts'

const EXPECTED = { 'Disk full': '# Disk full\n\nText.\n', Other: '# Other\n\nText.\n' }
const NEWER = '# Disk full\n\nNewer.\n'

/** Commands that change nothing share it. */
const unchanged = sharedClone()

/** The runbooks are delivered, from a folder below. */
async function delivered(tree: Readonly<Record<string, string>> = RUNBOOKS): Promise<Clone> {
  const clone = await Clone.create(tree)
  const says = /\n✓ First sync of \S+ into this workspace: \d+ runbooks delivered/
  expect((await clone.run(['sync'], { folder: 'docs' })).stdout).toMatch(says)
  return clone
}

test('a plan without a token and an address says what can be sent, and asks nobody', async () => {
  const { code, stdout, stderr } = await unchanged().run(['plan'], BARE)
  const requests = unchanged().project.service.requests()
  expect({ code, stderr, requests }).toEqual({ code: 0, stderr: '', requests: [] })
  expect(stdout).toContain(`${DISK}  “Disk full” Description: Text.\n`)
  expect(stdout).toContain('Without a token and an address the plan cannot see the knowledge base')
})

test('a plan compares with what a sync has sent, and sends nothing', async () => {
  await using clone = await delivered()
  await clone.commit({ [DISK]: NEWER })
  expect(await clone.report(['plan'])).toMatchObject({ code: 0, totals: { planned: 1, unchanged: 1 } })
  expect(clone.project.texts()).toEqual(EXPECTED)
})

describe('wrong use ends with 2, and asks nobody:', () => {
  test.each<{ line: string; says: RegExp } & RunOptions>([
    { line: 'plan --files x/**', says: /`--files` matches no file/ },
    { line: 'plan --since nothing', says: /✗ `--since` names no commit that is here: nothing\./ },
    { line: `sync --replace ${DISK} --replace x.md`, says: /✗ `--replace` names no runbook of HEAD: x\.md\./ },
    { line: 'pull x.md', says: /✗ `pull` names no runbook of HEAD: x\.md\./ },
    { line: 'alerts', says: /✗ Nothing says which files have alerts\./ },
    { line: 'sync', ...BARE, says: /✗ .* no RUNBOOK_SYNC_TOKEN and no RUNBOOK_SYNC_BASE_URL\.\n {2}Tokens are in/ },
    {
      line: 'list',
      env: { RUNBOOK_SYNC_BASE_URL: '' },
      says: /✗ .* no RUNBOOK_SYNC_BASE_URL\.\n {2}Give `--base-url`/
    },
    { line: 'plan', folder: '..', says: /✗ .* is not in the work tree of a Git repository\./ },
    { line: 'plan', repository: null, says: /✗ Entries cannot say where they come from/ },
    { line: 'plan', env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }, says: /another user\.\n.*safe\.directory/ }
  ])('$line: $says', async ({ line, says, ...options }) => {
    const { length } = unchanged().project.service.requests()
    const { code, stdout } = await unchanged().run(line.split(' '), options)
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringMatching(says) })
    expect(unchanged().project.service.requests()).toHaveLength(length)
  })

  test('a branch that nobody names', async () => {
    await using clone = await Clone.create()
    await clone.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD')
    await clone.git('remote', 'set-url', 'origin', 'http://127.0.0.1:9/acme/ops')
    await clone.git('checkout', '--quiet', '--detach')
    const says = expect.stringMatching(/✗ Neither HEAD nor the remote says which branch/)
    expect(await clone.run(['plan'])).toMatchObject({ code: 2, stdout: says })
    expect(clone.project.service.requests()).toEqual([])
  })

  test('with --json there is a report', async () => {
    expect(await unchanged().report(['deploy'])).toMatchObject({ code: 2, mode: null, success: false })
    expect(await unchanged().report(['alerts'])).toMatchObject({ code: 2, mode: 'alerts', failure: { kind: 'input' } })
  })
})

describe('texts that somebody wrote in the assistant', () => {
  const edited = sharedClone(async () => {
    const clone = await delivered()
    clone.project.edit('Disk full', (content) => `${content}\nAsk Kim.\n`)
    clone.project.paste('Other', 'By hand.')
    clone.project.paste(clone.project.token, 'Text.')
    return clone
  })

  test('are shown by a plan with --diff, and on a terminal', async () => {
    const clone = edited()
    for (const { stdout } of [await clone.run(['plan', '--diff']), await clone.run(['plan'], { isTerminal: true })]) {
      expect(stripVTControlCharacters(stdout)).toMatch(/^kept .*\n {4}--- in Git\n[^]* {4}\+Ask Kim\.\n/m)
    }
    expect((await clone.run(['plan'])).stdout).not.toMatch(/Ask Kim/)
  })

  test('are entries of `list`, with file and state, without the token', async () => {
    const clone = edited()
    expect(await clone.run(['list'])).toEqual({
      code: 0,
      stdout:
        'edited     Disk full  docs/runbooks/disk.md\n' +
        'by-hand    Other      docs/runbooks/other.md\n' +
        'by-hand    ***\n' +
        `Assistant: ${new URL(clone.project.service.url).host}. Runbook Sync ${VERSION}.\n` +
        '✓ 3 entries: 1 edited, 2 by-hand\n',
      stderr: ''
    })
    const { stdout } = await clone.run(['list', '--json'])
    const { entries } = JSON.parse(stdout) as { entries: unknown[] }
    const row = { file: DISK, state: 'edited', trigger: 'smart', labels: [], description: 'Text.' }
    expect(entries).toContainEqual({ name: 'Disk full', ...row })
  })

  test('are saved and replaced, one by `--replace PATH`', async () => {
    const clone = edited()
    const { project } = clone
    const text = project.entries().get('Disk full') ?? ''
    const saved = join(clone.path, '..', 'saved', 'texts')
    const report = await clone.report(['sync', '--saved', saved, '--replace', DISK])
    expect(report).toMatchObject({ code: 1, mode: 'sync', totals: { upserted: 1, refused: 1 } })
    expect(project.texts()).toMatchObject({ ...EXPECTED, Other: 'By hand.' })
    const [folder = ''] = await readdir(saved)
    const kept = await readFile(join(saved, folder, '1-disk.md'), 'utf8')
    expect(kept).toMatch(/^<!-- The entry "Disk full" .* before `runbook-sync sync` of commit [0-9a-f]{7} /)
    expect(kept.endsWith(`-->\n${text}`)).toBe(true)
  })
})

test('pull writes the edits of some runbooks alone; one that cannot be merged goes beside its file, with exit code 1', async () => {
  await using clone = await delivered()
  for (const name of ['Disk full', 'Other']) clone.project.edit(name, (text) => text.replace('Text.', 'Edited.'))
  expect(await clone.report(['pull', OTHER])).toMatchObject({ code: 0, pulled: [{ file: OTHER, kind: 'changed' }] })
  expect(await clone.read(OTHER)).toBe('# Other\n\nEdited.\n')
  await clone.commit({ [DISK]: NEWER })
  const beside = { kind: 'beside', file: `${DISK}.edited` }
  expect(await clone.report(['pull'])).toMatchObject({ code: 1, pulled: [beside], failure: { kind: 'incomplete' } })
})

describe('HEAD is compared with the branch of the remote', () => {
  const ahead = sharedClone(async () => {
    const clone = await Clone.create()
    await clone.commit({ [DISK]: NEWER })
    return clone
  })

  test.each<{ title: string; git?: string[]; options?: string[]; code: number; says: RegExp }>([
    { title: 'a commit that is not pushed', code: 1, says: /✗ HEAD is \w{7}, .* is at \w{7}\. .*\n .*`--allow-stale`/ },
    { title: 'no such branch', options: ['--branch', 'x'], code: 1, says: /branch x of the remote does not exist/ },
    {
      title: 'a branch whose name ends in that of another one',
      git: ['push', '--quiet', 'origin', 'HEAD:refs/heads/a/refs/heads/main'],
      code: 1,
      says: /✗ HEAD is/
    },
    {
      title: 'a remote that does not answer: without its password',
      git: ['remote', 'set-url', 'origin', 'http://robin:hun/ter2@127.0.0.1:9/acme/handbook.git'],
      options: ['--branch', 'main'],
      code: 1,
      says: /✗ The remote does not say where main is: (?!.*ter2)/
    },
    { title: 'the same with --allow-stale', options: ['--allow-stale'], code: 0, says: /✓ .*: 2 runbooks delivered/ }
  ])('$title', async ({ git: args, options = [], code, says }) => {
    const clone = ahead()
    if (args !== undefined) await clone.git(...args)
    expect(await clone.run(['sync', ...options])).toEqual({ code, stdout: expect.stringMatching(says), stderr: '' })
    expect(Object.keys(clone.project.texts())).toHaveLength(code === 0 ? 2 : 0)
  })
})

test('a plan of an older commit than the remote has says that a sync would stop', async () => {
  await using clone = await Clone.create()
  await clone.commit({ [DISK]: NEWER })
  const says = expect.stringMatching(/^warning {3}HEAD is \w{7}, and the branch main of the remote has newer commits/m)
  expect((await clone.run(['plan'], BARE)).stdout).not.toEqual(says)
  await clone.git('push', '--quiet', 'origin', 'HEAD:main')
  await clone.git('checkout', '--quiet', 'HEAD~1')
  expect(await clone.run(['plan'], BARE)).toMatchObject({ code: 0, stdout: says })
})

test('before a commit, a plan fails for what is staged, and for nothing that was committed before', async () => {
  await using clone = await Clone.create({ ...RUNBOOKS, 'docs/runbooks/twin.md': '# Other\n' })
  await clone.write({ [DISK]: NEWER })
  await clone.git('add', '--all')
  expect(await clone.run(['plan'], BARE)).toMatchObject({ code: 1 })
  expect(await clone.run(['plan', '--staged'], BARE)).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await clone.run(['plan', '--staged', '--diff'], BARE)).toMatchObject({
    stdout: expect.stringMatching(/ 3 files selected in the index\.\n[^]*✓/)
  })
})

test('what a sync stops for needs --yes; in a CI, so does a first sync', async () => {
  await using clone = await Clone.create({ ...RUNBOOKS, 'docs/runbooks/b/disk.md': '# Disk full\n' })
  const ci = { env: { CI: 'true' } }
  const first = /✗ This workspace has no entry of acme\/handbook, so nothing was sent\.\n.*`sync --yes`/
  expect(await clone.run(['sync'], ci)).toMatchObject({ code: 1, stdout: expect.stringMatching(first) })
  const stopped = expect.stringMatching(/✗ Nothing was sent: [^]*--yes/)
  expect(await clone.run(['sync'])).toMatchObject({ code: 1, stdout: stopped })
  expect(clone.project.texts()).toEqual({})
  expect(await clone.run(['sync', '--yes'], ci)).toMatchObject({ code: 1 })
  expect(Object.keys(clone.project.texts())).toEqual(['Other'])
})

test('check needs no repository, and names each request with --verbose', async () => {
  const options = { folder: '..', repository: null }
  const { code, stdout, stderr } = await unchanged().run(['check', '--verbose'], options)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/This assistant fits/) })
  expect(stderr).toMatch(/^POST \/personal.*: 200 after \d+ ms\n/)
  expect(stderr).not.toContain(unchanged().project.token)
})

describe('a credential is not shown', () => {
  const value = gitHubToken()
  const quoting: FaultRule = { path: LIST_PATH, status: 422, body: JSON.stringify({ detail: `Unreadable: ${value}` }) }

  test.each([
    { where: 'in the cause of an error, with --verbose', args: ['plan', '--verbose'] },
    { where: 'by a command without inputs', args: ['check', '--verbose'], options: { repository: null } },
    { where: 'before the inputs are known', args: ['plan', '--replace', `docs/runbooks/${value}.md`] }
  ])('$where', async ({ args, options }) => {
    unchanged().project.service.faults.set([quoting])
    const { code, stdout, stderr } = await unchanged().run(args, options)
    unchanged().project.service.faults.set([])
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain('***')
    expect(stdout + stderr).not.toContain(value.slice(4, 16))
  })
})

test('list says which option compares entries that another forge shows', async () => {
  await using clone = await Clone.create()
  const at = ['--repository', 'https://git.example/acme/ops', '--forge']
  const options = { repository: null }
  await clone.run(['sync', ...at, 'github'], options)
  const { stdout } = await clone.run(['list', ...at, 'other'], options)
  expect(stdout).toMatch(/^elsewhere {2}Disk full {2}https:\/\/git\.example\/acme\/ops\/blob\//m)
  expect(stdout.match(/^notice .*--forge.*/gm)).toEqual([
    'notice    Some entries link to this repository on another forge, and are listed as `elsewhere`. Add `--forge github`.'
  ])
})

describe('alerts', () => {
  const rule = (name: string): string =>
    `groups: [{rules: [{alert: A, expr: up, annotations: {runbook_url: '../docs/runbooks/${name}'}}]}]\n`
  const MONITORING = { 'monitoring/good.yml': rule('disk.md'), 'monitoring/dead.yml': rule('gone.md') }
  const monitored = sharedClone(async () => delivered({ ...RUNBOOKS, ...MONITORING }))

  test.each<{ file: string; code: number; says: RegExp }>([
    { file: 'good.yml', code: 0, says: /1 with a runbook/ },
    { file: 'dead.yml', code: 1, says: /no docs\/runbooks\/gone\.md/ }
  ])('from their folder, $file: exit code $code', async ({ file, code, says }) => {
    const finished = await monitored().run(['alerts', '--rules', file], { ...BARE, folder: 'monitoring' })
    expect(finished).toMatchObject({ code, stdout: expect.stringMatching(says) })
  })

  test('that entries are bound to in the assistant, and without that if it rejects the token', async () => {
    monitored().project.service.people.bind('Disk full', 'alert', { match_patterns: ['a'] })
    const line = ['alerts', '--alerts', 'monitoring/good.yml']
    const { stdout } = await monitored().run(line)
    expect(stdout).toContain('1 alert: 1 with a runbook, 1 of them bound in the assistant.\n')
    const rejected = await monitored().run(line, { env: { RUNBOOK_SYNC_TOKEN: 'oap_expired' } })
    const says = /warning .*is not known\. The service rejects the token[^]*1 alert: 1 with a runbook\.\n/
    expect(rejected).toMatchObject({ code: 0, stdout: expect.stringMatching(says) })
  })
})
