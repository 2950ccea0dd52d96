import { expect, test } from '@jest/globals'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceOf } from '../../service/provenance.ts'
import { textOf } from '../../testing/expected-entries.ts'
import { Project } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { deliveredProject } from '../support/handbook.ts'
import { inTurn, list, say, startMisbehaving } from '../support/misbehaving-service.ts'
import { reported, sentNames } from '../support/report.ts'
import { WITHOUT_WAITING } from '../../testing/skipping-clock.ts'
import { ACTIVE, activeLines, expectSafe, runSafely } from '../support/safe.ts'

// What others control, through a whole process. `__tests__/report` has each form of a token and of a command.

const FOLDER = 'docs/runbooks'

/** Everything that a job leaves to read; the runner removes the masks. */
const leftBy = ({ stdout, summary, outputs, report, overwritten }: JobResult): string =>
  [stdout.replace(/^::add-mask::.*$/gm, ''), summary, JSON.stringify([outputs, report, [...overwritten]])].join('\n')

/** Nothing of others is a command, or markup. */
function expectInactive(job: JobResult, ...secrets: readonly string[]): void {
  expectSafe(job, ...secrets)
  expect(job.commands.filter(({ data }) => data.startsWith('pwned'))).toEqual([])
  const names = new Set(job.commands.map(({ name }) => name))
  expect([...names].filter((name) => !/^(error|warning|notice|add-mask|debug)$/.test(name))).toEqual([])
  expect(job.summary).not.toMatch(/<img|javascript:|\]\(https:\/\/evil|@robin|\$\{\{|::|##\[/)
  expect(job.summary.replaceAll('\n', '')).not.toMatch(ACTIVE)
}

test('names and titles of files that mean something to a runner, a shell, Git or a browser are exact in the entry, but for what nobody sees', async () => {
  const NAMES = [
    ...['a\n::error::pwned', `a\tb"c'd`, 'a%0A::error::pwned', '::error::pwned', 'a##[set-env name=X;]pwned', 'a`b`|c'],
    ...['a<img src=x onerror=alert(1)>b', '[a](javascript:alert(1))', 'a${{ secrets.X }}', '--upload-pack=touch x'],
    ...['a\u0085\u009b31mb', 'a\u2028::error::pwned\u2029b', 'a\u202egnp\u2066b\u2069', 'a ', ':(exclude)a'],
    ...['@robin #1', 'a*[b]?{c,d}', '__proto__', 'x'.repeat(252)]
  ]
  // The name of another file, on one line, and without what is refused in a name.
  const writtenTitle = (at: number): string =>
    `Runbook ${at} ${NAMES.at(-at)?.slice(0, 60) ?? ''}`.replace(/[\s\u0080-\u009f]+/g, ' ').trim()
  const titleOf = (at: number): string => writtenTitle(at).replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
  const encode = (name: string): string => encodeURIComponent(name).replace('(', '%28').replace(')', '%29')
  const textAt = (at: number) => `---\ntitle: ${JSON.stringify(writtenTitle(at))}\n---\n::add-mask::pwned\n`
  const files = NAMES.map((name, at) => [`${FOLDER}/${name}.md`, textAt(at)] as const)
  await using project = await Project.create({ step: { env: WITHOUT_WAITING } })
  await project.commit(
    {
      ...Object.fromEntries(files),
      [`${FOLDER}/links.md`]: `# Links\n\n${NAMES.map((name) => `* [x](${encode(name)}.md)`).join('\n')}\n`,
      [`${FOLDER}/passwd.md`]: { mode: '120000', content: '/etc/passwd' }
    },
    { bytes: { [`${FOLDER}/\xff\xfe::error::pwned.md`]: '# Not UTF-8\n' } }
  )
  const job = await project.push()
  expectInactive(job, project.token)
  expect(leftBy(job)).not.toContain('add-mask::pwned')
  const links = [...(project.entries().get('Links') ?? '').matchAll(/^\* \[x\]\((.*)\)$/gm)]
  for (const [at, name] of NAMES.entries()) {
    const path = `${FOLDER}/${name}.md`
    expect(reported(job, path)).toMatchObject({ outcome: 'upserted', name: titleOf(at) })
    // The service reads the path from the source line by rules of its own.
    const content = project.entries().get(titleOf(at)) ?? ''
    expect([textOf(content), sourceOf({ name: titleOf(at), content }).path]).toEqual(['::add-mask::pwned\n', path])
    const target = new URL(links[at]?.[1] ?? '').pathname
    expect(decodeURIComponent(target)).toBe(`/harbour/handbook/blob/main/${path}`)
  }
  expect(sentNames(project)).toHaveLength(NAMES.length + 1)
  const warnings = job.commands.filter(({ name }) => name === 'warning').map(({ data }) => data)
  expect(warnings.sort()).toEqual([expect.stringContaining('symbolic link'), expect.stringContaining('not UTF-8')])
})

test('answers and lists with commands, markup and the token: nothing is active, and the token is nowhere', async () => {
  /** Its base64 ends with padding. */
  const TOKEN = 'rsp_A1+b2/C3=d4%E5"f6\\g7&h8<i9>j0'
  const answers = [
    // A pause, which the log shows.
    say(429, '{"detail":"\\n##[error]pwned\\n::error::pwned"}', { 'retry-after': '1' }),
    say(422, '{"detail":"\\n::error::pwned\\r\\n##[stop-commands]pwned"}'),
    say(422, '{"detail":"<img src=x onerror=pwned()> [a](https://evil.example) `x` | y"}'),
    say(422, JSON.stringify({ detail: `a\u001b[2J\u202eb. You sent Bearer ${TOKEN} to us` })),
    say(302, '', { location: `https://evil.example/::error::pwned/${encodeURIComponent(TOKEN)}?ticket=s3cr3t` })
  ]
  await using project = await Project.create({ step: { env: WITHOUT_WAITING } })
  await using service = await startMisbehaving(inTurn(...answers))
  const byHand = ['::error::pwned', '</details><img src=x onerror=pwned()>', `\u202e\u001b[2J${TOKEN}`]
  service.list = list(...byHand.map((name) => ({ name, content: '::error::pwned\n' })))
  const titles = answers.slice(1).map((_, at) => `Few ${at}`)
  const files = titles.map((title, at) => [`${FOLDER}/${at}.md`, `# ${title}\n\nText.\n`] as const)
  const inputs = { token: TOKEN, 'base-url': service.url }
  const job = await project.push(Object.fromEntries(files), { inputs })
  expectInactive(job, TOKEN)
  expect(job.outputs).toMatchObject({ upserted: '0', failed: String(titles.length) })
  expect(job.log).toMatch(/[Ww]aiting 1 s.*pwned/)
  expect(job.log).toContain('3 by-hand')
  expect(leftBy(job)).not.toMatch(/s3cr3t|rsp_A1|d4%|E5.{0,3}f6|h8.{0,6}i9/i)
})

test('the token in every string that others control is in nothing that a sync in debug mode leaves', async () => {
  const TOKEN = 'oap_A1b2C3d4E5f6g7H8i9J0'
  await using project = await Project.create({ step: { env: WITHOUT_WAITING } })
  await project.commit({
    [`${FOLDER}/disk.md`]: `---\ntitle: "Disk ${TOKEN}"\n${TOKEN}: x\n---\n${TOKEN}\n`,
    [`${FOLDER}/${TOKEN}.md`]: `---\ntitle: [${TOKEN}\n---\nText.\n`,
    [`${FOLDER}/${TOKEN}/one.md`]: `# Same ${TOKEN}\n\n[a](${TOKEN}.md)\n`,
    [`${FOLDER}/${TOKEN}/two.md`]: `# Same ${TOKEN}\n`
  })
  await project.pushed()
  const gone = `${FOLDER}/gone-${TOKEN}.md`
  const line = `Source: [${gone}](${project.github.url}/harbour/handbook/blob/main/${gone}) (version 0123456789ab of 0123456789ab)`
  const headers = { 'x-request-id': TOKEN }
  const orphan = { name: `Orphan ${TOKEN}`, content: `${line}\n\nText.\n` }
  await using service = await startMisbehaving(say(422, JSON.stringify({ detail: `Token ${TOKEN} may not.` }), headers))
  service.list = list(orphan, { name: `Disk ${TOKEN}`, content: `By hand, with ${TOKEN}.` })
  const temp = join(project.folder, 'temp')
  await mkdir(temp)
  const policy = { secrets: 'send', 'on-conflict': 'replace', removed: 'retire' }
  const inputs = { 'base-url': service.url, token: TOKEN, ...policy }
  const job = await project.dispatch({ inputs, env: { RUNNER_DEBUG: '1', RUNNER_TEMP: temp } })
  expect(activeLines(job.stdout)).toEqual([])
  expect(leftBy(job)).not.toContain(TOKEN)
  expect(job.log + job.summary).toMatch(/HTTP 422[^]*saved/)
  // The report, saved texts, and the summary before the runner masks it.
  const left = (await readdir(temp, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(['report.json', 'summary.md', '1-disk.md']))
  for (const { parentPath, name } of left) {
    const path = join(parentPath, name)
    expect([path, await readFile(path, 'utf8')].join('\n')).not.toContain(TOKEN)
  }
})

test('a path with a line feed is no command in the trace of a pull that fails in debug mode', async () => {
  const path = `${FOLDER}/a\n::error::pwned\n##[error]pwned.md`
  await using project = await deliveredProject({ [path]: '# A\n\nText.\n' })
  const { event } = project
  project.edit('A', (content) => content.replace('Text', 'Edited text'))
  const workspace = await project.repository.checkout(event)
  // Nothing can be written there.
  await rm(join(workspace, path))
  await mkdir(join(workspace, path))
  const job = await runSafely(project, { event, workspace, inputs: { mode: 'pull' }, env: { RUNNER_DEBUG: '1' } })
  expectInactive(job)
  expect(job.log).toContain('pwned')
})
