import { afterAll, expect, test } from '@jest/globals'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textSent } from '../../testing/expected-entries.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { reported, sentNames } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// One file of each kind in one run; `__tests__/runbook` has more of each.

const FOLDER = 'docs/runbooks'
const BLOB = 'https://github.com/harbour/handbook/blob/main/docs/runbooks'

function fm(yaml: string, body = 'Text.\n'): string {
  return `---\n${yaml}\n---\n${body}`
}

const SKIPPED: readonly (readonly [kind: string, file: string, reason: RegExp, warns: boolean])[] = [
  ['an empty file', '', /no text/, true],
  ['an index page', '', /index page/, false],
  ['a draft', fm('title: A draft\ndraft: true'), /draft: true/, false]
]

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij')
  .map((key, at) => `${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[at] ?? ''}`).join(',')}]`)
  .join('\n')}`

/** Without a text, the file as it is. */
const SENT: readonly (readonly [kind: string, file: string, name: string, text?: string])[] = [
  ['a byte order mark', `\ufeff${fm('title: Bom and more')}`, 'Bom and more', 'Text.\n'],
  ['U+FFFD that its author wrote', '# Replacement \ufffd\n', 'Replacement \ufffd'],
  ['exactly the size cap', `# Cap\n${'x'.repeat(1_048_576 - 6)}`, 'Cap'],
  ['an expression', '# Expression\n\n${{ secrets.RUNBOOK_SYNC_TOKEN }} ${{ github.token }}\n', 'Expression'],
  ['commands', '# Commands\n\n::add-mask::pwned\n  ::stop-commands::pwned\n##[add-mask]pwned\n', 'Commands'],
  ['escape sequences', '# Escapes\n\n\u001b[31mpwned\u001b[0m\u2028\u202epwned\n', 'Escapes'],
  ['a link', '# Link\n\n[a](<a b.md> "t")\n', 'Link', `# Link\n\n[a](<${BLOB}/a%20b.md> "t")\n`]
]

const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 1\n`
type Refused = readonly [kind: string, file: string | Buffer, reason: RegExp, hint: RegExp, line: number | null]

const REFUSED: readonly Refused[] = [
  ['UTF-16', Buffer.from('\ufeff# Wide\n', 'utf16le'), /UTF-16/, /Save it as UTF-8/, 1],
  ['one byte too many', `# Over\n${'x'.repeat(1_048_570)}`, /1048577 bytes; 1048576 are allowed/, /max-bytes/, null],
  ['an LFS pointer', LFS, /Git LFS/, /lfs: true/, null],
  ['an alias bomb', fm(`${BOMB}\ntitle: Bomb`), /repeated too often/, /quotes/, 3],
  ['a function', fm('title: !!js/function "function () { process.exit(7) }"'), /YAML/, /tag/, 2],
  ['a command in its error', fm('x: 1\n"::error::pwned": 1\n"::error::pwned": 2'), /YAML/, /Keep one/, 4]
]

const pathOf = (kind: string): string => `${FOLDER}/${kind === 'an index page' ? 'README' : kind}.md`
const environment = await TestEnvironment.with({
  ...Object.fromEntries([...SKIPPED, ...SENT, ...REFUSED].map(([kind, file]) => [pathOf(kind), file])),
  [`${FOLDER}/a.md`]: 'A.\n'
})
const job = await environment.run()

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

test('the run over all of them is red, sends nothing of what it refuses, and prints no body', () => {
  expectSafe(job, environment.token)
  expect(job.exitCode).toBe(1)
  const names = sentNames(environment)
  expect(new Set(names)).toEqual(new Set([...SENT.map(([, , name]) => name), 'a']))
  const replaced = [...environment.entries()].filter(([name, content]) => `${name}${content}`.includes('\ufffd'))
  expect(replaced.map(([name]) => name)).toEqual(['Replacement \ufffd'])
  expect(job.stdout.replace(/^::add-mask::.*$/gm, '')).not.toMatch(/pwned|secrets\.|rm -rf|onerror/)
  expect(job.masks.join()).not.toContain('pwned')
})

test.each(SENT)('a file with %s is sent', (kind, file, name, text = file) => {
  expect(reported(job, pathOf(kind))).toMatchObject({ outcome: 'upserted', name, line: null })
  const sent = textSent(name, environment.entries().get(name) ?? '')
  expect(sent?.replaceAll(environment.github.url, 'https://github.com')).toBe(`${text.trimEnd()}\n`)
})

test.each(SKIPPED)('%s is skipped', (kind, _, reason, warns) => {
  const skipped = { outcome: 'skipped', attempts: 0, reason: expect.stringMatching(reason) }
  expect(reported(job, pathOf(kind))).toMatchObject(skipped)
  const warnings = job.commands.filter(
    ({ name, properties }) => name === 'warning' && properties['file'] === pathOf(kind)
  )
  expect(warnings).toHaveLength(warns ? 1 : 0)
})

test.each(REFUSED)('a file with %s is refused', (kind, _, reason, hint, line) => {
  const refused = { outcome: 'refused', attempts: 0, reason: expect.stringMatching(reason), line }
  expect(reported(job, pathOf(kind))).toMatchObject({ ...refused, hint: expect.stringMatching(hint) })
})

test('a file of 1 TB on the disk is refused by its size, before it is read', async () => {
  const workspace = join(environment.folder, 'disk')
  await mkdir(join(workspace, FOLDER), { recursive: true })
  const file = await open(join(workspace, FOLDER, 'huge.md'), 'w')
  await file.truncate(2 ** 40)
  await file.close()
  await writeFile(join(workspace, FOLDER, 'small.md'), '# Small\n')
  const disk = await environment.run({}, { workspace })
  expectSafe(disk, environment.token)
  const reason = expect.stringContaining('1099511627776 bytes')
  expect(reported(disk, `${FOLDER}/huge.md`)).toMatchObject({ outcome: 'refused', reason })
  expect(reported(disk, `${FOLDER}/small.md`)).toMatchObject({ outcome: 'upserted' })
})

test('a missing link target has one warning at its line, although the text is compared and sent', async () => {
  const text = '---\na: 1\n---\n# L\n\n[a](l.md) [b](../no.md#x)\n\n![c](../../README.md)\n'
  await using other = await TestEnvironment.with({ [`${FOLDER}/l.md`]: text })
  await other.write('L', 'By hand.\n')
  const warnings = (await other.run()).annotations.map(({ message }) => message.replace(/ does not exist.*/, ''))
  expect(warnings.filter((warning) => warning.includes('link target'))).toEqual([
    'docs/runbooks/l.md:6: The link target docs/no.md',
    'docs/runbooks/l.md:8: The link target README.md'
  ])
})
