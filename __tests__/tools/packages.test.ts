import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { subset } from 'semver'

interface Package {
  readonly engines?: { readonly node?: string }
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Package>>
}

// npm runs on the machine's Node, everything else on Node 24 of the package `node`.
test('no package but those that find credentials makes `npm ci` warn on Node 20, which is no error', () => {
  const warnings = Object.entries(packages).flatMap(([path, { engines, optional = false }]) => {
    const needed = engines?.node ?? '*'
    const isKnown = optional || path.startsWith('node_modules/@secretlint/')
    return isKnown || subset('^20.20.0', needed) ? [] : [`${path} needs Node ${needed}`]
  })
  expect(warnings).toEqual([])
})

// A version whose parts were not all published makes a lock file with which `npm ci` fails on other systems.
test('the lock file has the packages of all systems', () => {
  const needed = new Set(
    Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  )
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  expect([...needed.difference(locked)]).toEqual([])
})
