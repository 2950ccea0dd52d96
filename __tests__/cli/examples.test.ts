import { expect, test } from '@jest/globals'
import { glob, readFile, stat } from 'node:fs/promises'
import { parse } from 'yaml'
import { readCommand } from '../../src/cli/command-line.ts'

/** An alias, or what npm has; not what a pipe does. */
const PROGRAM = /^(?: *- )?(?:npx --yes )?runbook-sync(?:@\d+)? ([^|\n]+)/gm

/** The arguments of each command line in a text, as a shell would pass them. */
function commandsIn(text: string): string[][] {
  return Array.from(text.matchAll(PROGRAM), ([, line = '']) =>
    line
      .trim()
      .split(' ')
      .map((word) => word.replace(/['"]/g, ''))
  )
}

test('the command lines of documents and examples are valid', async () => {
  const commands: string[][] = []
  for await (const name of glob(['README.md', 'docs/*.md', 'examples/gitlab-ci.yml'])) {
    commands.push(...commandsIn(await readFile(name, 'utf8')))
  }
  expect(commands.length).toBeGreaterThan(4)
  for (const command of commands) expect(readCommand(command, {})).toBeDefined()
})

test('the hook for pre-commit is a program, and its command line is valid', async () => {
  const hooks = parse(await readFile('.pre-commit-hooks.yaml', 'utf8')) as {
    id: string
    entry: string
    language: string
  }[]
  expect(hooks).toMatchObject([{ id: 'runbook-sync-plan', language: 'script', pass_filenames: false }])
  const [program = '', ...line] = hooks[0]?.entry.split(' ') ?? []
  expect(readCommand(line, {})?.has('staged')).toBe(true)
  const { mode } = await stat(program)
  expect(mode & 0o111).toBe(0o111)
})

test('the jobs for GitLab have no token in them, and keep what a sync replaces', async () => {
  const text = await readFile('examples/gitlab-ci.yml', 'utf8')
  const { 'runbooks-sync': sync } = parse(text) as { 'runbooks-sync': { artifacts: unknown; resource_group: string } }
  expect(sync).toMatchObject({
    resource_group: 'knowledge-base',
    artifacts: { when: 'always', paths: ['overwritten/'] }
  })
  expect(text).not.toMatch(/^[^#]*TOKEN/m)
})
