import { describe, expect, test } from '@jest/globals'
import { TestEnvironment } from '../../testing/test-environment.ts'

const FIRST = '# Disk full\n\nLook at `df -h`.\n'
const DISK = 'docs/runbooks/disk.md'

describe('what an unsuccessful run has delivered', () => {
  test('is taken back when its commit is reverted', async () => {
    await using environment = await TestEnvironment.create()
    const clone = await environment.repository.clone()
    await clone.write(DISK, FIRST)
    const good = await clone.commit('Write it down')
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 0 })

    // One runbook is delivered, the other refused: the run is red.
    await clone.write(DISK, '# Disk full\n\n`rm -rf /`\n')
    await clone.write('docs/runbooks/latin1.md', Buffer.from('# R\xe9seau\n', 'latin1'))
    await clone.commit('Write nonsense')
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 1, outputs: { upserted: '1', refused: '1' } })

    await clone.git(['revert', '--no-edit', 'HEAD'])
    await clone.push()
    expect(await clone.git(['diff', '--stat', good, 'HEAD'])).toBe('')
    // Since the last success nothing has changed, and yet the service must get the first text again.
    expect(await environment.push()).toMatchObject({ exitCode: 0 })
    expect(environment.entries()).toEqual(new Map([['Disk full', FIRST]]))
  })

  test('is taken back when its commit is pushed away', async () => {
    await using environment = await TestEnvironment.create()
    const clone = await environment.repository.clone()
    await clone.write(DISK, FIRST)
    await clone.commit('Write it down')
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 0 })

    await clone.write(DISK, '# Disk full\n\n`rm -rf /`\n')
    await clone.write('docs/runbooks/latin1.md', Buffer.from('# R\xe9seau\n', 'latin1'))
    await clone.commit('Write nonsense')
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 1 })

    await clone.git(['reset', '--quiet', '--hard', 'HEAD~1'])
    await clone.push({ force: true })
    expect(await environment.push()).toMatchObject({ exitCode: 0 })
    expect(environment.entries()).toEqual(new Map([['Disk full', FIRST]]))
  })

  test('is taken back when it came of a workflow file that is reverted', async () => {
    await using environment = await TestEnvironment.create()
    const clone = await environment.repository.clone()
    await clone.write('.github/workflows/runbooks.yml', 'on: push\n')
    await clone.write(DISK, `---\nowner: harbour\n---\n${FIRST}`)
    await clone.commit('Write it down')
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 0 })

    // The whole sync that the new input takes delivers one runbook, and another is refused: the run is red.
    await clone.write('.github/workflows/runbooks.yml', 'on: push # front-matter: keep\n')
    await clone.write('docs/runbooks/latin1.md', Buffer.from('# R\xe9seau\n', 'latin1'))
    await clone.commit('Keep front matter')
    await clone.push()
    expect(await environment.push(undefined, { inputs: { 'front-matter': 'keep' } })).toMatchObject({ exitCode: 1 })
    expect(environment.entries().get('Disk full')).toContain('owner')

    await clone.git(['revert', '--no-edit', 'HEAD'])
    await clone.push()
    expect(await environment.push()).toMatchObject({ exitCode: 0 })
    expect(environment.entries()).toEqual(new Map([['Disk full', FIRST]]))
  })
})
