import { expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import { Sink } from '../../src/report/sink.ts'
import { Summary } from '../../src/report/summary.ts'
import { Rows } from '../../src/sync/read/rows.ts'
import { GITHUB_STATUS } from '../../src/wording.ts'
import { conflict, current, kept, misnamed, overdue, planned, refused, SHOWN, TOKEN_REJECTED } from './decisions.ts'
import { HEAD, INVENTORY, lookOf, many, RED_SYNC, reported, SAVED, WHERE, type Given } from './results.ts'

const BLOB = `https://github.com/acme/ops/blob/${HEAD}`
const linkTo = (name: string): string => `[docs/${name}.md](${BLOB}/docs/${name}.md)`
const LAST = `Before the run, the knowledge base had 3 entries: 3 current. ${WHERE.replace('https:', 'https&#58;')}`

const textOf = (run: Given): string => new Summary(reported(run), new Sink([])).text()
const linesOf = (run: Given): string[] => textOf(run).split('\n').filter(Boolean)

test('a summary says first what happened, the counts once, what needs a person, and then what was delivered', () => {
  expect(linesOf(RED_SYNC)).toEqual([
    '## ❌ Runbook Sync',
    expect.stringMatching(/^1 runbook delivered; 2 runbooks are not delivered: .* any more: docs\/e\.md\.$/),
    '2 refused, 1 kept, 1 delivered, 1 orphaned; 4 files selected at commit ccccccc.',
    '> [!NOTE]',
    '> Of the run.',
    '### Needs a person',
    '| runbook | why | what to do |',
    '| --- | --- | --- |',
    `| ❌ ${linkTo('b')}<br>${linkTo('c')} | It is empty. | Fill it. |`,
    expect.stringMatching(
      /^\| ⚠️ \[docs\/d\.md\]\(.*\) “d” \| Somebody .* stays\. \| To keep .*<code>runbook-sync sync --replace docs\/d\.md<\/code>\. \|$/
    ),
    '### Worth a look',
    `- [docs/a.md&#58;2](${BLOB}/docs/a.md?plain=1#L2): Broken.`,
    '### Orphaned entries',
    '- docs/e.md “e”: Its runbook was removed. Delete its entry in the assistant.',
    '### Delivered',
    `- ${linkTo('a')} “a”: What to do.`,
    LAST
  ])
})

const UNSEEN = { look: lookOf([current('a')], { rows: new Rows([], { areWithoutTexts: true }) }), inventory: INVENTORY }
const ENDED = new ActionError('incomplete', 'It shows no texts.', 'Copy edits.')

test.each<{ name: string; run: Given; first: RegExp }>([
  { name: 'green', run: { decisions: [current('a')] }, first: /^## ✅ Runbook Sync\n\nEverything is up to date\.\n/ },
  { name: 'an edit', run: { decisions: [kept('a')] }, first: /^## ⚠️ Runbook Sync\n\n1 entry was edited in / },
  { name: 'a list without texts', run: UNSEEN, first: /^## ⚠️ Runbook Sync\n\nEverything is up to date; ⚠️ the list / },
  { name: 'a plan', run: { mode: 'plan', decisions: [planned('a')] }, first: /^## 📋 Runbook Sync\n\nA sync would / },
  {
    name: 'a pull that ended',
    run: { mode: 'pull', ended: ENDED },
    first: /^## ❌ Runbook Sync\n\n> \[!CAUTION\]\n> It shows no texts\.\n>\n> Copy edits\.\n/
  }
])('a summary begins with an icon and what happened: $name', ({ run, first }) => {
  expect(textOf(run)).toMatch(first)
})

test.each<{ name: string; run: Given; about: RegExp; lines: readonly unknown[] }>([
  {
    name: 'an orphan that somebody edited among what needs a person, and not again',
    run: { decisions: [misnamed('a')] },
    about: /^###|so it stays/,
    lines: ['### Needs a person', expect.stringMatching(/^\| ⚠️ docs\/a\.md “a” \|/)]
  },
  {
    name: 'a file without text once',
    run: { decisions: [refused('a', { kind: 'skipped', reason: 'no text', hint: 'Write some.' })] },
    about: /^###|docs\/a\.md/,
    lines: ['### Left out', `- ${linkTo('a')}: no text. Write some.`]
  },
  {
    name: 'what ended a run in a box, and what is pending in a list',
    run: { ended: TOKEN_REJECTED, decisions: [planned('a')], repository: '' },
    about: /./,
    lines: [
      '## ❌ Runbook Sync',
      '> [!CAUTION]',
      expect.stringMatching(/^> The token is rejected\. .* 1 runbook not sent: docs\/a\.md\.$/),
      '>',
      '> Rotate it.',
      '1 pending; 1 file selected at commit ccccccc.',
      '### Not delivered',
      '- docs/a.md “a”: Not sent.',
      LAST
    ]
  },
  {
    name: 'what is overdue, the oldest first',
    run: { decisions: [overdue('a', '2026-05-02'), overdue('b', '2025-05-02')] },
    about: /^###|^- /,
    lines: ['### Overdue', `- ${linkTo('b')} “b”: since 2 May 2025`, `- ${linkTo('a')} “a”: since 2 May 2026`]
  },
  {
    name: 'what differs, and texts that were replaced',
    run: { decisions: [conflict('a')], differences: new Map([['docs/a.md', ['-~~~~', '+b']]]), saved: [SAVED] },
    about: /^(?:<summary>|~~~|[-+]\S|Mine)/,
    lines: [
      '<summary>Another text in the assistant: docs/a.md</summary>',
      ...['~~~~~diff', '-~~~~', '+b', '~~~~~'],
      '<summary>Replaced: docs/a.md</summary>',
      ...['~~~text', 'Mine <b>.', '~~~']
    ]
  }
])('a summary shows $name', ({ run, about, lines }) => {
  expect(linesOf(run).filter((line) => about.test(line))).toEqual(lines)
})

test('a summary has addresses of ours as links, and those of others as text', () => {
  const workflowUrl = 'https://github.com/acme/ops/blob/c/.github/workflows/runbooks.yml'
  const ended = new ActionError('token-rejected', `“x” https://e.com`, `See ${GITHUB_STATUS}.`)
  const lines = linesOf({ ended, workflowUrl })
  expect(lines).toContain(`> See [githubstatus.com](${GITHUB_STATUS}). The workflow: [runbooks.yml](${workflowUrl}).`)
  expect(lines[2]).toContain('https&#58;//e.com')
})

test('a summary gives a few conflicts a command each, and says one sentence of a thousand', () => {
  const rowsOf = (length: number): string[] => {
    const conflicts = many(length).map((name) => conflict(name))
    return linesOf({ decisions: conflicts }).filter((line) => line.startsWith('| ❌'))
  }
  expect(rowsOf(3)).toEqual(many(3).map((name) => expect.stringContaining(`--replace docs/${name}.md</code>`)))
  expect(rowsOf(1000)).toEqual([expect.stringMatching(/and 990 more .*--replace<\/code> with the path of the file, /)])
})

test.each([
  { name: 'folds a long list', length: 26, last: LAST },
  { name: 'ends before GitHub would drop it', length: 10_000, last: /^The rest is left out, because a summary holds/ }
])('a summary $name', ({ length, last }) => {
  const names = many(length)
  const run = { decisions: names.map(current), states: Object.fromEntries(names.map((name) => [name, SHOWN])) }
  const lines = linesOf(run)
  expect(lines.slice(3, 6)).toEqual(['### Delivered', '<details>', `<summary>${length.toLocaleString('en')}</summary>`])
  expect(lines.at(-2)).toBe('</details>')
  expect(lines.at(-1)).toMatch(last)
  expect(Buffer.byteLength(lines.join('\n\n'))).toBeLessThan(1024 * 1024)
})
