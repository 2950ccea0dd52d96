import { afterAll, describe, expect, jest, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRules } from '../../src/alerts/find.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rules-')))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const FILES = 'a.yml b/c.YAML b/d.json folder.yml/notes.md [x]/e.yml notes.md f.rules g.yaml.j2 h.yml.erb i.rules.md'
for (const path of [...FILES.split(' ').map((name) => `rules/${name}`), 'secret.yml']) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), path)
}
writeFileSync(join(folder, 'rules/large.yml'), 'x'.repeat(2 ** 24 + 1))
symlinkSync(join(folder, 'secret.yml'), join(folder, 'rules/link.yml'))
symlinkSync(join(folder, 'rules/a.yml'), join(folder, 'rules/again.yml'))
symlinkSync(folder, join(folder, 'rules/loop'))
symlinkSync(join(folder, 'rules/b'), join(folder, 'current'))

/** `path: content` of each file. */
async function find(...paths: string[]): Promise<string[]> {
  const found: string[] = []
  const places = paths.map((path) => join(folder, path))
  for await (const { path, content } of findRules(places, folder)) {
    found.push(`${path}: ${content.kind === 'too-large' ? content.kind : content.bytes.toString()}`)
  }
  return found
}

describe('the rules are', () => {
  test.each<{ name: string; paths: string[]; found: string }>([
    {
      name: 'all YAML and JSON below a folder, through no symbolic link',
      paths: ['rules'],
      found: '[x]/e.yml a.yml b/c.YAML b/d.json f.rules g.yaml.j2 h.yml.erb large.yml'
    },
    { name: 'the file behind a link that is named', paths: ['rules/again.yml'], found: 'a.yml' },
    { name: 'each file once', paths: ['current', 'rules/b/d.json'], found: 'b/c.YAML b/d.json' },
    { name: 'a file as it is named', paths: ['rules/i.rules.md'], found: 'i.rules.md' }
  ])('$name', async ({ paths, found }) => {
    const files = found.split(' ').map((name) => `rules/${name}`)
    const contents = files.map((path) => `${path}: ${path.endsWith('large.yml') ? 'too-large' : path}`)
    expect(await find(...paths)).toEqual(contents)
  })

  test('found without a word on standard output, which has the JSON', async () => {
    const write = jest.spyOn(process.stdout, 'write')
    await find('rules')
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  test('refused if a path does not exist', async () => {
    const message = /^The rules in .*\/gone cannot be read: there is no such file or folder\./
    await expect(find('gone')).rejects.toThrow(message)
  })
})
