import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPOSITORY_ID, type JobEvent } from '../github/events.ts'

const FILE_COMMANDS = ['OUTPUT', 'STEP_SUMMARY', 'STATE', 'ENV', 'PATH'] as const
type FileCommand = (typeof FILE_COMMANDS)[number]

/** One step of a job that uses the Action. */
export interface JobOptions {
  /** As under `with:`; inputs left out get their defaults from `action.yml`. */
  readonly inputs: Readonly<Record<string, string>>
  readonly event: JobEvent
  /** The checked-out workspace, which is also the working directory. */
  readonly workspace: string
  /** `owner/name`. */
  readonly repository: string
  /** Where GitHub's API answers; by default a port of this machine at which nothing does. */
  readonly apiUrl?: string
  readonly serverUrl?: string
  /** The workflow file, from the repository's root. */
  readonly workflow?: string
  readonly runId?: number
  readonly runNumber?: number
  /** More than 1 if the run is repeated. */
  readonly runAttempt?: number
  readonly githubToken?: string
  /** Further variables, as under `env:`; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The folder of the Action, with its `action.yml`; by default this repository's. */
  readonly action?: string
  /** As `timeout-minutes`, but in milliseconds: the job is cancelled when it is over. */
  readonly timeout?: number
}

/**
 * The environment of a step, and the files it points to, in the folder `runner`. It is a clean one: of the developer's own
 * it has `PATH` alone, and no Git configuration.
 */
export async function prepareEnvironment(options: JobOptions, runner: string): Promise<Record<string, string>> {
  const { event, repository, workspace } = options
  const workflow = options.workflow ?? '.github/workflows/runbooks.yml'
  const refName = event.ref.replace(/^refs\/(heads|tags|pull)\//, '')
  const { sender } = event.payload as { readonly sender?: { readonly login: string } }
  const actor = sender?.login ?? 'robin'
  const home = join(runner, 'home')
  const temp = join(runner, 'temp')
  const eventPath = join(temp, '_github_workflow', 'event.json')
  await Promise.all([home, join(temp, '_github_workflow'), join(temp, '_runner_file_commands')].map(makeFolder))
  await writeFile(eventPath, JSON.stringify(event.payload, null, 2))
  await Promise.all(FILE_COMMANDS.map((name) => writeFile(fileCommand(runner, name), '')))
  return {
    CI: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_REF: '',
    GITHUB_ACTION_REPOSITORY: '',
    GITHUB_ACTOR: actor,
    GITHUB_API_URL: options.apiUrl ?? 'http://127.0.0.1:9',
    GITHUB_BASE_REF: event.name.startsWith('pull_request') ? 'main' : '',
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_HEAD_REF: event.name.startsWith('pull_request') ? 'clarify' : '',
    GITHUB_JOB: 'sync',
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: refName,
    GITHUB_REF_PROTECTED: 'false',
    GITHUB_REF_TYPE: event.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_ID: String(REPOSITORY_ID),
    GITHUB_REPOSITORY_OWNER: repository.split('/')[0] ?? '',
    GITHUB_RUN_ATTEMPT: String(options.runAttempt ?? 1),
    GITHUB_RUN_ID: String(options.runId ?? 7_000_000_001),
    GITHUB_RUN_NUMBER: String(options.runNumber ?? 1),
    GITHUB_SERVER_URL: options.serverUrl ?? 'https://github.com',
    GITHUB_SHA: event.sha,
    GITHUB_TRIGGERING_ACTOR: actor,
    GITHUB_WORKFLOW: 'Runbooks',
    GITHUB_WORKFLOW_REF: `${repository}/${workflow}@${event.ref}`,
    GITHUB_WORKFLOW_SHA: event.sha,
    GITHUB_WORKSPACE: workspace,
    ...Object.fromEntries(FILE_COMMANDS.map((name) => [`GITHUB_${name}`, fileCommand(runner, name)])),
    // A real runner leaves the machine's configuration on; here that would be the developer's.
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: home,
    LANG: 'C.UTF-8',
    // Set for tests, which start the same code hundreds of times.
    ...(process.env['NODE_COMPILE_CACHE'] !== undefined && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
    PATH: process.env['PATH'] ?? '',
    RUNNER_ARCH: process.arch === 'arm64' ? 'ARM64' : 'X64',
    RUNNER_ENVIRONMENT: 'self-hosted',
    RUNNER_NAME: 'rehearsal',
    RUNNER_OS: { darwin: 'macOS', win32: 'Windows' }[process.platform as string] ?? 'Linux',
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: join(runner, 'tools'),
    RUNNER_WORKSPACE: join(workspace, '..')
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
}

/** The file in which a step leaves its outputs, its summary and the like. */
export function fileCommand(runner: string, name: FileCommand): string {
  return join(runner, 'temp', '_runner_file_commands', `${name.toLowerCase()}_0f7f4f5e`)
}
