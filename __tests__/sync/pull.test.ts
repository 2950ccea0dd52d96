import { describe, expect, test } from '@jest/globals'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findProgram } from '../../src/branch/command.ts'
import { Patterns } from '../../src/branch/patterns.ts'
import { Repository } from '../../src/branch/repository.ts'
import { blobIdOf, type History, type Source } from '../../src/branch/source.ts'
import type { Diagnostic } from '../../src/errors.ts'
import { readInputs } from '../../src/job/inputs.ts'
import type { KnowledgeClient } from '../../src/knowledge/client.ts'
import type { Page } from '../../src/knowledge/list.ts'
import { readRunbook } from '../../src/runbook/runbook.ts'
import { readText } from '../../src/runbook/source-line.ts'
import { MAX_BYTES } from '../../src/runbook/text.ts'
import { pullEdits, type Pulled } from '../../src/sync/pull.ts'
import type { Settings } from '../../src/sync/runbooks.ts'
import { git, GIT_ENVIRONMENT, headOf, initRepository } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

const TOKEN = 'rsp_A1b2C3d4'
const OPTIONS: Settings = {
  ...readInputs(
    (name) => ({ files: 'docs/**', token: TOKEN })[name] ?? '',
    () => undefined
  ),
  replace: new Set(),
  repository: 'acme/ops',
  serverUrl: 'https://github.com',
  ref: 'main'
}
const ROOT = 'https://github.com/acme/ops'
const DISK = 'docs/runbooks/disk.md'
const OTHER = 'docs/runbooks/other.md'
const FRONT = '---\ntitle: Disk full\nowner: storage\n---\n'
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
const FILE = `${FRONT}\n${TEXT}`

type Tree = Readonly<Record<string, string | Buffer | undefined>>

/** A clone, and the entries that a sync has made of it. */
class Checkout implements AsyncDisposable {
  readonly path: string
  /** Texts by name. */
  readonly entries = new Map<string, string>()
  readonly #resources: AsyncDisposableStack
  options: Settings = OPTIONS
  /** How often a pull has read the history. */
  readings = 0

  private constructor(resources: AsyncDisposableStack, folder: string) {
    this.#resources = resources
    this.path = join(folder, 'clone')
  }

