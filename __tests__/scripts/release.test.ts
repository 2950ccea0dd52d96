import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { git } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { HostedRepository } from '../../testing/github/repository.ts'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a script of this project in `folder`, with Git as a fresh machine has it. */
function script(name: string, folder: string, ...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return new Promise((resolveEnded) => {
    execFile(process.execPath, [resolve('scripts', name), ...args], { cwd: folder, env }, (error, stdout, stderr) => {
      resolveEnded({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

describe('the notes of a release', () => {
  const changelog = [
    '# Changelog',
    '## Unreleased',
    '### Added',
    '- Not yet.',
    '## 1.10.0 - 2026-12-24',
    '',
    '### Added',
    '',
    '- Ten.',
    '',
    '## 1.1.0 - 2026-12-01',
    '- One, without a kind.',
    '## 1.0.0 - 2026-11-30',
    '',
    '## 0.9.0 - 2026-11-01',
    '- The oldest.',
    '',
    '[1.1.0]: https://example.com/compare/v1.0.0...v1.1.0',
    ''
  ]

  test.each([
    ['in the middle', 'v1.10.0', '\n', '### Added\n\n- Ten.\n'],
    ['of a file with CRLF', 'v1.10.0', '\r\n', '### Added\n\n- Ten.\n'],
    ['not of the version that it begins with', 'v1.1.0', '\n', '- One, without a kind.\n'],
    ['the last one, without the links below it', 'v0.9.0', '\n', '- The oldest.\n']
  ])('%s', async (_, tag, newline, notes) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'CHANGELOG.md'), changelog.join(newline))
    expect(await script('release-notes.ts', folder.path, tag)).toEqual({ code: 0, stdout: notes, stderr: '' })
  })

  test.each([
    ['a version without notes', 'v1.0.0'],
    ['a pattern', 'v1.1.'],
    ['what is not released', 'Unreleased'],
    ['no version', '']
  ])('none for %s, which stops the release', async (_, tag) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'CHANGELOG.md'), changelog.join('\n'))
    const { code, stdout, stderr } = await script('release-notes.ts', folder.path, tag)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`CHANGELOG.md has no notes for ${tag}`)
  })
})

describe('the tag of a major version', () => {
  /** Releases one version after the other, each a commit of its own, and says where `v1` points after each. */
  async function release(...tags: readonly string[]): Promise<{ said: Ended[]; pointsTo: (string | undefined)[] }> {
    await using folder = await temporaryFolder()
    const hosted = await HostedRepository.create(folder.path)
    const clone = await hosted.clone()
    const said: Ended[] = []
    const pointsTo: (string | undefined)[] = []
    const names = new Map<string, string>()
    for (const tag of tags) {
      names.set(await clone.commit(tag), tag)
      await clone.git(['tag', '--annotate', '--message', tag, tag])
      await clone.git(['push', '--quiet', 'origin', 'HEAD:refs/heads/main', `refs/tags/${tag}`])
      said.push(await script('major-tag.ts', clone.folder, tag))
      pointsTo.push(names.get(await git(hosted.folder, ['for-each-ref', '--format=%(objectname)', 'refs/tags/v1'])))
    }
    return { said, pointsTo }
  }

  test('moves to each higher version of its major, by number and not by letter', async () => {
    const { pointsTo } = await release('v1.0.0', 'v1.2.0', 'v1.10.0', 'v1.10.1')
    expect(pointsTo).toEqual(['v1.0.0', 'v1.2.0', 'v1.10.0', 'v1.10.1'])
  })

  test('stays when an older minor version, or another major, is released later', async () => {
    const { pointsTo, said } = await release('v1.2.0', 'v1.1.9', 'v2.0.0', 'v1.2.1')
    expect(pointsTo).toEqual(['v1.2.0', 'v1.2.0', 'v1.2.0', 'v1.2.1'])
    expect(said[1]?.stdout).toBe('v1 stays: v1.2.0 is higher than v1.1.9.\n')
  })

  test('is not made below 1.0.0', async () => {
    const { pointsTo, said } = await release('v0.9.0')
    expect([pointsTo[0], said[0]?.code]).toEqual([undefined, 0])
  })

  test.each(['', 'v1', 'v1.2.0-rc.1'])('is not moved for %p', async (tag) => {
    await using folder = await temporaryFolder()
    const { code, stderr } = await script('major-tag.ts', folder.path, tag)
    expect(code).toBe(1)
    expect(stderr).toContain('is no version')
  })
})
