import { describe, expect, test } from '@jest/globals'
import { compilePatterns } from '../../src/changes/patterns.ts'

/** That the meaning is that of @actions/glob is what `patterns.differential.test.ts` shows; here stand the usual cases. */

describe('chooses', () => {
  test.each<[patterns: string[], path: string, chosen: boolean]>([
    [['docs/runbooks/**/*.md'], 'docs/runbooks/a.md', true],
    [['docs/runbooks/**/*.md'], 'docs/runbooks/deep/er/a.md', true],
    [['docs/runbooks/**/*.md'], 'docs/runbooks/a.MD', false],
    [['docs/runbooks/**/*.md'], 'docs/a.md', false],
    [['docs/runbooks/**/*.md'], 'docs/runbooks.md', false],
    [['docs/runbooks/**/*.md'], 'docs/runbooks-old/a.md', false],
    [['docs/runbooks/**/*.md'], 'docs/runbooks/sub.md/inner.txt', true],
    [['docs/runbooks/**/*.md/'], 'docs/runbooks/a.md', false],
    [['**/*.md'], 'a.md', true],
    [['**/*'], 'docs/a', true],
    [['docs/runbooks/**/*.md'], 'docs/runbooks/.hidden/.a.md', true],
    [['*.md'], 'a.md', true],
    [['*.md'], 'docs/a.md', false],
    [['docs/*.md'], 'docs/sub.md/inner.txt', true],
    [['docs'], 'docs/deep/a.txt', true],
    [['docs/'], 'docs/deep/a.txt', true],
    [['docs/'], 'docs', false],
    [['docs/**'], 'docs', true],
    [['docs/**/'], 'docs/a.md', true],
    [['./docs/*.md'], 'docs/a.md', true],
    [['.'], 'any/thing', true],
    [['  docs/a.md  '], 'docs/a.md', true],
    [['docs//a.md'], 'docs/a.md', true],
    [['docs/**', '!docs/**/draft-*.md'], 'docs/x/draft-1.md', false],
    [['docs/**', '!docs/drafts', 'docs/drafts/keep.md'], 'docs/drafts/keep.md', true],
    [['docs/**', '!docs/drafts', 'docs/drafts/keep.md'], 'docs/drafts/other.md', false],
    [['!docs/a.md', 'docs/**'], 'docs/a.md', true],
    [['docs/**', '!!docs/a.md'], 'docs/a.md', true],
    [['# a comment', '', 'docs/*.md'], 'docs/a.md', true],
    [['docs/[ab].md'], 'docs/b.md', true],
    [['docs/[!ab].md'], 'docs/b.md', false],
    [['docs/[a-c]?.md'], 'docs/bx.md', true],
    [['docs/[[:digit:]]*.md'], 'docs/7 steps.md', true],
    [['docs/[*].md'], 'docs/*.md', true],
    [['docs/[*].md'], 'docs/x.md', false],
    [['docs/\\*.md'], 'docs/*.md', true],
    [['docs/{title}.md'], 'docs/{title}.md', true],
    [['docs/(a).md'], 'docs/(a).md', true],
    [['docs/**/x/**/y.md'], 'docs/a/x/b/c/y.md', true],
    [['docs/caf?.md'], 'docs/café.md', true],
    [['docs/*.md'], 'docs/a\nb.md', true]
  ])('%j, %j: %j', (patterns, path, chosen) => {
    expect(compilePatterns(patterns)(path)).toBe(chosen)
  })
})

describe('may choose something below a folder', () => {
  test.each<[patterns: string[], folder: string, reached: boolean]>([
    [['docs/**/*.md'], 'docs', true],
    [['docs/**/*.md'], 'docs/deep', true],
    [['docs/**/*.md'], 'src', false],
    [['docs/*.md'], 'docs/deep', false],
    [['docs/*/a.md'], 'docs/deep', true],
    [['docs'], 'docs/deep/er', true],
    [['**/*.md', '!vendor'], 'vendor/x', false],
    [['**/*.md', '!vendor', 'vendor/x/*.md'], 'vendor/x', true],
    [['**/*.md', '!vendor/*.md'], 'vendor/x', true]
  ])('%j, %j: %j', (patterns, folder, reached) => {
    expect(compilePatterns(patterns).reaches?.(folder)).toBe(reached)
  })
})

