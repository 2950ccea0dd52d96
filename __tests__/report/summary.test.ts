import { describe, expect, test } from '@jest/globals'
import { Sink } from '../../src/report/sink.ts'
import { summaryOf } from '../../src/report/summary.ts'
import {
  conflict,
  current,
  FAILED,
  HEAD,
  kept,
  leftOut,
  orphan,
  reported,
  send,
  SHOWN,
  TOKEN_REJECTED,
  type Given
} from './results.ts'

const BLOB = `https://github.com/acme/ops/blob/${HEAD}`

function linesOf(run: Given): string[] {
  return summaryOf(reported(run), new Sink([]))
    .split('\n')
    .filter((line) => line !== '')
}

describe('a summary', () => {
  test('says first what happened, the counts once, what needs a person, and then what was delivered', () => {
    const run = {
      decisions: [current('a'), leftOut('b', { line: 3 }), kept('c'), orphan('d'), current('e')],
      states: { a: SHOWN, e: SHOWN }
    }
    expect(linesOf(run)).toEqual([
      '## ❌ Runbook Sync: 2 runbooks delivered, 2 not',
      `1 refused, 1 kept, 2 upserted, 1 orphaned; 4 files selected at commit [ccccccc](https://github.com/acme/ops/commit/${HEAD}). Before this run the knowledge base had 3 entries: 3 current.`,
      '### Needs a person',
      '| runbook | why, and what to do |',
      '| --- | --- |',
      `| ❌ [docs/b.md&#58;3](${BLOB}/docs/b.md?plain=1#L3) | The file is not UTF-8.<br>→ Save it as UTF-8. |`,
      expect.stringMatching(
        /^\| ⚠️ \[docs\/c\.md\]\(.*\) “c” \| Somebody edited its entry in the assistant; the edit stays\.<br>→ Bring .*\[docs\/workflow\.md\]\(https:/
      ),
      '### Delivered',
      `- [docs/a.md](${BLOB}/docs/a.md) “a”`,
      `- [docs/e.md](${BLOB}/docs/e.md) “e”`,
      '### Entries without a runbook',
      '- docs/d.md “d”: Its runbook was removed. Delete its entry in the assistant.'
    ])
  })

  test.each<{ name: string; run: Given; first: string }>([
    { name: 'green', run: { decisions: [current('a')] }, first: '## ✅ Runbook Sync: Everything is up to date' },
    {
      name: 'a plan',
      run: { mode: 'plan', decisions: [send('a')] },
      first: '## 📋 Runbook Sync: A sync would send 1 runbook'
    },
    {
      name: 'red',
      run: { decisions: [send('a')], states: { a: FAILED } },
      first: '## ❌ Runbook Sync: 1 runbook not delivered'
    }
  ])('has an icon: $name', ({ run, first }) => {
    expect(linesOf(run)[0]).toBe(first)
  })

  test('of a run that ended has what ended it in a box', () => {
    expect(linesOf({ ended: TOKEN_REJECTED })).toEqual([
      '## ❌ Runbook Sync: The token was rejected',
      '> [!CAUTION]',
      '> The service rejects the token (HTTP 401).',
      '>',
      '> Choose Rotate in Settings → Access Tokens.'
    ])
  })

  test('without a commit has paths without links', () => {
    const lines = linesOf({ decisions: [leftOut('b')], address: { repository: '', serverUrl: '' } })
    expect(lines).toContain('| ❌ docs/b.md | The file is not UTF-8.<br>→ Save it as UTF-8. |')
  })

  test('shows what differs, and texts that were replaced', () => {
    const lines = linesOf({
      decisions: [conflict('a')],
      differences: new Map([['docs/a.md', ['@@ -1,1 +1,1 @@', '-~~~~', '+b']]]),
      saved: [{ path: 'docs/b.md', name: 'b', file: '/tmp/b.md', folder: '/tmp', content: 'Old <b>.\n' }]
    })
    const start = lines.indexOf('<summary>Another text in the assistant: docs/a.md</summary>')
    expect(lines.slice(start, start + 8)).toEqual([
      '<summary>Another text in the assistant: docs/a.md</summary>',
      '~~~~~diff',
      '--- in the assistant',
      '+++ in Git',
      '@@ -1,1 +1,1 @@',
      '-~~~~',
      '+b',
      '~~~~~'
    ])
    expect(lines.slice(-5)).toEqual([
      '<summary>Replaced: docs/b.md</summary>',
      '~~~text',
      'Old <b>.',
      '~~~',
      '</details>'
    ])
  })

  test('folds a long list', () => {
    const names = Array.from({ length: 26 }, (_, at) => `${at}`)
    const states = Object.fromEntries(names.map((name) => [name, SHOWN]))
    const lines = linesOf({ decisions: names.map(current), states })
    expect(lines.slice(2, 5)).toEqual(['### Delivered', '<details>', '<summary>26</summary>'])
    expect(lines.at(-1)).toBe('</details>')
  })
})
