/**
 * Builds `dist/`, which the runner executes: the bundle, and the licences of all packages in it. The same sources and lock
 * file give the same bytes.
 *
 *   npm run package
 *
 * ncc's own list of licences lacks the packages of the first chunk where a bundle has several.
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
  // ncc exits with 0 although the bundle fails when it runs.
  for (const file of await readdir('dist')) {
    const missing = /Cannot find module '[^']+'/.exec(await readFile(join('dist', file), 'utf8'))
    if (missing !== null) throw new Error(`dist/${file}: ${missing[0]}. Run npm ci, then this again.`)
  }
  const { modules } = JSON.parse(await readFile(statistics, 'utf8')) as Module
  const folders = new Set(filesOf(modules ?? []).flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))
  if ([...folders].filter((folder) => folder.endsWith('undici')).length > 1) throw new Error('dist/ has undici twice.')
  const licences = await Promise.all([...folders].map(licenceOf))
  // A package may be installed twice in one version.
  await writeFile('dist/licenses.txt', [...new Set(licences)].sort().join('\n'))
} finally {
  await rm(temporary, { recursive: true, force: true })
}

function filesOf(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => [module.nameForCondition ?? '', ...filesOf(module.modules ?? [])])
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = (await readdir(folder)).sort().find((entry) => /^licen[cs]e(?:-mit)?(?:\.md|\.txt)?$/i.test(entry))
  if (license === undefined || file === undefined) throw new Error(`${name} ${version} has no licence.`)
  const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim()
  return `${name} ${version}\n${license}\n\n${text}\n`
}
