import { hash } from 'node:crypto'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Patterns } from '../changes/patterns.ts'
import { ActionError, messageOf } from '../errors.ts'
import type { Repository } from '../git/git.ts'
import type { KnowledgeClient } from '../knowledge/client.ts'
import type { ListedEntry } from '../knowledge/list.ts'
import { readList, WHOLE } from '../knowledge/reading.ts'
import { composed, foldName, textHash } from '../knowledge/spelling.ts'
import type { Findings } from '../report/findings.ts'
import { readRunbook, type RunbookOptions } from '../runbook/runbook.ts'
import type { Secret } from '../secret.ts'
import { RunbookReader } from '../sync/reader.ts'
import { isRetirementNote } from '../sync/retirement-note.ts'
import { safePath } from '../sync/saved-texts.ts'
import { shorten } from '../report/escape.ts'
import { count, format } from '../wording.ts'
import { misused } from './options.ts'

interface ExportOptions {
  readonly client: KnowledgeClient
  readonly files: Repository
  readonly head: string
  /** Absolute path of the repository. */
  readonly root: string
  readonly folder: string
  readonly patterns: Patterns
  readonly options: RunbookOptions
  readonly token: Secret | undefined
}

/**
 * Writes each entry that no runbook has as a file that a sync would find equal to it. Overwrites nothing.
 *
 * @returns what was done, in a few words.
 */
export async function exportEntries(
  { client, files, head, root, folder, patterns, options, token }: ExportOptions,
  findings: Findings
): Promise<string> {
  const { files: selected } = await files.list(head, patterns.matches)
  const reader = new RunbookReader(files, options)
  await reader.prefetch(selected)
  const readings = await reader.names(selected, () => false)
  const names = new Set(readings.flatMap(([, reading]) => ('name' in reading ? foldName(reading.name ?? '') : [])))
  if (readings.some(([, { kind }]) => kind === 'refused')) {
    const message = 'Some runbooks cannot be read, and their entries may be exported again: `plan` names them.'
    findings.diagnose({ level: 'warning', message })
  }
  await makeFolder(folder)
  const target = await realpath(folder)
  const inRoot = relative(await realpath(root), target)
    .split(sep)
    .join('/')
  if (!patterns.matches(`${inRoot}/x.md`.replace(/^\//, ''))) {
    const message = `\`files\` does not select ${folder}: move the files, or add a pattern, before you adopt them.`
    findings.diagnose({ level: 'warning', message })
  }

  /** Names and texts, hashed: a list may be read again, and memory does not hold a knowledge base. */
  const seen = new Set<string>()
  const leftOut: (readonly [name: string, why: string])[] = []
  const holdsToken = (text = ''): boolean => token !== undefined && token.redact(text) !== text
  const taken = new Set<string>()
  let known = 0
  const list = await readList(client, WHOLE, async (page, isStart) => {
    if (isStart) known = 0
    for (const entry of page) {
      if (names.has(foldName(entry.name))) {
        known++
        continue
      }
      const key = hash('sha256', JSON.stringify([entry.name, entry.content]))
      if (seen.has(key)) continue
      seen.add(key)
      const why =
        holdsToken(entry.name) || holdsToken(entry.content)
          ? 'it holds the access token'
          : await writeEntry(entry, { target, inRoot, taken, options, findings })
      if (why !== undefined) leftOut.push([shorten(token?.redact(entry.name) ?? entry.name, 200), why])
    }
  })
  for (const [name, why] of leftOut) {
    findings.diagnose({ level: 'warning', message: `Left out “${name}”: ${why}.` })
  }
  const have = known === 1 ? '1 entry has a runbook' : `${format(known)} entries have a runbook`
  const done = `${count(seen.size - leftOut.length, 'file')} written to ${folder}, ${have}`
  if ('why' in list.extent) {
    const message = `${done}. The export is incomplete: ${list.extent.why}.`
    throw new ActionError('incomplete', message, 'Run this again. Files that exist stay as they are.')
  }
  const asTheyAre = findings.diagnostics.length === 0 ? ': a sync finds their entries as they are' : ''
  if (leftOut.length === 0) return `${done}. Commit the files${asTheyAre}.`
  throw new ActionError('incomplete', `${done}, ${format(leftOut.length)} left out.`, 'The lines above say why.')
}

interface WriteOptions extends Pick<ExportOptions, 'options'> {
  /** Absolute path of the folder, without symbolic links. */
  readonly target: string
  /** The same from the root of the repository. */
  readonly inRoot: string
  /** Names of files that this run has written. */
  readonly taken: Set<string>
  readonly findings: Findings
}

/** @returns why the entry is left out, as a clause; undefined where it was written. */
async function writeEntry(
  { name, content }: ListedEntry,
  { target, inRoot, taken, options, findings }: WriteOptions
): Promise<string | undefined> {
  if (content === undefined) return 'the list does not show its text'
  if (isRetirementNote(content)) return 'it says that its runbook is retired'
  const file = fileName(name, taken)
  const readAs = (text: string): string | undefined => {
    const result = readRunbook(`${inRoot}/${file}`, { kind: 'bytes', bytes: Buffer.from(text) }, options)
    return result.kind === 'runbook' && result.name === name ? textHash(result.convert().content) : undefined
  }
  const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`].filter(
    (text) => readAs(text) !== undefined
  )
  const equal = texts.find((text) => readAs(text) === textHash(content))
  const text = equal ?? texts[0]
  if (text === undefined) return 'no file can have its name or text with these options'
  try {
    await writeFile(join(target, file), text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return `the file ${file} exists`
    throw new ActionError('input', `${file} cannot be written: ${messageOf(error)}.`, 'Choose another folder.', {
      cause: error
    })
  }
  taken.add(file)
  if (equal === undefined) {
    const message = `A sync would change the text of “${name}” (${file}), such as its relative links.`
    findings.diagnose({ level: 'warning', message })
  }
  return undefined
}

/** The name of an entry as far as it is safe on every system; with a hash where another entry has taken it. */
function fileName(name: string, taken: ReadonlySet<string>): string {
  const words = composed(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  const slug = words
    .slice(0, 40)
    .toWellFormed()
    .replace(/^-+|-+$/g, '')
  const file = safePath(`${slug === '' ? 'entry' : slug}.md`)
  return taken.has(file) ? file.replace(/\.md$/, `-${textHash(name).replace(/\W/g, '').slice(0, 8)}.md`) : file
}

/** @throws {ActionError} of kind `input` where it cannot be made. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw misused(`The folder ${folder} cannot be made: ${messageOf(error)}.`, 'Choose another folder.')
  })
}
