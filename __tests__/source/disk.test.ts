import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compilePatterns } from '../../src/changes/patterns.ts'
import { openDisk } from '../../src/source/disk.ts'
import type { Listing } from '../../src/source/source.ts'

let outside: string
let root: string

beforeEach(async () => {
  // @actions/glob prints every place that it searches.
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  outside = await realpath(await mkdtemp(join(tmpdir(), 'disk-')))
  // What means something in a pattern may stand in the workspace's own name.
  root = join(outside, 'work [a]*{b}')
  await write('docs/a.md', 'a')
  await write('docs/deep/b.md', 'b')
  await write('docs/x.txt', 'x')
  await writeFile(join(outside, 'secret.md'), 'secret')
})

afterEach(async () => {
  jest.restoreAllMocks()
  await rm(outside, { recursive: true, force: true })
})

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

async function list(...patterns: string[]): Promise<Listing> {
  await using disk = openDisk(root, patterns)
  return await disk.list('', compilePatterns(patterns))
}

const paths = ({ files }: Listing): string[] => files.map(({ path }) => path)

describe('the files of a folder', () => {
  test.each<[patterns: string[], expected: string[]]>([
    [['docs/**/*.md'], ['docs/a.md', 'docs/deep/b.md']],
    [['./docs/*.md'], ['docs/a.md']],
    [
      ['docs', '!docs/deep'],
      ['docs/a.md', 'docs/x.txt']
    ],
    [
      ['docs', '! ./docs/deep', '!!docs/deep/b.md'],
      ['docs/a.md', 'docs/deep/b.md', 'docs/x.txt']
    ],
    [['docs/a.md/none'], []],
    [['nowhere/**'], []]
  ])('%j', async (patterns, expected) => {
    const listing = await list(...patterns)
    expect(paths(listing)).toEqual(expected)
    expect(listing).toMatchObject({ looked: 3, skipped: [] })
  })

  test('symlinks, pipes and names that are not UTF-8 are left out and named', async () => {
    await symlink(join(outside, 'secret.md'), join(root, 'docs/link.md'))
    await symlink('/nowhere', join(root, 'docs/dangling.md'))
    await symlink(outside, join(root, 'docs/folder'))
    execFileSync('mkfifo', [join(root, 'docs/pipe.md')])
    const expected = [
      { path: 'docs/dangling.md', reason: 'symlink' },
      { path: 'docs/link.md', reason: 'symlink' },
      { path: 'docs/pipe.md', reason: 'special file' }
    ]
    const listing = await list('docs/**/*.md')
    expect(paths(listing)).toEqual(['docs/a.md', 'docs/deep/b.md'])
    expect(listing.skipped).toEqual(expected)

    await writeFile(Buffer.concat([Buffer.from(join(root, 'docs/')), Buffer.from('\xff.md', 'latin1')]), 'latin 1')
    const another = await list('docs/**/*.md')
    expect(paths(another)).toEqual(['docs/a.md', 'docs/deep/b.md'])
    expect(another.skipped).toEqual([...expected, { path: 'docs/\ufffd.md', reason: 'not UTF-8' }])
  })

  describe('with a folder that cannot be read', () => {
    const deep = (times: number): string => Array.from({ length: times }, () => 'd'.repeat(250)).join('/')

    /** Too deep for its whole path to be a name, which not even root can open; so it is made of two parts. */
    beforeEach(async () => {
      await mkdir(join(root, 'docs', deep(10)), { recursive: true })
      await mkdir(join(outside, deep(10)), { recursive: true })
      await rename(join(outside, deep(1)), join(root, 'docs', deep(10), 'below'))
    })

    afterEach(() => rename(join(root, 'docs', deep(10), 'below'), join(outside, deep(1))))

    test('fails where a runbook may be in it', async () => {
      await expect(list('docs/**/*.md')).rejects.toMatchObject({
        name: 'Failure',
        kind: 'source',
        message: expect.stringMatching(
          /^The folder `docs\/d[d/]+\/below\/[d/]+` cannot be read: .*ENAMETOOLONG: name too long\.$/
        ),
        remedy: expect.stringContaining('leave it out')
      })
    })

    test.each([['docs/*.md'], ['docs/deep/**', 'docs/a.md'], ['docs/**/*.md', '!docs/d*d/**']])(
      'goes on where no runbook can be: %j',
      async (...patterns) => {
        expect(paths(await list(...patterns))).toContain('docs/a.md')
      }
    )
  })

  test('a name with a line break, a quote and a percent sign is exact', async () => {
    await write('docs/a\nb"%.md', 'odd')
    await using disk = openDisk(root, ['docs/**'])
    const { files } = await disk.list('', compilePatterns(['docs/**']))
    const odd = files.find(({ path }) => path === 'docs/a\nb"%.md')
    expect(odd && (await disk.read(odd, 100))).toEqual({ kind: 'bytes', bytes: Buffer.from('odd') })
  })
})

describe('reading', () => {
  test('the limit is exact', async () => {
    await using disk = openDisk(root, [])
    expect(await disk.read({ path: 'docs/a.md', id: '' }, 1)).toEqual({ kind: 'bytes', bytes: Buffer.from('a') })
    expect(await disk.read({ path: 'docs/a.md', id: '' }, 0)).toEqual({ kind: 'too-large', size: 1 })
  })

  test.each<[name: string, swap: () => Promise<void>]>([
    [
      'a link to a file outside',
      async () => {
        await rm(join(root, 'docs/a.md'))
        await symlink(join(outside, 'secret.md'), join(root, 'docs/a.md'))
      }
    ],
    [
      'a folder by a link to another one',
      async () => {
        await rename(join(root, 'docs'), join(root, 'moved'))
        await writeFile(join(outside, 'a.md'), 'secret')
        await symlink(outside, join(root, 'docs'))
      }
    ],
    [
      'a pipe that nobody writes to',
      async () => {
        await rm(join(root, 'docs/a.md'))
        execFileSync('mkfifo', [join(root, 'docs/a.md')])
      }
    ],
    [
      'a folder',
      async () => {
        await rm(join(root, 'docs/a.md'))
        await mkdir(join(root, 'docs/a.md'))
      }
    ],
    ['nothing', () => rm(join(root, 'docs/a.md'))]
  ])('a file that is replaced, after it was found, by %s, is not read', async (_, swap) => {
    await using disk = openDisk(root, ['docs/**'])
    const { files } = await disk.list('', compilePatterns(['docs/**']))
    const [file] = files
    if (file === undefined) throw new Error('not found')
    await swap()
    await expect(disk.read(file, 100)).rejects.toMatchObject({
      kind: 'source',
      message: expect.stringContaining('docs/a.md'),
      remedy: expect.stringContaining('Let the user of this job read it')
    })
  })

  test('a path that leads out of the folder is missing, whatever is there', async () => {
    await using disk = openDisk(root, [])
    const asked = new Set(['docs', 'docs/a.md', '', '../secret.md', 'docs/../../secret.md', 'docs/none.md'])
    expect([...(await disk.missing('', asked))]).toEqual(['../secret.md', 'docs/../../secret.md', 'docs/none.md'])
  })
})
