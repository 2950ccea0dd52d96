import { glob, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser'
import { convertActionTemplate } from '@actions/workflow-parser/actions/action-template'
import { parseAction } from '@actions/workflow-parser/actions/action-parser'
import { parse } from 'yaml'

const ACTION = /^(\.\/|runbook-sync\/runbook-sync@)/

interface Workflow {
  readonly name: string
  readonly content: string
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, unknown>>
}

const action = parse(await readFile('action.yml', 'utf8'), { schema: 'failsafe' }) as Action
const examples = (await files('examples/*.yml')).filter(({ name }) => name !== 'examples/gitlab-ci.yml')
const workflows = [...(await files('.github/workflows/*.yml')), ...examples]
const blocks = await yamlBlocks('{README.md,docs/*.md,contributing/*.md,examples/*.md}')
const recommended = find('examples/recommended.yml')

function find(name: string): Workflow {
  const found = workflows.find((workflow) => workflow.name === name)
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

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
  const isSteps = /^- /m.test(block)
  const step = isSteps ? '' : '      - uses: runbook-sync/runbook-sync@v1\n        with:\n'
  const indented = block.replace(/^(?=.)/gm, ' '.repeat(isSteps ? 6 : 10))
  return `on: push\njobs:\n  any:\n    runs-on: ubuntu-latest\n    steps:\n${step}${indented}`
}

async function errorsOf({ name, content }: Workflow): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(String)
}

interface Step {
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly steps?: readonly Step[]
  readonly uses?: string
  readonly needs?: string
  readonly environment?: string
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

test.each([...workflows, ...blocks])(
  '$name is a workflow to GitHub’s own parser, with inputs and outputs that this Action has',
  async (workflow) => {
    expect(await errorsOf(workflow)).toEqual([])
    const steps = stepsOf(workflow).filter(({ uses = '' }) => ACTION.test(uses))
    const given = steps.flatMap((step) => Object.keys(step.with ?? {}))
    expect(given.filter((name) => !(name in action.inputs))).toEqual([])
    const ids = new Set(steps.map(({ id }) => id))
    const used = [...workflow.content.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)]
    expect(used.filter(([, id, output = '']) => ids.has(id) && !(output in action.outputs))).toEqual([])
  }
)

test('action.yml is an Action to GitHub’s own parser', async () => {
  const content = await readFile('action.yml', 'utf8')
  const { context, value } = parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter())
  expect(context.errors.getErrors().map(String)).toEqual([])
  if (value === undefined) throw new Error('The parser gives no Action')
  expect(convertActionTemplate(context, value).runs).toMatchObject({ using: 'node24', main: 'dist/index.js' })
})

test('action-types.yml has the type of every input and output, and of a list of words each default', async () => {
  type Types = Readonly<Record<string, { readonly 'allowed-values'?: readonly string[] }>>
  const types = parse(await readFile('action-types.yml', 'utf8')) as { readonly inputs: Types; readonly outputs: Types }
  expect(Object.keys(types.inputs)).toEqual(Object.keys(action.inputs))
  expect(Object.keys(types.outputs)).toEqual(Object.keys(action.outputs))
  for (const [name, { 'allowed-values': words }] of Object.entries(types.inputs))
    if (words !== undefined) expect(words).toContain(action.inputs[name]?.default)
})

