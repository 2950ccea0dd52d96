import { expect, test } from '@jest/globals'
import { Project, type RunOptions } from '../../testing/project.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { deliveredProject } from '../support/handbook.ts'
import { expectSafe, runSafely } from '../support/safe.ts'

// What a person sees who sets the Action up: the plan of the pull request, the first sync, what the knowledge base holds.

const runbook = (title: string, front = ''): string => `${front}# ${title}\n\nText of ${title}.\n`
const OWNED = '---\n1: one\n__proto__: p\nowner: payments\nalerts: [DiskFull, {a: b}]\n---\n'

const HANDBOOK = {
  'docs/runbooks/disk.md': runbook('Disk', OWNED),
  'docs/runbooks/node.md': runbook('Node'),
  'docs/runbooks/a/README.md': runbook('Overview'),
  'docs/runbooks/b/README.md': runbook('Overview')
}
const UNIQUE = { 'entry-name': '{dir}: {title}' }

async function pushed(inputs: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await Project.create({ step: { inputs } })
  await project.commit(HANDBOOK)
  await project.pushed()
  return project
}

const told = ({ annotations }: JobResult): string[] => annotations.map(({ level, message }) => `${level}: ${message}`)
const plan = (inputs: Readonly<Record<string, string>> = {}): RunOptions => ({ inputs: { mode: 'plan', ...inputs } })

test('runbooks of one name: an error for each, and one with examples, which says what to do first', async () => {
  await using project = await pushed()
  const job = await runSafely(project, plan())
  const errors = told(job).filter((message) => message.startsWith('error'))
  expect(errors).toEqual([
    expect.stringMatching(/a\/README\.md, docs\/runbooks\/b\/README\.md have the same name “Overview”,/),
    expect.stringMatching(/a\/README\.md, docs\/runbooks\/b\/README\.md have the same name “Overview”,/),
    expect.stringMatching(
      /^error: A sync would send nothing: this is the first sync, .*“Overview” \(2 files\).*set `entry-name: '\{dir\}: \{title\}'`/
    )
  ])
})

test('a plan without a secret: a notice says what it cannot see', async () => {
  await using project = await pushed(UNIQUE)
  const job = await runSafely(project, plan({ token: '' }))
  expect(job.exitCode).toBe(0)
  expect(told(job)).toContainEqual(expect.stringMatching(/^notice: Without `token` the plan/))
  expect(project.received()).toEqual([])
})

test('the inventory: by number, and by name only for a private repository', async () => {
  await using project = await deliveredProject(HANDBOOK, { step: { inputs: UNIQUE } })
  project.paste('By <hand>', 'Text.\n')
  await project.commit({ 'docs/runbooks/node.md': runbook('Node').replace('Text', 'Changed text') })
  const event = await project.pushed()
  const line = 'The knowledge base has 5 entries: 3 current, 1 differs, 1 written by hand.'
  const shown = await runSafely(project, plan())
  expect(shown.log).toContain(`${line} Without a runbook: “By <hand>”.\n`)
  expect(shown.summary).toContain('Without a runbook: “By &#60;hand&#62;”.')
  const repository = { ...(event.payload['repository'] as object), private: false }
  const hidden = await runSafely(project, { ...plan(), event: { ...event, payload: { ...event.payload, repository } } })
  expect(hidden.log).toContain(`${line}\n`)
  expect(hidden.summary + JSON.stringify(hidden.report)).not.toContain('By ')
})

test('an entry has its source line at the top, and no front matter', async () => {
  await using project = await pushed(UNIQUE)
  const job = await project.run()
  expectSafe(job, project.token)
  const disk = project.entries().get('docs/runbooks: Disk') ?? ''
  const [line = '', ...rest] = disk.split('\n')
  const address = `${project.github.url}/${project.repository.name}/blob/main/docs/runbooks/disk.md`
  expect(line.replaceAll(/[0-9a-f]{12}/g, 'DIGEST')).toBe(
    `Source: [docs/runbooks/disk.md](${address}) (version DIGEST of DIGEST)`
  )
  expect(rest.join('\n')).toBe('\n# Disk\n\nText of Disk.\n')
  expect(told(job)).toEqual([])
})
