import { expect, test } from '@jest/globals'
import { alter, type Alteration } from '../alterations.ts'
import { ALTERED_TEXTS, LOST_TEXTS } from '../kinds.ts'

const MARK = 'Version 9f86d081884c.1a2b3c4d5e6f'

interface Case {
  readonly alteration: Alteration
  readonly text: string
  readonly altered: string
}

test.each<Case>([
  { alteration: 'trim', text: '\n a \n', altered: 'a' },
  { alteration: 'lf', text: 'a\r\nb\rc', altered: 'a\nb\nc' },
  { alteration: 'nfc', text: 'e\u0301', altered: '\u00e9' },
  { alteration: 'line_ends', text: 'a \t\n b', altered: 'a\n b' },
  { alteration: 'blank_lines', text: 'a\n\n \n\nb\n\nc', altered: 'a\n\nb\n\nc' },
  { alteration: 'tabs', text: '\ta', altered: '    a' },
  { alteration: 'quotes', text: `"It's" ('x')...`, altered: '\u201cIt\u2019s\u201d (\u2018x\u2019)\u2026' },
  { alteration: 'escape', text: `<a> & "b's"`, altered: '&lt;a&gt; &amp; &quot;b&#39;s&quot;' },
  { alteration: 'html', text: '[a](x.md)\n\n<b>\n', altered: '<p><a href="x.md">a</a></p>\n&lt;b&gt;\n' },
  {
    alteration: 'rewrite',
    text: '# A_b ~1 `a_b`\n\n- *a* __b__\n+ [a_b](x_y) \\_\n\n~~~\n- a_b\n~~~\n',
    altered: '# A\\_b \\~1 `a_b`\n\n* _a_ **b**\n* [a\\_b](x_y) \\_\n\n~~~\n- a_b\n~~~\n'
  },
  { alteration: 'no_links', text: '[a](x) ![b](y) <https://z> [c][d]\n\n[d]: x', altered: 'a b  c\n\n' },
  { alteration: 'no_tags', text: '<b>a</b> <host-name> <!-- b -->1 < 2 <https://z>', altered: 'a  1 < 2 <https://z>' },
  { alteration: 'no_emoji', text: 'a \u{1f525}b \u{1f468}\u{1f3fd}\u200d\u{1f4bb}c', altered: 'a b c' },
  { alteration: 'no_first_line', text: `${MARK}\n\n# A\n`, altered: '# A\n' },
  { alteration: 'header', text: 'a', altered: 'Shared by the operations assistant.\n\n---\n\na' },
  { alteration: 'footer', text: 'a', altered: 'a\n\n---\n\nShared by the operations assistant.\n' },
  { alteration: 'differs', text: 'a', altered: 'a\n\nRead 7 times.\n' },
  { alteration: 'summary', text: 'a b\nc', altered: 'Disk full, in 3 words.' },
  { alteration: 'moderated', text: 'a', altered: '[removed]' },
  { alteration: 'empty', text: 'a', altered: '' },
  { alteration: { cut: 2 }, text: '\u{1f525}\u{1f525}\u{1f525}', altered: '\u{1f525}\u{1f525}' },
  { alteration: { preview: 3 }, text: '\n# A\n\nb', altered: '# A…' },
  { alteration: { preview: 3 }, text: 'a\n', altered: 'a' },
  { alteration: { no_words: ['kill', 'b'] }, text: 'a kill b', altered: 'a  ' }
])('$alteration: $text', ({ alteration, text, altered }) => {
  expect(alter(text, [alteration], { name: 'Disk full', reading: 7 })).toBe(altered)
})

/** Something for each alteration. */
const RUNBOOK =
  `${MARK} of [docs/disk.md](https://github.com/acme/ops/blob/main/docs/disk.md)\r\n\r\n# Disk full \u{1f525}\r\n\n\n\n` +
  `Cafe\u0301: don't "wait".  \n\n- Restart <name>\tat *once*, ~5 min.\n- See [b](https://x.example/).\n\n` +
  'All work and no play. '.repeat(20)

test.each(Object.entries<readonly Alteration[]>(ALTERED_TEXTS))(
  'a service that %s keeps the mark',
  (_, alterations) => {
    const shown = alter(RUNBOOK, alterations, { name: 'Disk full', reading: 1 })
    expect(shown).not.toBe(RUNBOOK)
    expect(shown).toContain(MARK)
  }
)

test.each(Object.entries<readonly Alteration[]>(LOST_TEXTS))(
  'a service that %s does not show what it has',
  (_, alterations) => {
    const [first, second] = [1, 2].map((reading) => alter(RUNBOOK, alterations, { name: 'Disk full', reading }))
    expect(first !== second || !first?.includes(MARK)).toBe(true)
  }
)
