import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '../temporary-files.ts'
import { ACTION_FOLDER, readAction } from './action-metadata.ts'
import type { WorkflowCommand } from './commands.ts'
import { fileCommand, prepareEnvironment, type JobOptions } from './environment.ts'
import { parseFileCommands } from './file-commands.ts'
import { JobLog, linesOf, type Annotation } from './job-log.ts'

export interface JobResult {
  readonly conclusion: 'success' | 'failure'
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
  signal(signal: NodeJS.Signals): void
}

const SUMMARY_LIMIT = 1024 * 1024

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
  const { main, variables } = await readAction(options.action ?? ACTION_FOLDER, options.inputs, options.githubToken)
  const env = { ...(await prepareEnvironment(options, runner.path)), ...variables, ...options.env }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [main], {
    cwd: options.workspace,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeout ?? 120_000
  })
  onStart(child)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const milliseconds = performance.now() - startedAt

  const log = new JobLog()
  for (const line of [...linesOf(stdout), ...linesOf(stderr)]) log.add(line)
  const outputs = parseFileCommands(await readFile(fileCommand(runner.path, 'OUTPUT'), 'utf8'))
  const summary = await readFile(fileCommand(runner.path, 'STEP_SUMMARY'))
  return {
    conclusion: child.exitCode === 0 ? 'success' : 'failure',
    exitCode: child.exitCode,
    signal: child.signalCode,
    stdout,
    stderr,
    commands: log.commands,
    annotations: log.annotations,
    masks: log.masks,
    outputs,
    summary: summary.length > SUMMARY_LIMIT ? '' : log.mask(summary.toString()),
    log: log.text,
    report: await readReport(outputs['report']),
    overwritten: await readTexts(outputs['overwritten'] ?? ''),
    milliseconds
  }
}

async function readReport(path = ''): Promise<unknown> {
  return path === '' ? undefined : JSON.parse(await readFile(path, 'utf8'))
}

/** The files below a folder, by relative path; none where it is empty. */
async function readTexts(folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const found = folder === '' ? [] : await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of found.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    texts.set(relative(folder, path), await readFile(path, 'utf8'))
  }
  return texts
}
