import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compilePatterns } from '../../src/changes/patterns.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { openGit } from '../../src/source/git.ts'
import type { Source } from '../../src/source/source.ts'

let folder: string

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'git-')))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const all = compilePatterns(['**'])

async function open(at: string, env: Record<string, string> = {}, workspace = folder): Promise<Source> {
  const source = await openGit(at, {
    workspace,
    env: { ...GIT_ENVIRONMENT, ...env },
    serverUrl: 'http://127.0.0.1:1',
    repository: 'harbour/handbook',
    token: undefined
  })
  if (source === undefined) throw new Error(`no repository at ${at}`)
  return source
}

/** A repository made by `git fast-import`, which takes any path and any mode. Returns the commits' ids. */
async function importCommits(
  at: string,
  commits: readonly (readonly Change[])[],
  options: string[] = []
): Promise<string[]> {
  await git(folder, ['init', '--quiet', '--initial-branch=main', ...options, at])
  const input = commits.map((changes, index) => [
    Buffer.from(
      `commit refs/heads/main\nmark :${index + 1}\ncommitter R <r@x> ${1767600000 + index * 60} +0000\ndata 1\nx\n`
    ),
    ...changes.flatMap(({ path, mode = '100644', content, id }): Buffer[] => {
      const quoted = Buffer.concat([Buffer.from('"'), quote(path), Buffer.from('"\n')])
      if (id !== undefined) return [Buffer.from(`M ${mode} ${id} `), quoted]
      if (content === undefined) return [Buffer.from('D '), quoted]
      const bytes = Buffer.from(content)
      return [Buffer.from(`M ${mode} inline `), quoted, Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]
    })
  ])
  await git(at, ['fast-import', '--quiet', '--export-marks=marks'], { input: Buffer.concat(input.flat()) })
  const marks = await readFile(join(at, '.git/marks'), 'utf8').catch(() => readFile(join(at, 'marks'), 'utf8'))
  const ids = new Map(
    marks
      .trim()
      .split('\n')
      .map((line) => line.slice(1).split(' ') as [string, string])
  )
  return commits.map((_, index) => ids.get(String(index + 1)) ?? '')
}

interface Change {
  readonly path: string | Buffer
  readonly mode?: string
  /** Absent, it is removed. */
  readonly content?: string | Buffer
  readonly id?: string
}

/** As C does, byte by byte. */
function quote(path: string | Buffer): Buffer {
  const escaped = [...Buffer.from(path)].map((byte) =>
    byte === 0x22 || byte === 0x5c || byte < 0x20 || byte > 0x7e
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte)
  )
  return Buffer.from(escaped.join(''))
}

async function textOf(source: Source, id: string): Promise<string> {
  const content = await source.read({ path: 'any', id }, 1_000_000)
  return content.kind === 'bytes' ? content.bytes.toString() : content.kind
}

