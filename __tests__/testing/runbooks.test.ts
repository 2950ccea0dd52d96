import { expect, test } from '@jest/globals'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../examples/runbooks/', import.meta.url))
const files = globSync('**/*.md', { cwd: FOLDER }).sort()

/** The text outside code. */
function proseOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
    .replace(/^ *```[^]*?^ *```$/gm, '')
    .replace(/`[^`]*`/g, (code) => code.slice(1, -1).replace(/[[\]()]/g, ''))
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): string[] {
  const headings = proseOf(file).matchAll(/^#{1,6} (.+)$|^(\S.*)\n(?:=+|-{2,})$/gm)
  const texts = Array.from(headings, ([, atx, setext]) => (atx ?? setext ?? '').toLowerCase())
  return texts.map((text) => text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'))
}

const links = files.flatMap((file) => {
  const prose = proseOf(file)
  const found = [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g), ...prose.matchAll(/^\[[^\]]+\]: (\S+)/gm)]
  return found.map(([, target = '']) => [file, target] as const).filter(([, target]) => !/^[a-z]+:/.test(target))
})

test.each(links)('the sample runbook %s links to %s', (file, target) => {
  const [path = '', anchor] = target.split('#').map(decodeURIComponent)
  const destination = path === '' ? file : relative(FOLDER, join(FOLDER, dirname(file), path))
  expect(statSync(join(FOLDER, destination)).isFile()).toBe(true)
  if (anchor !== undefined) expect(anchorsOf(destination)).toContain(anchor)
})
