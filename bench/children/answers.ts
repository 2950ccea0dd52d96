/**
 * The floor of a detection: a Node that starts the Git processes which it takes, reads their answers to the end, and
 * makes nothing of them, or, with TAKE_APART, paths and ids. Prints how long that took, without the start of Node.
 *
 *   FOLDER=/a/checkout BASE=… HEAD=… FETCH=true TAKE_APART=true
 */
import { spawn } from 'node:child_process'
import { readDifferences, readTree } from '../../src/source/git-records.ts'

const { FOLDER = '', BASE = '', HEAD = '', FETCH = '', TAKE_APART = '' } = process.env

async function git(args: readonly string[], take: (chunk: Buffer) => void): Promise<void> {
  const child = spawn('git', args, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.on('data', take)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${String(code)}`)
}

const nothing = (): void => undefined
const files: unknown[] = []
const differences: unknown[] = []
const takeTree = readTree(({ path, id }) => files.push({ path, id }))
const takeDifferences = readDifferences(({ path, before, after }) => {
  differences.push({ path, before: before.id, after: after.id })
})

const started = performance.now()
if (FETCH === 'true') {
  await git(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--depth=1', 'origin', BASE], nothing)
} else {
  await git(['rev-list', '--no-walk', HEAD, BASE], nothing)
}
const apart = TAKE_APART === 'true'
await Promise.all([
  git(['ls-tree', '-r', '-z', HEAD], apart ? takeTree : nothing),
  git(['diff-tree', '-r', '-z', '--raw', '--no-renames', BASE, HEAD], apart ? takeDifferences : nothing)
])
console.log(JSON.stringify({ time: performance.now() - started }))