describe('the files of a commit', () => {
  const odd = [
    'line\nbreak.md',
    'tab\t.md',
    '"quoted".md',
    'a%b.md',
    '::error::x.md',
    '##[stop-commands]y.md',
    '\u00e9.md',
    'e\u0301.md',
    '-r.md',
    ' lead.md',
    '\\.md'
  ]
  let at: string
  let first: string
  let second: string
  let source: Source

  beforeAll(async () => {
    at = join(folder, 'paths')
    ;[first = '', second = ''] = await importCommits(at, [
      [
        ...odd.map((path) => ({ path: `docs/${path}`, content: path })),
        { path: Buffer.from('docs/\xff\xfe.md', 'latin1'), content: 'not UTF-8' },
        { path: 'docs/\ufffd.md', content: 'a real U+FFFD' },
        { path: 'docs/run.md', mode: '100755', content: 'run' },
        { path: 'docs/link.md', mode: '120000', content: '/etc/passwd' },
        { path: 'docs/dangling.md', mode: '120000', content: 'nowhere' },
        { path: 'docs/module.md', mode: '160000', id: '1'.repeat(40) },
        { path: 'docs/team', mode: '160000', id: '2'.repeat(40) },
        { path: 'other/team', mode: '160000', id: '2'.repeat(40) },
        { path: 'docs/empty.md', content: '' },
        { path: 'docs/one.md', content: 'one' },
        { path: 'docs/two.md', content: 'two' },
        { path: 'docs/Case.md', content: 'case' },
        { path: 'docs/becomes-link.md', content: 'text' },
        { path: 'docs/mode.md', content: 'mode' },
        { path: 'README.txt', content: 'no runbook' }
      ],
      [
        { path: 'docs/one.md', content: 'two' },
        { path: 'docs/two.md', content: 'one' },
        { path: 'docs/Case.md' },
        { path: 'docs/case.md', content: 'case' },
        { path: 'docs/becomes-link.md', mode: '120000', content: 'one.md' },
        { path: 'docs/link.md', content: 'no link any more' },
        { path: 'docs/mode.md', mode: '100755', content: 'mode' },
        { path: 'docs/run.md' },
        { path: 'docs/moved.md', content: 'run' },
        { path: `docs/${odd[0] ?? ''}`, content: 'new text' },
        { path: Buffer.from('docs/\xff\xfe.md', 'latin1'), content: 'changed' }
      ]
    ])
    source = await open(at)
  })

  afterAll(async () => {
    await source[Symbol.asyncDispose]()
  })

  test('are listed with their exact names, regular files only', async () => {
    const { files, skipped, looked } = await source.list(first, compilePatterns(['docs/**/*.md']))
    const plain = ['becomes-link.md', 'Case.md', 'empty.md', 'mode.md', 'one.md', 'run.md', 'two.md', '\ufffd.md']
    const paths = [...odd, ...plain].map((name) => `docs/${name}`)
    expect(files.map(({ path }) => path)).toEqual(paths.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    expect(skipped).toEqual([
      { path: 'docs/dangling.md', reason: 'symlink' },
      { path: 'docs/link.md', reason: 'symlink' },
      { path: 'docs/module.md', reason: 'submodule' },
      // Runbooks could be in it, and none can be read.
      { path: 'docs/team', reason: 'submodule' },
      { path: 'docs/\ufffd\ufffd.md', reason: 'not UTF-8' }
    ])
    expect(looked).toBe(21)
    for (const { path, id } of files.slice(0, odd.length)) {
      if (odd.includes(path.slice(5))) expect(await textOf(source, id)).toBe(path.slice(5))
    }
  })

  test('are compared by what is in them', async () => {
    const { differences } = await source.compare(first, second, all)
    const kinds = differences.map(({ path, before, after }) => [
      path,
      before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
    ])
    expect(Object.fromEntries(kinds)).toEqual({
      'docs/one.md': 'changed',
      'docs/two.md': 'changed',
      'docs/Case.md': 'removed',
      'docs/case.md': 'added',
      'docs/becomes-link.md': 'removed',
      'docs/link.md': 'added',
      'docs/run.md': 'removed',
      'docs/moved.md': 'added',
      'docs/line\nbreak.md': 'changed'
    })
    const one = differences.find(({ path }) => path === 'docs/one.md')
    expect([await textOf(source, one?.before ?? ''), await textOf(source, one?.after ?? '')]).toEqual(['one', 'two'])
  })

  test('say what became of them that is no file, or no name', async () => {
    const { skipped } = await source.compare(first, second, all)
    expect(skipped).toEqual([
      { path: 'docs/becomes-link.md', reason: 'symlink' },
      { path: 'docs/\ufffd\ufffd.md', reason: 'not UTF-8' }
    ])
  })

  test('tell which paths are missing', async () => {
    const paths = new Set([
      'docs',
      'docs/one.md',
      'docs/ONE.md',
      'docs/team',
      'docs/line\nbreak.md',
      'docs/link.md',
      '',
      'x/y'
    ])
    expect([...(await source.missing(first, paths))]).toEqual(['docs/ONE.md', '', 'x/y'])
  })

  test('have a date', async () => {
    expect(await source.dateOf(first)).toBe('2026-01-05')
  })

  test('have parents, and a common one', async () => {
    expect(await source.parents(second)).toEqual([first])
    expect(await source.parents(first)).toEqual([])
    expect(await source.mergeBase(first, second)).toBe(first)
  })

  test('no id that is none reaches Git', async () => {
    for (const id of ['', 'HEAD', '--help', `${first}\nHEAD`, 'A'.repeat(40), '../x']) {
      expect(await source.has(id)).toBe(false)
      await expect(async () => source.read({ path: 'x', id }, 10)).rejects.toThrow('not an object id')
      await expect(source.list(id, all)).rejects.toThrow('not an object id')
    }
  })
})

describe('reading', () => {
  let at: string
  let commit: string
  const count = 3000

  beforeAll(async () => {
    at = join(folder, 'many')
    const files = Array.from({ length: count }, (_, index) => ({
      path: `docs/${index}.md`,
      // Of every length around the chunks of a pipe, with header-like text inside.
      content: `${'0'.repeat(40)} blob 3\n${String(index)}${'é\n'.repeat((index * 37) % 2500)}`
    }))
    ;[commit = ''] = await importCommits(at, [
      [
        ...files,
        { path: 'docs/large.md', content: Buffer.alloc(20_000_000, 'x') },
        { path: 'docs/none.md', content: '' }
      ]
    ])
  })

  test('many at a time, each gets its own bytes', async () => {
    await using source = await open(at)
    const { files } = await source.list(commit, all)
    const contents = await Promise.all(files.map((file) => source.read(file, 100_000)))
    expect(contents).toHaveLength(count + 2)
    files.forEach(({ path }, index) => {
      const content = contents[index]
      // Twenty megabytes make no message that anybody could read.
      if (path === 'docs/large.md') expect(content?.kind).toBe('too-large')
      else if (path === 'docs/none.md') expect(content).toEqual({ kind: 'bytes', bytes: Buffer.alloc(0) })
      else {
        const number = Number(/\d+/.exec(path)?.[0])
        const expected = `${'0'.repeat(40)} blob 3\n${String(number)}${'é\n'.repeat((number * 37) % 2500)}`
        if (content?.kind !== 'bytes' || content.bytes.toString() !== expected)
          throw new Error(`wrong bytes of ${path}`)
      }
    })
  })

  test('exactly the limit is read, one byte more is not, and what is too large is not kept', async () => {
    await using source = await open(at)
    const { files } = await source.list(commit, (path) => path === 'docs/large.md' || path === 'docs/none.md')
    const [large, none] = files
    if (large === undefined || none === undefined) throw new Error('not listed')
    expect((await source.read(large, 20_000_000)).kind).toBe('bytes')
    const { bytes, ...tooLarge } = { bytes: undefined, ...(await source.read(large, 19_999_999)) }
    expect([bytes?.length, tooLarge]).toEqual([undefined, { kind: 'too-large', size: 20_000_000 }])
    expect(await source.read(none, 0)).toMatchObject({ kind: 'bytes' })
    const before = process.memoryUsage()
    await Promise.all(Array.from({ length: 20 }, () => source.read(large, 1000)))
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(50_000_000)
  })

  test('an object that is missing fails alone; one that is no file ends the reading', async () => {
    await using source = await open(at)
    const { files } = await source.list(commit, (path) => path === 'docs/7.md')
    const [file] = files
    if (file === undefined) throw new Error('not listed')
    const [missing, there] = await Promise.allSettled([
      source.read({ path: 'gone', id: 'f'.repeat(40) }, 10),
      source.read(file, 100_000)
    ])
    expect(missing).toMatchObject({ status: 'rejected', reason: { kind: 'source' } })
    expect(there).toMatchObject({ status: 'fulfilled' })
    await expect(source.read({ path: 'docs', id: commit }, 10)).rejects.toMatchObject({
      kind: 'source',
      message: expect.stringContaining('is a commit')
    })
    await expect(source.read(file, 100_000)).rejects.toMatchObject({ kind: 'source' })
  })

  test('after the end nothing is left running, and nothing waits for ever', async () => {
    const source = await open(at)
    const { files } = await source.list(commit, all)
    const reading = Promise.allSettled(files.map((file) => source.read(file, 100_000)))
    await source[Symbol.asyncDispose]()
    const results = await reading
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { kind: 'source' } })
  })
})

