import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { Secret } from '../src/secret.ts'
import { SavedTexts } from '../src/saved-texts.ts'
import { temporaryFolder } from '../testing/temporary-files.ts'

const TOKEN = 'rsp-A1b2C3d4'
const textOf = (name: string, content: string | undefined) => ({ name, content, json: undefined })
const redact = (text: string): string => new Secret(TOKEN).redact(text)

test('a text is saved once, byte for byte behind one line, without the token', async () => {
  await using temp = await temporaryFolder()
  const texts = new SavedTexts(temp.path, redact, 'run 7 (https://a.example/5)')
  const { file = '' } = (await texts.save('docs/a-b.md', textOf('--><script>', `a\r\nb --> ${TOKEN}\n\n`))) ?? {}
  const second = await texts.save('docs/a-b.md', textOf('a', 'other'))
  expect(second?.file).toMatch(/2-a-b\.md$/)
  expect(await texts.save('docs/a-b.md', textOf('a', 'other'))).toBeUndefined()
  const [header = '', ...lines] = (await readFile(file, 'utf8')).split('\n')
  expect(header).toMatch(/^<!-- The entry "[^<>]*" of "docs\/a-b\.md" before run 7 \(https:\/\/a\.example\/5\).* -->$/)
  expect(lines.join('\n')).toBe('a\r\nb --> ***\n\n')
})

test.each([
  { what: 'a file', path: 'docs/runbooks/Disk full (1).md', file: '1-Disk-full-1-.md' },
  { what: 'another script', path: 'docs/\u4e2d\u{20000}.markdown', file: '1-\u4e2d\u{20000}.md' },
  { what: 'the folder above', path: 'docs/..', file: '1-.md' },
  { what: 'backslashes, and a drive', path: 'C:\\Windows\\..\\x.md', file: '1-C-Windows-x.md' },
  { what: 'a hidden file', path: 'docs/.md', file: '1-md.md' },
  { what: 'control characters and half a character', path: 'docs/a\u0000\n\ud800.md', file: '1-a-.md' },
  { what: 'a long name', path: `docs/${'x'.repeat(61)}`, file: `1-${'x'.repeat(39)}.md` },
  { what: 'the token', path: `docs/a ${TOKEN}.md`, file: '1-a-.md' },
  { what: 'what would become the token', path: 'docs/rsp A1b2C3d4.md', file: '1.md' }
])('the name of $what is safe on every system', async ({ path, file }) => {
  await using temp = await temporaryFolder()
  const saved = await new SavedTexts(temp.path, redact, 'a run').save(path, textOf('A', 'text'))
  expect(saved && relative(saved.folder, saved.file)).toBe(file)
})

test('what has no text is saved as JSON, without the token', async () => {
  await using temp = await temporaryFolder()
  const json = JSON.stringify({ type: 'topology', data: { note: TOKEN } })
  const saved = await new SavedTexts(temp.path, redact, 'a run').save('docs/a.md', { ...textOf('A', undefined), json })
  expect(saved?.file).toMatch(/1-a\.json$/)
  expect(JSON.parse(await readFile(saved?.file ?? '', 'utf8'))).toEqual({ type: 'topology', data: { note: '***' } })
})

test('a text that cannot be saved is an error with a hint', async () => {
  const saved = new SavedTexts('/dev/null/texts', (text) => text, 'a run').save('docs/a.md', textOf('A', 'text'))
  await expect(saved).rejects.toThrow(/^The text of the entry “A” cannot be saved: .*ENOTDIR/)
  await expect(saved).rejects.toHaveProperty('hint', expect.stringContaining('/dev/null/texts'))
})

test('a text that was not kept is never taken for an empty one', async () => {
  await using temp = await temporaryFolder()
  await expect(new SavedTexts(temp.path, redact, 'a run').save('docs/a.md', textOf('A', ''))).rejects.toThrow()
})
