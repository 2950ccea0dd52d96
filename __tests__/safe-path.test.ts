import { expect, test } from '@jest/globals'
import { safePath } from '../src/saved-texts.ts'

test.each([
  { what: 'a file', path: 'docs/runbooks/Disk full (1).md' },
  { what: 'another script', path: 'docs/e\u0301te\u0301/\u4e2d/\u{20000}.md' },
  { what: 'an absolute path', path: '/etc/passwd', becomes: '74acf3184453--etc-passwd' },
  { what: 'the folder above, in between', path: 'docs/../../x.md', becomes: '4eebc9b1b721-docs-..-..-x.md' },
  { what: 'an empty name', path: 'docs//x.md', becomes: '1e75c7f1b476-docs-x.md' },
  { what: 'backslashes, and a drive', path: 'C:\\Windows\\x.md', becomes: '662953abfbdc-C-Windows-x.md' },
  { what: 'Git\u2019s folder', path: '.git/hooks/x.md', becomes: '88977e91a2d1-.git-hooks-x.md' },
  { what: 'a full stop at the end', path: 'docs/a.md.', becomes: 'f50c34c90dcd-docs-a.md' },
  { what: 'a blank at the end', path: 'docs/a /b.md', becomes: '6c8f522384c0-docs-a-b.md' },
  { what: 'a control character', path: 'docs/a\u0000\nb.md', becomes: 'ebfc66f21f3e-docs-a-b.md' },
  { what: 'half a character', path: 'docs/\ud800.md', becomes: '09854569ce00-docs-.md' },
  {
    what: 'a long name',
    path: `docs/${'x'.repeat(61)}`,
    becomes: '4257170301a6-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
  },
  { what: 'many folders', path: `${'a/'.repeat(12)}a`, becomes: '31f9b4e9c1e4-a-a-a-a-a-a-a-a-a-a-a-a-a' }
])('$what', ({ path, becomes = path }) => {
  expect(safePath(path)).toBe(becomes)
})
