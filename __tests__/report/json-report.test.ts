import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ActionError } from '../../src/errors.ts'
import { Edge } from '../../src/report/edge.ts'
import { jsonOf } from '../../src/report/json-report.ts'
import { OUTCOMES, type Item, type Result } from '../../src/report/result.ts'
import { ACTION } from '../../src/report/vocabulary.ts'
import { conflict, DUPLICATE, entry, FAILED, INVENTORY, kept, LATIN, resultOf, runbook, STORED } from './results.ts'

const schema = JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile<Record<string, unknown>>(schema)

/** The parsed report. It conforms to its schema. */
function report(run: Partial<Result>): Record<string, unknown> {
  const json: unknown = JSON.parse(jsonOf(resultOf(run), new Edge(ACTION, [])))
  expect({ isValid: validate(json), errors: validate.errors }).toEqual({ isValid: true, errors: null })
  return json as Record<string, unknown>
}

const EVERYTHING: Partial<Result> = {
  inventory: { ...INVENTORY, entries: 9, current: 2, names: ['One'] },
  items: [
    runbook('sent', STORED),
    runbook('failed', FAILED),
    runbook('latin', { ...LATIN, line: 3 }),
    conflict('edited'),
    kept('kept'),
    runbook('waits', { ...LATIN, isWaiting: true }),
    runbook('same', { kind: 'unchanged' }),
    runbook('draft', { kind: 'skipped', reason: 'draft: true' }),
    entry('gone', { kind: 'orphaned', hint: 'Delete its entry.' }),
    entry('retired', { kind: 'retire', state: 'stored' })
  ],
  notices: [
    { level: 'warning', message: 'A warning.' },
    { level: 'notice', message: 'A notice.', path: 'docs/a.md', line: 4 }
  ],
  pulled: [{ path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' }],
  saved: [{ path: 'docs/a.md', name: 'a', file: '/tmp/s/a.md', folder: '/tmp/s' }]
}

describe('the report conforms to its schema:', () => {
  test.each<{ name: string; run: Partial<Result> }>([
    { name: 'of a sync', run: EVERYTHING },
    { name: 'of a public repository', run: { ...EVERYTHING, showsTexts: false } },
    { name: 'of a plan', run: { ...EVERYTHING, mode: 'plan' } },
    { name: 'of a pull', run: { ...EVERYTHING, mode: 'pull' } },
    { name: 'of a command line that names no command', run: { mode: undefined, head: '' } },
    { name: 'of a check', run: { mode: 'check', head: '', inventory: { ...INVENTORY, entries: 9 } } },
    { name: 'of nothing', run: {} },
    { name: 'of what ended the run', run: { ...EVERYTHING, ended: new ActionError('git', 'No Git.', 'Install it.') } }
  ])('$name', ({ run }) => {
    expect(Object.keys(report(run)['totals'] as object)).toEqual(Object.keys(OUTCOMES))
  })
})

test('a report', () => {
  const { items = [], ...run } = EVERYTHING
  expect(
    report({ ...run, items: items.filter(({ decision }) => /sent|waits|latin|gone/.test(decision.path)) })
  ).toEqual({
    version: 1,
    mode: 'sync',
    success: false,
    failure: {
      kind: 'incomplete',
      message: '1 runbook was not delivered: docs/latin.md. The file is not UTF-8.',
      hint: 'Save it as UTF-8.'
    },
    repository: 'harbour/handbook',
    head: 'c'.repeat(40),
    totals: expect.objectContaining({ refused: 1, upserted: 1, orphaned: 1, failed: 0 }),
    inventory: { ...INVENTORY, entries: 9, current: 2, names: ['One'] },
    saved: [{ path: 'docs/a.md', name: 'a', file: '/tmp/s/a.md' }],
    pulled: [{ path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' }],
    notices: [
      { level: 'warning', message: 'A warning.', path: null, line: null },
      { level: 'notice', message: 'A notice.', path: 'docs/a.md', line: 4 }
    ],
    alerts: [],
    runbooks: [
      {
        path: 'docs/latin.md',
        name: 'latin',
        outcome: 'refused',
        cause: 'text',
        reason: 'The file is not UTF-8.',
        hint: 'Save it as UTF-8.',
        line: 3,
        attempts: 0,
        waiting: false
      },
      {
        path: 'docs/waits.md',
        name: 'waits',
        outcome: 'refused',
        cause: 'text',
        reason: 'The file is not UTF-8.',
        hint: 'Save it as UTF-8.',
        line: null,
        attempts: 0,
        waiting: true
      },
      {
        path: 'docs/sent.md',
        name: 'sent',
        outcome: 'upserted',
        cause: null,
        reason: '',
        hint: null,
        line: null,
        attempts: 1,
        waiting: false
      },
      {
        path: 'docs/gone.md',
        name: 'gone',
        outcome: 'orphaned',
        cause: null,
        reason: 'Its runbook was removed.',
        hint: 'Delete its entry.',
        line: null,
        attempts: 0,
        waiting: false
      }
    ],
    more: { alerts: 0, runbooks: 0, notices: 0, pulled: 0, saved: 0 }
  })
})

describe('the cause of a refused runbook:', () => {
  const elsewhere = { origin: 'elsewhere', content: 'Theirs.\n' } as const
  test.each<{ name: string; item: Item; cause: string | null }>([
    { name: 'a file that cannot be read', item: runbook('a', LATIN), cause: 'text' },
    { name: 'a name that other files have', item: runbook('a', DUPLICATE), cause: 'duplicate' },
    { name: 'an edit', item: conflict('a'), cause: 'conflict' },
    { name: 'a text by hand', item: conflict('a', 'by hand'), cause: 'conflict' },
    { name: 'an entry of another place', item: conflict('a', 'elsewhere'), cause: 'elsewhere' },
    {
      name: 'a conflict without a text',
      item: runbook('a', { kind: 'refused', cause: 'conflict' }),
      cause: 'conflict'
    },
    {
      name: 'an entry of another place beside an edit',
      item: runbook('a', {
        kind: 'refused',
        cause: 'conflict',
        texts: [elsewhere, { origin: 'edited', content: 'Mine.' }]
      }),
      cause: 'conflict'
    },
    { name: 'an edit that stays: none', item: kept('a'), cause: null }
  ])('$name', ({ item, cause }) => {
    expect(report({ items: [item] })['runbooks']).toMatchObject([{ cause }])
  })
})

test('of a repository that may be public, it counts entries without a runbook and does not name them', () => {
  const { runbooks, inventory } = report({ ...EVERYTHING, showsTexts: false })
  expect(runbooks).toContainEqual(expect.objectContaining({ path: 'docs/gone.md', name: null }))
  expect(runbooks).toContainEqual(expect.objectContaining({ path: 'docs/sent.md', name: 'sent' }))
  expect(inventory).toMatchObject({ entries: 9, names: [] })
})

test('a path is exact, with any characters', () => {
  const path = 'docs/##[error]\u202e\n⟦job⟧.md'
  expect(report({ items: [runbook('a', { kind: 'unchanged', path })] })['runbooks']).toMatchObject([{ path }])
})

test('messages are in the words of the Action', () => {
  const ended = new ActionError('input', '⟦Input⟧⟦input files⟧ is empty.', 'Run ⟦job⟧ again.')
  expect(report({ ended })['failure']).toMatchObject({ message: 'Input `files` is empty.', hint: 'Run the job again.' })
})

test('docs/report.md has a row for each outcome', async () => {
  const rows = (await readFile('docs/report.md', 'utf8')).matchAll(/^\| `(\w+)` +\| (?:green|red) /gm)
  expect(new Set(Array.from(rows, ([, outcome]) => outcome))).toEqual(new Set(Object.keys(OUTCOMES)))
})
