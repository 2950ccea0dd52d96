import { hash } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError, messageOf } from './errors.ts'
import { NEW_RUN } from './wording.ts'

/** A copy of a text that was replaced. */
export interface SavedText {
  readonly path: string
  readonly name: string
  /** Absolute path of the copy. */
  readonly file: string
  /** Absolute path of the folder that has all copies of the run. */
  readonly folder: string
  /** The text, without the token. */
  readonly content: string
}

/** Keeps texts of the knowledge base in files before they are replaced. */
export class SavedTexts {
  readonly #parent: string
  readonly #redact: (text: string) => string
  readonly #replacer: string
  readonly #saved = new Set<string>()
  /** Made for the first text. */
  #folder: Promise<string> | undefined

  /**
   * @param parent absolute path of the folder in which the folder of this run is made.
   * @param redact removes the token: a person may have pasted it.
   * @param replacer what replaces the texts, for the comment in each file.
   */
  constructor(parent: string, redact: (text: string) => string, replacer: string) {
    this.#parent = parent
    this.#redact = redact
    this.#replacer = replacer
  }

  /**
   * Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe.
   *
   * @returns undefined if it was saved before: after a pause of the service, a text is about to be replaced again.
   */
  async save(path: string, name: string, content: string): Promise<SavedText | undefined> {
    const key = hash('sha256', JSON.stringify([path, name, content]))
    if (this.#saved.has(key)) return undefined
    this.#saved.add(key)
    try {
      const folder = await (this.#folder ??= this.#makeFolder())
      const kept = this.#redact(content)
      const file = await writeNew(join(folder, this.#nameOf(path)), this.#header(name) + kept)
      return { path, name, file, folder, content: kept }
    } catch (error) {
      throw new ActionError(
        'files',
        `The text of the entry “${name}” cannot be saved: ${messageOf(error)}.`,
        `Free space in ${this.#parent}, where texts are saved before they are replaced, and start ${NEW_RUN}.`,
        { cause: error }
      )
    }
  }

  async #makeFolder(): Promise<string> {
    await mkdir(this.#parent, { recursive: true })
    return mkdtemp(join(this.#parent, 'runbook-sync-overwritten-'))
  }

  /** A name that is safe on a disk may have become a token. */
  #nameOf(path: string): string {
    const name = safePath(path)
    return this.#redact(name) === name ? name : hash('sha256', path).slice(0, 12)
  }

  #header(name: string): string {
    const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    return this.#redact(
      `<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`
    )
  }
}

/** Writes a file, with a number behind its name if another text of the same runbook has it. @returns its path. */
async function writeNew(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  for (let copy = 1; ; copy++) {
    const free = copy === 1 ? file : `${file}.${copy}`
    try {
      await writeFile(free, text, { flag: 'wx' })
      return free
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** A name that means the same to every system: no hidden file, nothing that Windows forbids or ignores, at most 255 bytes. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} ._+@()-]{0,58}(?<![ .])$/u
const MAX_NAMES = 12

/** The path of a runbook if it is one on every system; else a short name, different for every path. */
export function safePath(path: string): string {
  const names = path.split('/')
  if (names.length <= MAX_NAMES && names.every((name) => PLAIN.test(name))) return path
  const end = path
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .slice(-40)
    .replace(/\.+$/, '')
    .toWellFormed()
  return `${hash('sha256', path).slice(0, 12)}-${end}`
}
