import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ActionError, InputError } from '../../src/errors.ts'
import type { Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { VERSION } from '../../src/version.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import type { Look } from '../../src/sync/look.ts'
import { Rows } from '../../src/sync/read/rows.ts'
import { conflict, current, kept, misnamed, NEW_NAME, orphan, overdue, planned, refused, row } from './decisions.ts'
import { FAILED, SHOWN, TOKEN_REJECTED, UNANSWERED, WAITING } from './decisions.ts'
import { EVERYTHING, INVENTORY, lookOf, reported, SAVED, type Given } from './results.ts'

const ended = TOKEN_REJECTED
const WITHOUT_LIST = lookOf([planned('a', 'new')], { rows: new Rows([], { areKnown: false }) })
const WITHOUT_TEXTS = lookOf([current('a')], { rows: new Rows([], { areWithoutTexts: true }) })
const REJECTED_LATER: Given = {
  decisions: [current('a'), planned('b'), planned('c'), refused('d')],
  states: { a: SHOWN, b: WAITING },
  ended
}

const LATE = ['2026-10-31', '2026-01-02', '2025-12-31', '2026-05-02'].map((since, at) => overdue(`${at}`, since))
const PULLED = { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' } as const
const BESIDE = { path: 'docs/b.md', file: 'docs/b.md.edited', kind: 'beside', reason: 'Not in the file: why.' } as const

/** Two runbooks are overdue, and the push or pull request changes a file. */
function changing(path: string): Look {
  const look = lookOf([overdue('a', '2026-10-31'), overdue('b', '2026-10-30')])
  return { ...look, runbooks: { ...look.runbooks, changed: new Set([path]) } }
}

const REVIEW = 'Review what is overdue, and change its date in the front matter.'
const EDITED = '(somebody edited its entry in the assistant)'

test.each<{ name: string; run: Given; red?: true; first: string; next?: unknown }>([
  {
    name: 'edits that stay, beside a file that is refused',
    run: { decisions: [kept('a'), kept('b'), refused('c')] },
    red: true,
    first:
      '1 runbook is not delivered: docs/c.md (it is empty); 2 entries were edited in the assistant, and stay: docs/a.md, docs/b.md.',
    next: 'Fill it.'
  },
  {
    name: 'several reasons',
    run: { decisions: [planned('a'), refused('b', { line: 3 }), conflict('c')], states: { a: FAILED } },
    red: true,
    first: `3 runbooks are not delivered: docs/a.md (not stored), docs/b.md:3 (it is empty), docs/c.md ${EDITED}.`,
    next: 'docs/a.md: Correct it. There is other advice for 2 more runbooks.'
  },
  {
    name: 'entries whose runbooks have other names',
    run: { decisions: [current('a'), orphan('x', NEW_NAME), orphan('y', NEW_NAME), orphan('z')] },
    first:
      'Everything is up to date; 1 entry has no runbook any more: docs/z.md; 2 entries have other names than their runbooks: docs/x.md, docs/y.md.',
    next: 'Delete what you do not need in the assistant.'
  },
  {
    name: 'one of them that somebody edited, beside another one',
    run: { decisions: [misnamed('x'), orphan('y')] },
    first: '1 entry has no runbook any more: docs/y.md; 1 entry has another name than its runbook: docs/x.md.',
    next: 'docs/x.md: Copy what you need of it, then delete the entry in the assistant.'
  },
  {
    name: 'a text of which nobody knows if it was replaced',
    run: { decisions: [planned('a', 'replaces')], states: { a: UNANSWERED }, saved: [SAVED] },
    red: true,
    first: '1 runbook sent, not confirmed: docs/a.md.'
  },
  {
    name: 'texts that were replaced',
    run: { decisions: [current('a')], states: { a: SHOWN }, saved: [SAVED] },
    first: '1 runbook delivered, 1 text of the assistant saved and replaced.'
  },
  {
    name: 'a token that is rejected after some were sent',
    run: REJECTED_LATER,
    red: true,
    first:
      'The token is rejected. 1 runbook delivered; 1 runbook sent, not confirmed: docs/b.md; 1 runbook not sent: docs/c.md; 1 runbook is not delivered: docs/d.md (it is empty).',
    next: 'Rotate it.'
  },
  {
    name: 'a wrong use of the command line',
    run: { ended: new InputError('files', 'is wrong.', 'Correct it.') },
    red: true,
    first: 'Input `files` is wrong.',
    next: 'Correct it.'
  },
  { name: 'a plan that ended', run: { mode: 'plan', ended }, red: true, first: ended.message, next: 'Rotate it.' },
  {
    name: 'a plan',
    run: { mode: 'plan', decisions: [planned('a'), planned('b', 'replaces', [row('b')]), refused('c')] },
    red: true,
    first:
      'A sync would send 2 runbooks and replace 1 text of the assistant; 1 runbook would not be delivered: docs/c.md (it is empty).',
    next: 'Fill it. Correct this first, or the next sync fails.'
  },
  {
    name: 'what is overdue, the oldest first, after what is missing',
    run: { decisions: [...LATE, orphan('x')] },
    first:
      'Everything is up to date; 1 entry has no runbook any more: docs/x.md; 4 runbooks are overdue for review: docs/2.md (since 31 December 2025), docs/1.md (since 2 January), docs/3.md (since 2 May) and 1 more.',
    next: `Delete what you do not need in the assistant. ${REVIEW}`
  },
  {
    name: 'what is overdue without a next step, if a file is refused',
    run: { decisions: [overdue('a', '2026-10-31'), refused('e')], unchanged: ['e'] },
    first:
      '1 runbook is not delivered: docs/e.md (it is empty); 1 runbook is overdue for review: docs/a.md (since 31 October).',
    next: 'Fill it.'
  },
  {
    name: 'what is overdue in the plan of a pull request that changes it',
    run: { mode: 'plan', inventory: INVENTORY, look: changing('docs/a.md') },
    first: 'A sync would send nothing; 1 runbook is overdue for review: docs/a.md (since 31 October).',
    next: REVIEW
  },
  { name: 'nothing of it in a push', run: { look: changing('docs/a.md') }, first: 'Everything is up to date.' },
  {
    name: 'nothing that is overdue if the run ended early',
    run: { decisions: [overdue('a', '2026-10-31')], ended },
    red: true,
    first: `${ended.message} Nothing was sent in this run; the assistant has what it had.`,
    next: 'Rotate it.'
  },
  {
    name: 'a list without texts',
    run: { look: WITHOUT_TEXTS, inventory: INVENTORY },
    first: 'Everything is up to date; ⚠️ the list shows no texts, so edits are replaced unseen.'
  },
  { name: 'an event that asks for nothing', run: { nothing: 'Why.' }, first: 'There is nothing to do: Why.' },
  {
    name: 'a plan without the list claims nothing about the assistant',
    run: { mode: 'plan', look: WITHOUT_LIST },
    first: '1 runbook can be sent; nothing is known of the assistant.'
  },
  {
    name: 'a pull on a laptop',
    run: { mode: 'pull', pulled: [PULLED] },
    first: '1 file changed.',
    next: 'Look at the changes with `git diff`, then commit and push them.'
  },
  { name: 'a pull in a job', run: { mode: 'pull', pulled: [PULLED], workflow: 'edits.yml' }, first: '1 file changed.' },
  {
    name: 'a pull that brought one edit beside its file',
    run: { mode: 'pull', pulled: [PULLED, BESIDE] },
    red: true,
    first: '1 file changed, 1 edit beside its file. docs/b.md: Not in the file: why.',
    next: 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
  }
])('says what happened, what is missing, and what to do: $name', ({ run, red, first, next = '' }) => {
  expect(reported(run)).toMatchObject({ success: red === undefined, firstLine: first, nextStep: next })
})

test.each<{ name: string; run: Given; failed: number | null; edits: number | null }>([
  { name: 'what is pending counts', run: REJECTED_LATER, failed: 3, edits: 0 },
  { name: 'a plan without the list', run: { mode: 'plan', look: WITHOUT_LIST }, failed: 0, edits: null },
  { name: 'the edits of a pull', run: { mode: 'pull', pulled: [PULLED] }, failed: 0, edits: 1 }
])('numbers are about the branch, and what is not known is null: $name', ({ run, failed, edits }) => {
  expect(reported(run)).toMatchObject({ failed, edits })
})

test.each<{ name: string; day: string; run?: Given; says?: string }>([
  { name: 'in 15 days', day: '2026-11-16' },
  { name: 'in 14 days', day: '2026-11-15', says: 'The token expires on 2026-11-15, in 14 days ' },
  { name: 'today', day: '2026-11-01', says: 'The token expired on 2026-11-01 ' },
  {
    name: 'today, and the list could be read',
    day: '2026-11-01',
    run: { decisions: [] },
    says: 'The date in the workflow is past (`token-expires-on: 2026-11-01`), yet the token works: '
  }
])('a token that expires: $name', ({ day, run, says }) => {
  const { notices } = reported({ ...run, tokenExpiresOn: new Date(day) })
  expect(notices.map(({ message }) => message)).toEqual(says === undefined ? [] : [expect.stringContaining(says)])
})

test.each<{ name: string; state: SentState; workflow?: string; says: RegExp }>([
  { name: 'shown', state: SHOWN, says: /^The text of .* was replaced, and is saved in \/tmp\/s\/docs\/a\.md\.$/ },
  { name: 'shown, in a job', state: SHOWN, workflow: 'a.yml', says: / The runner deletes .* \(output `overwritten`\)/ },
  { name: 'rejected', state: FAILED, says: /was not replaced\. A copy of it is saved in/ },
  { name: 'without an answer', state: UNANSWERED, says: /may have been replaced\. A copy of it is saved in/ },
  { name: 'without one to the end', state: { ...FAILED, why: 'no answer' }, says: /may have been replaced\./ }
])('what became of a text that was saved, and where it is: $name', ({ state, workflow = '', says }) => {
  const { notices } = reported({ decisions: [planned('a')], states: { a: state }, saved: [SAVED], workflow })
  expect(notices).toMatchObject([{ path: 'docs/a.md', message: expect.stringMatching(says) }])
})

async function schemaOf<Schema>(): Promise<Schema> {
  return JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as Schema
}

test.each<{ name: string; run: Given }>([
  { name: 'nothing', run: { mode: undefined, ended: new ActionError('input', 'Input.', 'Give it.') } },
  { name: 'everything', run: EVERYTHING },
  { name: 'what ended', run: REJECTED_LATER }
])('the JSON report is this value, and conforms to its schema: $name', async ({ run }) => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(await schemaOf<object>())
  const report = reported(run)
  const json = JSON.parse(new Sink([]).json(report)) as object
  expect(json).toEqual(JSON.parse(JSON.stringify(report)))
  expect({ errors: validate(json) ? [] : validate.errors }).toEqual({ errors: [] })
})

interface ObjectSchema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, Partial<{ items: ObjectSchema; oneOf: readonly ObjectSchema[] }>>>
}