  /** A clone whose runbooks are delivered. */
  static async delivered(
    tree: Tree = { [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' },
    options: Partial<Settings> = {}
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
      if (read.kind === 'runbook') this.entries.set(read.name, read.content)
    }
  }

  /** Changes an entry, as a person does in the assistant. */
  edit(name: string, change: (text: string) => string): void {
    const before = this.entry(name)
    expect(change(before)).not.toBe(before)
    this.entries.set(name, change(before))
  }

  entry(name: string): string {
    return this.entries.get(name) ?? ''
  }

  async read(path: string): Promise<string | undefined> {
    return readFile(join(this.path, path), 'utf8').catch(() => undefined)
  }

  /** Paths of files that differ from the commit, or are new. */
  async changed(): Promise<string[]> {
    const status = await git(this.path, ['status', '--porcelain', '--untracked-files=all', '-z'])
    return status.split('\0').flatMap((line) => (line === '' ? [] : line.slice(3)))
  }

  /** @param entries in place of those of the clone. */
  async pull({
    patterns = new Patterns(['docs/**/*.md']),
    entries = [...this.entries],
    onMerge
  }: {
    readonly patterns?: Patterns
    readonly entries?: readonly (readonly [name: string, content: string])[]
    readonly onMerge?: () => Promise<void>
  } = {}): Promise<{ readonly pulled: readonly Pulled[]; readonly notices: readonly Diagnostic[] }> {
    const head = await headOf(this.path)
    const job = { repository: 'acme/ops', serverUrl: 'https://github.com', sha: head, temp: dirname(this.path) }
    const program = findProgram('git', process.env) ?? ''
    const setup = { program, job, token: undefined, env: GIT_ENVIRONMENT }
    await using repository = await Repository.open(join(this.path, '.git'), setup)
    const pulled: Pulled[] = []
    const notices: Diagnostic[] = []
    await pullEdits({
      source: this.#sourceOf(repository, onMerge),
      client: clientOf(entries),
      head,
      patterns,
      settings: this.options,
      changedAt: () => Promise.resolve(undefined),
      showsTexts: true,
      showsOwnTexts: false,
      notice: (notice) => notices.push(notice),
      pulled: (outcome) => pulled.push(outcome)
    })
    return { pulled, notices }
  }

  #sourceOf(repository: Repository, onMerge: (() => Promise<void>) | undefined): Source {
    // A pull asks for nothing else.
    const history = {
      folder: this.path,
      blobsOf: (...args: Parameters<History['blobsOf']>) => {
        this.readings++
        return repository.blobsOf(...args)
      },
      prefetch: repository.prefetch.bind(repository),
      merge: async (...texts: Parameters<History['merge']>) => {
        await onMerge?.()
        return repository.merge(...texts)
      }
    } as unknown as History
    return {
      history,
      list: repository.list.bind(repository),
      contents: repository.contents.bind(repository),
      read: repository.read.bind(repository),
      missing: repository.missing.bind(repository),
      [Symbol.asyncDispose]: () => Promise.resolve()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}

/** Shows all entries on one page. */
function clientOf(entries: readonly (readonly [name: string, content: string])[]): KnowledgeClient {
  const rows = entries.map(([name, content], at) => ({ key: String(at), name, content, textField: 'content' }))
  const listPage = (page: number): Promise<Page> =>
    Promise.resolve({ rows: page === 1 ? rows : [], readOnly: [], total: rows.length, size: undefined })
  return { concurrency: 8, listPage, pause: () => Promise.resolve() } as unknown as KnowledgeClient
}

const LINE = /^Source: .*$/m
const some = (text: string): string => text.replace('some', 'much')
const changed = (path: string): Pulled => ({ path, file: path, kind: 'changed', reason: '' })
const beside = (path: string, why: string): Pulled => {
  return { path, file: `${path}.edited`, kind: 'beside', reason: `Not in the file: ${why}.` }
}

const CONFLICT = 'the file has changed at the same place since'
const ESCAPED = 'an editor of the assistant has escaped `<`, `>` or `&` in the whole text'
const HISTORY = 'the text that was edited is not in the history of this clone'
const BY_HAND = 'it was written by hand, and the text it started from is unknown'

describe('seventeen edits, as people make them: an edit is in the file, with nothing else touched', () => {
  interface Case {
    readonly change: (content: string) => string
    /** By default the same change. */
    readonly inFile?: (file: string) => string
    readonly file?: string
    readonly options?: Partial<Settings>
    /** What somebody commits between the edit and the pull. */
    readonly meanwhile?: (file: string) => string
    readonly why?: string
  }
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
  const section = '\n## Afterwards\n\nWrite down what grew: `du -sh <folder>`.\n'

  test.each(
    Object.entries<Case>({
      'another word': { change: some },
      'another word, in a file with CRLF': {
        file: crlf(FILE),
        change: (text) => some(text).replaceAll('\r\n', '\n')
      },
      'another word, below front matter that is kept': { change: some, options: { frontMatter: 'keep' } },
      'another owner, in front matter that is kept': {
        change: (text) => text.replace('owner: storage', 'owner: platform'),
        options: { frontMatter: 'keep' }
      },
      'another word beside relative links': { change: (text) => text.replace('See also', 'First see') },
      'a line above one with relative links': {
        change: (text) => text.replace('The alert fires', 'It pages at night, too.\nThe alert fires')
      },
      'another item in a list of links': {
        change: (text) => text.replace('- [Dashboard]', '- [Backups](https://backup.example)\n- [Dashboard]')
      },
      'an item less in a list of links': {
        change: (text) => text.replace(/- \[People\].*\n/, '')
      },
      'an added section at the end': { change: (text) => `${text}${section}` },
      'an added section in the middle': { change: (text) => text.replace('\n## Fix', `${section}\n## Fix`) },
      'a removed section': {
        change: (text) => text.replace(/## Links\n[^]*(?=## Fix)/, '')
      },
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
          return file
            .replace('owner: storage', 'owner: payments')
            .replace('(other.md#lag)', '(other.md#delay)')
            .concat('\nNew.\n')
        }
      },
      'another word in a line that has changed meanwhile': {
        change: some,
        meanwhile: (file) => file.replace('some space', 'all space'),
        why: CONFLICT
      },
      'another word, by an editor that escapes the whole text': {
        change: (text) => some(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        why: ESCAPED
      }
    })
  )('%s', async (_, { change, inFile = change, file = FILE, options = {}, meanwhile, why }) => {
    await using checkout = await Checkout.delivered({ [DISK]: file, [OTHER]: '# Other\n\nText.\n' }, options)
    checkout.edit('Disk full', change)
    const present = meanwhile?.(file) ?? file
    if (meanwhile !== undefined) await checkout.commit({ [DISK]: present })
    const { pulled, notices } = await checkout.pull()
    expect(pulled).toEqual([why === undefined ? changed(DISK) : beside(DISK, why)])
    expect(notices).toEqual([])
    const expected = why === undefined ? inFile(present.replaceAll('\r\n', '\n')) : present
    expect(await checkout.read(DISK)).toBe(file.includes('\r') ? crlf(expected) : expected)
    expect(await checkout.changed()).toEqual([why === undefined ? DISK : `${DISK}.edited`])
    if (why === undefined) expect((await checkout.pull()).pulled).toEqual([])
  })
})

describe('an edit of another form of file', () => {
  test.each(
    Object.entries({
      'that mixes line ends': FILE.replace('host\n\n', 'host\r\n\r\n'),
      'with a byte order mark': `\uFEFF${FILE}`,
      'without a line end': FILE.trimEnd(),
      'without a line end, with CRLF': FILE.trimEnd().replaceAll('\n', '\r\n'),
      'with blanks, and characters in another form': FILE.replace('team.', 'team.  \n\n\nCafe\u0301\u00a0x'),
      'that begins with the source line of an entry': FILE.replace(
        '# Disk',
        `Source: [docs/x.md](${ROOT}/blob/main/docs/x.md) (version 000000000000 of 000000000000)\n\n# Disk`
      )
    })
  )('%s', async (_, file) => {
    await using checkout = await Checkout.delivered({ [DISK]: file })
    checkout.edit('Disk full', some)
    expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
    expect(await checkout.read(DISK)).toBe(some(file))
    expect((await checkout.pull()).pulled).toEqual([])
  })

  test('whose line ends a work tree has in another way than Git', async () => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    await checkout.write({ [DISK]: FILE.replaceAll('\n', '\r\n') })
    expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
    expect(await checkout.read(DISK)).toBe(some(FILE).replaceAll('\n', '\r\n'))
  })
})

test('a file that is not committed, and its mode, stay as they are but for the edit', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', some)
  await checkout.write({ [DISK]: FILE.replace('Call', 'Not committed:') })
  await chmod(join(checkout.path, DISK), 0o755)
  expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
  expect(await checkout.read(DISK)).toBe(some(FILE).replace('Call', 'Not committed:'))
  expect((await stat(join(checkout.path, DISK))).mode & 0o777).toBe(0o755)
})

