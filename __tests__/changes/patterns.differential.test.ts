import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { create } from '@actions/glob'
import fc from 'fast-check'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { compilePatterns } from '../../src/changes/patterns.ts'
import { Failure } from '../../src/failures.ts'
import { fuzz } from '../support/fuzz.ts'

/**
 * The meaning of a pattern is what @actions/glob finds on a disk with it; ours must choose the same files from the same
 * tree, whatever the tree and whatever the pattern, unless it refuses the pattern.
 */

const home = process.cwd()
let folder: string

beforeAll(async () => {
  // @actions/glob prints every place that it searches.
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  folder = await realpath(await mkdtemp(join(tmpdir(), 'patterns-')))
})

afterAll(async () => {
  jest.restoreAllMocks()
  process.chdir(home)
  await rm(folder, { recursive: true })
})

let trees = 0

async function plant(paths: readonly string[]): Promise<string[]> {
  const root = join(folder, String(++trees))
  const files: string[] = []
  await mkdir(root)
  for (const path of paths) {
    try {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), '', { flag: 'wx' })
      files.push(path)
    } catch {
      // A file stands where this path needs a folder, or the other way round.
    }
  }
  process.chdir(root)
  return files
}

/** `undefined` where @actions/glob breaks off, because it looks for `a/b` below a file `a`. */
async function found(patterns: readonly string[]): Promise<string[] | undefined> {
  const globber = await create(patterns.join('\n'), { followSymbolicLinks: false, matchDirectories: false })
  try {
    return (await globber.glob()).map((path) => relative(process.cwd(), path)).sort()
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOTDIR' })
    return undefined
  }
}

/** Few letters, so that names and patterns meet; those that mean something in a pattern among them. */
const letters = [
  'a',
  'b',
  'c',
  'Z',
  '1',
  '.',
  '-',
  '!',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '+',
  '@',
  '^',
  '\\',
  '*',
  '?',
  ',',
  ' ',
  'é',
  '😀',
  '|',
  '#',
  '~',
  '$',
  '_',
  '\n',
  '\t'
]
const plain = ['a', 'b', 'c', 'a', 'b', '.', 'md']
const name = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'a.md', 'b.md', '.a', 'A', 'ab', 'docs') },
    {
      weight: 2,
      arbitrary: fc.array(fc.constantFrom(...plain), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
    },
    {
      weight: 2,
      arbitrary: fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
    }
  )
  .filter((text) => text !== '.' && text !== '..')
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'))

const inClass = fc.array(
  fc.constantFrom(
    'a',
    'b',
    'c',
    'Z',
    '-',
    '-',
    '!',
    '^',
    '[',
    '\\',
    ']',
    '1',
    'é',
    '😀',
    '*',
    '[:alpha:]',
    '[:digit:]',
    '[:upper:]',
    '[:punct:]',
    '[:space:]',
    '[:graph:]',
    '[:xdigit:]',
    '[:print:]',
    '[:ascii:]'
  ),
  { maxLength: 4 }
)
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'a', 'b', '.', '.md', '*', '*', '?', '**') },
  { weight: 2, arbitrary: fc.constantFrom(...letters) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('', '!', '^'), inClass).map(([not, all]) => `[${not}${all.join('')}]`)
  }
)
const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'docs', '*', '*.md', '.a') },
  { weight: 3, arbitrary: fc.constant('**') },
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 5 }).map((all) => all.join('')) }
)
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '', '!', '! ', '!!', './'),
    fc.array(part, { minLength: 1, maxLength: 7 }),
    fc.constantFrom('', '', '', '/', '//')
  )
  .map(([before, parts, after]) => `${before}${parts.join('/')}${after}`)
  // A pattern is one line.
  .filter((text) => !text.includes('\n'))

test('chooses what @actions/glob finds', async () => {
  let compared = 0
  let chosen = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { minLength: 1, maxLength: 14 }),
      fc.array(fc.array(pattern, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 8 }),
      async (paths, lists) => {
        const files = await plant(paths)
        for (const patterns of lists) {
          let choose
          try {
            choose = compilePatterns(patterns)
          } catch (error) {
            expect(error).toBeInstanceOf(Failure)
            continue
          }
          const ours = files.filter(choose).sort()
          const theirs = await found(patterns)
          if (theirs === undefined) continue
          expect({ patterns, chosen: ours }).toEqual({ patterns, chosen: theirs })
          compared++
          chosen += ours.length
        }
      }
    ),
    fuzz(250)
  )
  // A generator that only makes patterns that are refused, or that choose nothing, would prove nothing.
  expect(compared).toBeGreaterThan(500)
  expect(chosen).toBeGreaterThan(500)
}, 120_000)
