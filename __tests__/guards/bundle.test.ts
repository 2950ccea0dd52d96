import { describe, expect, test } from '@jest/globals'
import { bundle, PACKAGES } from './bundle.ts'

const KIB = 1024

describe('the bundle', () => {
  const files = bundle()
  const size = (names: readonly string[]): number =>
    files.filter(({ name }) => names.includes(name)).reduce((sum, { code }) => sum + Buffer.byteLength(code), 0)

  test('every run compiles index.js, so it stays small', () => {
    // 240 KiB, all of it ours but for the parts of @actions/core that are used.
    expect(size(['index.js']) / KIB).toBeLessThan(270)
  })

  test('everything together stays within what a runner downloads unnoticed', () => {
    expect(size(files.map(({ name }) => name)) / KIB).toBeLessThan(2500)
  })

  test.each(Object.entries(PACKAGES))('%s is there once', (_, mark) => {
    const copies = files.reduce((sum, { code }) => sum + code.split(mark).length - 1, 0)
    expect(copies).toBe(1)
  })

  test.each([
    ['the service', 'node:sqlite'],
    ['the rehearsal', 'ghs_rehearsal'],
    ['the service’s libraries', 'HonoRequest'],
    ['octokit', 'class Octokit ']
  ])('%s is not in it', (_, mark) => {
    expect(files.filter(({ code }) => code.includes(mark)).map(({ name }) => name)).toEqual([])
  })
})
