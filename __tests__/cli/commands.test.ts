import { describe, expect, test } from '@jest/globals'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { Clone, DISK, RUNBOOKS } from './clone.ts'

/** Address of the repository, which the remote on this machine does not tell. */
const ADDRESS = ['--repository', 'acme/handbook']

const EXPECTED = { 'Disk full': '# Disk full\n\nText.\n', Other: '# Other\n\nText.\n' }

/** What anybody reads must not speak of a workflow, which there is none of. */
const OF_WORKFLOWS = /workflow|job summary|annotation|pull request|actions\/checkout|Input `|::/

function upserts(clone: Clone): number {
  return clone.service.requests().filter(({ path }) => path === UPSERT_PATH).length
}

test('a plan without a token and an address says what would be sent, and asks nobody', async () => {
  const restart = 'docs/runbooks/Restart the job.md'
  await using clone = await Clone.create({ ...RUNBOOKS, [restart]: '# Restart the job\n' })
  const env = { RUNBOOK_SYNC_TOKEN: undefined, RUNBOOK_SYNC_BASE_URL: undefined }
  const { code, stdout, stderr } = await clone.run(['plan', ...ADDRESS], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`planned   ${DISK}  “Disk full”\n`)
  // Names stay as they are, where other words speak of a job.
  expect(stdout).toContain(`planned   ${restart}  “Restart the job”\n`)
  expect(stdout).toContain('cannot see the knowledge base: set RUNBOOK_SYNC_TOKEN')
  expect(stdout).toMatch(/^3 to send\n[^]*\n✓ Nothing was written\.\n$/)
  const { stdout: addressed } = await clone.run(['plan', '--since', 'HEAD', ...ADDRESS], {
    env: { RUNBOOK_SYNC_TOKEN: undefined }
  })
  expect(addressed).toMatch(/^No changes\.\nnotice .*: set RUNBOOK_SYNC_TOKEN to compare\.\n$/)
  expect(stdout).not.toMatch(OF_WORKFLOWS)
  expect(clone.service.requests()).toEqual([])
})

test('first load, then no change: a sync sends what the list lacks, a plan compares with the list', async () => {
  await using clone = await Clone.create()
  const plan = await clone.run(['plan', ...ADDRESS])
  expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('A new entry.'), stderr: '' })
  expect(upserts(clone)).toBe(0)

  const first = await clone.run(['sync', ...ADDRESS], { folder: 'docs' })
  const head = (await clone.git('rev-parse', 'HEAD')).slice(0, 7)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toBe(
    `2 upserted; 2 selected\nBefore this run the knowledge base had 0 entries.\n✓ 2 runbooks delivered. The knowledge base has commit ${head}.\n`
  )
  expect(clone.texts()).toEqual(EXPECTED)

  const second = await clone.run(['sync', ...ADDRESS])
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ everything was already there') })
  expect(upserts(clone)).toBe(2)
})

test('edit, commit, push: an ordinary change is no edit, although there are no records', async () => {
  await using clone = await Clone.create()
  await clone.run(['sync', ...ADDRESS])
  await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  const plan = await clone.report(['plan', ...ADDRESS])
  expect(plan).toMatchObject({ code: 0, totals: { planned: 1, unchanged: 1, kept: 0, refused: 0 }, diagnostics: [] })
  const sync = await clone.report(['sync', ...ADDRESS])
  expect(sync).toMatchObject({ code: 0, totals: { upserted: 1, unchanged: 1 }, overwritten: [], diagnostics: [] })
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
    await clone.writeEntry('Disk full', edited(clone))
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
    // `--on-conflict` is about conflicts alone.
    await expectBoth(clone, 'kept', ['--on-conflict', 'replace'])
  })

  test('a conflict stays, with or without --saved: a plan and a sync agree, and are red', async () => {
    await using clone = await withEdit()
    await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
    await clone.git('push', '--quiet', 'origin', 'main')
    for (const options of [[], ['--saved', '../saved'], ['--on-conflict', ''], ['--on-conflict', 'keep']]) {
      expect(await expectBoth(clone, 'refused', options)).toMatch(
        /^refused +docs\/runbooks\/disk\.md {2}“Disk full” Somebody edited the entry in .*`runbook-sync sync --replace PATH`/
      )
    }
    await clone.writeEntry('Disk full', BY_HAND)
    expect(await expectBoth(clone, 'refused')).toContain('“Disk full” Somebody wrote the entry in the assistant')
  })

  test.each<[title: string, options: readonly string[], isEdit: boolean]>([
    ['a text by hand, by `--on-conflict replace`', ['--on-conflict', 'replace'], false],
    ['a text by hand, by `--replace PATH`', ['--replace', DISK], false],
    ['an edit of the present text, by `--replace PATH`', ['--replace', DISK], true]
  ])('is saved and replaced, as a plan says: %s', async (_, options, isEdit) => {
    await using clone = await withEdit()
    const text = isEdit ? (clone.entries()['Disk full'] ?? '') : BY_HAND
    await clone.writeEntry('Disk full', text)
    const plan = await clone.run(['plan', ...options, ...ADDRESS])
    expect(plan).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 to send, 1 of them over an edit, 1 unchanged\n/)
    })
    expect(clone.entries()['Disk full']).toBe(text)

    const saved = join(clone.path, '..', 'saved', 'texts')
    const report = await clone.report(['sync', '--saved', saved, ...options, ...ADDRESS])
    expect(report).toMatchObject({ code: 0, success: true, mode: 'sync', totals: { upserted: 1, unchanged: 1 } })
    expect(clone.texts()).toEqual(EXPECTED)
    const [folder = ''] = await readdir(saved)
    const kept = await readFile(join(saved, folder, DISK), 'utf8')
    expect(kept).toMatch(/^<!-- The entry "Disk full" before `runbook-sync sync` of commit [0-9a-f]{7} replaced it/)
    expect(kept.endsWith(`-->\n${text}`)).toBe(true)
    expect(report.overwritten).toEqual([{ path: DISK, name: 'Disk full', file: join(saved, folder, DISK) }])
  })

  test('`--replace` is about one runbook: another conflict stays. The folder of the text is told without --saved', async () => {
    await using clone = await withEdit()
    await clone.writeEntry('Other', BY_HAND)
    const { code, stdout } = await clone.run(['sync', '--replace', DISK, ...ADDRESS])
    expect({ code, texts: clone.texts() }).toEqual({ code: 1, texts: { ...EXPECTED, Other: BY_HAND } })
    expect(stdout).toMatch(/^refused +docs\/runbooks\/other\.md /m)
    const [, folder = ''] = /^saved +(\S+) {2}has the texts/m.exec(stdout) ?? []
    expect(await readFile(join(folder, DISK), 'utf8')).toContain('Ask Kim.')
    await rm(folder, { recursive: true })
  })
})

describe('a plan shows what differs', () => {
  /** One runbook has changed, and somebody has edited the entry of the other. */
  async function changed(): Promise<Clone> {
    const clone = await Clone.create()
    await clone.run(['sync', ...ADDRESS])
    await clone.writeEntry('Other', (clone.entries()['Other'] ?? '').replace('Text.', 'Text.\nAsk Kim.'))
    await clone.writeEntry('Own', 'Text.')
    await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
    return clone
  }

  test('with --diff, each entry that would change or was edited; else nothing where no terminal is', async () => {
    await using clone = await changed()
    const { code, stdout } = await clone.run(['plan', '--diff', ...ADDRESS])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^1 to send, 1 edited by hand\nkept .*\n {4}--- in the assistant\n {4}\+\+\+ from the file\n[^]* {4}-Ask Kim\.\n[^]*planned .*\n {4}@@[^]* {4}-Text\.\n {4}\+Newer\.\n/
      )
    })
    expect(stdout).toContain('Without a runbook: “Own”.')
    const { stdout: short } = await clone.run(['plan', ...ADDRESS])
    expect(short).toMatch(
      /^1 to send, 1 edited by hand\nkept .*\nplanned .*\nThe knowledge base has 3 entries: .*runbook\.\n/
    )
    expect(short).not.toMatch(/Ask Kim|“Own”/)
  })

  test('--exit-code tells a plan that would send from one with nothing to do, and from a problem', async () => {
    await using clone = await changed()
    expect(await clone.run(['plan', '--exit-code', ...ADDRESS])).toMatchObject({ code: 3 })
    await clone.git('reset', '--quiet', '--hard', 'HEAD^')
    await clone.writeEntry('Other', '')
    await clone.run(['sync', ...ADDRESS])
    const nothing = await clone.run(['plan', '--exit-code', ...ADDRESS])
    expect(nothing).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No changes\.\n[^✓]*$/) })
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
    for (const path of NAMES) await clone.writeEntry(path, 'By hand.')
    const { stdout } = await clone.run(['sync', ...ADDRESS])
    expect(stdout).toBe(
      `refused   12 files  Somebody wrote the entry in the assistant. To keep the text, bring it into the file with \`runbook-sync pull\`, or by hand. To discard it, run \`runbook-sync sync --replace PATH\`.  ${PATHS}\n` +
        '12 refused; 12 selected\nBefore this run the knowledge base had 12 entries: 12 differ.\n' +
        '✗ 12 runbooks were not delivered.\n'
    )
    await using service = await startMisbehaving(say(200, '<!doctype html><title>Sign in</title>'))
    const html = await clone.run(['sync', ...ADDRESS], { env: { RUNBOOK_SYNC_BASE_URL: service.url } })
    expect(html.stdout.match(/HTML page/g)).toHaveLength(1)
    expect(html.stdout.split('\n').filter((line) => line.includes(NAMES[0] ?? ''))).toEqual([
      `pending   12 files  Not sent, because the run ended.  ${PATHS}`
    ])
  })
})

