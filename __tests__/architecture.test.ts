import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'

// What contributing/architecture.md says of src/, and no compiler checks.

const [list = ''] = /(?<=LAYERS = \[).*?(?=\n\]\n)/s.exec(readFileSync('eslint.config.js', 'utf8')) ?? []
/** From the first module, which imports none of the others, to the last. */
const order = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)

function filesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
}

/** The relative imports of a file, as paths from the folder. */
function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  return [...text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)].map(([, to = '']) => join(dirname(file), to))
}

test('the layers of eslint.config.js are the files and folders of src/', () => {
  expect(new Set(order)).toEqual(new Set(readdirSync('src').map((name) => name.replace(/\.ts$/, ''))))
})

test('contributing/architecture.md has the modules in this order, the last one first', () => {
  const [line = ''] = /(?<=^`).* → .*(?=`$)/m.exec(readFileSync('contributing/architecture.md', 'utf8')) ?? []
  expect(line.split(/ → |, /)).toEqual(order.toReversed().filter((module) => module !== 'index'))
})

test('no two exported things of src/ share a name', () => {
  const exported = filesOf('src').flatMap((file) => {
    const text = readFileSync(join('src', file), 'utf8')
    return [...text.matchAll(/^export (?:abstract |async )*[a-z]+\*? (\w+)/gm)].map(([, name = '']) => ({ name, file }))
  })
  expect(exported.length).toBeGreaterThan(100)
  const shared = exported.filter(({ name }, at) => exported.findIndex((other) => other.name === name) !== at)
  expect(shared).toEqual([])
})

test.each(['src', 'service', 'testing'])('no files of %s/ import each other in a circle, not even types', (folder) => {
  const files = filesOf(folder)
  expect(files.length).toBeGreaterThan(10)
  const left = new Map(files.map((file) => [file, importsOf(folder, file).filter((to) => files.includes(to))] as const))
  // What imports nothing that is left is in no circle.
  for (let before = Infinity; left.size < before;) {
    before = left.size
    for (const [file, imported] of left) if (!imported.some((to) => left.has(to))) left.delete(file)
  }
  expect([...left.keys()]).toEqual([])
})