// The compiler compares the value with `Report`.
const NESTED = ['failure', 'inventory', 'saved', 'pulled', 'notices', 'alerts', 'overdue', 'runbooks'] as const
test.each<keyof Report | undefined>([undefined, ...NESTED])(
  'the schema requires just its fields: %s',
  async (field) => {
    const schema = await schemaOf<ObjectSchema>()
    const report = reported(EVERYTHING)
    const nested = field && schema.properties[field]
    const { required, properties } = nested?.items ?? nested?.oneOf?.at(-1) ?? schema
    const fields = Object.keys([field === undefined ? report : report[field]].flat()[0] as object).toSorted()
    expect([required.toSorted(), Object.keys(properties).toSorted()]).toEqual([fields, fields])
  }
)

test('the schema has every kind of failure', async () => {
  const [union = ''] = /^export type ErrorKind =(?:\n {2}\| .*)+/m.exec(await readFile('src/errors.ts', 'utf8')) ?? []
  const kinds = Array.from(union.matchAll(/\| '([^']+)'/g), ([, kind]) => kind)
  const { properties: fields } = await schemaOf<{
    properties: { failure: { oneOf: { properties?: { kind: { enum: string[] } } }[] } }
  }>()
  const [kind] = fields.failure.oneOf.flatMap(({ properties }) => properties?.kind ?? [])
  expect(kind?.enum).toEqual(kinds)
})

test.each<{ name: string; run: Given; runUrl?: string; assistant?: string }>([
  { name: 'a command line', run: {} },
  { name: 'a job', run: { runId: 4711 }, runUrl: 'https://github.com/acme/ops/actions/runs/4711' },
  { name: 'a public repository', run: { showsTexts: false }, assistant: 'assistant.example' },
  { name: 'a run that asked nobody', run: { assistant: '' }, assistant: '' }
])('a report says of which run and version it is, and where that delivered: $name', ({ run, ...expected }) => {
  const { runUrl = '', assistant = 'https://assistant.example/api' } = expected
  const where = `${assistant === '' ? '' : `Assistant: ${assistant}. `}Runbook Sync ${VERSION}.`
  expect(reported(run)).toMatchObject({ repository: 'acme/ops', runUrl, assistant, where, programVersion: VERSION })
})

test('a report about what is not committed names no commit, because nobody else has it', () => {
  const report = reported({ decisions: [refused('a')], uncommitted: 'worktree' })
  expect(report).toMatchObject({ head: '', counts: '1 refused; 1 file selected in the work tree.' })
})
