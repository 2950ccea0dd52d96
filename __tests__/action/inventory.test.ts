import { expect, jest, test } from '@jest/globals'
import { BAD, Branch, DISK, OTHER, disk, expectRed } from './branch.ts'
import { outcomesOf } from './report.ts'

jest.setTimeout(120_000)

test.concurrent.each(['none', 'entries'] as const)('inventory from zero, total %s', async (total) => {
  await using branch = await Branch.create()
  for (let at = 0; at < 110; at++) await branch.environment.write(`Entry ${at}`, 'Stays.')
  // Created last.
  await branch.push({ 'docs/runbooks/z.md': '# Z\n\nText.\n', [DISK]: null, [OTHER]: null })
  branch.environment.service.answers.set({ first_page: 0, total })
  const job = await branch.schedule()
  expect(job.summary).toMatch(/had 113 entries: 1 of runbooks, 112 have no runbook/)
})

test.concurrent.each(['none', 'zero'] as const)('check from zero, total %s', async (total) => {
  await using branch = await Branch.create()
  branch.environment.service.answers.set({ first_page: 0, total })
  const job = await branch.dispatch({ mode: 'check' })
  expect(job.summary).toMatch(/has 2 entries/)
})

test.concurrent('inventory: counts', async () => {
  await using branch = await Branch.create()
  await branch.environment.write('Disk full', 'edited')
  await branch.environment.write('<b>`x`|[y](z) @me #1 ::error::', 'edited')
  const job = await branch.schedule()
  expect(job.exitCode).toBe(0)
  expect(job.summary).toMatch(/knowledge base had 3 entries: 1 of runbooks, 1 differs, 1 has no runbook\./)
  const next = await branch.schedule()
  expect(next.summary).toMatch(/knowledge base had 3 entries: 2 of runbooks, 1 has no runbook\./)
})

test.concurrent('keys: number, boolean, prototype names', async () => {
  await using branch = await Branch.create({ 'front-matter': '1, true, constructor, __proto__, toString, <<, Owner' })
  const text = '---\n1: one\ntrue: yes\n__proto__: p\nOwner: "[x](javascript:1) <b>"\n---\n# Keys\n\nText.\n'
  const job = await branch.push({ 'docs/runbooks/keys.md': text })
  expect(job.exitCode).toBe(0)
  const entry = branch.environment.entries().get('Keys')
  expect(entry).toBe(
    '- **1:** one\n- **True:** yes\n- **__proto__:** p\n- **Owner:** [x](javascript:1) <b>\n\n# Keys\n\nText.\n'
  )
})

test.concurrent('files narrowed and widened, entry moves out and in', async () => {
  await using branch = await Branch.create({ removed: 'retire' })
  const narrow = { files: 'docs/runbooks/other.md' }
  expect((await branch.push({ [OTHER]: '# Other\n\nA.\n' }, { inputs: narrow })).exitCode).toBe(0)
  expect((await branch.push({ [DISK]: null }, { inputs: narrow })).exitCode).toBe(0)
  const job = await branch.push({ 'docs/runbooks/disk2.md': disk('First.') })
  await branch.expectEqual(job)
  expect(outcomesOf(job)).not.toContain('retired')
})

test.concurrent('title swaps between files with retire', async () => {
  await using branch = await Branch.create({ removed: 'retire' })
  const job = await branch.push({ [DISK]: '# Other\n\nText.\n', [OTHER]: disk('First.') })
  await branch.expectEqual(job)
  await branch.expectEqual(await branch.push({ [DISK]: null, 'docs/runbooks/moved.md': '# Other\n\nText.\n' }))
  expectRed(await branch.push({ [BAD]: '\0', [OTHER]: null }))
  await branch.expectEqual(await branch.push({ [BAD]: null, [OTHER]: disk('First.') }))
})
