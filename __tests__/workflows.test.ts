import { glob, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser'
import { parse, stringify } from 'yaml'
import { ACTION_FOLDER, readActionMetadata } from '../testing/runner/action-metadata.ts'

const ACTION = /^(\.\/|runbook-sync\/runbook-sync@)/

interface Workflow {
  readonly name: string
  readonly content: string
}

const action = await readActionMetadata(ACTION_FOLDER)
const examples = (await files('examples/*.yml')).filter(({ name }) => name !== 'examples/gitlab-ci.yml')
/** Workflows of their own beside that of the README; the other examples are additions to it. */
const companions = examples.filter(({ content }) => /^name:/m.test(content))
const additions = examples.filter((example) => !companions.includes(example))
const workflows = [...(await files('.github/workflows/*.yml')), ...companions]
const blocks = await yamlBlocks('{README.md,docs/**/*.md,examples/*.md}')
const [readme] = await files('README.md')
const setup = { name: 'README.md', content: /(?<=^```yaml\n).*?(?=^```)/ms.exec(readme?.content ?? '')?.[0] ?? '' }
const extended = additions.map(({ name, content }) => {
  return { name: `README.md with ${name}`, content: stringify(merged(parse(setup.content), parse(content))) }
})

async function files(pattern: string): Promise<Workflow[]> {
  const found: Workflow[] = []
  for await (const name of glob(pattern)) found.push({ name, content: await readFile(name, 'utf8') })
  return found
}

/** Every fenced YAML block of the documents, as a whole workflow: a list of steps or of jobs gets the rest around it. */
async function yamlBlocks(pattern: string): Promise<Workflow[]> {
  return (await files(pattern)).flatMap(({ name, content }) =>
    [...content.matchAll(/^```ya?ml\n(.*?)^```/gms)].map((match) => ({
      name: `${name}:${content.slice(0, match.index).split('\n').length}`,
      content: completed(match[1] ?? '')
    }))
  )
}

function completed(block: string): string {
  if (/^jobs:/m.test(block)) return /^on:/m.test(block) ? block : `on: push\n${block}`
  if (/^on:/m.test(block)) return `${block}\njobs: { any: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] } }`
  const indented = (by: number): string => block.replace(/^(?=.)/gm, ' '.repeat(by))
  if (/^- /m.test(block)) return `on: push\njobs:\n  any:\n    runs-on: ubuntu-latest\n    steps:\n${indented(6)}`
  return `on: push\njobs:\n  any:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: runbook-sync/runbook-sync@v1\n        with:\n${indented(10)}`
}

type Mapping = Readonly<Record<string, unknown>>

/** What somebody has who adds an example to the workflow: keys to mappings, items to lists, steps at their places. */
function merged(present: unknown, added: unknown): unknown {
  if (present instanceof Array && added instanceof Array) {
    const isSteps = added.some((item) => typeof item === 'object')
    return isSteps
      ? withSteps(present as Step[], added as Step[])
      : [...(present as unknown[]), ...(added as unknown[])]
  }
  if (typeof present !== 'object' || typeof added !== 'object') return added
  const both = { ...present } as Record<string, unknown>
  for (const [key, value] of Object.entries(added as Mapping))
    both[key] = key in both ? merged(both[key], value) : value
  return both
}

/** A step whose action the workflow uses already says where the next one belongs, and adds to that step. */
function withSteps(present: readonly Step[], added: readonly Step[]): Step[] {
  const steps = [...present]
  let at = 0
  for (const step of added) {
    const [action] = step.uses?.split('@') ?? []
    const same = steps.findIndex(({ uses = '' }) => action !== undefined && uses.startsWith(`${action}@`))
    if (same !== -1) steps[same] = merged(steps[same], step) as Step
    else steps.splice(at, 0, step)
    at = same === -1 ? at + 1 : same + 1
  }
  return steps
}

async function errorsOf({ name, content }: Workflow): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(String)
}

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly steps?: readonly Step[]
  readonly uses?: string
  readonly 'timeout-minutes'?: number
  readonly permissions?: unknown
}

function jobsOf({ content }: Workflow): [string, Job][] {
  return Object.entries((parse(content) as { jobs: Record<string, Job> }).jobs)
}

function stepsOf(workflow: Workflow): Step[] {
  return jobsOf(workflow).flatMap(([, { steps }]) => steps ?? [])
}

/** The events of `on:`, which may be written as a word, a list or a mapping. */
function eventsOf({ content }: Workflow): string[] {
  const { on } = parse(content) as { on: string | readonly string[] | Readonly<Record<string, unknown>> }
  if (typeof on === 'string') return [on]
  return on instanceof Array ? [...on] : Object.keys(on)
}

test.each([...workflows, ...extended, ...blocks])(
  '$name is a workflow to GitHub’s own parser, with inputs that this Action has',
  async (workflow) => {
    expect(await errorsOf(workflow)).toEqual([])
    const given = stepsOf(workflow)
      .filter(({ uses = '' }) => ACTION.test(uses))
      .flatMap((step) => Object.keys(step.with ?? {}))
    expect(given.filter((name) => !(name in action.inputs))).toEqual([])
  }
)

const ofReadme = new Set(stepsOf(setup).flatMap(({ uses = '' }) => uses))