describe('whatever the checkout', () => {
  let hosted: string
  let commits: string[]
  const [runbooks, rest] = [
    { path: 'docs/a.md', content: 'a' },
    { path: 'src/x.ts', content: 'x' }
  ]

  beforeAll(async () => {
    hosted = join(folder, 'hosted')
    commits = await importCommits(hosted, [
      [runbooks, rest],
      [{ path: 'docs/a.md', content: 'a, edited' }],
      [{ path: 'docs/b.md', content: 'b' }],
      [{ path: 'docs/c.md', content: 'c' }]
    ])
    await git(hosted, ['config', 'uploadpack.allowFilter', 'true'])
    await git(hosted, ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
  })

  const url = (): string => pathToFileURL(hosted).href

  /** Every file and setting of a clone but its objects, so that a test can say that nothing else was touched. */
  async function stateOf(at: string): Promise<string> {
    const paths = execFileSync(
      'find',
      ['.', '-type', 'f', '-not', '-path', '*/objects/*', '-not', '-name', 'shallow'],
      {
        cwd: at
      }
    )
    const files = paths.toString().trim().split('\n').sort()
    return (await Promise.all(files.map(async (path) => `${path}: ${await readFile(join(at, path), 'latin1')}`))).join(
      '\n'
    )
  }

  test.each<[name: string, options: string[]]>([
    ['a full clone', []],
    ['a depth-1 clone', ['--depth=1']],
    ['a bare clone', ['--bare']],
    ['a bare depth-1 clone', ['--bare', '--depth=1']],
    ['a clone without blobs', ['--filter=blob:none', '--no-checkout']],
    ['a clone without blobs, depth 1', ['--filter=blob:none', '--depth=1', '--no-checkout']],
    ['a clone without trees', ['--filter=tree:0', '--no-checkout']],
    ['a sparse checkout', ['--sparse', '--filter=blob:none']],
    ['a clone that borrows its objects', ['--shared']],
    ['a clone whose `.git` is elsewhere', ['--separate-git-dir', 'SEPARATE']]
  ])('%s', async (name, options) => {
    const at = join(folder, name.replace(/\W/g, '-'))
    const separate = options.map((option) => (option === 'SEPARATE' ? `${at}.git` : option))
    await git(folder, ['clone', '--quiet', ...separate, name.includes('borrows') ? hosted : url(), at])
    const before = await stateOf(at)
    const [first = '', , , last = ''] = commits

    await using source = await open(at)
    expect(await source.has(first, last)).toBe(true)
    const { files } = await source.list(last, compilePatterns(['docs/**/*.md']))
    expect(files.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md'])
    const { differences } = await source.compare(first, last, all)
    expect(differences.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/b.md', 'docs/c.md'])
    await source.prefetch(files)
    expect(await Promise.all(files.map(({ id }) => textOf(source, id)))).toEqual(['a, edited', 'b', 'c'])
    expect(await stateOf(at)).toBe(before)
    expect(await source.has('e'.repeat(40))).toBe(false)
    expect(source.problem).not.toBe('')
  })

  test('a partial clone is brought what it needs at once', async () => {
    const at = join(folder, 'partial')
    await git(folder, ['clone', '--quiet', '--filter=blob:none', '--no-checkout', url(), at])
    await using source = await open(at)
    const { files } = await source.list(commits.at(-1) ?? '', compilePatterns(['docs/**/*.md']))
    await source.prefetch(files)
    await git(at, ['remote', 'set-url', 'origin', 'file:///nonexistent'])
    expect(await Promise.all(files.map(({ id }) => textOf(source, id)))).toEqual(['a, edited', 'b', 'c'])
  })

  test('a partial clone is not brought the history of a commit', async () => {
    const at = join(folder, 'partial-and-shallow')
    await git(folder, ['clone', '--quiet', '--filter=blob:none', '--depth=1', '--no-checkout', url(), at])
    await using source = await open(at)
    // The third of four; the second and the first are its history.
    expect(await source.has(commits[2] ?? '')).toBe(true)
    const objects = await git(at, ['cat-file', '--batch-all-objects', '--batch-check=%(objecttype)'])
    expect(objects.split('\n').filter((type) => type === 'commit')).toHaveLength(2)
  })

  test('a full clone keeps its history, a shallow one stays shallow', async () => {
    const [full, shallow] = [join(folder, 'keeps'), join(folder, 'stays')]
    await git(folder, ['clone', '--quiet', '--single-branch', url(), full])
    await git(folder, ['clone', '--quiet', '--depth=1', url(), shallow])
    const [unseen = ''] = await importCommits(join(folder, 'aside'), [[{ path: 'docs/z.md', content: 'z' }]])
    await git(hosted, ['fetch', '--quiet', join(folder, 'aside'), 'main:aside'])
    for (const [at, depth] of [
      [full, '4'],
      [shallow, '1']
    ] as const) {
      await using source = await open(at)
      expect(await source.has(unseen, commits[0] ?? '')).toBe(true)
      expect(await git(at, ['rev-list', '--count', 'HEAD'])).toBe(depth)
      expect(await git(at, ['rev-parse', '--is-shallow-repository'])).toBe(String(at === shallow))
      expect(await git(at, ['for-each-ref', '--format=%(refname)'])).not.toContain('aside')
    }
    await git(hosted, ['update-ref', '-d', 'refs/heads/aside'])
  })

  test('several questions at once do not lock each other out', async () => {
    const at = join(folder, 'at-once')
    await git(folder, ['clone', '--quiet', '--depth=1', url(), at])
    await using source = await open(at)
    const [first = '', second = '', third = ''] = commits
    const questions = [[first], [second, first], [third], [third, second, first]]
    expect(await Promise.all(questions.map((question) => source.has(...question)))).toEqual([true, true, true, true])
    expect(source.problem).toBe('')
  })

  test('an annotated tag is there with its commit', async () => {
    const at = join(folder, 'tagged')
    await git(folder, ['clone', '--quiet', '--depth=1', url(), at])
    await git(at, ['-c', 'user.name=R', '-c', 'user.email=r@x', 'tag', '-m', 'v1', 'v1'])
    await git(at, ['remote', 'set-url', 'origin', 'file:///nonexistent'])
    await using source = await open(at)
    expect(await source.has(await git(at, ['rev-parse', 'v1']))).toBe(true)
    expect(source.problem).toBe('')
  })

  test('a repository of somebody else', async () => {
    const at = join(folder, 'foreign')
    await git(folder, ['clone', '--quiet', '--depth=1', url(), at])
    const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    await expect(git(at, ['status'], { env })).rejects.toThrow('dubious ownership')
    await using source = await open(at, env)
    const { files } = await source.list(commits.at(-1) ?? '', all)
    expect(await textOf(source, files[0]?.id ?? '')).toBe('a, edited')
  })

  test('a worktree', async () => {
    const [main, at] = [join(folder, 'main-tree'), join(folder, 'work-tree')]
    await git(folder, ['clone', '--quiet', url(), main])
    await git(main, ['worktree', 'add', '--quiet', at])
    await using source = await open(at)
    expect((await source.list(commits.at(-1) ?? '', all)).looked).toBe(4)
  })

  test('SHA-256', async () => {
    const at = join(folder, 'sha256')
    const [first = '', second = ''] = await importCommits(
      at,
      [[runbooks], [{ path: 'docs/b.md', content: 'b' }]],
      ['--object-format=sha256']
    )
    expect(first).toHaveLength(64)
    const clone = join(folder, 'sha256-clone')
    await git(folder, ['clone', '--quiet', '--depth=1', pathToFileURL(at).href, clone])
    await using source = await open(clone)
    expect(await source.has(first)).toBe(true)
    const { differences } = await source.compare(first, second, all)
    expect(differences).toEqual([{ path: 'docs/b.md', after: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await textOf(source, differences[0]?.after ?? '')).toBe('b')
  })

  test('below the checkout, and not above the workspace', async () => {
    const at = join(folder, 'outer')
    await git(folder, ['clone', '--quiet', url(), at])
    await using source = await open(join(at, 'docs'), {}, at)
    expect((await source.list(commits.at(-1) ?? '', all)).files[0]?.path).toBe('docs/a.md')
    const options = { env: GIT_ENVIRONMENT, serverUrl: 'http://127.0.0.1:1', repository: 'o/r', token: undefined }
    expect(await openGit(join(at, 'docs'), { ...options, workspace: join(at, 'docs') })).toBeUndefined()
  })

  test('a damaged one says so', async () => {
    const at = join(folder, 'damaged')
    await mkdir(join(at, '.git'), { recursive: true })
    await expect(open(at)).rejects.toMatchObject({
      kind: 'source',
      message: expect.stringContaining('not a git repository')
    })
  })
})

test('no program that the repository or the job names is started', async () => {
  const at = join(folder, 'hostile')
  const [first = '', second = ''] = await importCommits(at, [
    [
      { path: 'a.md', content: 'a' },
      { path: '.gitattributes', content: '*.md diff=evil filter=evil' }
    ],
    [{ path: 'a.md', content: 'b' }]
  ])
  const evil = join(folder, 'evil.sh')
  const trace = join(folder, 'evil-was-here')
  await writeFile(evil, `#!/bin/sh\ntouch '${trace}'\ncat\n`)
  await chmod(evil, 0o755)
  for (const name of [
    'core.fsmonitor',
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'filter.evil.smudge',
    'core.pager',
    'core.editor',
    'gpg.program',
    'alias.diff-tree'
  ]) {
    await git(at, ['config', name, evil])
  }
  await git(at, ['config', 'log.showSignature', 'true'])
  await mkdir(join(at, '.git/hooks'), { recursive: true })
  for (const hook of ['reference-transaction', 'post-index-change', 'pre-auto-gc', 'fsmonitor-watchman']) {
    await symlink(evil, join(at, '.git/hooks', hook))
  }
  await using source = await open(at, {
    GIT_EXTERNAL_DIFF: evil,
    GIT_PAGER: evil,
    GIT_DIR: '/nonexistent',
    GIT_TRACE: '1'
  })
  const { files } = await source.list(second, all)
  await source.compare(first, second, all)
  await source.dateOf(first)
  await Promise.all(files.map((file) => source.read(file, 100)))
  await expect(readFile(trace)).rejects.toMatchObject({ code: 'ENOENT' })
})
