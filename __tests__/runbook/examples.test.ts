import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { bytes, read } from './read.ts'

const FOLDER = 'examples/runbooks'

test('the example runbooks have the names that a person sees, and their links lead to files', () => {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  expect(paths.length).toBeGreaterThan(5)
  for (const path of paths.map((name) => join(FOLDER, name))) {
    const text = readFileSync(path, 'utf8')
    const result = read(bytes(text), {}, path)
    if (result.kind !== 'runbook') throw new Error(`${path}: ${result.reason}`)
    expect({ path, name: result.name }).toEqual({ path, name: visibleName(text) ?? expect.anything() })
    expect(result.convert().targets.filter((target) => !existsSync(target.path))).toEqual([])
  }
})

function visibleName(text: string): string | undefined {
  const title = /^---\n[^]*?^title: ["']?(.*?)["']?$/m.exec(text)?.[1]
  const heading = /^# (.*)$/m.exec(text)?.[1]
  return (title ?? heading)?.replace(/[`*]/g, '').replace(/ +/g, ' ')
}
