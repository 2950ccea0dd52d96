import { afterAll, expect, test } from '@jest/globals'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Project } from '../../testing/project.ts'
import { pathOf, runbook } from '../support/handbook.ts'
import { reportOf, reported, sentNames } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// One file of each kind in one run; `__tests__/runbook` has more of each.

function fm(yaml: string, body = 'Text.\n'): string {
  return `---\n${yaml}\n---\n${body}`
}

const SKIPPED: readonly { kind: string; path?: string; file: string; reason: RegExp; warns: boolean }[] = [
  { kind: 'an empty file', file: '', reason: /no text/, warns: true },
  { kind: 'an index page', path: 'docs/runbooks/README.md', file: '', reason: /index page/, warns: false },
  { kind: 'a draft', file: fm('title: A draft\ndraft: true'), reason: /draft: true/, warns: false }
]

/** Without `text`, the file as it is. */
const SENT: readonly { kind: string; file: string; name: string; text?: string }[] = [
  { kind: 'a byte order mark', file: `\ufeff${fm('title: Bom and more')}`, name: 'Bom and more', text: 'Text.' },
  { kind: 'U+FFFD that its author wrote', file: '# Replacement \ufffd\n', name: 'Replacement \ufffd' },
  { kind: 'exactly the size cap', file: `# Cap\n${'x'.repeat(1_048_576 - 6)}`, name: 'Cap' },
  { kind: 'an expression', file: '# Expression\n\n${{ secrets.RUNBOOK_SYNC_TOKEN }} $(id)\n', name: 'Expression' },
  {
    kind: 'commands',
    file: '# Commands\n\n::add-mask::pwned\n  ::stop-commands::pwned\n##[add-mask]pwned\n',
    name: 'Commands'
  },
  { kind: 'escape sequences', file: '# Escapes\n\n\u001b[31mpwned\u001b[0m\u2028\u202epwned\n', name: 'Escapes' },
  {
    kind: 'a source line',
    file: '# Line\n\nSource: [x](https://a.example) (version 0123456789ab of 0123456789ab)\n',
    name: 'Line'
  },
  {
    kind: 'a link',
    file: '# Link\n\n[a](<a b.md> "t")\n',
    name: 'Link',
    text: '# Link\n\n[a](<BLOB/docs/runbooks/a%20b.md> "t")'
  }
]

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij')
  .map((key, at) => `${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[at] ?? ''}`).join(',')}]`)
  .join('\n')}`
const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 1\n`

interface Refused {
  readonly kind: string
  readonly file: string | Buffer
  readonly reason: RegExp
  readonly hint: RegExp
  readonly line: number | null
}
const REFUSED: readonly Refused[] = [
  {
    kind: 'UTF-16',
    file: Buffer.from('\ufeff# Wide\n', 'utf16le'),
    reason: /UTF-16/,
    hint: /Save it as UTF-8/,
    line: 1
  },
  {
    kind: 'one byte too many',
    file: `# Over\n${'x'.repeat(1_048_570)}`,
    reason: /1048577 bytes; 1048576 are allowed/,
    hint: /./,
    line: null
  },
  { kind: 'an LFS pointer', file: LFS, reason: /Git LFS/, hint: /lfs: true/, line: null },
  { kind: 'an alias bomb', file: fm(`${BOMB}\ntitle: Bomb`), reason: /repeated too often/, hint: /quotes/, line: 3 },
  {
    kind: 'a function',
    file: fm('title: !!js/function "function () { process.exit(7) }"'),
    reason: /YAML/,
    hint: /tag/,
    line: 2
  },
  {
    kind: 'a command in its error',
    file: fm('x: 1\n"::error::pwned": 1\n"::error::pwned": 2'),
    reason: /YAML/,
    hint: /Keep one/,
    line: 4
  }
]

