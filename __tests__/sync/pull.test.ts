import { describe, expect, test } from '@jest/globals'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findProgram } from '../../src/branch/command.ts'
import { WorkTree } from '../../src/branch/disk.ts'
import { Patterns } from '../../src/branch/patterns.ts'
import { Repository } from '../../src/branch/repository.ts'
import { blobIdOf } from '../../src/branch/source.ts'
import { Journal } from '../../src/report/journal.ts'
import type { Pulled } from '../../src/report/result.ts'
import { containsEdit } from '../../src/runbook/edit.ts'
import { readRunbook, type RunbookOptions } from '../../src/runbook/runbook.ts'
import { resealed, sealOf, textOf } from '../../src/runbook/source-line.ts'
import { MAX_BYTES } from '../../src/runbook/text.ts'
import { rowOf } from '../../src/sync/entries.ts'
import { Places } from '../../src/sync/places.ts'
import { pullEdits, type Pull } from '../../src/sync/pull.ts'
import { git, GIT_ENVIRONMENT, headOf, initRepository } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const OPTIONS: RunbookOptions = {
  nameTemplate: '{title}',
  frontMatter: 'strip',
  repository: 'acme/ops',
  serverUrl: 'https://github.com',
  ref: 'main'
}
const DISK = 'docs/runbooks/disk.md'
const OTHER = 'docs/runbooks/other.md'
const FRONT = '---\ntitle: Disk full\nowner: storage\n---\n'
const TEXT = '# Disk\n\nSee [the other](other.md#fix).\n\nFree some space.\n\nThe end.\n'
const FILE = `${FRONT}\n${TEXT}`
const TOKEN = 'rsp_A1b2C3d4'

type Tree = Readonly<Record<string, string | Buffer | undefined>>

/** A clone, and the entries that a sync has made of it. */
class Checkout implements AsyncDisposable {
  readonly path: string
  readonly entries = new Map<string, string>()
  readonly #resources: AsyncDisposableStack
  options = OPTIONS
  /** How often a pull has read the history. */
  readings = 0

  private constructor(resources: AsyncDisposableStack, folder: string) {
    this.#resources = resources
    this.path = join(folder, 'clone')
  }

