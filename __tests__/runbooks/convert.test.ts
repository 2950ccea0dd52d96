import { describe, expect, test } from '@jest/globals'
import { convert } from '../../src/runbooks/convert.ts'
import { bytes, STYLE } from './runbooks.ts'

const PATH = 'docs/disk-full.md'

describe('what is sent', () => {
  test.each([
    ['as it is', '# A\n\nText  \n\ttab\u00a0\n', '# A\n\nText  \n\ttab\u00a0\n'],
    ['CRLF', '# A\r\n\r\nText\r\n', '# A\r\n\r\nText\r\n'],
    ['without a byte order mark', '\uFEFF# A\n', '# A\n'],
    ['without a line end at its end', '# A', '# A'],
    ['with the blank lines it begins with', '\n\n# A\n', '\n\n# A\n'],
    ['without front matter and the blank lines behind it', '---\ntitle: A\n---\n\n \t\n    code\n', '    code\n'],
    ['without front matter, CRLF', '---\r\ntitle: A\r\n---\r\n\r\n# A\r\n', '# A\r\n'],
    ['with thematic breaks', '---\n\nText\n\n---\n', '---\n\nText\n\n---\n'],
    [
      'what others would obey',
      '${{ secrets.X }} $(id) `id`\n::add-mask::x\n::error::y\n{title}\n',
      '${{ secrets.X }} $(id) `id`\n::add-mask::x\n::error::y\n{title}\n'
    ]
  ])('%s', async (_, text, content) => {
    expect((await convert(PATH, bytes(text), STYLE)).content).toBe(content)
  })

  test('with `front-matter: keep`, all of it', async () => {
    const text = '---\r\ntitle: A\r\nlink: "[a](b.md)"\r\n---\r\n\r\n[a](b.md)\r\n'
    const { name, content, targets } = await convert(PATH, bytes(`\uFEFF${text}`), { ...STYLE, frontMatter: 'keep' })
    expect(name).toBe('A')
    expect(content).toBe(text.replace('\n[a](b.md)', '\n[a](https://github.com/acme/handbook/blob/main/docs/b.md)'))
    expect(targets).toEqual([{ path: 'docs/b.md', line: 6 }])
  })

  test('what has no name is not converted', async () => {
    await expect(convert(PATH, bytes(''), STYLE)).rejects.toThrow('refused')
  })
})

describe('the line that leads to the file', () => {
  const page = 'https://github.com/acme/handbook/blob/main/docs/disk-full.md'

  test.each([
    ['after a line end', 'Text\n', `Text\n\nSource: [docs/disk-full.md](${page})\n`],
    ['after none', 'Text', `Text\n\nSource: [docs/disk-full.md](${page})\n`],
    ['after CRLF', 'Text\r\nText', `Text\r\nText\r\n\r\nSource: [docs/disk-full.md](${page})\r\n`],
    ['after a blank line', 'Text\n\n', `Text\n\n\nSource: [docs/disk-full.md](${page})\n`]
  ])('%s', async (_, text, content) => {
    expect((await convert(PATH, bytes(text), { ...STYLE, sourceLink: true })).content).toBe(content)
  })

  test('to a file whose name is none to Markdown or a log', async () => {
    const { content } = await convert('a b/[x](y)\n::error::`_z_` %25.md', bytes('Text\n'), {
      ...STYLE,
      sourceLink: true
    })
    expect(content.split('\n').at(-2)).toBe(
      'Source: [a b/\\[x\\]\\(y\\) ::error::\\`\\_z\\_\\` \\%25.md]' +
        '(https://github.com/acme/handbook/blob/main/a%20b/%5Bx%5D%28y%29%0A::error::%60_z_%60%20%2525.md)'
    )
  })

  test('with `links: keep` too', async () => {
    const style = { ...STYLE, sourceLink: true, links: 'keep' } as const
    expect((await convert(PATH, bytes('[a](b.md)\n'), style)).content).toBe(
      `[a](b.md)\n\nSource: [docs/disk-full.md](${page})\n`
    )
  })
})
