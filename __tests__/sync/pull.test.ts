import { afterAll, describe, expect, test } from '@jest/globals'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { MAX_BYTES } from '../../src/runbook/text.ts'
import type { Pulled } from '../../src/sync/pull.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import type { RunOptions, World, WorldOptions } from './world.ts'
import { startWorlds } from './worlds.ts'

const worldOf = await startWorlds()
const temp = await temporaryFolder()
afterAll(async () => {
  await temp[Symbol.asyncDispose]()
})

const [DISK, OTHER] = ['docs/runbooks/disk.md', 'docs/runbooks/other.md']
const TEXT = `# Disk full on a database host

The alert fires above 90 %. See also [replication](other.md#lag) and the [people](../people.md "on call").

## Check

1. Log in to the host:

   \`\`\`sh
   df -h /var/lib/mysql | awk '$5 > 90 && NR<5'
   \`\`\`

2. Find what grows.  
   Most often these are binary logs.

## Links

- [Replication](other.md)
- [People](../people.md)
- [Dashboard](https://grafana.example/d/disk)
- ![Map](images/map.png)

## Fix


Free some space, then purge binary logs that all replicas have read.

## Escalate

Call the storage team.
`
const FILE = `---\ntitle: Disk full\nowner: storage\n---\n\n${TEXT}`
const BRANCH = { [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' }

type Changes = Readonly<Record<string, string | null>>

/** A branch that was delivered, with its work tree. */
class Clone {
  static #count = 0
  readonly path = join(temp.path, String(Clone.#count++))
  readonly world: World

  private constructor(options: WorldOptions) {
    this.world = worldOf(options)
    this.world.branch.folder = this.path
  }

  static async delivered(tree: Changes = BRANCH, run: RunOptions = {}, options: WorldOptions = {}): Promise<Clone> {
    const clone = new Clone(options)
    await clone.commit(tree)
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

  edit(name: string, change: (content: string) => string): void {
    const before = this.world.contentOf(name)
    expect(this.world.edit(name, change)).not.toBe(before)
  }

  /** The work tree: text by path. */
  async files(): Promise<Readonly<Record<string, string>>> {
    const found = await readdir(this.path, { recursive: true, withFileTypes: true })
    const files = found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    const texts = files.map(async (file) => [relative(this.path, file), await readFile(file, 'utf8')] as const)
    return Object.fromEntries(await Promise.all(texts))
  }

  async pull(inputs: RunOptions['inputs'] = {}): Promise<Pulled[]> {
    const { report, notices } = await this.world.run({ inputs: { ...inputs, mode: 'pull' } })
    expect(notices.filter((one) => one.includes('link target'))).toEqual([])
    return report.pulled.map(({ path, file, kind, reason }) => ({ path, file, kind, reason }))
  }
}

const LINE = /^Source: .*$/m
const some = (text: string): string => text.replace('some', 'much')
const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
const changed = (path: string): Pulled => ({ path, file: path, kind: 'changed', reason: '' })
const leftOut = (path: string, reason: string): Pulled => ({ path, file: '', kind: 'left out', reason })
const beside = (path: string, why: string): Pulled => {
  return { path, file: `${path}.edited`, kind: 'beside', reason: `Not in the file: ${why}.` }
}
const matching = (reason: RegExp): string => expect.stringMatching(reason) as unknown as string

const CONFLICT = 'the file has changed at the same place since'
const UNKNOWN = 'the text that was edited is not in the history of this clone'

interface Edit {
  readonly change: (content: string) => string
  /** By default the same change. */
  readonly inFile?: (file: string) => string
  readonly file?: string
  readonly frontMatter?: 'strip' | 'keep'
  /** What somebody commits between the edit and the pull. */
  readonly meanwhile?: (file: string) => string
  readonly why?: string
}
const section = '\n## Afterwards\n\nWrite down what grew: `du -sh <folder>`.\n'

test.each(
  Object.entries<Edit>({
    'another word': { change: some },
    'another word, in a file with CRLF': { file: crlf(FILE), change: (text) => some(text).replaceAll('\r\n', '\n') },
    'another word, below front matter that is kept': { change: some, frontMatter: 'keep' },
    'another owner, in front matter that is kept': {
      change: (text) => text.replace('owner: storage', 'owner: platform'),
      frontMatter: 'keep'
    },
    'another word beside relative links': { change: (text) => text.replace('See also', 'First see') },
    'a line above one with relative links': {
      change: (text) => text.replace('The alert fires', 'It pages at night, too.\nThe alert fires')
    },
    'another item in a list of links': {
      change: (text) => text.replace('- [Dashboard]', '- [Backups](https://backup.example)\n- [Dashboard]')
    },
    'an item less in a list of links': { change: (text) => text.replace(/- \[People\].*\n/, '') },
    'an added section at the end': { change: (text) => `${text}${section}` },
    'an added section in the middle': { change: (text) => text.replace('\n## Fix', `${section}\n## Fix`) },
    'a removed section': { change: (text) => text.replace(/## Links\n[^]*(?=## Fix)/, '') },
    'another number in code with <': { change: (text) => text.replace('NR<5', 'NR<9') },
    'a table, and a line less beside a break of lines that blanks make': {
      change: (text) =>
        text.replace('   Most often these are binary logs.\n', '\n| log | size |\n|---|---|\n| binary | large |\n')
    },
    'a note above the source line': {
      change: (text) => `**Call Kim first.**\n\n${text}`,
      inFile: (file) => file.replace('# Disk full', '**Call Kim first.**\n\n# Disk full')
    },
    'another word, where the file has changed meanwhile: its front matter, its end, and a link': {
      change: some,
      meanwhile: (file) => {
        const other = file.replace('owner: storage', 'owner: payments').replace('(other.md#lag)', '(other.md#delay)')
        return `${other}\nNew.\n`
      }
    },
    'another word in a line that has changed meanwhile': {
      change: some,
      meanwhile: (file) => file.replace('some space', 'all space'),
      why: CONFLICT
    },
    'another word, by an editor that escapes the whole text': {
      change: (text) => some(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      why: 'an editor of the assistant has escaped `<`, `>` or `&` in the whole text'
    }
  })
)('seventeen edits, as people make them, are in the file, with nothing else touched: %s', async (_, edit) => {
  const { change, inFile = change, file = FILE, frontMatter = 'strip', meanwhile, why } = edit
  const inputs = { 'front-matter': frontMatter }
  const clone = await Clone.delivered({ ...BRANCH, [DISK]: file }, { inputs })
  clone.edit('Disk full', change)
  const present = meanwhile?.(file) ?? file
  await clone.commit({ [DISK]: present })
  expect(await clone.pull(inputs)).toEqual([why === undefined ? changed(DISK) : beside(DISK, why)])
  const { [`${DISK}.edited`]: edited, ...files } = await clone.files()
  const expected = file.includes('\r') ? crlf(inFile(FILE)) : inFile(present)
  expect(files).toEqual({ ...BRANCH, [DISK]: why === undefined ? expected : present })
  expect(edited === undefined).toBe(why === undefined)
  if (why === undefined) expect(await clone.pull(inputs)).toEqual([])
})

describe('an edit is in the file as the work tree has it:', () => {
  test.each(
    Object.entries<{ file?: string; present?: (file: string) => string }>({
      'with a byte order mark': { file: `\uFEFF${FILE}` },
      'without a line end': { file: FILE.trimEnd() },
      'with other line ends than Git has': { present: crlf },
      'with changes that are not committed': { present: (file) => file.replace('Call', 'Not committed:') }
    })
  )('%s', async (_, { file = FILE, present = (text: string) => text }) => {
    const clone = await Clone.delivered({ [DISK]: file })
    clone.edit('Disk full', some)
    await clone.write({ [DISK]: present(file) })
    await chmod(join(clone.path, DISK), 0o755)
    expect(await clone.pull()).toEqual([changed(DISK)])
    expect(await clone.files()).toEqual({ [DISK]: some(present(file)) })
    expect((await stat(join(clone.path, DISK))).mode & 0o777).toBe(0o755)
  })
})

describe('an edit of an older text', () => {
  const moved = FILE.replaceAll('(other', '(runbooks/other').replace('Call', 'Page')
  test.each(
    Object.entries<{ changes: Changes; path?: string; files: Changes }>({
      'after the file was moved, with its links': {
        changes: { [DISK]: null, 'docs/full.md': moved },
        path: 'docs/full.md',
        files: { 'docs/full.md': some(moved) }
      },
      'after the file has another title, whose entry is not there': {
        changes: { [DISK]: FILE.replace('Disk full', 'Disk is full') },
        files: { [DISK]: some(FILE).replace('Disk full', 'Disk is full') }
      },
      'after another file has its title, too': {
        changes: { 'docs/a.md': FILE },
        files: { 'docs/a.md': FILE, [DISK]: some(FILE) }
      }
    })
  )('is merged %s', async (_, { changes, path = DISK, files }) => {
    const clone = await Clone.delivered()
    clone.edit('Disk full', some)
    await clone.commit(changes)
    expect(await clone.pull()).toEqual([changed(path)])
    expect(await clone.files()).toEqual({ ...files, [OTHER]: BRANCH[OTHER] })
    expect(await clone.pull()).toEqual([])
  })

  test.each(
    Object.entries<(file: string) => string>({
      'as it is': (file) => file,
      'with a new line right below it': (file) => file.replace('\n\n## Escalate', '\nNew.\n\n## Escalate')
    })
  )('is in the file already, %s', async (_, more) => {
    const clone = await Clone.delivered()
    clone.edit('Disk full', some)
    await clone.commit({ [DISK]: more(some(FILE)) })
    expect(await clone.pull()).toEqual([])
    expect(await clone.files()).toEqual(clone.world.branch.treeAt(clone.world.branch.head))
  })

  test('needs the history, and an edit of the current one does not', async () => {
    const clone = await Clone.delivered()
    clone.edit('Disk full', some)
    await clone.pull()
    expect(clone.world.branch.historyReadings).toBe(0)
    await clone.commit({ [DISK]: FILE.replace('Call', 'Page') })
    await clone.pull()
    expect(clone.world.branch.historyReadings).toBe(1)
  })
})

test.each<{ what: string; job: RunOptions['job'] }>([
  { what: 'on another branch', job: { ref: 'refs/heads/trunk', branch: 'trunk', defaultBranch: 'trunk' } },
  { what: 'for the repository in another case', job: { repository: 'Harbour/HANDBOOK' } }
])('an entry that was sent $what keeps its links relative in the file', async ({ job = {} }) => {
  const clone = await Clone.delivered(BRANCH, { job })
  clone.edit('Disk full', some)
  expect(await clone.pull()).toEqual([changed(DISK)])
  expect(await clone.files()).toEqual({ ...BRANCH, [DISK]: some(FILE) })
})

describe('an edit that cannot be in the file stands beside it:', () => {
  const other = (front: string) => (text: string) => text.replace(LINE, `${front}\n\n$&`)
  test.each(
    Object.entries<{ why: string; path?: string; edit: (text: string) => string; write?: Changes }>({
      'it was written by hand': {
        why: 'it was written by hand, and the text it started from is unknown',
        edit: () => 'By hand.'
      },
      'Git does not have what it was made from': {
        why: UNKNOWN,
        edit: (text) => some(text).replace(/of \w{12}\)/, 'of 0123456789ab)')
      },
      'it was made from a note that the runbook is gone': {
        why: UNKNOWN,
        edit: (text) => some(text).replace('(version', '(retired')
      },
      'it changes too many lines': {
        why: 'it changes too many lines to compare them',
        edit: (text) => `${LINE.exec(text)?.[0] ?? ''}\n\n${Array.from({ length: 3000 }, (_, at) => at).join('\n')}\n`
      },
      'it changes the title': {
        why: 'with this edit the file would have another title',
        path: OTHER,
        edit: (text) => text.replace('# Other', '# Others')
      },
      'it has front matter, which is not sent': {
        why: 'with this edit in the file, a sync would send another text',
        path: OTHER,
        edit: other('---\nowner: Kim\n---')
      },
      'it makes a draft': {
        why: 'a sync would not send the file: draft: true',
        path: OTHER,
        edit: other('---\ndraft: true\n---')
      },
      'the work tree lacks the file': {
        why: 'the work tree has no such file, or no sync could read it',
        path: OTHER,
        edit: (text) => `${text}\nMore.\n`,
        write: { [OTHER]: null }
      }
    })
  )('%s', async (_, { why, path = DISK, edit, write = {} }) => {
    const clone = await Clone.delivered()
    const name = path === DISK ? 'Disk full' : 'Other'
    clone.edit(name, edit)
    await clone.write(write)
    const before = await clone.files()
    expect(await clone.pull()).toEqual([beside(path, why)])
    const comment = `<!-- An edit of ${path.split('/').at(-1) ?? ''} in the assistant: ${why}. -->`
    const text = `${comment}\n\n${clone.world.entries[name] ?? ''}\n`
    expect(await clone.files()).toEqual({ ...before, [`${path}.edited`]: text })
    // It is there now.
    expect(await clone.pull()).toEqual([beside(path, why)])
  })

  test('but not over another file, nor where it would be a runbook', async () => {
    const clone = await Clone.delivered()
    clone.edit('Disk full', () => 'By hand.')
    const reason = `\`files\` would take ${DISK}.edited for a runbook: exclude it.`
    expect(await clone.pull({ files: 'docs/**/*.md*' })).toEqual([leftOut(DISK, reason)])
    expect(await clone.files()).toEqual(BRANCH)
    await clone.write({ [`${DISK}.edited`]: 'Mine.' })
    const taken = `${DISK}.edited has another text already. Move or delete it, and pull again.`
    expect(await clone.pull()).toEqual([leftOut(DISK, taken)])
    expect(await clone.files()).toEqual({ ...BRANCH, [`${DISK}.edited`]: 'Mine.' })
  })
})

test('edits in several entries of one runbook come into the file one after the other', async () => {
  const clone = await Clone.delivered()
  const content = clone.world.contentOf('Disk full')
  const edits = [some(content), content.replace('Call', 'Page'), content.replace('Call', 'Wake')]
  const other = { name: 'Other', content: clone.world.contentOf('Other') }
  const items = [other, ...edits.map((each) => ({ name: 'disk FULL', content: each }))]
  clone.world.becomes({ faults: [{ path: LIST_PATH, times: 1, status: 200, body: JSON.stringify({ items }) }] })
  expect(await clone.pull()).toEqual([changed(DISK), changed(DISK), beside(DISK, CONFLICT)])
  expect((await clone.files())[DISK]).toBe(some(FILE).replace('Call', 'Page'))
})

describe('nothing is pulled from', () => {
  const theirs = (text: string): string => some(text).replaceAll('/harbour/', '/acme/')
  test.each(
    Object.entries<{ name?: string; edit?: (content: string) => string; changes?: Changes }>({
      'an entry whose runbook has changed': { changes: { [DISK]: some(FILE) } },
      'an entry that is a copy of the text': { edit: (content) => content.replace(LINE, '') },
      'an edited entry whose runbook is gone': { edit: some, changes: { [DISK]: null } },
      'an edited copy under another name': { name: 'Mine', edit: some },
      'an edit of another repository under another name': {
        name: 'Theirs',
        edit: theirs,
        changes: { [DISK]: FILE.replace('Disk full', 'Disk is full') }
      }
    })
  )('%s', async (_, { name = 'Disk full', edit = (content) => content, changes = {} }) => {
    const clone = await Clone.delivered()
    clone.world.service.writeEntry({ name, content: edit(clone.world.contentOf('Disk full')) })
    await clone.commit(changes)
    expect(await clone.pull()).toEqual([])
    expect(await clone.files()).toEqual(clone.world.branch.treeAt(clone.world.branch.head))
  })
})

describe('what is left out is named, and the others are pulled:', () => {
  const huge = 'x'.repeat(MAX_BYTES - 600 - TEXT.length)
  test.each(
    Object.entries<{ edit: (content: string, clone: Clone) => string; file?: string; expected: Pulled }>({
      'an edit of another repository': {
        edit: (content) => some(content).replaceAll('/harbour/', '/acme/'),
        expected: leftOut(DISK, 'The entry “Disk full” was edited, and comes from another repository.')
      },
      'an entry with the token': {
        edit: (content, { world }) => content.replace('some', world.token),
        expected: leftOut(DISK, 'The entry holds the access token.')
      },
      'a text that no file can hold': {
        edit: (content) => content.replace('some', '\0'),
        expected: leftOut(DISK, matching(/^No file can hold the text of the entry\. The file contains a NUL byte/))
      },
      'what is too large with its front matter': {
        file: `---\ntitle: Disk full\nx: ${'y'.repeat(2000)}\n---\n\n${TEXT}`,
        edit: (content) => `${content}\n${huge}\n`,
        expected: {
          ...beside(DISK, ''),
          reason: matching(/: a sync would refuse the file: the file has \d+ bytes; 1048576 are allowed\.$/)
        }
      }
    })
  )('%s', async (_, { edit, file = FILE, expected }) => {
    const clone = await Clone.delivered({ ...BRANCH, [DISK]: file })
    clone.edit('Other', (content) => content.replace('Text', 'A text'))
    // The service would store not all of these.
    clone.world.becomes({ shows: (content, name) => (name === 'Other' ? content : edit(content, clone)) })
    expect(await clone.pull()).toEqual([expected, changed(OTHER)])
    expect((await clone.files())[DISK]).toBe(file)
  })

  test('a file that cannot be written', async () => {
    const long = `docs/${'a'.repeat(250)}.md`
    const clone = await Clone.delivered({ ...BRANCH, [long]: '# Long\n' })
    clone.edit('Long', () => 'By hand.')
    clone.edit('Other', (content) => content.replace('Text', 'A text'))
    expect(await clone.pull()).toEqual([leftOut(long, matching(/ENAMETOOLONG/)), changed(OTHER)])
  })

  test.each<{ what: string; present: string | null }>([
    { what: 'is saved', present: FILE.replace('Call', 'Saved meanwhile:') },
    { what: 'is removed', present: null }
  ])('a file that $what while an edit is merged', async ({ present }) => {
    const clone = await Clone.delivered()
    clone.edit('Disk full', some)
    const rest = { [OTHER]: BRANCH[OTHER] }
    clone.world.branch.onMerge = () => clone.write({ [DISK]: present })
    expect(await clone.pull()).toEqual([leftOut(DISK, 'The file changed meanwhile. Pull again.')])
    expect(await clone.files()).toEqual(present === null ? rest : { ...rest, [DISK]: present })
  })
})

test.each(['../x.md', '.git/x.md', 'src/main.ts'])('nothing is written to %s, which an entry names', async (path) => {
  const clone = await Clone.delivered()
  clone.edit('Disk full', (content) => some(content).replaceAll(DISK, path))
  expect(await clone.pull({ files: '**' })).toEqual([changed(DISK)])
  expect(await clone.files()).toEqual({ ...BRANCH, [DISK]: some(FILE) })
})

test.each<{ link: string; written: string; name?: string }>([
  { link: DISK, written: `${DISK}.edited` },
  { link: 'docs/runbooks', written: '' },
  { link: `${DISK}.edited`, written: '' }
])('a symbolic link is never followed: $link', async ({ link, written }) => {
  const clone = await Clone.delivered()
  clone.edit('Disk full', () => 'By hand.')
  const outside = `${clone.path}-outside`
  await mkdir(outside)
  await writeFile(join(outside, 'disk.md'), FILE)
  await rm(join(clone.path, link), { recursive: true, force: true })
  await symlink(link.endsWith('runbooks') ? outside : join(outside, 'disk.md'), join(clone.path, link))
  expect((await clone.pull()).map(({ file }) => file)).toEqual([written])
  expect(await readdir(outside)).toEqual(['disk.md'])
  expect(await readFile(join(outside, 'disk.md'), 'utf8')).toBe(FILE)
})

test('from a list without texts nothing is pulled, which is an error', async () => {
  const { world } = await Clone.delivered()
  world.becomes({ shows: () => '' })
  const ended = { kind: 'incomplete', message: 'The list shows no texts, so edits cannot be found.' }
  expect(await world.run({ inputs: { mode: 'pull' } })).toMatchObject({ isGreen: false, ended })
})