  /** A clone whose runbooks are delivered. */
  static async delivered(
    tree: Tree = { [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' },
    options: Partial<RunbookOptions> = {}
  ): Promise<Checkout> {
    await using resources = new AsyncDisposableStack()
    const folder = resources.use(await temporaryFolder())
    const checkout = new Checkout(resources.move(), folder.path)
    checkout.options = { ...OPTIONS, ...options }
    await initRepository(join(checkout.path, '.git'))
    await checkout.commit(tree)
    await checkout.deliver()
    return checkout
  }

  /** Writes files; `undefined` removes one. */
  async write(tree: Tree): Promise<void> {
    for (const [path, content] of Object.entries(tree)) {
      const file = join(this.path, path)
      await mkdir(dirname(file), { recursive: true })
      await (content === undefined ? rm(file) : writeFile(file, content))
    }
  }

  async commit(tree: Tree): Promise<void> {
    await this.write(tree)
    await git(this.path, ['add', '--all'])
    await git(this.path, ['commit', '--quiet', '--allow-empty', '--message', 'Change runbooks'])
  }

  /** Makes the entries of the files, as a sync does after they were committed. */
  async deliver(): Promise<void> {
    const files = await readdir(this.path, { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))) {
      const bytes = await readFile(join(file.parentPath, file.name))
      const path = relative(this.path, join(file.parentPath, file.name))
      const read = readRunbook({ path, id: blobIdOf(bytes) }, { kind: 'bytes', bytes }, this.options)
      const converted = read.kind === 'runbook' ? read.convert() : read
      if ('content' in converted) this.entries.set(converted.name, converted.content)
    }
  }

  /** Changes an entry, as a person does in the assistant. */
  edit(name: string, change: (text: string) => string): void {
    const before = this.entries.get(name) ?? ''
    expect(change(before)).not.toBe(before)
    this.entries.set(name, change(before))
  }

  async read(path: string): Promise<string | undefined> {
    return readFile(join(this.path, path), 'utf8').catch(() => undefined)
  }

  /** Paths of files that differ from the commit, or are new. */
  async changed(): Promise<string[]> {
    const status = await git(this.path, ['status', '--porcelain', '--untracked-files=all', '-z'])
    return status.split('\0').flatMap((line) => (line === '' ? [] : line.slice(3)))
  }

  async pull(more: Partial<Pull> & { onMerge?: () => Promise<void> } = {}) {
    const head = await headOf(this.path)
    const job = { repository: 'acme/ops', serverUrl: 'https://github.com', sha: head, temp: dirname(this.path) }
    const program = findProgram('git', process.env) ?? ''
    const setup = { program, job, token: undefined, env: GIT_ENVIRONMENT }
    await using repository = await Repository.open(join(this.path, '.git'), setup)
    const journal = new Journal()
    await pullEdits({
      source: {
        list: (commit, matches) => repository.list(commit, matches),
        prefetch: (ids) => repository.prefetch(ids),
        read: (file, limit) => repository.read(file, limit)
      },
      history: {
        async merge(...texts) {
          await more.onMerge?.()
          return repository.merge(...texts)
        },
        blobsOf: (commit, paths) => this.#blobsOf(commit, paths)
      },
      tree: new WorkTree(this.path),
      head,
      patterns: new Patterns(['docs/**/*.md']),
      options: this.options,
      rows: Array.from(this.entries, ([name, content]) => rowOf(name, content)),
      places: new Places(OPTIONS),
      hasToken: (text) => text.includes(TOKEN),
      journal,
      ...more
    })
    return journal.result()
  }

  async #blobsOf(commit: string, paths: readonly string[]): Promise<Map<string, string[]>> {
    this.readings++
    const versions = new Map(paths.map((path): [string, string[]] => [path, []]))
    const log = await git(this.path, ['log', '--format=', '--raw', '--no-abbrev', '--no-renames', '-z', commit])
    for (const [, id = '', path = ''] of log.matchAll(/ ([0-9a-f]+) [AMT]\0([^\0]+)\0/g)) versions.get(path)?.push(id)
    return versions
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}

const LINE = /^Version .*$/m
const some = (text: string): string => text.replace('some', 'much')
const changed = (path: string): Pulled => ({ path, file: path, kind: 'changed', reason: '' })

describe('an edit is in the file as if its author had edited the file', () => {
  interface Case {
    readonly change: (content: string) => string
    /** By default the same change. */
    readonly expected?: (file: string) => string
    readonly file?: string
    readonly options?: Partial<RunbookOptions>
  }

  test.each(
    Object.entries<Case>({
      'another word': { change: some },
      'another word in a line with a relative link': { change: (text) => text.replace('See [', 'First see [') },
      'a line less': { change: (text) => text.replace('Free some space.\n\n', '') },
      'a link of this repository': {
        change: (text) => text.replace('The end.', `See ![a map](https://github.com/acme/ops/raw/main/docs/map.png).`),
        expected: (file) => file.replace('The end.', 'See ![a map](../map.png).')
      },
      'a note at the end': { change: (text) => `${text}\nCall Kim.\n`, expected: (file) => `${file}\nCall Kim.\n` },
      'a note above the source line': {
        change: (text) => `Call Kim.\n\n${text}`,
        expected: () => `${FRONT}\nCall Kim.\n\n${TEXT}`
      },
      'a note in the source line': {
        change: (text) => text.replace(LINE, '$& (call Kim)'),
        expected: () => `${FRONT}\n(call Kim)\n\n${TEXT}`
      },
      'a note below the source line, with front matter': {
        change: (text) => text.replace(LINE, '$&\n\nCall Kim.'),
        expected: () => `${FRONT}\nCall Kim.\n\n${TEXT}`,
        options: { frontMatter: 'keep' }
      },
      'a word in a file with CRLF': { change: some, file: FILE.replaceAll('\n', '\r\n') },
      'a word in a file that mixes line ends': { change: some, file: FILE.replace('Disk\n\n', 'Disk\r\n\r\n') },
      'a word in a file with a byte order mark': { change: some, file: `\uFEFF${FILE}` },
      'a word in a file without a line end': { change: some, file: FILE.trimEnd() },
      'a word in a file with blanks': { change: some, file: FILE.replace('end.', 'end.  \n\n\nCafe\u0301\u00a0x') }
    })
  )('%s', async (_, { change, expected = change, file = FILE, options = {} }) => {
    await using checkout = await Checkout.delivered({ [DISK]: file, [OTHER]: '# Other\n\nText.\n' }, options)
    checkout.edit('Disk full', change)
    expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
    expect(await checkout.read(DISK)).toBe(expected(file))
    expect(await checkout.changed()).toEqual([DISK])
    expect((await checkout.pull()).pulled).toEqual([])
  })
})

test('a file that is not committed, and its mode, stay as they are but for the edit', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', some)
  await checkout.write({ [DISK]: FILE.replace('The end.', 'Not committed.') })
  await chmod(join(checkout.path, DISK), 0o755)
  expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
  expect(await checkout.read(DISK)).toBe(some(FILE).replace('The end.', 'Not committed.'))
  expect((await stat(join(checkout.path, DISK))).mode & 0o777).toBe(0o755)
})

