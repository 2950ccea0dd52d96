import type { FileContent, Source, SourceFile } from '../git/git.ts'
import { readRunbook, type RunbookOptions, type RunbookResult } from '../runbook/runbook.ts'

/** Files that are read at a time: enough to keep the pipe to Git full. */
const READERS = 16
/** Bytes of texts that are kept, so that a runbook is read once; a full sync of more reads the rest again. */
const MAX_CACHE = 64 * 1024 * 1024

/** What a file was called and whether it can be sent, without its text. */
export type Reading = { readonly kind: 'runbook'; readonly name: string } | Exclude<RunbookResult, { kind: 'runbook' }>

/** Reads runbooks and keeps those that will be sent. */
export class RunbookReader {
  readonly #files: Source
  readonly #options: RunbookOptions
  readonly #cache = new Map<string, RunbookResult>()
  #cached = 0

  constructor(files: Source, options: RunbookOptions) {
    this.#files = files
    this.#options = options
  }

  /** @throws {ActionError} where the file cannot be read. */
  async read(file: SourceFile): Promise<RunbookResult> {
    return this.#cache.get(keyOf(file)) ?? this.#parse(file, await this.#content(file))
  }

  /**
   * The names of many files, in the same order.
   *
   * @param keep whether the text of a file is needed again.
   */
  async names(files: readonly SourceFile[], keep: (file: SourceFile) => boolean): Promise<Reading[]> {
    const readings = new Array<Reading>(files.length)
    const next = files.entries()
    const work = async (): Promise<void> => {
      for (const [at, file] of next) {
        const content = await this.#content(file)
        const result = this.#parse(file, content)
        if (keep(file)) this.#keep(file, content, result)
        readings[at] = result.kind === 'runbook' ? { kind: 'runbook', name: result.name } : result
      }
    }
    await Promise.all(Array.from({ length: Math.min(READERS, files.length) }, work))
    return readings
  }

  async #content(file: SourceFile): Promise<FileContent> {
    return this.#files.read(file, this.#options.maxBytes)
  }

  #parse({ path }: SourceFile, content: FileContent): RunbookResult {
    return readRunbook(path, content, this.#options)
  }

  #keep(file: SourceFile, content: FileContent, result: RunbookResult): void {
    const size = content.kind === 'bytes' ? content.bytes.length : 0
    if (this.#cached + size > MAX_CACHE) return
    this.#cached += size
    this.#cache.set(keyOf(file), result)
  }
}

/** Links are relative to the path, so that one text can be two runbooks. */
function keyOf({ path, id }: SourceFile): string {
  return `${id} ${path}`
}
