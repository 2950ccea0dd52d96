import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { destinationsOf } from '../../src/runbooks/destinations.ts'
import { parseFirstHeading } from '../../src/runbooks/heading.ts'

interface Example {
  readonly example: string
  readonly markdown: string
  readonly destinations: readonly string[]
}

const { examples } = JSON.parse(readFileSync(new URL('./spec-examples.json', import.meta.url), 'utf8')) as {
  examples: Example[]
}

describe('the specifications’ examples', () => {
  test.each(examples)('$example', ({ markdown, destinations }) => {
    expect(found(markdown)).toEqual(destinations)
  })

  // Over several lines of a quotation a tag has `>` inside, and its destination too.
  test.each(examples.filter(({ destinations }) => !destinations.some((destination) => destination.includes('\n'))))(
    '$example, in a quotation and with CRLF',
    ({ markdown, destinations }) => {
      const lines = markdown.replace(/\n$/, '').split('\n')
      expect(found(lines.map((line) => `> ${line}`).join('\r\n'))).toEqual(destinations)
    }
  )
})

function found(markdown: string): string[] {
  return destinationsOf(markdown)
    .map(({ from, to }) => markdown.slice(from, to))
    .filter((destination) => destination !== '')
}

describe('Markdown that is built to be slow', () => {
  const SIZE = 128 * 1024
  const fill = (unit: string, size = SIZE): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

  // What is quadratic takes minutes at this size; what is not, a fraction of a second.
  test.each([
    ['opening brackets', `${fill('[')}]`],
    ['closing brackets', fill(']')],
    ['nested brackets', fill('[', SIZE / 2) + fill(']', SIZE / 2)],
    ['nested links', fill('[', SIZE / 4) + fill('](b)', SIZE / 2)],
    ['links without an end', fill('[a](b')],
    ['images without an end', fill('![a](')],
    ['destinations without an end', fill('[a](<')],
    ['titles without an end', fill('[a](b "')],
    ['labels without an end', fill('[a][')],
    ['parentheses', `[a](${fill('(')})`],
    ['less than', fill('<')],
    ['autolinks without an end', fill('<aa:')],
    ['mail addresses without an end', fill('<a@')],
    ['tags without an end', fill('x <a ')],
    ['attributes without an end', `x <a${fill(' b=""')}`],
    ['attributes in attributes', `x ${fill(`<a b='"' c="`)}`],
    ['comments without an end', `x ${fill('<!-- ')}`],
    ['instructions without an end', `x ${fill('<?')}`],
    ['declarations without an end', `x ${fill('<!A')}`],
    ['character data without an end', `x ${fill('<![CDATA[')}`],
    ['blocks of HTML', fill('<div>\n')],
    ['tags without an end in HTML', `<div>${fill('<a href="')}`],
    ['backticks', `]${fill('`')}`],
    ['backticks of every length', `]${Array.from({ length: 3_200 }, (_, run) => '`'.repeat(run + 1)).join(' ')}`],
    ['emphasis', fill('*a ')],
    ['emphasis in headings', fill('# *a\n')],
    ['quotations in one line', fill('>')],
    ['quotations on many lines', fill(`${'>'.repeat(200)}a\n`)],
    ['a quotation of many lines', fill('> a `b`\n')],
    ['lists in one line', fill('- ')],
    ['ordered lists in one line', fill('1. ')],
    ['lists on many lines', fill(`${'- '.repeat(200)}a\n`)],
    ['lists ever deeper', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
    ['blank lines in deep lists', `${'- '.repeat(99)}a\n${fill('\n')}`],
    ['definitions', fill('[a]: b\n')],
    ['a definition’s title without an end', `[a]: b "${fill('c\n')}`],
    ['a definition’s label without an end', `[a${fill('\nb')}`],
    ['a table’s row', `a|b\n-|-\n${fill('|')}`],
    ['tables', fill('a|b\n-|-\n')],
    ['blanks where a table might go on', `x\na|b\n${fill(' ')}x`],
    ['lines of blanks where a table might go on', fill(`x\na|b\n${' '.repeat(98)}x\n\n`)],
    ['setext headings', fill('a\n=\n')],
    ['fences', fill('```\n')],
    ['backslashes', `]${fill('\\')}`],
    ['entities', `[a](${fill('&amp;')})`],
    ['folders above', `[a](${fill('../')})`],
    ['carriage returns', fill('\r')]
  ])('%s', (_, markdown) => {
    const start = process.cpuUsage()
    destinationsOf(markdown)
    parseFirstHeading(markdown)
    // Not the clock, which counts what else the machine does.
    expect(process.cpuUsage(start).user).toBeLessThan(4_000_000)
  })

  test('what is nested more than a hundred deep is passed over, what follows is not', () => {
    expect(found(`${'>'.repeat(101)} [a](b.md)\n\n[c](d.md)\n`)).toEqual(['d.md'])
    expect(found(`${'>'.repeat(99)} [a](b.md)\n\n[c](d.md)\n`)).toEqual(['b.md', 'd.md'])
  })
})
