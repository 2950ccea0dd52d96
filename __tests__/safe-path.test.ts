import { isAbsolute, normalize } from 'node:path'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isPortablePath, safePath } from '../src/saved-texts.ts'
import { cpuTime } from './support/cpu-time.ts'
import { CHARACTER, fuzz } from './support/fuzz.ts'

test.each<[why: string, path: string, isPortable: boolean]>([
  ['a file', 'docs/runbooks/Disk full (1).md', true],
  ['another script', 'docs/été/中/😀.md', true],
  ['joined emoji', 'docs/👩\u200d🚒.md', true],
  ['a name that begins with a full stop', '.github/a.md', true],
  ['a longer name than that of Git’s folder', '.gitignore/.git.md', true],
  ['a tilde', 'docs/~a/b~.md', true],
  ['a long name', `docs/${'a'.repeat(200)}.md`, true],
  ['nothing', '', false],
  ['an absolute path', '/etc/passwd', false],
  ['the folder above', '../x.md', false],
  ['the folder above, in between', 'docs/../../x.md', false],
  ['the folder itself', 'docs/./x.md', false],
  ['an empty name', 'docs//x.md', false],
  ['a folder', 'docs/', false],
  ['backslashes', '..\\..\\x.md', false],
  ['a drive', 'C:/x.md', false],
  ['a drive and a relative path', 'C:x.md', false],
  ['a share', '//host/x.md', false],
  ['a stream of NTFS', 'docs/x.md:y', false],
  ['a stream that is Git’s folder', '.git::$INDEX_ALLOCATION/x.md', false],
  ['Git’s folder', '.git/hooks/x.md', false],
  ['Git’s folder in capitals', 'docs/.GIT/x.md', false],
  ['Git’s folder with a blank', '.git /x.md', false],
  ['Git’s folder with a full stop', '.git./x.md', false],
  ['Git’s folder with both', '.git . ./x.md', false],
  ['Git’s folder by its short name', 'git~1/x.md', false],
  ['Git’s folder by its short name in capitals', 'GIT~1/x.md', false],
  ['Git’s folder by a further short name', 'git~2/x.md', false],
  ['a file of Git by a short name', 'GITMOD~1', false],
  ['a file of Git by a short name of digits', 'gi7eba~1', false],
  ['a file by its short name', 'docs/README~1.MD', false],
  ['Git’s folder with a joiner', '.g\u200cit/x.md', false],
  ['Git’s folder with a mark for the direction', '\u200e.git/x.md', false],
  ['Git’s folder with an override', '.git\u202e/x.md', false],
  ['Git’s folder with a deprecated format character', '.gi\u206at/x.md', false],
  ['Git’s folder with a byte order mark', '\ufeff.git/x.md', false],
  ['Git’s folder with a variation selector', '.git\ufe0f/x.md', false],
  ['a blank at the end', 'docs/x.md ', false],
  ['a full stop at the end', 'docs/x.md.', false],
  ['a device', 'docs/CON', false],
  ['a device with an ending', 'docs/con.md', false],
  ['a device with a blank', 'docs/com¹ .md', false],
  ['a wildcard', 'docs/*.md', false],
  ['a control character', 'docs/a\nb.md', false],
  ['NUL', 'docs/a\0b.md', false],
  ['half a character', 'docs/\ud800.md', false],
  ['a name of 256 bytes', `docs/${'é'.repeat(128)}`, false],
  ['a path of 1,001 characters', `${'a/'.repeat(500)}a`, false]
])('%s is a path of every system: %j %s', (_, path, isPortable) => {
  expect(isPortablePath(path)).toBe(isPortable)
  expect(safePath(path) === path).toBe(isPortable && path.length < 60)
})

test.each<[path: string, expected: string]>([
  ['docs/runbooks/Disk full.md', 'docs/runbooks/Disk full.md'],
  ['../../etc/passwd', '3754d6cb3a38-passwd'],
  ['C:\\Windows\\x.md', '662953abfbdc-C__Windows_x.md'],
  ['docs/con.md', '40e9e0c62a4d-_con.md'],
  ['docs/com¹ .md', '11fad2c5bf5c-_com¹ .md'],
  ['docs/a.md.', 'f50c34c90dcd-a.md_'],
  ['docs/a\u0000\nb.md', 'ebfc66f21f3e-a__b.md']
])('%j becomes %s', (path, expected) => {
  expect(safePath(path)).toBe(expected)
})

test('any path becomes one that stays inside the folder, and is short enough for a file system', () => {
  const segment = fc.oneof(
    fc.constantFrom('..', '.', '', 'con', 'a', '\\', '.git', 'git~1', `${'x'.repeat(59)}. x`, 'x'.repeat(300)),
    fc.string({ unit: CHARACTER })
  )
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 40 }), (segments) => {
      const safe = safePath(segments.join('/'))
      expect(isAbsolute(safe)).toBe(false)
      expect(normalize(safe).startsWith('..')).toBe(false)
      expect(isPortablePath(safe)).toBe(true)
      expect(Math.max(...safe.split('/').map((part) => Buffer.byteLength(part)))).toBeLessThan(256)
      expect(safe.length).toBeLessThan(1100)
    }),
    fuzz(100)
  )
})

test.each(['.', ' ', '/', 'a', '\u200c', '~1'])('a long path of %j takes little time', (unit) => {
  expect(cpuTime(() => safePath(`${unit.repeat(1 << 18)}x`))).toBeLessThan(1000)
})
