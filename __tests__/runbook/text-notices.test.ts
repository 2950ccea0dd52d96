import { expect, test } from '@jest/globals'
import { textNotices } from '../../src/runbook/text-notices.ts'

const text = (path: string, ...links: readonly string[]) => ({
  path,
  isTooComplex: false,
  openComment: undefined,
  invisibleInName: [],
  invisible: undefined,
  dead: links.map((link, at) => ({ path: link.replace(/^\//, ''), link, line: at + 1 }))
})

test('a dead target is named once, with its links; so are the pages of a site that begin alike', () => {
  const texts = [text('a.md', 'x.md', '/manual/b', 'y.md'), text('b.md', '/manual/c', 'y.md')]
  expect(textNotices(texts).map(({ path, line, message }) => `${path}:${line}: ${message}`)).toEqual([
    'a.md:1: The link target x.md does not exist. Correct the link, or add the file.',
    'a.md:2: 2 links to /manual/… lead to no file of the repository: here, b.md:1. Correct them, or add the file.',
    'a.md:3: 2 links to y.md lead to no file of the repository: here, b.md:2. Correct them, or add the file.'
  ])
})

test('a dead link says which file differs only in case', () => {
  const dead = [{ path: 'B.md', link: 'B.md', line: 1, meant: 'b.md' }]
  const texts = ['a.md', 'c.md'].map((path) => ({ ...text(path), dead }))
  expect([texts.slice(1), texts].map((each) => textNotices(each)[0]?.message)).toEqual([
    'The link target B.md does not exist. b.md differs only in case. Correct the link.',
    '2 links to B.md lead to no file of the repository: here, c.md:1. b.md differs only in case. Correct them.'
  ])
})

test('a dead link says which file it would lead to from another folder', () => {
  const dead = [{ path: 'docs/docs/b.md', link: 'docs/b.md', line: 1, known: 'docs/b.md' }]
  expect(textNotices([{ ...text('docs/a.md'), dead }])[0]?.message).toBe(
    'The link target docs/docs/b.md does not exist. Did you mean /docs/b.md? Correct the link, or add the file.'
  )
})

test('a text that is not parsed is a warning', () => {
  const message = expect.stringMatching(/^The Markdown is too long or too deeply nested to parse\. Its links stay/)
  expect(textNotices([{ ...text('a.md'), isTooComplex: true }])).toEqual([{ level: 'warning', path: 'a.md', message }])
})

test('invisible characters of a title and of a text are a notice each', () => {
  const invisible = { characters: ['U+200B', 'U+202E'], first: 7, lines: 3 }
  const found = textNotices([{ ...text('a.md'), invisibleInName: ['U+00AD'], invisible }])
  expect(found.map(({ level, path, line, message }) => `${level} ${path}:${line}: ${message}`)).toEqual([
    'notice a.md:undefined: The title has invisible characters (U+00AD), which the name of the entry leaves out. Remove them from the file.',
    'notice a.md:7: This line, and 2 more lines, have invisible characters (U+200B, U+202E), which are sent. A command with one fails when somebody copies it. Remove them.'
  ])
})

test('a comment that never ends is a warning at its line', () => {
  const message = expect.stringMatching(/^This comment never ends\. GitHub hides the rest of the file/)
  expect(textNotices([{ ...text('a.md'), openComment: 7 }])).toEqual([
    { level: 'warning', path: 'a.md', line: 7, message }
  ])
})