describe('refuses, with the way to write it', () => {
  test.each<[patterns: string[], remedy: RegExp]>([
    [[], /docs\/runbooks/],
    [['# only a comment'], /docs\/runbooks/],
    [['!docs/drafts'], /first what to choose/],
    [['../**'], /cannot leave it/],
    [['docs/../../secrets/*'], /cannot leave it/],
    [['docs/[.][.]/x'], /cannot leave it/],
    [['docs/\\.\\./x'], /cannot leave it/],
    [['docs/./a.md'], /cannot leave it/],
    [['/etc/**'], /`etc\/\*\*`/],
    [['!/etc/**', 'docs'], /`etc\/\*\*`/],
    [['~/docs/*.md'], /repository’s root/],
    [['~'], /repository’s root/],
    [['docs/*.{md,markdown}'], /`docs\/\*\.md`, then `docs\/\*\.markdown`/],
    [['docs/{a,b}/*.md'], /`docs\/a\/\*\.md`, then `docs\/b\/\*\.md`/],
    [['docs/{1..9}.md'], /\[0-9\]/],
    [['docs/@(a|b).md'], /one line for each/i],
    [['docs/+(a).md'], /one line for each/i],
    [['!(draft).md', 'docs'], /one line for each/i],
    [['docs/*(old).md'], /`\[\(\]`/],
    [['!'], /such as `docs/],
    [['docs/[!]'], /\[\*\]/],
    [['docs/x\\|y'], /Write `\|`/],
    [['docs/[[:alpha:]]-1.md'], /plain classes/]
  ])('%j', (patterns, remedy) => {
    const refused = () => compilePatterns(patterns)
    expect(refused).toThrow(
      expect.objectContaining({ kind: 'input', message: expect.stringContaining('Input `files`') })
    )
    expect(refused).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }))
  })

  test.each<[name: string, patterns: string[]]>([
    ['a pattern of 10,000 characters', ['*a'.repeat(5000)]],
    ['too many patterns', Array.from({ length: 501 }, (_, index) => `docs/${index}`)]
  ])('%s', (_, patterns) => {
    expect(() => compilePatterns(patterns)).toThrow(expect.objectContaining({ kind: 'input' }))
  })

  test('and repeats nothing that a log could take for a command', () => {
    const refused = () => compilePatterns(['/`x`\u001b[31m\u202e\u200b{a,b}'])
    expect(refused).toThrow(expect.objectContaining({ message: expect.stringMatching(/^[\x20-\x7e]+$/) }))
  })
})

describe('takes no time for what is built to take long', () => {
  const hard: [name: string, pattern: string, path: string][] = [
    ['stars', `${'*a'.repeat(490)}b`, 'a'.repeat(4000)],
    ['marks and stars', `${'?*'.repeat(490)}b`, 'a'.repeat(4000)],
    ['classes', `${'*[ab]'.repeat(190)}c`, 'ab'.repeat(2000)],
    ['folders', `${'**/a/'.repeat(190)}b`, `${'a/'.repeat(2000)}c`],
    ['folders and stars', `${'**/*a*/'.repeat(140)}b`, `${'aaaa/'.repeat(1000)}c`],
    ['a class that is never closed', '['.repeat(990), '['.repeat(990)],
    ['a class that seems to be closed', `${'['.repeat(980)}\\]`, '['.repeat(980)],
    ['classes of classes', `${'[[:'.repeat(320)}\\]`, '['.repeat(980)]
  ]
  test.each(hard)('%s', (_, pattern, path) => {
    const start = performance.now()
    const choose = compilePatterns([pattern])
    for (let time = 0; time < 10; time++) choose(path)
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('a hundred thousand paths', () => {
    const choose = compilePatterns(['docs/runbooks/**/*.md', '!docs/runbooks/drafts', '!**/README.md'])
    const paths = Array.from({ length: 100_000 }, (_, index) => `docs/runbooks/team-${index % 100}/service/${index}.md`)
    const start = performance.now()
    expect(paths.filter(choose)).toHaveLength(100_000)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
