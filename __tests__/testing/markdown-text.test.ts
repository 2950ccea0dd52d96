import { describe, expect, test } from '@jest/globals'
import { markdownAsText } from '../../testing/markdown-text.ts'

describe('markdownAsText', () => {
  test.each([
    ['headings', '## Done\n\n### Runbooks\n', 'Done\n====\n\nRunbooks\n--------'],
    [
      'links and images by their text',
      'See [the **file**](https://x/y) and ![a map](m.png).',
      'See the file and a map.'
    ],
    ['entities', 'a&#42;b &lt;c&gt; &amp; &#8212;', 'a*b <c> & —'],
    ['what is escaped only once', '&amp;lt;', '&lt;'],
    [
      'alerts',
      '> [!CAUTION]\n> It failed.\n>\n> **What to do:** rotate.',
      '| CAUTION\n| It failed.\n|\n| What to do: rotate.'
    ],
    ['lists', '- one\n- two', '- one\n- two'],
    ['folded parts', '<details>\n<summary>Runbooks (3)</summary>\n\nall\n\n</details>', 'Runbooks (3)\n\nall'],
    [
      'tables, numbers to the right, without empty columns',
      '| runbook | why | attempts |\n| --- | --- | ---: |\n| [a.md](x) |  | 1 |\n| long-name.md |  | 12 |',
      'runbook        attempts\n------------   --------\na.md                  1\nlong-name.md         12'
    ]
  ])('shows %s', (_, markdown, text) => {
    expect(markdownAsText(markdown, 80)).toBe(text)
  })

  test('fits a table by breaking the widest column', () => {
    const text = markdownAsText('| a | why |\n| --- | --- |\n| x.md | the title of another runbook is the same |', 30)
    expect(text).toBe(
      [
        'a      why',
        '----   -----------------------',
        'x.md   the title of another',
        '       runbook is the same'
      ].join('\n')
    )
  })

  test('fits paragraphs', () => {
    expect(markdownAsText('one two three', 8)).toBe('one two\nthree')
  })
})
