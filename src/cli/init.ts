import { WorkTree } from '../branch/disk.ts'
import { Patterns } from '../branch/patterns.ts'
import { ActionError } from '../errors.ts'
import { readInputs, type Inputs } from '../job/inputs.ts'
import { readRunbook } from '../runbook/runbook.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import { count, listed } from '../wording.ts'
import type { Command } from './command-line.ts'
import { usageError } from './misuse.ts'
import { GITHUB_WORKFLOW, GITLAB_PIPELINE, type Pipeline } from './pipeline-file.ts'
import { branchOf, findRepository, type LocalRepository } from './place.ts'
import { largestFolder, NAME_TEMPLATES, proposeFiles, proposeTemplate, repeatedNames } from './proposal.ts'
import type { Ask } from './question.ts'
import { isWorkflow, namesAction } from './workflow.ts'

/** Bytes of a workflow that is searched for the Action. */
const MAX_WORKFLOW = 128 * 1024
/** Files that a message names. */
const MAX_NAMED = 3

/** What `init` has to say, in lines that are not escaped. */
interface InitResult {
  readonly isWritten: boolean
  readonly lines: readonly string[]
}

/**
 * Writes the file that syncs the runbooks of the repository around the current folder, never over another one.
 *
 * @throws {ActionError} of kind `input` if something is not known, and there is nobody to ask.
 */
export async function init(command: Command, env: NodeJS.ProcessEnv, question: Ask): Promise<InitResult> {
  const ask = question && answered(question)
  const local = await findRepository(command, env)
  const pipeline = pipelineOf(local)
  const tree = new WorkTree(local.clone.root)
  const paths = await pathsIn(local)
  const used = await findAction(tree, paths, pipeline)
  if (used !== undefined)
    return { isWritten: false, lines: [`${used} uses Runbook Sync already, so nothing was written.`] }
  const files = await chooseFiles(command, paths, ask)
  const selected = selectedOf(paths, files)
  const baseUrl = await chooseAddress(command, ask)
  const entryName = await chooseTemplate(command, (templates) => readNames(tree, selected, local, templates), ask)
  const branch = (await branchOf(command, local, env)) ?? 'main'
  const text = pipeline.text({ branch, baseUrl, files, entryName })
  const found = describeRunbooks(await readNames(tree, selected, local, [entryName]))
  if ((await tree.create(pipeline.path, Buffer.from(text))) === 'taken') {
    const taken = `${pipeline.path} is there already, and stays as it is. Add this to it:`
    const addition = text.trimEnd().split('\n')
    return { isWritten: false, lines: [...found, taken, '', ...addition, '', ...nextSteps(local, pipeline)] }
  }
  return { isWritten: true, lines: [...found, `Wrote ${pipeline.path}.`, ...nextSteps(local, pipeline)] }
}

type Answered = ((question: string) => Promise<string>) | undefined

/** Nobody who ends a question agrees to what it proposes. */
function answered(ask: NonNullable<Ask>): NonNullable<Answered> {
  return async (question) => {
    const answer = await ask(question)
    if (answer !== undefined) return answer
    throw new ActionError('cancelled', 'The command was cancelled.', 'Nothing was written.')
  }
}

function pipelineOf({ forge, serverUrl }: LocalRepository): Pipeline {
  if (forge === 'github') return GITHUB_WORKFLOW
  if (forge === 'gitlab') return GITLAB_PIPELINE
  if (forge === undefined) {
    throw usageError(
      `Cannot tell whether ${serverUrl} runs GitHub or GitLab.`,
      'Add `--forge github` or `--forge gitlab`.'
    )
  }
  const hint = 'docs/command-line.md has the commands for any other CI.'
  throw usageError('Only workflows for GitHub and pipelines for GitLab can be written.', hint)
}

/** The files of the work tree that Git has, or would add. */
async function pathsIn({ clone }: LocalRepository): Promise<readonly string[]> {
  const list = (await clone.ask('ls-files', '--cached', '--others', '--exclude-standard', '-z')) ?? ''
  return [...new Set(list.split('\0').filter((path) => path !== ''))]
}

/** The file that uses the Action, or the command line, already. */
async function findAction(tree: WorkTree, paths: readonly string[], pipeline: Pipeline): Promise<string | undefined> {
  for (const path of paths.filter((each) => isWorkflow(each) || each === pipeline.path)) {
    const content = await tree.read(path, MAX_WORKFLOW)
    if (content !== undefined && namesAction(content.toString())) return path
  }
  return undefined
}

async function chooseFiles({ given }: Command, paths: readonly string[], ask: Answered): Promise<readonly string[]> {
  const files = given('files')
  if (files !== undefined) return checked('files', files).files
  const proposed = proposeFiles(paths)
  const largest = largestFolder(paths)
  if (ask === undefined && proposed.length === 0) {
    throw usageError('No folder of this repository is called `runbooks`.', adviceOn(largest))
  }
  const likely = proposed.length === 0 && largest !== undefined ? [largest] : proposed
  // No pattern has a comma.
  const answer = (await ask?.(`Which files are runbooks? [${likely.join(', ')}] `))?.replaceAll(',', '\n')
  return checked('files', answer === undefined || answer === '' ? likely.join('\n') : answer).files
}

/** @throws {ActionError} of kind `input` if there is none. */
function selectedOf(paths: readonly string[], files: readonly string[]): readonly string[] {
  const { matches } = new Patterns(files)
  const selected = paths.filter((path) => matches(path))
  if (selected.length > 0) return selected
  throw usageError('The patterns select no file.', adviceOn(largestFolder(paths)))
}

