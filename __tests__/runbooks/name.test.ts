import { describe, expect, test } from '@jest/globals'
import { Failure } from '../../src/failures.ts'
import { checkNameTemplate, nameOf, titleOf } from '../../src/runbooks/name.ts'

const PLACE = { path: 'docs/runbooks/disk-full.md', repository: 'acme/handbook' }

describe('the template', () => {
  test.each([['{title}'], ['{dir}/{stem}'], ['[{repository}] {path}'], ['{title}{title}'], ['$& {title} $1']])(
    '%s is accepted',
    (template) => {
      expect(() => {
        checkNameTemplate(template)
      }).not.toThrow()
    }
  )

  test.each([
    ['{titel}', /unknown variable `\{titel\}`/],
    ['{Title}', /unknown variable/],
    ['{ title }', /unknown variable/],
    ['{}', /unknown variable `\{\}`/],
    ['{__proto__}', /unknown variable/],
    ['{{title}}', /brace/],
    ['{title', /brace/],
    ['title}', /brace/],
    ['Runbook', /no variable/],
    ['', /no variable/],
    ['{a\u001b`b}', /`\{a\?'b\}`/]
  ])('%s is refused', (template, message) => {
    const check = (): void => {
      checkNameTemplate(template)
    }
    expect(check).toThrow(Failure)
    expect(check).toThrow(message)
    expect(check).toThrow(expect.objectContaining({ kind: 'input', remedy: expect.stringContaining('`{stem}`') }))
  })
})

describe('the name', () => {
  test.each([
    ['{title}', 'Disk full', 'Disk full'],
    ['{path}', '', 'docs/runbooks/disk-full.md'],
    ['{dir}', '', 'docs/runbooks'],
    ['{stem}', '', 'disk-full'],
    ['{repository}: {title}', 'Disk full', 'acme/handbook: Disk full'],
    ['{title} ({stem})', '{stem} $& $1', '{stem} $& $1 (disk-full)'],
    ['  {title}\t', ' a \r\n\t b\u00a0\u2028c\ufeff', 'a b c']
  ])('%s of %j', (template, title, name) => {
    expect(nameOf(template, title, PLACE)).toEqual({ kind: 'name', name })
  })

  test.each([
    ['at the root', 'disk.md', '[{dir}] {stem}', '[] disk'],
    ['with dots', 'a.b/c.d.md', '{dir}|{stem}', 'a.b|c.d'],
    ['without an extension', 'a/b', '{dir}|{stem}', 'a|b'],
    ['all extension', 'a/.md', '{stem}', '.md'],
    ['with tab and newline', 'a/b\t\nc.md', '{stem}', 'b c'],
    ['with quotes, percent and a command', 'a/"%25::error::x.md', '{stem}', '"%25::error::x']
  ])('of a path %s', (_, path, template, name) => {
    expect(nameOf(template, '', { ...PLACE, path })).toEqual({ kind: 'name', name })
  })

  test.each([
    ['empty', '', /empty/],
    ['white space', ' \u00a0\n', /empty/],
    ['nothing that can be seen', '\u200b\u200e', /empty/],
    ['a bell', 'a\u0007b', /control/],
    ['NEL', 'a\u0085b', /control/],
    ['DEL', 'a\u007fb', /control/],
    ['half a character', 'a\ud800b', /control/],
    ['a paragraph', 'a'.repeat(1001), /longer/]
  ])('%s is refused', (_, title, message) => {
    expect(nameOf('{title}', title, PLACE)).toMatchObject({
      kind: 'refused',
      problem: { message: expect.stringMatching(message), remedy: expect.stringContaining('title') }
    })
  })
})

describe('a runbook that has no title is called as', () => {
  test.each([
    ['docs/disk-full.md', 'disk-full'],
    ['docs/redis/README.md', 'redis'],
    ['docs/redis/readme.markdown', 'redis'],
    ['docs/redis/index.md', 'redis'],
    ['docs/redis/_index.md', 'redis'],
    ['docs/redis/Index.MD', 'redis'],
    ['README.md', 'handbook'],
    ['docs/indexes.md', 'indexes']
  ])('%s: %s', (path, title) => {
    expect(titleOf({ path, repository: 'acme/handbook' })).toBe(title)
  })
})
