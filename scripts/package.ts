/**
 * Builds `dist/`, which is what the runner executes: the bundle, and the licences of every package in it.
 *
 *   npm run package
 *
 * ncc can write the licences itself, but leaves out those of the first chunk where a bundle has several; hence from its
 * list of modules. The same sources and lock file give the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Module {
  readonly nameForCondition?: string | null
  readonly modules?: readonly Module[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

const NCC = 'node_modules/@vercel/ncc/dist/ncc/cli.js'
/** The folder of the innermost package that a file belongs to. */
const PACKAGE = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/

await rm('dist', { recursive: true, force: true })
const temporary = await mkdtemp(join(tmpdir(), 'runbook-sync-package-'))
try {
  const statistics = join(temporary, 'modules.json')
  execFileSync(process.execPath, [NCC, 'build', 'src/index.ts', '--out', 'dist', '--stats-out', statistics], {
    stdio: 'inherit'
  })
  // ncc makes a bundle that fails when it runs, and calls that a success.
  for (const file of await readdir('dist')) {
    const missing = /Cannot find module '[^']+'/.exec(await readFile(join('dist', file), 'utf8'))
    if (missing !== null) throw new Error(`dist/${file}: ${missing[0]}. Run npm ci, then this again.`)
  }
  const { modules } = JSON.parse(await readFile(statistics, 'utf8')) as Module
  const folders = new Set(filesOf(modules ?? []).flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))
  const licences = await Promise.all([...folders].map(licenceOf))
  // A package that is there twice in one version is named once.
  await writeFile('dist/licenses.txt', [...new Set(licences)].sort().join('\n'))
} finally {
  await rm(temporary, { recursive: true, force: true })
}

function filesOf(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => [module.nameForCondition ?? '', ...filesOf(module.modules ?? [])])
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license = '' } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = (await readdir(folder)).sort().find((entry) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(entry))
  const text = file === undefined ? '' : (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim()
  if (license === '') throw new Error(`${name} ${version} does not say under which licence it may be shipped.`)
  return `${name} ${version}\n${license}\n\n${text}\n`
}
