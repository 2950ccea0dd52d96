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

// npm runs on the machine's Node, everything else on Node 24 of the package `node`. A warning is no error, but of many nobody reads any.
test('only known packages make `npm ci` warn on Node 20, and all of them run on Node 24', () => {
  const known = /^node_modules\/(?:@secretlint\/.*|commander|concurrently|p-queue|p-retry|undici)$/
  const problems = Object.entries(packages).flatMap(([path, { engines, optional = false }]) => {
    const needed = engines?.node ?? '*'
    const isFine = optional || subset(known.test(path) ? '^24.0.0' : '^20.20.0', needed)
    return isFine ? [] : [`${path} needs Node ${needed}`]
  })
  expect(problems).toEqual([])
})

// A version whose parts were not all published makes a lock file with which `npm ci` fails on other systems.
test('the lock file has the packages of all systems', () => {
  const needed = new Set(
    Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  )
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  expect([...needed.difference(locked)]).toEqual([])
})
