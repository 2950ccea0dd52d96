import { describe, expect, test } from '@jest/globals'
import { RequestError } from '../../src/knowledge/failures.ts'
import { foldName } from '../../src/normal-form.ts'
import { placeOf, sourceLine, versionOf } from '../../src/runbook/source-line.ts'
import { decide, decideWithoutList, type Facts } from '../../src/sync/decide.ts'
import { Entries, type Knowledge } from '../../src/sync/knowledge.ts'
import type { Runbooks } from '../../src/sync/runbooks.ts'

const LINK = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
const ROOT = 'https://github.com/acme/ops/blob/main'
const PATH = 'docs/disk.md'
const NAME = 'Disk full'
const [TEXT, OLDER] = ['# Disk full\n\nFree some space.\n', '# Disk full\n\nRestart it.\n']
const VERSION = versionOf(NAME, PATH, TEXT)

/** An entry as the Action sends it. */
function entry(text: string, { name = NAME, path = PATH, link = LINK, kind = 'version' as const } = {}): string {
  return `${text.trimEnd()}\n\n${sourceLine(path, versionOf(name, path, text), link, kind)}\n`
}

/** The same, with a line of somebody above the source line. */
const edited = (content: string): string => content.replace('\n\nSource:', '\n\nCall Sam.\n\nSource:')
const elsewhere = (more: object): string => entry(TEXT, { link: { ...LINK, ...more } })

const DUE = [{ path: PATH, id: '1', name: NAME, version: VERSION }]
const RUNBOOKS: Runbooks = {
  named: DUE,
  due: DUE,
  others: [],
  nameAt: new Map([[PATH, NAME]]),
  hasNameless: false,
  mayBeOfRunbook: (name) => foldName(name) === foldName(NAME)
}

const FACTS: Facts = {
  ...{ onConflict: 'keep', removed: 'report', trustsList: true, isComparable: true, root: ROOT },
  ...{ replace: new Set(), unselected: new Set(), explained: new Map(), former: [] },
  hasChanged: () => false,
  isOfRepository: (source) => placeOf(source)?.repository === LINK.repository,
  isOfBranch: (source) => source.root === ROOT,
  matches: (path) => path.startsWith('docs/')
}

interface Shown {
  readonly name?: string
  readonly content?: string | undefined
  readonly isDeleted?: boolean
}

function knowledgeOf(rows: readonly Shown[], absence: Knowledge['absence'] = 'no entry'): Knowledge {
  const entries = new Entries(() => true)
  entries.add(
    rows.map(({ name = NAME, content, isDeleted = false }, at) => ({ key: `${at}`, name, content, isDeleted }))
  )
  return { entries, absence, why: 'it failed', ending: { kind: 'complete', pages: 1 } }
}