describe('an edit of an older text is merged', () => {
  test.each(
    Object.entries<{ tree: Tree; path?: string; expected: string }>({
      'with a change at another place': {
        tree: { [DISK]: FILE.replace('The end', 'The new end') },
        expected: some(FILE).replace('The end', 'The new end')
      },
      'with a change of the front matter': {
        tree: { [DISK]: FILE.replace('storage', 'payments') },
        expected: some(FILE).replace('storage', 'payments')
      },
      'with other line ends': {
        tree: { [DISK]: FILE.replaceAll('\n', '\r\n') },
        expected: some(FILE).replaceAll('\n', '\r\n')
      },
      'after the file was moved, with its links': {
        tree: {
          [DISK]: undefined,
          'docs/full.md': FILE.replace('(other', '(runbooks/other').replace('The end', 'End')
        },
        path: 'docs/full.md',
        expected: some(FILE).replace('(other', '(runbooks/other').replace('The end', 'End')
      },
      'after the file has another title, whose entry is not there': {
        tree: { [DISK]: FILE.replace('Disk full', 'Disk is full') },
        expected: some(FILE).replace('Disk full', 'Disk is full')
      }
    })
  )('%s', async (_, { tree, path = DISK, expected }) => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    await checkout.commit(tree)
    await checkout.commit({})
    expect((await checkout.pull()).pulled).toEqual([changed(path)])
    expect(await checkout.read(path)).toBe(expected)
    expect((await checkout.pull()).pulled).toEqual([])
  })

  test('so that the next sync sees that it is in the file', async () => {
    await using checkout = await Checkout.delivered()
    const before = textOf(checkout.entries.get('Disk full') ?? '')
    checkout.edit('Disk full', some)
    const edit = textOf(checkout.entries.get('Disk full') ?? '')
    await checkout.commit({ [DISK]: FILE.replace('The end', 'The new end') })
    await checkout.pull()
    await checkout.commit({})
    await checkout.deliver()
    const now = textOf(checkout.entries.get('Disk full') ?? '')
    const merge = async (...texts: readonly string[]): Promise<string> => {
      for (const [at, text] of texts.entries()) await checkout.write({ [`../${at}`]: `${text}\n` })
      return git(checkout.path, ['merge-file', '-p', '../0', '../1', '../2'])
    }
    expect(await containsEdit(merge, { now, before, edit })).toBe(true)
  })

  test('and the history is read once, for those alone', async () => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    await checkout.commit({ [OTHER]: '# Other\n\nA new text.\n' })
    expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
    expect(checkout.readings).toBe(0)
    checkout.edit('Other', (text) => text.replace('Text.', 'Text.\n\nMore.'))
    await checkout.pull()
    expect(checkout.readings).toBe(1)
  })

  test('and nothing is written if the file has it already, with other changes', async () => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    await checkout.commit({ [DISK]: some(FILE).replace('The end', 'The new end') })
    expect((await checkout.pull()).pulled).toEqual([])
    expect(await checkout.changed()).toEqual([])
  })
})

