import { describe, expect, test } from '@jest/globals'
import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { Clone, DISK, OTHER, PROGRAM, RUNBOOKS } from './clone.ts'

/** Address of the repository, which the remote on this machine does not name. */
const ADDRESS = ['--repository', 'acme/handbook']

const EXPECTED = { 'Disk full': '# Disk full\n\nText.\n', Other: '# Other\n\nText.\n' }

/** What a reader of a terminal does not have. */
const OF_WORKFLOWS = /job summary|annotation|pull request|actions\/checkout|::/

function upserts(clone: Clone): number {
  return clone.service.requests().filter(({ path }) => path === UPSERT_PATH).length
}

test('a plan without a token and an address says what would be sent, and asks nobody', async () => {
  const restart = 'docs/runbooks/Restart the job.md'
  await using clone = await Clone.create({ ...RUNBOOKS, [restart]: '# Restart the job\n' })
  const env = { RUNBOOK_SYNC_TOKEN: undefined, RUNBOOK_SYNC_BASE_URL: undefined }
  const { stdout, ...plan } = await clone.run(['plan', ...ADDRESS], { env })
  expect(plan).toMatchObject({ code: 0, stderr: '' })
  expect(stdout).toContain(`planned   ${DISK}  “Disk full”\n`)
  // Names stay as they are, where other words speak of a job.
  expect(stdout).toContain(`planned   ${restart}  “Restart the job”\n`)
  expect(stdout).toContain('Without `token` and `base-url` the plan cannot see the knowledge base')
  const since = await clone.run(['plan', '--since', 'HEAD', ...ADDRESS], { env: { RUNBOOK_SYNC_TOKEN: undefined } })
  expect(since).toMatchObject({ code: 0, stdout: expect.stringContaining('Without `token` the plan') })
  expect(stdout).not.toMatch(OF_WORKFLOWS)
  expect(clone.service.requests()).toEqual([])
})

test('first load, then no change: a sync sends what the list lacks, a plan compares with the list', async () => {
  await using clone = await Clone.create()
  const plan = await clone.run(['plan', ...ADDRESS])
  expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('A new entry.'), stderr: '' })
  expect(upserts(clone)).toBe(0)

  const first = await clone.run(['sync', ...ADDRESS], { folder: 'docs' })
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n✓ 2 runbooks delivered/), stderr: '' })
  expect(clone.texts()).toEqual(EXPECTED)

  const second = await clone.run(['sync', ...ADDRESS])
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ Everything is up to date.') })
  expect(upserts(clone)).toBe(2)
})

test('edit, commit, push: an ordinary change is no edit', async () => {
  await using clone = await Clone.create()
  await clone.run(['sync', ...ADDRESS])
  await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  const plan = await clone.report(['plan', ...ADDRESS])
  expect(plan).toMatchObject({ code: 0, totals: { planned: 1, unchanged: 1, kept: 0, refused: 0 } })
  const sync = await clone.report(['sync', ...ADDRESS])
  expect(sync).toMatchObject({ code: 0, totals: { upserted: 1, unchanged: 1 } })
  expect(clone.texts()).toEqual({ ...EXPECTED, 'Disk full': '# Disk full\n\nNewer.\n' })
})

