import { afterAll, expect, test } from '@jest/globals'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { deliveredEntry } from '../../testing/delivered.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { reportOf } from '../support/report.ts'
import { runSafely } from '../support/safe.ts'

// What a person sees who sets the Action up: the plan of the pull request, the first sync, what the knowledge base holds.

const runbook = (title: string, front = ''): string => `${front}# ${title}\n\nText of ${title}.\n`
const OWNED = '---\n1: one\n__proto__: p\nowner: payments\nalerts: [DiskFull, {a: b}]\n---\n'

const TREE = {
  'docs/runbooks/disk.md': runbook('Disk', OWNED),
  'docs/runbooks/node.md': runbook('Node'),
  'docs/runbooks/a/README.md': runbook('Overview'),
  'docs/runbooks/b/README.md': runbook('Overview')
}

const environment = await TestEnvironment.with(TREE)
afterAll(async () => environment[Symbol.asyncDispose]())

async function run(
  inputs: Readonly<Record<string, string>>,
  { isPrivate = true, of = environment } = {}
): Promise<JobResult> {
  const { event } = of
  const repository = { ...(event.payload['repository'] as object), private: isPrivate }
  return runSafely(of, inputs, { event: { ...event, payload: { ...event.payload, repository } } })
}

const told = ({ annotations }: JobResult): string[] => annotations.map(({ level, message }) => `${level}: ${message}`)
const UNIQUE = { 'entry-name': '{dir}: {title}' }

test('runbooks of one name: an error for each, and one with examples, which says what to do first', async () => {
  const job = await run({ mode: 'plan' })
  expect(told(job).filter((message) => message.startsWith('error'))).toEqual([
    expect.stringMatching(
      /^error: docs\/runbooks\/a\/README\.md: Its name “Overview” is also that of docs\/runbooks\/b/
    ),
    expect.stringMatching(
      /^error: docs\/runbooks\/b\/README\.md: Its name “Overview” is also that of docs\/runbooks\/a/
    ),
    'error: 2 runbooks would not be delivered. Several runbooks have one name: “Overview” (docs/runbooks/a/README.md, ' +
      "docs/runbooks/b/README.md). Set `entry-name: '{dir}: {title}'` now, because later it would make new entries for " +
      'all runbooks, or give each a `title` of its own in the front matter. Otherwise the next sync fails.'
  ])
  expect(job.summary).not.toContain('job summary')
  expect((await run({ mode: 'plan', ...UNIQUE })).exitCode).toBe(0)
})

test('a plan where the list is HTML: green, with a notice', async () => {
  await using service = await startMisbehaving(say(404, '{}'))
  service.list = say(200, '<!doctype html><title>Sign in</title>')
  const job = await run({ mode: 'plan', ...UNIQUE, 'base-url': service.url, retries: '0' })
  expect(job.exitCode).toBe(0)
  expect(told(job)).toContainEqual(expect.stringMatching(/^notice: Edits .* an HTML page instead of JSON .*“Sign in”/))
})

test.each<[string, Readonly<Record<string, string>>, exitCode: number, told: RegExp]>([
  ['without a secret: green', { token: '' }, 0, /^notice: Without `token` the plan/],
  [
    'of a service that does not answer in time: red',
    { timeout: '0.001' },
    1,
    /^error: 4 runbooks would not be delivered/
  ],
  [
    'of it with `on-conflict: replace`: green',
    { timeout: '0.001', 'on-conflict': 'replace' },
    0,
    /^warning: A sync replaces 4 entries/
  ]
])('a plan %s', async (_, inputs, exitCode, message) => {
  const job = await run({ mode: 'plan', ...UNIQUE, retries: '0', ...inputs })
  expect(job.exitCode).toBe(exitCode)
  expect(told(job)).toContainEqual(expect.stringMatching(message))
})

test('the inventory: by number, and by name only for a private repository', async () => {
  await using of = await TestEnvironment.with(TREE)
  const sent = (stem: string, name: string, text: string): Promise<void> =>
    of.write(name, deliveredEntry(of, `docs/runbooks/${stem}.md`, name, text))
  await sent('node', 'docs/runbooks: Node', 'An earlier text.\n')
  await sent('disk', 'docs/runbooks: Disk', runbook('Disk'))
  await of.write('By <hand>', 'Text.\n')
  const line = 'The knowledge base has 3 entries: 1 of runbooks, 1 differs, 1 has no runbook.'
  const plan = await run({ mode: 'plan', ...UNIQUE }, { of })
  expect(plan.log).toContain(`${line} Without a runbook: “By <hand>”.\n`)
  expect(plan.summary).toContain(`${line} Without a runbook: “By &#60;hand&#62;”.\n`)
  expect((await run({ mode: 'plan', ...UNIQUE }, { of, isPrivate: false })).log).toContain(`${line}\n`)
  const sync = await run(UNIQUE, { of })
  expect(sync.log).toContain(line.replace('The knowledge base has', 'Before this run the knowledge base had'))
  expect(sync.summary).toContain(`/${of.repository.name}/deployments/knowledge-base)`)
})

test('keys of the front matter and the source line', async () => {
  await using of = await TestEnvironment.with(TREE)
  const inputs = { ...UNIQUE, 'front-matter': '1, __proto__, owner, alerts\nseverity' }
  const disk = (): string => of.entries().get('docs/runbooks: Disk') ?? ''
  const job = await run(inputs, { of })
  const { name } = of.repository
  const source = `[docs/runbooks/disk.md](${of.github.url}/${name}/blob/main/docs/runbooks/disk.md)`
  const sent = disk()
  expect(sent.replace(/[0-9a-f]{12}\n$/, '')).toBe(
    `- **1:** one\n- **__proto__:** p\n- **Owner:** payments\n\n# Disk\n\nText of Disk.\n\nSource: ${source}, version `
  )
  expect(told(job)).toEqual([
    'warning: No runbook has `severity` in its front matter (`front-matter`).',
    expect.stringMatching(/^warning: docs\/runbooks\/disk\.md: `alerts` in the front matter is nested, and left out/)
  ])
  const again = await run({ ...inputs, environment: 'none' }, { of })
  expect(reportOf(again).totals['unchanged']).toBe(4)
  expect(of.received(LIST_PATH).length).toBeGreaterThan(0)
  // Neither a line that somebody removed nor the change of the input is an edit.
  await of.write('docs/runbooks: Disk', sent.replace(/\n\nSource: .*\n$/, '\n'))
  expect(reportOf(await run({ ...inputs, environment: 'none' }, { of })).totals).toMatchObject({
    upserted: 1,
    unchanged: 3
  })
  expect(disk()).toBe(sent)
  const changed = await run(UNIQUE, { of })
  expect(changed.exitCode).toBe(0)
  expect(reportOf(changed).range.reason).toContain('the input `front-matter` changed')
  expect(disk()).toBe(deliveredEntry(of, 'docs/runbooks/disk.md', 'docs/runbooks: Disk', runbook('Disk')))
})
