import { describe, expect, test } from '@jest/globals'
import { ActionError } from '../../src/errors.ts'
import type { Result } from '../../src/report/result.ts'
import { conflict, DUPLICATE, entry, FAILED, INVENTORY, kept, LATIN, printed, runbook, STORED } from './results.ts'

const difference = ['@@ -1 +1 @@', '-Mine.', '+\tOurs.']
const withDifference = kept('edited')
const ended = new ActionError(
  'token-rejected',
  'The service rejects the token (HTTP 401): expired on 1 Nov.',
  'Rotate it.'
)

describe('a command prints', () => {
  test.each<{ name: string; run: Partial<Result>; lastLine?: string; text: string }>([
    {
      name: 'what it delivered',
      run: { items: [runbook('a', STORED), runbook('b', { kind: 'unchanged' })] },
      text: '1 upserted, 1 unchanged; 2 files selected at commit ccccccc.\n✓ 1 runbook delivered.\n'
    },
    {
      name: 'a plan',
      run: {
        mode: 'plan',
        items: [runbook('a', { kind: 'send', reason: 'A new entry.' }), runbook('b', { ...LATIN, isWaiting: true })],
        inventory: { ...INVENTORY, entries: 1, current: 1 }
      },
      text: `\
planned   docs/a.md  “a” A new entry.
1 planned; 2 files selected at commit ccccccc.
Also waiting on the branch, and not changed here: 1 refused.
The knowledge base has 1 entry: 1 current.
✓ a sync would send 1 runbook; nothing was written.
`
    },
    {
      name: 'a last line of its own',
      run: { head: '' },
      lastLine: 'Look at `git diff`.',
      text: '✓ Look at `git diff`.\n'
    },
    { name: 'no last line', run: { head: '' }, lastLine: '', text: '' },
    {
      name: 'causes once, then the counts, then what to do',
      run: {
        items: [
          runbook('failed', FAILED),
          runbook('latin 1', { ...LATIN, line: 3 }),
          conflict('edited 1'),
          conflict('edited 2'),
          runbook('a/Summary', { ...DUPLICATE, name: 'Summary' }),
          runbook('b/Summary', { ...DUPLICATE, name: 'Summary' })
        ]
      },
      text: `\
refused   2 files have one name. Before the first sync, set \`--entry-name '{dir}: {title}'\`: later it would make new entries for all runbooks. Otherwise, give each file a \`title\` of its own in the front matter.
          “Summary”: 2 files (docs/a/Summary.md, docs/b/Summary.md)
failed    docs/failed.md  “failed” The service rejects the request (HTTP 400). Correct it.
refused   2 files  Somebody edited the entry in the assistant. Pull it, or replace it.  docs/edited 1.md, docs/edited 2.md
refused   docs/latin 1.md:3  “latin 1” The file is not UTF-8. Save it as UTF-8.
1 failed, 5 refused; 6 files selected at commit ccccccc.
✗ 6 runbooks were not delivered.
  The next run delivers what is missing.
`
    },
    {
      name: 'a wrong token alone',
      run: { head: '', ended },
      text: '✗ The service rejects the token (HTTP 401): expired on 1 Nov.\n  Rotate it.\n'
    },
    {
      name: 'what ended it, without the paths that it explains',
      run: { ended, items: [runbook('a', { kind: 'send' }), runbook('b', { kind: 'send' })] },
      text: `\
pending   2 files  Not sent, because the run ended.
2 pending; 2 files selected at commit ccccccc.
✗ The service rejects the token (HTTP 401): expired on 1 Nov. 2 runbooks were not delivered.
  Rotate it.
`
    },
    {
      name: 'a difference with its sides named',
      run: { head: '', items: [{ ...withDifference, decision: { ...withDifference.decision, difference } }] },
      lastLine: '',
      text: `\
kept      docs/edited.md  “edited” Somebody edited the entry in the assistant; the edit stays. Bring the edit into the file with \`runbook-sync pull\`.
    --- in the assistant
    +++ in Git
    @@ -1 +1 @@
    -Mine.
    +\tOurs.
1 kept; 1 file selected.
`
    },
    {
      name: 'saved texts, and notices that say the same once',
      run: {
        head: '',
        saved: [{ path: 'docs/a.md', name: 'a', file: '/tmp/s/docs/a.md', folder: '/tmp/s' }],
        notices: [
          { level: 'warning', message: 'The link leads nowhere.', path: 'docs/a.md', line: 4 },
          { level: 'warning', message: 'The link leads nowhere.', path: 'docs/b.md' },
          { level: 'notice', message: 'Only what is committed counts.' }
        ]
      },
      lastLine: '',
      text: `\
saved     /tmp/s  has the texts of the assistant that were replaced
notice    Only what is committed counts.
warning   2 files  The link leads nowhere.  docs/a.md:4, docs/b.md
`
    },
    {
      name: 'what became of edits',
      run: {
        mode: 'pull',
        head: '',
        pulled: [
          { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' },
          { path: 'docs/b.md', file: 'docs/b.md.edited', kind: 'beside', reason: 'The file has changed.' }
        ]
      },
      text: `\
notice    docs/a.md  An edit from the assistant is in the file now.
warning   docs/b.md  An edit from the assistant is beside the file, with \`.edited\` after its name. The file has changed. Copy what is right, and delete that file. If the next sync refuses the runbook, run \`runbook-sync sync --replace PATH\`.
✗ 1 file changed, 1 edit beside its file. docs/b.md: The file has changed.
  Copy what is right from each \`.edited\` file into the file beside it, and delete the \`.edited\` file.
`
    },
    {
      name: 'no plan that was not carried out',
      run: {
        mode: 'plan',
        head: '',
        ended: new ActionError('input', 'You said no.', 'Say yes.'),
        items: [runbook('a', { kind: 'send' }), entry('b', { kind: 'orphaned' })]
      },
      text: '1 planned, 1 orphaned; 2 files selected.\n✗ You said no.\n  Say yes.\n'
    }
  ])('$name', ({ run, lastLine, text }) => {
    expect(printed(run, undefined, lastLine)).toBe(text)
  })
})

test('twenty lines about what needs no person, and the rest in a number', () => {
  const items = Array.from({ length: 30 }, (_, at) => runbook(String(at + 10), { kind: 'send' }))
  const lines = printed({ mode: 'plan', items }).split('\n')
  expect(lines.slice(19, 22)).toEqual([
    'planned   docs/29.md  “29”',
    'and 10 more; `--json` has them',
    expect.stringMatching(/^30 planned/)
  ])
})
