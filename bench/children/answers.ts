/**
 * The floor of a detection: a Node that starts the Git processes which it takes, reads their answers to the end, and
 * makes nothing of them. Prints how long that took, without the start of Node.
 *
 *   FOLDER=/a/checkout BASE=… HEAD=… FETCH=true
 */
import { spawn } from 'node:child_process'

const { FOLDER = '', BASE = '', HEAD = '', FETCH = '' } = process.env

async function git(...args: readonly string[]): Promise<void> {
  const child = spawn('git', args, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${String(code)}`)
}

const started = performance.now()
if (FETCH === 'true') await git('fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--depth=1', 'origin', BASE)
else await git('rev-list', '--no-walk', HEAD, BASE)
await Promise.all([git('ls-tree', '-r', '-z', HEAD), git('diff-tree', '-r', '-z', '--raw', '--no-renames', BASE, HEAD)])
console.log(JSON.stringify({ time: performance.now() - started }))
