import { ACTION_FOLDER, inputVariables, readActionMetadata } from '../testing/action-metadata.ts'
import { prepareEnvironment } from '../testing/environment.ts'
import { temporaryFolder } from '../testing/leftovers.ts'
import type { JobOptions } from '../testing/runner.ts'
import type { Programs } from './javascript.ts'
import { time, timeAndUsage, type Finished, type Program } from './process.ts'
import type { Sample } from './measure.ts'

export type ActionRun = Pick<JobOptions, 'inputs' | 'event' | 'workspace' | 'repository' | 'apiUrl' | 'env'> & {
  /** By default 0: a run that fails says nothing. */
  readonly exitCode?: number
}

/** Runs `dist/index.js` as the runner does; only the process itself is timed, not what the runner prepares. */
export async function timeAction(run: ActionRun): Promise<Finished> {
  return withProgram(run, time)
}

/** The same, and what the process used. */
export async function timeActionAndUsage(
  run: ActionRun,
  programs: Programs
): Promise<Finished & { readonly usage: Sample }> {
  return withProgram(run, (program) => timeAndUsage(program, programs))
}

async function withProgram<T>(run: ActionRun, measure: (program: Program) => Promise<T>): Promise<T> {
  await using runner = await temporaryFolder()
  const action = await readActionMetadata(ACTION_FOLDER)
  return await measure({
    command: process.execPath,
    args: [action.main],
    folder: run.workspace,
    env: {
      ...(await prepareEnvironment({ runNumber: 2, ...run }, runner.path)),
      ...inputVariables(action, run.inputs, 'ghs_bench'),
      ...run.env
    },
    exitCodes: [run.exitCode ?? 0]
  })
}
