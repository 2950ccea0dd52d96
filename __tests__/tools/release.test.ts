import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
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

test('the notes of a release are those of exactly this version', async () => {
  const changelog = [
    ...['# Changelog', '## Unreleased', '- Not yet.', '## 1.10.0 - 2026-12-24', '', '### Added', '', '- Ten.', ''],
    ...['## 1.1.0 - 2026-12-01', '- One.', '## 1.0.0 - 2026-11-30', '', '## 0.9.0 - 2026-11-01', '- The oldest.', ''],
    ...['[1.1.0]: https://example.com/compare/v1.0.0...v1.1.0', '']
  ]
  await using folder = await temporaryFolder()
  for (const [tag, newline, notes] of [
    ['v1.10.0', '\n', '### Added\n\n- Ten.\n'],
    ['v1.10.0', '\r\n', '### Added\n\n- Ten.\n'],
    ['v1.1.0', '\n', '- One.\n'],
    ['v0.9.0', '\n', '- The oldest.\n']
  ] as const) {
    await writeFile(join(folder.path, 'CHANGELOG.md'), changelog.join(newline))
    expect(await script('release-notes.ts', folder.path, tag)).toEqual({ code: 0, stdout: notes, stderr: '' })
  }
  // None of these is released.
  for (const tag of ['v1.0.0', 'v1.1.', 'Unreleased', '']) {
    const stderr: unknown = expect.stringContaining(`CHANGELOG.md has no notes for ${tag}`)
    expect(await script('release-notes.ts', folder.path, tag)).toEqual({ code: 1, stdout: '', stderr })
  }
})

test.each<[string, tags: string[], pointsTo: (string | undefined)[], said: string]>([
  [
    'moves to each higher version, by number',
    ['v1.2.0', 'v1.10.0', 'v1.10.1'],
    ['v1.2.0', 'v1.10.0', 'v1.10.1'],
    'v1 is v1.10.1, '
  ],
  [
    'stays when an older minor version is released later',
    ['v1.2.0', 'v1.1.9'],
    ['v1.2.0', 'v1.2.0'],
    'v1 stays: v1.2.0 is higher than v1.1.9.\n'
  ],
  ['stays when another major is released', ['v1.2.0', 'v2.0.0'], ['v1.2.0', 'v1.2.0'], 'v2 is v2.0.0, '],
  ['is not made below 1.0.0', ['v0.9.0'], [undefined], 'v0.9.0 is below 1.0.0']
])('the tag of a major version %s', async (_, tags, expected, said) => {
  await using folder = await temporaryFolder()
  const hosted = await HostedRepository.create(folder.path)
  const clone = await hosted.clone()
  const pointsTo: (string | undefined)[] = []
  const names = new Map<string, string>()
  let last: Ended | undefined
  for (const tag of tags) {
    names.set(await clone.commit(tag), tag)
    await clone.git(['tag', '--annotate', '--message', tag, tag])
    await clone.git(['push', '--quiet', 'origin', 'HEAD:refs/heads/main', `refs/tags/${tag}`])
    last = await script('major-tag.ts', clone.folder, tag)
    pointsTo.push(names.get(await git(hosted.folder, ['for-each-ref', '--format=%(objectname)', 'refs/tags/v1'])))
  }
  expect(pointsTo).toEqual(expected)
  expect(last).toMatchObject({ code: 0, stdout: expect.stringContaining(said) })
  expect(await script('major-tag.ts', folder.path, 'v1.2.0-rc.1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no version')
  })
})

test('the commit of a release has the version and its notes, and no word that there is no release', async () => {
  await using folder = await temporaryFolder()
  const clone = await (await HostedRepository.create(folder.path)).clone()
  const manifest = '{\n  "name": "x",\n  "version": "0.1.0"\n}\n'
  const lock = '{"name":"x","version":"0.1.0","lockfileVersion":3,"packages":{"":{"name":"x","version":"0.1.0"}}}'
  const notes = '# Changelog\n\n## Unreleased\n\nThere is no release yet.\n\n### Added\n\n- One.\n'
  await clone.write('package.json', manifest)
  await clone.write('package-lock.json', lock)
  await clone.write('README.md', '# X\n\n> There is no release yet. Write the\n> id of a commit.\n\nText.\n')
  await clone.write('CHANGELOG.md', notes)
  await clone.commit('Begin')
  for (const key of ['name', 'email']) await clone.git(['config', `user.${key}`, 'robin@example.com'])
  const release = (version: string): Promise<Ended> => script('release-commit.ts', clone.folder, version)
  expect(await release('v1')).toMatchObject({ code: 1, stderr: expect.stringContaining('"v1" is no version') })
  expect(await release('1.0.0')).toMatchObject({ code: 0 })
  expect(await clone.git(['show', '--format=%s', '--name-only'])).toBe(
    'Release 1.0.0\n\nCHANGELOG.md\nREADME.md\npackage-lock.json\npackage.json'
  )
  expect(await script('release-notes.ts', clone.folder, 'v1.0.0')).toMatchObject({ stdout: '### Added\n\n- One.\n' })
  expect(await readFile(join(clone.folder, 'README.md'), 'utf8')).toBe('# X\n\nText.\n')
  expect(await readFile(join(clone.folder, 'package.json'), 'utf8')).toBe(manifest.replace('0.1.0', '1.0.0'))
  expect(await release('1.0.1')).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to release') })
})
