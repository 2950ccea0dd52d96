import { describe, expect, test } from '@jest/globals'
import { Sink } from '../../src/report/sink.ts'
import { Summary } from '../../src/report/summary.ts'
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
const SAVED = { path: 'docs/b.md', name: 'b', file: '/tmp/b.md', folder: '/tmp', content: 'Old <b>.\n' }

function linesOf(run: Given): string[] {
  return new Summary(reported(run), new Sink([]))
    .text()
    .split('\n')
    .filter((line) => line !== '')
}

describe('a summary', () => {
  test('says first what happened, the counts once, what needs a person, and then what was delivered', () => {
    const run = {
      decisions: [current('a'), leftOut('b', { line: 3 }), kept('c'), orphan('d'), current('e')],
      states: { a: SHOWN, e: SHOWN },
      notices: [{ level: 'warning', message: 'Broken.', path: 'docs/a.md', line: 2 }] as const
    }
    expect(linesOf(run)).toEqual([
      '## ❌ Runbook Sync: Not everything is delivered',
      '1 refused, 1 kept, 2 delivered, 1 orphaned; 4 files selected at commit ccccccc.',
      '### Needs a person',
      '| runbook | why | what to do |',
      '| --- | --- | --- |',
      `| ❌ [docs/b.md&#58;3](${BLOB}/docs/b.md?plain=1#L3) | The file is not UTF-8. | Save it as UTF-8. |`,
      expect.stringMatching(
        /^\| ⚠️ \[docs\/c\.md\]\(.*\) “c” \| Somebody edited its entry in the assistant; the edit stays\. \| Bring .*\[docs\/workflow\.md\]\(https:/
      ),
      '### Worth a look',
      `- [docs/a.md&#58;2](${BLOB}/docs/a.md?plain=1#L2): Broken.`,
      '### Entries without a runbook',
      '- docs/d.md “d”: Its runbook was removed. Delete its entry in the assistant.',
      '### Delivered',
      `- [docs/a.md](${BLOB}/docs/a.md) “a”`,
      `- [docs/e.md](${BLOB}/docs/e.md) “e”`,
      'The knowledge base had 3 entries: 3 current.'
    ])
  })

  test.each<{ name: string; run: Given; first: string }>([
    { name: 'green', run: { decisions: [current('a')] }, first: '## ✅ Runbook Sync: Up to date' },
    {
      name: 'green, and something needs a person',
      run: { decisions: [kept('a')] },
      first: '## ⚠️ Runbook Sync: Not everything is delivered'
    },
    { name: 'a plan', run: { mode: 'plan', decisions: [send('a')] }, first: '## 📋 Runbook Sync: Ready to send' },
    {
      name: 'red',
      run: { decisions: [send('a')], states: { a: FAILED } },
      first: '## ❌ Runbook Sync: Not everything is delivered'
    }
  ])('has an icon: $name', ({ run, first }) => {
    expect(linesOf(run)[0]).toBe(first)
  })

  test('of a run that ended has what ended it in a box, and what is pending in a list', () => {
    expect(linesOf({ ended: TOKEN_REJECTED, decisions: [send('a')], repository: '' })).toEqual([
      '## ❌ Runbook Sync: The token was rejected',
      '> [!CAUTION]',
      '> The service rejects the token (HTTP 401). 1 runbook not sent.',
      '>',
      '> Choose Rotate in Settings → Access Tokens.',
      '1 pending; 1 file selected at commit ccccccc.',
      '### Not delivered',
      '- docs/a.md “a”: Not sent, because the run ended.',
      'The knowledge base had 3 entries: 3 current.'
    ])
  })

  test('shows what differs, and texts that were replaced', () => {
    const differences = new Map([['docs/a.md', ['@@ -1,1 +1,1 @@', '-~~~~', '+b']]])
    const lines = linesOf({ decisions: [conflict('a')], differences, saved: [SAVED] })
    const folded = lines.filter((line) => /^(?:[-+@~](?! )|--- |\+\+\+|@@|Old|<summary>)/.test(line))
    expect(folded).toEqual([
      '<summary>Another text in the assistant: docs/a.md</summary>',
      '~~~~~diff',
      '--- in the assistant',
      '+++ in Git',
      '@@ -1,1 +1,1 @@',
      '-~~~~',
      '+b',
      '~~~~~',
      '<summary>Replaced: docs/b.md</summary>',
      '~~~text',
      'Old <b>.',
      '~~~'
    ])
  })

  test.each([
    { name: 'folds a long list', length: 26, last: 'The knowledge base had 3 entries: 3 current.' },
    { name: 'ends before GitHub would drop it', length: 10_000, last: /^The rest is left out, because a summary holds/ }
  ])('$name', ({ length, last }) => {
    const names = Array.from({ length }, (_, at) => `${at}`)
    const run = { decisions: names.map(current), states: Object.fromEntries(names.map((name) => [name, SHOWN])) }
    const lines = linesOf(run)
    expect(lines.slice(2, 5)).toEqual([
      '### Delivered',
      '<details>',
      `<summary>${length.toLocaleString('en')}</summary>`
    ])
    expect(lines.at(-2)).toBe('</details>')
    expect(lines.at(-1)).toMatch(last)
    expect(Buffer.byteLength(lines.join('\n\n'))).toBeLessThan(1024 * 1024)
  })
})
