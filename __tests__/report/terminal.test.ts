import { describe, expect, test } from '@jest/globals'
import {
  conflict,
  current,
  kept,
  leftOut,
  orphan,
  printed,
  send,
  SHOWN,
  TOKEN_REJECTED,
  type Given
} from './results.ts'

describe('a command prints what needs a person, the notices, the counts, and then what happened and what to do:', () => {
  test.each<{ name: string; run: Given; lastLine?: string; lines: readonly unknown[] }>([
    {
      name: 'a sync',
      run: {
        decisions: [current('a'), leftOut('b', { line: 3 }), leftOut('c'), leftOut('d'), orphan('e')],
        states: { a: SHOWN },
        notices: [
          { level: 'warning', message: 'Broken.', path: 'docs/a.md', line: 2 },
          { level: 'warning', message: 'Broken.', path: 'docs/b.md' },
          { level: 'notice', message: 'Of the run.' }
        ]
      },
      lines: [
        'refused   3 files  The file is not UTF-8. Save it as UTF-8.  docs/b.md, docs/c.md, docs/d.md',
        'orphaned  docs/e.md  “e” Its runbook was removed. Delete its entry in the assistant.',
        'notice    Of the run.',
        'warning   2 files  Broken.  docs/a.md:2, docs/b.md',
        '3 refused, 1 upserted, 1 orphaned; 4 files selected at commit ccccccc.',
        'Before this run the knowledge base had 3 entries: 3 current.',
        '✗ 1 runbook delivered; 3 are not: docs/b.md (The file is not UTF-8.), docs/c.md (The file is not UTF-8.), docs/d.md (The file is not UTF-8.); 1 entry has no runbook.',
        '  Save it as UTF-8.'
      ]
    },
    {
      name: 'a plan with a difference',
      run: {
        mode: 'plan',
        decisions: [send('a'), kept('b')],
        differences: new Map([['docs/a.md', ['-a', '+b']]]),
        inventory: undefined
      },
      lines: [
        expect.stringMatching(/^kept {6}docs\/b\.md {2}“b” Somebody edited/),
        'planned   docs/a.md  “a” Updates its entry.',
        '    --- in the assistant',
        '    +++ docs/a.md',
        '    -a',
        '    +b',
        '1 kept, 1 planned; 2 files selected at commit ccccccc.',
        expect.stringMatching(
          /^✓ 1 runbook can be sent; nothing is known of the assistant; 1 would not be delivered: docs\/b/
        ),
        expect.stringMatching(/^ {2}Bring the edit into the file/)
      ]
    },
    {
      name: 'what ended it',
      run: { decisions: [send('a'), orphan('b')], inventory: undefined, ended: TOKEN_REJECTED },
      lines: [
        'pending   docs/a.md  “a” Not sent, because the run ended.',
        '1 pending, 1 orphaned; 1 file selected at commit ccccccc.',
        '✗ The service rejects the token (HTTP 401). 1 runbook is not delivered.',
        '  Choose Rotate in Settings → Access Tokens.'
      ]
    },
    {
      name: 'a last line of its own',
      run: { mode: 'list' },
      lastLine: '3 entries: 3 current',
      lines: ['✓ 3 entries: 3 current']
    },
    { name: 'no last line', run: { mode: 'alerts' }, lastLine: '', lines: [] },
    {
      name: 'texts that were saved',
      run: {
        saved: [{ path: 'a.md', name: 'a', file: '/tmp/s/a.md', folder: '/tmp/s', content: '' }],
        mode: undefined
      },
      lines: ['saved     /tmp/s  has the texts of the assistant that were replaced', '✓ Done.']
    },
    {
      name: 'a conflict that this push did not bring in',
      run: { decisions: [conflict('a', { isRed: false })], inventory: undefined },
      lines: [
        expect.stringMatching(/^refused {3}docs\/a\.md {2}“a” Somebody edited its entry in the assistant\. To keep/),
        '1 refused; 1 file selected at commit ccccccc.',
        '✓ 1 runbook is not delivered: docs/a.md (somebody edited its entry).',
        expect.stringMatching(/^ {2}To keep the text/)
      ]
    }
  ])('$name', ({ run, lastLine, lines }) => {
    const shown = printed(run, undefined, lastLine).trimEnd()
    expect(shown === '' ? [] : shown.split('\n')).toEqual(lines)
  })
})
