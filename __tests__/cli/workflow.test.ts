import { expect, test } from '@jest/globals'
import { Selection, type FileContent, type SourceFile } from '../../src/branch/source.ts'
import type { Command } from '../../src/cli/command-line.ts'
import { workflowOptions } from '../../src/cli/workflow.ts'
import type { ActionError } from '../../src/errors.ts'

/** A commit with workflows, which counts what is read. */
class Workflows {
  reads = 0
  readonly #texts: ReadonlyMap<string, string>

  constructor(tree: Readonly<Record<string, string>>) {
    this.#texts = new Map(Object.entries(tree).map(([name, text]) => [`.github/workflows/${name}`, text]))
  }

  list(_commit: string, matches: (path: string) => boolean): Promise<Selection> {
    const selection = new Selection(matches)
    for (const path of this.#texts.keys()) selection.add(path, path, undefined)
    return Promise.resolve(selection)
  }

  read({ path }: SourceFile, limit: number): Promise<FileContent> {
    this.reads++
    const bytes = Buffer.from(this.#texts.get(path) ?? '')
    const { length: size } = bytes
    return Promise.resolve(size > limit ? { kind: 'too-large', size } : { kind: 'bytes', bytes })
  }
}

/** A workflow with a step that has these inputs, for each of them. */
function workflow(...steps: readonly string[]): string {
  const uses = steps.map((inputs) => `      - uses: runbook-sync/runbook-sync@v1\n        with: {${inputs}}\n`)
  return `on: push\njobs:\n  sync:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v7\n${uses.join('')}`
}

const NAMED = `entry-name: '{stem}', files: docs/**`
const SHOWN = "--files 'docs/**' --entry-name '{stem}'"

/** Each list has the one before nine times. */
const ALIASES = [
  'a: &a [x]\n',
  ...Array.from(
    'bcdefgh',
    (key, at) =>
      `${key}: &${key} [${Array(9)
        .fill(`*${'abcdefg'[at] ?? ''}`)
        .join(', ')}]\n`
  )
].join('')

interface Case {
  readonly title: string
  readonly tree: Readonly<Record<string, string>>
  readonly wanted?: string
  readonly options: Readonly<Record<string, string>>
  readonly notices: readonly string[]
}

const CASES: readonly Case[] = [
  {
    title: 'one step: its options, and what needs a look first',
    tree: { 'sync.yml': workflow(`confirm-within: 60, on-conflict: replace, ${NAMED}`) },
    options: { 'on-conflict': 'replace', files: 'docs/**', 'entry-name': '{stem}', 'confirm-within': '60' },
    notices: [`Options of sync.yml: --on-conflict replace ${SHOWN}.`]
  },
  {
    title: 'names in any case, as on GitHub',
    tree: { 'sync.yml': workflow("Entry-Name: '{stem}', FILES: docs/**") },
    options: { files: 'docs/**', 'entry-name': '{stem}' },
    notices: [`Options of sync.yml: ${SHOWN}.`]
  },
  {
    title: 'two steps with the same options',
    tree: { 'a.yml': workflow(NAMED), 'b.yml': workflow(NAMED) },
    options: { files: 'docs/**', 'entry-name': '{stem}' },
    notices: [`Options of b.yml: ${SHOWN}.`]
  },
  { title: 'a step without options', tree: { 'sync.yml': workflow('') }, options: {}, notices: [] },
  { title: 'no workflow', tree: {}, options: {}, notices: [] },
  { title: '`none`', tree: { 'sync.yml': workflow(NAMED) }, wanted: 'none', options: {}, notices: [] },
  {
    title: 'a file by its path',
    tree: { 'sync.yml': workflow(NAMED), 'eu.yaml': workflow('removed: retire') },
    wanted: '.github/workflows/eu.yaml',
    options: { removed: 'retire' },
    notices: ['Options of eu.yaml: --removed retire.']
  },
  {
    title: 'a step by its number',
    tree: { 'sync.yml': workflow('removed: retire', NAMED) },
    wanted: 'sync.yml:2',
    options: { files: 'docs/**', 'entry-name': '{stem}' },
    notices: [`Options of sync.yml:2: ${SHOWN}.`]
  },
  {
    title: 'what only a run knows',
    tree: { 'sync.yml': workflow("removed: retire, entry-name: '${{ vars.NAME }}'") },
    options: { removed: 'retire' },
    notices: ['Options of sync.yml: --removed retire, without --entry-name, which only a run knows.']
  },
  {
    title: 'never an address, a token, or an input that is no option or is gone',
    tree: {
      'sync.yml': workflow(
        "base-url: 'http://127.0.0.1:9', token: x, github-token: x, root: docs, mode: sync, environment: x, retries: 9, timeout: 1, max-bytes: 1"
      )
    },
    options: {},
    notices: []
  },
  {
    title: 'a step that is no text, and one without inputs',
    tree: {
      'a.yml':
        '# runbook-sync/runbook-sync\njobs: {a: {steps: [{uses: {toString: x}}, 1, {uses: runbook-sync/runbook-sync}]}}'
    },
    options: {},
    notices: []
  },
  { title: 'a broken file', tree: { 'sync.yml': `${workflow(NAMED)}jobs: [` }, options: {}, notices: [] },
  {
    title: 'a file that is nested without an end',
    tree: { 'sync.yml': `# runbook-sync/runbook-sync\n${'['.repeat(16_000)}` },
    options: {},
    notices: []
  },
  {
    title: 'aliases of aliases',
    tree: { 'sync.yml': `${workflow(NAMED)}${ALIASES}` },
    options: {},
    notices: []
  },
  {
    title: 'a file above 16 KiB',
    tree: { 'big.yml': `${workflow(NAMED)}#${'x'.repeat(16 * 1024)}` },
    options: {},
    notices: ['A workflow above 16 KiB is not searched for options: big.yml.']
  },
  {
    title: 'a workflow among many of others',
    tree: {
      ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}.yml`, 'on: push'])),
      'sync.yml': workflow('removed: retire')
    },
    options: { removed: 'retire' },
    notices: ['Options of sync.yml: --removed retire.']
  }
]

/** A plan, with `--workflow` or without. */
function plan(workflow: string | undefined): Pick<Command, 'name' | 'given'> {
  return { name: 'plan', given: (option) => (option === 'workflow' ? workflow : undefined) }
}

test.each(CASES)('$title', async ({ tree, wanted, options, notices }) => {
  const said: string[] = []
  const found = await workflowOptions(new Workflows(tree), 'HEAD', plan(wanted), ({ message }) => said.push(message))
  expect({ found, said }).toEqual({ found: options, said: notices })
})

interface Refusal {
  readonly title: string
  readonly tree: Readonly<Record<string, string>>
  readonly wanted?: string
  readonly message: string
  readonly hint: string
}

const REFUSALS: readonly Refusal[] = [
  {
    title: 'several steps that differ',
    tree: { 'sync.yml': workflow('files: docs/**', NAMED) },
    message: 'Several steps use this Action, and differ in their options.',
    hint: `Choose \`--workflow sync.yml:1\` (--files 'docs/**'), \`--workflow sync.yml:2\` (${SHOWN}), or \`--workflow none\` for none of them.`
  },
  {
    title: 'names and values that a shell would run',
    tree: { 'a$(id).yml': workflow('removed: retire'), 'b.yml': workflow("files: x'; id; '") },
    message: 'Several steps use this Action, and differ in their options.',
    hint: "Choose `--workflow b.yml` (--files 'x’; id; ’'), or `--workflow none` for none of them."
  },
  {
    title: 'another name',
    tree: { 'sync.yml': workflow('removed: retire') },
    wanted: 'other.yml',
    message: 'No workflow of this name uses this Action in HEAD.',
    hint: 'Choose `--workflow sync.yml` (--removed retire), or `--workflow none` for none of them.'
  },
  {
    title: 'a name if there is no workflow',
    tree: {},
    wanted: 'sync.yml',
    message: 'No workflow of this name uses this Action in HEAD.',
    hint: '`--workflow none` for none of them.'
  }
]

test.each(REFUSALS)('wrong use: $title', async ({ tree, wanted, message, hint }) => {
  const error = await workflowOptions(new Workflows(tree), 'HEAD', plan(wanted), () => undefined).catch(
    (thrown: unknown) => thrown as ActionError
  )
  expect(error).toMatchObject({ kind: 'input', message, hint })
})

test('a sync needs what only a run knows, if it decides about entries', async () => {
  const tree = {
    'sync.yml': workflow("confirm-within: '${{ vars.PATIENCE }}', entry-name: '${{ vars.NAME }}', removed: retire")
  }
  const sync = (given: Command['given']): Promise<unknown> =>
    workflowOptions(new Workflows(tree), 'HEAD', { name: 'sync', given }, () => undefined)
  await expect(sync(() => undefined)).rejects.toMatchObject({
    kind: 'input',
    message: expect.stringMatching(/^Only a run of sync\.yml knows `entry-name`, and another value/),
    hint: 'Give `--entry-name`.'
  })
  expect(await sync((option) => (option === 'entry-name' ? '{stem}' : undefined))).toEqual({ removed: 'retire' })
})

test('at most 20 workflows that name the Action are parsed, and 500 are read', async () => {
  const many = Array.from({ length: 700 }, (_, at) => [
    `${String(at).padStart(3, '0')}.yml`,
    workflow(`confirm-within: ${at}`)
  ])
  const source = new Workflows(Object.fromEntries(many) as Record<string, string>)
  const last = (at: string): Promise<unknown> => workflowOptions(source, 'HEAD', plan(`${at}.yml`), () => undefined)
  expect(await last('019')).toEqual({ 'confirm-within': '19' })
  await expect(last('020')).rejects.toMatchObject({ kind: 'input' })
  expect(source.reads).toBe(1000)
})
