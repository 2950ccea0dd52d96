import { describe, expect, test } from '@jest/globals'
import { leavesOf } from '../../src/runbooks/blocks.ts'

/** Each leaf as `kind: text`; headings as `h1`, and `h1 inside` where they are no heading of the document. */
function found(markdown: string): string[] {
  return leavesOf(markdown).map(({ kind, level, top, text }) => {
    const name = kind === 'heading' ? `h${level}${top ? '' : ' inside'}` : kind
    return `${name}: ${text}`
  })
}

/** CommonMark 0.31.2 and GFM 0.29, where a reader of lines easily goes wrong. */
describe('blocks that hold text', () => {
  test.each<[string, string, string[]]>([
    ['paragraphs end at a blank line', 'a\nb\n \t\nc', ['paragraph: a\nb', 'paragraph: c']],
    ['headings interrupt', 'a\n## b\nc', ['paragraph: a', 'h2: ## b', 'paragraph: c']],
    ['seven marks, or no blank, are text', '####### a\n\n#a', ['paragraph: ####### a', 'paragraph: #a']],
    ['setext headings', 'a\nb\n===\nc\n-\n', ['h1: a\nb', 'h2: c']],
    ['… not of definitions alone', '[a]: b\n===\n[c]: d', ['paragraph: [a]: b\n===\n[c]: d']],
    ['… which a rule is not', '- a\n---\nb', ['paragraph: a', 'paragraph: b']],
    ['a rule is no list', '* * *\n  # a', ['h1: # a']],
    ['indented code is passed over', 'a\n\n    b\n\nc', ['paragraph: a', 'paragraph: c']],
    ['… but goes on with a paragraph', 'a\n    # b', ['paragraph: a\n    # b']],
    ['fences', '```\na\n~~~\nb\n````  \nc', ['paragraph: c']],
    ['… that are too short or too far in', '````\na\n```\n    ````\nb', []],
    ['… of backticks have none behind them', '``` a`b\nc', ['paragraph: ``` a`b\nc']],
    ['… end with what they are in', '> ```\n> a\nb', ['paragraph: b']]
  ])('%s', (_, markdown, leaves) => {
    expect(found(markdown)).toEqual(leaves)
  })

  test.each<[string, string, string[]]>([
    ['go on where text does', '> a\nb\n> c', ['paragraph: a\nb\n  c']],
    ['… and not where it is none', '> # a\nb', ['h1 inside: # a', 'paragraph: b']],
    ['… nor where something begins', '> a\n- b', ['paragraph: a', 'paragraph: b']],
    ['behind four blanks are none', '> a\n\n    > b', ['paragraph: a']],
    ['… but text in text', '> a\n    > b', ['paragraph: a\n    > b']],
    ['in quotations', '> > a\n> b', ['paragraph: a\n  b']],
    ['take one column of a tab', '>\t\ta\n\n>\tb', ['paragraph: b']],
    ['hold lists', '> - a\n>   b\n>\n> c', ['paragraph: a\n    b', 'paragraph: c']]
  ])('quotations %s', (_, markdown, leaves) => {
    expect(found(markdown)).toEqual(leaves)
  })

  test.each<[string, string, string[]]>([
    ['hold what is indented as their text', '- a\n\n  # b\n\n c', ['paragraph: a', 'h1 inside: # b', 'paragraph: c']],
    ['count tabs in columns', '-\ta\n\n\t# b\n\n  # c', ['paragraph: a', 'h1 inside: # b', 'h1: # c']],
    ['begin with code behind five blanks', '-     a\n\n  b', ['paragraph: b']],
    ['begin with a blank line', '-\n  a\n\n  # b', ['paragraph: a', 'h1 inside: # b']],
    ['… but not with two', '-\n\n  # a', ['h1: # a']],
    ['interrupt text only at 1', 'a\n2. b\n1) c', ['paragraph: a\n2. b', 'paragraph: c']],
    ['… and only with text', 'a\n*\n1.', ['paragraph: a\n*\n1.']],
    ['… which what is around them need not go on with', '- a\n2.\n3. b', ['paragraph: a', 'paragraph: b']],
    ['have no numbers of ten digits', '1234567890. a', ['paragraph: 1234567890. a']],
    [
      'end before what is less indented',
      '1. a\n   - b\n  c\n\n  d',
      ['paragraph: a', 'paragraph: b\n  c', 'paragraph: d']
    ]
  ])('lists %s', (_, markdown, leaves) => {
    expect(found(markdown)).toEqual(leaves)
  })

  test.each<[string, string, string[]]>([
    ['goes on to a blank line', 'a\n<div>\n*b*\n\nc', ['paragraph: a', 'html: <div>\n*b*', 'paragraph: c']],
    ['… or to its own end', '<!-- a\n\nb --> c\nd', ['html: <!-- a\n\nb --> c', 'paragraph: d']],
    ['… which may be where it began', '<pre>a</pre>\nb', ['html: <pre>a</pre>', 'paragraph: b']],
    ['… or the end of what it is in', '> <pre>\n> a\nb', ['html: <pre>\n  a', 'paragraph: b']],
    ['is any tag alone', '<x-y a="b">\nc', ['html: <x-y a="b">\nc']],
    ['… that follows no text', 'a\n<x>\nb', ['paragraph: a\n<x>\nb']],
    ['… and nothing follows', '<x> a', ['paragraph: <x> a']]
  ])('HTML %s', (_, markdown, leaves) => {
    expect(found(markdown)).toEqual(leaves)
  })

  test.each<[string, string, string[]]>([
    ['of cells', '| a | b\\|c |\n|:-:|--|\n| d ||\ne\n\nf', cells('a', 'b\\|c', 'd', '', 'e').concat('paragraph: f')],
    ['that follow text', 'a\nb|c\n-|-\nd', ['paragraph: a', ...cells('b', 'c', 'd')]],
    ['end where something begins', 'a|b\n-|-\n> c', [...cells('a', 'b'), 'paragraph: c']],
    ['have one width', 'a|b|c\n-|-\n', ['paragraph: a|b|c\n-|-']],
    ['have a pipe in their second line', 'a\n:-', ['paragraph: a\n:-']],
    ['do not begin in a quotation and end outside', '> a|b\n-|-', ['paragraph: a|b\n-|-']],
    ['nor go on outside', '> a|b\n> -|-\nc', [...cells('a', 'b'), 'paragraph: c']]
  ])('tables %s', (_, markdown, leaves) => {
    expect(found(markdown)).toEqual(leaves)
  })

  test('every character has its place in the source, whatever ends the lines', () => {
    const markdown = '> a\r\n> b\rc\n\r\n- d\r\n\r\n  e'
    for (const { from, text } of leavesOf(markdown)) {
      expect(text.replace(/\s/g, '.')).toBe(markdown.slice(from, from + text.length).replace(/[\s>]/g, '.'))
    }
    expect(leavesOf(markdown).map(({ from }) => markdown[from])).toEqual(['a', 'd', 'e'])
  })
})

function cells(...texts: string[]): string[] {
  return texts.map((text) => `cell: ${text}`)
}