describe('an entry that names this repository in another way is pulled, too', () => {
  test.each(
    Object.entries<Partial<RunbookOptions>>({
      'in another case': { repository: 'Acme/OPS' },
      'over http': { serverUrl: 'http://github.com' },
      'on another branch': { ref: 'release' }
    })
  )('%s', async (_, place) => {
    await using checkout = await Checkout.delivered(undefined, place)
    checkout.edit('Disk full', some)
    checkout.options = OPTIONS
    expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
    expect(await checkout.read(DISK)).toBe(some(FILE))
  })
})

describe('an edit that cannot be in the file stands beside it', () => {
  interface Case {
    readonly prepare: (checkout: Checkout) => Promise<void> | void
    readonly why: string
    readonly path?: string
  }

  const entry = (checkout: Checkout, name: string): string => checkout.entries.get(name) ?? ''
  const HISTORY = 'the text that was edited is not in the history of this clone'

  test.each(
    Object.entries<Case>({
      'the file has changed at the same place': {
        async prepare(checkout) {
          checkout.edit('Disk full', some)
          await checkout.commit({ [DISK]: FILE.replace('some', 'no') })
        },
        why: 'the file has changed at the same place since'
      },
      'the entry was written by hand': {
        prepare: (checkout) => void checkout.entries.set('Disk full', 'By hand.'),
        why: 'it was written by hand, and the text it started from is unknown'
      },
      'the runbook is gone': {
        async prepare(checkout) {
          checkout.edit('Disk full', some)
          await checkout.commit({ [DISK]: undefined })
        },
        why: 'its runbook is gone, or is not selected'
      },
      'the runbook became a draft': {
        async prepare(checkout) {
          checkout.edit('Disk full', some)
          await checkout.commit({ [DISK]: FILE.replace('owner', 'draft: true\nowner') })
        },
        why: 'its runbook is gone, or is not selected'
      },
      'the version is unknown': {
        prepare: (checkout) => {
          checkout.edit('Disk full', (text) => some(text).replace(/Version \w{12}/, 'Version 0123456789ab'))
        },
        why: HISTORY
      },
      'the service alters the text': {
        prepare: (checkout) => {
          const altered = entry(checkout, 'Disk full').replace('space', '')
          checkout.entries.set('Disk full', some(resealed(altered, sealOf('Disk full', altered))))
        },
        why: "the assistant does not show the text that it was sent, so the person's change is unknown"
      },
      'the edit changes the title': {
        prepare: (checkout) => {
          checkout.edit('Other', (text) => text.replace('# Other', '# Others'))
        },
        why: 'with this edit the file would have another title, or be sent as another text',
        path: OTHER
      },
      'the source line was changed': {
        prepare: (checkout) => {
          checkout.edit('Disk full', (text) => text.replace(LINE, (line) => line.replace(/ of \[(.*?)\].*/, ' of $1')))
        },
        why: 'its source line was changed, and the text it started from is unknown'
      },
      'the edit is of a text that another clone has': {
        async prepare(checkout) {
          await checkout.commit({ [DISK]: FILE.replace('The end', 'The new end') })
          await checkout.deliver()
          await git(checkout.path, ['reset', '--quiet', '--hard', 'HEAD~'])
          checkout.edit('Disk full', some)
        },
        why: HISTORY
      },
      'the entry is a copy under another name': {
        prepare: (checkout) => void checkout.entries.set('On MySQL', some(entry(checkout, 'Disk full'))),
        why: 'the entry is a copy under another name'
      },
      'another entry was pasted over it': {
        prepare: (checkout) => {
          checkout.edit('Disk full', () => entry(checkout, 'Other').replace('Text.', 'Pasted.'))
        },
        why: `it was written from \`${OTHER}\``
      },
      'the entry comes from another repository': {
        prepare: (checkout) => {
          checkout.edit('Disk full', (text) => some(text).replaceAll('acme/ops', 'acme/handbook'))
        },
        why: 'it comes from another repository'
      },
      'the entry is a note that its runbook is gone': {
        prepare: (checkout) => {
          checkout.edit('Disk full', (text) => some(text).replace(/Version \w+/, 'Retired 000000000000'))
        },
        why: HISTORY
      }
    })
  )('%s', async (_, { prepare, why, path = DISK }) => {
    await using checkout = await Checkout.delivered()
    await prepare(checkout)
    const before = await checkout.read(path)
    const expected = [{ path, file: `${path}.edited`, kind: 'beside', reason: `Not in the file: ${why}.` }]
    expect((await checkout.pull()).pulled).toEqual(expected)
    expect(await checkout.read(path)).toBe(before)
    expect(await checkout.changed()).toEqual([`${path}.edited`])
    const [comment, , ...text] = (await checkout.read(`${path}.edited`))?.split('\n') ?? []
    expect(comment).toBe(`<!-- An edit of ${path.slice(14)} in the assistant: ${why}. -->`)
    expect([...checkout.entries.values()].map((content) => `${textOf(content)}\n`)).toContain(text.join('\n'))

    // It is there now.
    expect((await checkout.pull()).pulled).toEqual(expected)
    expect(await checkout.changed()).toEqual([`${path}.edited`])
  })

  test('each of several entries of one runbook', async () => {
    await using checkout = await Checkout.delivered()
    const copy = rowOf('disk FULL', some(entry(checkout, 'Disk full')))
    const rows = ['a', 'b', 'c', 'd', 'e'].map((letter) => ({ ...copy, content: `${copy.content}${letter}\n` }))
    const { pulled, notices } = await checkout.pull({ rows })
    const why = 'the assistant has several entries for this runbook'
    expect(pulled).toEqual(
      ['', '.2', '.3'].map((number) => ({
        path: DISK,
        file: `${DISK}${number}.edited`,
        kind: 'beside',
        reason: `Not in the file: ${why}.`
      }))
    )
    expect(notices).toEqual([
      {
        level: 'warning',
        message: `2 more entries may have edits: ${DISK} (“disk FULL”), ${DISK} (“disk FULL”). Commit or discard what is there, and run this again.`
      }
    ])
  })

  test('but not over a file of a person, nor where it would be a runbook', async () => {
    await using checkout = await Checkout.delivered()
    checkout.entries.set('Disk full', 'By hand.')
    const patterns = new Patterns(['docs/**/*.md', 'docs/**/*.edited'])
    expect((await checkout.pull({ patterns })).pulled).toMatchObject([{ kind: 'left out', file: '', path: DISK }])
    expect(await checkout.changed()).toEqual([])
    const mine = Object.fromEntries(['', '.2', '.3'].map((number) => [`${DISK}${number}.edited`, 'Mine.']))
    await checkout.write(mine)
    expect((await checkout.pull()).pulled).toMatchObject([
      {
        kind: 'left out',
        reason: `Other files have the names ${DISK}.edited, .2.edited and .3.edited: move or delete them.`
      }
    ])
    for (const path of Object.keys(mine)) expect(await checkout.read(path)).toBe('Mine.')
  })
})

