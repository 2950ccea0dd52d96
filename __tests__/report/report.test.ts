import { describe, expect, test } from '@jest/globals'
import { Failure } from '../../src/failures.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { forLog, forMarkdown, proseForMarkdown, shortened, visible } from '../../src/report/inert.ts'
import { jsonOf } from '../../src/report/json.ts'
import { summaryOf } from '../../src/report/summary.ts'
import { grouped, verdictOf, type View } from '../../src/report/view.ts'
import type { Outcome, RunbookOutcome } from '../../src/sync/outcome.ts'

const HEAD = 'a'.repeat(40)
const BASE = 'b'.repeat(40)

function viewOf(outcomes: readonly RunbookOutcome[], more: Partial<View> = {}): View {
  return {
    mode: 'sync',
    removed: 'report',
    repository: 'acme/handbook',
    serverUrl: 'https://github.example',
    range: { kind: 'changed', base: BASE, head: HEAD, reason: 'Everything since run 41.' },
    outcomes,
    notices: [],
    failure: undefined,
    ...more
  }
}

const outcome = (kind: Outcome, path: string, more: Partial<RunbookOutcome> = {}): RunbookOutcome => ({
  path,
  name: `Name of ${path}`,
  outcome: kind,
  reason: '',
  attempts: 1,
  ...more
})

const rejected = new Failure('token-rejected', 'The service rejected the token (HTTP 401).', 'Rotate it.')

describe('text of others is inert', () => {
  test.each([
    ['a workflow command', '::error::x', ': :error: :x'],
    ['the old command in the middle', 'a ##[stop-commands]y', 'a # #[stop-commands]y'],
    ['a line feed', 'a\nb', 'a\\nb'],
    ['an escape sequence', '\u001b[31mred', '\\u{1b}[31mred'],
    ['a C1 control', 'a\u009bb', 'a\\u{9b}b'],
    ['a right-to-left override', 'a\u202etxt.md', 'a\\u{202e}txt.md'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['letters of any script', 'Störung 障害 🚨', 'Störung 障害 🚨']
  ])('in the log: %s', (_, text, expected) => {
    expect(forLog(text)).toBe(expected)
  })

  test.each([
    ['HTML', '<img onerror=x>', '&#60;img onerror=x&#62;'],
    ['a table', 'a|b', 'a&#124;b'],
    ['code', '`x`', '&#96;x&#96;'],
    ['a link', '[x](y)', '&#91;x&#93;(y)'],
    ['an address', 'https://x.example www.y.example', 'https&#58;//x.example www&#46;y.example'],
    ['emphasis', '*x* _y_ snake_case', '&#42;x&#42; &#95;y&#95; snake_case'],
    ['an emoji by name', 'a :fire: b: c', 'a &#58;fire: b: c'],
    ['an entity', '&lt;', '&#38;lt;'],
    ['an escape', 'a\\|b', 'a&#92;&#124;b'],
    ['a line feed', 'a\n# b', 'a&#92;n&#35; b']
  ])('in Markdown: %s', (_, text, expected) => {
    expect(forMarkdown(text)).toBe(expected)
  })

  test.each([
    ['code', 'Give `base-url` again.', 'Give <code>base-url</code> again.'],
    ['two of them', '`a` and `b`', '<code>a</code> and <code>b</code>'],
    ['one backtick', 'a ` b', 'a &#96; b'],
    ['a third backtick', '`a` b ` c', '<code>a</code> b &#96; c'],
    ['nothing between two', 'a `` b', 'a &#96;&#96; b'],
    ['markup in code', '`<b>|*`', '<code>&#60;b&#62;&#124;&#42;</code>'],
    ['a closing tag in code', '`</code><img>`', '<code>&#60;/code&#62;&#60;img&#62;</code>'],
    ['a line feed in code', '`a\nb`', '<code>a&#92;nb</code>']
  ])('in a sentence of ours: %s', (_, text, expected) => {
    expect(proseForMarkdown(text)).toBe(expected)
  })

  test('shortening never leaves half a character', () => {
    expect(shortened('ab🚨cd', 4)).toBe('ab…')
    expect(shortened('abcd', 4)).toBe('abcd')
    expect(visible(shortened('🚨'.repeat(50), 8))).toBe('🚨🚨🚨…')
  })
})

test.each([0, 7, 999, 1000, 12_345, 100_000, 1_234_567])('%d is written as English does', (count) => {
  expect(grouped(count)).toBe(count.toLocaleString('en'))
})

describe('the verdict', () => {
  test.each<[string, View, RegExp | undefined]>([
    ['all delivered', viewOf([outcome('upserted', 'a.md'), outcome('removed', 'b.md')]), undefined],
    ['nothing to do', viewOf([]), undefined],
    [
      'one refused',
      viewOf([outcome('refused', 'a.md')]),
      /^1 runbook was not delivered \(1 refused\): a\.md\. The annotations/
    ],
    [
      'the run ended early',
      viewOf([outcome('pending', 'a.md'), outcome('pending', 'b.md')], { failure: rejected }),
      /HTTP 401\)\. 2 runbooks were not delivered: a\.md, b\.md\. Rotate it\. The next run delivers/
    ],
    [
      'the run ended early, and one was refused: no run delivers that until it is mended',
      viewOf([outcome('refused', 'a.md'), outcome('pending', 'b.md')], { failure: rejected }),
      /a\.md, b\.md\. Rotate it\. Mend what was refused, as .* say\. The next run delivers whatever else is missing: /
    ],
    [
      'the run ended early, and all that is missing was refused',
      viewOf([outcome('refused', 'a.md')], { failure: rejected }),
      /Rotate it\. Mend what was refused, as the annotations and the summary say\.$/
    ],
    [
      'the run was cancelled, and one was refused',
      viewOf([outcome('refused', 'a.md'), outcome('pending', 'b.md')], {
        failure: new Failure('cancelled', 'Cancelled.', 'Run it again.')
      }),
      /Run it again\. Mend what was refused, as the annotations and the summary say\.$/
    ],
    [
      'one refused and one failed',
      viewOf([outcome('refused', 'a.md'), outcome('failed', 'b.md')]),
      /this job stays red; nothing else waits for them\. The next run delivers whatever else is missing: /
    ],
    [
      'the run ended before anything was known',
      viewOf([], { failure: rejected }),
      /^The service rejected .* Rotate it\.$/
    ],
    [
      'many',
      viewOf(Array.from({ length: 1200 }, (_, n) => outcome('failed', `${n}.md`))),
      /^1,200 runbooks were not delivered \(1,200 failed\): 0\.md, 1\.md, 2\.md, 3\.md, 4\.md and 1,195 more\./
    ]
  ])('%s', (_, view, expected) => {
    const verdict = verdictOf(view)
    if (expected === undefined) expect(verdict).toBeUndefined()
    else expect(`${verdict?.message ?? ''} ${verdict?.remedy ?? ''}`).toMatch(expected)
  })
})

