import { glob, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const readme = await readFile('README.md', 'utf8')

/** What the sources of the Action can print: all their text, with strings that are broken over lines joined. */
const sources: string[] = []
for await (const name of glob('src/**/*.ts')) {
  if (/^src\/(?:service|rehearsal)\//.test(name)) continue
  const text = await readFile(name, 'utf8')
  sources.push(text.replace(/(['"`]) \+\s*(['"`])/g, '').replace(/\\(['"`])/g, '$1'))
}

const section = /^## Troubleshooting\n(.*?)^## /ms.exec(readme)?.[1] ?? ''
const messages = [...section.matchAll(/^\| (`.*?`(?:, `.*?`)*) +\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(.*?)`/g)].map(([, message = '']) => message)
)

describe('a message that the README explains is one that the Action can print', () => {
  test('there are messages', () => {
    expect(messages.length).toBeGreaterThan(20)
  })

  test.each(messages)('%s', (message) => {
    const quoted = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    // A status may stand for a variable; what is left out is an expression of no more than a line or two.
    const parts = message.split('…').map((part) => quoted(part).replace(/\d{3}/, '(?:$&|\\$\\{status\\})'))
    const pattern = new RegExp(parts.join('[^]{0,160}?'))
    expect(sources.filter((source) => pattern.test(source))).not.toEqual([])
  })
})

const documents: string[] = []
for await (const name of glob(['*.md', 'docs/**/*.md'])) documents.push(name)

test.each(documents)('every relative link of %s leads somewhere', async (name) => {
  const text = (await readFile(name, 'utf8')).replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(([, a, b]) => a ?? b ?? '')
  for (const target of targets.filter((each) => !/^[a-z]+:/.test(each))) {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? name : normalize(join(dirname(name), path))
    const content = await readFile(file).catch(() => undefined)
    expect({ target, found: content !== undefined || (await isFolder(file)) }).toEqual({ target, found: true })
    if (anchor !== undefined && content !== undefined) expect(anchorsOf(content.toString('utf8'))).toContain(anchor)
  }
})

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
  )
}
