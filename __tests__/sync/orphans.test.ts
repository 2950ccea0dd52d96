import { expect, test } from '@jest/globals'
import { changesSince } from '../../src/changes/changes.ts'
import { KnowledgeList } from '../../src/knowledge/list.ts'
import { Findings } from '../../src/report/findings.ts'
import type { RunbookOptions } from '../../src/runbook/runbook.ts'
import { reportOrphans } from '../../src/sync/orphans.ts'
import { RunbookReader } from '../../src/sync/reader.ts'
import { makeWorkList } from '../../src/sync/worklist.ts'
import { MemoryBranch, type Tree } from '../support/memory-branch.ts'

const OPTIONS: RunbookOptions = {
  ...{ nameTemplate: '{stem}', frontMatter: 'strip', links: 'keep', sourceLink: false, maxBytes: 1_000_000 },
  ...{ repository: 'o/r', serverUrl: 'https://github.example', ref: 'main' }
}
const [A, B] = ['# Alpha\n\nText.\n', '# Beta\n\nText.\n']
const BAD = '---\ntitle: [x\n---\n'
const DELETE = 'Delete its entry in the assistant.'
const REMOVED = `a: Its runbook was removed. ${DELETE}`

interface Given {
  readonly titles?: boolean
  readonly retire?: boolean
  readonly plan?: boolean
  /** Trees of open commits, after that of the base. */
  readonly open?: readonly Tree[]
  /** Names in a complete list; without them, there is no list. */
  readonly list?: readonly string[]
}

/** `name: reason` of each orphaned entry after a push from one tree to another, of which `docs/` is selected. */
async function orphansOf(before: Tree, after: Tree, given: Given) {
  const branch = new MemoryBranch(() => 0)
  const commits = [before, ...(given.open ?? [])].map((tree) => {
    branch.commit(tree)
    return branch.head
  })
  branch.commit(after)
  const [commit, ...open] = commits
  const base = { commit, open, full: undefined, knowsAll: true, isAttributable: true }
  const files = branch.asSource()
  const changes = await changesSince(files, (path) => path.startsWith('docs/'), branch.head, base)
  const nameTemplate = given.titles === true ? '{title}' : '{stem}'
  const work = await makeWorkList(changes, new RunbookReader(files, { ...OPTIONS, nameTemplate }))
  const list = given.list && new KnowledgeList()
  list?.add(given.list?.map((name) => ({ name, id: undefined, content: 'Text.' })) ?? [])
  if (list !== undefined) list.extent = { kind: 'complete' }
  const findings = new Findings({ repository: 'o/r', serverUrl: 'https://github.example' })
  const hasRefused = work.notSent.some(({ outcome }) => outcome === 'refused')
  const options = { list, isNameInUse: work.isNameInUse, hasRefused, isPlan: given.plan === true }
  reportOrphans(work.orphans, { ...options, removed: given.retire === true ? 'retire' : 'report' }, findings)
  const warned = findings.diagnostics.map(({ path, message }) => `${path ?? ''}: ${message}`)
  return { orphans: findings.outcomes.map(({ name, reason }) => `${name ?? ''}: ${reason}`), warned }
}

const [a, b, both, bad] = [
  { 'docs/a.md': A },
  { 'docs/b.md': A },
  { 'docs/a.md': A, 'docs/b.md': B },
  { 'docs/b.md': BAD }
]
const NOW_B = 'a: Its runbook was moved, now docs/b.md (“b”).'
const RENAMED = `Alpha: Its runbook was given another name, now docs/a.md (“Beta”). ${DELETE}`
const NEARLY = 'Another runbook has nearly the same name: delete its entry only if the assistant shows two.'

test.each<[string, before: Tree, after: Tree, orphans: string[], given?: Given]>([
  ['removed', a, {}, [REMOVED]],
  [
    'removed, in a plan',
    a,
    {},
    [REMOVED.replace(DELETE, `After the merge, ${DELETE.replace('D', 'd')}`)],
    { plan: true }
  ],
  ['moved', a, b, [`${NOW_B} ${DELETE}`]],
  ['moved, with `retire`', a, b, [`${NOW_B} To be retired after everything else was delivered.`], { retire: true }],
  ['moved, and named by its title', a, b, [], { titles: true }],
  ['moved and edited', a, { 'docs/b.md': `${A}.` }, [REMOVED]],
  ['moved, and refused', { 'docs/a.md': BAD }, bad, []],
  [
    'removed, while another is refused',
    a,
    bad,
    [REMOVED.replace(DELETE, 'Keep its entry until all runbooks are delivered.')]
  ],
  ['refused where it is', a, { 'docs/a.md': BAD }, []],
  ['moved in case only', a, { 'docs/A.md': A }, [`a: Its runbook was moved, now docs/A.md (“A”). ${NEARLY}`]],
  ['swapped with another', both, { 'docs/a.md': B, 'docs/b.md': A }, []],
  ['given another title', a, { 'docs/a.md': B }, [RENAMED], { titles: true }],
  [
    'made a draft',
    a,
    { 'docs/a.md': `---\ndraft: true\n---\n${A}` },
    [`a: Its runbook was taken out of the knowledge base. ${DELETE}`]
  ],
  [
    'moved out',
    a,
    { 'ops/a.md': A },
    ['a: Its runbook was moved out of `files`, now ops/a.md. Keep its entry.'],
    { retire: true }
  ],
  ['removed, and not in a complete list', a, {}, [], { list: ['b'] }],
  ['of an open commit, without a list', {}, {}, [], { open: [a] }],
  ['of an open commit, in the list', {}, {}, [REMOVED], { open: [a], list: ['a'] }]
])(
  'an orphaned entry says what happened to its runbook, and what to do: %s',
  async (_, before, after, orphans, given = {}) => {
    const other = { 'docs/other.md': '# Other\n' }
    const found = await orphansOf({ ...before, ...other }, { ...after, ...other }, given)
    expect(found.orphans).toEqual(orphans)
    expect(found.warned).toEqual(
      'ops/a.md' in after
        ? [expect.stringMatching(/^ops\/a\.md: docs\/a\.md was moved to ops\/a\.md, which `files` does not select/)]
        : []
    )
  }
)
