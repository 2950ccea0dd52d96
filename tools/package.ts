/**
 * Builds all that is generated: the version in the sources, and `dist/`, with the bundle that the runner executes, that of the
 * command line and the licences of all packages in them. The same sources and lock file give the same bytes.
 *
 *   npm run package
 *
 * ncc's own list of licences lacks the packages of the first chunk where a bundle has several.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { DIGEST_FILE, digestOfSources } from './sources.ts'

interface Module {
  readonly nameForCondition?: string | null
  readonly modules?: readonly Module[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

interface Bundle {
  readonly code: string
  /** Chunks and copied files, by name. */
  readonly assets: Readonly<Record<string, { readonly source: string | Buffer }>>
  readonly stats: { readonly toJson: () => Module }
}

/** It has no types. */
const ncc = createRequire(import.meta.url)('@vercel/ncc') as (
  entry: string,
  options: { readonly filename: string; readonly quiet: boolean }
) => Promise<Bundle>

/** Chunks are called after these, so that no bundle overwrites those of another. */
const BUNDLES = { 'index.js': 'src/index.ts', 'cli.js': 'src/cli.ts' }
const VERSION_FILE = 'src/version.ts'
const VERSION = /(?<=^(?:export )?const VERSION = )'.*'$/m
/** The folder of the innermost package that a file belongs to. */
const PACKAGE = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/

await writeVersion()
/** Their contents by name; written only if all bundles could be built. */
const files = new Map<string, string | Buffer>()
const folders = new Set<string>()
for (const [filename, entry] of Object.entries(BUNDLES)) {
  const { code, assets, stats } = await ncc(resolve(entry), { filename, quiet: true })
  for (const [name, { source }] of Object.entries({ ...assets, [filename]: { source: code } })) {
    // ncc succeeds although the bundle fails when it runs.
    const missing = /Cannot find module '[^']+'/.exec(String(source))
    if (missing !== null) throw new Error(`${name}: ${missing[0]}. Run npm ci, then this again.`)
    files.set(name, source)
  }
  for (const file of filesOf(stats.toJson().modules ?? []))
    for (const folder of PACKAGE.exec(file) ?? []) folders.add(folder)
}
if ([...folders].filter((folder) => folder.endsWith('undici')).length > 1) throw new Error('dist/ has undici twice.')
const licences = await Promise.all([...folders].map(licenceOf))
// A package may be installed twice in one version.
files.set('licenses.txt', [...new Set(licences)].sort().join('\n'))
await rm('dist', { recursive: true, force: true })
for (const [name, content] of files) {
  await mkdir(dirname(join('dist', name)), { recursive: true })
  // The command line is a program; pre-commit starts it.
  await writeFile(join('dist', name), content, { mode: String(content).startsWith('#!') ? 0o755 : 0o644 })
}

await writeFile(DIGEST_FILE, `${digestOfSources()}\n`)

/** Writes the version of package.json into the source that prints it. */
async function writeVersion(): Promise<void> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
  const source = await readFile(VERSION_FILE, 'utf8')
  if (!VERSION.test(source)) throw new Error(`${VERSION_FILE} has no line "const VERSION = '1.2.3'".`)
  await writeFile(VERSION_FILE, source.replace(VERSION, `'${version}'`))
}

function filesOf(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => [module.nameForCondition ?? '', ...filesOf(module.modules ?? [])])
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const licence = /^licen[cs]e(?:-mit)?(?:\.(?:md|txt|bsd|libcxx))?$/i
  const found = (await readdir(folder)).sort().filter((entry) => licence.test(entry))
  if (license === undefined || found.length === 0) throw new Error(`${name} ${version} has no licence.`)
  const texts = await Promise.all(found.map(async (file) => readFile(join(folder, file), 'utf8')))
  const text = texts.map((one) => one.replaceAll('\r\n', '\n').trim()).join('\n\n')
  return `${name} ${version}\n${license}\n\n${text}\n`
}
