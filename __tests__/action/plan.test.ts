import { expect, test } from '@jest/globals'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { reported } from './report.ts'

const DISK = 'docs/runbooks/disk.md'

test.each<[name: string, before: string | Buffer]>([
  ['was a draft', '---\ndraft: true\n---\n# Disk full\n\nLook at `df -h`.\n'],
  ['could not be read', Buffer.from('# R\xe9seau\n', 'latin1')]
])('a plan tells what would become of a runbook that %s before', async (_, before) => {
  await using environment = await TestEnvironment.create()
  const clone = await environment.repository.clone()
  await clone.write(DISK, before)
  const since = await clone.commit('Begin')
  await clone.write(DISK, '# Disk full\n\nLook at `df -h`.\n')
  await clone.commit('Write it down')
  await clone.push()
  const job = await environment.push(undefined, { inputs: { mode: 'plan', since } })
  expect(job).toMatchObject({ exitCode: 0, stderr: '' })
  expect(reported(job, DISK)).toMatchObject({ outcome: 'planned', reason: 'A new entry.' })
})

test.each([
  ['report', /^Its runbook was removed; the entry is left behind\.$/],
  ['retire', /the entry is left behind\. A sync retires it, if nothing else fails/]
])('a plan with `removed: %s` tells what a sync would do about a runbook that is gone', async (removed, reason) => {
  await using environment = await TestEnvironment.create()
  const clone = await environment.repository.clone()
  await clone.write(DISK, '# Disk full\n\nLook at `df -h`.\n')
  await clone.write('docs/runbooks/other.md', '# Other\n\nText.\n')
  const since = await clone.commit('Begin')
  await clone.remove(DISK)
  await clone.commit('Take it away')
  await clone.push()
  const job = await environment.push(undefined, { inputs: { mode: 'plan', since, removed } })
  expect(reported(job, DISK)).toMatchObject({ outcome: 'removed', reason: expect.stringMatching(reason) })
})
