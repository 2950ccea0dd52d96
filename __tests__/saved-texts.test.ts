import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { Secret } from '../src/secret.ts'
import { SavedTexts } from '../src/saved-texts.ts'
import { temporaryFolder } from '../testing/temporary-files.ts'

test('a text is saved once, byte for byte behind one line, without the token', async () => {
  await using temp = await temporaryFolder()
  const secret = new Secret('rsp_A1b2C3d4')
  const replacer = 'run 7 (https://github.com/o/r/actions/runs/5)'
  const texts = new SavedTexts(temp.path, (text) => secret.redact(text), replacer)
  const content = 'a\r\nb --> rsp_A1b2C3d4\n\n'
  const { file: first = '', folder = '' } = (await texts.save('docs/a.md', '--><script>', content)) ?? {}
  const { file: second = '' } = (await texts.save('docs/a.md', 'a', 'other')) ?? {}
  expect(await texts.save('docs/a.md', 'a', 'other')).toBeUndefined()
  const [header = ''] = (await readFile(first, 'utf8')).split('\n')
  expect(header).toMatch(
    /^<!-- The entry "[^<>]*" before run 7 \(https:\/\/github.com\/o\/r\/actions\/runs\/5\).* -->$/
  )
  expect(await textIn(first)).toBe('a\r\nb --> ***\n\n')
  expect(await textIn(second)).toBe('other')
  expect(relative(folder, first)).toBe(join('docs', 'a.md'))
  expect(relative(folder, second)).toBe(join('docs', 'a.md.2'))
})

test('a text that cannot be saved is an error with a hint', async () => {
  const saved = new SavedTexts('/dev/null/texts', (text) => text, 'a run').save('docs/a.md', 'A', 'text')
  await expect(saved).rejects.toThrow(/^The text of the entry “A” cannot be saved: .*ENOTDIR/)
  await expect(saved).rejects.toHaveProperty('hint', expect.stringContaining('/dev/null/texts'))
})

/** Without the comment. */
async function textIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  return text.slice(text.indexOf('\n') + 1)
}
