import { describe, expect, jest, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ActionError, inputError } from '../../src/errors.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { Findings, type Observer } from '../../src/report/findings.ts'
import { jsonOf } from '../../src/report/json-report.ts'
import { OUTCOMES, type Decision, type ForeignText, type Item } from '../../src/report/outcome.ts'
import { logObserver, publish } from '../../src/report/publish.ts'
import { summaryOf } from '../../src/report/summary.ts'
import { descriptionOf, editsOf, lastLineOf, totalsOf, verdictOf } from '../../src/report/verdict.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

type Given = Omit<Decision, 'about' | 'reason'> & Partial<Decision> & { after?: Partial<Item> }

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
)

const ACCEPTED = { attempts: 1 }
const REJECTED = new ActionError(
  'entry-rejected',
  'The service rejects the request (HTTP 400).',
  'Correct the runbook.'
)
const NOT_SHOWN = new ActionError('incomplete', 'The list lacks the entry.', 'Raise `confirm-within`.')
const EDITED: readonly ForeignText[] = [{ origin: 'edited', content: 'Mine.\n' }]
const BY_HAND: readonly ForeignText[] = [{ origin: 'by hand', content: 'By hand.\n' }]
const ELSEWHERE: readonly ForeignText[] = [{ origin: 'elsewhere', content: 'Theirs.\n' }]
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
  for (const [at, item] of findings.setDecisions(decisions, () => false).entries())
    Object.assign(item, given[at]?.after)
  return findings
}

const of = (path: string): Pick<Given, 'path' | 'name'> => ({ path: `docs/${path}.md`, name: path })
const failed = (error: ActionError, attempts: number): Partial<Item> => ({ sent: { error, attempts } })
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
    findings.addPulled({ path: 'docs/a.md', file: 'docs/a.md', kind: 'changed', reason: '' })
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
    ['a plan', [{ ...of('a'), kind: 'send' }], 'plan', 'a plan with 1 runbook to send, nothing written.', 0],
    [
      'a plan that replaces an edit',
      [{ ...of('a'), kind: 'send', texts: BY_HAND }],
      'plan',
      'a plan with 1 runbook to send, 1 edit to be replaced, nothing written.',
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
      'a plan with 0 runbooks to send, nothing written.',
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
      'an entry of another repository, which is no edit',
      [{ ...of('a'), ...CONFLICT, texts: ELSEWHERE }],
      /Somebody changed/,
      '1 not delivered: refused',
      0
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
      /^2 runbooks were not delivered\. docs\/a\.md: The file is not UTF-8\. docs\/b\.md: Somebody changed the entry\.$/,
      '2 not delivered: refused',
      1
    ],
    [
      'what was not sent',
      [{ ...of('a'), kind: 'send' }],
      /^1 runbook was not delivered: docs\/a\.md\. Not sent, because the run ended\.$/,
      '1 not delivered: see the run',
      0
    ]
  ])('red: %s', (_, given, message, description, edits) => {
    const findings = findingsOf(given)
    expect(verdictOf(findings)).toMatchObject({ kind: 'incomplete', message: expect.stringMatching(message) })
    expect([descriptionOf(findings), editsOf(findings)]).toEqual([description, edits])
  })

  test('a record says what ended the run', () => {
    const findings = findingsOf([{ ...of('a'), kind: 'send' }])
    findings.failure = new ActionError('token-rejected', 'The service rejects the token.', 'Rotate it.')
    expect(descriptionOf(findings)).toBe('1 not delivered: the token was rejected')
  })

  test('an entry that was sent and is not shown counts as failed, with its hint', () => {
    const after = { sent: ACCEPTED, unconfirmed: NOT_SHOWN }
    const findings = findingsOf([{ ...of('a'), kind: 'send', reason: 'Updates its entry.', after }])
    expect(totalsOf(findings)).toMatchObject({ failed: 1, upserted: 0 })
    expect(findings.outcomes).toMatchObject([{ outcome: 'failed', reason: NOT_SHOWN.message, hint: NOT_SHOWN.hint }])
  })
})

