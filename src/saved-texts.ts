import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { ActionError, messageOf } from './errors.ts'
import { NEW_RUN } from './wording.ts'

/** An entry that is replaced: its text, or, if the list shows none, its other fields in JSON. */
export interface ReplacedEntry {
  readonly name: string
  readonly content: string | undefined
  readonly json: string | undefined
}

/** A copy of a text that was replaced. */
export interface SavedText {
  readonly of: 'text' | 'description'
  /** Of the runbook, from the root of the repository. */
  readonly path: string
  readonly name: string
  /** Absolute path of the copy. */
  readonly file: string
  /** Absolute path of the folder that has all copies of the run. */
  readonly folder: string
  /** The text, without the token. */
  readonly content: string
  /** True if it has a credential, so that it must not be shown. */
  readonly hasCredential?: boolean
}

/** Keeps texts of the knowledge base in files before they are replaced. */
export class SavedTexts {
  readonly #parent: string
  readonly #redact: (text: string) => string
  readonly #replacer: string
  readonly #saved = new Set<string>()
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
   * Writes a text with a comment that says what it was, into a file with a number and the name of its runbook; of an entry without a
   * text the JSON, in which no comment can stand.
   *
   * @returns undefined if it was saved before: after a pause of the service, a text is about to be replaced again.
   */
  async save(
    path: string,
    { name, content, json }: ReplacedEntry,
    of: SavedText['of'] = 'text'
  ): Promise<SavedText | undefined> {
    const replaced = content ?? json
    if (replaced === undefined || replaced === '') throw new Error('There is no text to save.')
    const key = JSON.stringify([of, path, name, replaced])
    if (this.#saved.has(key)) return undefined
    this.#saved.add(key)
    const number = this.#saved.size
    try {
      const folder = await (this.#folder ??= this.#makeFolder())
      const kept = this.#redact(replaced)
      const [header, ending] = content === undefined ? ['', 'json'] : [this.#header(of, path, name), 'md']
      const file = join(folder, `${number}${this.#suffixOf(path)}.${ending}`)
      await writeFile(file, header + kept)
      return { of, path, name, file, folder, content: kept }
    } catch (error) {
      throw new ActionError(
        'files',
        `The text of the entry “${name}” cannot be saved: ${messageOf(error)}.`,
        `Texts are saved in ${this.#parent} before they are replaced. Make that a folder with space, and start ${NEW_RUN}.`,
        { cause: error }
      )
    }
  }

  async #makeFolder(): Promise<string> {
    await mkdir(this.#parent, { recursive: true })
    return mkdtemp(join(this.#parent, 'runbook-sync-overwritten-'))
  }

  /** From the name of the runbook, letters and digits, which every system allows. What is left may have become the token. */
  #suffixOf(path: string): string {
    const safe = `-${parse(this.#redact(path)).name}`.replace(/[^\p{L}\p{N}]+/gu, '-')
    return this.#redact(safe) === safe ? safe.slice(0, 40).toWellFormed() : ''
  }

  #header(of: SavedText['of'], path: string, name: string): string {
    const escape = (text: string): string => {
      return JSON.stringify(text).replace(/[<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    }
    const subject = of === 'text' ? 'The entry' : 'The description of the entry'
    const what = `${subject} ${escape(name)} of ${escape(path)} before ${this.#replacer} replaced it`
    return this.#redact(`<!-- ${what}, ${new Date().toISOString()} -->\n`)
  }
}
