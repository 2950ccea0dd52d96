import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { git } from '../../testing/git.ts'
import { TEMPORARY } from '../../testing/temporary-files.ts'

const DEMO = fileURLToPath(new URL('../../testing/demo.ts', import.meta.url))

/** Where the demo makes its temporary files. */
let temporary = ''
let repository = ''

beforeEach(async () => {
  temporary = await mkdtemp(join(TEMPORARY, 'demo-test-'))
  repository = await mkdtemp(join(TEMPORARY, 'demo-test-'))
})

afterEach(async () => {
  await rm(temporary, { recursive: true, force: true })
  await rm(repository, { recursive: true, force: true })
})

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly complaint: string
}

async function demo(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [DEMO, ...args], {
    env: { ...process.env, RUNBOOK_SYNC_TEST_FOLDER: temporary }
  })
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, complaint }
}

async function commit(message: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) await writeFile(join(repository, path), content)
  await git(repository, ['add', '--all'])
  await git(repository, ['commit', '--quiet', '-m', message])
}

describe('npm run demo', () => {
  test('prints a digest of four pushes, and leaves no files', async () => {
    const { code, output, complaint } = await demo()
    expect(complaint).toBe('')
    expect(output).toMatch(/^All \d+ checks passed/m)
    expect(output.match(/^Push \d .* (green|red) /gm)).toHaveLength(4)
    expect(output).toMatch(/^Push 2 .* green {2}3 upserted, 1 orphaned$/m)
    expect(output).toContain('Settings → Access Tokens')
    expect(output).toContain('--verbose')
    expect(output.trimEnd().split('\n').length).toBeLessThan(13)
    expect(code).toBe(0)
    expect(await readdir(temporary)).toEqual([])
  }, 60_000)

  test('pushes the commits of another repository, and does not change it', async () => {
    await git(repository, ['init', '--quiet', '--initial-branch=trunk'])
    await commit('One', { 'a.md': '# A\n\nFirst.\n', 'notes.txt': 'no runbook\n' })
    await commit('Two', { 'b.md': '---\ntitle: The B\n---\n\nSecond.\n' })
    await commit('Not a runbook', { 'notes.txt': 'still none\n' })
    await commit('Three', { 'a.md': '# A\n\nThird.\n', 'c.md': '# Same\n', 'd.md': '# Same\n' })
    const before = await git(repository, ['for-each-ref'])

    const { code, output, complaint } = await demo('--repo', repository, '--files', '**/*.md', '--verbose')
    expect(complaint).toBe('')
    expect(output.match(/^Push \d .*/gm)).toEqual([
      expect.stringContaining('One'),
      expect.stringContaining('Two'),
      expect.stringContaining('Three')
    ])
    expect(output).toContain('The token has expired, and is rotated')
    expect(output).toContain('Runbooks of the last push in the knowledge base: 2.')
    expect(output).toContain('│ ')
    // Two runbooks of one name: the run is red, and the demo does not fail.
    expect(output).toContain('2 refused')
    expect(code).toBe(0)
    expect(await git(repository, ['for-each-ref'])).toBe(before)
    expect(await git(repository, ['status', '--porcelain'])).toBe('')
    expect(await readdir(temporary)).toEqual([])
  }, 60_000)

  test.each([
    ['a folder that is no repository', () => ['--repo', repository], 'cannot be read as a Git repository'],
    ['an unknown option', () => ['--rpeo', '.'], "Unknown option '--rpeo'"]
  ])('refuses %s', async (_, args, complaint) => {
    const ended = await demo(...args())
    expect(ended).toMatchObject({ code: 2, output: '', complaint: expect.stringContaining(complaint) })
    expect(ended.complaint).not.toMatch(/^\s+at /m)
  })
})