test('an edit whose source line was changed, and whose runbook nobody knows, is left out', async () => {
  await using checkout = await Checkout.delivered()
  checkout.entries.set('Mine', some(checkout.entries.get('Disk full') ?? '').replace(/ of \[.*\)/, ''))
  const reason = 'The source line of “Mine” was changed, and no runbook has this name.'
  expect((await checkout.pull()).pulled).toEqual([{ path: '', file: '', kind: 'left out', reason }])
})

describe('nothing is pulled from', () => {
  test.each(
    Object.entries<(checkout: Checkout) => Promise<void> | void>({
      'entries as they were sent': () => undefined,
      'entries whose runbook has changed': (checkout) => checkout.commit({ [DISK]: some(FILE) }),
      'a copy of the file’s text by hand': (checkout) => void checkout.entries.set('Disk full', TEXT),
      'a copy of the file by hand': (checkout) => void checkout.entries.set('Disk full', FILE),
      'an entry without a runbook': (checkout) => void checkout.entries.set('Mine', 'By hand.'),
      'an edited entry of another repository': (checkout) => {
        const content = checkout.entries.get('Disk full') ?? ''
        checkout.entries.set('Theirs', some(content.replaceAll('acme/ops', 'acme/handbook')))
      }
    })
  )('%s', async (_, prepare) => {
    await using checkout = await Checkout.delivered()
    await prepare(checkout)
    expect(await checkout.pull()).toMatchObject({ pulled: [], notices: [] })
    expect(await checkout.changed()).toEqual([])
  })
})

