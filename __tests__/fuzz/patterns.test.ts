import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compilePatterns } from '../../src/changes/patterns.ts'
import { Failure } from '../../src/failures.ts'
import type { Choose } from '../../src/source/source.ts'
import { fuzz } from '../support/fuzz.ts'
import { hostilePath, hostileText, INVISIBLE } from '../support/hostile.ts'

const part = fc.oneof(
  fc.constantFrom('*', '**', '?', 'a', 'b', '*.md', '[ab]', '[!a]', '.a', 'docs'),
  fc.array(fc.constantFrom('*', '*a', '?', 'a', '[a-b]*'), { minLength: 1, maxLength: 60 }).map((all) => all.join(''))
)
const line = fc.oneof(
  hostileText,
  fc
    .tuple(fc.constantFrom('', '', '!'), fc.array(part, { minLength: 1, maxLength: 40 }))
    .map(([not, parts]) => not + parts.join('/'))
)
const lines = fc.array(line, { maxLength: 12 })
const path = fc.oneof(
  hostilePath,
  fc
    .array(fc.constantFrom('a', 'b', 'docs', 'a.md', '.a', 'aaaaaaaab'), { minLength: 1, maxLength: 30 })
    .map((names) => names.join('/'))
)

function compiled(patterns: readonly string[]): Choose | Failure {
  try {
    return compilePatterns(patterns)
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    return error as Failure
  }
}

describe('whatever is given as `files`', () => {
  test('it is taken, or refused in a message that is short, on one line, and shows nothing that cannot be seen', () => {
    fc.assert(
      fc.property(lines, (patterns) => {
        const choose = compiled(patterns)
        if (!(choose instanceof Failure)) return
        expect(choose.kind).toBe('input')
        expect(choose.message).toMatch(/^Input `files` /)
        expect(`${choose.message}${choose.remedy}`).not.toMatch(INVISIBLE)
        expect(`${choose.message}${choose.remedy}`).not.toContain('\n')
        expect(choose.message.length + choose.remedy.length).toBeLessThan(1000)
      }),
      fuzz(300)
    )
  })

  test('a path is chosen or not, the same each time, and each folder of one that is chosen is reached', () => {
    let chosen = 0
    fc.assert(
      fc.property(lines, fc.array(path, { maxLength: 8 }), (patterns, paths) => {
        const choose = compiled(patterns)
        if (choose instanceof Failure) return
        for (const each of paths) {
          const verdict = choose(each)
          expect(choose(each)).toBe(verdict)
          if (!verdict) continue
          chosen++
          const names = each.split('/')
          const folders = names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
          expect(folders.filter((folder) => choose.reaches?.(folder) === false)).toEqual([])
        }
      }),
      fuzz(200)
    )
    // Patterns that choose nothing would prove nothing.
    expect(chosen).toBeGreaterThan(10)
  })
})