test.each(workflows)(
  '$name gives others no permission, no secret and no credentials, and pins what it uses',
  (workflow) => {
    expect((parse(workflow.content) as { permissions?: unknown }).permissions).toEqual({})
    const steps = stepsOf(workflow)
    const uses = steps.flatMap((step) => step.uses ?? [])
    expect(uses.filter((used) => !ACTION.test(used) && !/@[0-9a-f]{40}$/.test(used))).toEqual([])
    // These run with secrets on behalf of somebody else.
    expect(eventsOf(workflow).filter((event) => /^(pull_request_target|workflow_run)$/.test(event))).toEqual([])
    const checkouts = steps.filter((step) => step.uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  }
)

// In a public repository GitHub disables a workflow with a schedule after 60 days without activity, and its pushes with it.
test.each([...workflows, ...blocks])('$name has no schedule beside a push or pull request', (workflow) => {
  const events = eventsOf(workflow)
  expect(events.includes('schedule') && /push|pull/.test(events.join())).toBe(false)
})

// Steps of others run in the same job. What may write is a job of its own, or says why in the example.
const WRITING = new Map([['examples/plan-comment.yml', ['pull-requests']]])

test.each(examples)('$name lets the jobs that have the token only read', (workflow) => {
  const writing = jobsOf(workflow)
    .filter(([, { steps = [] }]) => steps.some(({ uses = '' }) => ACTION.test(uses)))
    .flatMap(([, { permissions }]) => Object.entries(permissions as Readonly<Record<string, string>>))
    .flatMap(([permission, level]) => (level === 'read' ? [] : [permission]))
  expect(writing).toEqual(WRITING.get(workflow.name) ?? [])
})

// Two runs at once may send an entry twice.
test.each(['recommended', 'after-ci', 'red-run-issue'])('examples/%s.yml runs once at a time on a branch', (name) => {
  const { concurrency } = parse(find(`examples/${name}.yml`).content) as { readonly concurrency?: unknown }
  expect(concurrency).toBe('runbooks-${{ github.ref }}')
})

test('workflows that start others start those that can be started', () => {
  const [, example = ''] = /gh workflow run (\S+)/.exec(find('examples/runbooks-weekly.yml').content) ?? []
  expect(recommended.content).toContain(`.github/workflows/${example}'`)
  const [, ours = ''] = /workflow: \[(.*)\]/.exec(find('.github/workflows/weekly.yml').content) ?? []
  const started = [recommended, ...ours.split(', ').map((file) => find(`.github/workflows/${file}`))]
  for (const workflow of started) expect(eventsOf(workflow)).toContain('workflow_dispatch')
})

test.each(workflows.filter(({ name }) => name.startsWith('.github/')))(
  '$name bounds each job in time and permissions, names versions, and takes no expression into a script',
  (workflow) => {
    const isBounded = (job: Job) => (job['timeout-minutes'] ?? Infinity) <= 60 && job.permissions !== undefined
    expect(jobsOf(workflow).filter(([, job]) => !isBounded(job))).toEqual([])
    const pinned = workflow.content.split('\n').filter((line) => /uses: .*@[0-9a-f]{40}/.test(line))
    expect(pinned.filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
    // Somebody else's text would become commands.
    const scripts = stepsOf(workflow).flatMap(({ run }) => run ?? [])
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([])
  }
)

test('ci.yml runs every check of .ci/run', async () => {
  const [, list = ''] = /^ {2}set -- (install .*)$/m.exec(await readFile('.ci/run', 'utf8')) ?? []
  const checks = [...list.replace(' tests', ' unit e2e').split(' '), 'workflows']
  const run = find('.github/workflows/ci.yml').content.matchAll(/script: \S+ (.*)/g)
  expect(new Set([...run].flatMap(([, names = '']) => names.split(' ')))).toEqual(new Set(checks))
})

// A job that may write or sign runs nothing of this repository, and nothing of its packages.
test('each job of a release has only its permissions, waits for the one before, and for a person before it publishes', () => {
  const release = find('.github/workflows/release.yml')
  expect((parse(release.content) as { on: unknown }).on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  const read = { contents: 'read' }
  const facts = jobsOf(release).map(([id, job]) => {
    const { needs, permissions, environment } = job
    const runsOurs = /npm (?:ci|install|run|test)|npx |\.ci\/run|node \w/.test(JSON.stringify(job))
    return { id, needs, permissions, runsOurs, environment }
  })
  const sign = { 'id-token': 'write' }
  const publish = { contents: 'write', 'pull-requests': 'read' }
  expect(facts).toEqual([
    { id: 'check', permissions: read, runsOurs: true },
    { id: 'build', needs: 'check', permissions: read, runsOurs: true },
    { id: 'attest', needs: 'build', permissions: { ...read, ...sign, attestations: 'write' }, runsOurs: false },
    { id: 'publish', needs: 'attest', permissions: publish, runsOurs: false, environment: 'release' },
    { id: 'npm', needs: 'publish', permissions: { ...read, ...sign }, runsOurs: false, environment: 'release' }
  ])
})

test('Dependabot proposes the bundled packages in a group of their own', async () => {
  type Package = Readonly<Record<'devDependencies', Readonly<Record<string, string>>>>
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Package
  const licences = await readFile('dist/licenses.txt', 'utf8')
  const bundled = Object.keys(devDependencies).filter((name) => licences.match(`(?:^|\n)${name} \\d`))
  interface Update {
    readonly groups?: Readonly<Record<string, { readonly patterns: unknown }>>
  }
  const { updates } = parse(await readFile('.github/dependabot.yml', 'utf8')) as { readonly updates: readonly Update[] }
  expect(updates[0]?.groups?.['bundled']?.patterns).toEqual(bundled)
})