const project = await Project.create()
const skippedFiles = SKIPPED.map(({ kind, path = pathOf(kind), file }) => [path, file] as const)
const otherFiles = [...SENT, ...REFUSED].map(({ kind, file }) => [pathOf(kind), file] as const)
const job = await project.push({ ...Object.fromEntries([...skippedFiles, ...otherFiles]), [pathOf('A b')]: 'A.\n' })
const names = sentNames(project)

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

test('the run over all of them is red, sends nothing of what it refuses, and prints no body', () => {
  expectSafe(job, project.token)
  expect(job.exitCode).toBe(1)
  expect(names.toSorted()).toEqual([...SENT.map(({ name }) => name), 'a-b'].sort())
  const replaced = [...project.entries()].filter(([name, content]) => `${name}${content}`.includes('\ufffd'))
  expect(replaced.map(([name]) => name)).toEqual(['Replacement \ufffd'])
  expect(job.stdout.replace(/^::add-mask::.*$/gm, '')).not.toMatch(/pwned|secrets\.|\$\(id\)/)
  expect(job.masks.join()).not.toContain('pwned')
})

test.each(SENT)('a file with $kind is sent', ({ kind, file, name, text = file }) => {
  expect(reported(job, pathOf(kind))).toMatchObject({ outcome: 'upserted', name, line: null })
  const [, ...lines] = project.entries().get(name)?.split('\n') ?? []
  const expected = text.replace('BLOB', `${project.github.repositoryUrl}/blob/main`)
  // The text is sent byte for byte; only the blanks around it may differ.
  expect(lines.join('\n').trim()).toBe(expected.replace(/^\ufeff/, '').trim())
})

test.each(SKIPPED)('$kind is skipped', ({ kind, path = pathOf(kind), reason, warns }) => {
  expect(reported(job, path)).toMatchObject({ outcome: 'skipped', attempts: 0, reason: expect.stringMatching(reason) })
  const warnings = reportOf(job).notices.filter((notice) => notice.level === 'warning' && notice.path === path)
  expect(warnings).toHaveLength(warns ? 1 : 0)
})

test.each(REFUSED)('a file with $kind is refused', ({ kind, reason, hint, line }) => {
  expect(reported(job, pathOf(kind))).toMatchObject({
    outcome: 'refused',
    attempts: 0,
    reason: expect.stringMatching(reason),
    hint: expect.stringMatching(hint),
    line
  })
})

test('a file of 1 TB on the disk is refused by its size, before it is read', async () => {
  await using other = await Project.create()
  const [huge, small] = [pathOf('Huge'), pathOf('Small')]
  await other.commit({ [small]: runbook('Small') })
  const event = await other.pushed()
  const workspace = join(other.folder, 'disk')
  await mkdir(join(workspace, 'docs/runbooks'), { recursive: true })
  const file = await open(join(workspace, huge), 'w')
  await file.truncate(2 ** 40)
  await file.close()
  await writeFile(join(workspace, small), runbook('Small'))
  const disk = await other.run({ event, workspace })
  expectSafe(disk, other.token)
  expect(reported(disk, huge)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('1099511627776 bytes')
  })
  expect(reported(disk, small).outcome).toBe('upserted')
})

test('a missing link target has one warning at its line, although the text is compared and sent', async () => {
  await using other = await Project.create()
  other.paste('L', 'By hand.\n')
  const text = '---\na: 1\n---\n# L\n\n[a](l.md) [b](../no.md#x)\n\n![c](../../README.md)\n'
  const { notices } = reportOf(await other.push({ [pathOf('L')]: text }))
  const missing = notices.filter(({ message }) => message.includes('link target'))
  expect(missing).toMatchObject([
    { level: 'warning', path: 'docs/runbooks/l.md', line: 6, message: expect.stringMatching(/ docs\/no\.md /) },
    { level: 'warning', path: 'docs/runbooks/l.md', line: 8, message: expect.stringMatching(/ README\.md /) }
  ])
})
