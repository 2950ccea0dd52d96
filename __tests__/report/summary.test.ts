import { describe, expect, test } from '@jest/globals'
import { ActionError, type Diagnostic } from '../../src/errors.ts'
import { reportLinesOf } from '../../src/report/lines.ts'
import type { Result } from '../../src/report/result.ts'
import { summaryOf } from '../../src/report/summary.ts'
import {
  conflict,
  DUPLICATE,
  entry,
  FAILED,
  INVENTORY,
  kept,
  LATIN,
  resultOf,
  runbook,
  shown,
  STORED
} from './results.ts'

/** Links to files without their addresses. */
function summary(run: Partial<Result>, notices: readonly Diagnostic[] = []): string {
  return summaryOf(shown(run), notices).replace(/\]\(https:[^)]*\/blob\/[^)]*\)/g, ']')
}

const COMMIT =
  '[<code>ccccccc</code>](https://github.com/harbour/handbook/commit/cccccccccccccccccccccccccccccccccccccccc)'

test('a green run', () => {
  const items = [
    runbook('sent', { ...STORED, reason: 'A new entry.' }),
    runbook('same', { kind: 'unchanged' }),
    kept('edited'),
    entry('gone', { kind: 'orphaned', hint: 'Delete its entry.' })
  ]
  const inventory = { ...INVENTORY, entries: 5, current: 1, differing: 1, orphaned: 1, elsewhere: 2 }
  expect(summary({ items, inventory })).toBe(`\
## ✅ Runbook Sync: 1 runbook delivered. 1 entry was edited in the assistant. Bring the edit into the file, or discard it. 1 entry has no runbook. Delete what you do not need in the assistant.

| ✍️&#160;kept | ✅&#160;upserted | 🍂&#160;orphaned | unchanged |
| :---: | :---: | :---: | :---: |
| 1 | 1 | 1 | 1 |

<sub>kept: edited in the assistant; the edit stays · upserted: sent and stored · orphaned: the entry has no runbook · unchanged: the entry has this text</sub>

4 files selected at commit ${COMMIT}. Before this run the knowledge base had 3 entries: 1 current, 1 differs, 1 orphaned; 2 of other repositories.

### Needs a person

| runbook | entry | outcome | why, and what to do |
| --- | --- | --- | --- |
| [docs/edited.md] | edited | ✍️&#160;kept | Somebody edited the entry “edited” in the assistant; the edit stays.<br>→ Bring the edit into the file with <code>runbook-sync pull</code>. |

### Delivered

| runbook | entry | outcome | why, and what to do |
| --- | --- | --- | --- |
| [docs/sent.md] | sent | ✅&#160;upserted | A new entry. |

### Orphaned entries

| runbook | entry | outcome | why, and what to do |
| --- | --- | --- | --- |
| docs/gone.md | gone | 🍂&#160;orphaned | Its runbook was removed.<br>→ Delete its entry. |
`)
})