describe('a pull writes nothing that the next sync refuses', () => {
  const large = 'x'.repeat(MAX_BYTES - 600)
  test.each(
    Object.entries<{ file?: string; content: (text: string) => string; kind: Pulled['kind']; reason: string }>({
      NUL: {
        content: (text) => text.replace('some', '\0'),
        kind: 'left out',
        reason: 'The text of the entry has a NUL byte, or half a character, and no text file can hold it.'
      },
      'NUL at the end of a large text, which Git takes for text': {
        content: (text) => `${text}${'x'.repeat(10_000)}\0`,
        kind: 'left out',
        reason: 'The text of the entry has a NUL byte, or half a character, and no text file can hold it.'
      },
      'half a character': {
        content: (text) => text.replace('some', '\ud800'),
        kind: 'left out',
        reason: 'The text of the entry has a NUL byte, or half a character, and no text file can hold it.'
      },
      'a Git LFS pointer': {
        file: '# Disk full\n\nText.\n',
        content: (text) =>
          `${LINE.exec(text)?.[0] ?? ''}\n\nversion https://git-lfs.github.com/spec/v1\n\n# Disk full\n`,
        kind: 'beside',
        reason: 'Not in the file: a sync would refuse the file, because the file is a Git LFS pointer, not the runbook.'
      },
      'more than the largest size, with the front matter': {
        file: `---\ntitle: Disk full\nx: ${'y'.repeat(1000)}\n---\n\n${TEXT}`,
        content: (text) => `${text}\n${large}\n`,
        kind: 'beside',
        reason: expect.stringMatching(
          /^Not in the file: a sync would refuse the file, because the file has \d+ bytes; 1048576 are allowed\.$/
        ) as unknown as string
      },
      'more than the largest size alone': {
        content: (text) => `${text}\n${large}${large}\n`,
        kind: 'left out',
        reason: expect.stringMatching(
          /^No file can hold the text of the entry: the file has \d+ bytes; 1048576 are allowed\.$/
        ) as unknown as string
      }
    })
  )('%s', async (_, { file = FILE, content, kind, reason }) => {
    await using checkout = await Checkout.delivered({ [DISK]: file, [OTHER]: '# Other\n\nText.\n' })
    checkout.edit('Disk full', content)
    checkout.edit('Other', (text) => text.replace('Text', 'A text'))
    const written = kind === 'beside' ? `${DISK}.edited` : ''
    expect((await checkout.pull()).pulled).toEqual([{ path: DISK, file: written, kind, reason }, changed(OTHER)])
    expect(await checkout.read(DISK)).toBe(file)
    // Not as Git shows a binary file.
    await git(checkout.path, ['add', '--all'])
    expect(await git(checkout.path, ['diff', '--cached', '--numstat'])).not.toContain('-\t-')
  })
})

