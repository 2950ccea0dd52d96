import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { safePath } from '../branch/disk.ts'
import { ActionError, messageOf } from '../errors.ts'
import type { SavedText } from '../report/result.ts'
import { term } from '../wording.ts'

/** Further texts of one runbook; longer than a segment, so that no path of a runbook can begin with it. */
const FURTHER = 'further-texts-of-runbooks-whose-name-has-several-entries-in-the-assistant'

/** Codes of errors if a file is in the place of the file or of one of its folders. */
const TAKEN = new Set(['EEXIST', 'EISDIR', 'ENOTDIR'])

/** Keeps texts of the knowledge base in files before they are replaced. */
export class SavedTexts {
  readonly #parent: string
  readonly #redact: (text: string) => string
  readonly #replacer: string
  /** Made for the first text. */
  #folder: Promise<string> | undefined
  /** By path, the number of its last text, from 1. */
  readonly #copies = new Map<string, number>()

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

  /** Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe. */
  async save(path: string, name: string, content: string): Promise<SavedText> {
    try {
      const folder = await (this.#folder ??= mkdtemp(join(this.#parent, 'runbook-sync-overwritten-')))
      const text = this.#header(name) + this.#redact(content)
      for (;;) {
        const copy = this.#copies.get(path) ?? 1
        this.#copies.set(path, copy + 1)
        const file = join(folder, ...(copy === 1 ? [] : [FURTHER, String(copy)]), this.#nameOf(path))
        if (await writeNew(file, text)) return { path, name, file, folder }
      }
    } catch (error) {
      throw new ActionError(
        'files',
        `The text of the entry “${name}” cannot be saved: ${messageOf(error)}.`,
        `Free space in ${this.#parent}, where texts are saved before they are replaced, and ${term('again')}.`,
        { cause: error }
      )
    }
  }

  /** A name that is safe on a disk may have become a token. */
  #nameOf(path: string): string {
    const name = safePath(path)
    return this.#redact(name) === name ? name : hash('sha256', path).slice(0, 12)
  }

  async drop(file: string): Promise<void> {
    await rm(file, { force: true })
  }

  #header(name: string): string {
    const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    return this.#redact(
      `<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`
    )
  }
}

/** Writes a file. False if another has its name, also one that differs in case on some systems. */
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
