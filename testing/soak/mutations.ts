// Copies of the Action with rules taken out, which the soak and property tests must miss, and another release of it.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Lab } from '../histories/run.ts'
import { ACTION_FOLDER } from '../runner/action-metadata.ts'

/** One exact piece of a file of the Action, and what stands there instead. */
export type Replacement = readonly [file: string, anchor: string, text: string]

const ARRIVED = 'if (content?.includes(entry.version) !== true) continue'

/** Rules of a sync, each taken out. Without one of them the soak test must find a difference. */
export const MUTATIONS: Readonly<Record<string, Replacement>> = {
  /** What other runs have written since the base is not sent. */
  'no open records': [
    'src/changes/base.ts',
    'base === undefined || (!parts.has(record) && record.endedAt >= begunAt - MARGIN)',
    'record === undefined'
  ],
  /** A run that was killed did not write. */
  'unfinished records ignored': [
    'src/github/records.ts',
    'Math.min(...ends) : createdAt + LIFETIME',
    'Math.min(...ends) : 0'
  ],
  /** Other inputs make no full sync. */
  'settings ignored': [
    'src/changes/settings.ts',
    'if (names.length === 0) return undefined',
    'if (names.length >= 0) return undefined'
  ],
  /** The run ends with the commit that it began with. */
  'no last look': [
    'src/sync/sync.ts',
    'let head = done.hadToSend || retires ? await findHead() : tip',
    'let head = tip'
  ],
  /** A run that is killed, or cannot record, has written without a record. */
  'record after the first upsert': [
    'src/sync/sync.ts',
    'const recorded = await recording.begin(',
    `{
      const reader = new (await import('./runbooks.ts')).RunbookReader(source, sync.options)
      const [first] = (await reader.read(seen)).due
      const content = first && (await reader.entryOf(first))
      if (first !== undefined && content !== undefined) await client.upsert({ name: first.name, content })
    }
    const recorded = await recording.begin(`
  ],
  /** Nothing that was accepted is looked for. */
  'an answer is enough': ['src/sync/confirm.ts', 'if (within === 0 && !isProbe) return', 'if (!isProbe) return'],
  'a name in the list is enough': ['src/sync/confirm.ts', ARRIVED, ''],
  'another version is enough': ['src/sync/confirm.ts', ARRIVED, 'if (!isMarked) continue']
}

/** What another release of the Action converts differently, and the number that says so. */
const OTHER_RELEASE: readonly Replacement[] = [
  ['src/changes/settings.ts', 'export const CONVERSION =', 'export const CONVERSION = 1000 +'],
  ['src/runbook/text.ts', "replace(/^\\uFEFF/, '')", "replace(/^\\uFEFF/, '').replaceAll('Revision', 'Version')"]
]

/** Makes two releases of the Action in the folder `parent`. */
export async function makeReleases(parent: string, mutations: readonly Replacement[] = []): Promise<Lab['releases']> {
  const folder = await copyAction(parent, mutations)
  const other = await copyAction(parent, [...mutations, ...OTHER_RELEASE])
  if (mutations.length > 0) await checkTypes(other)
  return [
    { folder, convert: (text) => text },
    { folder: other, convert: (text) => text.replaceAll('Revision', 'Version') }
  ]
}

/**
 * Makes a copy of the Action that runs its sources, some of them changed.
 *
 * @param parent gets the folder of the copy, and is removed by its owner.
 * @returns the folder.
 * @throws {Error} where the sources do not have an anchor exactly once.
 */
export async function copyAction(parent: string, replacements: readonly Replacement[]): Promise<string> {
  const folder = await mkdtemp(join(parent, 'action-'))
  for (const name of ['src', 'action.yml', 'package.json', 'tsconfig.json'])
    await cp(join(ACTION_FOLDER, name), join(folder, name), { recursive: true })
  await symlink(join(ACTION_FOLDER, 'node_modules'), join(folder, 'node_modules'))
  const main = ['action.yml', 'main: dist/index.js', 'main: src/index.ts'] as const
  for (const [file, anchor, text] of [main, ...replacements]) {
    const parts = (await readFile(join(folder, file), 'utf8')).split(anchor)
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${anchor}`)
    await writeFile(join(folder, file), parts.join(text))
  }
  return folder
}

/** @throws {Error} where a copy does not compile: a program that cannot run shows nothing. */
export async function checkTypes(folder: string): Promise<void> {
  const compiler = join(ACTION_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc')
  await promisify(execFile)(process.execPath, [compiler, '--project', folder]).catch((error: unknown) => {
    throw new Error(`A copy of the Action does not compile: ${(error as { stdout: string }).stdout}`, { cause: error })
  })
}
