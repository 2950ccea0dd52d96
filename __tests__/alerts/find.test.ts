import { afterAll, describe, expect, jest, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRules } from '../../src/alerts/find.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rules-')))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

for (const path of [
  'rules/a.yml',
  'rules/b/c.YAML',
  'rules/b/d.json',
  'rules/folder.yml/notes.md',
  'rules/[x]/e.yml',
  'rules/notes.md',
  'rules/f.rules',
  'rules/g.yaml.j2',
  'rules/h.yml.erb',
  'rules/i.rules.md',
  'secret.yml'
]) {
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
  test.each<{ name: string; paths: string[]; found: string[] }>([
    {
      name: 'all YAML and JSON below a folder, through no symbolic link',
      paths: ['rules'],
      found: [
        'rules/[x]/e.yml: rules/[x]/e.yml',
        'rules/a.yml: rules/a.yml',
        'rules/b/c.YAML: rules/b/c.YAML',
        'rules/b/d.json: rules/b/d.json',
        'rules/f.rules: rules/f.rules',
        'rules/g.yaml.j2: rules/g.yaml.j2',
        'rules/h.yml.erb: rules/h.yml.erb',
        'rules/large.yml: too-large'
      ]
    },
    { name: 'the file behind a link that is named', paths: ['rules/again.yml'], found: ['rules/a.yml: rules/a.yml'] },
    {
      name: 'each file once, also behind a link that is named',
      paths: ['current', 'rules/b/d.json'],
      found: ['rules/b/c.YAML: rules/b/c.YAML', 'rules/b/d.json: rules/b/d.json']
    },
    { name: 'a file as it is named', paths: ['rules/i.rules.md'], found: ['rules/i.rules.md: rules/i.rules.md'] }
  ])('$name', async ({ paths, found }) => {
    expect(await find(...paths)).toEqual(found)
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