describe('a text that somebody wrote in the assistant', () => {
  const BY_HAND = '# Disk full\n\nWritten by hand.\n'
  /** With a further line above the source line. */
  const edited = (clone: Clone): string => (clone.entries()['Disk full'] ?? '').replace('Text.', 'Text.\n\nAsk Kim.')

  /** The runbooks are delivered, and then somebody edits one. */
  async function withEdit(): Promise<Clone> {
    const clone = await Clone.create()
    await clone.run(['sync', ...ADDRESS])
    clone.writeEntry('Disk full', edited(clone))
    return clone
  }

  /** The outcome of `DISK`, which a plan and a sync with these options have; nothing is sent. */
  async function expectBoth(clone: Clone, outcome: string, options: readonly string[] = []): Promise<string> {
    const before = clone.entries()['Disk full']
    const code = outcome === 'refused' ? 1 : 0
    const lines: string[] = []
    for (const command of ['plan', 'sync']) {
      const finished = await clone.run([command, ...options, ...ADDRESS])
      expect({ command, options, code: finished.code }).toEqual({ command, options, code })
      expect(finished.stdout).not.toMatch(OF_WORKFLOWS)
      lines.push(finished.stdout.split('\n').find((line) => line.startsWith(outcome)) ?? `not ${outcome}`)
    }
    expect(lines[1]).toBe(lines[0])
    expect(clone.entries()['Disk full']).toBe(before)
    return lines[0] ?? ''
  }

  test('an edit of the present text is kept: a plan and a sync agree, and are green', async () => {
    await using clone = await withEdit()
    expect(await expectBoth(clone, 'kept')).toMatch(
      /^kept +docs\/runbooks\/disk\.md .*the edit stays.*`runbook-sync pull`/
    )
  })

  test('a conflict stays: a plan and a sync agree, and are red', async () => {
    await using clone = await withEdit()
    await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
    await clone.git('push', '--quiet', 'origin', 'main')
    for (const options of [[], ['--on-conflict', '']]) {
      expect(await expectBoth(clone, 'refused', options)).toMatch(
        /^refused +docs\/runbooks\/disk\.md {2}“Disk full” Somebody edited its entry in .*`on-conflict: replace` \(https:\/\/github\.com\/.*#the-recommended-workflow\)/
      )
    }
    clone.writeEntry('Disk full', BY_HAND)
    expect(await expectBoth(clone, 'refused')).toContain('“Disk full” Somebody wrote its entry in the assistant')
  })

  test.each<[title: string, options: readonly string[], isEdit: boolean]>([
    ['a text by hand, by `--on-conflict replace`', ['--on-conflict', 'replace'], false],
    ['an edit of the present text, by `--replace PATH`', ['--replace', DISK], true]
  ])('is saved and replaced, as a plan says: %s', async (_, options, isEdit) => {
    await using clone = await withEdit()
    const text = isEdit ? (clone.entries()['Disk full'] ?? '') : BY_HAND
    clone.writeEntry('Disk full', text)
    const plan = await clone.run(['plan', ...options, ...ADDRESS])
    expect(plan).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^planned +docs\/runbooks\/disk\.md .*Replaces/)
    })
    expect(clone.entries()['Disk full']).toBe(text)

    const saved = join(clone.path, '..', 'saved', 'texts')
    const report = await clone.report(['sync', '--saved', saved, ...options, ...ADDRESS])
    expect(report).toMatchObject({ code: 0, success: true, mode: 'sync', totals: { upserted: 1, unchanged: 1 } })
    expect(clone.texts()).toEqual(EXPECTED)
    const [folder = ''] = await readdir(saved)
    const kept = await readFile(join(saved, folder, DISK), 'utf8')
    expect(kept).toMatch(/^<!-- The entry "Disk full" before `runbook-sync sync` of commit [0-9a-f]{7} /)
    expect(kept.endsWith(`-->\n${text}`)).toBe(true)
  })

  test('`--replace` is about one runbook: another conflict stays. The folder of the text is told without --saved', async () => {
    await using clone = await withEdit()
    clone.writeEntry('Other', BY_HAND)
    const { code, stdout } = await clone.run(['sync', '--replace', DISK, ...ADDRESS])
    expect(code).toBe(1)
    expect(clone.texts()).toEqual({ ...EXPECTED, Other: BY_HAND })
    expect(stdout).toMatch(/^refused +docs\/runbooks\/other\.md /m)
    const [, folder = ''] = /^saved +(\S+) {2}/m.exec(stdout) ?? []
    expect(await readFile(join(folder, DISK), 'utf8')).toContain('Ask Kim.')
    await rm(folder, { recursive: true })
  })
})

describe('a plan shows what differs', () => {
  /** One runbook has changed, and somebody has edited the entry of the other. */
  async function changed(): Promise<Clone> {
    const clone = await Clone.create()
    await clone.run(['sync', ...ADDRESS])
    clone.writeEntry('Other', (clone.entries()['Other'] ?? '').replace('Text.', 'Text.\nAsk Kim.'))
    clone.writeEntry('Own', 'Text.')
    await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
    return clone
  }

  test('with --diff, each entry that would change or was edited; else nothing where no terminal is', async () => {
    await using clone = await changed()
    const plan = await clone.run(['plan', '--diff', ...ADDRESS])
    expect(plan).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^kept .*\n {4}--- in the assistant\n {4}\+\+\+ docs\/.*\n[^]* {4}-Ask Kim\.\n[^]*planned .*\n[^]* {4}-Text\.\n {4}\+Newer\.\n/
      )
    })
    expect(plan.stdout).toContain('“Own”')
    const { stdout: short } = await clone.run(['plan', ...ADDRESS])
    expect(short).toMatch(/^kept .*\nplanned .*\n/)
    expect(short).not.toMatch(/Ask Kim|“Own”/)
  })

  test('--exit-code tells a plan that would send from one with nothing to do, and from a problem', async () => {
    await using clone = await changed()
    expect(await clone.run(['plan', '--exit-code', ...ADDRESS])).toMatchObject({ code: 3 })
    await clone.git('reset', '--quiet', '--hard', 'HEAD^')
    clone.writeEntry('Other', '')
    await clone.run(['sync', ...ADDRESS])
    const nothing = await clone.run(['plan', '--exit-code', ...ADDRESS])
    expect(nothing).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing') })
    const env = { RUNBOOK_SYNC_TOKEN: 'wrong' }
    expect(await clone.run(['plan', '--exit-code', ...ADDRESS], { env })).toMatchObject({ code: 1 })
  })
})

