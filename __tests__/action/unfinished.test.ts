import { describe, expect, test } from '@jest/globals'
import { pushEvent } from '../../testing/github/events.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'

const DISK = 'docs/runbooks/disk.md'
const OLD = '# Disk full\n\nLook at `df -h`.\n'
const NEW = '# Disk full\n\nLook at `df -h`, and at `df -i`.\n'
const WRONG = { inputs: { token: 'pat_not_this_one' } }

describe('what a run could not deliver is delivered', () => {
  test('although somebody deletes another branch meanwhile', async () => {
    await using environment = await TestEnvironment.create()
    const clone = await environment.repository.clone()
    await clone.write(DISK, OLD)
    const first = await clone.commit('Write it down')
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 0 })
    await clone.write(DISK, NEW)
    const second = await clone.commit('Say more')
    await clone.push()
    expect(await environment.push(undefined, WRONG)).toMatchObject({ exitCode: 1 })

    // GitHub lets such a run go back to the default branch, its ref as well as its commit; only the event names the other.
    const { name } = environment.repository
    const deletion = pushEvent({ repository: name, ref: 'refs/heads/merged', before: first, after: undefined })
    const onMain = { ...deletion, ref: 'refs/heads/main', sha: second }
    const inputs = { token: environment.token }
    expect(await environment.workflow.run(onMain, { inputs })).toMatchObject({ exitCode: 0 })
    await clone.write('docs/runbooks/other.md', '# Other\n\nText.\n')
    await clone.commit('Write about something else')
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 0 })
    expect(environment.entries().get('Disk full')).toBe(NEW)
  })

  test('although the tag that is delivered on purpose is moved on', async () => {
    await using environment = await TestEnvironment.create()
    const clone = await environment.repository.clone()
    await clone.write(DISK, OLD)
    const first = await clone.commit('Write it down')
    await clone.write('docs/runbooks/other.md', '# Other\n\nText.\n')
    const second = await clone.commit('Write about something else')
    await clone.push()
    const move = async (before: string | undefined, after: string, token: string) => {
      await clone.git(['push', '--quiet', '--force', 'origin', `${after}:refs/tags/live`])
      const event = pushEvent({ repository: environment.repository.name, ref: 'refs/tags/live', before, after })
      return environment.workflow.run(event, { inputs: { mode: 'sync', token } })
    }
    expect(await move(undefined, first, WRONG.inputs.token)).toMatchObject({ exitCode: 1 })
    expect(await move(first, second, environment.token)).toMatchObject({ exitCode: 0 })
    expect(environment.entries().get('Disk full')).toBe(OLD)
  })
})
