import { spawn, type ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { ACTION_FOLDER, inputVariables, readActionMetadata } from './action-metadata.ts'
import type { WorkflowCommand } from './commands.ts'
import { fileCommand, prepareEnvironment, type JobOptions } from './environment.ts'
import { parseFileCommands } from './file-commands.ts'
import { JobLog, LineCutter, type Annotation } from './job-log.ts'
import { temporaryFolder, cleanUpOnExit } from '../temporary-files.ts'

export type { JobOptions }

export interface JobResult {
  readonly conclusion: 'success' | 'failure' | 'cancelled'
  /** `null` where a signal ended the process. */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** As written, before masking. */
  readonly stdout: string
  readonly stderr: string
  /** All workflow commands, in order. */
  readonly commands: readonly WorkflowCommand[]
  /** Those that GitHub would show: ten of a level. */
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
  /** From the start of the process to its end. */
  readonly milliseconds: number
}

export interface RunningJob {
  readonly result: Promise<JobResult>
  /** As the runner cancels: SIGINT, 7.5 s later SIGTERM, 2.5 s later SIGKILL. */
  cancel(): void
  signal(signal: NodeJS.Signals): void
}

const SUMMARY_LIMIT = 1024 * 1024
const DEFAULT_TIMEOUT = 120_000

/** Runs the Action in a process of its own, as GitHub's runner does. */
export function startAction(options: JobOptions): RunningJob {
  const cancellation = new AbortController()
  let child: ChildProcess | undefined
  return {
    result: run(options, cancellation, (started) => (child = started)),
    cancel() {
      cancellation.abort()
    },
    signal(signal) {
      child?.kill(signal)
    }
  }
}

async function run(
  options: JobOptions,
  cancellation: AbortController,
  onStart: (child: ChildProcess) => void
): Promise<JobResult> {
  await using runner = await temporaryFolder()
  const action = await readActionMetadata(options.action ?? ACTION_FOLDER)
  const inputs = inputVariables(action, options.inputs, options.githubToken ?? 'ghs_rehearsal')
  const env = { ...(await prepareEnvironment(options, runner.path)), ...inputs, ...options.env }

  const log = new JobLog()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [action.main], {
    cwd: options.workspace,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  onStart(child)
  const ended = ending(child, cancellation, options.timeout ?? DEFAULT_TIMEOUT)
  const stdout = collect(child.stdout, log)
  const stderr = collect(child.stderr, log)
  const { exitCode, signal } = await ended
  const milliseconds = performance.now() - startedAt

  const outputs = parseFileCommands(await readFile(fileCommand(runner.path, 'OUTPUT'), 'utf8'))
  const summary = await readSummary(fileCommand(runner.path, 'STEP_SUMMARY'), log)
  return {
    conclusion: cancellation.signal.aborted ? 'cancelled' : exitCode === 0 ? 'success' : 'failure',
    exitCode,
    signal,
    stdout: stdout(),
    stderr: stderr(),
    commands: log.commands,
    annotations: log.annotations,
    masks: log.masks,
    outputs,
    summary,
    log: log.text,
    report: await readReport(outputs['report']),
    overwritten: await readTexts(outputs['overwritten'] ?? ''),
    milliseconds
  }
}

/** Waits for the end of the process and of its streams; cancels it when asked to, or when its time is over. */
async function ending(
  child: ChildProcess,
  cancellation: AbortController,
  timeout: number
): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  const registered = cleanUpOnExit(() => child.kill('SIGKILL'))
  const timers: NodeJS.Timeout[] = []
  const cancel = () => {
    child.kill('SIGINT')
    timers.push(setTimeout(() => child.kill('SIGTERM'), 7_500))
    timers.push(setTimeout(() => child.kill('SIGKILL'), 10_000))
  }
  const { promise, resolve, reject } = Promise.withResolvers<{
    exitCode: number | null
    signal: NodeJS.Signals | null
  }>()
  child.once('error', reject)
  child.once('close', (exitCode, signal) => {
    resolve({ exitCode, signal })
  })
  if (cancellation.signal.aborted) cancel()
  cancellation.signal.addEventListener('abort', cancel, { once: true })
  timers.push(
    setTimeout(() => {
      cancellation.abort()
    }, timeout)
  )
  try {
    return await promise
  } finally {
    cancellation.signal.removeEventListener('abort', cancel)
    timers.forEach(clearTimeout)
    registered[Symbol.dispose]()
  }
}

/** Feeds a stream to the log line by line; the returned function gives the whole of it once it has ended. */
function collect(stream: NodeJS.ReadableStream, log: JobLog): () => string {
  const lines = new LineCutter()
  const chunks: string[] = []
  const add = (line: string) => {
    log.add(line)
  }
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    chunks.push(chunk)
    lines.cut(chunk).forEach(add)
  })
  stream.on('end', () => {
    lines.rest().forEach(add)
  })
  return () => chunks.join('')
}

async function readSummary(path: string, log: JobLog): Promise<string> {
  const bytes = await readFile(path)
  if (bytes.length <= SUMMARY_LIMIT) return log.mask(bytes.toString('utf8'))
  const size = Math.ceil(bytes.length / 1024)
  log.add(`::error::$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${size}k.`)
  return ''
}

async function readReport(path: string | undefined): Promise<unknown> {
  if (path === undefined || path === '') return undefined
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(`The output \`report\` names ${basename(path)}, which holds no JSON`, { cause: error })
  }
}

/** The files below a folder, by relative path; none where it is empty. */
export async function readTexts(folder: string): Promise<Map<string, string>> {
  if (folder === '') return new Map()
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = files.map(async (file): Promise<[string, string]> => [
    relative(folder, file),
    await readFile(file, 'utf8')
  ])
  return new Map(await Promise.all(texts))
}
