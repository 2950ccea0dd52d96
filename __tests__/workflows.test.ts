import { glob, readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser'
import { parse } from 'yaml'

const ACTION = /^(\.\/|runbook-sync\/runbook-sync@)/

interface Workflow {
  readonly name: string
  readonly content: string
}

const action = parse(await readFile('action.yml', 'utf8')) as { readonly inputs: Readonly<Record<string, unknown>> }
const workflows = [...(await files('.github/workflows/*.yml')), ...(await files('examples/*.yml'))]
const blocks = [
  ...(await yamlBlocks('README.md')),
  ...(await yamlBlocks('docs/**/*.md')),
  ...(await yamlBlocks('examples/*.md'))
]

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

async function errorsOf({ name, content }: Workflow): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(String)
}

function stepsOf({ content }: Workflow): { uses?: string; with?: Record<string, unknown> }[] {
  const { jobs } = parse(content) as {
    jobs: Record<string, { steps?: { uses?: string; with?: Record<string, unknown> }[] }>
  }
  return Object.values(jobs).flatMap(({ steps }) => steps ?? [])
}

test('there is something to check', () => {
  expect(workflows.length).toBeGreaterThan(0)
  expect(blocks.length).toBeGreaterThan(0)
})

describe.each([...workflows, ...blocks].map((workflow) => [workflow.name, workflow] as const))('%s', (_, workflow) => {
  test('is a workflow to GitHub’s own parser', async () => {
    expect(await errorsOf(workflow)).toEqual([])
  })

  test('gives this Action no input that it does not have', () => {
    const given = stepsOf(workflow)
      .filter(({ uses = '' }) => ACTION.test(uses))
      .flatMap((step) => Object.keys(step.with ?? {}))
    expect(given.filter((name) => !(name in action.inputs))).toEqual([])
  })
})

describe.each(workflows.map((workflow) => [workflow.name, workflow] as const))('%s', (_, workflow) => {
  test('asks for no permission at the top, and pins what it uses to a commit or to this project', () => {
    expect((parse(workflow.content) as { permissions?: unknown }).permissions).toEqual({})
    const unpinned = stepsOf(workflow)
      .flatMap(({ uses }) => uses ?? [])
      .filter((uses) => !ACTION.test(uses) && !/@[0-9a-f]{40}$/.test(uses))
    // The examples are for copying: a version tag is what people expect to read there.
    expect(workflow.name.startsWith('examples/') ? [] : unpinned).toEqual([])
  })
})
