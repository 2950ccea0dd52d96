import { expect, jest, test } from '@jest/globals'
import { Stage } from '../../testing/stage.ts'
import { openGate } from './gate.ts'

const DISK = 'docs/runbooks/disk.md'
const OLD = '# Disk full\n\nLook at `df -h`.\n'
const NEW = '# Disk full\n\nLook at `df -h`, and at `df -i`.\n'

test('an older run that is killed after a newer one succeeded leaves no old text behind', async () => {
  await using stage = await Stage.open()
  const clone = await stage.repository.clone()
  await clone.write(DISK, '# Disk full\n\nTo be written.\n')
  await clone.commit('Begin')
  await clone.push()
  expect(await stage.push()).toMatchObject({ exitCode: 0 })

  // The older run is held in the middle of its only upsert …
  const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>()
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  await using gate = await openGate(stage.service.url, () => {
    reach(undefined)
    return released
  })
  await clone.write(DISK, OLD)
  await clone.commit('Write it down')
  await clone.push()
  const older = await stage.startPush(undefined, { inputs: { 'base-url': gate.url } })
  await reached

  // … while a newer one, of another runbook too, succeeds …
  await clone.write(DISK, NEW)
  await clone.commit('Say more')
  await clone.push()
  expect(await stage.push()).toMatchObject({ exitCode: 0 })
  expect(stage.held().get('Disk full')).toBe(NEW)

  // … and is killed as soon as its old text has arrived.
  const arrived = stage.service.requests().length
  release(undefined)
  while (stage.service.requests().length === arrived) await new Promise(setImmediate)
  older.signal('SIGKILL')
  await older.result
  expect(stage.held().get('Disk full')).toBe(OLD)

  await clone.write('docs/runbooks/other.md', '# Other\n\nText.\n')
  await clone.commit('Write about something else')
  await clone.push()
  expect(await stage.push()).toMatchObject({ exitCode: 0 })
  expect(stage.held().get('Disk full')).toBe(NEW)
})

test('an older run that is repeated while GitHub does not answer leaves old text behind no longer than until the next', async () => {
  await using stage = await Stage.open()
  const clone = await stage.repository.clone()
  for (const text of ['# Disk full\n\nTo be written.\n', OLD, NEW]) {
    await clone.write(DISK, text)
    await clone.commit('Write')
    await clone.push()
    expect(await stage.push()).toMatchObject({ exitCode: 0 })
  }
  stage.api.forbid(true)
  expect(await stage.workflow.rerun(2, { inputs: { token: stage.token } })).toMatchObject({ exitCode: 0 })
  expect(stage.held().get('Disk full')).toBe(OLD)
  stage.api.forbid(false)

  await clone.write('docs/runbooks/other.md', '# Other\n\nText.\n')
  await clone.commit('Write about something else')
  await clone.push()
  expect(await stage.push()).toMatchObject({ exitCode: 0 })
  expect(stage.held().get('Disk full')).toBe(NEW)
})

test('a push is delivered although GitHub goes on showing the branch as it was before it', async () => {
  await using stage = await Stage.open()
  const clone = await stage.repository.clone()
  await clone.write(DISK, OLD)
  const before = await clone.commit('Begin')
  await clone.push()
  expect(await stage.push()).toMatchObject({ exitCode: 0 })

  await clone.write(DISK, NEW)
  await clone.commit('Say more')
  await clone.push()
  const head = stage.repository.head.bind(stage.repository)
  let asked = 0
  // Only the API names the branch.
  jest.spyOn(stage.repository, 'head').mockImplementation((branch) => {
    return branch !== undefined && ++asked <= 2 ? Promise.resolve(before) : head(branch)
  })
  expect(await stage.push()).toMatchObject({ exitCode: 0 })
  expect(asked).toBeGreaterThan(2)
  expect(stage.held().get('Disk full')).toBe(NEW)
})
