import { describe, expect, jest, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFile } from 'node:fs/promises'
import { ActionError } from '../../src/errors.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { Findings, type Observer } from '../../src/report/findings.ts'
import { jsonOf } from '../../src/report/json-report.ts'
import { OUTCOMES, type Decision, type ForeignText, type Item } from '../../src/report/outcome.ts'
import { logObserver } from '../../src/report/publish.ts'
import { summaryOf } from '../../src/report/summary.ts'
import { descriptionOf, editsOf, lastLineOf, totalsOf, verdictOf } from '../../src/report/verdict.ts'

type Given = Omit<Decision, 'about' | 'reason'> & Partial<Decision> & { after?: Partial<Item> }

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
)

const ACCEPTED = { kind: 'accepted', attempts: 1 } as const
const REJECTED = new ActionError(
  'entry-rejected',
  'The service rejects the request (HTTP 400).',
  'Correct the runbook.'
)
const NOT_SHOWN = new ActionError('incomplete', 'The list lacks the entry.', 'Raise `confirm-within`.')
const EDITED: readonly ForeignText[] = [{ origin: 'edited', content: 'Mine.\n' }]
const BY_HAND: readonly ForeignText[] = [{ origin: 'by hand', content: 'By hand.\n' }]
const UNCLEAR: readonly ForeignText[] = [{ origin: 'unclear', content: 'Cut' }]
const CONFLICT = {
  kind: 'refused',
  cause: 'conflict',
  reason: 'Somebody changed the entry.',
  hint: 'Pull it.'
} as const
const REFUSED = { kind: 'refused', cause: 'text', reason: 'The file is not UTF-8.', hint: 'Save it as UTF-8.' } as const
const KEPT = {
  kind: 'kept',
  reason: 'Somebody edited the entry; the edit stays.',
  hint: 'Pull it.',
  texts: EDITED
} as const

function findingsOf(given: readonly Given[], mode: Findings['mode'] = 'sync', observer?: Observer): Findings {
  const findings = new Findings({ repository: 'harbour/handbook', serverUrl: 'https://github.com' }, observer)
  findings.isPrivate = true
  findings.mode = mode
  const decisions = given.map((one): Decision => {
    const decision: Given & Decision = { about: 'runbook', reason: '', ...one }
    delete decision.after
    return decision
  })
  for (const [at, item] of findings.decide(decisions, () => false).entries()) Object.assign(item, given[at]?.after)
  return findings
}

const of = (path: string): Pick<Given, 'path' | 'name'> => ({ path: `docs/${path}.md`, name: path })
const failed = (error: ActionError, attempts: number): Partial<Item> => ({ sent: { kind: 'failed', error, attempts } })
const entry = { about: 'entry', reason: 'Its runbook was removed.', hint: 'Delete its entry.' } as const

/** Each outcome, and each way to it. */
const EVERYTHING: readonly Given[] = [
  { ...of('failed (2)'), kind: 'send', after: failed(REJECTED, 2) },
  { ...of('not shown'), kind: 'send', after: { sent: ACCEPTED, unconfirmed: NOT_SHOWN } },
  { ...of('not UTF-8'), ...REFUSED, line: 3 },
  { ...of('same'), kind: 'refused', cause: 'duplicate', reason: 'Its name “same” is also that of docs/Same.md.' },
  {
    ...of('Same'),
    name: 'same',
    kind: 'refused',
    cause: 'duplicate',
    reason: 'Its name “same” is also that of docs/same.md.'
  },
  { ...of('edited'), ...CONFLICT, texts: EDITED, after: { difference: ['-Mine.', '+Ours.'] } },
  { ...of('by hand'), ...CONFLICT, texts: BY_HAND },
  { ...of('not read'), kind: 'pending', reason: 'Nobody can tell.', hint: 'Run the job again.' },
  { ...of('not sent'), kind: 'send', texts: EDITED },
  { ...of('kept'), ...KEPT, after: { difference: ['-Mine.', '\tTab\r<b>', '+Ours.'] } },
  { ...of('sent'), kind: 'send', reason: 'A new entry.', after: { sent: ACCEPTED } },
  { ...of('replaced'), kind: 'send', texts: EDITED, after: { sent: ACCEPTED, files: ['/tmp/replaced.md'] } },
  { ...of('cut'), kind: 'send', texts: UNCLEAR, after: { sent: { ...ACCEPTED, attempts: 3 }, files: ['/tmp/cut.md'] } },
  { ...of('unchanged'), kind: 'unchanged' },
  { ...of('draft'), kind: 'skipped', reason: 'draft: true' },
  { ...of('retired'), ...entry, kind: 'retire', after: { sent: ACCEPTED } },
  { ...of('not retired'), ...entry, kind: 'retire', after: failed(REJECTED, 1) },
  { ...of('still there'), ...entry, kind: 'retire' },
  { ...of('orphaned'), ...entry, kind: 'orphaned' },
  { ...of('waits'), ...REFUSED, isWaiting: true },
  { ...of('edit waits'), ...KEPT, isWaiting: true },
  { ...of('orphan waits'), ...entry, kind: 'orphaned', isWaiting: true },
  { ...of('replacement waits'), kind: 'send', texts: EDITED, isWaiting: true }
]

