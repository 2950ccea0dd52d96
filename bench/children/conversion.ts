/**
 * Reads and converts all runbooks of a repository in a fresh process, where no code is warm yet, and prints how long both
 * took together (`time`) and what of it was conversion, a MiB (`perMiB`); the start of Node and the loading of modules are
 * not in it.
 *
 *   FOLDER=/a/repository COMMIT=…
 */
import 'yaml'
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

const converting = performance.now()
let bytes = 0
let links = 0
for (const [at, file] of files.entries()) {
  const content = contents[at] ?? { kind: 'too-large', size: 0 }
  bytes += content.kind === 'bytes' ? content.bytes.length : 0
  links += (await convert(file.path, content, STYLE)).targets.length
}
const ended = performance.now()
console.log(JSON.stringify({ time: ended - started, perMiB: (ended - converting) / (bytes / 1024 / 1024), links }))
