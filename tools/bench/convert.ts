/**
 * Converts all Markdown files of a commit in a fresh process, as each run does, and prints the milliseconds of CPU time and the number
 * of files.
 *
 *   node tools/bench/convert.ts repository commit
 */
import { filesOf } from '../../testing/git.ts'
import { readRunbook } from '../../src/runbook/runbook.ts'

const OPTIONS = {
  nameTemplate: '{title}',
  frontMatter: 'strip',
  repository: 'harbour/handbook',
  serverUrl: 'https://github.com',
  forge: 'github',
  ref: 'main'
} as const

const [repository = '', commit = ''] = process.argv.slice(2)
const files = [...(await filesOf(repository, commit))].filter(([path]) => path.endsWith('.md'))
const before = process.threadCpuUsage()
for (const [path, bytes] of files) readRunbook({ path, id: '' }, { kind: 'bytes', bytes }, OPTIONS, () => 'file')
const { user, system } = process.threadCpuUsage(before)
console.log(JSON.stringify({ milliseconds: (user + system) / 1000, files: files.length }))
