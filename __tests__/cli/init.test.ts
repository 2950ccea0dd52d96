import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { readCommand } from '../../src/cli/command-line.ts'
import { init } from '../../src/cli/init.ts'
import { GITHUB_WORKFLOW } from '../../src/cli/pipeline-file.ts'
import { GIT_ENVIRONMENT, initRepository, writeRef } from '../../testing/git.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/temporary-files.ts'

type Tree = Readonly<Record<string, string | Buffer>>

const ADDRESS = 'https://assistant.example.com/api'
const GITHUB = 'git@github.com:acme/ops.git'
const GITLAB = 'https://gitlab.example/acme/ops.git'
const RUNBOOKS = {
  'docs/runbooks/disk.md': '# Disk full\n\nText.\n',
  'docs/runbooks/redis.md': '# Redis full\n\nText.\n'
}
const REPEATED = {
  'docs/runbooks/a/README.md': '# Overview\n\nA.\n',
  'docs/runbooks/b/README.md': '# Overview\n\nB.\n'
}
const WORKFLOW = '.github/workflows/runbooks.yml'
const PIPELINE = '.gitlab-ci.yml'

const workingFolder = process.cwd()
let temporary: TemporaryFolder
let folder: string

beforeEach(async () => {
  temporary = await temporaryFolder()
  folder = join(temporary.path, 'clone')
  await mkdir(folder)
})

afterEach(async () => {
  process.chdir(workingFolder)
  await temporary[Symbol.asyncDispose]()
})

async function write(tree: Tree): Promise<void> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

interface Run {
  readonly tree?: Tree
  readonly remote?: string
  /** Options of `init`. */
  readonly options?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What a person answers; undefined if nobody can be asked. */
  readonly answers?: readonly string[]
}

/** Runs `init` in a repository, and returns also what was asked. */
async function run({ tree = RUNBOOKS, remote = GITHUB, options = ['--base-url', ADDRESS], env = {}, answers }: Run) {
  await write(tree)
  const settings = remote === '' ? '' : `[remote "origin"]\n\turl = ${remote}\n`
  await initRepository(join(folder, '.git'), { settings })
  // Nothing asks the remote.
  await writeRef(join(folder, '.git'), 'refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/trunk')
  const variables = { ...GIT_ENVIRONMENT, ...env }
  const command = readCommand(['init', ...options], variables)
  if (command === undefined) throw new Error('It asked for help')
  const questions: string[] = []
  const left = [...(answers ?? [])]
  const ask = (question: string): Promise<string> => {
    questions.push(question)
    return Promise.resolve(left.shift() ?? '')
  }
  process.chdir(folder)
  const result = await init(command, variables, answers === undefined ? undefined : ask)
  return { ...result, questions }
}

