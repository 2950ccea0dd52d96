import { expect, test } from '@jest/globals'
import { textNotices } from '../../src/runbook/text-notices.ts'

const text = (path: string, ...links: readonly string[]) => ({
  path,
  isTooComplex: false,
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

test('a text that is not parsed is a warning', () => {
  const message = expect.stringMatching(/^The Markdown is too long or too deeply nested to parse\. Its links stay/)
  expect(textNotices([{ ...text('a.md'), isTooComplex: true }])).toEqual([{ level: 'warning', path: 'a.md', message }])
})
