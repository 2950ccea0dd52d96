import type { FileContent, Source, SourceFile, Tree } from '../../branch/source.ts'
import { ActionError } from '../../errors.ts'
import { readRunbook, type ConvertedRunbook, type RunbookOptions } from '../../runbook/runbook.ts'
import { MAX_BYTES } from '../../runbook/text.ts'

/** A file of a commit, and the entry that it should be. */
export interface EntryOfFile extends SourceFile {
  readonly name: string
  /** `digestOf` the name and text that would be sent now. */
  readonly digest: string
  /** The paths of its commit, among which its links are resolved. */
  readonly tree: Tree
}

/** Bytes of files that are kept, to search them for credentials, and of texts, to send them. Converting costs more than reading. */
const MAX_FILES = 16 * 1024 * 1024
const MAX_CONTENTS = 112 * 1024 * 1024

/** The files and texts of runbooks, which a runbook does not hold: the first ones are kept, and others are read again. */
export class Texts {
  readonly #source: Pick<Source, 'read'>
  readonly #options: RunbookOptions
  readonly #files = new Store(MAX_FILES)
  readonly #contents = new Store(MAX_CONTENTS)

  constructor(source: Pick<Source, 'read'>, options: RunbookOptions) {
    this.#source = source
    this.#options = options
  }

  /** Keeps what may be needed again. */
  keep(runbook: EntryOfFile, file: Buffer, content: string): void {
    this.#files.keep(runbook, file)
    this.#contents.keep(runbook, Buffer.from(content))
  }

  /** The file of a runbook. */
  async file(runbook: EntryOfFile): Promise<FileContent> {
    const bytes = this.#files.of(runbook)
    return bytes ? { kind: 'bytes', bytes } : this.#source.read(runbook, MAX_BYTES)
  }

  /**
   * The text of its entry.
   *
   * @throws {ActionError} of kind `files` if the file has another name now, or none, as may be on a disk.
   */
  async converted(runbook: EntryOfFile): Promise<Pick<ConvertedRunbook, 'content' | 'digest'>> {
    const { path, name, digest, tree } = runbook
    const kept = this.#contents.of(runbook)
    if (kept !== undefined) return { content: kept.toString(), digest }
    const read = readRunbook(runbook, await this.#source.read(runbook, MAX_BYTES), this.#options, tree)
    if (read.kind === 'runbook' && read.name === name) return read
    throw new ActionError(
      'files',
      `${path} changed while the run was under way.`,
      'Start a new run when nothing writes it.'
    )
  }
}

/** Bytes by runbook, up to a limit. They are gone when the runbook is, because the branch has moved. */
class Store {
  readonly #kept = new WeakMap<EntryOfFile, Buffer>()
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  keep(runbook: EntryOfFile, bytes: Buffer): void {
    this.#left -= bytes.length
    if (this.#left < 0) return
    // Small buffers share slabs, and one of them keeps a whole slab.
    const own = Buffer.allocUnsafeSlow(bytes.length)
    bytes.copy(own)
    this.#kept.set(runbook, own)
  }

  of(runbook: EntryOfFile): Buffer | undefined {
    return this.#kept.get(runbook)
  }
}