test('the workflow is that of README.md', async () => {
  const [block = ''] = /(?<=^```yaml\n).*?(?=^```)/ms.exec(await readFile('README.md', 'utf8')) ?? []
  const withoutComments = block.replace(/^#.*\n| #.*$/gm, '')
  const input = { branch: 'main', baseUrl: ADDRESS, files: ['docs/runbooks/**/*.md'], entryName: '{title}' }
  expect(GITHUB_WORKFLOW.text(input)).toBe(withoutComments)
})

async function errorsOf(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: WORKFLOW, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(String)
}

test('a repository on GitHub: the workflow, and what is left to do', async () => {
  const { isWritten, lines, questions } = await run({})
  expect({ isWritten, questions }).toEqual({ isWritten: true, questions: [] })
  expect(await readFile(join(folder, WORKFLOW), 'utf8')).toBe(`on:
  push: { branches: [trunk] }
  workflow_dispatch: { inputs: { on-conflict: { type: choice, options: [keep, replace] } } }
permissions: { contents: read }
jobs:
  runbooks:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: runbook-sync/runbook-sync@c6d6bc389eb77432dded7dcd1fbf8742421b964d
        with:
          token: \${{ secrets.RUNBOOK_SYNC_TOKEN }}
          base-url: https://assistant.example.com/api
          files: docs/runbooks/**/*.md
          on-conflict: \${{ inputs.on-conflict }}
`)
  expect(lines).toEqual([
    'Found 2 runbooks, for example “Disk full” (docs/runbooks/disk.md).',
    'Wrote .github/workflows/runbooks.yml.',
    'Two steps are left in the browser:',
    '  1. In the assistant, choose the workspace, then Settings → Access Tokens → Create Token.',
    '  2. Save it as the secret RUNBOOK_SYNC_TOKEN: https://github.com/acme/ops/settings/secrets/actions/new',
    'Then commit and push the file. Until then, `runbook-sync plan --worktree` shows what the first sync will send.'
  ])
})

test('a repository on GitLab: a pipeline with the same values', async () => {
  const options = ['--base-url', ADDRESS, '--entry-name', '{dir}: {title}']
  const { isWritten, lines } = await run({ remote: GITLAB, options })
  expect(isWritten).toBe(true)
  expect(lines).toContain(
    '  2. Save it as the masked variable RUNBOOK_SYNC_TOKEN: https://gitlab.example/acme/ops/-/settings/ci_cd'
  )
  const { runbooks: job } = parse(await readFile(join(folder, PIPELINE), 'utf8')) as {
    runbooks: Record<string, unknown>
  }
  expect(job).toMatchObject({
    image: 'node:24',
    resource_group: 'knowledge-base',
    variables: {
      RUNBOOK_SYNC_BASE_URL: ADDRESS,
      RUNBOOK_SYNC_FILES: 'docs/runbooks/**/*.md',
      RUNBOOK_SYNC_ENTRY_NAME: '{dir}: {title}'
    },
    script: expect.arrayContaining(['node /tmp/runbook-sync/dist/cli.js sync'])
  })
  expect(existsSync(join(folder, WORKFLOW))).toBe(false)
})

interface Choice extends Run {
  readonly title: string
  /** The inputs in the workflow, beside token and address. */
  readonly inputs: Readonly<Record<string, string>>
  readonly asked?: readonly RegExp[]
  readonly said?: RegExp
}

const CHOICES: readonly Choice[] = [
  {
    title: 'options decide',
    options: ['--base-url', `${ADDRESS}/`, '--files', 'docs/**', '--files', '!**/redis.md', '--entry-name', '{path}'],
    inputs: { files: 'docs/**\n!**/redis.md', 'entry-name': '{path}' },
    said: /^Found 1 runbook, named `\{path\}`, for example “docs\/runbooks\/disk\.md”/
  },
  {
    title: 'variables decide',
    options: [],
    env: { RUNBOOK_SYNC_BASE_URL: ADDRESS, RUNBOOK_SYNC_FILES: 'docs/runbooks/redis.md' },
    inputs: { files: 'docs/runbooks/redis.md' },
    said: /^Found 1 runbook, for example “Redis full”/
  },
  {
    title: 'names that repeat get a template',
    tree: REPEATED,
    inputs: { files: 'docs/runbooks/**/*.md', 'entry-name': '{dir}: {title}' },
    said: /^Found 2 runbooks, named `\{dir\}: \{title\}`, for example “docs\/runbooks\/a: Overview”/
  },
  {
    title: 'names that repeat although somebody chose them are named',
    tree: REPEATED,
    options: ['--base-url', ADDRESS, '--entry-name', '{title}'],
    inputs: { files: 'docs/runbooks/**/*.md' },
    said: /1 name repeats, for example “Overview” \(docs\/runbooks\/a\/README\.md, docs\/runbooks\/b\/README\.md\)\. Give each a `title`/
  },
  {
    title: 'a person accepts what is proposed',
    tree: { ...REPEATED, 'docs/runbooks/template.md': '# Template\n\nText.\n' },
    options: [],
    answers: ['', ADDRESS, ''],
    asked: [
      /^Which files are runbooks\? \[docs\/runbooks\/\*\*\/\*\.md, !docs\/runbooks\/template\.md\] $/,
      /^Which address has the assistant’s API\?/,
      /^1 name repeats, for example “Overview” .*\nHow are entries named\? \[\{dir\}: \{title\}\] $/
    ],
    inputs: { files: 'docs/runbooks/**/*.md\n!docs/runbooks/template.md', 'entry-name': '{dir}: {title}' }
  },
  {
    title: 'a person decides otherwise',
    tree: { ...REPEATED, 'notes/a.md': '# Note\n\nText.\n' },
    options: [],
    answers: ['docs/**, notes/**', `${ADDRESS}/`, '{path}'],
    asked: [/^Which files/, /^Which address/, /^1 name repeats/],
    inputs: { files: 'docs/**\nnotes/**', 'entry-name': '{path}' },
    said: /^Found 3 runbooks, named `\{path\}`/
  },
  {
    title: 'a person is asked for the folder if none is called runbooks',
    tree: { 'content/a.md': '# A\n\nText.\n', 'README.md': '# Read me\n' },
    answers: [''],
    asked: [/^Which files are runbooks\? \[content\/\*\*\/\*\.md\] $/],
    inputs: { files: 'content/**/*.md' }
  },
  {
    title: 'files that cannot be sent are named',
    tree: { ...RUNBOOKS, 'docs/runbooks/old.md': Buffer.from('# Caf\xe9\n', 'latin1') },
    inputs: { files: 'docs/runbooks/**/*.md' },
    said: /^Found 2 runbooks.*\ndocs\/runbooks\/old\.md: The file is not UTF-8\./
  },
  {
    title: 'a repository without remote',
    remote: '',
    inputs: { files: 'docs/runbooks/**/*.md' },
    said: /https:\/\/github\.com\/OWNER\/NAME\/settings\/secrets\/actions\/new/
  },
  {
    title: 'a server whose name tells nothing',
    remote: 'https://git.example/acme/ops.git',
    options: ['--base-url', ADDRESS, '--forge', 'github'],
    inputs: { files: 'docs/runbooks/**/*.md' },
    said: /https:\/\/git\.example\/acme\/ops\/settings\/secrets\/actions\/new/
  }
]

test.each(CHOICES)('$title', async ({ inputs, asked = [], said = /./, ...given }) => {
  const { isWritten, lines, questions } = await run(given)
  expect(isWritten).toBe(true)
  expect(questions).toEqual(asked.map((question) => expect.stringMatching(question)))
  expect(lines.join('\n')).toMatch(said)
  const text = await readFile(join(folder, WORKFLOW), 'utf8')
  expect(await errorsOf(text)).toEqual([])
  const { jobs } = parse(text) as { jobs: { runbooks: { steps: { with: Record<string, string> }[] } } }
  const { token, 'base-url': address, 'on-conflict': choice, ...others } = jobs.runbooks.steps.at(-1)?.with ?? {}
  expect({ token, address, choice }).toEqual({
    token: '${{ secrets.RUNBOOK_SYNC_TOKEN }}',
    address: ADDRESS,
    choice: '${{ inputs.on-conflict }}'
  })
  expect(Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value.trim()]))).toEqual(inputs)
})

