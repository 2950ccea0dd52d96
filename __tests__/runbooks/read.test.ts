import { execFileSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { readRunbook } from '../../src/runbooks/read.ts'
import { bytes, STYLE } from './runbooks.ts'

describe('a runbook is called', () => {
  test.each([
    ['by its title', '---\ntitle: Title\n---\n# Heading\n', 'Title'],
    ['by its title, as written', '---\ntitle: 1.10\n---\n# Heading\n', '1.10'],
    ['by its heading', '# Heading `x`\n', 'Heading x'],
    ['by its heading, where the title is empty', '---\ntitle:\n---\n# Heading\n', 'Heading'],
    ['by its heading, behind a byte order mark', '\uFEFF# Heading\r\n', 'Heading'],
    ['by its title, behind a byte order mark', '\uFEFF---\r\ntitle: Title\r\n---\r\nx', 'Title'],
    ['by its file', 'Text\n', 'disk-full'],
    ['by its heading below a thematic break', '---\n\n# Heading\n', 'Heading'],
    ['by what would be markup in a heading', '---\ntitle: "`a` *b* &amp;"\n---\nx', '`a` *b* &amp;'],
    ['with a right-to-left override, which the report shows', '# a\u202eb\n', 'a\u202eb'],
    ['with marks', '# | ` <img onerror=x>\n', '| `']
  ])('%s', async (_, text, name) => {
    expect(await readRunbook('docs/disk-full.md', bytes(text), STYLE)).toEqual({ kind: 'named', name })
  })

  test('by the template, which need not ask for a title', async () => {
    const style = { ...STYLE, name: '{dir}/{stem}' }
    const reading = await readRunbook('docs/disk-full.md', bytes('# Heading\n'), style)
    expect(reading).toEqual({ kind: 'named', name: 'docs/disk-full' })
  })
})

describe('kept out', () => {
  test.each([
    ['a draft', '---\ntitle: A\ndraft: true\n---\nText', 'docs/a.md', 'A', 'draft: true'],
    ['what is no runbook', '---\nrunbook: false\n---\n# B', 'docs/a.md', 'B', 'runbook: false'],
    ['an empty draft', '---\ndraft: true\n---\n', 'docs/a.md', 'a', 'draft: true'],
    ['a draft without a name', '---\ntitle: "\\a"\ndraft: true\n---\n', 'docs/a.md', 'docs/a.md', 'draft: true'],
    [
      'an index page of a site',
      '---\ntitle: etcd\n---\n\n',
      'docs/etcd/_index.md',
      'etcd',
      'an index page without text'
    ],
    ['an empty README', '', 'docs/etcd/README.md', 'etcd', 'an index page without text']
  ])('%s', async (_, text, path, name, reason) => {
    expect(await readRunbook(path, bytes(text), STYLE)).toEqual({ kind: 'excluded', name, reason })
  })
})

describe('refused', () => {
  test.each([
    ['nothing', '', 'It has no text.'],
    ['white space', ' \r\n\t\n\u00a0', 'It has no text.'],
    ['a byte order mark', '\uFEFF', 'It has no text.'],
    ['front matter alone', '---\ntitle: A\n---\n\n', 'It has no text.'],
    ['a title with a bell', '---\ntitle: "a\\ab"\n---\nx', 'Its name contains a control character.'],
    ['a title with half a character', '---\ntitle: "a\\ud800"\n---\nx', 'Its name contains a control character.'],
    ['a heading as long as a page', `# ${'*a* '.repeat(100_000)}\n`, 'Its name is longer than 1000 characters.']
  ])('%s', async (_, text, message) => {
    expect(await readRunbook('docs/a.md', bytes(text), STYLE)).toMatchObject({ kind: 'refused', problem: { message } })
  })
})

test('front matter that is kept is text', async () => {
  const style = { ...STYLE, frontMatter: 'keep' } as const
  const reading = await readRunbook('docs/a.md', bytes('---\ntitle: A\n---\n'), style)
  expect(reading).toEqual({ kind: 'named', name: 'A' })
})

describe('names are cheap', () => {
  test.each([
    ['a plain heading loads no parser', '# Disk full\n\n[a](b.md)\n', []],
    ['nor does a text without any heading', 'Text with [a](b.md).\n\n## Two\n', []],
    ['nor does front matter of plain lines', '---\ntitle: A\n---\n# *B*\n', []],
    ['any other loads the one for YAML', '---\ntitle: >\n  A\n---\n# *B*\n', ['yaml']],
    ['a heading with markup the one for Markdown', '# Disk *full*\n', ['@lezer/markdown']]
  ])('%s', (_, text, expected) => {
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ resolve(specifier, context, next) { loaded.push(specifier); return next(specifier, context) } })
      const { readRunbook } = await import('./src/runbooks/read.ts')
      await readRunbook('a.md', { kind: 'bytes', bytes: Buffer.from(process.argv[1]) }, JSON.parse(process.argv[2]))
      console.log(JSON.stringify(loaded.filter((name) => ['yaml', '@lezer/markdown'].includes(name))))`
    const printed = execFileSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--input-type=module',
        '-e',
        program,
        '--',
        text,
        JSON.stringify(STYLE)
      ],
      { encoding: 'utf8' }
    )
    expect([...new Set(JSON.parse(printed) as string[])]).toEqual(expected)
  })
})