test.each(extended)('$name keeps the steps of the README, and what they were given', (workflow) => {
  const [kept] = jobsOf(workflow).flatMap(([id, { steps = [] }]) => (id === 'runbooks' ? [steps] : []))
  const own = stepsOf(setup)
  const ofSetup = kept?.filter(({ uses }) => own.some((step) => step.uses === uses)) ?? []
  expect(ofSetup.map(({ uses }) => uses)).toEqual(own.map(({ uses }) => uses))
  for (const [at, step] of own.entries())
    expect(Object.keys(ofSetup[at]?.with ?? {})).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})))
})

test.each([...workflows, ...extended])(
  '$name gives others no permission, no secret and no credentials, and pins what it uses',
  (workflow) => {
    expect((parse(workflow.content) as { permissions?: unknown }).permissions).toEqual({})
    const steps = stepsOf(workflow)
    // The README names versions, which are shorter.
    const uses = new Set(steps.flatMap((step) => step.uses ?? [])).difference(ofReadme)
    expect([...uses].filter((used) => !ACTION.test(used) && !/@[0-9a-f]{40}$/.test(used))).toEqual([])
    // These run with secrets on behalf of somebody else.
    expect(eventsOf(workflow).filter((event) => /^(pull_request_target|workflow_run)$/.test(event))).toEqual([])
    const checkouts = steps.filter((step) => step.uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  }
)

// In a public repository GitHub disables a workflow with a schedule after 60 days without activity, and its pushes with it.
test.each([...workflows, ...extended, ...blocks])('$name has no schedule beside a push or pull request', (workflow) => {
  const events = eventsOf(workflow)
  expect(events.includes('schedule') && /push|pull/.test(events.join())).toBe(false)
})

test('the weekly workflow starts the workflow of the README, which has 30 lines at most', () => {
  const weekly = companions.find(({ name }) => name === 'examples/runbooks-weekly.yml')
  const [, started = ''] = /gh workflow run (\S+)/.exec(weekly?.content ?? '') ?? []
  expect(setup.content).toContain(`.github/workflows/${started}'`)
  expect(eventsOf(setup)).toContain('workflow_dispatch')
  expect(setup.content.split('\n').length - 1).toBeLessThanOrEqual(30)
})

test('weekly.yml starts workflows that can be started', () => {
  const weekly = ours.find(({ name }) => name.endsWith('/weekly.yml'))
  const [, started = ''] = /workflow: \[(.*)\]/.exec(weekly?.content ?? '') ?? []
  for (const file of started.split(', ')) {
    const workflow = ours.find(({ name }) => name.endsWith(`/${file}`)) ?? { name: file, content: 'on: none' }
    expect([file, eventsOf(workflow)]).toEqual([file, expect.arrayContaining(['workflow_dispatch'])])
  }
})

const ours = workflows.filter(({ name }) => name.startsWith('.github/'))

test.each(ours)(
  '$name bounds each job in time and permissions, names versions, and takes no expression into a script',
  (workflow) => {
    const unbounded = jobsOf(workflow).filter(
      ([, job]) => !((job['timeout-minutes'] ?? Infinity) <= 60) || job.permissions === undefined
    )
    expect(unbounded.map(([id]) => id)).toEqual([])
    const pinned = workflow.content.split('\n').filter((line) => /uses: .*@[0-9a-f]{40}/.test(line))
    expect(pinned.filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
    // Somebody else's text would become commands.
    const scripts = stepsOf(workflow).flatMap(({ run }) => run ?? [])
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([])
  }
)

test('release.yml starts by a tag of a version alone, and lets no job write that runs what others wrote, nor sign', () => {
  const release = ours.find(({ name }) => name.endsWith('/release.yml'))
  if (release === undefined) throw new Error('There is no release.yml')
  const jobs = new Map(jobsOf(release))
  expect((parse(release.content) as { on: unknown }).on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  expect(jobs.get('check')?.permissions).toEqual({ contents: 'read' })
  expect(jobs.get('attest')?.permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' })
  expect(jobs.get('publish')).toMatchObject({
    permissions: { contents: 'write' },
    environment: 'release',
    needs: 'attest'
  })
  expect(jobs.get('npm')).toMatchObject({
    permissions: { contents: 'read', 'id-token': 'write' },
    environment: 'release',
    needs: 'publish'
  })
  const installs = /npm (?:ci|install|run|test)|npx |\.ci\/run/
  for (const job of ['publish', 'npm']) expect(JSON.stringify(jobs.get(job))).not.toMatch(installs)
})

test('Dependabot watches the packages and the actions, and waits before it proposes', async () => {
  const { version, updates } = parse(await readFile('.github/dependabot.yml', 'utf8')) as {
    version: number
    updates: Record<string, unknown>[]
  }
  expect(version).toBe(2)
  expect(updates).toEqual([
    expect.objectContaining({ 'package-ecosystem': 'npm', cooldown: expect.objectContaining({ 'default-days': 7 }) }),
    // One more key here, and GitHub drops the whole entry: this ecosystem knows no days by kind of version.
    expect.objectContaining({ 'package-ecosystem': 'github-actions', cooldown: { 'default-days': 7 } })
  ])
})