/** @param largest the pattern for the folder with the most Markdown. */
function adviceOn(largest: string | undefined): string {
  if (largest === undefined) return 'Write a runbook first, for example `docs/runbooks/disk-full.md`.'
  return `Name the files. Most Markdown is in \`--files '${largest}'\`.`
}

async function chooseAddress({ given }: Command, ask: Answered): Promise<string> {
  const question = 'Which address has the assistant’s API? (as https://assistant.example.com/api) '
  const { baseUrl } = checked('base-url', given('base-url') ?? (await ask?.(question)) ?? '')
  if (baseUrl !== undefined) return baseUrl
  throw usageError('The address of the assistant’s API is not known.', 'Add `--base-url URL`.')
}

async function chooseTemplate(
  { given }: Command,
  read: (templates: readonly string[]) => Promise<RunbookNames>,
  ask: Answered
): Promise<string> {
  const entryName = given('entry-name')
  if (entryName !== undefined) return checked('entry-name', entryName).nameTemplate
  const { names } = await read(NAME_TEMPLATES)
  const proposed = proposeTemplate(names)
  if (proposed === NAME_TEMPLATES[0] || ask === undefined) return proposed
  const repeated = describeRepeated(names.get(NAME_TEMPLATES[0]) ?? new Map())
  const answer = await ask(`${repeated} Later, all entries would be doubled.\nHow are entries named? [${proposed}] `)
  return checked('entry-name', answer === '' ? proposed : answer).nameTemplate
}

/** @throws {ActionError} of kind `input` for what the Action would refuse, or GitHub would take for an expression. */
function checked(input: 'files' | 'base-url' | 'entry-name', value: string): Inputs {
  if (value.includes('${{')) {
    throw usageError('`${{` begins an expression in a workflow.', 'Write the value itself.')
  }
  return readInputs(
    (name) => (name === input ? value : ''),
    () => undefined
  )
}

/** What files are called as runbooks. */
interface RunbookNames {
  /** By template and path. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Why a file is no runbook, by path. */
  readonly refused: ReadonlyMap<string, string>
}

async function readNames(
  tree: WorkTree,
  paths: readonly string[],
  { repository, serverUrl }: LocalRepository,
  templates: readonly string[]
): Promise<RunbookNames> {
  const names = new Map(templates.map((template) => [template, new Map<string, string>()]))
  const refused = new Map<string, string>()
  const options = { frontMatter: 'strip', repository, serverUrl, ref: '' } as const
  for (const path of paths) {
    const bytes = await tree.read(path, MAX_BYTES)
    if (bytes === undefined) continue
    for (const [nameTemplate, named] of names) {
      const result = readRunbook({ path, id: '' }, { kind: 'bytes', bytes }, { ...options, nameTemplate })
      if (result.kind === 'runbook') named.set(path, result.name)
      if (result.kind === 'refused') refused.set(path, `${result.reason} ${result.hint}`)
    }
  }
  return { names, refused }
}

/** What the first sync will send, and what it will not. */
function describeRunbooks({ names, refused }: RunbookNames): readonly string[] {
  const [[template, named] = ['', new Map<string, string>()]] = names
  const [first] = named
  const example = first === undefined ? '' : `, for example “${first[1]}” (${first[0]})`
  const how = template === NAME_TEMPLATES[0] ? '' : `, named \`${template}\``
  const repeated = describeRepeated(named)
  return [
    `Found ${count(named.size, 'runbook')}${how}${example}.`,
    ...(repeated === '' ? [] : [`${repeated} Give each a \`title\` of its own, or choose another \`--entry-name\`.`]),
    ...Array.from(refused, ([path, why]) => `${path}: ${why}`).slice(0, MAX_NAMED),
    ...(refused.size > MAX_NAMED ? [`${count(refused.size - MAX_NAMED, 'more file')} cannot be sent.`] : [])
  ]
}

/** `2 names repeat, for example “Overview” (a.md, b.md).`; empty if none does. */
function describeRepeated(names: ReadonlyMap<string, string>): string {
  const repeated = repeatedNames(names)
  const [example] = repeated
  if (example === undefined) return ''
  const [name, paths] = example
  const verb = repeated.size === 1 ? 'repeats' : 'repeat'
  return `${count(repeated.size, 'name')} ${verb}, for example “${name}” (${listed(paths, MAX_NAMED)}).`
}

/** What only a person can do. */
function nextSteps({ serverUrl, repository }: LocalRepository, pipeline: Pipeline): readonly string[] {
  const home = `${serverUrl}/${repository === '' ? 'OWNER/NAME' : repository}`
  const isGitHub = pipeline === GITHUB_WORKFLOW
  const store = isGitHub
    ? `Save it as the secret RUNBOOK_SYNC_TOKEN: ${home}/settings/secrets/actions/new`
    : `Save it as the masked variable RUNBOOK_SYNC_TOKEN: ${home}/-/settings/ci_cd`
  // A plan reads its options in workflows alone.
  const look = isGitHub ? ' Until then, `runbook-sync plan --worktree` shows what the first sync will send.' : ''
  return [
    'Two steps are left in the browser:',
    '  1. In the assistant, choose the workspace, then Settings → Access Tokens → Create Token.',
    `  2. ${store}`,
    `Then commit and push the file.${look}`
  ]
}