describe('one cause is printed once, with ten paths', () => {
  const NAMES = Array.from({ length: 12 }, (_, at) => `docs/runbooks/${String(at + 10)}.md`)
  const TREE = Object.fromEntries(NAMES.map((path) => [path, `# ${path}\n`]))
  const PATHS = `${NAMES.slice(0, 10).join(', ')} and 2 more`

  test('texts that were written by hand, and a page of HTML', async () => {
    await using clone = await Clone.create(TREE)
    for (const path of NAMES) clone.writeEntry(path, 'By hand.')
    const { stdout } = await clone.run(['sync', ...ADDRESS])
    const lines = stdout.split('\n').filter((line) => line.includes(NAMES[0] ?? ''))
    expect(lines).toEqual([
      expect.stringMatching(/^refused +12 files {2}Somebody wrote its entry in the assistant\./),
      expect.stringMatching(/^✗ 12 runbooks are not delivered: /)
    ])
    expect(lines[0]).toMatch(new RegExp(`  ${PATHS}$`))
    await using service = await startMisbehaving(say(200, '<!doctype html><title>Sign in</title>'))
    service.list = undefined
    const html = await clone.run(['sync', ...ADDRESS], { env: { RUNBOOK_SYNC_BASE_URL: service.url } })
    expect(html.stdout.match(/HTML/g)).toHaveLength(1)
    expect(html.stdout).not.toContain(NAMES[0])
  })
})

test('where titles repeat, `--entry-name` helps before the first sync, which needs --yes without it', async () => {
  await using clone = await Clone.create({ ...RUNBOOKS, 'docs/runbooks/b/disk.md': '# Disk full\n' })
  const plan = await clone.run(['plan', ...ADDRESS])
  expect(plan).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/Before the first sync, `entry-name: '\{dir\}: \{title\}'` helps/)
  })
  const sync = await clone.run(['sync', ...ADDRESS])
  expect(sync).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ Nothing was sent: [^]*--yes/) })
  expect(clone.entries()).toEqual({})
  expect(await clone.run(['sync', '--yes', ...ADDRESS])).toMatchObject({ code: 1 })
  expect(clone.texts()).toEqual({ Other: '# Other\n\nText.\n' })
})

test('check says whether the assistant fits, and needs no repository', async () => {
  await using clone = await Clone.create()
  clone.writeEntry('By hand', 'Text.')
  const check = await clone.run(['check'], { folder: '..' })
  expect(check).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/fits: its list shows names and texts/),
    stderr: ''
  })
  expect(await clone.report(['check'])).toMatchObject({ code: 0, mode: 'check', success: true })
})

describe('list', () => {
  async function listed(clone: Clone): Promise<unknown> {
    const { code, stdout } = await clone.run(['list', '--json', ...ADDRESS])
    expect(code).toBe(0)
    return JSON.parse(stdout)
  }

  test('shows each entry with its file and its state', async () => {
    await using clone = await Clone.create({ ...RUNBOOKS, 'docs/runbooks/gone.md': '# Gone\n' })
    await clone.run(['sync', ...ADDRESS])
    await clone.commit({ 'docs/runbooks/gone.md': undefined })
    clone.writeEntry('Other', `${clone.entries()['Other'] ?? ''}\nAsk Kim.`)
    clone.writeEntry('Own', 'Text.')
    expect(await clone.run(['list', ...ADDRESS])).toEqual({
      code: 0,
      stdout:
        'current    Disk full  docs/runbooks/disk.md\n' +
        'orphaned   Gone       docs/runbooks/gone.md\n' +
        'edited     Other      docs/runbooks/other.md\n' +
        'by-hand    Own\n' +
        '✓ 4 entries: 1 current, 1 edited, 1 by-hand, 1 orphaned\n',
      stderr: ''
    })
    expect(await listed(clone)).toEqual({
      entries: [
        { name: 'Disk full', file: DISK, state: 'current' },
        { name: 'Gone', file: 'docs/runbooks/gone.md', state: 'orphaned' },
        { name: 'Other', file: OTHER, state: 'edited' },
        { name: 'Own', file: '', state: 'by-hand' }
      ]
    })
  })

  test('an entry whose name is the token is shown without it', async () => {
    await using clone = await Clone.create()
    clone.writeEntry(clone.token, `About ${clone.token}.`)
    for (const options of [[], ['--json']]) {
      const { stdout, stderr } = await clone.run(['list', ...options, ...ADDRESS])
      expect(stdout + stderr).toContain('***')
      expect(stdout + stderr).not.toContain(clone.token)
    }
  })
})