describe('an edit of an older text is merged', () => {
  test.each(
    Object.entries<{ tree: Tree; path?: string; expected: string }>({
      'after the file was moved, with its links': {
        tree: {
          [DISK]: undefined,
          'docs/full.md': FILE.replaceAll('(other', '(runbooks/other').replace('Call', 'Page')
        },
        path: 'docs/full.md',
        expected: some(FILE).replaceAll('(other', '(runbooks/other').replace('Call', 'Page')
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

  test('and the history is read once, for those alone', async () => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    await checkout.commit({ [OTHER]: '# Other\n\nA new text.\n' })
    expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
    expect(checkout.readings).toBe(0)
    checkout.edit('Other', (text) => `${text}\nMore.\n`)
    await checkout.pull()
    expect(checkout.readings).toBe(1)
  })

  test.each(
    Object.entries<(file: string) => string>({
      'as it is': (file) => file,
      'with other changes': (file) => file.replace('Call', 'Page'),
      'with a new line right below it': (file) => file.replace('\n\n## Escalate', '\nNew.\n\n## Escalate')
    })
  )('and nothing is written if the file has it already, %s', async (_, more) => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    await checkout.commit({ [DISK]: more(some(FILE)) })
    expect((await checkout.pull()).pulled).toEqual([])
    expect(await checkout.changed()).toEqual([])
  })
})

test.each(
  Object.entries<Partial<Settings>>({
    'under a name of the repository in another case': { repository: 'Acme/OPS' },
    'over http': { serverUrl: 'http://github.com' },
    'on another branch': { ref: 'release/1' }
  })
)('an entry that was sent %s keeps its links relative in the file', async (_, place) => {
  await using checkout = await Checkout.delivered(undefined, place)
  checkout.edit('Disk full', some)
  checkout.options = OPTIONS
  expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
  expect(await checkout.read(DISK)).toBe(some(FILE))
})

describe('an edit that cannot be in the file stands beside it', () => {
  interface Case {
    readonly prepare: (checkout: Checkout) => Promise<void> | void
    readonly why: string
    readonly path?: string
  }

  test.each(
    Object.entries<Case>({
      'the entry was written by hand': {
        prepare: (checkout) => void checkout.entries.set('Disk full', 'By hand.'),
        why: BY_HAND
      },
      'its source line was removed': {
        prepare: (checkout) => {
          checkout.edit('Disk full', (text) => some(text).replace(LINE, ''))
        },
        why: BY_HAND
      },
      'the blob is unknown': {
        prepare: (checkout) => {
          checkout.edit('Disk full', (text) => some(text).replace(/of \w{12}\)/, 'of 0123456789ab)'))
        },
        why: HISTORY
      },
      'the edit is of a text that another clone has': {
        async prepare(checkout) {
          await checkout.commit({ [DISK]: FILE.replace('Call', 'Page') })
          await checkout.deliver()
          await git(checkout.path, ['reset', '--quiet', '--hard', 'HEAD~'])
          checkout.edit('Disk full', some)
        },
        why: HISTORY
      },
      'the entry is a note that its runbook is gone': {
        prepare: (checkout) => {
          checkout.edit('Disk full', (text) => some(text).replace('(version', '(retired'))
        },
        why: HISTORY
      },
      'the edit changes the title': {
        prepare: (checkout) => {
          checkout.edit('Other', (text) => text.replace('# Other', '# Others'))
        },
        why: 'with this edit the file would have another title',
        path: OTHER
      },
      'the edit has front matter, which a sync would not send': {
        prepare: (checkout) => {
          checkout.edit('Other', (text) => text.replace(LINE, '---\nowner: Kim\n---\n\n$&'))
        },
        why: 'with this edit in the file, a sync would send another text',
        path: OTHER
      },
      'the edit has front matter that makes a draft': {
        prepare: (checkout) => {
          checkout.edit('Other', (text) => text.replace(LINE, '---\ndraft: true\n---\n\n$&'))
        },
        why: 'a sync would not send the file: draft: true',
        path: OTHER
      },
      'the edit has front matter that is wrong': {
        prepare: (checkout) => {
          checkout.edit('Other', (text) => text.replace(LINE, '---\ndraft: [\n---\n\n$&'))
        },
        why: expect.stringContaining('the front matter is not valid YAML') as unknown as string,
        path: OTHER
      },
      'the edit changes more lines than can be compared': {
        prepare: (checkout) => {
          const lines = Array.from({ length: 3000 }, (_, at) => `Line ${at}`)
          checkout.edit('Disk full', (text) => `${LINE.exec(text)?.[0] ?? ''}\n\n${lines.join('\n')}\n`)
        },
        why: 'it changes too many lines to compare them'
      },
      'a new link, where the file was moved, leads elsewhere from there': {
        async prepare(checkout) {
          checkout.edit('Disk full', (text) => `${text}\nSee [x](${ROOT}/blob/main/docs/runbooks/other.md).\n`)
          const moved = FILE.replaceAll('(other', '(runbooks/other').replaceAll('(../', '(')
          await checkout.commit({ [DISK]: undefined, 'docs/full.md': moved.replace('images', 'runbooks/images') })
        },
        why: 'with this edit in the file, a sync would send another text',
        path: 'docs/full.md'
      },
      'another entry was pasted over it': {
        prepare: (checkout) => {
          checkout.edit('Disk full', () => checkout.entry('Other').replace('Text.', 'Pasted.'))
        },
        why: CONFLICT
      },
      'the file is gone from the work tree': {
        async prepare(checkout) {
          checkout.edit('Other', (text) => `${text}\nMore.\n`)
          await checkout.write({ [OTHER]: undefined })
          await checkout.commit({})
          await git(checkout.path, ['reset', '--quiet', '--soft', 'HEAD~'])
        },
        why: 'the work tree has no such file, or no sync could read it',
        path: OTHER
      }
    })
  )('%s', async (_, { prepare, why, path = DISK }) => {
    await using checkout = await Checkout.delivered()
    await prepare(checkout)
    const before = await checkout.read(path)
    const { pulled } = await checkout.pull()
    const reason = typeof why === 'string' ? `Not in the file: ${why}.` : why
    expect(pulled).toEqual([{ path, file: `${path}.edited`, kind: 'beside', reason }])
    expect(await checkout.read(path)).toBe(before)
    expect(await checkout.changed()).toContain(`${path}.edited`)
    const [comment = '', , ...text] = (await checkout.read(`${path}.edited`))?.split('\n') ?? []
    const clause = pulled[0]?.reason.replace('Not in the file: ', '') ?? ''
    expect(comment).toBe(`<!-- An edit of ${path.split('/').at(-1) ?? ''} in the assistant: ${clause} -->`)
    expect([...checkout.entries.values()].map((content) => `${readText(content).text}\n`)).toContain(text.join('\n'))

    // It is there now.
    expect((await checkout.pull()).pulled).toEqual(pulled)
  })

  test('but not over another file, nor where it would be a runbook', async () => {
    await using checkout = await Checkout.delivered()
    checkout.entries.set('Disk full', 'By hand.')
    const patterns = new Patterns(['docs/**/*.md', 'docs/**/*.edited'])
    expect((await checkout.pull({ patterns })).pulled).toMatchObject([{ kind: 'left out', file: '', path: DISK }])
    expect(await checkout.changed()).toEqual([])
    await checkout.write({ [`${DISK}.edited`]: 'Mine.' })
    const reason = `${DISK}.edited has another text already. Move or delete it, and pull again.`
    expect((await checkout.pull()).pulled).toEqual([{ path: DISK, file: '', kind: 'left out', reason }])
    expect(await checkout.read(`${DISK}.edited`)).toBe('Mine.')
  })
})

test('edits in several entries of one runbook come into the file one after the other', async () => {
  await using checkout = await Checkout.delivered()
  const entry = checkout.entry('Disk full')
  const entries = [some(entry), entry.replace('Call', 'Page'), entry.replace('Call', 'Wake')].map(
    (content) => ['disk FULL', content] as const
  )
  expect((await checkout.pull({ entries })).pulled).toEqual([changed(DISK), changed(DISK), beside(DISK, CONFLICT)])
  expect(await checkout.read(DISK)).toBe(some(FILE).replace('Call', 'Page'))
})

describe('nothing is pulled from', () => {
  test.each(
    Object.entries<(checkout: Checkout) => Promise<void> | void>({
      'entries as they were sent': () => undefined,
      'entries whose runbook has changed': (checkout) => checkout.commit({ [DISK]: some(FILE) }),
      'a copy of the entry by hand': (checkout) => {
        checkout.edit('Disk full', (text) => text.replace(LINE, ''))
      },
      'an entry without a runbook': (checkout) => void checkout.entries.set('Mine', 'By hand.'),
      'an edited copy under another name': (checkout) => {
        checkout.entries.set('On MySQL', some(checkout.entry('Disk full')))
      },
      'an edited entry whose runbook is gone': async (checkout) => {
        checkout.edit('Disk full', some)
        await checkout.commit({ [DISK]: undefined })
      },
      'an edited entry of another repository under another name': (checkout) => {
        checkout.entries.set('Theirs', some(checkout.entry('Disk full').replaceAll('acme/ops', 'acme/handbook')))
        checkout.entries.delete('Disk full')
      }
    })
  )('%s', async (_, prepare) => {
    await using checkout = await Checkout.delivered()
    await prepare(checkout)
    expect(await checkout.pull()).toEqual({ pulled: [], notices: [] })
    expect(await checkout.changed()).toEqual([])
  })
})

test('an edited entry of another repository under the name of a runbook is left out, and named', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', (text) => some(text).replaceAll('acme/ops', 'acme/handbook'))
  const reason = 'The entry “Disk full” was edited, and comes from another repository.'
  expect((await checkout.pull()).pulled).toEqual([{ path: DISK, file: '', kind: 'left out', reason }])
  expect(await checkout.changed()).toEqual([])
})