describe('what becomes of a runbook', () => {
  const changed = { hasChanged: () => true }
  const other = { unselected: new Set(['docs/other.md']) }
  const OURS = entry(TEXT)

  test.each<
    [string, shown: string | undefined | Shown[], is: string, given?: Partial<Facts>, absence?: Knowledge['absence']]
  >([
    ['another repository wrote the entry', elsewhere({ repository: 'acme/other' }), 'refused'],
    ['another server', elsewhere({ serverUrl: 'https://ghe.example' }), 'send', { isOfRepository: () => true }],
    ['a file that `files` does not select', entry(TEXT, { path: 'docs/other.md' }), 'refused', other],
    ['a file that is gone', entry(OLDER, { path: 'docs/other.md' }), 'send'],
    ['the text that would be sent', OURS, 'unchanged'],
    ['the same, and the records say that it changed', OURS, 'send', changed],
    ['the same, and not all records are known', OURS, 'send', { trustsList: false }],
    ['the same from another branch', elsewhere({ ref: 'trunk' }), 'send'],
    ['a retirement note', entry('Retired.', { kind: 'retired' as never }), 'send'],
    ['this text above an older source line', entry(OLDER).replace('Restart it.', 'Free some space.'), 'send'],
    ['this text without a source line', TEXT, 'send'],
    ['an older text', entry(OLDER), 'send'],
    ['an edit of this text', edited(OURS), 'kept'],
    ['a note below this text', `${OURS}\nCall Sam.\n`, 'kept'],
    ['an edit of this text, and the records say that it changed', edited(OURS), 'kept', changed],
    ['an edit of this text, with `replace`', edited(OURS), 'kept', { onConflict: 'replace' }],
    ['an edit of this text that is named', edited(OURS), 'send', { replace: new Set([PATH]) }],
    ['an edit of an older text', edited(entry(OLDER)), 'refused'],
    ['an edit of an older text, with `replace`', edited(entry(OLDER)), 'send', { onConflict: 'replace' }],
    ['an edit of an older text that is named', edited(entry(OLDER)), 'send', { replace: new Set([PATH]) }],
    ['a text by hand', 'Written by hand.', 'refused'],
    ['an older text under another name of ours', entry(OLDER, { name: 'Other' }), 'refused'],
    [
      'an entry encoded for HTML',
      entry(`${TEXT}a < b & "c"`).replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
      'send'
    ],
    ['an entry as HTML', `<p>Disk full</p><p>Source: docs, version ${VERSION}</p>`, 'send'],
    ['an empty text', ' \n', 'send'],
    ['no text', undefined, 'send'],
    ['any text, where texts cannot be compared', 'Written by hand.', 'send', { isComparable: false }],
    ['this text, where texts cannot be compared', OURS, 'send', { isComparable: false }],
    ['nothing', [], 'send'],
    ['nothing, in a service without a list', [], 'send', {}, 'no list'],
    ['nothing yet', [], 'pending', {}, 'not seen'],
    ['nothing yet, with `replace`', [], 'send', { onConflict: 'replace' }, 'not seen'],
    ['a deleted entry', [{ content: edited(OURS), isDeleted: true }], 'send'],
    ['two entries, one of them edited', [{ content: OURS }, { content: edited(OURS) }], 'kept'],
    ['two entries, one of them a conflict', [{ content: OURS }, { content: 'By hand.' }], 'refused'],
    ['two entries, one of them older', [{ content: edited(OURS) }, { content: entry(OLDER) }], 'send'],
    ['a similar name', [{ name: 'DISK FULL', content: entry(TEXT, { name: 'DISK FULL' }) }], 'unchanged'],
    ['a similar name beside its own', [{ name: 'DISK FULL', content: 'By hand.' }, { content: OURS }], 'unchanged']
  ])('the list shows %s', (_, shown, is, given = {}, absence) => {
    const knowledge = knowledgeOf(Array.isArray(shown) ? shown : [{ content: shown }], absence)
    const [decision] = decide(RUNBOOKS, knowledge, { ...FACTS, ...given })
    expect(decision?.kind).toBe(is)
  })

  test('an edit that is explained is sent', () => {
    for (const why of ['merged', 'in Git', 'cut', 'misplaced'] as const) {
      const knowledge = knowledgeOf([{ content: edited(entry(OLDER)) }])
      const explained = new Map(knowledge.entries.rows.map((row) => [row, why]))
      expect(decide(RUNBOOKS, knowledge, { ...FACTS, explained })).toMatchObject([{ kind: 'send' }])
    }
  })

  test('a text by hand that Git has in the present file is not saved', () => {
    const knowledge = knowledgeOf([{ content: 'Free some space.' }])
    const explained = new Map(knowledge.entries.rows.map((row) => [row, 'in Git' as const]))
    expect(decide(RUNBOOKS, knowledge, { ...FACTS, explained })).toMatchObject([{ kind: 'send', texts: [] }])
  })

  test('the service cannot be reached: nothing else is said, as nothing can be sent either', () => {
    const error = new RequestError('unreachable', 'Nothing listens there.', 'Check the address.')
    const ending = { kind: 'failed', why: 'it failed', error } as const
    const unreachable = { ...knowledgeOf([], 'not seen'), ending }
    expect(decide(RUNBOOKS, unreachable, FACTS)).toMatchObject([{ kind: 'pending', reason: error.message }])
  })

  test('before the list is read, everything is to be sent', () => {
    expect(decideWithoutList(RUNBOOKS)).toMatchObject([{ kind: 'send', reason: '' }])
  })

  test('a run is not about runbooks that did not change', () => {
    expect(decide({ ...RUNBOOKS, due: [] }, knowledgeOf([{ content: 'By hand.' }]), FACTS)).toEqual([])
  })

  test.each<[string, shown: string | undefined, texts: readonly string[], given?: Partial<Facts>]>([
    ['one of ours', entry(OLDER), []],
    ['one that comes home', TEXT, []],
    ['an empty one', '', []],
    ['one that the list does not show', undefined, []],
    ['an edit', edited(entry(OLDER)), ['edited']],
    ['one by hand', 'By hand.', ['by hand']],
    ['one of another repository', elsewhere({ repository: 'acme/other' }), ['elsewhere']],
    ['HTML', '<p>version 0123456789ab</p>', ['unclear']],
    ['an edit, where texts cannot be compared', edited(entry(OLDER)), ['unclear'], { isComparable: false }]
  ])('a text that is replaced is saved, but for %s', (_, content, texts, given = {}) => {
    const facts = { ...FACTS, ...given, onConflict: 'replace' } as const
    const [decision] = decide(RUNBOOKS, knowledgeOf([{ content }]), facts)
    expect([decision?.kind, (decision?.texts ?? []).map(({ origin }) => origin)]).toEqual(['send', texts])
  })
})

