import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { JobEvent } from '../github/events.ts'
import { temporaryFolder } from '../temporary-files.ts'
import { linesOf, parseOutputs, readOutput, type Annotation, type WorkflowCommand } from './protocol.ts'

export const ACTION_FOLDER = fileURLToPath(new URL('../../', import.meta.url))

/** One step of a job that uses the Action. */
export interface JobOptions {
  /** As under `with:`; inputs left out get their defaults from `action.yml`. */
  readonly inputs: Readonly<Record<string, string>>
  readonly event: JobEvent
  /** The checked-out workspace, which is also the working directory. */
  readonly workspace: string
  readonly repository: string
  readonly serverUrl: string
  readonly runNumber: number
  readonly runAttempt: number
  readonly githubToken: string
  /** Further variables, as under `env:`; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The folder of the Action, with its `action.yml`; by default this repository's. */
  readonly action?: string
  /** As `timeout-minutes`, but in milliseconds. */
  readonly timeout?: number
}

export interface JobResult {
  /** `null` where a signal ended the process. */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** As written, before masking. */
  readonly stdout: string
  readonly stderr: string
  readonly commands: readonly WorkflowCommand[]
  readonly annotations: readonly Annotation[]
  readonly masks: readonly string[]
  readonly outputs: Readonly<Record<string, string>>
  /** Markdown, masked; empty where GitHub would drop it for its size. */
  readonly summary: string
  /** As a person sees it. */
  readonly log: string
  /** The JSON file that the output `report` points to, parsed; it is gone when the job is over. */
  readonly report: unknown
  /** The texts below the folder that the output `overwritten` names, by relative path; gone, too. */
  readonly overwritten: ReadonlyMap<string, string>
}

export interface RunningJob {
  readonly result: Promise<JobResult>
  signal(signal: NodeJS.Signals): void
}

const SUMMARY_LIMIT = 1024 * 1024
/** The files in which a step leaves its outputs and its summary. */
const [OUTPUT, SUMMARY] = ['temp/set_output_0f7f4f5e', 'temp/step_summary_0f7f4f5e']

/** Runs the Action in a process of its own, as GitHub's runner does. */
export function startAction(options: JobOptions): RunningJob {
  let child: ChildProcess | undefined
  return {
    result: run(options, (started) => (child = started)),
    signal(signal) {
      child?.kill(signal)
    }
  }
}

async function run(options: JobOptions, onStart: (child: ChildProcess) => void): Promise<JobResult> {
  await using runner = await temporaryFolder()
  const { main, variables } = await readAction(options)
  const env = { ...(await prepareEnvironment(options, runner.path)), ...variables, ...options.env }
  const child = spawn(process.execPath, [main], {
    cwd: options.workspace,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeout ?? 120_000
  })
  onStart(child)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])

  const { mask, ...shown } = readOutput([...linesOf(stdout), ...linesOf(stderr)])
  const outputs = parseOutputs(await readFile(join(runner.path, OUTPUT), 'utf8'))
  const summary = await readFile(join(runner.path, SUMMARY))
  const { report = '', overwritten = '' } = outputs
  return {
    ...shown,
    exitCode: child.exitCode,
    signal: child.signalCode,
    stdout,
    stderr,
    outputs,
    summary: summary.length > SUMMARY_LIMIT ? '' : mask(summary.toString()),
    report: report === '' ? undefined : JSON.parse(await readFile(report, 'utf8')),
    overwritten: await readTexts(overwritten)
  }
}

/** The files below a folder, by relative path; none where it is empty. */
async function readTexts(folder: string): Promise<Map<string, string>> {
  const found = folder === '' ? [] : await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name))
  const read = async (path: string) => [relative(folder, path), await readFile(path, 'utf8')] as const
  return new Map(await Promise.all(paths.map(read)))
}

/** The part of an `action.yml` that a runner uses. A scalar is text, as the runner reads it. */
interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly main: string }
}

/**
 * The script of the Action, and the `INPUT_*` variables of a step. An empty value that is given does not fall back to the
 * default. Tests run the sources of this Action if `dist/` is not built from them: `RUNBOOK_SYNC_MAIN`.
 *
 * @throws {Error} for an input that the Action does not have. GitHub only warns; a test must not misspell.
 */
async function readAction({ action: folder = ACTION_FOLDER, inputs: given, githubToken }: JobOptions) {
  const content = await readFile(join(folder, 'action.yml'), 'utf8')
  const { inputs, runs } = parse(content, { schema: 'failsafe' }) as ActionFile
  const unknown = Object.keys(given).filter((name) => !(name in inputs))
  if (unknown.length > 0) throw new Error(`The Action has no input ${unknown.join(', ')}`)
  const variables = Object.entries(inputs).map(([name, { default: fallback = '' }]) => {
    // The one expression that a default has.
    const value = given[name] ?? fallback.replace('${{ github.token }}', () => githubToken)
    return [`INPUT_${name.toUpperCase()}`, value] as const
  })
  const main = folder === ACTION_FOLDER ? (process.env['RUNBOOK_SYNC_MAIN'] ?? runs.main) : runs.main
  return { main: join(folder, main), variables: Object.fromEntries(variables) }
}

/**
 * The environment of a step, and the files it points to, in the folder `runner`. It is a clean one: of the developer's own
 * it has `PATH` alone, and no Git configuration.
 */
async function prepareEnvironment(options: JobOptions, runner: string): Promise<Record<string, string>> {
  const { event, runNumber } = options
  const temp = join(runner, 'temp')
  const eventPath = join(temp, 'event.json')
  await mkdir(temp)
  await writeFile(eventPath, JSON.stringify(event.payload))
  for (const file of [OUTPUT, SUMMARY]) await writeFile(join(runner, file), '')
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: `${options.serverUrl}/api/v3`,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_REF: event.ref,
    GITHUB_REPOSITORY: options.repository,
    GITHUB_RUN_ATTEMPT: String(options.runAttempt),
    GITHUB_RUN_ID: String(7_000_000_000 + runNumber),
    GITHUB_RUN_NUMBER: String(runNumber),
    GITHUB_SERVER_URL: options.serverUrl,
    GITHUB_SHA: event.sha,
    GITHUB_WORKFLOW_REF: `${options.repository}/.github/workflows/runbooks.yml@${event.ref}`,
    GITHUB_WORKSPACE: options.workspace,
    GITHUB_OUTPUT: join(runner, OUTPUT),
    GITHUB_STEP_SUMMARY: join(runner, SUMMARY),
    // A real runner leaves the machine's configuration on; here that would be the developer's.
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: runner,
    LANG: 'C.UTF-8',
    // Set for tests, which start the same code hundreds of times.
    ...(process.env['NODE_COMPILE_CACHE'] !== undefined && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
    PATH: process.env['PATH'] ?? '',
    RUNNER_TEMP: temp
  }
}
