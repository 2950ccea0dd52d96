import { afterAll, describe, expect, test } from '@jest/globals'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import type { Pulled } from '../../src/sync/pull.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { gitHubToken } from '../runbook/secret-values.ts'
import type { Changes, RunOptions, World } from './world.ts'
import { startWorlds } from './worlds.ts'

// From an edited entry to the files of a work tree. `__tests__/runbook/edit.test.ts` has more edits of one text.

const worldOf = await startWorlds()
const temp = await temporaryFolder()
afterAll(async () => {
  await temp[Symbol.asyncDispose]()
})

const [DISK, OTHER, BESIDE] = ['docs/runbooks/disk.md', 'docs/runbooks/other.md', 'docs/runbooks/disk.md.edited']
const FILE = `---
title: Disk full
owner: storage
---

# Disk full on a database host

The alert fires above 90 %. See also [replication](other.md#lag) and the [people](../people.md "on call").

1. Find what grows: \`df -h | awk '$5 > 90 && NR<5'\`.  
   Most often these are binary logs.

## Links

- [Replication](other.md)
- [People](../people.md)
- [Dashboard](https://grafana.example/d/disk)


Free some space, then purge binary logs that all replicas have read.

## Escalate

Call the storage team.
`
const TOKEN = gitHubToken()
const BRANCH = { [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' }

/** A branch that was delivered, with its work tree. */
class Clone {
  static #count = 0
  readonly path = join(temp.path, String(Clone.#count++))
  readonly world = worldOf()

  static async delivered(branch: Changes = BRANCH, run: RunOptions = {}): Promise<Clone> {
    const clone = new Clone()
    clone.world.branch.folder = clone.path
    await clone.commit(branch)
    expect(await clone.world.push({}, run)).toMatchObject({ isGreen: true })
    return clone
  }

  async commit(changes: Changes): Promise<void> {
    this.world.commit(changes)
    await this.write(changes)
  }

  /** Writes into the work tree. */
  async write(changes: Changes): Promise<void> {
    for (const [path, text] of Object.entries(changes)) {
      const file = join(this.path, path)
      await mkdir(dirname(file), { recursive: true })
      await (text === null ? rm(file) : writeFile(file, text))
    }
  }

  /** The work tree: text by path. */
  async files(): Promise<Changes> {
    const found = await readdir(this.path, { recursive: true, withFileTypes: true })
    const files = found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    const texts = files.map(async (file) => [relative(this.path, file), await readFile(file, 'utf8')] as const)
    return Object.fromEntries(await Promise.all(texts))
  }

  async pull(inputs: RunOptions['inputs'] = {}): Promise<readonly Pulled[]> {
    return (await this.world.run({ inputs: { ...inputs, mode: 'pull' } })).report.pulled
  }
}

interface Case {
  /** What was delivered. */
  readonly branch?: Changes
  readonly run?: RunOptions
  /** The entry that somebody writes then, and what it has of the entry “Disk full”. */
  readonly name?: string
  readonly edit?: (content: string, world: World) => string
  /** What is committed next, what the work tree has beside it, and what somebody saves during the pull. */
  readonly commit?: Changes
  readonly write?: Changes
  readonly whileMerging?: Changes
  readonly inputs?: RunOptions['inputs']
  readonly pulled: readonly unknown[]
  /** Files that are different then. */
  readonly files?: Changes
}

/** Somebody edits an entry, and a pull brings it home. */
async function expectPulled(given: Case): Promise<Clone> {
  const { branch = BRANCH, run = {}, name = 'Disk full', edit = some, commit = {}, write = {}, inputs } = given
  const clone = await Clone.delivered(branch, run)
  const { world } = clone
  world.service.writeEntry({ name, content: edit(world.contentOf('Disk full'), world) })
  await clone.commit(commit)
  await clone.write(write)
  const before = await clone.files()
  world.branch.onMerge = () => clone.write(given.whileMerging ?? {})
  expect(await clone.pull(inputs ?? run.inputs)).toEqual(given.pulled)
  expect(await clone.files()).toEqual({ ...before, ...given.files })
  return clone
}

const LINE = /^Source: .*$/m
const some = (text: string): string => text.replace('some', 'much')
const theirs = (text: string): string => some(text).replaceAll('/harbour/', '/acme/')
const ofStaging = (text: string): string => some(text).replaceAll('/main/', '/staging/')
const ofNoFile = (text: string): string => text.replace(/of \w{12}/, 'of 0123456789ab')
const ofOtherPath = (text: string): string => some(text).replaceAll(DISK, '../x.md')
const byHand = (): string => 'By hand.'
const changed = (path: string): Pulled => ({ path, file: path, kind: 'changed', reason: '' })
const notPulled = (path: string, says: string) => {
  return { path, file: '', kind: 'not pulled', reason: expect.stringContaining(says) as unknown as string }
}
const beside = (why: string): Pulled => {
  return { path: DISK, file: BESIDE, kind: 'beside', reason: `Not in the file: ${why}.` }
}

const inDisk = (text: string): Changes => ({ [DISK]: text })
/** The same change of the entry and of the file. */
const alike = (edit: (text: string) => string, file = FILE) => {
  return { branch: { ...BRANCH, [DISK]: file }, edit, files: inDisk(edit(file)) }
}
const page = (text: string): string => text.replace('Call', 'Page')
const CRLF = FILE.replaceAll('\n', '\r\n')
const renamed = FILE.replace('Disk full', 'Disk is full')
const FULL = 'docs/full.md'
const moved = page(FILE.replaceAll('(other', '(runbooks/other'))
const unlike = FILE.replace('storage', 'payments').replace('(other.md#lag)', '(other.md#delay)').concat('\nNew.\n')
const uncommitted = FILE.replace('Call', 'Not committed:')
const KEEP = { inputs: { 'front-matter': 'keep' } }
const DATED = FILE.replace('owner:', 'review-by: 2020-05-02\n$&')
const uncommented = (text: string): string => text.replace(/<!--[^]*?-->\n\n| <!--[^]*?-->/g, '')
const STRIP = { inputs: { comments: 'strip' } }
const COMMENTED = FILE.replace('## L', '<!-- TODO:\n\nmore -->\n\n$&').replace(/team\./, '$& <!-- Sam\nor Kim -->')
const TRUNK = { job: { ref: 'refs/heads/trunk', defaultBranch: 'trunk' } }

describe('an edit is in the file, with nothing else touched:', () => {
  test.each(
    Object.entries<Omit<Case, 'pulled'>>({
      'another word beside relative links': alike((text) => text.replace('See also', 'First see')),
      'front matter that is kept': { run: KEEP, ...alike((text) => text.replace('storage', 'platform')) },
      'of the comments that were sent': alike(uncommented, COMMENTED),
      'of a file that says when to review it': alike(some, DATED),
      'of a file with a byte order mark': alike(some, `\uFEFF${FILE}`),
      'of a last line that lacks the CRLF of the others': alike(page, CRLF.trimEnd()),
      'where the work tree has other line ends than Git': { write: inDisk(CRLF), files: inDisk(some(CRLF)) },
      'where the work tree has changes': { write: inDisk(uncommitted), files: inDisk(some(uncommitted)) },
      'where the file has changed since': { commit: inDisk(unlike), files: inDisk(some(unlike)) },
      'where the file was moved since': { commit: { [DISK]: null, [FULL]: moved }, files: { [FULL]: some(moved) } },
      'where it has another title, whose entry is not there': { commit: inDisk(renamed), files: inDisk(some(renamed)) },
      'where another file has its title, too': { commit: { 'docs/a.md': FILE } },
      'of an entry that names another path, which is not written': { edit: ofOtherPath },
      'of an entry that was sent on another branch': { run: TRUNK }
    })
  )('%s', async (_, { files = inDisk(some(FILE)), ...given }) => {
    const clone = await expectPulled({ ...given, files, pulled: Object.keys(files).map(changed) })
    expect(await clone.pull(given.inputs ?? given.run?.inputs)).toEqual([])
  })
})

describe('nothing is pulled', () => {
  test.each(
    Object.entries<Partial<Case>>({
      'if the file has the edit': { commit: inDisk(some(FILE)) },
      'from an entry whose runbook has changed': { edit: (text) => text, commit: inDisk(some(FILE)) },
      'from an entry that is a copy of the text': { edit: (text) => text.replace(LINE, '') },
      'from an edited entry whose runbook is gone': { commit: { [DISK]: null } },
      'from an entry that somebody renamed, from a text that this clone lacks': { name: 'Mine', edit: ofNoFile },
      'from an edited copy under another name, if the file has the edit': { name: 'Mine', commit: inDisk(some(FILE)) },
      'from an edited entry of another branch beside the one of the file': { name: 'Mine', edit: ofStaging },
      'from an edit of another repository under another name': { name: 'Theirs', edit: theirs, commit: inDisk(renamed) }
    })
  )('%s', async (_, given) => {
    await expectPulled({ ...given, pulled: [] })
  })
})

const OUT_OF_HISTORY = 'the text that was edited is not in the history of this clone'

describe('an edit that cannot be in the file stands beside it:', () => {
  const above = (front: string) => (text: string) => text.replace(LINE, `---\n${front}\n---\n\n$&`)
  const bare = inDisk(FILE.slice(FILE.indexOf('# Disk')).replace(' on a database host', ''))
  const aboveNote = (text: string): string => some(text).replace('(version', '(retired')
  const stripped = { branch: inDisk(COMMENTED), run: STRIP }
  const retitled = (text: string): string => text.replace('# Disk', '# Disks')
  const long = (text: string): string => (LINE.exec(text)?.[0] ?? '') + '\n\nA line.\n\nAnother.'.repeat(1500)
  test.each(
    Object.entries<Partial<Case> & { readonly why?: string }>({
      'it was written by hand, and the text it started from is unknown': { edit: byHand },
      'the file has changed at the same place since': { commit: inDisk(FILE.replace('some', 'all')) },
      [OUT_OF_HISTORY]: { edit: (text) => some(ofNoFile(text)) },
      'the entry has another name than its runbook, so delete the entry when you have copied the text': {
        name: 'Mine'
      },
      'it is an edited note that the runbook is gone': { edit: aboveNote, why: OUT_OF_HISTORY },
      'it changes too many lines to compare them': { edit: long },
      'with this edit the file would have another title': { branch: bare, edit: retitled },
      'merged with the file, it would not be sent as it is: `owner: Kim`': { branch: bare, edit: above('owner: Kim') },
      'a sync would not send the file: the `title` is not text': { branch: bare, edit: above('title: [CPU]') },
      'it has no comments, because it was sent with `comments: strip`: pull with the same': {
        ...stripped,
        inputs: { comments: 'keep' }
      },
      'the file has comments, which `comments: strip` leaves out of the entry': stripped,
      'the work tree has no such file, or no sync could read it': { write: { [DISK]: null } }
    })
  )('%s', async (name, { why = name, ...given }) => {
    const pulled = [beside(why)]
    const clone = await expectPulled({ ...given, pulled, files: { [BESIDE]: expect.any(String) as unknown as string } })
    const entry = clone.world.entries[given.name ?? 'Disk full'] ?? ''
    const expected = `<!-- An edit of disk.md in the assistant: ${why}. -->\n\n${entry}\n`
    expect((await clone.files())[BESIDE]).toBe(expected)
    // It is there now.
    expect(await clone.pull(given.inputs ?? given.run?.inputs)).toEqual(pulled)
  })
})

describe('an edit is left out, with the reason', () => {
  const withWord = (word: string) => (text: string) => text.replace('some', word)
  const forAlerts = (names: string) => (text: string) => text.replace(/ \(version/, ` for the alerts ${names}$&`)
  test.each(
    Object.entries<Partial<Case>>({
      'The entry “Disk full” was edited, and comes from another repository.': { edit: theirs },
      'The entry holds the access token.': { edit: (text, { token }) => text.replace('some', token) },
      'No file can hold the text of the entry. The file contains a NUL byte': { edit: withWord('\0') },
      [`\`files\` would take ${BESIDE} for a runbook: exclude it.`]: {
        edit: byHand,
        inputs: { files: 'docs/**/*.md*' }
      },
      [`${BESIDE} has another text already. Move or delete it`]: { edit: byHand, write: { [BESIDE]: 'Mine.' } },
      'Somebody has written into the first line of its entry': { edit: forAlerts('call Sam') },
      'Somebody has written into the first line of its entry, ': { edit: forAlerts('`DiskFull`') },
      'The file changed meanwhile. Pull again.': { whileMerging: inDisk(uncommitted), files: inDisk(uncommitted) }
    })
  )('%s', async (says, given) => {
    await expectPulled({ ...given, pulled: [notPulled(DISK, says)] })
  })

  test('that its file cannot be written, and others are pulled', async () => {
    const long = `docs/${'a'.repeat(250)}.md`
    const clone = await Clone.delivered({ ...BRANCH, [long]: '# Long\n' })
    clone.world.edit('Long', byHand)
    clone.world.edit('Other', (content) => content.replace('Text', 'A text'))
    expect(await clone.pull()).toEqual([notPulled(long, 'ENAMETOOLONG'), changed(OTHER)])
  })
})

test('only an edit of an older text needs the history', async () => {
  const clone = await expectPulled({ pulled: [changed(DISK)], files: inDisk(some(FILE)) })
  expect(clone.world.branch.historyReadings).toBe(0)
  await clone.commit(inDisk(unlike))
  await clone.pull()
  expect(clone.world.branch.historyReadings).toBe(1)
})

const NOTES = '# Notes\n\nText.\n'
const note = (content: string): string => `${content}\nCall Sam.\n`

test('an edit of what another step delivers stays in the assistant', async () => {
  const clone = await Clone.delivered({ ...BRANCH, 'notes/disk.md': NOTES }, { inputs: { files: '**/*.md' } })
  clone.world.edit('Notes', note)
  await clone.commit({ 'docs/notes.md': NOTES })
  expect(await clone.pull({ files: 'docs/**' })).toEqual([])
})

test('a text by hand that is bound to something else stays in the assistant', async () => {
  const clone = await Clone.delivered()
  const alert = { trigger: 'alert', triggerConfig: { match_patterns: ['DiskFull'] } } as const
  clone.world.service.people.copy('Disk full', { content: 'For this alert alone.', ...alert })
  expect(await clone.pull()).toEqual([])
})

test('edits in several entries of one runbook come into the file one after the other', async () => {
  const clone = await Clone.delivered()
  const content = clone.world.contentOf('Disk full')
  const edits = [some(content), page(content), content.replace('Call', 'Wake')]
  const other = { name: 'Other', content: clone.world.contentOf('Other') }
  const items = [other, ...edits.map((each) => ({ name: 'disk FULL', content: each }))]
  clone.world.becomes({ faults: [{ path: LIST_PATH, times: 1, status: 200, body: JSON.stringify({ items }) }] })
  const conflict = beside('the file has changed at the same place since')
  expect(await clone.pull()).toEqual([changed(DISK), changed(DISK), conflict])
  expect((await clone.files())[DISK]).toBe(some(page(FILE)))
})

test('a file keeps its mode, whatever the mask of the process is', async () => {
  const clone = await Clone.delivered()
  clone.world.edit('Disk full', some)
  await chmod(join(clone.path, DISK), 0o777)
  expect(await clone.pull()).toEqual([changed(DISK)])
  expect((await stat(join(clone.path, DISK))).mode & 0o777).toBe(0o777)
})

test.each<{ link: string; written: string }>([
  { link: DISK, written: BESIDE },
  { link: 'docs/runbooks', written: '' },
  { link: BESIDE, written: '' }
])('a symbolic link is never followed: $link', async ({ link, written }) => {
  const clone = await Clone.delivered()
  clone.world.edit('Disk full', byHand)
  const outside = `${clone.path}-outside`
  await mkdir(outside)
  await writeFile(join(outside, 'disk.md'), FILE)
  await rm(join(clone.path, link), { recursive: true, force: true })
  await symlink(link.endsWith('runbooks') ? outside : join(outside, 'disk.md'), join(clone.path, link))
  expect((await clone.pull()).map(({ file }) => file)).toEqual([written])
  expect(await readdir(outside)).toEqual(['disk.md'])
  expect(await readFile(join(outside, 'disk.md'), 'utf8')).toBe(FILE)
})

test.each<{ name: string; file?: string; edit?: string; commit?: string; warned?: string }>([
  { name: 'in the file', edit: TOKEN, warned: DISK },
  { name: 'beside the file', edit: TOKEN, commit: 'Another text.', warned: BESIDE },
  { name: 'that the file has had', file: TOKEN, edit: `${TOKEN}\n\nCall Sam.` }
])('a credential of an edit $name has a warning at its line, without its value', async (given) => {
  const { file = 'Text.', edit = file, commit = file, warned } = given
  const textOf = (text: string): Changes => ({ [DISK]: `# Disk full\n\n${text}\n` })
  const clone = await Clone.delivered(textOf(file), { inputs: { secrets: 'warn' } })
  clone.world.edit('Disk full', (content) => content.replace(file, edit))
  await clone.commit(textOf(commit))
  const { report } = await clone.world.run({ inputs: { secrets: 'warn', mode: 'pull' } })
  expect((await clone.files())[warned ?? DISK]).toContain(edit)
  const says = /^The edit has brought a credential .*: GitHub Token/
  const found = report.notices.filter(({ message }) => says.test(message))
  const line = warned === BESIDE ? 5 : 3
  expect(found).toMatchObject(warned === undefined ? [] : [{ level: 'warning', path: warned, line }])
  expect(JSON.stringify(report)).not.toContain(TOKEN.slice(4, 16))
})

test('an edit gets into a file with a new title, whose path has another Unicode form in the entry', async () => {
  const path = 'docs/café.md'.normalize('NFD')
  const clone = await Clone.delivered({ [path]: '# Coffee\n\nText.\n' })
  clone.world.edit('Coffee', (content) => note(content).normalize('NFC'))
  await clone.commit({ [path]: '# Coffee machine\n\nText.\n' })
  expect(await clone.pull()).toMatchObject([{ kind: 'changed', file: path }])
  expect((await clone.files())[path]).toBe('# Coffee machine\n\nText.\n\nCall Sam.\n')
})

test('from a list without texts nothing is pulled, which is an error', async () => {
  const { world } = await Clone.delivered()
  world.becomes({ answers: { texts: 'none' } })
  const ended = { kind: 'incomplete', message: 'The list shows no texts, so edits cannot be found.' }
  expect(await world.run({ inputs: { mode: 'pull' } })).toMatchObject({ isGreen: false, ended })
})

test('a shallow clone that lacks the text which was edited: the command that fetches the rest', async () => {
  const clone = await Clone.delivered()
  clone.world.branch.isShallow = true
  clone.world.edit('Disk full', (text) => some(ofNoFile(text)))
  const why = `${OUT_OF_HISTORY}, which is shallow: \`git fetch --unshallow\`, and pull again`
  expect(await clone.pull()).toEqual([beside(why)])
})

test.each<{ name: string; write: Changes; isNamed: boolean }>([
  { name: 'the runbook has each line of it', write: { [DISK]: some(FILE) }, isNamed: true },
  { name: 'the runbook has other lines, too', write: { [DISK]: `${some(FILE)}\nMore.\n` }, isNamed: true },
  { name: 'the runbook lacks a line', write: {}, isNamed: false },
  { name: 'it is none of a pull', write: { [DISK]: some(FILE), [BESIDE]: 'Mine.\n' }, isNamed: false }
])('an old file beside a runbook is named with `rm`: $name', async ({ write, isNamed }) => {
  const clone = await Clone.delivered()
  const [, text = ''] = some(clone.world.contentOf('Disk full')).split(/\n\n([^]*)/)
  await clone.write({ [BESIDE]: `<!-- An edit of disk.md in the assistant: why. -->\n\n${text}\n`, ...write })
  const { report, isGreen } = await clone.world.run({ inputs: { mode: 'pull' } })
  const notice = { level: 'notice', path: BESIDE, message: expect.stringContaining(`\`rm ${BESIDE}\``) }
  expect(isGreen).toBe(true)
  expect(report).toMatchObject({ pulled: [], notices: isNamed ? [notice] : [] })
})