describe('a row with a path that is none does not stop the pull', () => {
  test.each([
    '../x.md',
    '/etc/x.md',
    'docs/../../x.md',
    '..\\x.md',
    'C:\\x.md',
    'C:/x.md',
    '.git/x.md',
    '.git /x.md',
    '.git./x.md',
    '.GIT/x.md',
    'git~1/x.md',
    'docs/git~1/x.md',
    '.g\u200cit/x.md',
    '.git\u202e/x.md',
    'docs/a\0b.md',
    'docs/a\nb.md',
    'docs//x.md',
    'docs/con.md',
    ':(top)x.md',
    'src/main.ts',
    `docs/${'a/'.repeat(3000)}x.md`,
    `docs/${'a'.repeat(300)}.md`
  ])('%j', async (path) => {
    await using checkout = await Checkout.delivered()
    const { line, ...row } = rowOf('Gone', some(checkout.entries.get('Disk full') ?? ''))
    checkout.edit('Other', (text) => text.replace('Text', 'A text'))
    const edited = rowOf('Other', checkout.entries.get('Other') ?? '')
    const gone = { ...row, line: line && { ...line, path } }
    // Under the name of a runbook its path is looked for in the history.
    const named = { ...gone, name: 'Disk full' }
    const { pulled } = await checkout.pull({ rows: [gone, named, edited], patterns: new Patterns(['**/*.md']) })
    expect(pulled).toContainEqual(changed(OTHER))
    expect(pulled).toContainEqual(expect.objectContaining({ kind: 'left out', file: '' }))
    // Its version proves that it was made from this file.
    expect(pulled).toContainEqual(changed(DISK))
    expect(await readdir(dirname(checkout.path))).toEqual(['clone'])
    expect((await checkout.changed()).sort()).toEqual([DISK, OTHER])
    expect(await readdir(join(checkout.path, '.git'))).not.toContain('x.md.edited')
  })
})

test('a line that is saved while an edit is merged is not lost', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', some)
  await checkout.commit({ [DISK]: FILE.replace('The end', 'The new end') })
  const saved = FILE.replace('The end', 'The new end. Saved meanwhile')
  const { pulled } = await checkout.pull({ onMerge: () => checkout.write({ [DISK]: saved }) })
  const reason = 'The file changed while ⟦job⟧ ran. ⟦Again⟧.'
  expect(pulled).toEqual([{ path: DISK, file: '', kind: 'left out', reason }])
  expect(await checkout.read(DISK)).toBe(saved)
  expect(await readdir(dirname(join(checkout.path, DISK)))).toEqual(['disk.md', 'other.md'])

  expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
  expect(await checkout.read(DISK)).toBe(some(saved))
})

test('a file that is removed while an edit is merged stays away', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', some)
  await checkout.commit({ [DISK]: FILE.replace('The end', 'The new end') })
  const { pulled } = await checkout.pull({ onMerge: () => rm(join(checkout.path, DISK), { force: true }) })
  expect(pulled).toMatchObject([{ kind: 'left out', path: DISK }])
  expect(await checkout.read(DISK)).toBeUndefined()
})

describe('a symbolic link is never followed', () => {
  test.each(
    Object.entries<{ link: string; written: string | undefined }>({
      'in the place of the file': { link: DISK, written: `${DISK}.edited` },
      'in the place of its folder': { link: 'docs/runbooks', written: undefined },
      'in the place of the file beside it': { link: `${DISK}.edited`, written: `${DISK}.2.edited` }
    })
  )('%s', async (_, { link, written }) => {
    await using checkout = await Checkout.delivered()
    checkout.entries.set('Disk full', some(checkout.entries.get('Disk full') ?? ''))
    const outside = join(checkout.path, '..', 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'disk.md'), FILE)
    await rm(join(checkout.path, link), { recursive: true, force: true })
    await symlink(link.includes('.md') ? join(outside, 'disk.md') : outside, join(checkout.path, link))
    if (link.endsWith('.edited')) checkout.entries.set('Disk full', 'By hand.')
    const { pulled } = await checkout.pull()
    expect(pulled.map(({ file }) => file)).toEqual([written ?? ''])
    expect(await readdir(outside)).toEqual(['disk.md'])
    expect(await readFile(join(outside, 'disk.md'), 'utf8')).toBe(FILE)
  })
})

