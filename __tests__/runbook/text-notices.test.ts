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

/** `level path:line: message` of each. */
const said = (...texts: Parameters<typeof textNotices>[0]): readonly string[] =>
  textNotices(texts).map(({ level, path, line, message }) => `${level} ${path}:${line}: ${message}`)

test('a dead target is named once, with its links; so are the pages of a site that begin alike', () => {
  expect(said(text('a.md', 'x.md', '/manual/b', 'y.md'), text('b.md', '/manual/c', 'y.md'))).toEqual([
    'warning a.md:1: The link target x.md does not exist. Correct the link, or add the file.',
    'warning a.md:2: 2 links to /manual/… lead to no file of the repository: here, b.md:1. Correct them, or add the file.',
    'warning a.md:3: 2 links to y.md lead to no file of the repository: here, b.md:2. Correct them, or add the file.'
  ])
})

test('a dead link says which file it may mean', () => {
  const dead = [{ path: 'B.md', link: 'B.md', line: 1, meant: 'b.md' }]
  const known = [{ path: 'docs/docs/b.md', link: 'docs/b.md', line: 2, known: 'docs/b.md' }]
  expect(said({ ...text('a.md'), dead }, { ...text('docs/a.md'), dead: known })).toEqual([
    'warning a.md:1: The link target B.md does not exist. b.md differs only in case. Correct the link.',
    'warning docs/a.md:2: The link target docs/docs/b.md does not exist. Did you mean /docs/b.md? Correct the link, or add the file.'
  ])
  expect(said({ ...text('a.md'), dead }, { ...text('c.md'), dead })).toEqual([
    'warning a.md:1: 2 links to B.md lead to no file of the repository: here, c.md:1. b.md differs only in case. Correct them.'
  ])
})

test('what a text has that nobody sees, and what cannot be read, is said', () => {
  const invisible = { characters: ['U+200B', 'U+202E'], first: 7, lines: 3 }
  expect(said({ ...text('a.md'), invisibleInName: ['U+00AD'], invisible })).toEqual([
    'notice a.md:undefined: The title has invisible characters (U+00AD), which the name of the entry leaves out. Remove them from the file.',
    'notice a.md:7: This line, and 2 more lines, have invisible characters (U+200B, U+202E), which are sent. A command with one fails when somebody copies it. Remove them.'
  ])
  expect(said({ ...text('a.md'), isTooComplex: true, openComment: 7 })).toEqual([
    expect.stringMatching(
      /^warning a\.md:undefined: The Markdown is too long or too deeply nested to parse\. Its links stay/
    ),
    expect.stringMatching(/^warning a\.md:7: This comment never ends\. GitHub hides the rest of the file/)
  ])
})
