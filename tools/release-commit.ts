/**
 * Makes the commit of a release: the version, today's date over the notes, and no word that there is no release yet.
 *
 *   node tools/release-commit.ts 1.2.0
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'

const FILES = ['CHANGELOG.md', 'README.md']
const HEADING = /^## Unreleased$/m
/** The paragraph, in the changelog or quoted in the README. */
const NO_RELEASE = /^(?:> )?There is no release yet\..*\n(?:.+\n)*\n/gm

const [version = ''] = process.argv.slice(2)
const texts = await Promise.all(FILES.map((file) => readFile(file, 'utf8')))
if (!/^\d+\.\d+\.\d+$/.test(version)) fail(`"${version}" is no version: it takes one such as 1.2.0.`)
if (!HEADING.test(texts[0] ?? '')) fail('CHANGELOG.md has no heading "## Unreleased": there is nothing to release.')

const heading = `## ${version} - ${new Date().toISOString().slice(0, 10)}`
for (const [at, file] of FILES.entries()) {
  await writeFile(file, (texts[at] ?? '').replace(NO_RELEASE, '').replace(HEADING, heading))
}
execFileSync('npm', ['version', version, '--no-git-tag-version'], { stdio: 'inherit' })
const changed = [...FILES, 'package.json', 'package-lock.json']
execFileSync('git', ['commit', '--message', `Release ${version}`, '--', ...changed], { stdio: 'inherit' })

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
