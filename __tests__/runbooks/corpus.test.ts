import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from '@jest/globals'
import { convert } from '../../src/runbooks/convert.ts'
import { readRunbook } from '../../src/runbooks/read.ts'
import { bytes, STYLE } from './runbooks.ts'

/**
 * Runbooks that people wrote: the examples of this repository, or, where `RUNBOOK_CORPUS` is the path of a Git bundle with
 * a branch `main`, every file below a folder `runbooks` in there.
 */
const bundle = process.env['RUNBOOK_CORPUS'] ?? ''
const corpus = bundle === '' ? '' : mkdtempSync(join(tmpdir(), 'corpus-'))
if (bundle !== '') execFileSync('git', ['clone', '--quiet', '--branch', 'main', bundle, corpus])
const root = bundle === '' ? fileURLToPath(new URL('../..', import.meta.url)) : corpus

afterAll(() => {
  if (corpus !== '') rmSync(corpus, { recursive: true })
})

// Only this folder: a walk through node_modules would take longer than all tests.
const top = bundle === '' ? 'examples' : '.'
const runbooks = readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
  .map((path) => posix.join(top, path.replaceAll('\\', '/')))
  .filter((path) => /(?:^|\/)runbooks\/.*\.md$/.test(path))

describe('runbooks that people wrote', () => {
  test('are there', () => {
    expect(runbooks.length).toBeGreaterThan(5)
  })

  test('have the names that a person would give them', async () => {
    for (const path of runbooks) {
      const text = readFileSync(join(root, path), 'utf8')
      const reading = await readRunbook(path, bytes(text), STYLE)
      if (reading.kind === 'refused') throw new Error(`${path}: ${reading.problem.message}`)
      expect({ path, name: reading.name }).toEqual({ path, name: expect.stringMatching(/^[\p{L}\d]/u) })
      expect({ path, name: reading.name }).toEqual({ path, name: naiveName(text) ?? expect.anything() })
    }
  })

  test('link to nothing that is not there', async () => {
    const dead: string[] = []
    for (const path of runbooks) {
      const content = bytes(readFileSync(join(root, path), 'utf8'))
      if ((await readRunbook(path, content, STYLE)).kind !== 'named') continue
      const { targets } = await convert(path, content, STYLE)
      for (const target of targets)
        if (!existsSync(join(root, target.path))) dead.push(`${path}:${target.line} ${target.path}`)
    }
    expect(dead).toEqual([])
  })
})

/** What a person sees at first glance, where it is simple: the title in the front matter, or else the first heading. */
function naiveName(text: string): string | undefined {
  const title = /^---\n[^]*?^title: ["']?(.*?)["']?$/m.exec(text)?.[1]
  const heading = /^# (.*)$/m.exec(text)?.[1]
  return (title ?? heading)?.replace(/[`*]/g, '').replace(/ +/g, ' ')
}
