import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from '@jest/globals'
import { bytes, read } from './read.ts'

/** The examples of this repository, or the folders `runbooks` on the branch `main` of the Git bundle `RUNBOOK_CORPUS`. */
const bundle = process.env['RUNBOOK_CORPUS'] ?? ''
const clone = bundle === '' ? undefined : mkdtempSync(join(tmpdir(), 'corpus-'))
if (clone !== undefined) execFileSync('git', ['clone', '--quiet', '--branch', 'main', bundle, clone])
const root = clone ?? fileURLToPath(new URL('../../examples', import.meta.url))

afterAll(() => {
  if (clone !== undefined) rmSync(clone, { recursive: true })
})

test('real runbooks have the names that a person sees, and their links lead to files', () => {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)runbooks\/.*\.md$/.test(path)
  )
  expect(paths.length).toBeGreaterThan(5)
  const dead: string[] = []
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8')
    const result = read(bytes(text), {}, path)
    expect({ path, result }).toEqual({
      path,
      result: expect.objectContaining({ name: visibleName(text) ?? expect.anything() })
    })
    if (result.kind !== 'runbook') continue
    for (const target of result.convert().targets) {
      if (!existsSync(join(root, target.path))) dead.push(`${path}:${target.line} ${target.path}`)
    }
  }
  expect(dead).toEqual([])
})

function visibleName(text: string): string | undefined {
  const title = /^---\n[^]*?^title: ["']?(.*?)["']?$/m.exec(text)?.[1]
  const heading = /^# (.*)$/m.exec(text)?.[1]
  return (title ?? heading)?.replace(/[`*]/g, '').replace(/ +/g, ' ')
}
