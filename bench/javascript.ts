import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The programs of this folder and the sources that they import, as JavaScript. */
export interface Programs {
  /** The file of `bench/children/` with this name, without its ending. */
  path(name: string): string
}

/**
 * Writes them below `folder`. A process that has to strip types itself takes 50 ms and 30 MiB for it, and that is what
 * would be measured.
 */
export async function stripPrograms(folder: string): Promise<Programs> {
  for (const part of ['src', 'bench']) {
    const files = await readdir(join(ROOT, part), { recursive: true })
    await Promise.all(files.filter((file) => file.endsWith('.ts')).map((file) => strip(join(part, file), folder)))
  }
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { path: (name) => join(folder, 'bench/children', `${name}.js`) }
}

async function strip(file: string, folder: string): Promise<void> {
  const target = join(folder, file.replace(/\.ts$/, '.js'))
  const stripped = stripTypeScriptTypes(await readFile(join(ROOT, file), 'utf8'))
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, stripped.replaceAll(/(?<=(?:from|import|import\()\s*'\.[^']*)\.ts(?=')/g, '.js'))
}
