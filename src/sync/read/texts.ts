import type { FileContent, Source, SourceFile, Tree } from '../../branch/source.ts'
import { ActionError } from '../../errors.ts'
import { describedDigits } from '../../runbook/description.ts'
import { readRunbook, type ConvertedRunbook, type RunbookOptions } from '../../runbook/runbook.ts'
import { writeEntry, type EntryText, type WrittenEntry } from '../../runbook/source-line.ts'
import { MAX_BYTES } from '../../runbook/text.ts'

/** A file of a commit, and the entry that it should be, without its text. */
export interface EntryOfFile extends SourceFile, Pick<ConvertedRunbook, 'name' | 'blob' | 'reviewBy'> {
  /** The names of its alerts, as its source line has them; empty without any. */
  readonly alertList: string
  /** With the names of its alerts; empty without both. */
  readonly description: string
  /** The paths of its commit, among which its links are resolved. */
  readonly tree: Tree
}

/** Bytes of files and texts that are kept. Converting a file again costs more than reading it. */
const MAX_KEPT = 64 * 1024 * 1024

/** The files and texts of runbooks, which a runbook does not hold: the first ones are kept, and others are read again. */
export class TextCache {
  readonly #source: Pick<Source, 'read'>
  readonly #options: RunbookOptions
  /** By path: the file, and its text above and below the source line. */
  readonly #kept = new Map<string, readonly Buffer[]>()
  #left = MAX_KEPT

  constructor(source: Pick<Source, 'read'>, options: RunbookOptions) {
    this.#source = source
    this.#options = options
  }

  /** Forgets what was kept of another commit. */
  clear(): void {
    this.#kept.clear()
    this.#left = MAX_KEPT
  }

  /** Keeps what a run may need again: the file, to search it for credentials, and the text, to send it. */
  keep({ path }: SourceFile, file: Buffer, { above, below }: EntryText): void {
    const parts = [file, Buffer.from(above), Buffer.from(below)] as const
    this.#left -= parts.reduce((sum, { length }) => sum + length, 0)
    if (this.#left >= 0) this.#kept.set(path, parts.map(ownMemory))
  }

  async file(runbook: SourceFile): Promise<FileContent> {
    const [bytes] = this.#kept.get(runbook.path) ?? []
    return bytes ? { kind: 'bytes', bytes } : this.#source.read(runbook, MAX_BYTES)
  }

  /**
   * The text that is sent of a runbook.
   *
   * @throws {ActionError} of kind `files` if the file has another name now, or none, as may be on a disk.
   */
  async takeEntry(runbook: EntryOfFile): Promise<WrittenEntry> {
    const { path, name, blob, alertList, description, reviewBy } = runbook
    const described = describedDigits(description)
    const facts = { kind: 'version', path, blob, alerts: alertList, described, reviewBy } as const
    return writeEntry(name, await this.#textOf(runbook), facts, this.#options)
  }

  async #textOf(runbook: EntryOfFile): Promise<EntryText> {
    const [, above, below] = this.#kept.get(runbook.path) ?? []
    // After the search for credentials, this is the last use.
    this.#kept.delete(runbook.path)
    if (above !== undefined && below !== undefined) return { above: above.toString(), below: below.toString() }
    const content = await this.#source.read(runbook, MAX_BYTES)
    const read = readRunbook(runbook, content, this.#options, runbook.tree)
    if (read.kind === 'runbook' && read.name === runbook.name) return read
    throw new ActionError(
      'files',
      `${runbook.path} changed while the run was under way.`,
      'Start a new run when nothing writes it.'
    )
  }
}

/** Small buffers share slabs, and one of them keeps a whole slab. */
function ownMemory(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
