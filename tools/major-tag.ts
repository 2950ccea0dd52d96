/**
 * Moves the tag of the major version, `v1`, to the commit of a release, `v1.2.0`, so that `uses: …@v1` runs it.
 *
 *   node tools/major-tag.ts v1.2.0
 *
 * The tag does not move if a higher version of the major exists (the release fixes an older minor version), and below
 * 1.0.0, where every minor version may break. It belongs to no release and can move although releases are immutable. No
 * dependency: the job that may write installs nothing.
 */
import { execFileSync } from 'node:child_process'

type Version = readonly [major: number, minor: number, patch: number]

const [tag = ''] = process.argv.slice(2)
const version = versionOf(tag)

if (version === undefined) {
  console.error(`${tag === '' ? 'Nothing' : tag} is no version: it takes a tag such as v1.2.0.`)
  process.exitCode = 1
} else if (version[0] === 0) {
  console.log(`${tag} is below 1.0.0: no tag of a major version.`)
} else {
  move(`v${version[0]}`, version)
}

function move(major: string, to: Version): void {
  // From the remote: another release may be newer than the clone.
  const higher = git('ls-remote', '--tags', '--refs', 'origin', `refs/tags/${major}.*`)
    .split('\n')
    .map((line) => versionOf(line.replace(/^.*refs\/tags\//, '')))
    .find((other) => other !== undefined && compare(other, to) > 0)
  if (higher !== undefined) {
    console.log(`${major} stays: v${higher.join('.')} is higher than ${tag}.`)
    return
  }
  const commit = git('rev-parse', '--verify', `refs/tags/${tag}^{commit}`)
  git('push', '--quiet', '--force', 'origin', `${commit}:refs/tags/${major}`)
  console.log(`${major} is ${tag}, ${commit}.`)
}

function versionOf(name: string): Version | undefined {
  const [, major, minor, patch] = /^v(\d+)\.(\d+)\.(\d+)$/.exec(name) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2]
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
