import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ActionError } from '../../src/errors.ts'
import { reportOf } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { jsonOf } from '../../src/report/terminal.ts'
import { Rows } from '../../src/sync/rows.ts'
import { WORKFLOW } from '../../src/wording.ts'
import {
  ALTERED,
  conflict,
  current,
  FAILED,
  INVENTORY,
  kept,
  leftOut,
  lookOf,
  orphan,
  reported,
  resultOf,
  row,
  runbook,
  send,
  shared,
  SHOWN,
  TOKEN_REJECTED,
  WAITING,
  type Given
} from './results.ts'

const saved = { path: 'docs/a.md', name: 'a', file: '/tmp/s/docs/a.md', folder: '/tmp/s', content: 'Mine.' }
const REPLACE = `start a run with \`on-conflict: replace\` (${WORKFLOW})`
const CONFLICT = `To keep the text, bring it into the file with \`runbook-sync pull\`. To discard it, or when you have merged it by hand, ${REPLACE}.`
const KEPT = `Bring the edit into the file with \`runbook-sync pull\`, or discard it: ${REPLACE}.`

describe('the first line says what happened and what is missing, and the next step what to do:', () => {
  test.each<{ name: string; run: Given; green: boolean; heading: string; first: string; next: string }>([
    {
      name: 'everything is there',
      run: { decisions: [current('a')] },
      green: true,
      heading: 'Everything is up to date',
      first: 'Everything is up to date.',
      next: ''
    },
    {
      name: 'delivered',
      run: { decisions: [current('a'), current('b')], states: { a: SHOWN, b: SHOWN } },
      green: true,
      heading: '2 runbooks delivered',
      first: '2 runbooks delivered.',
      next: ''
    },
    {
      name: 'a conflict that this push did not bring in',
      run: { decisions: [current('a'), conflict('dns', { isRed: false })], states: { a: SHOWN } },
      green: true,
      heading: '1 runbook delivered, 1 not',
      first: '1 runbook delivered; 1 is not: docs/dns.md (somebody edited its entry).',
      next: CONFLICT
    },
    {
      name: 'a conflict',
      run: { decisions: [current('a'), conflict('dns')], states: { a: SHOWN } },
      green: false,
      heading: '1 runbook delivered, 1 not',
      first: '1 runbook delivered; 1 is not: docs/dns.md (somebody edited its entry).',
      next: CONFLICT
    },
    {
      name: 'an edit that stays',
      run: { decisions: [kept('dns')] },
      green: true,
      heading: '1 runbook not delivered',
      first: '1 runbook is not delivered: docs/dns.md (somebody edited its entry, and the edit stays).',
      next: KEPT
    },
    {
      name: 'another text is shown',
      run: { decisions: [send('a')], states: { a: ALTERED } },
      green: false,
      heading: '1 runbook not delivered',
      first: '1 runbook is not delivered: docs/a.md (the list shows another text).',
      next: 'Correct it.'
    },
    {
      name: 'failures and files with reasons of their own',
      run: { decisions: [send('a'), leftOut('b'), conflict('c')], states: { a: FAILED } },
      green: false,
      heading: '3 runbooks not delivered',
      first:
        '3 runbooks are not delivered: docs/a.md (not stored as it was sent), docs/b.md (The file is not UTF-8.), ' +
        'docs/c.md (somebody edited its entry).',
      next:
        'docs/a.md: Correct it. docs/b.md: Save it as UTF-8. The report says what to do about 1 more runbook. ' +
        'The next run delivers what is missing.'
    },
    {
      name: 'four files with one remedy',
      run: { decisions: ['a', 'b', 'c', 'd'].map((name) => leftOut(name)) },
      green: false,
      heading: '4 runbooks not delivered',
      first:
        '4 runbooks are not delivered: docs/a.md (The file is not UTF-8.), docs/b.md (The file is not UTF-8.), ' +
        'docs/c.md (The file is not UTF-8.) and 1 more.',
      next: 'Save it as UTF-8.'
    },
    {
      name: 'orphans',
      run: { decisions: [current('a'), orphan('x'), orphan('y')] },
      green: true,
      heading: 'Everything is up to date',
      first: 'Everything is up to date; 2 entries have no runbook.',
      next: 'Delete what you do not need in the assistant.'
    },
    {
      name: 'texts that were replaced',
      run: { decisions: [current('a')], states: { a: SHOWN }, saved: [saved] },
      green: true,
      heading: '1 runbook delivered, 1 text of the assistant saved and replaced',
      first: '1 runbook delivered, 1 text of the assistant saved and replaced.',
      next: ''
    },
    {
      name: 'a token that is rejected at the first look',
      run: { ended: TOKEN_REJECTED },
      green: false,
      heading: 'The token was rejected',
      first: 'The service rejects the token (HTTP 401).',
      next: 'Choose Rotate in Settings → Access Tokens.'
    },
    {
      name: 'a token that is rejected in a batch: what is pending is only counted',
      run: {
        decisions: [current('a'), send('b'), send('c'), leftOut('d')],
        states: { a: SHOWN, b: WAITING },
        ended: TOKEN_REJECTED
      },
      green: false,
      heading: 'The token was rejected',
      first:
        'The service rejects the token (HTTP 401). 1 runbook delivered; 3 are not: docs/d.md (The file is not UTF-8.).',
      next: 'Choose Rotate in Settings → Access Tokens.'
    },
    {
      name: 'a plan',
      run: { mode: 'plan', decisions: [send('a'), send('b', 'replaces', [row('b')]), leftOut('c')] },
      green: false,
      heading: '2 runbooks to send, 1 not',
      first:
        'A sync would send 2 runbooks and replace 1 text of the assistant; 1 would not be delivered: docs/c.md (The file is not UTF-8.).',
      next: 'Save it as UTF-8. Correct this first, or the next sync fails.'
    },
    {
      name: 'a plan without the list claims nothing about the assistant',
      run: { mode: 'plan', look: lookOf([send('a', 'new')], { isCompared: false }) },
      green: true,
      heading: '1 runbook can be sent; nothing is known of the assistant',
      first: '1 runbook can be sent; nothing is known of the assistant.',
      next: ''
    },
    {
      name: 'a pull that brought one edit beside its file',
      run: {
        mode: 'pull',
        pulled: [
          { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' },
          { path: 'docs/b.md', file: 'docs/b.md.edited', kind: 'beside', reason: 'Not in the file: why.' }
        ]
      },
      green: false,
      heading: '1 file changed, 1 edit beside its file',
      first: '1 file changed, 1 edit beside its file. docs/b.md: Not in the file: why.',
      next: 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
    }
  ])('$name', ({ run, green, heading, first, next }) => {
    const report = reported(run)
    expect({ ...report, failure: report.failure?.message }).toMatchObject({
      success: green,
      heading,
      firstLine: first,
      nextStep: next,
      failure: green ? undefined : first
    })
  })
})

describe('each row has its outcome and sentences that do not name it:', () => {
  const line = row('a').line
  test.each<{ name: string; run: Given; expected: object }>([
    { name: 'unchanged', run: { decisions: [current('a')] }, expected: { outcome: 'unchanged', reason: '' } },
    {
      name: 'a conflict after it was shown',
      run: { decisions: [conflict('a')], states: { a: SHOWN } },
      expected: { outcome: 'refused', cause: 'conflict', reason: 'Somebody edited its entry in the assistant.' }
    },
    {
      name: 'a text by hand',
      run: { decisions: [conflict('a', { why: 'by hand' })] },
      expected: { outcome: 'refused', cause: 'conflict', reason: 'Somebody wrote its entry in the assistant.' }
    },
    {
      name: 'an entry of another repository',
      run: { decisions: [conflict('a', { why: 'elsewhere' })] },
      expected: {
        outcome: 'refused',
        cause: 'elsewhere',
        reason: 'Its entry comes from https://github.com/acme/old/blob/main/docs/a.md.',
        hint: expect.stringMatching(
          /^If this repository had that address before, start a run with `on-conflict: replace` \(.*\) once/
        )
      }
    },
    {
      name: 'a draft',
      run: { decisions: [leftOut('a', { kind: 'skipped', reason: 'draft: true', hint: undefined })] },
      expected: { outcome: 'skipped', cause: null, reason: 'draft: true', hint: null }
    },
    {
      name: 'waiting for the list when the run ended',
      run: { decisions: [send('a')], states: { a: WAITING }, ended: TOKEN_REJECTED },
      expected: { outcome: 'pending', reason: 'Sent, not confirmed.' }
    },
    {
      name: 'not sent when the run ended',
      run: { decisions: [send('a')], ended: TOKEN_REJECTED },
      expected: { outcome: 'pending', reason: 'Not sent, because the run ended.' }
    },
    {
      name: 'an orphan whose runbook has another name now',
      run: { decisions: [orphan('a', { isHere: true, now: { path: line?.path ?? '', name: 'b' } })] },
      expected: { about: 'entry', outcome: 'orphaned', reason: 'Its runbook is called “b” now.' }
    },
    {
      name: 'an orphan of a public repository has no name',
      run: { decisions: [orphan('a')], showsTexts: false },
      expected: { about: 'entry', name: null, reason: 'Its runbook was removed.' }
    },
    {
      name: 'a plan over a text of a person',
      run: { mode: 'plan', decisions: [send('a', 'replaces', [row('a')])] },
      expected: { outcome: 'planned', texts: 1, reason: 'Replaces a text of the assistant, which is saved first.' }
    }
  ])('$name', ({ run, expected }) => {
    expect(reported(run).runbooks).toEqual([expect.objectContaining(expected)])
  })

  test('files that share a name say the same, and name the file that came last', () => {
    const { runbooks } = reported({
      decisions: shared('Summary', ['d', 'a', 'b', 'c'], { changed: [runbook('Summary', 'a/Summary.md')] })
    })
    const [first, ...others] = runbooks
    expect(first).toMatchObject({
      path: 'a/Summary.md',
      cause: 'duplicate',
      reason:
        'd/Summary.md, a/Summary.md, b/Summary.md and 1 more have the same name “Summary”, so one entry would overwrite the other.',
      hint: expect.stringMatching(/^Give d\/Summary\.md a `title` of its own in the front matter\./)
    })
    expect(new Set(others.map(({ reason, hint }) => `${reason} ${hint ?? ''}`)).size).toBe(1)
  })

  test('before the first sync they may also get another template of names', () => {
    const decisions = shared('Summary', ['a', 'b'])
    const hints = [true, false].map((isFirst) => {
      const look = lookOf(decisions, isFirst ? { rows: new Rows([]) } : {})
      return reported({ look }).runbooks[0]?.hint?.includes('entry-name')
    })
    expect(hints).toEqual([true, false])
  })

  test('what needs a person comes first', () => {
    const decisions = [current('a'), kept('b'), conflict('c', { isRed: false }), conflict('d'), send('e')]
    const { runbooks } = reported({ decisions, states: { e: FAILED } })
    expect(runbooks.map(({ path }) => path)).toEqual(['docs/e.md', 'docs/d.md', 'docs/c.md', 'docs/b.md', 'docs/a.md'])
  })

  test.each([
    { name: 'a private repository has differences', showsTexts: true, expected: ['-a'] },
    { name: 'a public one has none', showsTexts: false, expected: null }
  ])('$name', ({ showsTexts, expected }) => {
    const differences = new Map([['docs/a.md', ['-a']]])
    expect(reported({ decisions: [conflict('a')], differences, showsTexts }).runbooks[0]?.difference).toEqual(expected)
  })
})

describe('numbers are about the branch, and what is not known is null:', () => {
  test.each<{ name: string; run: Given; expected: object }>([
    {
      name: 'an edit counts, kept or in conflict, in scope or not',
      run: {
        decisions: [kept('a'), conflict('b'), conflict('c', { isRed: false }), conflict('d', { why: 'elsewhere' })]
      },
      expected: { edits: 3, failed: 3, upserted: 0, orphaned: 0 }
    },
    {
      name: 'orphans',
      run: { decisions: [orphan('a'), orphan('b')] },
      expected: { edits: 0, failed: 0, upserted: 0, orphaned: 2 }
    },
    {
      name: 'a token that is rejected at the first look',
      run: { ended: TOKEN_REJECTED },
      expected: { edits: null, failed: null, upserted: 0, orphaned: null }
    },
    {
      name: 'a token that is rejected later: what was sent and not shown, and what was not sent',
      run: { decisions: [current('a'), send('b'), send('c')], states: { a: SHOWN, b: WAITING }, ended: TOKEN_REJECTED },
      expected: { edits: 0, failed: 2, upserted: 1, orphaned: 0 }
    },
    {
      name: 'a plan without the list',
      run: { mode: 'plan', look: lookOf([send('a', 'new')], { isCompared: false }) },
      expected: { edits: null, failed: 0, upserted: 0, orphaned: null }
    },
    {
      name: 'the edits of a pull',
      run: { mode: 'pull', pulled: [{ path: 'a.md', file: 'a.md', kind: 'changed', reason: '' }] },
      expected: { edits: 1, orphaned: null }
    }
  ])('$name', ({ run, expected }) => {
    expect(reported(run)).toMatchObject(expected)
  })

  test('the counts, and what the list held, are one sentence each', () => {
    const inventory = { ...INVENTORY, entries: 3, byHand: 3 }
    expect(reported({ decisions: [current('a'), kept('b')], inventory })).toMatchObject({
      counts: '1 kept, 1 unchanged; 2 files selected at commit ccccccc.',
      list: 'Before this run the knowledge base had 3 entries: 3 written by hand.'
    })
  })
})

describe('a token that expires', () => {
  test.each<{ name: string; day: string; run?: Given; message: string | undefined }>([
    { name: 'in 15 days', day: '2026-11-16', message: undefined },
    { name: 'in 14 days', day: '2026-11-15', message: 'The token expires on 2026-11-15, in 14 days ' },
    { name: 'tomorrow', day: '2026-11-02', message: 'The token expires on 2026-11-02, in 1 day ' },
    { name: 'today', day: '2026-11-01', message: 'The token expired on 2026-11-01 ' },
    {
      name: 'today, and the list could be read',
      day: '2026-11-01',
      run: { decisions: [] },
      message: 'The date in the workflow is past (`token-expires-on: 2026-11-01`), yet the token works: '
    }
  ])('$name', ({ day, run, message }) => {
    const { notices } = reported({ ...run, tokenExpiresOn: new Date(day) })
    expect(notices.map((notice) => notice.message)).toEqual(
      message === undefined ? [] : [expect.stringContaining(message)]
    )
  })
})

describe('the JSON report is this value, and conforms to its schema:', () => {
  test.each<{ name: string; run: Given }>([
    { name: 'nothing', run: { mode: undefined, ended: new ActionError('input', 'Input.', 'Give it.') } },
    {
      name: 'everything',
      run: {
        decisions: [
          current('a'),
          kept('b'),
          conflict('c'),
          leftOut('d', { line: 3 }),
          orphan('e'),
          ...shared('f', ['a', 'b'])
        ],
        differences: new Map([['docs/c.md', ['-a', '+b']]]),
        notices: [{ level: 'notice', message: 'A notice.', path: 'docs/a.md', line: 1 }],
        pulled: [{ path: 'docs/a.md', file: '', kind: 'left out', reason: 'Why.' }],
        saved: [saved]
      }
    },
    { name: 'what ended', run: { decisions: [send('a')], ended: TOKEN_REJECTED } }
  ])('$name', async ({ run }) => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(
      JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
    )
    const report = reportOf(resultOf(run), new Date())
    const { more, ...json } = JSON.parse(jsonOf(report, new Sink([]))) as Record<string, unknown>
    expect(json).toEqual(JSON.parse(JSON.stringify(report)))
    expect({ errors: validate({ more, ...json }) ? [] : validate.errors }).toEqual({ errors: [] })
  })
})