function everything(mode: 'sync' | 'plan'): Findings {
  const findings = findingsOf(EVERYTHING, mode)
  const [base, tip] = ['b'.repeat(40), 'c'.repeat(40)]
  findings.range = { kind: 'range', base, tip, reason: 'Changes since the last delivery.' }
  for (const level of ['warning', 'notice'] as const) {
    findings.diagnose({ level, message: `A ${level} about everything.` })
    findings.diagnose({ level, message: `A ${level} about a line.`, path: 'docs/a.md', line: 4 })
  }
  return findings
}

describe('everything', () => {
  test('of a sync', () => {
    const findings = everything('sync')
    expect(summaryOf(findings)).toMatchSnapshot('summary')
    expect(annotationsOf(findings)).toMatchSnapshot('annotations')
    findings.failure = new ActionError('unreachable', 'Nothing listens.', 'Start it.')
    expect(summaryOf(findings).split('\n\n')[1]).toMatchSnapshot('what ended the run')
  })

  test('of a plan: what a pull request does not change is named apart', () => {
    const findings = everything('plan')
    const [own, waiting] = summaryOf(findings).split('### Also waiting on the branch')
    for (const part of [own, JSON.stringify(annotationsOf(findings)), verdictOf(findings)?.message])
      expect(part).not.toMatch(/waits/)
    expect(waiting?.match(/(?<=\[)docs\/[a-z ]*waits\.md/g)).toEqual([
      ...['docs/waits.md', 'docs/edit waits.md', 'docs/replacement waits.md', 'docs/orphan waits.md']
    ])
    expect(JSON.stringify(annotationsOf(findings))).toContain('A sync replaces the text.')
  })

  test.each(['sync', 'plan'] as const)('of a %s: the JSON report conforms to its schema', (mode) => {
    const findings = everything(mode)
    findings.pull({ path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' })
    const report = JSON.parse(jsonOf(findings)) as { totals: object; runbooks: readonly { outcome: string }[] }
    expect([validate(report), validate.errors]).toEqual([true, null])
    expect(Object.keys(report.totals)).toEqual(Object.keys(OUTCOMES))
    expect(report.runbooks).toContainEqual({
      ...{ path: 'docs/edit waits.md', name: 'edit waits', outcome: 'kept', isWaiting: true },
      ...{ reason: KEPT.reason, hint: KEPT.hint, line: null, attempts: 0 }
    })
  })

  test('of a repository that may be public: no name of an entry without a runbook', () => {
    const findings = everything('sync')
    findings.isPrivate = false
    const shown = summaryOf(findings) + JSON.stringify(annotationsOf(findings)) + jsonOf(findings)
    expect(shown).toContain('docs/orphaned.md')
    expect(shown).not.toMatch(/“orphaned”|\| (?:orphaned|retired|not retired) \||"name": "(?:orphaned|retired)"/)
  })
})

describe('what a run comes to:', () => {
  const SENT = { kind: 'send', after: { sent: ACCEPTED } } as const
  const REPLACED = { kind: 'send', after: { sent: ACCEPTED, files: ['/tmp/a.md'] } } as const

  test.each<[string, Given[], mode: 'sync' | 'plan', line: string, edits: number]>([
    ['nothing', [], 'sync', 'nothing to deliver.', 0],
    ['a delivery', [{ ...of('a'), ...SENT }], 'sync', '1 runbook delivered.', 0],
    ['a kept edit', [{ ...of('a'), ...KEPT }], 'sync', 'everything was already there, 1 edit waits to come home.', 1],
    [
      'a replaced edit',
      [{ ...of('a'), ...REPLACED, texts: EDITED }],
      'sync',
      '1 runbook delivered, 1 edit replaced.',
      0
    ],
    ['a text of the service', [{ ...of('a'), ...REPLACED, texts: UNCLEAR }], 'sync', '1 runbook delivered.', 0],
    ['a plan', [{ ...of('a'), kind: 'send' }], 'plan', 'a plan: 1 runbook to send, nothing written.', 0],
    [
      'a plan that replaces an edit',
      [{ ...of('a'), kind: 'send', texts: BY_HAND }],
      'plan',
      'a plan: 1 runbook to send, 1 edit to be replaced, nothing written.',
      0
    ],
    [
      'a plan of a pull request, while others wait',
      [
        { ...of('a'), kind: 'send', texts: EDITED, isWaiting: true },
        { ...of('b'), ...KEPT, isWaiting: true },
        { ...of('c'), ...REFUSED, isWaiting: true }
      ],
      'plan',
      'a plan: 0 runbooks to send, nothing written.',
      0
    ],
    ['an orphaned entry', [{ ...of('a'), ...entry, kind: 'orphaned' }], 'sync', 'nothing to deliver, 1 orphaned.', 0]
  ])('green: %s', (_, given, mode, line, edits) => {
    const findings = findingsOf(given, mode)
    expect(verdictOf(findings)).toBeUndefined()
    expect([lastLineOf(findings), editsOf(findings)]).toEqual([line, edits])
    expect(`${descriptionOf(findings)}.`).toBe(line)
  })

  test.each<[string, Given[], message: RegExp, description: string, edits: number]>([
    [
      'an edit',
      [{ ...of('a'), ...CONFLICT, texts: EDITED }],
      /a\.md\. Somebody changed/,
      '1 not delivered: refused',
      1
    ],
    [
      'a text by hand',
      [{ ...of('a'), ...CONFLICT, texts: BY_HAND }],
      /Somebody changed/,
      '1 not delivered: refused',
      1
    ],
    ['a file', [{ ...of('a'), ...REFUSED }], /The file is not UTF-8/, '1 not delivered: refused', 0],
    [
      'what the list does not show',
      [{ ...of('a'), ...SENT, after: { sent: ACCEPTED, unconfirmed: NOT_SHOWN } }],
      /^1 runbook was not delivered: docs\/a\.md\. The list lacks the entry\.$/,
      '1 not delivered: see the run',
      0
    ],
    [
      'two causes',
      [
        { ...of('a'), ...REFUSED },
        { ...of('b'), ...CONFLICT, texts: EDITED }
      ],
      /^2 runbooks were not delivered: docs\/a\.md, docs\/b\.md\. docs\/a\.md: The file is not UTF-8\.$/,
      '2 not delivered: refused',
      1
    ],
    [
      'what was not sent',
      [{ ...of('a'), kind: 'send' }],
      /ended before it was delivered/,
      '1 not delivered: see the run',
      0
    ]
  ])('red: %s', (_, given, message, description, edits) => {
    const findings = findingsOf(given)
    expect(verdictOf(findings)).toMatchObject({ kind: 'incomplete', message: expect.stringMatching(message) })
    expect([descriptionOf(findings), editsOf(findings)]).toEqual([description, edits])
  })

  test('an entry that was sent and is not shown counts as failed, with its hint', () => {
    const after = { sent: ACCEPTED, unconfirmed: NOT_SHOWN }
    const findings = findingsOf([{ ...of('a'), kind: 'send', reason: 'Updates its entry.', after }])
    expect(totalsOf(findings)).toMatchObject({ failed: 1, upserted: 0 })
    expect(findings.outcomes).toMatchObject([{ outcome: 'failed', reason: NOT_SHOWN.message, hint: NOT_SHOWN.hint }])
  })
})

test('a summary that is cut ends its folded part before it says so', () => {
  const given = Array.from({ length: 2000 }, (_, at) => {
    return { ...of(String(at)), kind: 'send', reason: 'x'.repeat(600), after: { sent: ACCEPTED } } as const
  })
  expect(summaryOf(findingsOf(given))).toMatch(/<details>\n[^]*x \|\n\n<\/details>\n\nThe rest is left out[^\n]*\n$/)
})

test('a long report: nine annotations of a level, the last for the rest, and no folded problem', () => {
  const given = Array.from({ length: 30 }, (_, at) => ({
    ...of(String(at)),
    ...REFUSED,
    ...(at === 29 && { line: 2 })
  }))
  const findings = findingsOf(given, 'plan')
  for (let at = 10; at < 40; at++) findings.diagnose({ level: 'warning', message: `Warning ${at}.` })
  const annotations = annotationsOf(findings)
  expect(annotations.map(({ level }) => level).join(' ')).toBe(`${'error '.repeat(9)}${'warning '.repeat(9)}`.trim())
  expect(annotations[0]?.message).toBe('docs/29.md:2: The file is not UTF-8. Save it as UTF-8.')
  expect(annotations.at(-1)?.message).toBe('22 more warnings: see the job summary.')
  const summary = summaryOf(findings)
  expect(summary).toMatch(/30 runbooks would not be delivered: [^]*the next sync fails/)
  expect(summary).not.toContain('<details>')
  expect(summary).toContain('> Warning 19.\n>\n> And 20 more: see the JSON report.')
})

test('the log tells the progress every five seconds', () => {
  jest.useFakeTimers()
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const given = Array.from({ length: 11 }, (_, at) => ({ ...of(String(at)), kind: 'send' }) as const)
    const findings = findingsOf(given, 'sync', logObserver())
    for (const item of findings.items) {
      jest.advanceTimersByTime(1000)
      item.sent = ACCEPTED
      findings.observer.progress?.(findings)
    }
    expect(write.mock.calls.map(([line]) => line)).toEqual([
      '6 pending, 5 upserted so far\n',
      '1 pending, 10 upserted so far\n'
    ])
  } finally {
    write.mockRestore()
    jest.useRealTimers()
  }
})
