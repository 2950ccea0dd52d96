import { expect, jest, test } from '@jest/globals'
import { BAD, Branch, DISK, OTHER, UNREADABLE, disk, expectRed } from './branch.ts'
import { outcomesOf, reportOf } from './report.ts'

jest.setTimeout(90_000)
const MINUTE = 60_000

test.concurrent('1. a run that renews its record hides what a shorter run wrote meanwhile', async () => {
  await using branch = await Branch.create()
  const { github } = branch.environment
  const FAST = `const every = setInterval; globalThis.setInterval = (work, ms) => every(work, ms / 3000)`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAST)}` }
  const slow = await branch.hold({ [OTHER]: '# Other\n\nMore.\n' }, { env })
  // Another run overlaps, writes a text, and is red.
  expectRed(await branch.push({ [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
  expect(branch.environment.entries().get('Disk full')).toBe(disk('Of a red run.'))
  // The first one delivers for an hour, and renews its record.
  const before = github.requests.filter(({ route }) => route === 'record').length
  const renewed = Promise.withResolvers<undefined>()
  github.onRequest = () => {
    if (github.requests.filter(({ route }) => route === 'record').length > before + 1) renewed.resolve(undefined)
  }
  github.advance(55 * MINUTE)
  await renewed.promise
  github.onRequest = undefined
  // The commit of the red run is taken back, by a push whose run is skipped.
  await branch.commit({ [DISK]: disk('First.'), [BAD]: null })
  await slow.release()
  const job = await slow.result
  await branch.expectEqual(job)
})

test.concurrent('1b. the same, and the run of the push that takes it back comes later', async () => {
  await using branch = await Branch.create()
  const { github } = branch.environment
  const FAST = `const every = setInterval; globalThis.setInterval = (work, ms) => every(work, ms / 3000)`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAST)}` }
  const slow = await branch.hold({ [OTHER]: '# Other\n\nMore.\n' }, { env })
  const held = branch.head
  expectRed(await branch.push({ [DISK]: disk('Of a red run.'), [BAD]: UNREADABLE }))
  const before = github.requests.filter(({ route }) => route === 'record').length
  const renewed = Promise.withResolvers<undefined>()
  github.onRequest = () => {
    if (github.requests.filter(({ route }) => route === 'record').length > before + 1) renewed.resolve(undefined)
  }
  github.advance(55 * MINUTE)
  await renewed.promise
  github.onRequest = undefined
  await branch.reset(held)
  await slow.release()
  expect((await slow.result).exitCode).toBe(0)
  await branch.expectEqual(await branch.push({ 'docs/runbooks/new.md': '# New\n\nText.\n' }))
})

test.concurrent('2. a lower `max-bytes` hides the name of a runbook that did not change', async () => {
  await using branch = await Branch.create()
  const long = disk('Text. '.repeat(100))
  await branch.deliver({ [DISK]: long })
  const job = await branch.push({ 'docs/runbooks/copy.md': disk('Short.') }, { inputs: { 'max-bytes': '200' } })
  expect(job.exitCode === 1 || branch.environment.entries().get('Disk full') === long).toBe(true)
})

test.concurrent('2b. ... and retires its entry', async () => {
  await using branch = await Branch.create({ removed: 'retire' })
  const long = disk('Text.')
  await branch.deliver({ [DISK]: `---\nnote: ${'x'.repeat(300)}\n---\n${long}` })
  await branch.environment.write('Disk full', long)
  expectRed(await branch.push({ 'docs/runbooks/copy.md': long }))
  const job = await branch.push({ 'docs/runbooks/copy.md': null }, { inputs: { 'max-bytes': '200' } })
  expect({
    text: branch.environment.entries().get('Disk full'),
    code: job.exitCode,
    out: outcomesOf(job)
  }).toMatchObject({ text: long })
})

test.concurrent('3. an old run with old inputs that is repeated twice', async () => {
  await using branch = await Branch.create({ 'front-matter': 'strip' })
  const OWNED = '---\nowner: sam\n---\n# Disk full\n\nFirst.\n'
  await branch.push({ [DISK]: OWNED }, { inputs: { 'front-matter': 'keep' } })
  const job = await branch.push({ [OTHER]: '# Other\n\nMore.\n' })
  expect(job.exitCode).toBe(0)
  const text = branch.environment.entries().get('Disk full')
  const number = branch.environment.workflow.runs.length - 1
  const first = await branch.rerun(number, { inputs: { 'front-matter': 'keep' } })
  expectRed(first)
  expect(first.log).toMatch(/A newer run of this workflow has delivered with other inputs/)
  const second = await branch.rerun(number, { inputs: { 'front-matter': 'keep' } })
  expect([second.exitCode, branch.environment.entries().get('Disk full')]).toEqual([1, text])
})

test.concurrent.each([
  ['comes back damaged', UNREADABLE],
  ['comes back, and the service rejects it', disk('Back.')]
])('4. a runbook that %s while the run follows the branch: nobody is told to delete its entry', async (_, text) => {
  await using branch = await Branch.create()
  const held = await branch.hold({ [DISK]: null, [OTHER]: '# Other\n\nMore.\n' })
  await branch.commit({ [DISK]: text })
  branch.environment.service.faults.set([{ path: '/personal/v1/knowledge/upsert', name: 'Disk full', status: 400 }])
  await held.release()
  const job = await held.result
  expectRed(job)
  expect(JSON.stringify(reportOf(job))).not.toMatch(/Delete its entry/)
})

test.concurrent('5. the inventory counts a damaged runbook as an entry without a runbook', async () => {
  await using branch = await Branch.create()
  expectRed(await branch.push({ [DISK]: UNREADABLE }))
  const job = await branch.schedule()
  expectRed(job)
  expect(job.summary).not.toMatch(/no runbook/)
})

test.concurrent('6. duplicates and a rejected token: the hint names annotations that do not exist', async () => {
  await using branch = await Branch.create()
  const job = await branch.push(
    { 'docs/runbooks/copy.md': disk('Short.'), [OTHER]: '# Other\n\nMore.\n' },
    { inputs: { token: 'oap_wrong' } }
  )
  expectRed(job)
  expect(job.log).toMatch(/Error: .*Several runbooks have one name: “Disk full”/)
})

test.concurrent('7. an entry whose name differs in case only, on a service that compares names exactly', async () => {
  await using branch = await Branch.create()
  await branch.environment.write('other notes', '# Other notes\n\nText.\n')
  await branch.pushInVain({ 'docs/runbooks/notes.md': '---\ntitle: Other Notes\n---\n# Other notes\n\nText.\n' })
  const job = await branch.dispatch({ environment: 'none' })
  expect([job.exitCode, [...branch.environment.entries().keys()].sort()]).toEqual([
    0,
    ['Disk full', 'Other', 'Other Notes', 'other notes']
  ])
})
