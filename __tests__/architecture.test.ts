import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ESLint, Linter } from 'eslint'

// What docs/architecture.md says of src/, and no compiler checks.

const entries = readdirSync('src', { withFileTypes: true })
const modules = [...new Set(entries.map(({ name }) => name.replace(/\.ts$/, '')))]
const eslint = new ESLint()
const linter = new Linter()
const rules = new Map(await Promise.all(modules.map(async (module) => [module, await ruleOf(module)] as const)))

/** The imports that eslint.config.js forbids a folder or file of src/. */
async function ruleOf(module: string): Promise<Linter.RuleEntry> {
  const isFolder = entries.some(({ name }) => name === module)
  const config = (await eslint.calculateConfigForFile(`src/${module}${isFolder ? '/any' : ''}.ts`)) as Linter.Config
  return config.rules?.['no-restricted-imports'] ?? 'off'
}

function mayImport(from: string, to: string): boolean {
  const rule = rules.get(from) ?? 'off'
  const messages = [`import '../${to}/any.ts'`, `import './${to}.ts'`].flatMap((code) =>
    linter.verify(code, { rules: { 'no-restricted-imports': rule } })
  )
  return messages.length === 0
}

/** From the first module, which imports none of the others, to the last. */
const order = modules.toSorted((one, other) => (mayImport(other, one) ? -1 : 1))

test('of two modules of src/ the later one may import the earlier one, and not the other way round', () => {
  const pairs = order.flatMap((earlier, at) => order.slice(at + 1).map((later) => [earlier, later] as const))
  const wrong = pairs.filter(([earlier, later]) => mayImport(earlier, later) || !mayImport(later, earlier))
  expect(wrong).toEqual([])
})

test('the layers of eslint.config.js are the files and folders of src/', () => {
  const config = readFileSync('eslint.config.js', 'utf8')
  const [list = ''] = /(?<=LAYERS = \[).*?(?=\n\]\n)/s.exec(config) ?? []
  expect([...list.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual(order)
})

test('docs/architecture.md has the modules in this order, the last one first', () => {
  const [line = ''] = /(?<=^`).* → .*(?=`$)/m.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  expect(line.split(/ → |, /)).toEqual(order.toReversed().filter((module) => module !== 'index'))
})

test('no two exported things of src/ share a name', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const exported = files.flatMap((file) => {
    const text = readFileSync(join('src', file), 'utf8')
    return [...text.matchAll(/^export (?:abstract |async )*[a-z]+\*? (\w+)/gm)].map(([, name = '']) => ({ name, file }))
  })
  expect(exported.length).toBeGreaterThan(100)
  const shared = exported.filter(({ name }, at) => exported.findIndex((other) => other.name === name) !== at)
  expect(shared).toEqual([])
})

test.each(['src', 'service', 'testing'])('no files of %s/ import each other in a circle, not even types', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('node_modules')
  )
  expect(files.length).toBeGreaterThan(20)
  const left = new Map(
    files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const imported = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, to = '']) =>
        join(dirname(file), to)
      )
      return [file, imported.filter((to) => files.includes(to))] as const
    })
  )
  // What imports nothing that is left is in no circle.
  for (let before = Infinity; left.size < before;) {
    before = left.size
    for (const [file, imported] of left) if (!imported.some((to) => left.has(to))) left.delete(file)
  }
  expect([...left.keys()]).toEqual([])
})