interface Refusal extends Run {
  readonly title: string
  readonly message: RegExp
  readonly hint: RegExp
}

const REFUSALS: readonly Refusal[] = [
  {
    title: 'no address, and nobody to ask',
    options: [],
    message: /^The address of the assistant’s API is not known\.$/,
    hint: /--base-url URL/
  },
  { title: 'no answer', options: [], answers: [], message: /address .* is not known/, hint: /--base-url URL/ },
  {
    title: 'an address without https',
    options: ['--base-url', 'http://assistant.example.com'],
    message: /⟦input base-url⟧ must begin with `https:\/\/`/,
    hint: /https:\/\/assistant\.example\.com\/api/
  },
  {
    title: 'no folder of runbooks',
    tree: { 'content/a.md': '# A\n' },
    message: /No folder of this repository is called `runbooks`/,
    hint: /Most Markdown is in `--files 'content\/\*\*\/\*\.md'`/
  },
  {
    title: 'no Markdown in any folder',
    tree: { 'README.md': '# Read me\n' },
    message: /No folder of this repository is called `runbooks`/,
    hint: /Write a runbook first/
  },
  {
    title: 'patterns that select nothing',
    options: ['--base-url', ADDRESS, '--files', 'nothing/**'],
    message: /The patterns select no file/,
    hint: /Most Markdown is in `--files 'docs\/\*\*\/\*\.md'`/
  },
  {
    title: 'an expression in a pattern',
    options: ['--base-url', ADDRESS, '--files', '${{ github.token }}/**'],
    message: /begins an expression/,
    hint: /the value itself/
  },
  {
    title: 'a template with an unknown variable',
    options: ['--base-url', ADDRESS, '--entry-name', '{name}'],
    message: /⟦input entry-name⟧ has an unknown variable/,
    hint: /\{title\}/
  },
  {
    title: 'a server whose name tells nothing',
    remote: 'https://git.example/acme/ops.git',
    message: /Cannot tell whether https:\/\/git\.example\S* runs GitHub or GitLab/,
    hint: /--forge github/
  },
  {
    title: 'a server with other pipelines',
    remote: 'https://bitbucket.org/acme/ops.git',
    message: /GitHub.*GitLab/,
    hint: /docs\/command-line\.md/
  }
]