describe('a pull writes nothing that no file can hold, or that the next sync refuses', () => {
  const large = 'x'.repeat(MAX_BYTES - 600)
  const HOLDS_NUL = /^No file can hold the text of the entry\. The file contains a NUL byte/
  test.each(
    Object.entries<{ file?: string; content: (text: string) => string; kind: Pulled['kind']; reason: RegExp }>({
      NUL: { content: (text) => text.replace('some', '\0'), kind: 'left out', reason: HOLDS_NUL },
      'NUL at the end of a large text, which Git takes for text': {
        content: (text) => `${text}${'x'.repeat(10_000)}\0x`,
        kind: 'left out',
        reason: HOLDS_NUL
      },
      'half a character': {
        content: (text) => text.replace('some', '\ud800'),
        kind: 'left out',
        reason: /^No file can hold the text of the entry\. The file contains half a character/
      },
      'more than the largest size, with the front matter': {
        file: `---\ntitle: Disk full\nx: ${'y'.repeat(2000)}\n---\n\n${TEXT}`,
        content: (text) => `${text}\n${large.slice(TEXT.length)}\n`,
        kind: 'beside',
        reason: /^Not in the file: a sync would refuse the file: the file has \d+ bytes; 1048576 are allowed\.$/
      },
      'more than the largest size alone': {
        content: (text) => `${text}\n${large}${large}\n`,
        kind: 'left out',
        reason: /^No file can hold the text of the entry\. The file has \d+ bytes; 1048576 are allowed\.$/
      }
    })
  )('%s', async (_, { file = FILE, content, kind, reason }) => {
    await using checkout = await Checkout.delivered({ [DISK]: file, [OTHER]: '# Other\n\nText.\n' })
    checkout.edit('Disk full', content)
    checkout.edit('Other', (text) => text.replace('Text', 'A text'))
    const written = kind === 'beside' ? `${DISK}.edited` : ''
    const matching = expect.stringMatching(reason) as unknown as string
    expect((await checkout.pull()).pulled).toEqual([
      { path: DISK, file: written, kind, reason: matching },
      changed(OTHER)
    ])
    expect(await checkout.read(DISK)).toBe(file)
  })
})