describe('a plan before a commit', () => {
  const BARE = { RUNBOOK_SYNC_TOKEN: undefined, RUNBOOK_SYNC_BASE_URL: undefined }

  test('finds two equal titles in what is staged, and on the disk', async () => {
    await using clone = await Clone.create()
    await clone.write({ 'docs/runbooks/new.md': '# Other\n\nNew.\n' })
    const untracked = await clone.run(['plan', '--staged', ...ADDRESS], { env: BARE })
    expect(untracked).toMatchObject({ code: 0 })
    for (const option of ['--worktree', '--staged']) {
      const { code, stdout } = await clone.run(['plan', option, ...ADDRESS], { env: BARE })
      expect({ option, code, stdout }).toEqual({
        option,
        code: 1,
        stdout: expect.stringContaining('docs/runbooks/new.md')
      })
      await clone.git('add', '--all')
    }
  })

  test('fails for nothing that was committed before', async () => {
    await using clone = await Clone.create({ ...RUNBOOKS, 'docs/runbooks/twin.md': '# Other\n' })
    await clone.write({ [DISK]: '# Disk full\n\nNewer.\n' })
    await clone.git('add', '--all')
    expect(await clone.run(['plan', ...ADDRESS], { env: BARE })).toMatchObject({ code: 1 })
    expect(await clone.run(['plan', '--staged', ...ADDRESS], { env: BARE })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ 1 runbook can be sent; .*; 2 would not be delivered: /m)
    })
  })

  test('in a hook of Git, a commit of two equal titles is refused', async () => {
    await using clone = await Clone.create()
    const command = `${process.execPath} --disable-warning=ExperimentalWarning ${PROGRAM} plan --staged --repository acme/x`
    const hook = join(clone.path, '.git', 'hooks', 'pre-commit')
    await mkdir(dirname(hook), { recursive: true })
    await writeFile(hook, `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 })
    await clone.write({ 'docs/runbooks/new.md': '# Other\n' })
    await clone.git('add', '--all')
    const message = ['commit', '--quiet', '--message', 'New']
    await expect(clone.git(...message)).rejects.toThrow()
    await clone.write({ 'docs/runbooks/new.md': '# New\n' })
    // Git gives the hook another index.
    await clone.git(...message, '--all')
    expect(await clone.git('log', '-1', '--format=%s')).toBe('New')
  })
})

test('the entries of a renamed repository are replaced, and edits are saved, by the option that the plan names', async () => {
  await using clone = await Clone.create()
  await clone.run(['sync', '--repository', 'acme/old'])
  const edited = `${clone.entries()['Disk full'] ?? ''}\nAsk Kim.\n`
  clone.writeEntry('Disk full', edited)
  const plan = await clone.run(['plan', ...ADDRESS])
  expect(plan).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/If this repository had that address before, .*replace/)
  })
  const replace = ['sync', '--on-conflict', 'replace', '--saved', join(clone.path, '..', 'saved'), ...ADDRESS]
  const report = await clone.report(replace)
  expect(report).toMatchObject({ code: 0, totals: { upserted: 2 } })
  expect(await readFile(report.saved.find(({ path }) => path === DISK)?.file ?? '', 'utf8')).toContain(edited)
  expect(clone.texts()).toEqual(EXPECTED)
  expect(await clone.report(['plan', ...ADDRESS])).toMatchObject({ code: 0, totals: { unchanged: 2 } })
})

test('an expired token ends each command with 1', async () => {
  await using clone = await Clone.create()
  clone.service.clock.advance(31 * 24 * 60 * 60 * 1000)
  for (const command of [
    ['check'],
    ['sync', ...ADDRESS],
    ['plan', ...ADDRESS],
    ['list', ...ADDRESS],
    ['pull', ...ADDRESS]
  ]) {
    const { code, stdout } = await clone.run(command)
    expect({ command, code }).toEqual({ command, code: 1 })
    expect(stdout).toMatch(/✗ The service rejects the token \(HTTP 401\).*expired/)
    expect(stdout).toContain('Choose Rotate in Settings → Access Tokens')
    expect(stdout).not.toMatch(OF_WORKFLOWS)
  }
})

test('a signal while the list hangs: the report, and no text of the assistant stays behind', async () => {
  await using clone = await Clone.create()
  let child: ChildProcess | undefined
  const page = Array.from({ length: 100 }, (_, at) => ({ name: at === 0 ? 'Disk full' : `Entry ${at}`, content: 'x' }))
  await using service = await startMisbehaving((request, reply) => {
    if (request.body.page_num === 1) say(200, JSON.stringify(page))(request, reply)
    else child?.kill('SIGTERM')
  })
  service.list = undefined
  const folder = await mkdtemp(join(clone.path, 'temporary-'))
  const onStart = (started: ChildProcess): void => void (child = started)
  const env = { RUNBOOK_SYNC_BASE_URL: service.url, TMPDIR: folder }
  const { code, stdout } = await clone.start(['plan', ...ADDRESS], { env, onStart })
  expect(code).toBe(1)
  expect(await readdir(folder)).toEqual([])
  expect(stdout).toMatch(
    /✗ The command was cancelled\.\n {2}Start a new run \(Run workflow, a push, or the command again\)\.\n$/
  )
})

test('another template of names would leave most entries behind: a sync needs --yes if nobody can be asked', async () => {
  const tree = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [`docs/runbooks/${at}.md`, `# Runbook ${at}\n`])
  )
  await using clone = await Clone.create(tree)
  await clone.run(['sync', ...ADDRESS])
  const before = clone.entries()
  expect(await clone.run(['plan', '--entry-name', '{stem}', ...ADDRESS])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/✗ A sync would send nothing: 25 entries would be created, [^]*--yes/)
  })
  const { code, stdout } = await clone.run(['sync', '--entry-name', '{stem}', ...ADDRESS])
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ Nothing was sent: 25 entries would be created, [^]*--yes/)
  expect(stdout).not.toContain('Delete its entry')
  expect(clone.entries()).toEqual(before)
  expect(await clone.run(['sync', '--entry-name', '{stem}', '--yes', ...ADDRESS])).toMatchObject({ code: 0 })
  expect(Object.keys(clone.entries())).toHaveLength(50)
})

