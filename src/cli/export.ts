import { hash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import type { ListedEntry } from '../knowledge/list.ts'
import { readList } from '../knowledge/reading.ts'
import { composed, foldName, normalForm } from '../normal-form.ts'
import { readRunbook } from '../runbook/runbook.ts'
import { readSource } from '../runbook/source-line.ts'
import { safePath, writeNew } from '../sync/saved-texts.ts'
import { count, format, shorten } from '../wording.ts'
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
  const known = new Set<string>()
  const entries: ListedEntry[] = []
  const ending = await readList(client, {
    add: (rows) => {
      for (const entry of rows) {
        const key = hash('sha256', JSON.stringify([entry.name, entry.content]))
        if (names.has(foldName(entry.name))) known.add(entry.name)
        else if (entry.name !== '' && !entry.isDeleted && !seen.has(key)) entries.push(entry)
        seen.add(key)
      }
    }
  })
  for (const entry of entries) {
    const text = JSON.stringify([entry.name, entry.content])
    const hasToken = token.redact(text) !== text
    const why = hasToken ? 'it holds the access token' : await writeEntry(entry, target, session)
    if (why === undefined) continue
    leftOut++
    const name = shorten(token.redact(entry.name), 200)
    findings.diagnose({ level: 'warning', message: `Left out “${name}”: ${why}.` })
  }
  const have = count(known.size, 'entry has a runbook', 'entries have a runbook')
  const done = `${count(entries.length - leftOut, 'file')} written to ${command.folder}, ${have}`
  if ('why' in ending) {
    const message = `${done}. The export is incomplete: ${ending.why}.`
    throw new ActionError('incomplete', message, 'Run this again. Files that exist stay as they are.')
  }
  const asTheyAre = findings.diagnostics.length === 0 ? ': a sync finds their entries as they are' : ''
  if (leftOut === 0) return `${done}. Commit the files${asTheyAre}.`
  throw new ActionError('incomplete', `${done}, ${format(leftOut)} left out.`, 'The lines above say why.')
}

/** As a service may take them for the same. */
async function namesOfRunbooks({ place, source, patterns, options }: Session): Promise<ReadonlySet<string>> {
  const { files: selected } = await source.list(place.head, patterns.matches)
  await source.prefetch(new Set(selected.map(({ id }) => id)))
  const names = new Set<string>()
  for (const file of selected) {
    const result = readRunbook(file.path, await source.read(file, options.maxBytes), options)
    if (result.kind !== 'refused') names.add(foldName(result.name ?? ''))
  }
  return names
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
  if (readSource(content)?.line.kind === 'retired') return 'it says that its runbook is retired'
  const file = fileName(name, taken)
  const readAs = (text: string): string | undefined => {
    const result = readRunbook(posix.join(inRoot, file), { kind: 'bytes', bytes: Buffer.from(text) }, options)
    if (result.kind !== 'runbook' || result.name !== name) return undefined
    const converted = result.convert()
    return 'kind' in converted ? undefined : normalForm(converted.text)
  }
  const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`].filter(
    (text) => readAs(text) !== undefined
  )
  const equal = texts.find((text) => readAs(text) === normalForm(content))
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
  return taken.has(file) ? file.replace(/\.md$/, `-${hash('sha256', name).slice(0, 8)}.md`) : file
}

/** @throws {ActionError} of kind `input` where it cannot be made. */
export async function makeFolder(folder: string): Promise<void> {
  // With `recursive`, Node tries for ever where a parent that exists takes no folder, as /proc.
  const missing: string[] = []
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) await mkdir(path)
    if (!statSync(folder).isDirectory()) throw new Error('a file has its name')
  } catch (error) {
    throw usageError(`The folder ${folder} cannot be made: ${messageOf(error)}.`, 'Choose another folder.')
  }
}