describe('what becomes of an entry', () => {
  const GONE = 'docs/gone.md'
  const gone = entry('Gone.\n', { name: 'Gone', path: GONE })
  const former = (more: Partial<Facts['former'][number]> = {}): Partial<Facts> => ({
    former: [{ path: GONE, name: 'Gone', isDelivered: true, movedTo: undefined, ...more }]
  })
  const renamed = entry(OLDER, { name: 'Full disk' })
  const retire = { removed: 'retire' } as const
  const draft = { nameAt: new Map([...RUNBOOKS.nameAt, [GONE, undefined]]) }

  test.each<
    [
      string,
      shown: Shown[],
      is: string[],
      given?: Partial<Facts>,
      runbooks?: Partial<Runbooks>,
      absence?: Knowledge['absence']
    ]
  >([
    ['its file was removed', [{ name: 'Gone', content: gone }], ['orphaned: Its runbook was removed.']],
    ['with `retire`', [{ name: 'Gone', content: gone }], ['retire: Its runbook was removed.'], retire],
    [
      'it was edited',
      [{ name: 'Gone', content: edited(gone) }],
      ['orphaned: Its runbook was removed. Somebody edited the entry, so it stays.'],
      retire
    ],
    [
      'a person has written another entry of its name',
      [
        { name: 'Gone', content: 'By hand.' },
        { name: 'Gone', content: gone }
      ],
      ['orphaned: Its runbook was removed. Somebody edited the entry, so it stays.'],
      retire
    ],
    [
      'it is a note already',
      [{ name: 'Gone', content: entry('Retired.', { name: 'Gone', path: GONE, kind: 'retired' as never }) }],
      []
    ],
    [
      'its file was moved',
      [{ name: 'Gone', content: gone }],
      ['orphaned: Its runbook was moved, now docs/disk.md (“Disk full”).'],
      former({ movedTo: PATH })
    ],
    [
      'its file has another name now',
      [{ name: 'Full disk', content: renamed }],
      ['orphaned: Its runbook was given another name, now docs/disk.md (“Disk full”).'],
      retire
    ],
    [
      'the same, and Git knows the name',
      [{ name: 'Full disk', content: renamed }],
      ['retire: Its runbook was given another name, now docs/disk.md (“Disk full”).'],
      { ...retire, ...former({ path: PATH, name: 'Full disk' }) }
    ],
    [
      'its file is a draft now',
      [{ name: 'Gone', content: gone }],
      ['orphaned: Its runbook was taken out of the knowledge base.'],
      {},
      draft
    ],
    ['`files` does not select its file', [{ name: 'Gone', content: gone }], [], { unselected: new Set([GONE]) }],
    ['`files` would not select its file', [{ name: 'Gone', content: gone }], [], { matches: () => false }],
    ['it is of another branch', [{ name: 'Gone', content: gone }], [], { isOfBranch: () => false }],
    ['a runbook has its name', [{ name: 'DISK FULL', content: entry('x', { name: 'DISK FULL', path: GONE }) }], []],
    ['a runbook cannot be read', [{ name: 'Gone', content: gone }], [], {}, { mayBeOfRunbook: () => true }],
    ['the list shows no texts', [{ name: 'Gone' }], ['orphaned: Its runbook was removed.'], { ...retire, ...former() }],
    ['the list shows no texts, nor the name', [], [], former()],
    ['the service has no list', [], ['orphaned: Its runbook was removed.'], former(), {}, 'no list'],
    [
      'the service has no list, and the text was never delivered',
      [],
      [],
      former({ isDelivered: false }),
      {},
      'no list'
    ],
    [
      'texts cannot be compared',
      [{ name: 'Gone', content: gone }],
      ['orphaned: Its runbook was removed.'],
      { ...retire, ...former(), isComparable: false }
    ]
  ])('%s', (_, shown, is, given = {}, runbooks = {}, absence) => {
    const decisions = decide({ ...RUNBOOKS, due: [], ...runbooks }, knowledgeOf(shown, absence), { ...FACTS, ...given })
    expect(decisions.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual(is)
  })
})
