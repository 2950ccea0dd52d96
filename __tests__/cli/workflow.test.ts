import { expect, test } from '@jest/globals'
import { selectionOf, type Matcher, type Source, type SourceFile } from '../../src/branch/source.ts'
import { workflowInputs } from '../../src/cli/workflow.ts'

/** A commit with these workflows. */
function commitOf(workflows: Readonly<Record<string, string>>) {
  return {
    list(_commit: string, matches: Matcher): ReturnType<Source['list']> {
      const names = Object.keys(workflows)
      const listed = names.map((id) => ({ path: `.github/workflows/${id}`, id, skip: undefined }))
      return Promise.resolve(selectionOf(listed, matches))
    },
    async *contents(files: readonly SourceFile[], limit: number): ReturnType<Source['contents']> {
      for (const file of files) {
        const bytes = await Promise.resolve(Buffer.from(workflows[file.id] ?? ''))
        const { length: size } = bytes
        yield { file, content: size > limit ? { kind: 'too-large' } : { kind: 'bytes', bytes } }
      }
    }
  }
}

/** A workflow with a step that has these inputs, for each of them. */
function workflow(...steps: readonly string[]): string {
  const uses = steps.map((inputs) => `      - uses: runbook-sync/runbook-sync@v1\n        with: {${inputs}}\n`)
  return `on: push\njobs:\n  sync:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v7\n${uses.join('')}`
}

/** What a plan takes from the workflows, and says, if the command line gives some inputs. */
async function inputsOf(workflows: Readonly<Record<string, string>>, inputs = {}) {
  const said: string[] = []
  const takes = ['base-url', 'files', 'entry-name', 'on-conflict', 'removed']
  const command = { takes, inputs }
  const found = await workflowInputs(commitOf(workflows), 'HEAD', command, ({ message }) => said.push(message))
  return { found, said: said.join() }
}

const FILES = { found: { files: 'docs/**' }, said: 'From .github/workflows/sync.yml: `files: docs/**`.' }

test.each<{ title: string; workflows: Record<string, string>; found?: object; said?: string }>([
  {
    title: 'one step, with names in any case as on GitHub',
    workflows: { 'sync.yml': workflow("Entry-Name: '{stem}', FILES: docs/**") },
    found: { files: 'docs/**', 'entry-name': '{stem}' },
    said: 'From .github/workflows/sync.yml: `entry-name: {stem}`, `files: docs/**`.'
  },
  {
    title: 'the first step of several',
    workflows: { 'a.yml': 'on: push', 'sync.yml': workflow('files: docs/**', 'files: x/**'), 'x.yml': workflow('') },
    ...FILES
  },
  {
    title: 'inputs that change nothing, without a word',
    workflows: { 'sync.yml': workflow("files: docs/runbooks/**/*.md, removed: report, entry-name: '{title}'") },
    found: { files: 'docs/runbooks/**/*.md', removed: 'report', 'entry-name': '{title}' }
  },
  { title: 'a step without inputs', workflows: { 'sync.yml': workflow('') } },
  {
    title: 'never an address or a token, and nothing that the command does not take',
    workflows: { 'sync.yml': workflow("base-url: 'https://evil.example', token: x, root: docs, confirm-within: 60") }
  },
  {
    title: 'not what only a run knows, if it does not decide which entries there are',
    workflows: { 'sync.yml': workflow("files: docs/**, on-conflict: '${{ inputs.on-conflict }}'") },
    ...FILES
  },
  {
    title: 'what people write in place of a step',
    workflows: { 'a.yml': '# runbook-sync/runbook-sync\njobs: {a: {steps: [{uses: {toString: x}}, 1, null]}, b: 1}' }
  },
  {
    title: 'files that are broken, nested without an end, or above 16 KiB',
    workflows: {
      'a.yml': `${workflow('files: x')}jobs: [`,
      'b.yml': `# runbook-sync/runbook-sync\n${'['.repeat(16_000)}`,
      'c.yml': `${workflow('files: x')}#${'x'.repeat(16 * 1024)}`
    }
  }
])('$title', async ({ workflows, found = {}, said = '' }) => {
  expect(await inputsOf(workflows)).toEqual({ found, said })
})

test('what a command line gives is neither taken nor named', async () => {
  const workflows = { 'sync.yml': workflow("files: docs/**, entry-name: '${{ vars.NAME }}'") }
  expect(await inputsOf(workflows, { 'entry-name': '{stem}' })).toEqual(FILES)
  expect(await inputsOf(workflows, { 'entry-name': '{stem}', files: 'x' })).toEqual({ found: {}, said: '' })
})

test('what only a run knows must be given, if it decides which entries there are', async () => {
  await expect(inputsOf({ 'sync.yml': workflow("entry-name: '${{ vars.NAME }}'") })).rejects.toMatchObject({
    kind: 'input',
    message: 'Only a run of .github/workflows/sync.yml knows its input `entry-name`.',
    hint: 'Give `--entry-name`.'
  })
})
