import { glob, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from '@jest/globals'

const documents = new Map<string, string>()
for await (const path of glob(['*.md', '{docs,contributing}/*.md', 'examples/README.md', 'service/*.md'])) {
  documents.set(path.replaceAll('\\', '/'), await readFile(path, 'utf8'))
}

/** What is neither a block nor a span of code. */
function proseOf(text: string): string {
  return text.replace(/^(`{3,}).*?^\1$/gms, '').replace(/`[^`\n]+`/g, '')
}

/** The fragments that GitHub gives to the headings of a document. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replace(/^(`{3,}).*?^\1$/gms, '').matchAll(/^#+ (.+)$/gm)
  const plain = Array.from(headings, ([, heading = '']) => heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, ''))
  return new Set(plain.map((heading) => heading.replaceAll(' ', '-')))
}

/** Relative destinations of links and pictures, as they are written. */
function linksOf(text: string): string[] {
  const found = proseOf(text).matchAll(/\]\(([^()\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)
  return Array.from(found, ([, link, address]) => link ?? address ?? '').filter((to) => !/^[a-z]+:/.test(to))
}

/** Why a link leads nowhere; undefined if it leads somewhere. */
function problemOf(path: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : posix.join(posix.dirname(path), file)
  if (!existsSync(target)) return `${path}: there is no ${target}`
  const text = documents.get(target)
  if (anchor === undefined || text === undefined || anchorsOf(text).has(anchor)) return undefined
  return `${path}: ${target} has no heading #${anchor}`
}

test.each([...documents.keys()])('the links of %s lead to files and headings that are there', (path) => {
  const links = linksOf(documents.get(path) ?? '')
  if (path === 'README.md') expect(links.length).toBeGreaterThan(10)
  expect(links.flatMap((link) => problemOf(path, link) ?? [])).toEqual([])
})

test('addresses in the messages of src/ lead to documents and headings that are there', async () => {
  const found: string[] = []
  for await (const path of glob('src/**/*.ts')) {
    const addresses = (await readFile(path, 'utf8')).matchAll(/runbook-sync\/blob\/main\/([\w./-]+(?:#[\w-]+)?)/g)
    found.push(...Array.from(addresses, ([, link = '']) => link))
  }
  expect(found.length).toBeGreaterThan(1)
  expect(found.flatMap((link) => problemOf('README.md', link) ?? [])).toEqual([])
})

// A commit in a file of its own repository is always an older one.
test('documents, examples and the workflows use the Action and the command line by the major version of package.json', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string }
  const [major = ''] = version.split('.')
  const texts = [...documents.values()]
  for await (const path of glob(['examples/*.yml', '.github/**/*.yml'])) texts.push(await readFile(path, 'utf8'))
  const use = /runbook-sync\/runbook-sync@(\S+)|npx (?:--yes )?runbook-sync@(\d+)/g
  const found = texts.flatMap((text) => [...text.matchAll(use)])
  expect(new Set(found.map(([, tag, release]) => tag ?? `v${release ?? ''}`))).toEqual(new Set([`v${major}`]))
})
