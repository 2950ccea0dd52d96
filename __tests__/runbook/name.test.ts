import { describe, expect, test } from '@jest/globals'
import { nameOf } from './read.ts'

describe('a name from', () => {
  test.each([
    ['{title}', '# Disk full\n', 'docs/a.md', 'Disk full'],
    ['{path}', '# Disk full\n', 'docs/a.md', 'docs/a.md'],
    ['{dir}: {stem}', 'x', 'docs/runbooks/a.md', 'docs/runbooks: a'],
    ['{repository}: {title}', 'x', 'docs/a.md', 'acme/handbook: a'],
    ['{title} ({stem})', '# {stem} $& $1\n', 'docs/a.md', '{stem} $& $1 (a)'],
    ['  {title}\t', '---\ntitle: " a \\n\\t b\\u00a0\\u2028c\\ufeff"\n---\nx', 'docs/a.md', 'a b c'],
    ['[{dir}] {stem}', 'x', 'a.md', '[] a'],
    ['{dir}|{stem}', 'x', 'a.b/c.d.md', 'a.b|c.d'],
    ['{dir}|{stem}', 'x', 'a/b', 'a|b'],
    ['{stem}', 'x', 'a/.md', '.md'],
    ['{stem}', 'x', 'a/b\t\nc.md', 'b c'],
    ['{stem}', 'x', 'a/"%25::error::x.md', '"%25::error::x'],
    ['{stem}', `# ${'x'.repeat(2_000)}\n`, 'a.md', 'a'],
    ['{title}', `# ${'x'.repeat(1_000)} y\n`, 'a.md', 'refused'],
    ['{title}'.repeat(10_000), `# ${'x'.repeat(1_000_000)}\n`, 'a.md', 'refused']
  ])('%.40s and %.40j in %s', (nameTemplate, text, path, name) => {
    expect(nameOf(text, { nameTemplate }, path)).toBe(name)
  })

  test.each([
    ['docs/disk-full.md', 'disk-full'],
    ['docs/redis/README.md', 'redis'],
    ['docs/redis/readme.markdown', 'redis'],
    ['docs/redis/index.md', 'redis'],
    ['docs/redis/_index.md', 'redis'],
    ['docs/redis/Index.MD', 'redis'],
    ['README.md', 'handbook'],
    ['docs/indexes.md', 'indexes'],
    ['docs/a\u0007b.md', 'refused']
  ])('%s without a title', (path, name) => {
    expect(nameOf('Text\n', {}, path)).toBe(name)
  })
})
