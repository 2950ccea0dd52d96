import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Sink } from '../../bench/sink.ts'
import { temporaryFolder } from '../../testing/leftovers.ts'
import { runAction, type JobOptions, type JobResult } from '../../testing/runner.ts'
import { bundle, packagesIn, type Package } from './bundle.ts'

/** What a run of the bundle cost, in what can be counted and is the same on every machine. */
export interface Cost {
  /** Git processes that the Action started, by their subcommands, sorted. */
  readonly git: readonly string[]
  /** Heavy packages that it loaded. */
  readonly packages: readonly Package[]
  readonly upserts: number
  readonly lists: number
  /** To the service. */
  readonly connections: number
}

/** Runs the Action against `sink` and counts. */
export async function observe(
  options: Omit<JobOptions, 'env'>,
  sink: Sink
): Promise<{ readonly result: JobResult; readonly cost: Cost }> {
  await using folder = await temporaryFolder()
  const gitLog = join(folder.path, 'git.log')
  const moduleLog = join(folder.path, 'modules.log')
  const recorder = join(folder.path, 'recorder.mjs')
  const bin = join(folder.path, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'git'), GIT)
  await chmod(join(bin, 'git'), 0o755)
  await writeFile(recorder, RECORDER)
  await Promise.all([gitLog, moduleLog].map((file) => writeFile(file, '')))

  sink.reset({ keep: true })
  const result = await runAction({
    ...options,
    env: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      REAL_GIT: execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
      GIT_LOG: gitLog,
      MODULE_LOG: moduleLog,
      NODE_OPTIONS: `--import=${recorder}`
    }
  })
  const { upserts, lists, connections } = sink.arrivals()
  const loaded = new Set((await linesOf(moduleLog)).filter((url) => url.includes('/dist/')).map((url) => basename(url)))
  return {
    result,
    cost: {
      git: (await linesOf(gitLog)).map(subcommand).sort(),
      packages: packagesIn(bundle().filter(({ name }) => loaded.has(name))),
      upserts,
      lists,
      connections
    }
  }
}

/** A `git` that writes down how it was called. What Git itself starts does not come this way. */
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

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
}

/** `-c a=b -C folder diff-tree -r` → `diff-tree` */
function subcommand(call: string): string {
  return call.replace(/^(?:-[cC] \S+ )*/, '').split(' ')[0] ?? ''
}