describe('a row with a path that is none does not stop the pull, and nothing is written there', () => {
  test.each([
    '../x.md',
    '/etc/x.md',
    'docs/../../x.md',
    'C:\\x.md',
    '.git/x.md',
    '.GIT/x.md',
    'git~1/x.md',
    '.g\u200cit/x.md',
    'docs/a\0b.md',
    'docs/a\nb.md',
    'docs//x.md',
    ':(top)x.md',
    'src/main.ts',
    `docs/${'a/'.repeat(600)}x.md`
  ])('%.20j', async (path) => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Other', (text) => text.replace('Text', 'A text'))
    const label = encodeURIComponent(path).replaceAll('%2F', '/').replaceAll(/[()]/g, '')
    const gone = some(checkout.entry('Disk full')).replace(LINE, (line) => {
      return line.replace(/\[.*?\]/, `[${label}]`).replace(`blob/main/${DISK}`, `blob/main/${label}`)
    })
    const older = gone.replace(/of \w{12}\)/, 'of 0123456789ab)')
    const entries = [...checkout.entries, ['Gone', gone] as const, ['Disk full', gone] as const]
    const { pulled } = await checkout.pull({ entries, patterns: new Patterns(['**/*.md']) })
    // Its blob proves that it was made from this file.
    expect(pulled).toEqual([changed(DISK), changed(OTHER)])
    // Now its path is looked for in the history.
    await checkout.pull({ entries: [...checkout.entries, ['Disk full', older]], patterns: new Patterns(['**/*.md']) })
    expect(await readdir(dirname(checkout.path))).toEqual(['clone'])
    expect((await checkout.changed()).sort()).toEqual([DISK, `${DISK}.edited`, OTHER])
    expect(await readdir(join(checkout.path, '.git'))).not.toContain('x.md.edited')
  })
})

