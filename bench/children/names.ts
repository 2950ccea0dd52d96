/**
 * Reads the names of all runbooks of a repository in a fresh process, as a run does, and prints how long that took; the
 * start of Node and the loading of modules are not in it.
 *
 *   FOLDER=/a/repository COMMIT=…
 */
import '../../src/runbooks/heading.ts'
import { survey } from '../../src/runbooks/survey.ts'
import { openGit } from '../../src/source/git.ts'
import { openOptions, STYLE } from './style.ts'

const { FOLDER = '', COMMIT = '' } = process.env
const started = performance.now()
await using source = await openGit(FOLDER, openOptions(FOLDER))
if (source === undefined) throw new Error(`${FOLDER} is no repository`)
const { files } = await source.list(COMMIT, (path) => path.endsWith('.md'))
const readings = await survey(source, files, STYLE)
const time = performance.now() - started
const named = [...readings.values()].filter(({ kind }) => kind === 'named').length
console.log(JSON.stringify({ time, named }))