describe('annotations', () => {
  test('stand on the file and line at fault, and stay below what GitHub shows of one step', () => {
    const annotations = annotationsOf(
      viewOf([
        ...Array.from({ length: 20 }, (_, n) => outcome('failed', `${n}.md`, { reason: 'No.' })),
        outcome('refused', 'x.md', { reason: 'Bad front matter.', remedy: 'Mend it.', line: 3 })
      ])
    )
    expect(annotations).toHaveLength(9)
    expect(annotations[0]).toEqual({
      level: 'error',
      title: 'Runbook refused',
      message: 'x.md:3: Bad front matter. Mend it.',
      file: 'x.md',
      line: 3
    })
  })

  test('name the entries that are left behind, in one', () => {
    const [only, ...others] = annotationsOf(viewOf([outcome('removed', 'a.md'), outcome('removed', 'b.md')]))
    expect(others).toEqual([])
    expect(only?.message).toMatch(/“Name of a\.md”, “Name of b\.md”.*`removed: retire`/)
  })

  test('do not recommend `removed: retire` where it is set', () => {
    const view = viewOf([outcome('removed', 'a.md', { reason: 'Not retired yet.' })], { removed: 'retire' })
    const [only] = annotationsOf(view)
    expect(only?.message).toMatch(/“Name of a\.md”\. The summary says of each .* delete by hand .* what it leaves\.$/)
    expect(summaryOf(view)).toMatch(/The table says of each .* delete by hand .* what it leaves\.\n/)
    expect(`${only?.message ?? ''} ${summaryOf(view)}`).not.toContain('overwrite')
  })

  test('name the file in the message, for the log shows nothing else', () => {
    const notices = [
      { level: 'warning', path: 'a.md', line: 4, message: 'It is odd.' },
      { level: 'warning', path: 'b.md', message: 'The link in b.md leads nowhere.' },
      { level: 'warning', message: 'The token expires.' }
    ] as const
    expect(annotationsOf(viewOf([], { notices })).map(({ message }) => message)).toEqual([
      'The token expires.',
      'a.md:4: It is odd.',
      'The link in b.md leads nowhere.'
    ])
  })

  test('sum up notices beyond what is shown', () => {
    const notices = Array.from({ length: 30 }, (_, n) => ({ level: 'warning' as const, message: `w${n}` }))
    const annotations = annotationsOf(viewOf([], { notices }))
    expect(annotations).toHaveLength(9)
    expect(annotations.at(-1)?.message).toMatch(/^22 more warnings/)
  })
})