test('where titles repeat, `--entry-name` helps before the first sync', async () => {
  await using clone = await Clone.create({ ...RUNBOOKS, 'docs/runbooks/b/disk.md': '# Disk full\n' })
  const { stdout: before } = await clone.run(['plan', ...ADDRESS])
  expect(before).toMatch(/✗ 2 runbooks would not be delivered\.\n {2}Set `--entry-name '\{dir\}: \{title\}'` now/)
  await clone.run(['sync', ...ADDRESS])
  const { stdout: after } = await clone.run(['plan', ...ADDRESS])
  expect(after).toMatch(/delivered\.\n {2}Give each a `title` .*; another `--entry-name` would make new entries/)
})

test('what the list does not show within `--confirm-within` has failed; with 0 nobody looks', async () => {
  await using clone = await Clone.create()
  clone.service.answers.set({ lag: 'never' })
  const { code, stdout } = await clone.run(['sync', '--confirm-within', '1', ...ADDRESS])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^failed +2 files .*its list does not show it.* raise `--confirm-within`\. {2}docs\/runbooks\/disk\.md, /m
  )
  expect(stdout).not.toMatch(OF_WORKFLOWS)
  expect(await clone.run(['sync', '--confirm-within', '0', ...ADDRESS])).toMatchObject({ code: 0 })
  clone.service.answers.set({ lag: { requests: 2 } })
  await clone.commit({ [DISK]: '# Disk full\n\nNewer.\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  expect(await clone.run(['sync', '--confirm-within', '30', ...ADDRESS])).toMatchObject({ code: 0 })
})

test('check counts the entries, and needs no repository', async () => {
  await using clone = await Clone.create()
  await clone.writeEntry('By hand', 'Text.')
  const check = await clone.run(['check'], { folder: '..' })
  expect(check).toEqual({ code: 0, stdout: '✓ the token is valid. The knowledge base has 1 entry.\n', stderr: '' })
  expect(await clone.report(['check'])).toMatchObject({ code: 0, mode: 'check', success: true })
})

test('an expired token ends each command with 1', async () => {
  await using clone = await Clone.create()
  clone.service.clock.advance(31 * 24 * 60 * 60 * 1000)
  for (const command of [['check'], ['sync', ...ADDRESS], ['plan', ...ADDRESS], ['pull', ...ADDRESS]]) {
    const { code, stdout } = await clone.run(command)
    expect({ command, code }).toEqual({ command, code: 1 })
    expect(stdout).toMatch(/✗ The service rejects the token \(HTTP 401\).*expired/)
    expect(stdout).toContain('Choose Rotate in Settings → Access Tokens')
    expect(stdout).not.toMatch(OF_WORKFLOWS)
    // A plan has decided nothing without the list.
    if (command[0] === 'plan') expect(stdout).toMatch(/^pending .* Not decided, because the run ended\./m)
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
  expect({ code, files: await readdir(folder) }).toEqual({ code: 1, files: [] })
  expect(stdout).toMatch(/✗ The command was cancelled\. 2 runbooks were not decided\.\n {2}Run it again\.\n$/)
})

test('another template of names would leave most entries behind: a sync needs --yes, where nobody can be asked', async () => {
  const tree = Object.fromEntries(Array.from('abcdef', (name) => [`docs/runbooks/${name}.md`, `# Runbook ${name}\n`]))
  await using clone = await Clone.create(tree)
  await clone.run(['sync', ...ADDRESS])
  const before = clone.entries()
  const { code, stdout } = await clone.run(['sync', '--entry-name', '{stem}', ...ADDRESS])
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/✗ 6 of 6 entries of this branch would have no runbook any more, and 6 new ones/)
  })
  expect(stdout).not.toContain('Delete its entry')
  expect(clone.entries()).toEqual(before)
  expect(await clone.run(['sync', '--entry-name', '{stem}', '--yes', ...ADDRESS])).toMatchObject({ code: 0 })
  expect(Object.keys(clone.entries())).toHaveLength(12)
})

test('a few other titles need no consent', async () => {
  await using clone = await Clone.create()
  await clone.run(['sync', ...ADDRESS])
  await clone.commit({ [DISK]: '# Disk\n', [OTHER]: '# Another\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  expect(await clone.run(['sync', ...ADDRESS])).toMatchObject({ code: 0 })
})