describe('the verdict', () => {
  const DUPLICATE = { kind: 'refused', cause: 'duplicate', reason: 'Its name “Same” is also that of another.' } as const
  const TWO: readonly Given[] = [
    { ...of('a'), name: 'Same', ...DUPLICATE },
    { ...of('b'), name: 'Same', ...DUPLICATE }
  ]

  test('of several causes names the files of each, and says what to do with them', () => {
    const findings = findingsOf([
      { ...of('a'), ...REFUSED },
      { ...of('b'), ...REFUSED },
      { ...of('c'), kind: 'send', after: failed(REJECTED, 1) },
      { ...of('d'), ...CONFLICT, texts: EDITED, reason: 'Somebody edited the entry “d”.' },
      { ...of('e'), ...CONFLICT, texts: EDITED, reason: 'Somebody edited the entry “e”.' }
    ])
    expect(verdictOf(findings)).toMatchObject({
      message:
        '5 runbooks were not delivered. docs/a.md, docs/b.md: The file is not UTF-8. docs/c.md: The service rejects the ' +
        'request (HTTP 400). docs/d.md: Somebody edited the entry “d”. 1 more runbook: see the report.',
      hint:
        'docs/a.md, docs/b.md: Save it as UTF-8. docs/c.md: Correct the runbook. docs/d.md, docs/e.md: Pull it. The next run ' +
        'delivers what is missing.'
    })
  })

  test('of one cause and duplicate names tells both apart', () => {
    const { message, hint } = verdictOf(findingsOf([{ ...of('c'), ...REFUSED }, ...TWO])) ?? {}
    expect(message).toBe(
      '3 runbooks were not delivered. docs/c.md: The file is not UTF-8. Several runbooks have one name: “Same” (docs/a.md, docs/b.md).'
    )
    expect(hint).toMatch(/^docs\/c\.md: Save it as UTF-8\. Set `entry-name/)
  })

  const inventory = { entries: 2, isComplete: true, differing: 0, withoutRunbook: 0, names: [] }
  test.each<[string, Partial<Findings>, readonly Given[], hint: RegExp]>([
    ['in one folder before the first sync', {}, [], /^Set `entry-name: '\{path\}: \{title\}'` now/],
    [
      'where all entries are of others',
      { inventory: { ...inventory, withoutRunbook: 2 } },
      [],
      /^Set `entry-name: '\{path\}: \{title\}'` now/
    ],
    ['after a delivery', { range: { kind: 'full', base: 'b', tip: 'c', reason: '' } }, [], /^Give each a `title`/],
    ['where runbooks have entries', { inventory }, [], /^Give each a `title`/],
    [
      'after it has sent the others',
      {},
      [{ ...of('c'), kind: 'send', after: { sent: ACCEPTED } }],
      /^Give each a `title`/
    ]
  ])('of duplicate names, %s', (_, known, given, hint) => {
    expect(verdictOf(Object.assign(findingsOf([...TWO, ...given]), known))?.hint).toMatch(hint)
  })

  test('of a run that ended before it knew what to deliver says so, but not of a plan', () => {
    const findings = findingsOf([])
    findings.failure = new ActionError('input', 'Input `token` is empty.', 'Add it.')
    expect(verdictOf(findings)?.message).toBe('Input `token` is empty.')
    findings.isDelivery = true
    expect(verdictOf(findings)?.message).toBe(
      'Input `token` is empty. Nothing was delivered; which runbooks wait is not known.'
    )
  })
})

test('each file with a duplicate name has an annotation, ten errors with that of the verdict', () => {
  const given = Array.from({ length: 12 }, (_, at) => {
    const reason = 'Its name “Same” is also that of others.'
    return { ...of(String(at)), kind: 'refused', cause: 'duplicate', reason, hint: 'Give it a `title`.' } as const
  })
  const annotations = annotationsOf(findingsOf(given))
  expect(annotations).toHaveLength(9)
  expect(annotations[0]).toEqual({
    ...{ level: 'error', title: 'Runbook refused', file: 'docs/0.md' },
    message: 'docs/0.md: Its name “Same” is also that of others. Give it a `title`.'
  })
})

test.each<[string, ActionError, heading: string]>([
  ['an input', inputError('files', 'matches no file.', ''), 'the input <code>files</code> cannot be used'],
  [
    'what it is about',
    new ActionError('github', '', '', { headline: 'GitHub does not answer' }),
    'GitHub does not answer'
  ],
  ['its kind', new ActionError('github', '', ''), 'a question to GitHub failed']
])('the heading names %s', (_, failure, heading) => {
  const findings = findingsOf([])
  findings.failure = failure
  expect(summaryOf(findings).split('\n')[0]).toBe(`## ❌ Runbook Sync: ${heading}`)
})

test.each<[string, Given, advice: boolean]>([
  ['a file that cannot be read', { ...of('a'), ...REFUSED }, true],
  ['a conflict', { ...of('a'), ...CONFLICT, texts: EDITED }, false]
])('the summary says how to leave a file out: %s', (_, given, advice) => {
  expect(summaryOf(findingsOf([given])).includes('&#33;PATH')).toBe(advice)
})

test('the log has one line for outcomes of one reason', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  const given = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((path): Given => ({ ...of(path), kind: 'send' }))
  try {
    await publish(findingsOf([...given, { ...of('h'), ...REFUSED }, { ...of('i'), kind: 'unchanged' }]), {})
    const lines = write.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('  '))
    expect(lines).toEqual([
      '  refused   docs/h.md “h” (The file is not UTF-8.)\n',
      '  pending   7 runbooks: docs/a.md, docs/b.md, docs/c.md, docs/d.md, docs/e.md and 2 more (Not sent, because the run ended.)\n',
      '  unchanged docs/i.md “i”\n'
    ])
  } finally {
    write.mockRestore()
  }
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

test('the folder of replaced texts is an output at once', async () => {
  await using folder = await temporaryFolder()
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  const before = process.env['GITHUB_OUTPUT']
  try {
    const file = join(folder.path, 'output')
    await writeFile(file, '')
    process.env['GITHUB_OUTPUT'] = file
    logObserver().saved?.('/tmp/saved')
    expect(await readFile(file, 'utf8')).toMatch(/^overwritten<<(.*)\n\/tmp\/saved\n\1\n$/)
  } finally {
    if (before === undefined) delete process.env['GITHUB_OUTPUT']
    else process.env['GITHUB_OUTPUT'] = before
    write.mockRestore()
  }
})

test.each<[days: number, Given[], says: RegExp | undefined]>([
  [14.5, [], undefined],
  [14, [], /^warning: The token expires on 2026-11-20, in 14 days /],
  [0.5, [], /, in 1 day /],
  [0, [], /^warning: The token expired on 2026-11-20 /],
  [
    0,
    [{ ...of('a'), kind: 'unchanged' }],
    /^warning: The date in the workflow is past .*`token-expires-on: 2026-11-20`/
  ]
])('%d days before the token expires', async (days, given, says) => {
  const tokenExpiresOn = new Date('2026-11-20')
  jest.spyOn(Date, 'now').mockReturnValue(tokenExpiresOn.getTime() - days * 24 * 60 * 60 * 1000)
  jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const findings = Object.assign(findingsOf(given), { tokenExpiresOn })
    await publish(findings, {})
    const told = findings.diagnostics.map(({ level, message }) => `${level}: ${message}`)
    expect(told).toEqual(says === undefined ? [] : [expect.stringMatching(says)])
  } finally {
    jest.restoreAllMocks()
  }
})
