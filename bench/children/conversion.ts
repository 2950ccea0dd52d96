/**
 * Reads and converts all runbooks of a repository in a fresh process, where no code is warm yet, and prints how long both
 * took together (`time`) and how much CPU time conversion took for a MiB (`perMiB`); the start of Node and the loading of modules are
 * not in it.
 *
 *   FOLDER=/a/repository COMMIT=…
 */
import '../../src/runbooks/absolute.ts'
import '../../src/runbooks/heading.ts'
import { convert } from '../../src/runbooks/convert.ts'
import { openGit } from '../../src/source/git.ts'
import { openOptions, STYLE } from './style.ts'

const { FOLDER = '', COMMIT = '' } = process.env
const started = performance.now()
await using source = await openGit(FOLDER, openOptions(FOLDER))
if (source === undefined) throw new Error(`${FOLDER} is no repository`)
const { files } = await source.list(COMMIT, (path) => path.endsWith('.md'))
const contents = await Promise.all(files.map((file) => source.read(file, STYLE.maxBytes)))

// Of this thread alone, for nothing else can wait here; so that a busy machine does not look like slow code.
const converting = process.threadCpuUsage()
let bytes = 0
let links = 0
for (const [at, file] of files.entries()) {
  const content = contents[at] ?? { kind: 'too-large', size: 0 }
  bytes += content.kind === 'bytes' ? content.bytes.length : 0
  links += (await convert(file.path, content, STYLE)).targets.length
}
const { user, system } = process.threadCpuUsage(converting)
const time = performance.now() - started
console.log(JSON.stringify({ time, perMiB: (user + system) / 1000 / (bytes / 1024 / 1024), links }))
