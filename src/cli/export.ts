import { hash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import type { ListedEntry } from '../knowledge/list.ts'
import { readList, WHOLE } from '../knowledge/reading.ts'
import { composed, foldName, textHash } from '../knowledge/spelling.ts'
import { shorten } from '../report/escape.ts'
import { readRunbook } from '../runbook/runbook.ts'
import { RunbookReader } from '../sync/reader.ts'
import { isRetirementNote } from '../sync/retirement-note.ts'
import { safePath, writeNew } from '../sync/saved-texts.ts'
import { count, format } from '../wording.ts'
import { usageError } from './options.ts'
import { connect, openRepository, type Context, type Session } from './session.ts'

/**
 * Writes each entry that no runbook has as a file that a sync would find equal to it. Overwrites nothing.
 *
 * @returns what was done, in a few words.
 */
export async function exportEntries(context: Context): Promise<string> {
  const { command, findings } = context
  const { client, token } = connect(context)
  const session = await openRepository(context)
  const names = await namesOfRunbooks(session)
  const target = await openTarget(session)
  /** Names and texts, hashed: a list may be read again, and memory does not hold a knowledge base. */
  const seen = new Set<string>()
  let leftOut = 0
  const list = await readList(client, WHOLE, async (page) => {
    for (const entry of page) {
      const text = JSON.stringify([entry.name, entry.content])
      const key = hash('sha256', text)
      if (names.has(foldName(entry.name)) || seen.has(key)) continue
      seen.add(key)
      const hasToken = token.redact(text) !== text
      const why = hasToken ? 'it holds the access token' : await writeEntry(entry, target, session)
      if (why === undefined) continue
      leftOut++
      const name = shorten(token.redact(entry.name), 200)
      findings.diagnose({ level: 'warning', message: `Left out “${name}”: ${why}.` })
    }
  })
  const known = [...list.names].filter((name) => names.has(foldName(name))).length
  const have = count(known, 'entry has a runbook', 'entries have a runbook')
  const done = `${count(seen.size - leftOut, 'file')} written to ${command.folder}, ${have}`
  if ('why' in list.extent) {
    const message = `${done}. The export is incomplete: ${list.extent.why}.`
    throw new ActionError('incomplete', message, 'Run this again. Files that exist stay as they are.')
  }
  const asTheyAre = findings.diagnostics.length === 0 ? ': a sync finds their entries as they are' : ''
  if (leftOut === 0) return `${done}. Commit the files${asTheyAre}.`
  throw new ActionError('incomplete', `${done}, ${format(leftOut)} left out.`, 'The lines above say why.')
}

/** As a service may take them for the same. */
async function namesOfRunbooks({ place, source, patterns, options, findings }: Session): Promise<ReadonlySet<string>> {
  const { files: selected } = await source.list(place.head, patterns.matches)
  const reader = new RunbookReader(source, options)
  await reader.prefetch(selected)
  const readings = await reader.names(selected, () => false)
  if (readings.some(([, { kind }]) => kind === 'refused')) {
    const message = 'Some runbooks cannot be read, and their entries may be exported again: `plan` names them.'
    findings.diagnose({ level: 'warning', message })
  }
  return new Set(readings.flatMap(([, reading]) => ('name' in reading ? foldName(reading.name ?? '') : [])))
}

/** The folder for the entries. */
interface Target {
  /** Absolute path, without symbolic links. */
  readonly path: string
  /** The same from the root of the repository. */
  readonly inRoot: string
  /** Names of files that this run has written. */
  readonly taken: Set<string>
}

async function openTarget({ command: { folder }, place, patterns, findings }: Session): Promise<Target> {
  await makeFolder(folder)
  const path = await realpath(folder)
  const inRoot = relative(place.checkout.root, path).replaceAll(sep, '/')
  if (!patterns.matches(posix.join(inRoot, 'x.md'))) {
    const message = `\`files\` does not select ${folder}: move the files, or add a pattern, before you adopt them.`
    findings.diagnose({ level: 'warning', message })
  }
  return { path, inRoot, taken: new Set() }
}

/** @returns why the entry is left out, as a clause; undefined where it was written. */
async function writeEntry(
  { name, content }: ListedEntry,
  { path, inRoot, taken }: Target,
  { options, findings }: Session
): Promise<string | undefined> {
  if (content === undefined) return 'the list does not show its text'
  if (isRetirementNote(content)) return 'it says that its runbook is retired'
  const file = fileName(name, taken)
  const readAs = (text: string): string | undefined => {
    const result = readRunbook(posix.join(inRoot, file), { kind: 'bytes', bytes: Buffer.from(text) }, options)
    if (result.kind !== 'runbook' || result.name !== name) return undefined
    const converted = result.convert()
    return 'kind' in converted ? undefined : textHash(converted.content)
  }
  const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`].filter(
    (text) => readAs(text) !== undefined
  )
  const equal = texts.find((text) => readAs(text) === textHash(content))
  const text = equal ?? texts[0]
  if (text === undefined) return 'no file can have its name or text with these options'
  const isNew = await writeNew(join(path, file), text).catch((error: unknown) => {
    throw usageError(`${file} cannot be written: ${messageOf(error)}.`, 'Choose another folder.')
  })
  if (!isNew) return `the file ${file} exists`
  taken.add(file)
  if (equal === undefined) {
    const message = `A sync would change the text of “${name}” (${file}), such as its relative links.`
    findings.diagnose({ level: 'warning', message })
  }
  return undefined
}

/** The name of an entry as far as it is safe on every system; with a hash where another entry has taken it. */
function fileName(name: string, taken: ReadonlySet<string>): string {
  const slug = composed(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 40)
    .toWellFormed()
    .replace(/^-+|-+$/g, '')
  const file = safePath(`${slug || 'entry'}.md`)
  return taken.has(file) ? file.replace(/\.md$/, `-${textHash(name).replace(/\W/g, '').slice(0, 8)}.md`) : file
}

/** @throws {ActionError} of kind `input` where it cannot be made. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw usageError(`The folder ${folder} cannot be made: ${messageOf(error)}.`, 'Choose another folder.')
  })
}
