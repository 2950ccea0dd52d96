import { glob, readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'

interface LockedPackage {
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly integrity?: string
  readonly resolved?: string
}

const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'allowScripts',
  Record<string, unknown>
>
const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const locked = Object.entries(packages).filter(([folder]) => folder !== '')
const documented = await readFile('docs/dependencies.md', 'utf8')
const licences = await readFile('dist/licenses.txt', 'utf8')

/** The packages that the bundle itself names, in the comments that ncc leaves before each module. */
async function bundled(): Promise<string[]> {
  const names = new Set<string>()
  for await (const file of glob('dist/*.js')) {
    const code = await readFile(file, 'utf8')
    for (const [, name = ''] of code.matchAll(/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//g)) names.add(name)
  }
  return [...names].sort()
}

function tableBelow(heading: string): string[] {
  const section = documented.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)`\s*\| \S/gm)].map(([, name = '']) => name)
}

describe('docs/dependencies.md', () => {
  test.each([
    ['In the bundle', manifest.dependencies],
    ['For development', manifest.devDependencies]
  ])('%s: says what each package is for, and names no other', (heading, declared) => {
    expect(tableBelow(heading)).toEqual(Object.keys(declared).sort())
  })
})

describe('the lock file', () => {
  test('lets nothing with an install script into what ships', () => {
    const scripted = locked.filter(([, { dev, hasInstallScript }]) => hasInstallScript === true && dev !== true)
    expect(scripted.map(([folder]) => folder)).toEqual([])
  })

  test('has a checksum for every package, and takes none from elsewhere than a registry', () => {
    const unpinned = locked.filter(
      ([, { integrity, resolved = '' }]) =>
        integrity?.startsWith('sha512-') !== true || /^(?:git|file)|\.git#/.test(resolved)
    )
    expect(unpinned.map(([folder]) => folder)).toEqual([])
  })
})

describe('dist/licenses.txt', () => {
  const named = new Set(
    [...licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+)(?: \d+\.\d+\.\d+)?$/gm)].map(([, name]) => name)
  )

  test('names every package in the bundle', async () => {
    const packagesOfBundle = await bundled()
    expect(packagesOfBundle).toContain('@actions/core')
    expect(packagesOfBundle.filter((name) => !named.has(name))).toEqual([])
  })

  test('names every dependency that ships', () => {
    expect(Object.keys(manifest.dependencies).filter((name) => !named.has(name))).toEqual([])
  })

  test('names nothing that is for development alone', () => {
    expect(Object.keys(manifest.devDependencies).filter((name) => named.has(name))).toEqual([])
  })
})
