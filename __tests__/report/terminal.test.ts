import { describe, expect, test } from '@jest/globals'
import { current, kept, leftOut, orphan, printed, send, SHOWN, TOKEN_REJECTED, type Given } from './results.ts'

const many = (length: number): string[] => Array.from({ length }, (_, at) => `${at}`)

describe('a command prints what needs a person, the notices, the counts, and then what happened and what to do:', () => {
  test.each<{ name: string; run: Given; lastLine?: string; lines: readonly unknown[] }>([
    {
      name: 'a sync',
      run: {
        decisions: [current('a'), leftOut('b', { line: 3 }), leftOut('c'), leftOut('d'), orphan('e')],
        states: { a: SHOWN },
        notices: [
          { level: 'warning', message: 'Broken.', path: 'docs/a.md', line: 2 },
          { level: 'notice', message: 'Of the run.' }
        ],
        saved: [{ path: 'docs/a.md', name: 'a', file: '/tmp/s/a.md', folder: '/tmp/s', content: '' }]
      },
      lines: [
        'refused   3 files  The file is not UTF-8. Save it as UTF-8.  docs/b.md, docs/c.md, docs/d.md',
        'upserted  docs/a.md  “a”',
        'orphaned  docs/e.md  “e” Its runbook was removed. Delete its entry in the assistant.',
        'notice    Of the run.',
        'warning   docs/a.md:2  Broken.',
        'warning   docs/a.md  The text of the entry “a” in the assistant was replaced. It is saved in /tmp/s/a.md, which a runner of GitHub deletes after the job.',
        '3 refused, 1 delivered, 1 orphaned; 4 files selected at commit ccccccc.',
        'The knowledge base had 3 entries: 3 current.',
        expect.stringMatching(/^✗ 1 runbook delivered, 1 text of the assistant saved and replaced; 3 are not: docs\/b/),
        '  Save it as UTF-8.'
      ]
    },
    {
      name: 'a plan with differences',
      run: {
        mode: 'plan',
        decisions: [send('a'), kept('b')],
        differences: new Map([['docs/a.md', ['-a', '+b']]])
      },
      lines: [
        expect.stringMatching(/^kept {6}docs\/b\.md {2}“b” Somebody edited/),
        'planned   docs/a.md  “a” Another text than that of its entry.',
        '    --- in the assistant',
        '    +++ in Git',
        '    -a',
        '    +b',
        '1 kept, 1 planned; 2 files selected at commit ccccccc.',
        expect.stringMatching(/^The knowledge base had /),
        expect.stringMatching(/^✓ A sync would send 1 runbook; 1 would not be delivered: docs\/b\.md/),
        expect.stringMatching(/^ {2}Bring the edit into the file/)
      ]
    },
    {
      name: 'what ended it',
      run: { decisions: [send('a'), send('b')], inventory: undefined, ended: TOKEN_REJECTED },
      lines: [
        'pending   2 files  Not sent, because the run ended.  docs/a.md, docs/b.md',
        '2 pending; 2 files selected at commit ccccccc.',
        '✗ The service rejects the token (HTTP 401). 2 runbooks not sent.',
        '  Choose Rotate in Settings → Access Tokens.'
      ]
    },
    { name: 'a last line of its own', run: { mode: 'list' }, lastLine: '3 entries', lines: ['✓ 3 entries'] },
    { name: 'no last line', run: { mode: 'alerts' }, lastLine: '', lines: [] }
  ])('$name', ({ run, lastLine, lines }) => {
    const shown = printed(run, undefined, lastLine).trimEnd()
    expect(shown === '' ? [] : shown.split('\n')).toEqual(lines)
  })

  test('at most a hundred lines, but all differences', () => {
    const decisions = many(300).map((name) => send(name))
    const notices = many(300).map((message) => ({ level: 'notice', message }) as const)
    const differences = new Map([['docs/99.md', ['-a']]])
    const shown = printed({ mode: 'plan', decisions, notices, differences }).split('\n')
    expect(shown.filter((line) => line.startsWith('planned'))).toHaveLength(101)
    expect(shown).toContain('    -a')
    expect(shown).toContain('and 399 more; `--json` has them')
  })
})
