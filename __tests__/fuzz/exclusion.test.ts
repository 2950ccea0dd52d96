import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compilePatterns, exclusionOf } from '../../src/changes/patterns.ts'
import { forLog } from '../../src/report/inert.ts'
import { fuzz } from '../support/fuzz.ts'

/** What Git takes for a part of a path, from pieces that mean something in a pattern, a log or a line of `files`. */
const name = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...Array.from('ab.-_ \\|*?[]{},()!@+^~#:$é障😀\u00a0\u3000')) },
      { weight: 10, arbitrary: fc.constantFrom('..', '**', '::', '##[', '\\|', '{a,b}', '+(', '[:alpha:]', '${{') },
      { weight: 1, arbitrary: fc.constantFrom('`', '\n', '\t', '\u200b', '\u202e') }
    ),
    { minLength: 1, maxLength: 8 }
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => text !== '.' && text !== '..')
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))

test('whatever the path, the line compiles, excludes it and nothing near it, and is shown as it is', () => {
  let given = 0
  fc.assert(
    fc.property(path, fc.nat(), fc.constantFrom('', 'a', '.', '\\', ' '), (each, at, other) => {
      const line = exclusionOf(each)
      if (line === undefined) {
        expect(each).toMatch(/[`\n\t\u200b\u202e]/)
        return
      }
      given++
      const choose = compilePatterns(['**/*', line])
      expect(choose(each)).toBe(false)
      const characters = Array.from(each)
      const near = characters.with(at % characters.length, other).join('')
      if (near !== each && compilePatterns(['**/*'])(near)) expect(choose(near)).toBe(true)
      expect(forLog(line)).toBe(line)
    }),
    fuzz(2000)
  )
  expect(given).toBeGreaterThan(500)
})
