import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPOSITORY_ID, type JobEvent } from '../github/events.ts'

const FILE_COMMANDS = ['OUTPUT', 'STEP_SUMMARY', 'STATE', 'ENV', 'PATH'] as const

/** One step of a job that uses the Action. */
export interface JobOptions {
  /** As under `with:`; inputs left out get their defaults from `action.yml`. */
  readonly inputs: Readonly<Record<string, string>>
  readonly event: JobEvent
  /** The checked-out workspace, which is also the working directory. */
  readonly workspace: string
  /** `owner/name`. */
  readonly repository: string
  readonly apiUrl: string
  readonly serverUrl: string
  readonly runNumber: number
  /** More than 1 if the run is repeated. */
  readonly runAttempt: number
  readonly githubToken: string
  /** Further variables, as under `env:`; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The folder of the Action, with its `action.yml`; by default this repository's. */
  readonly action?: string
  /** As `timeout-minutes`, but in milliseconds. */
  readonly timeout?: number
}

/**
 * The environment of a step, and the files it points to, in the folder `runner`. It is a clean one: of the developer's own
 * it has `PATH` alone, and no Git configuration.
 */
export async function prepareEnvironment(options: JobOptions, runner: string): Promise<Record<string, string>> {
  const { event, repository, workspace, runNumber } = options
  const temp = join(runner, 'temp')
  const eventPath = join(temp, '_github_workflow', 'event.json')
  for (const folder of ['_github_workflow', '_runner_file_commands']) {
    await mkdir(join(temp, folder), { recursive: true })
  }
  await writeFile(eventPath, JSON.stringify(event.payload, null, 2))
  for (const name of FILE_COMMANDS) await writeFile(fileCommand(runner, name), '')
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: 'robin',
    GITHUB_API_URL: options.apiUrl,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_JOB: 'sync',
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: event.ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    GITHUB_REF_TYPE: event.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_ID: String(REPOSITORY_ID),
    GITHUB_RUN_ATTEMPT: String(options.runAttempt),
    GITHUB_RUN_ID: String(7_000_000_000 + runNumber),
    GITHUB_RUN_NUMBER: String(runNumber),
    GITHUB_SERVER_URL: options.serverUrl,
    GITHUB_SHA: event.sha,
    GITHUB_WORKFLOW: 'Runbooks',
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/runbooks.yml@${event.ref}`,
    GITHUB_WORKSPACE: workspace,
    ...Object.fromEntries(FILE_COMMANDS.map((name) => [`GITHUB_${name}`, fileCommand(runner, name)])),
    // A real runner leaves the machine's configuration on; here that would be the developer's.
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: runner,
    LANG: 'C.UTF-8',
    // Set for tests, which start the same code hundreds of times.
    ...(process.env['NODE_COMPILE_CACHE'] !== undefined && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
    PATH: process.env['PATH'] ?? '',
    RUNNER_OS: { darwin: 'macOS', win32: 'Windows' }[process.platform as string] ?? 'Linux',
    RUNNER_TEMP: temp
  }
}

/** The file in which a step leaves its outputs, its summary and the like. */
export function fileCommand(runner: string, name: (typeof FILE_COMMANDS)[number]): string {
  return join(runner, 'temp', '_runner_file_commands', `${name.toLowerCase()}_0f7f4f5e`)
}
