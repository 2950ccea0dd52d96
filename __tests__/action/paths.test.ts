import { afterAll, describe, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tree } from '../../testing/github/commit.ts'
import { sourceOf } from '../../service/provenance.ts'
import { textOf } from '../../testing/expected-entries.ts'
import { Project } from '../../testing/project.ts'
import { deliveredProject } from '../support/handbook.ts'
import { outcomesOf, reportOf, reported, sentNames } from '../support/report.ts'
import { ACTIVE, expectSafe, runSafely } from '../support/safe.ts'

/** The data of each command that a name tries to issue. */
const MARK = 'pwned'

/** Names that mean something to a runner, a shell, Git or a browser; each is a file with a title of its own. */
const NAMES = {
  'a newline and a command': `a\n::error::${MARK}`,
  'a tab and a quote': `a\tb"c'd`,
  'an encoded newline': `a%0A::error::${MARK}`,
  'a command': `::error::${MARK}`,
  'a command after blanks': `  ::set-output name=x::${MARK}`,
  'an old command with properties': `a##[set-env name=X;]${MARK}`,
  'a backtick and a pipe': 'a`b`|c',
  HTML: 'a<img src=x onerror=alert(1)>b',
  'a Markdown link': '[a](javascript:alert(1))',
  'an expression': 'a${{ secrets.X }}',
  'an option': '--upload-pack=touch x',
  'C1 controls': 'a\u0085\u009b31mb',
  'a line separator': `a\u2028::error::${MARK}\u2029b`,
  'a right-to-left override': 'a\u202egnp\u2066b\u2069',
  'a trailing blank': 'a ',
  'a pathspec': ':(exclude)a',
  wildcards: 'a*[b]?{c,d}',
  'a name of the language': '__proto__',
  'a long one': 'x'.repeat(252)
} as const

const FOLDER = 'docs/runbooks'

/** A name as part of a link in Markdown. */
const encode = (name: string): string => encodeURIComponent(name).replace('(', '%28').replace(')', '%29')
const titleFor = (kind: string): string => `Runbook with ${kind}`

const entries = Object.entries(NAMES).map(([kind, name]) => [kind, `${name}.md`] as const)
const links = entries.map(([, name]) => `* [x](${encode(name)})`)
const named = entries.map(([kind, name]) => [`${FOLDER}/${name}`, `# ${titleFor(kind)}\n\nText of ${kind}.\n`])
const project = await Project.create()
await project.commit(
  {
    ...(Object.fromEntries(named) as Tree),
    [`${FOLDER}/links.md`]: `# Links\n\n${links.join('\n')}\n`,
    [`${FOLDER}/passwd.md`]: { mode: '120000', content: '/etc/passwd' },
    [`${FOLDER}/module.md`]: { mode: '160000', content: '1'.repeat(40) },
    [`${FOLDER}/executable.md`]: { mode: '100755', content: '# Executable\n\nText.\n' },
    // A service may take two of these for one name.
    [`${FOLDER}/Case.md`]: 'Text one.\n',
    [`${FOLDER}/case.md`]: 'Text two.\n',
    [`${FOLDER}/caf\u00e9.md`]: 'Text composed.\n',
    [`${FOLDER}/cafe\u0301.md`]: 'Text decomposed.\n'
  },
  {
    bytes: {
      [`${FOLDER}/caf\xe9 au lait.md`]: '# Not UTF-8\n',
      [`${FOLDER}/\xff\xfe::error::${MARK}.md`]: '# Not UTF-8\n'
    }
  }
)
await project.pushed()
// By hand, because names that collide stop a first sync.
const job = await project.dispatch()

afterAll(async () => {
  await project[Symbol.asyncDispose]()
})

