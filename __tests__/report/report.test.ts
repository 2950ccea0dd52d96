import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ActionError, inputError, type ErrorKind } from '../../src/errors.ts'
import type { Report } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { VERSION } from '../../src/version.ts'
import type { SentState } from '../../src/sync/deliver/sent.ts'
import type { Look } from '../../src/sync/look.ts'
import { Rows } from '../../src/sync/read/rows.ts'
import { COMMAND_LINE, WORKFLOW } from '../../src/wording.ts'
import {
  conflict,
  current,
  EVERYTHING,
  FAILED,
  INVENTORY,
  kept,
  refusedFile,
  lookOf,
  orphan,
  overdue,
  reported,
  row,
  SAVED,
  planned,
  SHOWN,
  TOKEN_REJECTED,
  WAITING,
  type Given,
  UNANSWERED
} from './results.ts'

const KEEP_OR_DISCARD =
  'To keep the text, bring it into the file with `runbook-sync pull`. To discard it, or when you have merged it by hand, ' +
  'use `runbook-sync sync --replace docs/dns.md`'
const NOTHING_SENT = 'Nothing was sent in this run; the assistant has what it had.'
const MISNAMED = { became: { path: 'docs/n.md', name: 'n', digest: 'd' } }
const WITHOUT_LIST: Given = {
  mode: 'plan',
  look: lookOf([planned('a', 'new')], { rows: new Rows([], { areKnown: false }) })
}
const WITHOUT_TEXTS = lookOf([current('a')], { rows: new Rows([], { areWithoutTexts: true }) })
const REJECTED_LATER: Given = {
  decisions: [current('a'), planned('b'), planned('c'), refusedFile('d')],
  states: { a: SHOWN, b: WAITING },
  ended: TOKEN_REJECTED
}

