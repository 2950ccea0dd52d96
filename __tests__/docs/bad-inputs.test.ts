import { describe, expect, test } from '@jest/globals'
import { readFileSync, readdirSync } from 'node:fs'

interface Row {
  readonly title: string
  readonly cells: readonly string[]
}

const page = readFileSync('docs/bad-inputs.md', 'utf8')

const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:what comes in|-+) *\|/.test(line))
  .map((line) => {
    const cells = line
      .replace(/^\| | \|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll('\\|', '|').trim())
    return { title: cells[0] ?? '', cells }
  })

/** A code span, in two backticks where there is one inside. */
const CODE = /``(.+?)``|`([^`]+)`/

/** A link to a file of tests and their names after it; and what else stands in the cell. */
function referencesIn(cell: string): { references: readonly { file: string; name: string }[]; rest: string } {
  const names = `((?:${CODE.source})(?:, (?:${CODE.source}))*)`
  const reference = new RegExp(`\\[([\\w/-]+)\\]\\(\\.\\./(__tests__/\\1\\.test\\.ts)\\) ${names}`, 'g')
  const references = [...cell.matchAll(reference)].flatMap(([, , file = '', listed = '']) =>
    [...listed.matchAll(new RegExp(CODE, 'g'))].map(([, two, one]) => ({ file, name: two ?? one ?? '' }))
  )
  return { references, rest: cell.replaceAll(reference, '').replaceAll('<br>', '').trim() }
}

/** Where a name stands in a test's source: as the title of one, at the start of a table's row, or as the key of a case. */
function isNamed(source: string, name: string): boolean {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const title = new RegExp(`(?:\\btest\\(|\\)\\(|\\[|,|^)\\s*(['"\`])${escaped}\\1\\s*[,:\\]]`, 'm')
  const key = new RegExp(`^\\s*${escaped}: ['"\`]`, 'm')
  return title.test(source) || key.test(source)
}

describe('docs/bad-inputs.md', () => {
  test('has rows, and no heading without one', () => {
    expect(rows.length).toBeGreaterThan(60)
    for (const section of page.split(/^## /m).slice(1)) expect(section).toMatch(/^\| `?.+ \|$/m)
  })

  test.each(rows)('$title', ({ cells }) => {
    expect(cells).toHaveLength(3)
    for (const cell of cells) expect(cell).not.toBe('')
    const { references, rest } = referencesIn(cells[2] ?? '')
    expect(rest).toBe('')
    const missing = references.filter(({ file, name }) => !isNamed(readFileSync(file, 'utf8'), name))
    expect(missing).toEqual([])
    expect(references.length).toBeGreaterThan(0)
  })

  test('names every file that judges the bundle by what holds for every run', () => {
    for (const file of readdirSync('__tests__/action').filter((name) => name.endsWith('.test.ts'))) {
      if (!readFileSync(`__tests__/action/${file}`, 'utf8').includes("from './safe.ts'")) continue
      expect(page).toContain(`__tests__/action/${file}`)
    }
  })

  test('would not pass with a test that is not there', () => {
    const source = readFileSync('__tests__/action/inputs.test.ts', 'utf8')
    expect(isNamed(source, 'an inner CR')).toBe(true)
    expect(isNamed(source, 'an inner')).toBe(false)
    expect(isNamed(source, 'the secret is missing')).toBe(false)
  })
})