describe('the rules of alerts', () => {
  const rule = (address: string): string =>
    `groups: [{rules: [{alert: A, expr: up, annotations: {runbook_url: '${address}'}}]}]\n`
  const MONITORING = {
    'monitoring/good.yml': rule('../docs/runbooks/disk.md'),
    'monitoring/dead.yml': rule('../docs/runbooks/gone.md'),
    'broken/a.yml': 'alert: x\nexpr: [\n'
  }

  test.each<{ name: string; folder?: string; rules: string; code: number; says: RegExp }>([
    { name: 'from their folder', folder: 'monitoring', rules: 'good.yml', code: 0, says: /1 with a runbook/ },
    { name: 'by a whole path', rules: '{root}/monitoring/good.yml', code: 0, says: /1 with a runbook/ },
    { name: 'that are dead', folder: 'monitoring', rules: 'dead.yml', code: 1, says: /no docs\/runbooks\/gone\.md/ },
    { name: 'that cannot be read', rules: 'broken', code: 1, says: /broken\/a\.yml:.* not valid YAML/ },
    { name: 'that are none', rules: 'docs', code: 1, says: /No rule file was found.* Correct `--rules`\./ }
  ])('$name: exit code $code', async ({ folder = '.', rules, code, says }) => {
    await using clone = await Clone.create({ ...RUNBOOKS, ...MONITORING })
    const line = ['alerts', '--rules', rules.replace('{root}', clone.path), '--workflow', 'none']
    const finished = await clone.run(line, { folder })
    expect(finished.code).toBe(code)
    expect(finished.stdout + finished.stderr).toMatch(says)
  })
})

test('`--removed retire` replaces the text of a removed runbook', async () => {
  await using clone = await Clone.create()
  await clone.run(['sync', ...ADDRESS])
  await clone.commit({ [DISK]: undefined })
  expect(await clone.run(['sync', '--removed', 'retire', '--allow-stale', ...ADDRESS])).toMatchObject({ code: 0 })
  expect(clone.texts()['Disk full']).toMatch(/^\*\*This runbook is retired/)
})
