/**
 * Converts all Markdown files of a repository's HEAD in a fresh process, as each run does, and prints the CPU time.
 *
 *   node tools/bench/convert.ts repository
 */
import { filesOf } from '../../testing/git.ts'
import { readRunbook } from '../../src/runbook/runbook.ts'

const OPTIONS = {
  nameTemplate: '{title}',
  frontMatter: 'strip',
  comments: 'keep',
  overdue: 'report',
  now: new Date('2026-11-01'),
  repository: 'harbour/handbook',
  serverUrl: 'https://github.com',
  forge: 'github',
  ref: 'main'
} as const

const files = [...(await filesOf(process.argv[2] ?? '', 'HEAD'))].filter(([path]) => path.endsWith('.md'))
const before = process.threadCpuUsage()
for (const [path, bytes] of files) readRunbook({ path, id: '' }, { kind: 'bytes', bytes }, OPTIONS, () => 'file')
const { user, system } = process.threadCpuUsage(before)
console.log(`${((user + system) / 1000).toFixed(0)} ms for ${files.length} files`)