test('a file that cannot be written is left out, and the others are pulled', async () => {
  const long = `docs/${'a'.repeat(250)}.md`
  await using checkout = await Checkout.delivered({ [long]: '# Long\n', [OTHER]: '# Other\n\nText.\n' })
  checkout.entries.set('Long', 'By hand.')
  checkout.edit('Other', (text) => text.replace('Text', 'A text'))
  expect((await checkout.pull()).pulled).toEqual([
    { path: long, file: '', kind: 'left out', reason: expect.stringContaining('ENAMETOOLONG') },
    changed(OTHER)
  ])
})

test('an entry whose source line hides the token in a path is left out', async () => {
  await using checkout = await Checkout.delivered()
  const hidden = TOKEN.replaceAll('_', '&lowbar;')
  const line = (text: string): string => text.replace(/^(Version \S+) of .*/m, `$1 of [docs/${hidden}.md]`)
  checkout.entries.set('Disk empty', `${line(checkout.entries.get('Disk full') ?? '')}\nCall Sam.\n`)
  expect((await checkout.pull()).pulled).toMatchObject([{ file: '', kind: 'left out' }])
  expect(await checkout.changed()).toEqual([])
})

test('an entry that holds the token is left out, and named', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', (text) => text.replace('some', TOKEN))
  checkout.edit('Other', (text) => text.replace('Text', 'Another text'))
  expect((await checkout.pull()).pulled).toEqual([
    { path: DISK, file: '', kind: 'left out', reason: 'The text of the entry holds the access token.' },
    changed(OTHER)
  ])
  expect(await checkout.changed()).toEqual([OTHER])
})

describe('a list', () => {
  test('without texts pulls nothing', async () => {
    await using checkout = await Checkout.delivered()
    for (const name of checkout.entries.keys()) checkout.entries.set(name, '')
    const pulling = checkout.pull({ rows: [...checkout.entries.keys()].map((name) => rowOf(name, '')) })
    await expect(pulling).rejects.toMatchObject({
      kind: 'incomplete',
      message: expect.stringMatching(/^The list shows no texts/)
    })
  })

  test('without the texts of runbooks pulls nothing, although it shows another one', async () => {
    await using checkout = await Checkout.delivered()
    const rows = [rowOf('Disk full', ''), rowOf('Other', ''), rowOf('Mine', 'By hand.')]
    await expect(checkout.pull({ rows })).rejects.toMatchObject({ kind: 'incomplete' })
  })

  test('without some texts pulls the others, and says so', async () => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    checkout.entries.set('Other', '')
    const { pulled, notices } = await checkout.pull()
    expect(pulled).toEqual([changed(DISK)])
    const message = 'Edits in 1 entry are not seen: the list does not show the text.'
    expect(notices).toEqual([{ level: 'warning', message }])
  })

  test('of more edits than a person reviews: the rest is named, and comes with the next pull', async () => {
    const paths = Array.from({ length: 503 }, (_, at) => `docs/${1000 + at}.md`)
    await using checkout = await Checkout.delivered(
      Object.fromEntries(paths.map((path) => [path, `# ${path}\n\nText.\n`]))
    )
    for (const path of paths) checkout.edit(path, (text) => `${text}\nMore.\n`)
    const first = await checkout.pull()
    expect(first.pulled).toEqual(paths.slice(0, 500).map(changed))
    expect(first.notices).toMatchObject([
      { message: expect.stringContaining('3 more entries may have edits: docs/1500.md (“docs/1500.md”), ') }
    ])
    const second = await checkout.pull()
    expect(second).toMatchObject({ pulled: paths.slice(500).map(changed), notices: [] })
  })

  test('of many rows that are no edits does not keep an edit from being pulled', async () => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    const edited = rowOf('Disk full', checkout.entries.get('Disk full') ?? '')
    const rows = Array.from({ length: 1000 }, (_, at) => {
      return { ...edited, name: `Row ${at}`, line: edited.line && { ...edited.line, path: `../${at}.md` } }
    })
    const { pulled, notices } = await checkout.pull({ rows: [...rows, edited] })
    expect(pulled).toHaveLength(501)
    expect(pulled).toContainEqual(changed(DISK))
    expect(notices).toMatchObject([{ message: expect.stringMatching(/^500 more entries may have edits: /) }])
  })
})
