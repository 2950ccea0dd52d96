import { expect, test } from '@jest/globals'
import { selectionOf, type ListedPath, type Source } from '../../src/branch/source.ts'
import { readInputs } from '../../src/job/inputs.ts'
import { Journal } from '../../src/report/journal.ts'
import { Run, type Place } from '../../src/run.ts'
import { readFiles, runbooksAmong, type Branch } from '../../src/sync/read/runbooks.ts'
import { standingOf } from '../../src/sync/read/standing.ts'
import { TextCache } from '../../src/sync/read/texts.ts'
import { BASE, runbookOf, sentRow } from './looks.ts'
import { OPTIONS } from '../runbook/read.ts'
import { MemoryBranch } from '../support/memory-branch.ts'
import { startWorlds } from './worlds.ts'

const worldOf = await startWorlds()

test.each(['run about everything', 'push'])('a %s reads each file once', async (how) => {
  const world = worldOf()
  await world.push({ 'docs/a.md': '# A\n\nFirst.\n', 'docs/b.md': '# B\n\nFirst.\n' })
  const changes = { 'docs/a.md': '# A\n\nSecond.\n', 'docs/b.md': '# B\n\nSecond.\n' }
  if (how !== 'push') world.commit(changes)
  const before = world.branch.fileReadings
  const outcome = how === 'push' ? await world.push(changes) : await world.run()
  expect(outcome).toMatchObject({ isGreen: true, sent: ['A', 'B'] })
  expect(world.branch.fileReadings - before).toBe(2)
  expect(world.entries).toEqual({ A: '# A\n\nSecond.', B: '# B\n\nSecond.' })
})

test('what nobody sees in a file that a push changes is a notice', async () => {
  const world = worldOf()
  const first = await world.push({ 'docs/a.md': '# A\u200b\n\nRun\u200b this. <!-- Why -->\n' })
  expect(first.notices).toEqual([
    expect.stringMatching(/^notice: 1 runbook has comments/),
    expect.stringMatching(/^notice: The title has invisible characters/),
    expect.stringMatching(/^notice: This line, and 1 more line, have invisible characters/)
  ])
  expect((await world.push({ 'docs/b.md': '# B\n\nText.\n' })).notices).toEqual([])
})

function branchOf(source: Source, changedAt: Place['changedAt'] = () => Promise.resolve(undefined)): Branch {
  const inputs = readInputs(
    (name) => (name === 'files' ? 'docs/**' : ''),
    () => undefined
  )
  const [isGone, replace] = [() => Promise.resolve(false), new Set<string>()]
  const place: Place = { source, base: BASE, changedAt, isGone, replace, shows: 'none', keepsTexts: true }
  return new Run(inputs, place, new Journal()).branch
}

async function runbooksOf(branch: Branch, { head }: MemoryBranch) {
  return runbooksAmong(await readFiles(branch, head), undefined)
}

test('files and texts are kept up to 64 MiB, each until its text is sent; others are read again', async () => {
  const readings: string[] = []
  const read: Source['read'] = ({ path }) => {
    readings.push(path)
    return Promise.resolve({ kind: 'bytes', bytes: Buffer.from('# Disk full\n\nText.\n') })
  }
  const texts = new TextCache({ read }, OPTIONS)
  const runbooks = Array.from({ length: 6 }, (_, at) => runbookOf({ path: `${at}.md` }))
  const [file, text] = [Buffer.alloc(15 * 1024 * 1024), 'a'.repeat(512 * 1024)]
  for (const runbook of runbooks) texts.keep(runbook, file, { above: text, below: text })
  for (const runbook of runbooks) {
    expect(await texts.file(runbook)).toMatchObject({ kind: 'bytes' })
    expect((await texts.takeEntry(runbook)).content).toContain('Source: [')
  }
  expect(readings).toEqual(['4.md', '4.md', '5.md', '5.md'])
  const sent = runbookOf({ path: '0.md' })
  await texts.file(sent)
  texts.keep(sent, file, { above: text, below: text })
  texts.clear()
  await texts.file(sent)
  expect(readings.slice(4)).toEqual(['0.md', '0.md'])
})

test('what is kept of a small file takes no more memory than its bytes', async () => {
  const memory = new MemoryBranch()
  memory.commit({ 'docs/a.md': '# Café\n' })
  const branch = branchOf(memory.asSource())
  const [runbook] = (await runbooksOf(branch, memory)).named
  const file = runbook && (await branch.texts.file(runbook))
  const bytes = file?.kind === 'bytes' ? file.bytes : undefined
  expect([bytes?.toString(), bytes?.buffer.byteLength]).toEqual(['# Café\n', bytes?.length])
})

test.each(['NFC', 'NFD'])('a path in another Unicode form is that of the commit, which has %s', async (form) => {
  const memory = new MemoryBranch()
  const path = 'docs/café.md'.normalize(form)
  memory.commit({ [path]: '# Coffee\n' })
  const { pathOf } = await readFiles(branchOf(memory.asSource()), memory.head)
  const others = ['docs/café.md'.normalize('NFC'), 'docs/café.md'.normalize('NFD'), 'docs/cafe.md']
  expect(others.map(pathOf)).toEqual([path, path, 'docs/cafe.md'])
})

test('a site whose folder is not there is a warning', async () => {
  const memory = new MemoryBranch()
  memory.commit({ 'docs/a.md': '# A\n' })
  const branch = branchOf(memory.asSource())
  const site = ['docs', 'doc', ''].map((folder) => ({ address: `https://${folder}.example`, folder }))
  const { notices } = await readFiles({ ...branch, options: { ...branch.options, site } }, memory.head)
  const message = 'The repository has no folder doc, which `site` names for https://doc.example. Correct it.'
  expect(notices).toEqual([{ level: 'warning', message }])
})

test('only regular files belong to another step: a runbook moves away from a symbolic link, and out of a submodule', async () => {
  const memory = new MemoryBranch()
  const listed: ListedPath[] = [
    { path: 'docs/a.md', id: '1', skip: undefined },
    { path: 'wiki/b.md', id: '2', skip: undefined },
    { path: 'wiki/link.md', id: '3', skip: 'symlink' },
    { path: 'lib', id: '4', skip: 'submodule' }
  ]
  memory.commit({ 'docs/a.md': 'A' })
  const list: Source['list'] = (_, matches) => Promise.resolve(selectionOf(listed, matches))
  const runbooks = await runbooksOf(branchOf({ ...memory.asSource(), list }), memory)
  const paths = ['wiki/b.md', 'wiki/link.md', 'lib/c.md', 'wiki/gone.md']
  const standings = paths.map((path) => standingOf(sentRow({ path }), runbooks))
  expect(standings).toEqual(['another step', 'orphan', 'orphan', 'orphan'])
})

test.each([
  { of: 'a run about everything', changed: undefined, names: 'docs/a.md, docs/b.md' },
  { of: 'a push', changed: new Set(['docs/b.md']), names: 'docs/b.md' }
])('$of names the runbooks that it concerns, and that leave parts to a generator', async ({ changed, names }) => {
  const memory = new MemoryBranch()
  memory.commit({ 'docs/a.md': '# A\n\n[[b]]', 'docs/b.md': '# B\n\n[[c]]' })
  const branch = branchOf(memory.asSource(), () => Promise.resolve(changed))
  const { notices } = await readFiles(branch, memory.head)
  expect(notices).toEqual([{ level: 'notice', message: expect.stringContaining(`\`[[page]]\`, in ${names}. `) }])
})