test.each(REFUSALS)('wrong use: $title', async ({ message, hint, ...given }) => {
  const failing = run(given)
  await expect(failing).rejects.toMatchObject({
    kind: 'input',
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint)
  })
  expect([WORKFLOW, PIPELINE].filter((path) => existsSync(join(folder, path)))).toEqual([])
})

describe('no file is written over', () => {
  test('another workflow of this name: what it needs is said', async () => {
    const { isWritten, lines } = await run({ tree: { ...RUNBOOKS, [WORKFLOW]: 'on: push\n' } })
    expect(isWritten).toBe(false)
    expect(lines).toContain(`${WORKFLOW} is there already, and stays as it is. Add this to it:`)
    expect(lines).toContain(`          base-url: ${ADDRESS}`)
    expect(await readFile(join(folder, WORKFLOW), 'utf8')).toBe('on: push\n')
  })

  test('the pipeline of a GitLab repository', async () => {
    const { isWritten, lines } = await run({ tree: { ...RUNBOOKS, [PIPELINE]: 'test: {}\n' }, remote: GITLAB })
    expect({ isWritten, line: lines[3] }).toEqual({ isWritten: false, line: 'runbooks:' })
    expect(await readFile(join(folder, PIPELINE), 'utf8')).toBe('test: {}\n')
  })

  test('a folder that is a symbolic link', async () => {
    await mkdir(join(temporary.path, 'outside'))
    await symlink(join(temporary.path, 'outside'), join(folder, '.github'))
    expect(await run({})).toMatchObject({ isWritten: false })
    expect(existsSync(join(temporary.path, 'outside/workflows'))).toBe(false)
  })

  test.each([
    {
      path: '.github/workflows/ci.yaml',
      remote: GITHUB,
      text: 'jobs: {a: {steps: [{uses: Runbook-Sync/runbook-sync@v1}]}}'
    },
    { path: PIPELINE, remote: GITLAB, text: '# https://github.com/runbook-sync/runbook-sync\n' }
  ])('$path, which has the Action already', async ({ path, remote, text }) => {
    const tree = { ...RUNBOOKS, [path]: text }
    expect(await run({ tree, remote, options: [], answers: [] })).toEqual({
      isWritten: false,
      lines: [`${path} uses Runbook Sync already, so nothing was written.`],
      questions: []
    })
    expect(existsSync(join(folder, WORKFLOW))).toBe(false)
  })
})

test('a folder that is in no repository', async () => {
  process.chdir(temporary.path)
  const command = readCommand(['init'], GIT_ENVIRONMENT)
  if (command === undefined) throw new Error('It asked for help')
  await expect(init(command, GIT_ENVIRONMENT, undefined)).rejects.toMatchObject({
    kind: 'input',
    message: `${temporary.path} is not in a Git repository.`
  })
})

test.each([
  { branch: 'release/1.0', baseUrl: ADDRESS, files: ['docs/*, x'], entryName: "it's {title}: #1" },
  { branch: '1.0', baseUrl: `${ADDRESS}/#`, files: ['!a', '# b', ' *c'], entryName: '{title}' },
  { branch: 'a]: b', baseUrl: ADDRESS, files: ['"a"'], entryName: '- {title}' }
])('what YAML could take for something else is quoted: $branch', async (input) => {
  const text = GITHUB_WORKFLOW.text(input)
  expect(await errorsOf(text)).toEqual([])
  const { on, jobs } = parse(text) as {
    on: { push: { branches: string[] } }
    jobs: { runbooks: { steps: { with: Record<string, string> }[] } }
  }
  const {
    files = '',
    'base-url': baseUrl,
    'entry-name': entryName = '{title}'
  } = jobs.runbooks.steps.at(-1)?.with ?? {}
  const read = { branch: on.push.branches.join(' '), baseUrl, files: files.replace(/\n$/, '').split('\n'), entryName }
  expect(read).toEqual(input)
})
