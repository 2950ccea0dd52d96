import { describe, expect, test } from '@jest/globals'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../examples/runbooks/', import.meta.url))
const files = globSync('**/*.md', { cwd: FOLDER }).sort()

function textOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}

/** Outside code, which may hold anything. */
function proseOf(file: string): string {
  return textOf(file)
    .replace(/^ *```[^]*?^ *```$/gm, '')
    .replace(/`[^`]*`/g, (code) => code.slice(1, -1).replace(/[[\]()]/g, ''))
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): string[] {
  const headings = proseOf(file).matchAll(/^#{1,6} (.+)$|^(\S.*)\n(?:=+|-{2,})$/gm)
  return Array.from(headings, ([, atx, setext]) =>
    (atx ?? setext ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
  )
}

const links = files.flatMap((file) => {
  const prose = proseOf(file)
  const found = [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g), ...prose.matchAll(/^\[[^\]]+\]: (\S+)/gm)]
  return found.map(([, target = '']) => [file, target] as const).filter(([, target]) => !/^[a-z]+:/.test(target))
})

describe('the sample runbooks', () => {
  test('are more than a dozen, with links among them', () => {
    expect(files.length).toBeGreaterThan(12)
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(([, target]) => target.includes('#')).length).toBeGreaterThan(10)
  })

  test.each(links)('%s links to %s', (file, target) => {
    const [path = '', anchor] = target.split('#').map(decodeURIComponent)
    const destination = path === '' ? file : relative(FOLDER, join(FOLDER, dirname(file), path))
    expect(statSync(join(FOLDER, destination)).isFile()).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(destination)).toContain(anchor)
  })

  test.each([
    ['front matter', /^---\ntitle: /, 11],
    ['no front matter', /^# /, 2],
    ['a setext title', /^=+$/m, 1],
    ['a table', /^\| --- \|/m, 8],
    ['an image', /!\[.+\]\(.+\.svg\)/, 2],
    ['a reference link', /^\[.+\]: /m, 1],
    ['a fence', /^```sh$/m, 9]
  ])('have %s', (_, pattern, least) => {
    expect(files.filter((file) => pattern.test(textOf(file))).length).toBeGreaterThanOrEqual(least)
  })
})
