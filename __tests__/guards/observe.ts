import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { startSink, type Sink } from '../../bench/sink.ts'
import { temporaryFolder } from '../../src/rehearsal/leftovers.ts'
import { runAction, type JobOptions, type JobResult } from '../../src/rehearsal/runner.ts'

/** What a run of the bundle cost, in what can be counted and is the same on every machine. */
export interface Cost {
  readonly result: JobResult
  /** Git processes, by their subcommand, in the order in which they started. */
  readonly git: readonly string[]
  /** Files of `dist/` that were loaded, apart from its `index.js`. */
  readonly chunks: readonly string[]
  readonly upserts: number
  readonly lists: number
  readonly connections: number
}

/** Runs the Action against a sink and counts. */
export async function observe(options: Omit<JobOptions, 'env'>, sink: Sink): Promise<Cost> {
  await using folder = await temporaryFolder()
  const gitLog = join(folder.path, 'git.log')
  const moduleLog = join(folder.path, 'modules.log')
  await Promise.all([gitLog, moduleLog].map((file) => writeFile(file, '')))
  const bin = join(folder.path, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'git'), GIT)
  await chmod(join(bin, 'git'), 0o755)

  sink.reset({ keep: true })
  const result = await runAction({
    ...options,
    env: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      REAL_GIT: execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
      GIT_LOG: gitLog,
      MODULE_LOG: moduleLog,
      NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(RECORDER).toString('base64')}`
    }
  })
  const { upserts, lists, connections } = sink.arrivals()
  const modules = await lines(moduleLog)
  return {
    result,
    git: (await lines(gitLog)).map(subcommand),
    chunks: modules
      .filter((url) => url.includes('/dist/') && !url.endsWith('/dist/index.js'))
      .map((url) => basename(url)),
    upserts,
    lists,
    connections
  }
}

/** A `git` that writes down how it was called. */
const GIT = `#!/bin/sh
printf '%s\\n' "$*" >> "$GIT_LOG"
exec "$REAL_GIT" "$@"
`

/** Loaded before the Action: writes down every module that it loads. */
const RECORDER = `
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env.MODULE_LOG, url + '\\n')
    return nextLoad(url, context)
  }
})
`

async function lines(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
}

/** `-c a=b -C folder diff-tree -r` → `diff-tree` */
function subcommand(call: string): string {
  return call.replace(/^(?:-[cC] \S+ |--[\w-]+(?:=\S+)? )*/, '').split(' ')[0] ?? ''
}

export { startSink }