const PULLED = { path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' } as const

/** Two runbooks are overdue, and the push or pull request changes a file. */
function changing(path: string): Look {
  const look = lookOf([overdue('a', '2026-10-31'), overdue('b', '2026-10-30')])
  return { ...look, runbooks: { ...look.runbooks, changed: new Set([path]) } }
}

test.each<{ name: string; run: Given; first: string; next?: string; green?: boolean }>([
  {
    name: 'a conflict that this push did not bring in',
    run: { decisions: [current('a'), conflict('dns')], unchanged: ['dns'], states: { a: SHOWN } },
    first: '1 runbook delivered; 1 runbook is not delivered: docs/dns.md (somebody edited its entry in the assistant).',
    next: `${KEEP_OR_DISCARD}.`
  },
  {
    name: 'an edit that stays, in a job',
    run: { decisions: [kept('dns')], workflow: 'runbooks.yml' },
    first: '1 entry was edited in the assistant, and stays: docs/dns.md.',
    next: `${KEEP_OR_DISCARD} (${COMMAND_LINE}), or start runbooks.yml by hand with \`on-conflict: replace\`, which is for all edits (${WORKFLOW}).`
  },
  {
    name: 'an edit that stays, in a job whose workflow has the input',
    run: { decisions: [kept('dns')], workflow: 'runbooks.yml', inputsByHand: ['on-conflict'] },
    first: '1 entry was edited in the assistant, and stays: docs/dns.md.',
    next:
      `${KEEP_OR_DISCARD} (${COMMAND_LINE}), or start runbooks.yml by hand with \`on-conflict: replace\`, which is for all ` +
      'edits (`gh workflow run runbooks.yml --repo acme/ops -f on-conflict=replace`).'
  },
  {
    name: 'an edit that stays, in a job of a public repository',
    run: { decisions: [kept('dns')], workflow: 'runbooks.yml', inputsByHand: ['on-conflict'], keepsTexts: false },
    first: '1 entry was edited in the assistant, and stays: docs/dns.md.',
    next: `${KEEP_OR_DISCARD} (${COMMAND_LINE}).`
  },
  {
    name: 'a service that fails, in a job',
    run: {
      decisions: [planned('a')],
      states: {
        a: { is: 'failed', why: 'no answer', error: new ActionError('service-failing', 'It fails.', 'Wait.') }
      },
      workflow: 'runbooks.yml',
      inputsByHand: []
    },
    green: false,
    first: '1 runbook is not delivered: docs/a.md (the service does not answer).',
    next: 'Wait. `gh workflow run runbooks.yml --repo acme/ops` starts a run by hand.'
  },
  {
    name: 'edits that stay, beside a file that is refused',
    run: { decisions: [kept('a'), kept('b'), refusedFile('c')] },
    green: false,
    first:
      '1 runbook is not delivered: docs/c.md (the file is not UTF-8); ' +
      '2 entries were edited in the assistant, and stay: docs/a.md, docs/b.md.',
    next: 'Save it as UTF-8.'
  },
  {
    name: 'several reasons',
    run: { decisions: [planned('a'), refusedFile('b', { line: 3 }), conflict('c')], states: { a: FAILED } },
    green: false,
    first:
      '3 runbooks are not delivered: docs/a.md (not stored), docs/b.md:3 (the file is not UTF-8), ' +
      'docs/c.md (somebody edited its entry in the assistant).',
    next: 'docs/a.md: Correct it. The lines above say what to do about 2 more runbooks.'
  },
  {
    name: 'several reasons, in a job',
    run: { decisions: [refusedFile('a'), refusedFile('b', { hint: 'Correct it.' })], workflow: 'runbooks.yml' },
    green: false,
    first: '2 runbooks are not delivered: docs/a.md, docs/b.md (the file is not UTF-8).',
    next: 'docs/a.md: Save it as UTF-8. The report says what to do about 1 more runbook.'
  },
  {
    name: 'four files with one reason',
    run: { decisions: ['a', 'b', 'c', 'd'].map((name) => refusedFile(name)) },
    green: false,
    first: '4 runbooks are not delivered: docs/a.md, docs/b.md, docs/c.md (the file is not UTF-8) and 1 more.',
    next: 'Save it as UTF-8.'
  },
  {
    name: 'orphans',
    run: { decisions: [current('a'), orphan('x'), orphan('y')] },
    first: '2 entries have no runbook any more: docs/x.md, docs/y.md; everything else is up to date.',
    next: 'Delete what you do not need in the assistant.'
  },
  {
    name: 'entries whose runbooks have other names',
    run: { decisions: [current('a'), orphan('x', MISNAMED), orphan('y', MISNAMED), orphan('z')] },
    first:
      '1 entry has no runbook any more: docs/z.md; ' +
      '2 entries have other names than their runbooks: docs/x.md, docs/y.md; everything else is up to date.',
    next: 'Delete what you do not need in the assistant.'
  },
  {
    name: 'one of them that somebody edited',
    run: { decisions: [current('a'), orphan('x', { ...MISNAMED, row: { ...orphan('x').row, by: 'person' } })] },
    first: '1 entry has another name than its runbook: docs/x.md.',
    next: 'Copy what you need of it, then delete the entry in the assistant.'
  },
  {
    name: 'one of several',
    run: { decisions: [orphan('x', { ...MISNAMED, row: { ...orphan('x').row, by: 'person' } }), orphan('y')] },
    first: '1 entry has no runbook any more: docs/y.md; 1 entry has another name than its runbook: docs/x.md.',
    next: 'docs/x.md: Copy what you need of it, then delete the entry in the assistant.'
  },
  {
    name: 'a text of which nobody knows if it was replaced',
    run: { decisions: [planned('a', 'replaces')], states: { a: UNANSWERED }, saved: [SAVED] },
    first: '1 runbook sent, not confirmed: docs/a.md.',
    green: false
  },
  {
    name: 'texts that were replaced',
    run: { decisions: [current('a')], states: { a: SHOWN }, saved: [SAVED] },
    first: '1 runbook delivered, 1 text of the assistant saved and replaced.'
  },
  {
    name: 'a token that is rejected after some were sent',
    run: REJECTED_LATER,
    green: false,
    first:
      'The service rejects the token (HTTP 401). 1 runbook delivered; 1 runbook sent, not confirmed: docs/b.md; ' +
      '1 runbook not sent: docs/c.md; 1 runbook is not delivered: docs/d.md (the file is not UTF-8).',
    next: 'Choose Rotate in Settings → Access Tokens.'
  },
  ...[
    TOKEN_REJECTED,
    new ActionError('forbidden', 'Forbidden.', 'Check it.'),
    inputError('token', 'is empty.', 'Add it.')
  ].map((ended) => ({
    name: `a job whose token is ${ended.kind}, with the workflow that names its secret`,
    run: {
      ended,
      workflow: 'runbooks.yml',
      workflowUrl: 'https://github.com/acme/ops/blob/c/.github/workflows/runbooks.yml'
    },
    green: false,
    first: `${ended.message} ${NOTHING_SENT}`,
    next: `${ended.hint} The workflow: https://github.com/acme/ops/blob/c/.github/workflows/runbooks.yml.`
  })),
  {
    name: 'a wrong use of the command line',
    run: { ended: inputError('files', 'is wrong.', 'Correct it.') },
    green: false,
    first: 'Input `files` is wrong.',
    next: 'Correct it.'
  },
  {
    name: 'a plan that ended',
    run: { mode: 'plan', ended: TOKEN_REJECTED },
    green: false,
    first: 'The service rejects the token (HTTP 401).',
    next: 'Choose Rotate in Settings → Access Tokens.'
  },
  {
    name: 'a sync that stopped before it sent anything',
    run: {
      decisions: [planned('a')],
      ended: new ActionError('stopped', 'Nothing was sent: why.', 'Start a run by hand.')
    },
    green: false,
    first: 'Nothing was sent: why.',
    next: 'Start a run by hand.'
  },
  {
    name: 'a plan',
    run: { mode: 'plan', decisions: [planned('a'), planned('b', 'replaces', [row('b')]), refusedFile('c')] },
    green: false,
    first:
      'A sync would send 2 runbooks and replace 1 text of the assistant; 1 runbook would not be delivered: docs/c.md (the file is not UTF-8).',
    next: 'Save it as UTF-8. Correct this first, or the next sync fails.'
  },
  {
    name: 'what is overdue, the oldest first, after what is missing',
    run: {
      decisions: [
        overdue('a', '2026-10-31'),
        overdue('b', '2026-01-02'),
        overdue('c', '2025-12-31'),
        overdue('d', '2026-05-02'),
        refusedFile('e'),
        orphan('x')
      ],
      unchanged: ['e']
    },
    first:
      '1 runbook is not delivered: docs/e.md (the file is not UTF-8); 1 entry has no runbook any more: docs/x.md; ' +
      '4 runbooks are overdue for review: docs/c.md (since 31 December 2025), docs/b.md (since 2 January), docs/d.md (since 2 May) and 1 more.',
    next: 'Save it as UTF-8.'
  },
  {
    name: 'what is overdue alone',
    run: { decisions: [overdue('a', '2026-10-31')] },
    first: 'Everything is up to date; 1 runbook is overdue for review: docs/a.md (since 31 October).',
    next: 'Review what is overdue, and change its date in the front matter.'
  },
  {
    name: 'what is overdue in the plan of a pull request that changes it',
    run: { mode: 'plan', inventory: INVENTORY, look: changing('docs/a.md') },
    first: 'A sync would send nothing; 1 runbook is overdue for review: docs/a.md (since 31 October).',
    next: 'Review what is overdue, and change its date in the front matter.'
  },
  {
    name: 'nothing that is overdue in the sync of a push',
    run: { mode: 'sync', look: changing('docs/a.md') },
    first: 'Everything is up to date.'
  },
  {
    name: 'nothing that is overdue if the run ended early',
    run: { decisions: [overdue('a', '2026-10-31')], ended: TOKEN_REJECTED },
    green: false,
    first: `The service rejects the token (HTTP 401). ${NOTHING_SENT}`,
    next: 'Choose Rotate in Settings → Access Tokens.'
  },
  {
    name: 'a list without texts',
    run: { look: WITHOUT_TEXTS, inventory: INVENTORY },
    first: 'Everything is up to date; ⚠️ the list shows no texts, so edits are replaced unseen.'
  },
  {
    name: 'a plan with a list without texts',
    run: { mode: 'plan', look: WITHOUT_TEXTS, inventory: INVENTORY },
    first: 'A sync would send nothing; ⚠️ the list shows no texts, so edits are replaced unseen.'
  },
  {
    name: 'an event that asks for nothing',
    run: { nothing: 'The branch was deleted.' },
    first: 'There is nothing to do: The branch was deleted.'
  },
  {
    name: 'a plan without the list claims nothing about the assistant',
    run: WITHOUT_LIST,
    first: '1 runbook can be sent; nothing is known of the assistant.'
  },
  {
    name: 'a pull on a laptop',
    run: { mode: 'pull', pulled: [PULLED] },
    first: '1 file changed.',
    next: 'Look at the changes with `git diff`, then commit and push them.'
  },
  {
    name: 'a pull in a job',
    run: { mode: 'pull', pulled: [PULLED], workflow: 'edits.yml' },
    first: '1 file changed.'
  },
  {
    name: 'a pull that brought one edit beside its file',
    run: {
      mode: 'pull',
      pulled: [PULLED, { path: 'docs/b.md', file: 'docs/b.md.edited', kind: 'beside', reason: 'Not in the file: why.' }]
    },
    green: false,
    first: '1 file changed, 1 edit beside its file. docs/b.md: Not in the file: why.',
    next: 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.'
  }
])('says what happened, what is missing, and what to do: $name', ({ run, green = true, first, next = '' }) => {
  expect(reported(run)).toMatchObject({ success: green, firstLine: first, nextStep: next })
})

test.each<{ name: string; run: Given; failed: number | null; edits: number | null }>([
  {
    name: 'an edit counts, kept or in conflict, red or not',
    run: {
      decisions: [kept('a'), conflict('b'), conflict('c'), conflict('d', { cause: 'another source' })],
      unchanged: ['c']
    },
    failed: 3,
    edits: 3
  },
  { name: 'what is pending counts', run: REJECTED_LATER, failed: 3, edits: 0 },
  { name: 'a plan without the list', run: WITHOUT_LIST, failed: 0, edits: null },
  {
    name: 'the edits of a pull',
    run: { mode: 'pull', pulled: [PULLED] },
    failed: 0,
    edits: 1
  }
])('numbers are about the branch, and what is not known is null: $name', ({ run, failed, edits }) => {
  expect(reported(run)).toMatchObject({ failed, edits })
})

test.each<{ name: string; day: string; run?: Given; messages: readonly string[] }>([
  { name: 'in 15 days', day: '2026-11-16', messages: [] },
  { name: 'in 14 days', day: '2026-11-15', messages: ['The token expires on 2026-11-15, in 14 days '] },
  { name: 'today', day: '2026-11-01', messages: ['The token expired on 2026-11-01 '] },
  {
    name: 'today, and the list could be read',
    day: '2026-11-01',
    run: { decisions: [] },
    messages: ['The date in the workflow is past (`token-expires-on: 2026-11-01`), yet the token works: ']
  }
])('a token that expires: $name', ({ day, run, messages }) => {
  const { notices } = reported({ ...run, tokenExpiresOn: new Date(day) })
  expect(notices.map(({ message }) => message)).toEqual(messages.map((each) => expect.stringContaining(each)))
})

test.each([
  {
    name: 'in a job',
    workflow: 'runbooks.yml',
    end: ' The runner deletes that folder after the job, so a later step has to keep it (output `overwritten`).'
  },
  { name: 'on a laptop', workflow: '', end: '' }
])('a text that was saved is where the message says, and only a runner deletes it: $name', ({ workflow, end }) => {
  const { notices } = reported({ decisions: [current('a')], states: { a: SHOWN }, saved: [SAVED], workflow })
  const message = `The text of the entry “a” in the assistant was replaced, and is saved in ${SAVED.file}.${end}`
  expect(notices).toMatchObject([{ message }])
})

test.each<[string, SentState, RegExp]>([
  ['was rejected', FAILED, /was not replaced\. A copy of it is saved in/],
  ['got no answer', UNANSWERED, /may have been replaced\. A copy of it is saved in/],
  ['got none to the end', { ...FAILED, why: 'no answer' } as SentState, /may have been replaced\./]
])('what became of a saved text whose send %s', (_, state, says) => {
  const { notices } = reported({ decisions: [planned('a')], states: { a: state }, saved: [SAVED] })
  expect(notices.map(({ message }) => message)).toContainEqual(expect.stringMatching(says))
})

test.each<{ name: string; run: Given }>([
  { name: 'nothing', run: { mode: undefined, ended: new ActionError('input', 'Input.', 'Give it.') } },
  { name: 'everything', run: EVERYTHING },
  { name: 'what ended', run: REJECTED_LATER }
])('the JSON report is this value, and conforms to its schema: $name', async ({ run }) => {
  const schema = JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema)
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
test.each<{ of: string; field?: keyof Report }>([
  { of: 'the report' },
  { of: 'why it is red', field: 'failure' },
  { of: 'the inventory', field: 'inventory' },
  { of: 'a saved text', field: 'saved' },
  { of: 'a pulled edit', field: 'pulled' },
  { of: 'a notice', field: 'notices' },
  { of: 'an alert', field: 'alerts' },
  { of: 'an overdue runbook', field: 'overdue' },
  { of: 'a runbook', field: 'runbooks' }
])('the schema requires just the fields that there are: $of', async ({ field }) => {
  const schema = JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as ObjectSchema
  const report = reported(EVERYTHING)
  const nested = field && schema.properties[field]
  const { required, properties } = nested?.items ?? nested?.oneOf?.at(-1) ?? schema
  const fields = Object.keys([field === undefined ? report : report[field]].flat()[0] as object).toSorted()
  expect({ required: required.toSorted(), described: Object.keys(properties).toSorted() }).toEqual({
    required: fields,
    described: fields
  })
})

test('the schema has every kind of failure', async () => {
  const kinds: Readonly<Record<ErrorKind, true>> = {
    input: true,
    event: true,
    files: true,
    git: true,
    github: true,
    'branch-moved': true,
    'token-rejected': true,
    forbidden: true,
    'wrong-address': true,
    'entry-rejected': true,
    'rate-limited': true,
    'service-failing': true,
    unreachable: true,
    copies: true,
    stopped: true,
    'out-of-time': true,
    cancelled: true,
    incomplete: true,
    defect: true
  }
  const schema = JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as {
    properties: { failure: { oneOf: { properties?: { kind: { enum: string[] } } }[] } }
  }
  const [kind] = schema.properties.failure.oneOf.flatMap(({ properties }) => properties?.kind ?? [])
  expect(kind?.enum).toEqual(Object.keys(kinds))
})

test.each<{ name: string; run: Given; runUrl: string }>([
  { name: 'a job', run: { runId: 4711 }, runUrl: 'https://github.com/acme/ops/actions/runs/4711' },
  { name: 'a command line', run: {}, runUrl: '' }
])('a report says which run it is of: $name', ({ run, runUrl }) => {
  expect(reported({ ...run, workflow: 'a.yml' })).toMatchObject({ repository: 'acme/ops', workflow: 'a.yml', runUrl })
})

test.each([
  { name: 'a private repository', run: {}, assistant: 'https://assistant.example/api' },
  { name: 'a public one', run: { showsTexts: false }, assistant: 'assistant.example' },
  { name: 'a run that asked none', run: { assistant: '' }, assistant: '' }
])('a report says where the run delivered, and its own version: $name', ({ run, assistant }) => {
  const said = assistant === '' ? '' : `Assistant: ${assistant}. `
  expect(reported(run)).toMatchObject({ assistant, where: `${said}Runbook Sync ${VERSION}.`, programVersion: VERSION })
})