describe('the summary', () => {
  test('of a run that delivered', () => {
    const removed = outcome('removed', 'docs/old.md', { reason: 'Its runbook was removed.', attempts: 0 })
    expect(summaryOf(viewOf([outcome('upserted', 'docs/a b.md'), removed])))
      .toBe(`## ✅ Runbook Sync: 1 runbook delivered

Everything since run 41.

| ✅&#160;upserted | 🍂&#160;removed |
| :---: | :---: |
| 1 | 1 |

### Delivered

| runbook | entry | outcome | attempts |
| --- | --- | --- | ---: |
| [docs/a b.md](https://github.example/acme/handbook/blob/${HEAD}/docs/a%20b.md) | Name of docs/a b.md | ✅&#160;upserted | 1 |

### Left behind

No runbook stands behind these entries any more, and the service has no way to delete one: delete them by hand in the assistant, or let <code>removed: retire</code> overwrite them with a note.

| runbook | entry | outcome | why |
| --- | --- | --- | --- |
| [docs/old.md](https://github.example/acme/handbook/blob/${BASE}/docs/old.md) | Name of docs/old.md | 🍂&#160;removed | Its runbook was removed. |
`)
  })

  test.each<[string, View, string]>([
    ['all delivered', viewOf([outcome('upserted', 'a.md')]), '✅ Runbook Sync: 1 runbook delivered'],
    ['all there', viewOf([outcome('unchanged', 'a.md')]), '✅ Runbook Sync: everything is there already'],
    ['only retired', viewOf([outcome('retired', 'a.md')]), '✅ Runbook Sync: 1 entry retired'],
    ['nothing at all', viewOf([]), '✅ Runbook Sync: nothing to deliver'],
    ['a good token', viewOf([], { mode: 'check', range: undefined }), '✅ Runbook Sync: the token is good'],
    ['a failure', viewOf([], { failure: new Failure('source', 'No.', 'Do.') }), '❌ Runbook Sync: the run failed'],
    ['one refused', viewOf([outcome('refused', 'a.md')]), '❌ Runbook Sync: 1 runbook was not delivered'],
    [
      'a plan',
      viewOf([outcome('planned', 'a.md')], { mode: 'plan' }),
      '📋 Runbook Sync: a plan: 1 runbook to send, nothing written'
    ],
    [
      'a plan with one refused',
      viewOf([outcome('refused', 'a.md')], { mode: 'plan' }),
      '❌ Runbook Sync: 1 runbook would not be delivered'
    ]
  ])('begins with the verdict: %s', (_, view, expected) => {
    expect(summaryOf(view).split('\n')[0]).toBe(`## ${expected}`)
  })

  test('links the commits that were compared, and the one of a whole sync', () => {
    const reason = `Everything since run 41 (${BASE.slice(0, 7)} → ${HEAD.slice(0, 7)}).`
    expect(summaryOf(viewOf([], { range: { kind: 'changed', base: BASE, head: HEAD, reason } }))).toContain(
      `Everything since run 41 ([<code>bbbbbbb</code> → <code>aaaaaaa</code>](https://github.example/acme/handbook/compare/${BASE}...${HEAD})).`
    )
    expect(
      summaryOf(viewOf([], { range: { kind: 'whole', head: HEAD, reason: 'Everything: `scope: all`.' } }))
    ).toContain(
      `Everything: <code>scope: all</code> ([<code>aaaaaaa</code>](https://github.example/acme/handbook/commit/${HEAD})).`
    )
  })

  test('of a refused runbook says how long the job stays red, from where, and what ends it', () => {
    const range = { kind: 'changed', base: BASE, sinceSuccess: true, head: HEAD, reason: 'Since then.' } as const
    const refused = outcome('refused', 'a.md', { reason: 'Bad `x`.', remedy: 'Mend it.', line: 3, attempts: 0 })
    const summary = summaryOf(viewOf([refused], { range }))
    expect(summary).toContain(`every run stays red, and begins again at [<code>bbbbbbb</code>]`)
    expect(summary).toContain('<code>draft: true</code>')
    expect(summary).toContain('<code>!path/of/it.md</code>')
    expect(summary).toContain(
      `| [a.md:3](https://github.example/acme/handbook/blob/${HEAD}/a.md?plain=1#L3) | Name of a.md | ⛔&#160;refused | Bad <code>x</code>.<br> → Mend it. |`
    )
    expect(summaryOf(viewOf([refused]))).toContain('every run stays red: nothing is lost')
    expect(summaryOf(viewOf([refused]))).not.toContain('The next run delivers')
    expect(summaryOf(viewOf([refused, outcome('failed', 'b.md')]))).toContain(
      'the table says it for each. The next run delivers whatever else is missing: run this job again, or just push. To leave'
    )
    expect(summaryOf(viewOf([refused], { mode: 'plan' }))).not.toContain('stays red')
  })

  test('says of what is pending once why, and not in every row', () => {
    const reason = 'Not delivered: the run ended before.'
    const summary = summaryOf(viewOf([outcome('pending', 'a.md', { reason }), outcome('pending', 'b.md', { reason })]))
    expect(summary.split(reason)).toHaveLength(2)
  })

  test('shows what concerns the whole run as an alert, and what concerns a file with its place', () => {
    const notices = [
      { level: 'warning', message: 'The token expires (`token-expires-on`).' },
      { level: 'notice', message: 'This is a plan.' },
      { level: 'warning', path: 'a.md', line: 7, message: 'The link leads nowhere.' }
    ] as const
    const summary = summaryOf(viewOf([], { notices }))
    expect(summary).toContain('> [!WARNING]\n> The token expires (<code>token-expires-on</code>).\n')
    expect(summary).toContain('> [!NOTE]\n> This is a plan.\n')
    expect(summary).toContain(
      `- [a.md:7](https://github.example/acme/handbook/blob/${HEAD}/a.md?plain=1#L7): The link leads nowhere.`
    )
  })

  test('folds what is long, and counts what it leaves out', () => {
    const many = (count: number, kind: Outcome): RunbookOutcome[] =>
      Array.from({ length: count }, (_, n) => outcome(kind, `${kind}${n}.md`))
    const notices = Array.from(
      { length: 250 },
      (_, n) => ({ level: 'warning', path: `${n}.md`, message: 'w' }) as const
    )
    const summary = summaryOf(
      viewOf([...many(30, 'failed'), ...many(21, 'upserted'), ...many(6, 'unchanged')], { notices })
    )
    expect([...summary.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, title]) => title)).toEqual([
      'More that need a person (5)',
      '⚠️ Worth a look (250)',
      'Delivered (21)',
      'Nothing to do (6)'
    ])
    expect(summary).toContain('- and 50 more\n')
  })

  test('of a rejected token says what to do before anything else', () => {
    const summary = summaryOf(viewOf([outcome('pending', 'a.md')], { failure: rejected }))
    expect(summary).toMatch(/^## ❌ Runbook Sync: the token was rejected\n/)
    expect(summary).toContain('> **What to do:** Rotate it. The next run delivers')
    expect(summary).toContain('### Pending')
  })

  test('holds nothing of a hostile name but its text', () => {
    const hostile = '<img src=x onerror=alert(1)>|`\n::error::](javascript:alert(1))'
    const summary = summaryOf(viewOf([outcome('refused', hostile, { name: hostile, reason: hostile })]))
    const row = summary.split('\n').find((line) => line.includes('onerror'))
    expect(summary).not.toMatch(/<img|`|\n::/)
    expect(row?.split('|')).toHaveLength(7)
    expect(row).not.toContain('](javascript')
  })

  test('stays below 1 MiB whatever the number, and says what it leaves out', () => {
    const outcomes = Array.from({ length: 20_000 }, (_, n) =>
      outcome(n % 2 === 0 ? 'refused' : 'upserted', `docs/${'ä'.repeat(100)}${n}.md`, { reason: 'x'.repeat(900) })
    )
    const summary = summaryOf(viewOf(outcomes))
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024)
    expect(summary).toMatch(/[\d,]+ rows left out/)
    expect(summary.match(/<details>/g)?.length).toBe(summary.match(/<\/details>/g)?.length)
  })
})

describe('the JSON report', () => {
  test('says what became of each runbook', () => {
    const report: unknown = JSON.parse(jsonOf(viewOf([outcome('refused', 'a.md', { reason: 'No.', line: 2 })])))
    expect(report).toMatchObject({
      version: 1,
      mode: 'sync',
      success: false,
      failure: { kind: 'incomplete' },
      range: { kind: 'changed', base: BASE, head: HEAD },
      totals: { refused: 1, upserted: 0 },
      runbooks: [{ path: 'a.md', name: 'Name of a.md', outcome: 'refused', reason: 'No.', line: 2, attempts: 1 }]
    })
  })

  test('of a run with nothing in it is JSON too', () => {
    expect(JSON.parse(jsonOf(viewOf([], { mode: undefined, range: undefined })))).toMatchObject({ runbooks: [] })
  })
})
