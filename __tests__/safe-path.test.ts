import { expect, test } from '@jest/globals'
import { isPortablePath, safePath } from '../src/saved-texts.ts'

test.each<{ what: string; path: string; isPortable: boolean }>([
  { what: 'a file', path: 'docs/runbooks/Disk full (1).md', isPortable: true },
  { what: 'another script', path: 'docs/été/中/👩\u200d🚒.md', isPortable: true },
  { what: 'a longer name than that of Git’s folder', path: '.gitignore/.git.md', isPortable: true },
  { what: 'a tilde', path: 'docs/~a/b~.md', isPortable: true },
  { what: 'nothing', path: '', isPortable: false },
  { what: 'an absolute path', path: '/etc/passwd', isPortable: false },
  { what: 'the folder above, in between', path: 'docs/../../x.md', isPortable: false },
  { what: 'the folder itself', path: 'docs/./x.md', isPortable: false },
  { what: 'an empty name', path: 'docs//x.md', isPortable: false },
  { what: 'a folder', path: 'docs/', isPortable: false },
  { what: 'backslashes', path: '..\\..\\x.md', isPortable: false },
  { what: 'a drive', path: 'C:x.md', isPortable: false },
  { what: 'a stream that is Git’s folder', path: '.git::$INDEX_ALLOCATION/x.md', isPortable: false },
  { what: 'Git’s folder', path: '.git/hooks/x.md', isPortable: false },
  { what: 'Git’s folder in capitals', path: 'docs/.GIT/x.md', isPortable: false },
  { what: 'Git’s folder with a blank and a full stop', path: '.git . ./x.md', isPortable: false },
  { what: 'Git’s folder by its short name', path: 'GIT~1/x.md', isPortable: false },
  { what: 'a file by its short name', path: 'docs/README~1.MD', isPortable: false },
  { what: 'Git’s folder with a joiner', path: '.g\u200cit/x.md', isPortable: false },
  { what: 'Git’s folder with a variation selector', path: '.git\ufe0f/x.md', isPortable: false },
  { what: 'a full stop at the end', path: 'docs/x.md.', isPortable: false },
  { what: 'a device with an ending', path: 'docs/con.md', isPortable: false },
  { what: 'a device with a blank', path: 'docs/com¹ .md', isPortable: false },
  { what: 'a wildcard', path: 'docs/*.md', isPortable: false },
  { what: 'a control character', path: 'docs/a\nb.md', isPortable: false },
  { what: 'half a character', path: 'docs/\ud800.md', isPortable: false },
  { what: 'a name of 256 bytes', path: `docs/${'é'.repeat(128)}`, isPortable: false },
  { what: 'a path of 1,001 characters', path: `${'a/'.repeat(500)}a`, isPortable: false }
])('$what is a path of every system: $isPortable', ({ path, isPortable }) => {
  expect(isPortablePath(path)).toBe(isPortable)
  expect(safePath(path) === path).toBe(isPortable)
  expect(isPortablePath(safePath(path))).toBe(true)
})

test.each([
  { path: '../../etc/passwd', becomes: '3754d6cb3a38-passwd' },
  { path: 'C:\\Windows\\x.md', becomes: '662953abfbdc-C__Windows_x.md' },
  { path: 'docs/com¹ .md', becomes: '11fad2c5bf5c-_com¹ .md' },
  { path: 'docs/a.md.', becomes: 'f50c34c90dcd-a.md_' },
  { path: 'docs/a\u0000\nb.md', becomes: 'ebfc66f21f3e-a__b.md' }
])('$path becomes $becomes', ({ path, becomes }) => {
  expect(safePath(path)).toBe(becomes)
})