test('unchanged runbooks are counted, not listed, and skipped ones are listed as left out', () => {
  const items = [runbook('same', { kind: 'unchanged' }), runbook('draft', { kind: 'skipped', reason: '`draft: true`' })]
  const text = summary({ items })
  expect(text).toContain('| unchanged | skipped |')
  expect(text).not.toContain('docs/same.md')
  expect(text).toMatch(/### Left out\n\n\|.*\n\|.*\n\| \[docs\/draft\.md\] /)
  expect(reportLinesOf(shown({ items })).map(({ label }) => label)).toEqual(['skipped'])
})

test('several causes: each reason and each hint stands once', () => {
  const items = [
    runbook('latin 1', { ...LATIN, line: 1234 }),
    runbook('latin 2', LATIN),
    conflict('edited 1'),
    conflict('edited 2'),
    runbook('a/Summary', { ...DUPLICATE, name: 'Summary' }),
    runbook('b/Summary', { ...DUPLICATE, name: 'Summary' }),
    runbook('waits', { ...LATIN, isWaiting: true })
  ]
  const text = summary({ items })
  expect(text).toContain(`\
## ❌ Runbook Sync: 6 runbooks were not delivered

> [!CAUTION]
> 6 runbooks were not delivered: 2 files with the name of another, 2 conflicts with texts in the assistant, 2 files to correct.
>
> **What to do:** The reasons below say what to do.
>
> To leave a refused file out for now, add the line <code>&#33;PATH</code> at the end of <code>files</code>. Until then, runs by hand and pushes that change it are red; the other runbooks are delivered.
`)
  expect(text).toContain('Also waiting on the branch, and not changed here: 1 refused.')
  expect(text.slice(text.indexOf('### Names'))).toBe(`\
### Names that several files have

Before the first sync, set <code>entry-name: '&#123;dir&#125;: &#123;title&#125;'</code>: later it would make new entries for all runbooks. Otherwise, give each file a <code>title</code> of its own in the front matter.

| name | files |
| --- | --- |
| Summary | [docs/a/Summary.md]<br>[docs/b/Summary.md] |

### Needs a person

| runbook | entry | outcome | why, and what to do |
| --- | --- | --- | --- |
| [docs/edited 1.md]<br>[docs/edited 2.md] |  | ⛔&#160;refused | Somebody edited the entry in the assistant.<br>→ Pull it, or replace it. |
| [docs/latin 1.md:1234]<br>[docs/latin 2.md] |  | ⛔&#160;refused | The file is not UTF-8.<br>→ Save it as UTF-8. |

### Also waiting on the branch

| runbook | entry | outcome | why, and what to do |
| --- | --- | --- | --- |
| [docs/waits.md] | waits | ⛔&#160;refused | The file is not UTF-8.<br>→ Save it as UTF-8. |
`)
})

test('what ended the run stands alone, without the paths that it explains', () => {
  const ended = new ActionError('token-rejected', 'The service rejects the token (HTTP 401): expired.', 'Rotate it.')
  const sent = Array.from({ length: 1400 }, (_, at) => runbook(`file ${at}`, { kind: 'send' }))
  const text = summary({ ended, items: [...sent, runbook('last', { kind: 'send', state: 'accepted' })] })
  expect(text).not.toContain('docs/')
  expect(text).toMatch(/^## ❌ Runbook Sync: the token was rejected\n\n> \[!CAUTION\]\n> The service rejects the token/)
  expect(text).toContain('| 1,400 files |  | ⏳&#160;pending | Not sent, because the run ended. |')
  expect(summary({ ended, head: '' })).toBe(`\
## ❌ Runbook Sync: the token was rejected

> [!CAUTION]
> The service rejects the token (HTTP 401): expired.
>
> **What to do:** Rotate it.
`)
})

describe('the heading', () => {
  test.each<{ name: string; run: Partial<Result>; heading: string }>([
    {
      name: 'of a plan',
      run: { mode: 'plan', items: [runbook('a', { kind: 'send' })] },
      heading: '## 📋 Runbook Sync: a sync would send at most 1 runbook; nothing was written.'
    }
  ])('$name', ({ run, heading }) => {
    expect(summary(run).split('\n')[0]).toBe(heading)
  })
})

test('the sides of a difference are named, and the block ends where it should', () => {
  const { decision, ...state } = kept('edited')
  const difference = ['@@ -1 +1 @@', '-Mine.', '+\tOurs\r<b>', ' ~~~']
  expect(summary({ items: [{ ...state, decision: { ...decision, difference } }] })).toMatch(
    /### Another text in the assistant: edited\n\n~~~~diff\n--- in the assistant: edited\n\+\+\+ in Git: docs\/edited\.md\n@@ -1 \+1 @@\n-Mine\.\n\+\tOurs\\r<b>\n ~~~\n~~~~\n$/
  )
})

test('notices: those of the whole run at the top, ten at most, those of files in a list', () => {
  const notices = Array.from({ length: 12 }, (_, at) => ({ level: 'warning', message: `Warning ${at}.` }) as const)
  const text = summary({ head: '' }, [
    ...notices,
    { level: 'notice', message: 'A notice.' },
    { level: 'warning', message: 'The link leads nowhere.', path: 'docs/a.md', line: 4 }
  ])
  expect(text).toMatch(/> \[!WARNING\]\n> Warning 0\.\n>\n[^]*> Warning 9\.\n>\n> And 2 more: see the JSON report\.\n/)
  expect(text).toContain('> [!NOTE]\n> A notice.\n')
  expect(text).toContain('### ⚠️ Worth a look\n\n- docs/a.md:4: The link leads nowhere.\n')
})

test.each([
  { name: 'a file that must be corrected', item: runbook('a', LATIN), isAdvised: true },
  { name: 'a conflict', item: conflict('a'), isAdvised: false },
  { name: 'a failure', item: runbook('a', FAILED), isAdvised: false },
  { name: 'a file that waits', item: runbook('a', { ...LATIN, isWaiting: true }), isAdvised: false }
])('how to leave a file out is said of $name: $isAdvised', ({ item, isAdvised }) => {
  expect(summary({ items: [item] }).includes('&#33;PATH')).toBe(isAdvised)
})

test('what needs no person is folded if it is long, and a summary that is cut closes what is folded', () => {
  const items = Array.from({ length: 2000 }, (_, at) => runbook(String(at), { ...STORED, reason: 'x'.repeat(600) }))
  expect(summary({ items: items.slice(0, 26) })).toMatch(/<details>\n<summary>Delivered \(26\)<\/summary>\n\n\|/)
  expect(summary({ items })).toMatch(/<details>\n[^]*x \|\n\n<\/details>\n\nThe rest is left out[^\n]*\n$/)
})

test('of a repository that may be public, no name and no text of the assistant', () => {
  const { decision, ...state } = kept('edited')
  const items = [
    { ...state, decision: { ...decision, difference: ['-Mine.'] } },
    entry('secret name', { kind: 'orphaned', path: 'docs/gone.md' })
  ]
  const inventory = { ...INVENTORY, entries: 3, byHand: 1, names: ['secret name'] }
  const text = summaryOf(shown(resultOf({ showsTexts: false, items, inventory })), [])
  expect(text).not.toMatch(/secret name|Mine\./)
  expect(text).toContain('docs/gone.md')
})