test('a line that is saved while an edit is merged is not lost', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', some)
  await checkout.commit({ [DISK]: FILE.replace('Call', 'Page') })
  const saved = FILE.replace('Call', 'Saved meanwhile:')
  const { pulled } = await checkout.pull({ onMerge: () => checkout.write({ [DISK]: saved }) })
  expect(pulled).toEqual([
    { path: DISK, file: '', kind: 'left out', reason: 'The file changed meanwhile. Pull again.' }
  ])
  expect(await checkout.read(DISK)).toBe(saved)
  expect(await readdir(dirname(join(checkout.path, DISK)))).toEqual(['disk.md', 'other.md'])
  expect((await checkout.pull()).pulled).toEqual([changed(DISK)])
  expect(await checkout.read(DISK)).toBe(some(saved))
})

test('a file that is removed while an edit is merged stays away', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', some)
  await checkout.commit({ [DISK]: FILE.replace('Call', 'Page') })
  const { pulled } = await checkout.pull({ onMerge: () => rm(join(checkout.path, DISK), { force: true }) })
  expect(pulled).toMatchObject([{ kind: 'left out', path: DISK }])
  expect(await checkout.read(DISK)).toBeUndefined()
})

describe('a symbolic link is never followed', () => {
  test.each(
    Object.entries<{ link: string; written: string }>({
      'in the place of the file': { link: DISK, written: `${DISK}.edited` },
      'in the place of its folder': { link: 'docs/runbooks', written: '' },
      'in the place of the file beside it': { link: `${DISK}.edited`, written: '' }
    })
  )('%s', async (_, { link, written }) => {
    await using checkout = await Checkout.delivered()
    checkout.edit('Disk full', some)
    const outside = join(checkout.path, '..', 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'disk.md'), FILE)
    await rm(join(checkout.path, link), { recursive: true, force: true })
    await symlink(link.includes('.md') ? join(outside, 'disk.md') : outside, join(checkout.path, link))
    if (link.endsWith('.edited')) checkout.entries.set('Disk full', 'By hand.')
    const { pulled } = await checkout.pull()
    expect(pulled.map(({ file }) => file)).toEqual([written])
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

test('an entry that holds the token is left out, and named', async () => {
  await using checkout = await Checkout.delivered()
  checkout.edit('Disk full', (text) => text.replace('some', TOKEN))
  const reason = 'The entry holds the access token.'
  expect((await checkout.pull()).pulled).toEqual([{ path: DISK, file: '', kind: 'left out', reason }])
  expect(await checkout.changed()).toEqual([])
})

test('without Git nothing is pulled', async () => {
  await using checkout = await Checkout.delivered()
  const pull = { source: { history: undefined } } as unknown as Parameters<typeof pullEdits>[0]
  await expect(pullEdits(pull)).rejects.toMatchObject({ kind: 'git' })
  expect(await checkout.changed()).toEqual([])
})

test('from a list without texts nothing is pulled, which is an error', async () => {
  await using checkout = await Checkout.delivered()
  const entries = [['Disk full', '']] as const
  const message = 'The list shows no texts, so edits cannot be found.'
  await expect(checkout.pull({ entries })).rejects.toMatchObject({ kind: 'incomplete', message })
})
