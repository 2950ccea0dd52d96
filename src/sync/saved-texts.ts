import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError, messageOf } from '../errors.ts'
import type { Secret } from '../secret.ts'
import { words } from '../wording.ts'

/** Windows reserves these names, with any ending. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i
/** In UTF-16 units, each of up to three bytes. A file system allows 255 bytes. */
const MAX_SEGMENT = 60
const MAX_SEGMENTS = 12
/** Further texts of one runbook; longer than a segment, so that no path of a runbook can begin with it. */
const FURTHER = 'further-texts-of-runbooks-whose-name-has-several-entries-in-the-assistant'

/** Codes of errors where a file is in the place of the file or of one of its folders. */
const TAKEN = new Set(['EEXIST', 'EISDIR', 'ENOTDIR'])

/** Keeps texts of the knowledge base in files before they are replaced. */
export class SavedTexts {
  /** Absolute path; empty before the first text. */
  folder = ''
  readonly #parent: string
  readonly #token: Secret
  readonly #replacer: string
  /** By path, the number of its last text, from 1. */
  readonly #copies = new Map<string, number>()

  /**
   * @param parent absolute path of the folder in which the folder of this run is made.
   * @param replacer what replaces the texts, for the comment in each file.
   */
  constructor(parent: string, token: Secret, replacer: string) {
    this.#parent = parent
    this.#token = token
    this.#replacer = replacer
  }

  /**
   * Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe.
   *
   * @returns the absolute path.
   */
  async save(path: string, name: string, content: string): Promise<string> {
    try {
      this.folder ||= await mkdtemp(join(this.#parent, 'runbook-sync-overwritten-'))
      const text = this.#header(name) + this.#token.redact(content)
      for (let copy = this.#copies.get(path) ?? 1; ; copy++) {
        this.#copies.set(path, copy)
        const file = join(this.folder, ...(copy === 1 ? [] : [FURTHER, String(copy)]), safePath(path))
        if (await writeNew(file, text)) return file
      }
    } catch (error) {
      throw new ActionError(
        'files',
        `The text of the entry “${name}” cannot be saved: ${messageOf(error)}.`,
        `Free space in ${this.#parent}, where texts are saved before they are replaced, and run ${words.job} again.`,
        { cause: error }
      )
    }
  }

  #header(name: string): string {
    const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    return `<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`
  }
}

/** Writes a file. False where another has its name, also one that differs in case on some systems. */
async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (TAKEN.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** A relative path that no system takes for something else; different for every `path`. */
export function safePath(path: string): string {
  const segments = path.split('/')
  const isSafe = segments.length <= MAX_SEGMENTS && segments.every((segment) => safeSegment(segment) === segment)
  if (isSafe) return path
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return `${hash}-${safeSegment(segments.at(-1) ?? '')}`
}

function safeSegment(segment: string): string {
  const safe = segment.toWellFormed().replace(/[<>:"|?*\\\p{Cc}]|[. ]+$/gu, '_')
  return (RESERVED.test(safe) || safe === '' ? `_${safe}` : safe).slice(0, MAX_SEGMENT).toWellFormed()
}

/**
 * Makes the folder for them where it is missing.
 *
 * @throws {ActionError} of kind `input` where that is impossible.
 */
export async function makeFolder(folder: string): Promise<void> {
  // With `recursive`, Node tries without an end where a parent that exists takes no folder, as /proc.
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) await mkdir(path)
    if (!statSync(folder).isDirectory()) throw new Error('a file has its name')
  } catch (error) {
    const message = `The folder ${folder} cannot be made: ${messageOf(error)}.`
    throw new ActionError('input', message, 'Choose another folder.', { cause: error })
  }
}