describe('a name with', () => {
  test.each(entries)('%s is exact in entry, report and links, and one inactive line in the log', (kind, name) => {
    expect(reported(job, `${FOLDER}/${name}`)).toMatchObject({ outcome: 'upserted', name: titleFor(kind) })
    // The service reads the path from the source line by rules of its own.
    const content = project.entries().get(titleFor(kind)) ?? ''
    expect(textOf(content)).toBe(`# ${titleFor(kind)}\n\nText of ${kind}.\n`)
    expect(sourceOf({ name: titleFor(kind), content }).path).toBe(`${FOLDER}/${name}`)
    const lines = job.stdout.split(/\r\n|\r|\n/).filter((line) => line.includes(`“${titleFor(kind)}”`))
    expect(lines).toEqual([expect.stringMatching(/^ {2}upserted /)])

    const links = (project.entries().get('Links') ?? '').matchAll(/^\* \[x\]\((.*)\)$/gm)
    const target = [...links][entries.findIndex(([one]) => one === kind)]?.[1] ?? ''
    expect(decodeURIComponent(new URL(target).pathname)).toBe(`/harbour/handbook/blob/main/${FOLDER}/${name}`)
  })

  test('active characters issues no command', () => {
    expectSafe(job, project.token)
    expect(job.commands.filter(({ data }) => data.startsWith(MARK))).toEqual([])
    const names = new Set(job.commands.map(({ name }) => name))
    expect([...names].filter((name) => !/^(error|warning|notice|add-mask|debug)$/.test(name))).toEqual([])
  })

  test('active characters is no markup in the summary', () => {
    expect(job.summary).not.toMatch(/<img|javascript:|\$\{\{|::|##\[/)
    expect(job.summary.replaceAll('\n', '')).not.toMatch(ACTIVE)
    const { runbooks } = reportOf(job)
    const refused = runbooks.filter(({ outcome }) => outcome === 'refused').length
    const rows = job.summary.split('\n').filter((line) => /^\| (?:❌|⚠️) /u.test(line))
    for (const row of rows) expect(row.split('|')).toHaveLength(4)
    expect(rows.length).toBeGreaterThan(0)
    const [, delivered = ''] = job.summary.split('### Delivered\n')
    expect(delivered.match(/^- .*“.*”$/gm)).toHaveLength(runbooks.length - refused)
  })
})

describe('what is no file', () => {
  test.each([
    ['a symlink to /etc/passwd', 'passwd.md', 'symbolic link'],
    ['a submodule', 'module.md', 'submodule']
  ])('%s is never read, and skipped with a warning', (_, name, why) => {
    expect(job.commands).toContainEqual(
      expect.objectContaining({
        name: 'warning',
        properties: expect.objectContaining({ file: `${FOLDER}/${name}` }),
        data: expect.stringContaining(why)
      })
    )
    expect(reportOf(job).runbooks.map(({ path }) => path)).not.toContain(`${FOLDER}/${name}`)
    for (const { body } of project.service.requests()) expect(JSON.stringify(body)).not.toContain('root:x:0:0')
  })

  test('a link at the path that a runbook had does not keep its entry', async () => {
    await using moved = await deliveredProject({
      [`${FOLDER}/a.md`]: '# Moved\n\nText.\n',
      [`${FOLDER}/b.md`]: '# Gone\n'
    })
    const linked = await moved.push(
      {
        [`${FOLDER}/a.md`]: { mode: '120000', content: 'db/a.md' },
        [`${FOLDER}/db/a.md`]: '# Moved\n\nMore.\n',
        [`${FOLDER}/b.md`]: { mode: '120000', content: 'a.md' }
      },
      { inputs: { removed: 'retire' } }
    )
    expect(linked.exitCode).toBe(0)
    expect(outcomesOf(linked)).toEqual([`retired ${FOLDER}/b.md`, `upserted ${FOLDER}/db/a.md`])
  })

  test('an executable file is one, and a name that is not UTF-8 is skipped with a warning', () => {
    expect(reported(job, `${FOLDER}/executable.md`)).toMatchObject({ outcome: 'upserted', name: 'Executable' })
    const warnings = job.commands.filter(({ name, data }) => name === 'warning' && data.includes('not UTF-8'))
    expect(warnings).toHaveLength(2)
    expect([...project.entries().keys()]).not.toContain('Not UTF-8')
  })

  test('on the disk: symlinks, a FIFO and what is behind a linked folder are never read', async () => {
    const workspace = join(project.folder, 'disk')
    const folder = join(workspace, FOLDER)
    const outside = join(project.folder, 'outside')
    await mkdir(folder, { recursive: true })
    await mkdir(outside)
    await writeFile(join(outside, 'secret.md'), '# Secret\n')
    await writeFile(join(folder, 'good.md'), '# Good\n')
    await writeFile(join(folder, `::error::${MARK}\n.md`), '# Hostile\n')
    await symlink('/etc/passwd', join(folder, 'passwd.md'))
    await symlink('nowhere', join(folder, 'dangling.md'))
    await symlink(outside, join(folder, 'linked'))
    await symlink(outside, join(folder, 'linked.md'))
    expect(spawnSync('mkfifo', [join(folder, 'fifo.md')]).status).toBe(0)
    const disk = await runSafely(project, { workspace })
    expect(disk.exitCode).toBe(0)
    // The entries of the other files are orphaned here.
    const outcomes = outcomesOf(disk).filter((outcome) => !outcome.startsWith('orphaned '))
    expect(outcomes).toEqual([`upserted ${FOLDER}/::error::${MARK}\n.md`, `upserted ${FOLDER}/good.md`])
    for (const name of ['passwd.md', 'dangling.md', 'linked.md', 'fifo.md']) {
      expect(disk.commands).toContainEqual(
        expect.objectContaining({ name: 'warning', properties: { file: `${FOLDER}/${name}` } })
      )
    }
    expect(new Set(sentNames(project)).size).toBe(2)
  })
})

test.each([
  ['in case', 'Case.md', 'case.md'],
  ['in Unicode normalisation', 'caf\u00e9.md', 'cafe\u0301.md']
])('two names that differ only %s: both refused, with both paths and the way out', (_, one, other) => {
  for (const [path, twin] of [[one, other] as const, [other, one] as const]) {
    const runbook = reported(job, `${FOLDER}/${path}`)
    expect(runbook).toMatchObject({
      outcome: 'refused',
      attempts: 0,
      hint: expect.stringMatching(/`title` of its own/)
    })
    expect(runbook.reason).toMatch(/differ only in case, blanks or Unicode form/)
    expect(runbook.reason).toContain(`${FOLDER}/${twin}`)
  }
  expect(job.exitCode).toBe(1)
  expect([...project.entries().values()].join()).not.toMatch(/Text (?:one|two|composed|decomposed)/)
})

test('titles with markup or commands: exact in the entry, escaped or visible in summary and log', async () => {
  const titles = [
    ...['Disk | full', 'Disk `full`', 'Disk <img src=x onerror=alert(1)> full', 'Disk \u202efull'],
    ...[`::error::${MARK}`, `Disk ##[error]${MARK}`, '@robin closes #1', '**Disk** [full](https://evil.example)'],
    ...['Go to www.evil.example', 'Ask a@evil.example']
  ]
  const files = titles.map((title, at) => [`${FOLDER}/t${at}.md`, `---\ntitle: ${JSON.stringify(title)}\n---\nText.\n`])
  await using titled = await Project.create()
  const run = await titled.push(Object.fromEntries(files) as Tree)
  expectSafe(run, titled.token)
  // What YAML takes for an escape sequence comes out as the character.
  expect(new Set(titled.entries().keys())).toEqual(new Set(titles))
  expect(run.commands.filter(({ data }) => data.startsWith(MARK))).toEqual([])
  expect(run.summary).not.toMatch(
    /<img|\*\*Disk|\]\(https:\/\/evil|https:\/\/evil|www\.evil|a(?:@|&#64;)evil|@robin|#1\b|::|##\[|\u202e/
  )
  expect(run.summary).toContain('&#92;u&#123;202e&#125;')
  expect(run.log).toContain('\\u{202e}')
})
