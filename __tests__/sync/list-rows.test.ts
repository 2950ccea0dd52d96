import { expect, test } from '@jest/globals'
import type { LinkBase } from '../../src/runbook/links.ts'
import { sealedEntry } from '../../src/runbook/source-line.ts'
import { decide, type Facts } from '../../src/sync/decide.ts'
import { Entries } from '../../src/sync/entries.ts'
import { listRows } from '../../src/sync/list-rows.ts'
import { Places } from '../../src/sync/places.ts'
import type { Runbook, Runbooks } from '../../src/sync/runbooks.ts'
import { EVERYTHING } from '../../src/sync/scope.ts'

const BASE: LinkBase = { serverUrl: 'https://github.com', repository: 'acme/ops', ref: 'main' }
const OTHER_REPOSITORY: LinkBase = { ...BASE, repository: 'acme/old' }
const OTHER_BRANCH: LinkBase = { ...BASE, ref: 'staging' }
const [NOW, BEFORE] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']
const PATH = 'docs/disk.md'
const NAME = 'Disk full'

interface Sent {
  readonly version?: string
  readonly path?: string
  readonly base?: LinkBase
  readonly name?: string
  readonly kind?: 'version' | 'retired'
}

/** An entry as a run has sent it. */
function sent({ version = NOW, path = PATH, base = BASE, name = NAME, kind = 'version' }: Sent) {
  return { name, content: sealedEntry({ name, path, version, kind }, { above: '', below: 'Text.' }, base) }
}

interface Case {
  readonly title: string
  readonly entry: { readonly name: string; readonly content: string }
  readonly file: string
  readonly state: string
}

const GONE = { path: 'docs/gone.md', name: 'Gone' }

const CASES: readonly Case[] = [
  { title: 'as it was sent', entry: sent({}), file: PATH, state: 'current' },
  { title: 'of an earlier text', entry: sent({ version: BEFORE }), file: PATH, state: 'outdated' },
  { title: 'without a text', entry: { name: NAME, content: '' }, file: PATH, state: 'outdated' },
  {
    title: 'with a line that somebody appended',
    entry: { name: NAME, content: `${sent({}).content}\nCall Sam.\n` },
    file: PATH,
    state: 'edited'
  },
  {
    title: 'by hand, with the name of a runbook',
    entry: { name: NAME, content: 'By hand.' },
    file: PATH,
    state: 'by-hand'
  },
  { title: 'by hand', entry: { name: 'On call', content: 'By hand.' }, file: '', state: 'by-hand' },
  { title: 'whose file is gone', entry: sent(GONE), file: 'docs/gone.md', state: 'orphaned' },
  { title: 'that is retired', entry: sent({ ...GONE, kind: 'retired' }), file: 'docs/gone.md', state: 'orphaned' },
  {
    title: 'of the same file under another name',
    entry: sent({ name: 'Disk' }),
    file: PATH,
    state: 'orphaned'
  },
  {
    title: 'of a file that cannot be read',
    entry: sent({ path: 'docs/broken.md', name: 'Broken' }),
    file: 'docs/broken.md',
    state: 'outdated'
  },
  {
    title: 'of another repository, with the name of a runbook',
    entry: sent({ base: OTHER_REPOSITORY }),
    file: 'https://github.com/acme/old/blob/main/docs/disk.md',
    state: 'elsewhere'
  },
  {
    title: 'of another branch',
    entry: sent({ ...GONE, base: OTHER_BRANCH }),
    file: 'https://github.com/acme/ops/blob/staging/docs/gone.md',
    state: 'elsewhere'
  },
  {
    title: 'of a file that `files` does not select',
    entry: sent({ path: 'notes.md', name: 'Notes' }),
    file: 'https://github.com/acme/ops/blob/main/notes.md',
    state: 'elsewhere'
  },
  {
    title: 'of a file that `files` does not select, with the name of a runbook',
    entry: sent({ path: 'notes.md' }),
    file: 'https://github.com/acme/ops/blob/main/notes.md',
    state: 'elsewhere'
  }
]

test.each(CASES)('an entry $title is $state', ({ entry, file, state }) => {
  const disk: Runbook = { path: PATH, id: '1', name: NAME, alerts: [], version: NOW }
  const runbooks: Runbooks = {
    named: [disk],
    duplicates: [],
    others: [],
    nameAt: new Map([
      [PATH, NAME],
      ['docs/broken.md', undefined]
    ]),
    nameless: new Set(['docs/broken.md'])
  }
  const entries = new Entries(() => true)
  entries.add({ rows: [{ key: '1', textField: undefined, ...entry }], readOnly: 0, total: 0 })
  const places = new Places(BASE)
  const facts: Facts = {
    onConflict: 'keep',
    removed: 'report',
    replace: new Set(),
    scope: EVERYTHING,
    marksSent: new Map(),
    isOfRepository: (line) => places.isOfRepository(line),
    isOfBranch: (line) => places.isOfBranch(line),
    selects: (path) => path.startsWith('docs/'),
    unselected: new Set(['notes.md']),
    evidence: new Map()
  }
  const decisions = decide(runbooks, entries, facts)
  expect(listRows({ runbooks, entries, decisions, facts })).toEqual([{ name: entry.name, file, state }])
})
